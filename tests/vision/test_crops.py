"""Cards cut out and set upright, and the plane that notes other cards and the picture's end."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.boxes import Array, corners
from vision.crops import (
    CLOSE,
    CROP_PX,
    GREY,
    MARGIN,
    OTHERS,
    OUTSIDE,
    card_crops,
    level_of,
    levels,
)

QUARTERS = ((30, 30, 220), (30, 220, 30), (220, 30, 30), (220, 220, 30))
"""Upper left, upper right, lower right, lower left."""
GROUND = (90, 90, 90)


def quad(x: float, y: float, w: float, h: float, degrees: float = 0.0) -> Array:
    """(4, 2) corners of a card about this centre, its upper left first."""
    (found,) = corners(np.array([(x, y, w, h, np.radians(degrees))]))
    return np.asarray(found)


def picture(card_px: Array, size: tuple[int, int] = (400, 300)) -> Array:
    """A grey picture with one card of four coloured quarters."""
    face = np.empty((216, 132, 3), np.uint8)
    for k, (row, column) in enumerate(((0, 0), (0, 1), (1, 1), (1, 0))):
        face[row * 108 : (row + 1) * 108, column * 66 : (column + 1) * 66] = QUARTERS[k]
    upright = np.array(((0, 0), (131, 0), (131, 215), (0, 215)), np.float32)
    way = cv2.getPerspectiveTransform(upright, card_px.astype(np.float32))
    frame = np.full((size[1], size[0], 3), GROUND, np.uint8)
    cover = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), way, size)
    frame[cover > 127] = cv2.warpPerspective(face, way, size)[cover > 127]
    return frame


def quarters(crop: Array) -> list[tuple[int, ...]]:
    """The colours in the middle of the four quarters of the card."""
    width, height = CROP_PX
    places = ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7))
    return [tuple(crop[round(y * height), round(x * width), :3].tolist()) for x, y in places]


@given(st.floats(-180, 180), st.floats(30, 90))
def test_a_card_comes_out_upright_however_it_lies(degrees: float, width: float) -> None:
    card = quad(200, 150, width, width * 1.64, degrees)
    (crop,) = card_crops(picture(card), card[None])
    assert crop.shape == (CROP_PX[1], CROP_PX[0], 4)
    assert quarters(crop) == [pytest.approx(colour, abs=12) for colour in QUARTERS]
    assert crop[3, 3, :3].tolist() == pytest.approx(GROUND)


def test_a_quad_begun_at_the_lower_edge_gives_the_card_upside_down() -> None:
    card = quad(200, 150, 60, 98, 20)
    (crop,) = card_crops(picture(card), np.roll(card, 2, axis=0)[None])
    assert quarters(crop) == [pytest.approx(c, abs=12) for c in (*QUARTERS[2:], *QUARTERS[:2])]


def test_the_card_leaves_a_margin_around_itself() -> None:
    low, high = CLOSE.corners()[0], CLOSE.corners()[2]
    assert low == pytest.approx(np.array(CROP_PX) * MARGIN - 0.5)
    assert high - low == pytest.approx(np.array(CROP_PX) * (1 - 2 * MARGIN))


def test_other_cards_are_noted_and_the_card_itself_is_not() -> None:
    card, other = quad(200, 150, 60, 98), quad(230, 150, 60, 98)
    first, second = card_crops(picture(card), np.stack((card, other)))[..., 3]
    assert first[72, 76] == OTHERS  # the right half of the first, the left half of the second
    assert first[72, 20] == 0
    assert second[72, 20] == OTHERS
    assert second[72, 76] == 0
    assert set(np.unique(first)) == {0, OTHERS}


def test_others_may_be_given_apart_from_the_cards_that_are_cut() -> None:
    card, other = quad(200, 150, 60, 98), quad(230, 150, 60, 98)
    (alone,) = card_crops(picture(card), card[None], np.zeros((0, 4, 2)))
    (beside,) = card_crops(picture(card), card[None], other[None])
    assert not alone[..., 3].any()
    assert beside[72, 76, 3] == OTHERS
    assert (alone[..., :3] == beside[..., :3]).all()


def test_cards_far_off_are_nobodys_others() -> None:
    card = quad(200, 150, 60, 98)
    far = card + np.array((150.0, 0.0))
    assert not card_crops(picture(card), card[None], far[None])[..., 3].any()


@pytest.mark.parametrize(("x", "y", "inside", "beyond"), [
    (0, 150, (72, 80), (72, 10)), (399, 150, (72, 10), (72, 80)), (200, 0, (130, 48), (10, 48)), (200, 299, (10, 48), (130, 48)),
])  # fmt: skip
def test_beyond_the_edge_of_the_picture_is_noted_and_grey(
    x: int, y: int, inside: tuple[int, int], beyond: tuple[int, int]
) -> None:
    (crop,) = card_crops(np.zeros((300, 400, 3), np.uint8), quad(x, y, 60, 98)[None])
    assert crop[inside].tolist() == [0, 0, 0, 0]
    assert crop[beyond].tolist() == [*GREY, OUTSIDE]


def test_a_card_wholly_outside_is_all_outside() -> None:
    (crop,) = card_crops(np.zeros((300, 400, 3), np.uint8), quad(-500, -500, 60, 98)[None])
    assert (crop == (*GREY, OUTSIDE)).all()


def test_a_large_card_is_cut_from_a_halved_picture() -> None:
    cards = np.stack([quad(700, 700, w, w * 1.64, 30) for w in (100, 200, 400)])
    assert level_of(cards).tolist() == [0, 1, 2]
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (1400, 1400, 3), np.uint8)
    spread = card_crops(noise, cards)[..., :3].std(axis=(1, 2, 3))
    assert spread[0] > 1.5 * spread[1] > 2 * spread[2]  # halving averages the noise away


@pytest.mark.parametrize("width", [250, 500])
def test_a_large_card_keeps_its_place_in_the_halved_picture(width: int) -> None:
    card = quad(640, 500, width, width * 1.64, 15)
    (crop,) = card_crops(picture(card, (1281, 1001)), card[None])
    assert quarters(crop) == [pytest.approx(colour, abs=12) for colour in QUARTERS]
    middle = crop[72, :, :3].astype(int)
    assert abs(middle[46] - middle[50]).max() > 100  # the border of the quarters, to two pixels


def test_pictures_are_halved_to_one_pixel_and_no_further() -> None:
    assert [p.shape[:2] for p in levels(np.zeros((3, 9, 3), np.uint8), 3)] == [
        (3, 9),
        (1, 4),
        (1, 2),
        (1, 1),
    ]


def test_no_cards_give_no_crops() -> None:
    crops = card_crops(np.zeros((300, 400, 3), np.uint8), np.zeros((0, 4, 2)))
    assert crops.shape == (0, CROP_PX[1], CROP_PX[0], 4)


def test_a_box_without_a_size_is_a_crop_all_the_same() -> None:
    point = np.full((1, 4, 2), 50.0)
    assert card_crops(np.zeros((300, 400, 3), np.uint8), point).shape == (1, 144, 96, 4)
