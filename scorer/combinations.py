"""Combinations: what a pile of captured cards is worth, line by line.

A combination is a name, what it is worth in a pile, and which of the cards make it; all of them
stand in one table (section G of the rules matrix). A pile is looked at through its `Tally`.

>>> from scorer.cards import cards
>>> from scorer.presets import house_rules
>>> [str(line) for line in score(cards("01-bright 03-bright 12-bright"), house_rules()).lines]
['brights 2: 01-bright 03-bright 12-bright']
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Literal, NamedTuple

from scorer.cards import FACES, Card, Cards, Kind, in_order, set_of
from scorer.house_rules import HouseRules

Use = Literal["animal", "junk"]
"""How the convertible card counts (A5)."""

RAIN_MAN = set_of("12-bright")
BRIGHTS = set_of("01-bright 03-bright 08-bright 11-bright 12-bright")
ANIMALS = sum(each.bit for each in FACES.values() if each.kind is Kind.ANIMAL)
RIBBONS = sum(each.bit for each in FACES.values() if each.kind is Kind.RIBBON)
GODORI = set_of("02-animal 04-animal 08-animal")
PLAIN_RIBBONS = set_of("04-ribbon 05-ribbon 07-ribbon")
BLUE_RIBBONS = set_of("06-ribbon 09-ribbon 10-ribbon")
POEM_RIBBONS = set_of("01-ribbon 02-ribbon 03-ribbon")
RIBBON_SETS = (PLAIN_RIBBONS, BLUE_RIBBONS, POEM_RIBBONS)
INOSHIKACHO = set_of("06-animal 07-animal 10-animal")
TSUKIMI = set_of("08-bright 09-animal")
HANAMI = set_of("03-bright 09-animal")


class Tally(NamedTuple):
    """A pile as the combinations see it: which single faces it holds, and how much junk."""

    held: int
    """The bits (`Card.bit`) of the faces; the convertible card is missing when it is junk."""
    junk: int
    """Junk by value."""

    def count(self, faces: int) -> int:
        """How many of these faces it holds."""
        return (self.held & faces).bit_count()

    def holds(self, faces: int) -> bool:
        """Whether it holds all of these faces."""
        return self.held & faces == faces


@dataclass(frozen=True, slots=True)
class Line:
    """One combination in a pile."""

    name: str
    points: int
    cards: Cards

    def __str__(self) -> str:
        return f"{self.name} {self.points}: {' '.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a pile and where each comes from."""

    lines: tuple[Line, ...]
    use: Use | None
    """How the convertible card counts; None where the pile does not hold it."""

    @property
    def total(self) -> int:
        """What all lines come to (G18)."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Combination:
    """A way to score."""

    name: str
    worth: Callable[[Tally, HouseRules], int]
    """Points in a pile that holds what it `needs`; 0 where the pile does not make it."""
    faces: int
    """The faces that make it, as bits; 0 for junk."""
    needs: int = 0
    """The faces that all have to be there: a whole set, or none where cards are counted."""


def _brights(tally: Tally, rules: HouseRules) -> int:
    """G1 to G6: one value for the brights held, with and without the rain man."""
    rain = tally.held & RAIN_MAN
    match tally.count(BRIGHTS):
        case 5:
            return rules.brights_5
        case 4:
            return rules.brights_4_rain if rain else rules.brights_4
        case 3:
            return rules.brights_3_rain if rain else rules.brights_3
        case 2:
            return 0 if rain else rules.brights_2
    return 0


def _ribbons(tally: Tally, rules: HouseRules) -> int:
    """G10; G19: beside two whole sets, footnote 3 of 002 counts none of the broken third."""
    count = tally.count(RIBBONS)
    if count > 6 and not rules.loose_ribbons:
        broken = [each for each in RIBBON_SETS if not tally.holds(each)]
        count -= tally.count(broken[0]) if len(broken) == 1 else 0
    return max(0, count - rules.ribbons_from + 1)


def _animals(tally: Tally, rules: HouseRules) -> int:
    return max(0, tally.count(ANIMALS) - rules.animals_from + 1)


def _junk(tally: Tally, rules: HouseRules) -> int:
    return max(0, tally.junk - rules.junk_from + 1)


def _set(name: str, faces: int) -> Combination:
    """A set of cards, worth what the house rule of its name says."""
    worth = attrgetter(name)
    return Combination(name, lambda _, rules: worth(rules), faces, needs=faces)


COMBINATIONS: tuple[Combination, ...] = (
    Combination("brights", _brights, BRIGHTS),
    Combination("animals", _animals, ANIMALS),
    _set("godori", GODORI),
    _set("inoshikacho", INOSHIKACHO),
    _set("tsukimi", TSUKIMI),
    _set("hanami", HANAMI),
    Combination("ribbons", _ribbons, RIBBONS),
    _set("plain_ribbons", PLAIN_RIBBONS),
    _set("blue_ribbons", BLUE_RIBBONS),
    _set("poem_ribbons", POEM_RIBBONS),
    Combination("junk", _junk, 0),
)
"""Every combination, in the order in which its line is shown. They add up (G18)."""

ANIMAL_COMBINATIONS = frozenset({"animals", "godori", "inoshikacho"})


def tally(pile: Iterable[Card], rules: HouseRules, use: Use | None) -> Tally:
    """The tally of a pile, the convertible card counted as told (A3, A4, A5, A8)."""
    values = rules.junk_values
    held = junk = 0
    for each in pile:
        held |= each.bit
        junk += values[each.order]
    if use == "junk":
        held &= ~FACES[rules.convertible].bit
        junk += 2
    return Tally(held, junk)


def uses(pile: Cards, rules: HouseRules) -> tuple[Use | None, ...]:
    """The ways in which a pile's convertible card may count: it is used once or the other (A5)."""
    return ("animal", "junk") if FACES.get(rules.convertible) in pile else (None,)


