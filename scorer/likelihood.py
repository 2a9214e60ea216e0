"""How well a position explains a sighting, in natural logarithms.

Every face and place speaks for itself: a card that should lie there was seen with some chance or
missed, one that should not was seen in error. So a position's fit is a sum over its cards, and
comparing thousands of turns costs little.
"""

from collections import Counter
from collections.abc import Mapping
from math import log

from scorer.cards import Card, Cards
from scorer.sighting import Place, Sighting
from scorer.table import Position

MISSED_POT, MISSED_CAPTURES, MISSED_DIM = 0.06, 0.12, 0.6
"""Chance that a card which lies there is not seen: in the pot, fanned in captures, under a hand."""
UNDERWAY = -2.5
"""For a sighting in the middle of a turn."""
MOST_UNDERWAY = 4
"""So many cards one turn may lay down."""
TRUST = 0.97
"""Of the chance of a face: a camera is never surer than that."""

Gains = Mapping[Card, tuple[float, ...]]


class Fit:
    """One sighting, ready to be compared with many positions."""

    def __init__(self, sighting: Sighting, seats: int) -> None:
        self.sighting = sighting
        places: list[Place] = ["pot", *range(seats)]
        self._missing: dict[Place, float] = {}
        self._gains: dict[Place, Gains] = {}
        self.nothing = 0.0
        """The fit of an empty table."""
        self.best = 0.0
        """No position fits better than this."""
        for place in places:
            missed = MISSED_POT if place == "pot" else MISSED_CAPTURES
            missed = MISSED_DIM if place in sighting.dim else missed
            gains = {}
            for each, chances in sighting.places.get(place, {}).items():
                absent = [log(1 - TRUST * chance) for chance in chances]
                present = [log(missed + (1 - missed) * TRUST * chance) for chance in chances]
                self.nothing += sum(absent)
                self.best += sum(map(max, absent, present))
                gains[each] = tuple(p - a for p, a in zip(present, absent, strict=True))
            self._gains[place] = gains
            self._missing[place] = log(missed)
        self.seen = self._seen()

    def of(self, position: Position) -> float:
        """The logarithm of the chance of the sighting in this position."""
        total = self.nothing
        for place, pile in piles(position):
            gains, missing = self._gains[place], self._missing[place]
            found: dict[Card, int] = {}
            for each in pile:
                copy = found.get(each, 0)
                found[each] = copy + 1
                gain = gains.get(each, ())
                total += gain[copy] if copy < len(gain) else missing
        return total

    def underway(self, position: Position) -> float:
        """The same where a turn may have begun: new cards lie in the pot, nothing is taken yet."""
        known = on_table(position)
        gained = [
            gain
            for each, gains in self._gains["pot"].items()
            for gain in gains[known[each] :]
            if gain > 0
        ]
        return self.of(position) + sum(sorted(gained)[-MOST_UNDERWAY:]) + UNDERWAY

    def _seen(self) -> dict[Card, float]:
        """Of each face how many of it are to be seen anywhere, as far as that can be told."""
        seen: dict[Card, float] = {}
        for chances in (*self.sighting.places.values(), *self.sighting.shown.values()):
            for each, copies in chances.items():
                seen[each] = seen.get(each, 0.0) + sum(copies)
        return seen

    def newcomers(self, position: Position, least: float) -> set[Card]:
        """The faces of which more is to be seen than lies on the table in this position."""
        known = on_table(position)
        return {each for each, much in self.seen.items() if much - known[each] >= least}


def on_table(position: Position) -> Counter[Card]:
    """How many of each face lie face up."""
    return Counter(each for _, pile in piles(position) for each in pile)


def piles(position: Position) -> list[tuple[Place, Cards]]:
    """Every place of the table and the face-up cards in it."""
    trapped = tuple(joker for stack in position.stacks for joker in stack.jokers)
    found: list[tuple[Place, Cards]] = [("pot", position.pot + trapped)]
    found += [(seat, each.captures) for seat, each in enumerate(position.seats)]
    return found
