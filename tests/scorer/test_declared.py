"""What a seat says by laying cards open outside of all places."""

from collections.abc import Mapping

import pytest

from scorer.cards import card
from scorer.declared import declarations, is_triple
from scorer.notation import parse
from scorer.replay import replay

POSITION = replay(parse("seats: Ann, Bea\npot: 01-junk 02-junk 03-junk 04-junk\n")).position


@pytest.mark.parametrize(
    ("shown", "declared"),
    [
        ({"05-ribbon": 0.9, "05-animal": 0.9, "05-junk": 0.9}, True),
        ({"05-ribbon": 0.9, "05-animal": 0.9}, True),  # one of three is missed
        ({"05-ribbon": 0.9}, False),
        ({"05-ribbon": 0.9, "06-ribbon": 0.9, "07-ribbon": 0.9}, False),
        ({"01-bright": 0.9, "01-junk": 0.6}, False),  # hardly two
    ],
)
def test_two_or_three_of_a_month_laid_open_are_a_triple(
    shown: Mapping[str, float], declared: bool
) -> None:
    open_cards = {POSITION.to_act: {card(face): (chance,) for face, chance in shown.items()}}
    assert is_triple(open_cards, POSITION) == declared
    assert bool(list(declarations(open_cards, POSITION))) == declared
