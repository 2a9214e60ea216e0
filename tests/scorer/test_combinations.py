"""Combinations beyond the cases of the sources: readings that had to be chosen (section G)."""

import pytest

from scorer.cards import cards
from scorer.combinations import points, score, uses
from scorer.presets import house_rules

BLUE = "06-ribbon 09-ribbon 10-ribbon"
PLAIN = "04-ribbon 05-ribbon 07-ribbon"
POEM = "01-ribbon 02-ribbon 03-ribbon"
BIRDS = "02-animal 04-animal 08-animal"


@pytest.mark.parametrize(
    ("pile", "by_the_footnote", "by_the_table"),
    [
        (f"{BLUE} {PLAIN} 01-ribbon 02-ribbon", 8, 10),  # the example of 002's footnote 3
        (f"{BLUE} {PLAIN} 01-ribbon", 8, 9),
        (f"{BLUE} {PLAIN} 12-ribbon", 9, 9),  # the rain ribbon is of no set, so of no broken one
        (f"{BLUE} {PLAIN}", 8, 8),
        (f"{BLUE} {PLAIN} {POEM}", 14, 14),
        (f"{BLUE} 04-ribbon 05-ribbon 01-ribbon 02-ribbon", 6, 6),  # one set: the table
    ],
)
def test_ribbons_beside_two_sets(pile: str, by_the_footnote: int, by_the_table: int) -> None:
    """G19, G10: the godori presets give what the footnote's example comes to."""
    assert points(cards(pile), house_rules("godori-arcade")) == by_the_footnote
    assert points(cards(pile), house_rules("gostop-3p")) == by_the_table


def test_the_rain_ribbon_counts_and_is_in_no_set() -> None:
    """A7: a fifth ribbon, never a third plain red one (G11)."""
    assert points(cards("04-ribbon 05-ribbon 12-ribbon"), house_rules()) == 0
    assert points(cards("04-ribbon 05-ribbon 12-ribbon 01-ribbon 06-ribbon"), house_rules()) == 1


@pytest.mark.parametrize(
    ("preset", "pile", "total"),
    [
        # 002, footnote 1: from seven animals on, the points of the animals count twice
        ("godori-hangame", f"{BIRDS} 05-animal 06-animal 07-animal", 7),
        ("godori-hangame", f"{BIRDS} 05-animal 06-animal 07-animal 10-animal", 16),
        ("godori-hangame", f"{BIRDS} 05-animal 06-animal 07-animal 10-animal {BLUE}", 19),
        # 002, footnote 2: all points count twice where all come from animals
        ("godori-pd49", BIRDS, 10),
        ("godori-pd49", f"{BIRDS} {BLUE}", 8),
        ("godori-pd49", f"{BIRDS} 01-bright", 10),
        ("godori-arcade", BIRDS, 5),
    ],
)
def test_all_animals(preset: str, pile: str, total: int) -> None:
    """G9."""
    assert points(cards(pile), house_rules(preset)) == total


def test_the_convertible_card() -> None:
    """A5, A6: one use or the other; an animal where both are worth the same."""
    rules = house_rules()
    cup = cards("09-animal")
    assert uses(cup, rules) == ("animal", "junk")
    assert uses((), rules) == (None,)
    assert score(cup, rules).use == "animal"
    nine = cards("09-animal 01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 04-junk")
    assert score(nine, rules).use == "junk"
    assert score(nine, rules, "animal").total == 0
    assert score((), rules, "junk").use is None
    line = score(nine, rules).lines[0]
    assert (line.name, line.points, len(line.cards)) == ("junk", 1, 9)
    bridge = house_rules(overrides={"convertible": "05-animal"})
    assert uses(cup, bridge) == (None,)
    assert uses(cards("05-animal"), bridge) == ("animal", "junk")


def test_the_cards_of_a_line() -> None:
    """G18: each line names the cards that make it; a cup used as junk is no animal there."""
    pile = cards(f"{BIRDS} 05-animal 06-animal 09-animal")
    lines = {line.name: line.cards for line in score(pile, house_rules(), "junk").lines}
    assert lines["animals"] == cards("02-animal 04-animal 05-animal 06-animal 08-animal")
    assert lines["godori"] == cards(BIRDS)
