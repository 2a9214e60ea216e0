"""Dark pictures are brightened, bright ones are left alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.boxes import Array
from vision.brightness import MOST, PAPER, brightened, brightest

CLOTH, CARD = 20, 230


def table(paper: int, cards: int = 8) -> Array:
    """(480, 640, 3) uint8: white cards of 40 by 66 px on a cloth, all seen in this light."""
    frame = np.full((480, 640, 3), CLOTH, float)
    for k in range(cards):
        frame[40:106, 20 + 70 * k : 60 + 70 * k] = CARD
    return np.round(frame * paper / CARD).astype(np.uint8)


@pytest.mark.parametrize("paper", [PAPER, CARD, 255])
def test_a_picture_in_good_light_is_left_as_it_is(paper: int) -> None:
    frame = table(paper)
    assert brightened(frame) is frame


@pytest.mark.parametrize("paper", [40, 80, 120, 160])
def test_the_paper_of_dark_cards_becomes_as_bright_as_in_good_light(paper: int) -> None:
    seen = brightened(table(paper))
    assert seen[70, 40] == pytest.approx((PAPER,) * 3, abs=1)
    assert seen[200, 40] == pytest.approx((CLOTH * PAPER / CARD,) * 3, abs=3)


def test_one_card_on_a_black_cloth_is_no_dark_picture() -> None:
    frame = table(CARD, cards=1)
    assert brightened(frame) is frame


def test_what_is_brighter_than_paper_is_still_told_apart() -> None:
    """A lamp's glint on one card is too small to say how bright the picture is."""
    frame = table(80)
    frame[50:53, 30:33] = 200
    frame[60:63, 30:33] = 220
    seen = brightened(frame)
    assert PAPER < seen[51, 31, 0] < seen[61, 31, 0] <= 255


def test_of_a_black_picture_little_is_made() -> None:
    noise = np.random.default_rng(1).integers(0, 6, (480, 640, 3), np.uint8)
    assert brightened(noise).max() <= MOST * noise.max()


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_colours_become_no_darker_and_keep_their_order(blue: int, green: int, red: int) -> None:
    frame = np.full((16, 16, 3), (blue, green, red), np.uint8)
    seen = brightened(frame)
    assert brightest(seen) >= min(PAPER, MOST * brightest(frame)) / 1.05 - 1
    assert (seen >= frame).all()
    assert seen.shape == frame.shape
    assert seen.dtype == np.uint8
    assert (np.diff(seen[0, 0, np.argsort(frame[0, 0], kind="stable")].astype(int)) >= 0).all()
