"""What a card may be whose face nobody can tell."""

import pytest

from scorer.cards import Cards, card
from scorer.nameless import guesses


def faces(text: str) -> Cards:
    return tuple(map(card, text.split()))


@pytest.mark.parametrize(
    ("may_be", "months", "found"),
    [
        ("01-bright 01-junk", {1}, "01-junk"),  # rather a junk card
        ("01-bright 01-ribbon", {1}, "01-bright"),
        ("01-bright 02-animal", {1, 2}, "01-bright 02-animal"),  # one of each month
        ("02-animal 03-junk 04-animal", {1}, "03-junk"),  # one of all the others
        ("01-bright 03-junk", {1}, "03-junk 01-bright"),
        ("joker-double 01-bright", {1}, "01-bright"),  # a joker has no month
        ("joker-double", {1}, ""),
    ],
)
def test_of_each_month_that_matters_one_card_is_guessed(
    may_be: str, months: set[int], found: str
) -> None:
    assert guesses(faces(may_be), months) == faces(found)
