"""Faces and the deck (section A of the rules matrix)."""

import pickle
from collections import Counter

import pytest

from scorer.cards import DECK, FACES, JOKERS, Kind, card, cards, in_order, too_many, without
from scorer.errors import BadCard


def test_the_deck() -> None:
    """A1, A2: 48 cards; 5 brights, 9 animals, 10 ribbons, 24 junk; four of each month."""
    assert len(DECK) == 48
    assert Counter(each.kind for each in DECK) == {
        Kind.BRIGHT: 5, Kind.ANIMAL: 9, Kind.RIBBON: 10, Kind.JUNK: 24,
    }  # fmt: skip
    assert set(Counter(each.month for each in DECK).values()) == {4}
    assert len(FACES) == 41


def test_doubles_and_jokers() -> None:
    """A3, A4, A8: the doubles of 11 and 12 are worth two, the jokers two, three and one."""
    assert [each.junk for each in cards("11-double 12-double")] == [2, 2]
    assert [each.junk for each in JOKERS] == [2, 3, 1]
    assert all(each.is_joker for each in JOKERS)
    assert not any(each.is_joker for each in DECK)


def test_a_card_is_its_face() -> None:
    junk = card("01-junk")
    assert junk is card(str(junk))
    assert eval(repr(junk), {"card": card}) is junk
    assert pickle.loads(pickle.dumps(junk)) is junk


@pytest.mark.parametrize(
    ("face", "says"),
    [
        ("01-brigth", "unknown face '01-brigth': expected MM-kind, did you mean 01-bright"),
        ("?", "unknown face '?': expected MM-kind such as 01-bright or 11-double"),
        ("x" * 99, "unknown face 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: expected MM-kind such"),
        (["01-bright"], "unknown face ['01-bright']: expected"),
    ],
)
def test_unknown_faces(face: str, says: str) -> None:
    with pytest.raises(BadCard) as caught:
        card(face)
    assert str(caught.value).startswith(says)


def test_piles_are_multisets() -> None:
    pile = cards("02-junk 01-junk 02-junk")
    assert in_order(pile) == cards("01-junk 02-junk 02-junk")
    assert without(pile, card("02-junk")) == cards("01-junk 02-junk")
    assert too_many(pile) == ()
    assert too_many(cards("01-bright 01-bright 02-junk 02-junk 02-junk")) == cards(
        "01-bright 02-junk"
    )
    with pytest.raises(ValueError, match="not in"):
        without(pile, card("03-junk"))
