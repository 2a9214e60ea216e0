"""Which ways on a referee keeps: of all that come to the same place of the round the likeliest.

What is forgotten with the others is how else the round may have come there. That much is noted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import exp, inf, log
from typing import NamedTuple

from scorer.actions import Turn
from scorer.cards import in_order
from scorer.deal import Deal
from scorer.laying import Span
from scorer.likelihood import Costs
from scorer.line import Last, Line, Timed
from scorer.record import Entry
from scorer.sighting import Sighting
from scorer.table import Position

MOST_LINES = 48
"""Kept after each sighting."""
WORST = 14.0
"""A line this much less likely than the best is dropped."""
MINOR = 5.0
"""A way this much less likely than another to the same place makes no doubt."""


class Step(NamedTuple):
    """A line on its way to explain a sighting."""

    position: Position
    actions: tuple[Entry, ...]
    prior: float
    """Of its turns."""
    costs: Costs
    """What of the sighting it does not explain."""
    charge: float
    """What of that the line could explain before."""
    span: Span
    """Of its last turn."""
    last: Last | None
    """That turn, see Line."""

    @property
    def weight(self) -> float:
        """Logarithm of how likely it is, beside its line."""
        return self.prior - self.charge


Ways = list[tuple[tuple[object, ...], float]]
"""What came to the same place: its turns, and its weight; the likeliest first."""


def kept(found: Iterable[tuple[Line, Step]]) -> list[tuple[Line, Step, Ways]]:
    """The likeliest of each position, the likeliest first, no more than MOST_LINES; and its ways.

    Of each deal one is kept beyond them: nobody would think of it again.
    """
    ordered = sorted(found, key=lambda pair: -(pair[0].weight + pair[1].weight))
    best = ordered[0][0].weight + ordered[0][1].weight
    ways, deals = dict[object, Ways](), set[Deal]()
    chosen: list[tuple[Line, Step, Ways]] = []
    for line, step in ordered:
        if line.weight + step.weight < best - WORST or len(deals) > MOST_LINES:
            break
        key = _key(line, step)
        if key in ways:
            if line.weight + step.weight > ways[key][0][1] - MINOR:
                ways[key].append((_turns(line, step), line.weight + step.weight))
        elif len(ways) < MOST_LINES or line.deal not in deals:
            ways[key] = [(_turns(line, step), line.weight + step.weight)]
            deals.add(line.deal)
            chosen.append((line, step, ways[key]))
    return chosen


def advanced(line: Line, step: Step, ways: Ways, sighting: Sighting) -> Line:
    """The line after the step; `ways` are all that came to its place, see kept."""
    more = tuple(_timed(entry, line, sighting) for entry in step.actions)
    # What was missed before a hand came over it, and is missed after it, is one miss.
    paid = {
        where: max(cost, line.costs.get(where, 0.0))
        for where, cost in step.costs.items()
        if where[0] in sighting.dim
    }
    costs = {**step.costs, **paid}
    return replace(
        line,
        position=step.position,
        actions=line.actions + more,
        weight=line.weight + step.weight,
        costs=costs,
        since_s={where: line.since_s.get(where, sighting.time_s) for where in costs},
        span=step.span,
        last=step.last,
        doubts=_doubts(line.doubts, ways),
    )


def _timed(entry: Entry, line: Line, sighting: Sighting) -> Timed:
    """An action that this sighting showed, after the last turn of the line."""
    action, after_s = entry.action, line.span.done_s
    cards = action.played + action.flipped if isinstance(action, Turn) else ()
    laid = (
        each for each in cards if any(came.seen_s > after_s for came in sighting.laid.get(each, ()))
    )
    return Timed(entry, sighting.time_s, frozenset(laid))


def _doubts(before: Mapping[int, float], ways: Ways) -> Mapping[int, float]:
    """The doubts of the likeliest of these ways, with those that it had before."""
    mine, weight = ways[0]
    shares = {turns: exp(its - weight) for turns, its in reversed(ways)}
    found = dict(before)
    for turn, told in enumerate(mine):
        others = [(each[turn : turn + 1], share) for each, share in shares.items()]
        same = sum(share for each, share in others if each == (told,))
        other = sum(share for each, share in others if each not in ((told,), ()))
        if other:
            found[turn] = log(other / same + exp(found.get(turn, -inf)))
    return found


def _turns(line: Line, step: Step) -> tuple[object, ...]:
    """What is told of each turn."""
    entries = (*(timed.entry for timed in line.actions), *step.actions)
    turns = [entry.action for entry in entries if isinstance(entry.action, Turn)]
    return tuple((each.played, in_order(each.flipped)) for each in turns)


def _key(line: Line, step: Step) -> object:
    """Equal for lines that stand at the same place of the same round."""
    position = step.position
    seats = tuple((len(each.hand), in_order(each.captures), *each[2:]) for each in position.seats)
    actions = step.actions or tuple(timed.entry for timed in line.actions[-1:])
    return (
        seats, in_order(position.pot), position.stacks, len(position.stock), position.dealer,
        position.to_act, position.phase, position.gives, position.payments,
        actions[-1].action if actions else None,
    )  # fmt: skip
