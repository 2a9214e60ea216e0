"""Photographs that show one whole deck: its cards are named together."""

import numpy as np
import pytest

from scorer.cards import DECK
from tests.vision.decks_seen import laid, look
from vision.boxes import Array
from vision.deck_photos import Photo
from vision.deck_together import ORDERS, Laid, named_together, told_by_looks
from vision.faces import CLASSES, NO_CARD, OUTPUTS, WHOLE

PLUM, CHERRY, PEONY = (CLASSES.index(f"{month}-junk") for month in ("02", "03", "06"))
PLACES = {face: WHOLE.index(face) for face in WHOLE}
"""Where the first card of a class lies in the order of the deck."""


def named(chances: Array, order: tuple[int, ...] = WHOLE) -> Array:
    return named_together(Laid(order, [], chances))


def sure_of(classes: Array, chance: float = 0.9) -> Array:
    """(n, OUTPUTS) chances of cards that are taken for these classes."""
    chances = np.full((len(classes), OUTPUTS), (1 - chance) / (OUTPUTS - 1))
    chances[np.arange(len(classes)), classes] = chance
    return chances


def mistaken(share: float, chance: float) -> Array:
    """Cards in the order of the deck, of which this share is taken for others."""
    rng = np.random.default_rng(4)
    taken = np.array(WHOLE)
    wrong = rng.permutation(len(taken))[: round(share * len(taken))]
    taken[wrong] = rng.choice(len(CLASSES), len(wrong))
    return sure_of(taken, chance)


@pytest.mark.parametrize(("share", "chance"), [(0.15, 0.6), (0.4, 0.4), (0.6, 0.3)])
def test_cards_that_lie_in_order_are_named_by_it_where_the_network_is_not_sure(
    share: float, chance: float
) -> None:
    assert (named(mistaken(share, chance)) == WHOLE).all()


def test_cards_exchanged_in_the_order_are_named_as_they_are_seen() -> None:
    lying = np.array(WHOLE)
    lying[[3, 30]] = lying[[30, 3]]
    assert (named(sure_of(lying, 0.999)) == lying).all()


def test_in_no_order_a_face_that_is_used_up_leaves_the_others() -> None:
    """Plain plums and cherries of an unusual print that look like its peonies."""
    order = np.random.default_rng(1).permutation(len(WHOLE))
    lying = np.array(WHOLE)[order]
    chances = sure_of(lying, 0.97)
    for true, second in ((PLUM, 0.3), (CHERRY, 0.25), (PEONY, 0.05)):
        for card in np.flatnonzero(lying == true):
            chances[card] = 0.005
            chances[card, true] = second
            chances[card, PEONY] = 0.6
    assert (named(chances) == lying).all()


def test_what_nothing_speaks_for_is_not_told() -> None:
    order = np.random.default_rng(1).permutation(len(WHOLE))
    lying = np.array(WHOLE)[order]
    chances = sure_of(lying, 0.97)
    unknown = int(np.flatnonzero(lying == CLASSES.index("08-bright"))[0])
    chances[unknown] = sure_of(np.array([CLASSES.index("01-bright")]), 0.9)[0]
    told = named(chances)
    assert told[unknown] == NO_CARD
    assert (np.delete(told, unknown) == np.delete(lying, unknown)).all()


def photographs(*taken: Array, chance: float = 0.9) -> list[Photo]:
    """Photographs of cards in rows, which are taken for these classes."""
    result = []
    for classes in taken:
        frame, quads = laid(list(range(len(classes))))
        seen = look(quads, classes, chance=chance)
        seen.probabilities[:] = sure_of(classes, chance)
        result.append(Photo(frame, seen))
    return result


def test_one_deck_in_two_photographs_is_named_together() -> None:
    taken = np.array(WHOLE)
    taken[[PLACES[PLUM], PLACES[CHERRY]]] = PEONY
    told = told_by_looks(photographs(taken[:24], taken[24:], chance=0.6))
    assert [face for _, faces in told for face in faces] == list(WHOLE)
    assert [len(boxes) for boxes, _ in told] == [24, 24]


def test_a_deck_photographed_again_and_one_more_picture_are_told_apart() -> None:
    """In the second picture of the whole deck other cards are taken for peonies."""
    first, again, more = np.array(WHOLE), np.array(WHOLE), np.array([PLUM, CHERRY])
    first[PLACES[PLUM]] = again[PLACES[CHERRY]] = PEONY
    told = told_by_looks(photographs(first[:30], first[30:], again, more, chance=0.6))
    faces = [faces for _, faces in told]
    assert faces[0] + faces[1] == list(WHOLE) == faces[2]
    assert faces[3] == [PLUM, CHERRY]


@pytest.mark.parametrize("order", ORDERS)
def test_the_order_may_be_that_of_the_faces_names(order: tuple[int, ...]) -> None:
    taken = np.array(order)
    taken[np.random.default_rng(2).permutation(48)[:12]] = PEONY
    seen = photographs(taken, chance=0.6)
    ((_, faces),) = told_by_looks(seen)
    assert faces == list(order)


def test_an_order_that_half_of_the_cards_lie_in_does_not_count() -> None:
    """As two orders have it that go month by month."""
    other = np.array(ORDERS[1])
    chances = sure_of(other, 0.95)
    chances[::5] = sure_of(other[::5], 0.5)
    assert 0.25 < np.mean(other == WHOLE) < 0.75
    assert (named(chances) == other).all()


def test_backs_and_jokers_beside_the_deck_are_learned_too() -> None:
    beside = [CLASSES.index(face) for face in ("back", "joker-double")]
    taken = np.array([*WHOLE, *beside])
    taken[PLACES[PLUM]] = PEONY
    ((boxes, faces),) = told_by_looks(photographs(taken, chance=0.6))
    assert faces == [*WHOLE, *beside]
    assert boxes == list(range(50))


def test_half_a_deck_photographed_twice_is_no_whole_one() -> None:
    half = np.array(WHOLE[:24])
    shuffled = [np.random.default_rng(seed).permutation(half) for seed in (1, 2)]
    told = told_by_looks(photographs(*shuffled))
    assert [faces for _, faces in told] == [each.tolist() for each in shuffled]


def test_a_card_too_few_and_each_is_what_it_is_taken_for() -> None:
    taken = np.array(WHOLE[:47])
    taken[PLACES[PLUM]] = PEONY
    ((_, faces),) = told_by_looks(photographs(taken))
    assert faces == taken.tolist()
    assert len(DECK) == len(WHOLE) == 48
