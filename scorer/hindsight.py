"""Lines of play in which a card was another one all along.

A card may have been misread as long as it lay there, or nobody saw it and its face was a guess.
What comes later tells.
"""

from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import product
from math import log

from scorer.cards import Card
from scorer.laying import DISORDER
from scorer.likelihood import Fit, on_table
from scorer.line import Line, renamed
from scorer.loose_ends import came_late, guesses_of, twice_laid
from scorer.nameless import renamings
from scorer.proposals import CLEARLY_NEW

UNSEEN = log(1 / 30)
"""For a card that a line says was played and nobody saw: it may be any of so many."""
MISREAD = -4.0
"""For a card taken for another as long as it lay there."""
GUESSED = -1.5
"""The same for a card of the deal that nobody saw, which was a guess; and for one that was seen to
be laid once more."""


def misread_lines(line: Line, fit: Fit, *, puzzled: bool) -> Iterator[Line]:
    """The line with a card of it that is not there taken to have been one that is, all along.

    What was played before must be as legal with the other card. Unless `puzzled`, only those that
    nobody ever saw, or that were seen to be laid once more.
    """
    guessed = {each: _guessed(line, each) for each in guesses_of(line, fit)}
    guessed |= dict.fromkeys(twice_laid(line, fit), GUESSED)
    if guessed or puzzled:
        for old, face in mistaken(line, fit):
            if old in guessed:
                yield from _as(line, fit, old, face, guessed[old])
            elif puzzled:
                late = DISORDER if face in fit.laid_since(line.span.done_s) else 0.0
                yield from _as(line, fit, old, face, late + MISREAD)
    for old in came_late(line, fit):
        for face in dict.fromkeys(line.position.unseen()):
            yield from _as(line, fit, old, face, _guessed(line, old))


def _guessed(line: Line, old: Card) -> float:
    """What it costs that a card which nobody saw is another one: in a turn it was paid for."""
    return GUESSED if old in line.deal.pot else 0.0


def _as(line: Line, fit: Fit, old: Card, face: Card, prior: float) -> Iterator[Line]:
    """The line with this card another one, if that is legal: what was paid for it stays paid."""
    other = renamed(line, old, face, fit.sighting.laid.get(old, ()))
    if other is not None:
        costs = {where: cost for where, cost in line.costs.items() if where != ("pot", old)}
        if face in other.position.pot and ("pot", old) in line.costs:
            costs["pot", face] = line.costs["pot", old]
        yield replace(other, costs=costs, weight=line.weight + prior)


def mistaken(line: Line, fit: Fit) -> list[tuple[Card, Card]]:
    """Cards of the line that may have been other ones all along, each with the other."""
    position = line.position
    there = on_table(position)
    gone = {each for each, count in there.items() if fit.seen.get(each, 0) < count - 0.5}
    gone |= twice_laid(line, fit)
    new = fit.newcomers(position, CLEARLY_NEW) | fit.captured_anew(position, CLEARLY_NEW)
    unseen = set(position.unseen())
    pairs = {*product(gone, new & unseen), *renamings(line, fit, new), *_under(line, fit, unseen)}
    return sorted(pairs, key=lambda pair: (pair[0].order, pair[1].order))


def _under(line: Line, fit: Fit, unseen: Set[Card]) -> Iterator[tuple[Card, Card]]:
    """Cards of the deal that nobody saw, with those of a month that came now: they lie under it."""
    came = fit.laid_since(line.span.done_s)
    months = {each.month for each in came}
    for old in dict.fromkeys(line.deal.pot):
        if ("pot", old) in line.costs:
            yield from ((old, each) for each in unseen - came if each.month in months)
