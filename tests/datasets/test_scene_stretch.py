"""Pictures that were made higher or lower after they were taken."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scene_cards import seen_cards
from scene_polygons import area_px
from scene_stretch import stretched, taken_size


@given(st.integers(0, 999))
def test_it_is_taken_with_as_many_pixels_and_at_most_so_much_higher(seed: int) -> None:
    width, height = taken_size((1280, 720), 0.5, np.random.default_rng(seed))
    assert width * height == pytest.approx(1280 * 720, rel=0.01)
    assert abs(np.log(height / width * 1280 / 720)) <= 0.5 + 0.01


@pytest.mark.parametrize("size_px", [(400, 400), (600, 200)])
def test_cards_stay_where_they_are_seen(size_px: tuple[int, int]) -> None:
    quad = np.array(((99.5, 49.5), (139.5, 49.5), (139.5, 109.5), (99.5, 109.5)))
    frame, owner = np.zeros((200, 400, 3), np.uint8), np.full((200, 400), -1, np.int16)
    owner[50:110, 100:140] = 0
    frame[owner == 0] = 255
    (card,) = seen_cards(["01-junk"], [quad], owner)
    picture, owners, (moved,) = stretched(frame, owner, (card,), size_px)
    assert picture.shape == (*size_px[::-1], 3)
    assert (picture[owners == 0] > 127).all()
    assert (owners == 0).sum() == pytest.approx(area_px(moved.quad_px), rel=0.01)
    rows, columns = np.nonzero(owners == 0)
    assert moved.quad_px.mean(axis=0) == pytest.approx((columns.mean(), rows.mean()), abs=0.3)
    assert (moved.face, moved.visible, moved.order) == ("01-junk", card.visible, card.order)
