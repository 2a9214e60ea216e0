"""How badly a position explains a sighting: costs in natural logarithms, place by place.

Every face and place speaks for itself: a card that should lie there was seen with some chance or
missed, one that should not was seen in error. So what a position costs is a sum over cards, and
comparing thousands of turns costs little.

An error that lasts is one error: a card that is misread as long as it lies there tells nothing
new with every look. So only what a line of play cannot explain *now and could before* is charged.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from math import log

from scorer.cards import Card, Cards
from scorer.sighting import Place, Sighting
from scorer.table import Position

MISSED_POT, MISSED_CAPTURES, MISSED_DIM = 0.06, 0.12, 0.6
"""Chance that a card which lies there is not seen: in the pot, fanned in captures, under a hand."""
UNDERWAY = 2.5
"""For a sighting in the middle of a turn."""
MOST_UNDERWAY = 2
"""Of so many months a turn lays down cards, most often: a bomb's are of one."""
TRUST = 0.99
"""Of the chance of a face: a camera is never surer than that."""
NEGLIGIBLE = 0.02

Costs = Mapping[tuple[Place, Card], float]
"""Of each place and face what is not explained there."""


class Fit:
    """One sighting, ready to be compared with many positions."""

    def __init__(self, sighting: Sighting, seats: int) -> None:
        self.sighting = sighting
        places: list[Place] = ["pot", *range(seats)]
        self._parts: dict[tuple[Place, Cards], Costs] = {}
        """Of piles that were asked for: most turns leave most of them as they were."""
        self._missing: dict[Place, float] = {}
        self._costs: dict[Place, dict[Card, tuple[float, ...]]] = {}
        self._wanted: dict[Place, list[tuple[Card, float]]] = {}
        for place in places:
            missed = MISSED_POT if place == "pot" else MISSED_CAPTURES
            missed = MISSED_DIM if place in sighting.dim else missed
            chances = sighting.places.get(place, {})
            costs = {each: _costs(copies, missed) for each, copies in chances.items()}
            self._costs[place] = costs
            self._missing[place] = -log(missed)
            self._wanted[place] = [
                (each, row[0]) for each, row in costs.items() if row[0] > NEGLIGIBLE
            ]
        self.seen = self._seen()

    def costs(self, position: Position) -> Costs:
        """What the position does not explain; nothing where it costs next to nothing."""
        found: dict[tuple[Place, Card], float] = {}
        for where in piles(position):
            part = self._parts.get(where)
            if part is None:
                part = self._parts[where] = self._part(*where)
            found.update(part)
        return found

    def _part(self, place: Place, pile: Cards) -> Costs:
        """What is not explained where this pile lies there."""
        found: dict[tuple[Place, Card], float] = {}
        costs, missing = self._costs[place], self._missing[place]
        counts: dict[Card, int] = {}
        for each in pile:
            counts[each] = counts.get(each, 0) + 1
        for each, count in counts.items():
            row = costs.get(each, (0.0,))
            last = len(row) - 1
            cost = row[count] if count <= last else row[last] + (count - last) * missing
            if cost > NEGLIGIBLE:
                found[place, each] = cost
        for each, cost in self._wanted[place]:
            if each not in counts:
                found[place, each] = cost
        return found

    def underway(self, costs: Costs, position: Position) -> Costs:
        """The same where a turn may have begun: new cards lie in the pot, nothing is taken yet."""
        known = on_table(position)
        new: dict[int | None, dict[Card, float]] = {}
        for (place, each), cost in costs.items():
            if place == "pot" and self.seen.get(each, 0.0) > known[each] + 0.5:
                new.setdefault(each.month, {})[each] = cost
        months = sorted(new.values(), key=lambda some: -sum(some.values()))[:MOST_UNDERWAY]
        total = sum(sum(some.values()) for some in months)
        if total <= UNDERWAY:
            return costs
        share = UNDERWAY / total
        laid: dict[tuple[Place, Card], float] = {
            ("pot", each): share * cost for some in months for each, cost in some.items()
        }
        return {**costs, **laid}

    def _seen(self) -> dict[Card, float]:
        """Of each face how many of it are to be seen, as far as that can be told.

        What lies in no zone is shown for a moment or on its way, and not played yet.
        """
        seen: dict[Card, float] = {}
        for chances in self.sighting.places.values():
            for each, copies in chances.items():
                seen[each] = seen.get(each, 0.0) + sum(copies)
        return seen

    def newcomers(self, position: Position, least: float) -> set[Card]:
        """The faces of which more is to be seen than lies on the table in this position."""
        known = on_table(position)
        return {each for each, much in self.seen.items() if much - known[each] >= least}

    def laid_since(self, time_s: float) -> set[Card]:
        """The faces that were seen to come to lie in the pot after this time."""
        return {
            face
            for face, all_laid in self.sighting.laid.items()
            if any(laid.after_s >= time_s for laid in all_laid)
        }


def _costs(chances: tuple[float, ...], missed: float) -> tuple[float, ...]:
    """What it costs to say that none, one, two, ... of a face lie there: the likeliest nothing."""
    absent = [-log(1 - TRUST * chance) for chance in chances]
    present = [-log(missed + (1 - missed) * TRUST * chance) for chance in chances]
    each = [sum(present[:count]) + sum(absent[count:]) for count in range(len(chances) + 1)]
    return tuple(cost - min(each) for cost in each)


def charged(now: Costs, before: Costs) -> float:
    """What is not explained now and was before."""
    total = 0.0
    for what, cost in now.items():
        more = cost - before.get(what, 0.0)
        if more > 0:
            total += more
    return total


def on_table(position: Position) -> Counter[Card]:
    """How many of each face lie face up."""
    return Counter(chain.from_iterable(pile for _, pile in piles(position)))


def piles(position: Position) -> list[tuple[Place, Cards]]:
    """Every place of the table and the face-up cards in it."""
    trapped = tuple(joker for stack in position.stacks for joker in stack.jokers)
    found: list[tuple[Place, Cards]] = [("pot", position.pot + trapped)]
    found += [(seat, each.captures) for seat, each in enumerate(position.seats)]
    return found
