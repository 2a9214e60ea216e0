"""What can be said of an action by itself: which of a turn's cards was another one."""

import pytest

from scorer.actions import Turn, laid_as
from scorer.cards import card, cards

FLIPPED = Turn(0, cards("04-junk"), flipped=cards("joker-double 12-animal 03-junk"))
JOKER = Turn(0, cards("joker-double"), drawn=cards("12-animal"))
PLAYED = Turn(0, cards("12-animal"), flipped=cards("05-junk"))
BOMB = Turn(0, cards("12-animal 12-ribbon 12-double"), flipped=cards("05-junk"))
TWICE = Turn(0, cards("03-junk"), flipped=cards("03-junk"))


@pytest.mark.parametrize(
    ("turn", "old", "new", "said"),
    [
        pytest.param(
            FLIPPED,
            "12-animal",
            "11-junk",
            FLIPPED._replace(flipped=cards("joker-double 11-junk 03-junk")),
            id="a card of the stock, in its place",
        ),
        pytest.param(
            JOKER, "12-animal", "11-junk", JOKER._replace(drawn=cards("11-junk")), id="drawn"
        ),
        pytest.param(
            PLAYED, "12-animal", "11-junk", PLAYED._replace(played=cards("11-junk")), id="played"
        ),
        pytest.param(
            BOMB,
            "12-animal",
            "12-bright",
            BOMB._replace(played=cards("12-bright 12-ribbon 12-double")),
            id="a bomb's cards stay in order",
        ),
        pytest.param(
            BOMB,
            "12-double",
            "12-bright",
            BOMB._replace(played=cards("12-bright 12-animal 12-ribbon")),
            id="the last of a bomb comes first",
        ),
        pytest.param(
            TWICE,
            "03-junk",
            "03-ribbon",
            TWICE._replace(flipped=cards("03-ribbon")),
            id="of two alike, the one of the stock",
        ),
    ],
)
def test_a_card_laid_was_another(turn: Turn, old: str, new: str, said: Turn) -> None:
    assert laid_as(turn, card(old), card(new)) == said


@pytest.mark.parametrize("turn", [FLIPPED, JOKER, PLAYED, BOMB])
def test_a_card_that_was_not_laid_is_no_other(turn: Turn) -> None:
    with pytest.raises(ValueError, match="not in"):
        laid_as(turn, card("08-bright"), card("11-junk"))
