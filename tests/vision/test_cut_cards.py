"""Cards that the picture's border cuts in two are told as whole ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.boxes import Array, corners, iou
from vision.cut_cards import completed
from vision.localizer import Located

SHAPE = (400, 600, 3)
WHOLE = [(100.0, 200.0, 40.0, 66.0, 0.0), (200.0, 200.0, 40.0, 66.0, 0.3)] * 3
"""Centre, size and turn of cards that lie in the picture."""

Box = tuple[float, float, float, float, float]


def told(*boxes: Box) -> Array:
    quads = corners(np.array([*WHOLE, *boxes]))
    located = completed(Located(quads, np.full(len(quads), 0.9)), SHAPE)
    assert np.array_equal(located.quads_px[: len(WHOLE)], quads[: len(WHOLE)])
    return np.asarray(located.quads_px[len(WHOLE) :])


def quad(box: Box) -> Array:
    return np.asarray(corners(np.array([box]))[0])


@pytest.mark.parametrize(
    ("found", "whole"),
    [
        ((300, 15, 40, 30, 0), (300, -3, 40, 66, 0)),  # its upper half is beyond the upper border
        ((300, 385, 40, 30, 0), (300, 403, 40, 66, 0)),
        ((15, 200, 30, 40, 0), (-3, 200, 66, 40, 0)),  # lies on its side
        ((590, 200, 20, 66, 0), (600, 200, 40, 66, 0)),  # half of its width is beyond
        ((300, 3, 66, 8, 0), (300, -13, 66, 40, 0)),  # a strip of it is seen
    ],
)
def test_half_a_card_is_drawn_out_beyond_the_border(found: Box, whole: Box) -> None:
    (box,) = told(found)
    assert iou(box, quad(whole)) > 0.99


def test_it_begins_with_a_short_side_as_all_boxes_do() -> None:
    for found in ((300.0, 15.0, 40.0, 30.0, 0.0), (590.0, 200.0, 20.0, 66.0, 0.0)):
        (box,) = told(found)
        assert np.linalg.norm(box[1] - box[0]) == pytest.approx(40, abs=0.1)


@pytest.mark.parametrize(
    "box",
    [
        (300, 34, 40, 66, 0),  # whole, at the border
        (300, 200, 40, 30, 0),  # half of a card, under another one
        (15, 15, 30, 30, 0),  # in the corner: either way may be the longer
        (300, 2, 40, 66, 0),  # was drawn out before
    ],
)
def test_others_stay_as_they_are(box: Box) -> None:
    assert told(box)[0] == pytest.approx(quad(box))


@given(st.floats(-40, 40))
def test_however_it_lies(degrees: float) -> None:
    turn = np.radians(degrees)
    down = 66 / 4 * np.array((-np.sin(turn), np.cos(turn)))
    (box,) = told((300 + down[0], down[1], 40, 33, turn))
    assert iou(box, quad((300, 0, 40, 66, turn))) > 0.99


def test_no_boxes_are_no_boxes() -> None:
    nothing = Located(np.zeros((0, 4, 2)), np.zeros(0))
    assert len(completed(nothing, SHAPE)) == 0
