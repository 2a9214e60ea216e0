"""Pictures with the cards outlined."""

import numpy as np
import pytest

from scorer.cards import card
from vision.boxes import corners
from vision.drawing import GROUND_BGR, LINE_BGR, drawn
from vision.evidence import Detection
from vision.faces import OUTPUTS


def seen(x: float, y: float, w: float) -> Detection:
    quad = corners(np.array([(x, y, w, w * 1.6, 0.2)]))[0]
    return Detection(card("01-bright"), 0.87, quad, 1.0, np.zeros(OUTPUTS))


def test_cards_are_outlined_on_a_copy() -> None:
    frame = np.zeros((200, 300, 3), np.uint8)
    picture = drawn(frame, [seen(150, 100, 60)])
    assert not frame.any()
    assert (picture == LINE_BGR).all(axis=2).sum() > 100
    assert picture.max() == 255  # the label


@pytest.mark.parametrize("place", [(-500, -500, 60), (0, 0, 60), (299, 199, 400), (50, 50, 1)])
def test_cards_may_reach_beyond_the_picture_or_be_tiny(place: tuple[float, float, float]) -> None:
    assert drawn(np.zeros((200, 300, 3), np.uint8), [seen(*place)]).shape == (200, 300, 3)


@pytest.mark.parametrize("x", [0, 100, 199])
def test_a_label_is_read_whole(x: int) -> None:
    picture = drawn(np.full((300, 200, 3), 255, np.uint8), [seen(x, 150, 180)])
    columns = np.nonzero((picture == GROUND_BGR).all(axis=2).any(axis=0))[0]
    assert 0.8 * 200 < np.ptp(columns) < 0.99 * 200


def test_no_cards_leave_the_picture_as_it_is() -> None:
    frame = np.full((20, 30, 3), 7, np.uint8)
    assert (drawn(frame, []) == frame).all()
