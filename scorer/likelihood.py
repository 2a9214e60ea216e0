"""How badly a position explains a sighting: costs in natural logarithms, place by place.

Every face and place speaks for itself: a card that should lie there was seen with some chance or
missed, one that should not was seen in error. So what a position costs is a sum over cards, and
comparing thousands of turns costs little.

An error that lasts is one error: a card that is misread as long as it lies there tells nothing
new with every look. So only what a line of play cannot explain *now and could before* is charged.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from math import exp, log

from scorer.cards import BACK, Card, Cards
from scorer.sighting import Place, Sighting
from scorer.table import Position

MISSED_POT, MISSED_CAPTURES, MISSED_DIM = 0.06, 0.12, 0.6
"""Chance that a card which lies there is not seen: in the pot, fanned in captures, under a hand."""
MISSED_ALONE = 0.06
"""The same among captures of the only one of its kind: they lie in rows, and nothing covers it."""
MISSED_HEAP, HEAP = 0.25, 3
"""The same in the pot of one of so many of a month: they lie on one another."""
UNDERWAY = 2.5
"""For a sighting in the middle of a turn."""
MOST_UNDERWAY = 2
"""So many cards a turn lays down, most often; those of a bomb are one play."""
BOMB = 3
"""So many new cards of a month are those of a bomb."""
GIVING = 1.2
"""For a junk card that is due and is not seen to be handed over yet."""
TRUST = 0.99
"""Of the chance of a face: a camera is never surer than that."""
NAMELESS = 0.3
"""Chance that a card which lies there shows a face like none that is known."""
UNEXPLAINED = 1.2
"""For a card that shows no known face where none is missing."""
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
        seen = _seen(sighting)
        self.surplus = {each: extra for each in seen if (extra := _surplus(each, seen)) > 0}
        """Of faces that are seen more often than a deck has them, how much more often."""
        self._nameless = _nameless(sighting, self.surplus)
        self.unknown = sum(map(len, sighting.nameless.values())) + sum(self.surplus.values())
        """So many cards lie there whose face is not known."""
        for place in places:
            missed = MISSED_POT if place == "pot" else MISSED_CAPTURES
            missed = MISSED_DIM if place in sighting.dim else missed
            chances = sighting.places.get(place, {})
            costs = {
                each: _costs(
                    copies, missed, each.copies / seen[each] if each in self.surplus else 1.0
                )
                for each, copies in chances.items()
            }
            self._costs[place] = costs
            self._missing[place] = -log(missed)
            self._wanted[place] = [
                (each, row[0]) for each, row in costs.items() if row[0] > NEGLIGIBLE
            ]
        self._came = {
            face: max(laid.after_s for laid in all_laid)
            for face, all_laid in sighting.laid.items()
            if face is not BACK and all_laid
        }
        """When each face came to lie in the pot, the last time."""
        self.seen = {each: min(each.copies, much) for each, much in seen.items()}
        """Of each face how many of it are to be seen, as far as that can be told."""

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
        chances = self.sighting.places.get(place, {})
        heaps = _heaps(pile) if place == "pot" else ()
        alone = _alone(pile) if place != "pot" and place not in self.sighting.dim else ()
        for each, count in counts.items():
            row = costs.get(each, (0.0,))
            last = len(row) - 1
            unseen = -log(MISSED_ALONE) if each in alone else missing
            cost = row[count] if count <= last else row[last] + (count - last) * unseen
            if each.month in heaps:
                seen = sum(chances.get(each, ()))
                cost = min(cost, -log(MISSED_HEAP) * max(1, count - round(seen)))
            if cost > NEGLIGIBLE:
                found[place, each] = cost
        self._named(found, place, counts)
        for each, cost in self._wanted[place]:
            if each not in counts:
                found[place, each] = cost
        return found

    def _named(
        self, found: dict[tuple[Place, Card], float], place: Place, counts: Mapping[Card, int]
    ) -> None:
        """Takes the cards that are missed most to be those of no known face that lie there."""
        nameless = self._nameless.get(place)
        if not nameless:
            return
        missed = self._missed(place, counts)
        missed.sort(key=lambda each: -found.get((place, each), 0.0))
        chance_missed = exp(-self._missing[place])
        for each, chance in zip(missed, nameless, strict=False):
            cost = -log(chance_missed + (1 - chance_missed) * NAMELESS * chance)
            if found.get((place, each), 0.0) > cost:
                found[place, each] = cost
        left = self.sighting.nameless.get(place, ())[len(missed) :]
        if left:
            found[place, BACK] = UNEXPLAINED * sum(left)

    def _missed(self, place: Place, counts: Mapping[Card, int]) -> list[Card]:
        """The faces of which fewer are seen there than lie there."""
        chances = self.sighting.places.get(place, {})
        return [each for each, count in counts.items() if sum(chances.get(each, ())) < count - 0.5]

    def unnamed(self, position: Position) -> int:
        """How many more cards lie there whose face is not known than the position says."""
        if not self._nameless:
            return 0
        return self.unknown - sum(
            min(len(self._nameless[place]), len(self._missed(place, Counter(pile))))
            for place, pile in piles(position)
            if place in self._nameless
        )

    def underway(self, costs: Costs, position: Position, *, bombs: bool = False) -> Costs:
        """The same where a turn may have begun: new cards lie in the pot, nothing is taken yet.

        With `bombs` only where they are those of a bomb.
        """
        known = on_table(position)
        new = {
            each: cost
            for (place, each), cost in costs.items()
            if place == "pot" and self.seen.get(each, 0.0) > known[each] + 0.5
        }
        months = Counter[int]()
        for each in new:
            months[each.month] += round(self.seen[each] - known[each])
        plays: dict[int | Card, dict[Card, float]] = {}
        for each, cost in new.items():
            bomb = months[each.month] >= BOMB
            if bomb or not bombs:
                plays.setdefault(each.month if bomb else each, {})[each] = cost
        laying = sorted(plays.values(), key=lambda some: -sum(some.values()))[:MOST_UNDERWAY]
        total = sum(sum(some.values()) for some in laying)
        if total <= UNDERWAY:
            return costs
        share = UNDERWAY / total
        laid: dict[tuple[Place, Card], float] = {
            ("pot", each): share * cost for some in laying for each, cost in some.items()
        }
        return {**costs, **laid}

    def newcomers(self, position: Position, least: float) -> set[Card]:
        """The faces of which more is to be seen than lies on the table in this position."""
        known = on_table(position)
        return {each for each, much in self.seen.items() if much - known[each] >= least}

    def captured_anew(self, position: Position, least: float) -> set[Card]:
        """The faces of which more is seen among captures than lies there, and none lies in the pot.

        Unless they were handed over, they came to the table, even where another copy is missed.
        """
        return {
            each
            for seat, pile in enumerate(each.captures for each in position.seats)
            for each, chances in self.sighting.places.get(seat, {}).items()
            if each not in position.pot and sum(chances) - pile.count(each) >= least
        }

    def laid_since(self, time_s: float) -> set[Card]:
        """The faces that were seen to come to lie in the pot after this time."""
        return {face for face, after_s in self._came.items() if after_s >= time_s}


def _heaps(pile: Cards) -> set[int]:
    """The months of which so many lie there that they lie on one another."""
    months = Counter(each.month for each in pile)
    return {month for month, count in months.items() if count >= HEAP}


def _alone(pile: Cards) -> set[Card]:
    """The cards of which no other of their kind lies there."""
    kinds = Counter(each.kind for each in pile)
    return {each for each in pile if kinds[each.kind] == 1}


def _seen(sighting: Sighting) -> dict[Card, float]:
    """Of each face how often it is seen to lie somewhere, as far as that can be told.

    What lies in no zone is shown for a moment or on its way, and not played yet.
    """
    seen: dict[Card, float] = {}
    for chances in sighting.places.values():
        for each, copies in chances.items():
            seen[each] = seen.get(each, 0.0) + sum(copies)
    return seen


def _surplus(face: Card, seen: Mapping[Card, float]) -> int:
    """How much more often a face is seen than a deck has it."""
    return round(seen[face]) - face.copies


def _nameless(sighting: Sighting, surplus: Mapping[Card, int]) -> Mapping[Place, tuple[float, ...]]:
    """The chances that a card lies there whose face is not known.

    It looks like none that is known, or like one of which a deck has not so many.
    """
    found = dict(sighting.nameless)
    for each, extra in surplus.items():
        for place, chances in sighting.places.items():
            if each in chances:
                found[place] = (*found.get(place, ()), *chances[each][-extra:])
    return found


def _costs(chances: tuple[float, ...], missed: float, share: float) -> tuple[float, ...]:
    """What it costs to say that none, one, two, ... of a face lie there: the likeliest nothing.

    Only a share of what is seen of a face can be of it, where more is seen than a deck has.
    """
    absent = [-log(1 - TRUST * share * chance) for chance in chances]
    present = [-log(missed + (1 - missed) * TRUST * share * chance) for chance in chances]
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


def giving(costs: Costs, gifts: Iterable[tuple[int, Card]], to: int) -> Costs:
    """The costs where junk cards that are due to a seat may not have been handed over yet."""
    found = dict(costs)
    for giver, each in gifts:
        wheres = [where for where in ((giver, each), (to, each)) if where in found]
        total = sum(found[where] for where in wheres)
        for where in wheres:
            found[where] *= min(1.0, GIVING / total)
    return found


def partly(now: Costs, before: Costs, share: float) -> Costs:
    """The costs of which only such a share was charged of what is new."""
    return {
        what: cost if (more := cost - before.get(what, 0.0)) <= 0 else cost - (1 - share) * more
        for what, cost in now.items()
    }


@lru_cache(maxsize=4096)
def on_table(position: Position) -> Mapping[Card, int]:
    """How many of each face lie face up."""
    return Counter(chain.from_iterable(pile for _, pile in piles(position)))


def piles(position: Position) -> list[tuple[Place, Cards]]:
    """Every place of the table and the face-up cards in it."""
    trapped = tuple(joker for stack in position.stacks for joker in stack.jokers)
    found: list[tuple[Place, Cards]] = [("pot", position.pot + trapped)]
    found += [(seat, each.captures) for seat, each in enumerate(position.seats)]
    return found
