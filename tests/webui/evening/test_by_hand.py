"""Turns tapped in card by card."""

import pytest

from scorer.cards import cards
from scorer.notation import parse
from scorer.record import Record
from scorer.replay import replay
from webui.evening.by_hand import Begins, bombs, left, left_of_deck, pot_size, tapped

HEAD = "rules: matgo\nseats: Ann, Bea\ndealer: Ann\n"
POT = "pot: 01-junk 03-ribbon 03-junk 08-junk 10-junk 12-animal 06-ribbon 07-junk\n"


def record(turns: str = "", rules: str = "") -> Record:
    return parse(f"{HEAD.replace('seats', rules + 'seats')}{POT}\n{turns}")


@pytest.mark.parametrize(
    ("picked", "begins", "complete", "choices"),
    [
        ("", "card", False, ()),
        ("01-bright", "card", False, ()),
        ("01-bright 05-junk", "card", True, ("Ann: 01-bright / 05-junk",)),
        (
            "03-bright 05-junk",
            "card",
            True,
            ("Ann: 03-bright x03-ribbon / 05-junk", "Ann: 03-bright x03-junk / 05-junk"),
        ),
        ("01-junk 01-junk", "card", True, ()),
        (
            "08-bright 08-animal 08-junk 05-junk",
            "bomb",
            True,
            ("Ann: bomb 08-bright 08-animal 08-junk / 05-junk",),
        ),
        ("08-bright 08-animal", "bomb", False, ()),
        ("05-junk", "flip", True, ()),
    ],
)
def test_what_the_cards_picked_can_become(
    picked: str, begins: Begins, complete: bool, choices: tuple[str, ...]
) -> None:
    found = tapped(record(), cards(picked), begins)
    assert (found.complete, set(found.choices)) == (complete, set(choices))


def test_a_flip_alone_after_a_bomb() -> None:
    played = record("Ann: bomb 08-bright 08-animal 08-junk / 05-junk\nBea: 04-junk / 11-junk\n")
    found = tapped(played, cards("02-junk"), "flip")
    assert found.choices == ("Ann: pass / 02-junk",)


def test_a_joker_from_the_stock_brings_another_card() -> None:
    jokers = 'rule jokers: ["joker-double"]\n'
    first = tapped(record(rules=jokers), cards("01-bright joker-double"))
    assert not first.complete
    second = tapped(record(rules=jokers), cards("01-bright joker-double 05-junk"))
    assert second.choices == ("Ann: 01-bright / joker-double 05-junk",)


def test_the_text_of_a_turn_that_is_not_legal() -> None:
    found = tapped(record(), cards("01-junk 01-junk"))
    assert found.text == "01-junk / 01-junk"


def test_which_bombs_may_be_held() -> None:
    position = replay(record()).position
    assert set(bombs(position)) == {1, 6, 7, 8, 10, 12}
    assert bombs(position)[8] == cards("08-bright 08-animal 08-junk")


def test_the_cards_that_are_left() -> None:
    played = record("Ann: 01-bright / 05-junk\n")
    found = left(replay(played).position, cards("05-junk"))
    assert len(found) == 48 - 8 - 2 - 1
    assert cards("05-junk")[0] not in found
    assert len(left_of_deck(played, cards("01-junk 01-junk"))) == 46
    assert pot_size(played) == 8
