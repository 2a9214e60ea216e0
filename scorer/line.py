"""A line of play: one way a round may have gone, as the referee keeps it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from scorer.actions import Turn, laid_as
from scorer.cards import Card, exchanged
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
    laid: frozenset[Card] = frozenset()
    """Of a turn's cards those that were seen to be laid: no guesses, whatever hides them later."""


class Last(NamedTuple):
    """The last turn of a line, to be weighed anew by what is seen of it later."""

    turn: Turn
    position: Position
    """Before it."""
    before: Span
    """Of the turn before it."""
    laid: frozenset[Card]
    """Of its cards those that were seen to be laid, and"""
    prior: float
    """what spoke for it, as it was weighed last."""
    gifts: tuple[tuple[int, Card], ...]
    """Junk handed over for it that nobody chose: by which seat, which card."""
    told_s: float
    """When it was first told: what was laid later was not laid in it."""


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
    last: Last | None = None
    """That turn; None before the first, and after one against the rules."""
    doubts: Mapping[int, float] = field(default_factory=dict)
    """Of some of its turns, by their numbers from 0, how likely it is that another was played.

    Logarithms beside this line, of lines that came to the same place and were forgotten.
    """
    pinned: int | None = None
    """So many of its actions a person has confirmed, and the deal: they stay."""

    def saw_laid(self, card: Card) -> bool:
        """Whether the last of its turns that laid a card of this face was seen to do so."""
        for timed in reversed(self.actions):
            action = timed.entry.action
            if isinstance(action, Turn) and card in (*action.played, *action.flipped):
                return card in timed.laid
        return False


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

    It is the last that was not seen to be `laid`, or the last, or one of the deal: the first of
    these with which the rest stays legal. The line weighs as much as before.
    """
    turns = [
        (place, timed.entry.action)
        for place, timed in enumerate(line.actions)
        if place >= (line.pinned or 0)
        and isinstance(timed.entry.action, Turn)
        and old in (*timed.entry.action.played, *timed.entry.action.flipped)
    ]
    turns.sort(key=lambda each: (_was_seen(line.actions, each[0], laid), -each[0]))
    entries = [timed.entry for timed in line.actions]
    for place, turn in turns:
        other_entry = replace(entries[place], action=laid_as(turn, old, face))
        other = _played_again(
            line, line.deal, [*entries[:place], other_entry, *entries[place + 1 :]]
        )
        if other is not None:
            return other
    if old not in line.deal.pot or line.pinned is not None:
        return None
    return _played_again(line, line.deal._replace(pot=exchanged(line.deal.pot, old, face)), entries)


def _played_again(line: Line, deal: Deal, entries: Sequence[Entry]) -> Line | None:
    """The line with this deal and these actions, where that is as legal."""
    position, last = start(line.position.rules, deal, line.dealer), line.last
    try:
        for entry in entries:
            following, report = apply(position, entry.action, accept=entry.accepted)
            if last is not None and isinstance(entry.action, Turn):
                turn = entry.action
                last = last._replace(turn=turn, position=position, gifts=report.stolen)
            position = following
    except IllegalTurn:
        return None
    actions = tuple(
        timed._replace(entry=entry) for timed, entry in zip(line.actions, entries, strict=True)
    )
    return replace(line, deal=deal, position=position, actions=actions, last=last)


def _was_seen(actions: tuple[Timed, ...], place: int, laid: tuple[Laid, ...]) -> bool:
    """Whether one of these was laid between the sighting of this action and the one before."""
    until_s = actions[place].time_s
    since_s = max((each.time_s for each in actions[:place] if each.time_s < until_s), default=-inf)
    return any(since_s < each.seen_s <= until_s for each in laid)