@lru_cache(maxsize=4096)
def points(pile: Cards, rules: HouseRules) -> int:
    """The points of a pile with its convertible card at its best use."""
    return max([_total(tally(pile, rules, use), rules) for use in uses(pile, rules)])


def _total(tally: Tally, rules: HouseRules) -> int:
    return sum([worth for _, worth in _worths(tally, rules)])


def score(pile: Cards, rules: HouseRules, use: Use | None = None) -> Score:
    """The points of a pile, explained.

    `use` forces the convertible card; otherwise it takes the use of most points, an animal where
    both are equal.
    """
    choices = uses(pile, rules)
    if use in choices:
        choices = (use,)
    return max((_score(pile, rules, each) for each in choices), key=lambda found: found.total)


def _worths(tally: Tally, rules: HouseRules) -> list[tuple[str, int]]:
    """The combinations a pile makes, by name, and what each is worth."""
    held = tally.held
    made = [
        (each.name, worth)
        for each in COMBINATIONS
        if held & each.needs == each.needs and (worth := each.worth(tally, rules))
    ]
    if rules.all_animals != "none" and (bonus := _all_animals(tally, made, rules)):
        made.append(("all_animals", bonus))
    return made


def _all_animals(tally: Tally, made: list[tuple[str, int]], rules: HouseRules) -> int:
    """G9, the footnotes of 002: the animals' points count twice."""
    of_animals = sum(worth for name, worth in made if name in ANIMAL_COMBINATIONS)
    if rules.all_animals == "seven_double_animals":
        return of_animals if tally.count(ANIMALS) >= 7 else 0
    return of_animals if of_animals == sum(worth for _, worth in made) else 0


def _score(pile: Cards, rules: HouseRules, use: Use | None) -> Score:
    found = tally(pile, rules, use)
    spare = FACES[rules.convertible] if use == "junk" else None
    faces = {each.name: each.faces for each in COMBINATIONS} | {"all_animals": ANIMALS}

    def made_of(name: str) -> Cards:
        bits = faces[name]
        if name == "junk":
            return tuple(each for each in pile if each.junk or each is spare)
        return tuple(each for each in pile if each.bit & bits and each is not spare)

    lines = (Line(name, worth, in_order(made_of(name))) for name, worth in _worths(found, rules))
    return Score(tuple(lines), use)
