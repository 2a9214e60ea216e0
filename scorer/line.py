"""A line of play: one way a round may have gone, as the referee keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from scorer.actions import Turn
from scorer.cards import Card, Cards
from scorer.deal import Deal, start
from scorer.errors import IllegalTurn
from scorer.laying import NEVER, Span
from scorer.likelihood import Costs, Fit
from scorer.play import apply
from scorer.record import Entry
from scorer.sighting import Laid, Place, Sighting
from scorer.table import Position


class Timed(NamedTuple):
    """One action, and the sighting that showed it."""

    entry: Entry
    time_s: float


@dataclass(frozen=True, slots=True)
class Line:
    """One way the round may have gone."""

    deal: Deal
    dealer: int
    position: Position
    actions: tuple[Timed, ...] = ()
    weight: float = 0.0
    """Logarithm of how likely it is."""
    costs: Costs = field(default_factory=dict)
    """What of the last sighting it does not explain."""
    since_s: Mapping[tuple[Place, Card], float] = field(default_factory=dict)
    """Of each of these the first sighting that it was charged for without a break."""
    span: Span = NEVER
    """Of its last turn."""
    doubts: Mapping[int, float] = field(default_factory=dict)
    """Of some of its turns, by their numbers from 0, how likely it is that another was played.

    Logarithms beside this line, of lines that came to the same place and were forgotten.
    """
    pinned: int | None = None
    """So many of its actions a person has confirmed, and the deal: they stay."""


def pinned(
    deal: Deal, dealer: int, position: Position, actions: tuple[Timed, ...], sighting: Sighting
) -> Line:
    """The line of a round as a person says it is, which led to this position.

    What of the sighting it does not explain now it need not explain later.
    """
    costs = Fit(sighting, len(position.seats)).costs(position)
    now = Span(sighting.time_s, sighting.time_s)
    return Line(deal, dealer, position, actions, 0.0, costs, span=now, pinned=len(actions))


def renamed(line: Line, old: Card, face: Card, laid: tuple[Laid, ...] = ()) -> Line | None:
    """The line with an `old` card that came to the table another one; None where illegal.

    It is the last that was not seen to be `laid`, or the last. The line weighs as much as before.
    """
    entries = [timed.entry for timed in line.actions]
    turns = [
        (place, entry.action)
        for place, entry in enumerate(entries)
        if place >= (line.pinned or 0)
        and isinstance(entry.action, Turn)
        and old in (*entry.action.played, *entry.action.flipped)
    ]
    deal = line.deal
    if turns:
        unseen = [each for each in turns if not _was_seen(line.actions, each[0], laid)]
        place, turn = (unseen or turns)[-1]
        entries[place] = replace(entries[place], action=_exchanged(turn, old, face))
    elif old in deal.pot and line.pinned is None:
        deal = deal._replace(pot=_put(deal.pot, old, face))
    else:
        return None
    position = start(line.position.rules, deal, line.dealer)
    try:
        for entry in entries:
            position = apply(position, entry.action, accept=entry.accepted).position
    except IllegalTurn:
        return None
    actions = tuple(
        timed._replace(entry=entry) for timed, entry in zip(line.actions, entries, strict=True)
    )
    return replace(line, deal=deal, position=position, actions=actions)


def _was_seen(actions: tuple[Timed, ...], place: int, laid: tuple[Laid, ...]) -> bool:
    """Whether one of these was laid between the sighting of this action and the one before."""
    until_s = actions[place].time_s
    since_s = max((each.time_s for each in actions[:place] if each.time_s < until_s), default=-inf)
    return any(since_s < each.seen_s <= until_s for each in laid)


def _exchanged(turn: Turn, old: Card, face: Card) -> Turn:
    if old in turn.flipped:
        return turn._replace(flipped=_put(turn.flipped, old, face))
    return turn._replace(played=_put(turn.played, old, face))


def _put(pile: Cards, old: Card, face: Card) -> Cards:
    """The pile with one card exchanged."""
    place = pile.index(old)
    return (*pile[:place], face, *pile[place + 1 :])
