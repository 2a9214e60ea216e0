"""Boxes at an angle."""

import numpy as np
import pytest

from vision.boxes import Array, corners, iou, portrait, short_sides, without_doubles

CARD = (100.0, 80.0, 33.0, 54.0, 0.3)


def boxes(*rows: tuple[float, ...]) -> Array:
    return np.array(rows, float)


def test_corners_are_clockwise_on_screen_and_keep_the_size() -> None:
    (quad,) = corners(boxes(CARD))
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    assert sides == pytest.approx([33, 54, 33, 54])
    ahead, back = quad[1] - quad[0], quad[2] - quad[1]
    assert ahead[0] * back[1] - ahead[1] * back[0] > 0  # y points down: a right turn
    assert quad.mean(axis=0) == pytest.approx(CARD[:2])


def test_iou_of_known_shapes() -> None:
    square = corners(boxes((5, 5, 10, 10, 0)))[0]
    assert iou(square, square) == pytest.approx(1)
    assert iou(square, square + np.array((5, 0))) == pytest.approx(1 / 3)
    assert iou(square, square + np.array((30, 0))) == 0
    cross = corners(boxes((0, 0, 30, 10, 0), (0, 0, 30, 10, np.pi / 2)))
    assert iou(cross[0], cross[1]) == pytest.approx(100 / 500)


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.5, 3.0, -2.0])
def test_portrait_quads_begin_with_a_shorter_side_and_stay_clockwise(turn: float) -> None:
    lying = corners(boxes((50, 40, 54, 33, turn), (50, 40, 33, 54, turn)))
    stood = portrait(lying)
    assert np.linalg.norm(stood[:, 1] - stood[:, 0], axis=1) == pytest.approx(33)
    assert np.linalg.norm(stood[:, 2] - stood[:, 1], axis=1) == pytest.approx(54)
    assert (stood[1] == lying[1]).all()
    assert (stood[0] == np.roll(lying[0], -1, axis=0)).all()
    assert portrait(np.zeros((0, 4, 2))).shape == (0, 4, 2)


def test_short_sides_are_the_same_however_a_card_lies() -> None:
    lying = corners(boxes((50, 40, 54, 33, 0.2), (50, 40, 33, 54, 1.2)))
    assert short_sides(lying) == pytest.approx([33, 33])
    assert short_sides(np.zeros((0, 4, 2))).shape == (0,)


@pytest.mark.parametrize("half_turns", [0, 1, -1])
def test_a_card_is_a_double_of_itself_either_way_up(half_turns: int) -> None:
    turned = (*CARD[:4], CARD[4] + half_turns * np.pi)
    sides_swapped = (*CARD[:2], CARD[3], CARD[2], CARD[4] + np.pi / 2)
    kept = without_doubles(
        corners(boxes(CARD, turned, sides_swapped)), np.array((0.9, 0.8, 0.7)), 0.7
    )
    assert kept.tolist() == [0]


def test_of_doubles_the_surest_stays_and_neighbours_stay() -> None:
    found = boxes(CARD, (101, 80, 33, 54, 0.3), (100 + 16, 80, 33, 54, 0.3))
    kept = without_doubles(corners(found), np.array((0.6, 0.9, 0.5)), 0.7)
    assert kept.tolist() == [1, 2]


def test_boxes_without_a_size_are_no_doubles_and_no_error() -> None:
    points = boxes((5, 5, 0, 0, 0), (90, 90, 0, 0, 0))
    assert sorted(without_doubles(corners(points), np.array((0.9, 0.8)), 0.7).tolist()) == [0, 1]
    assert iou(corners(points)[0], corners(points)[0]) == 0


def test_nothing_found_is_nothing_kept() -> None:
    assert without_doubles(np.zeros((0, 4, 2)), np.zeros(0), 0.7).tolist() == []
