"""A box as large as the cards beside it, and found as surely, holds a card whatever it shows."""

import numpy as np
import pytest

from vision.boxes import corners
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.vouched import CARD, FEWEST, vouched

BACK, CRANE = CLASSES.index("back"), CLASSES.index("01-bright")
CARDS = 4


def card_chance(
    size: tuple[float, float] = (40, 66), box: float = 0.9, chance: float = 0.1, cards: int = CARDS
) -> float:
    """Of a doubted box beside so many sure cards of 40 by 66 px: that it holds one, afterwards."""
    lie = [(60.0 * i, 50, 40, 66, 0) for i in range(cards)] + [(60.0 * cards, 50, *size, 0.2)]
    told = np.zeros((cards + 1, OUTPUTS))
    told[:cards, CRANE], told[:cards, NO_CARD] = 0.99, 0.01
    told[cards, [BACK, CRANE, NO_CARD]] = 0.75 * chance, 0.25 * chance, 1 - chance
    located = Located(corners(np.array(lie)), np.array([0.9] * cards + [box]))
    zeros = np.zeros(cards + 1)
    seen = vouched(located, Recognised(told, zeros, np.zeros((cards + 1, 128)))).probabilities
    assert np.array_equal(seen[:cards], told[:cards])
    assert seen[cards].sum() == pytest.approx(1)
    assert seen[cards, BACK] == pytest.approx(3 * seen[cards, CRANE])
    return float(1 - seen[cards, NO_CARD])


@pytest.mark.parametrize("size", [(40, 66), (38, 66), (66, 41)])
@pytest.mark.parametrize("chance", [0.02, 0.5, 0.89])
def test_it_is_believed_to_hold_one(size: tuple[float, float], chance: float) -> None:
    assert card_chance(size, chance=chance) == pytest.approx(CARD)


@pytest.mark.parametrize("size", [(40, 50), (50, 82), (30, 50), (20, 66)])
def test_what_has_another_size_or_shape_is_asked_what_it_shows(size: tuple[float, float]) -> None:
    assert card_chance(size) == pytest.approx(0.1)


def test_so_is_what_is_hardly_found() -> None:
    assert card_chance(box=0.7) == pytest.approx(0.1)


def test_and_where_too_few_cards_tell_how_large_they_are() -> None:
    assert card_chance(cards=FEWEST) == pytest.approx(CARD)
    assert card_chance(cards=FEWEST - 1) == pytest.approx(0.1)


def test_what_shows_a_card_anyway_stays_as_sure_as_it_was() -> None:
    assert card_chance(chance=0.97) == pytest.approx(0.97)


def test_nothing_is_nothing() -> None:
    none = Recognised(np.zeros((0, OUTPUTS)), np.zeros(0), np.zeros((0, 128)))
    assert vouched(Located(np.zeros((0, 4, 2)), np.zeros(0)), none) is none
