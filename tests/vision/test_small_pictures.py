"""Small pictures: their levels, the light they are in, and the spots in them."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.small_pictures import (
    NO_COLOUR,
    beyond_a_pixel,
    brightness,
    fineness,
    large_spots,
    levels,
    median,
    relit,
    resized,
    small_of,
)


@pytest.mark.parametrize("shape", [(9, 7), (8, 7), (9, 8), (8, 8), (1, 1)])
def test_the_median_is_numpys(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(0).normal(0, 9, shape).astype(np.float32)
    assert median(values) == np.median(values)
    for axis in (0, 1):
        assert (median(values, axis) == np.median(values, axis=axis, keepdims=True)).all()


def even(*yuv: int) -> Array:
    """(3, 20, 30) uint8 a small picture that shows one thing."""
    return np.full((3, 20, 30), 0, np.uint8) + np.array(yuv, np.uint8)[:, None, None]


def test_levels_are_finer_in_the_dark() -> None:
    def step(bright: int) -> float:
        return float(
            (levels(even(bright + 4, 128, 128)) - levels(even(bright, 128, 128)))[0].mean()
        )

    assert step(128) == pytest.approx(4, rel=0.02)
    assert step(20) > 2.9 * step(128) > 4.5 * step(220)
    for bright in (20, 128, 220):
        (there,) = levels(even(bright, 128, 128))[:1]
        assert step(bright) / 4 == pytest.approx(float(fineness(there).mean()), rel=0.05)
        assert brightness(levels(even(bright, 90, 160))) == pytest.approx(bright, rel=1e-3)


def test_grey_has_no_colour_and_a_colour_counts_for_more() -> None:
    assert not levels(even(90, NO_COLOUR, NO_COLOUR))[1:].any()
    blue, red = levels(even(130, NO_COLOUR + 5, NO_COLOUR - 3))[1:, 0, 0]
    assert (blue, red) == pytest.approx((10, -6))


def test_another_light_and_another_white_are_taken_back() -> None:
    dice = np.random.default_rng(2)
    before = levels(dice.integers(40, 200, (3, 60, 80), np.uint8))
    now = before + np.array((30, 4, -6), np.float32)[:, None, None]
    now[0, 10:14] += 5  # a lamp that flickers
    now[:, 40:50, 40:50] += 70  # a hand
    off = np.abs(relit(now, before) - now)
    off[:, 40:50, 40:50] = 0
    assert off.max() < 0.1


def test_a_picture_is_made_small_and_no_larger() -> None:
    red = np.zeros((400, 640, 3), np.uint8)
    red[..., 2] = 200
    assert small_of(red).shape == (3, 200, 320)
    assert small_of(red[:10, :20]).shape == (3, 10, 20)
    assert (small_of(red)[:, 0, 0] > (50, 0, 200)).all()
    assert resized(red, (640, 400)) is red


def test_what_shook_by_a_pixel_is_not_beyond_one() -> None:
    before = np.random.default_rng(1).uniform(40, 80, (2, 180, 320)).astype(np.float32)
    now = np.roll(before, 1, axis=2)
    now[1, 100:110, 30:40] += 90
    beyond = beyond_a_pixel(now, before)[:, :, 2:-2]
    assert (beyond >= 0).all()
    assert beyond[1, 102:108, 30:36].min() > 45
    beyond[1, 98:112, 26:42] = 0
    assert not beyond.any()


def test_small_spots_and_those_off_the_border_are_left_out() -> None:
    spots = np.zeros((50, 80), bool)
    spots[:6, 10:16] = spots[20:30, 20:30] = spots[40, 40:43] = True
    found = large_spots(spots, 0.005)
    assert found.sum() == 36 + 100
    assert (
        large_spots(spots, 0.005, at_border=True) == (found & (np.arange(50) < 10)[:, None])
    ).all()
    assert not large_spots(np.zeros((5, 5), bool), 0.0).any()
