"""Lines of play as rounds and turns, and how certain each turn is over all of them."""

from collections.abc import Callable, Sequence
from math import exp, inf
from typing import NamedTuple

from scorer.cards import in_order
from scorer.house_rules import HouseRules
from scorer.line import Line
from scorer.play import Report
from scorer.record import Record
from scorer.referee import Referee
from scorer.replay import Replay, replay
from webui.account import notable

MOST_ANSWERS = 4
MOST_LINES_KEPT = 2000
UNSURE = 0.8
"""Turns less sure than this are marked where a round is shown."""
COMPARED = 16
"""Lines that a turn is compared with."""


class Doubt(NamedTuple):
    """How certain a turn is."""

    sure: float
    matters: float
    """The same where it does not matter which of its cards came from the hand."""
    answers: tuple[Report, ...]
    """What it may have been, the likeliest first."""


class Readings:
    """See the module; equal lines are replayed once."""

    def __init__(self, seats: tuple[str, ...], rules: HouseRules) -> None:
        self.seats, self.rules = seats, rules
        self._played: dict[object, tuple[Report, ...]] = {}

    def turns(self, line: Line) -> tuple[Report, ...]:
        """Each turn of a line."""
        key = (line.dealer, line.deal, line.actions)
        if key not in self._played:
            if len(self._played) > MOST_LINES_KEPT:
                self._played.clear()
            self._played[key] = self.replayed(line).turns
        return self._played[key]

    def shares(
        self,
        referee: Referee,
        played: Sequence[Report],
        same: Callable[[Report], object] | None = None,
    ) -> list[float]:
        """Of each turn of the likeliest line, how certain it is, or all that is the `same`.

        A line in which it is another turn of the round by its number holds it as well.
        """
        same = same or exact
        top = referee.lines[:COMPARED]
        weights = [exp(line.weight - top[0].weight) for line in top]
        others = [set(map(same, self.turns(line))) for line in top]
        return [
            sum(
                weight for weight, other in zip(weights, others, strict=True) if same(turn) in other
            )
            / sum(weights)
            for turn in played
        ]

    def replayed(self, line: Line) -> Replay:
        """The round of a line."""
        return replay(self.record(line))

    def record(self, line: Line) -> Record:
        """A line as a written round."""
        entries = tuple(each.entry for each in line.actions)
        return Record(self.rules, self.seats, line.dealer, line.deal, entries=entries)

    def answers(self, referee: Referee, turn: int) -> tuple[Report, ...]:
        """What a turn may have been, the likeliest first."""
        lines = [self.turns(line) for line in referee.lines[:COMPARED]]
        return tuple(dict.fromkeys(each[turn] for each in lines if turn < len(each)))[:MOST_ANSWERS]

    def others(self, referee: Referee, turn: int) -> tuple[Record, ...]:
        """The round with other readings of a turn, the likeliest first."""
        found: dict[Report, Line] = {}
        for line in referee.lines:
            played = self.turns(line)
            if turn < len(played):
                found.setdefault(played[turn], line)
        return tuple(map(self.record, list(found.values())[1 : 1 + MOST_ANSWERS]))


def certain(line: Line, shares: Sequence[float]) -> list[float]:
    """The shares of a line's turns, less what came to the same place otherwise and is forgotten.

    A turn is told by its share; nothing that comes later tells more of what was forgotten.
    """
    return [share / (1 + exp(line.doubts.get(turn, -inf))) for turn, share in enumerate(shares)]


def exact(turn: Report) -> object:
    """What a turn is: not in which order cards were taken or junk was handed over."""
    return turn.played, in_order(turn.flipped), effect(turn)


def effect(turn: Report) -> object:
    """What a turn changes: not which of its cards came from the hand."""
    cards = in_order((*turn.played, *turn.flipped))
    events = sorted(notable(turn))
    stolen = tuple(sorted(turn.stolen, key=str))
    return turn.seat, cards, in_order(turn.captured), stolen, tuple(events)
