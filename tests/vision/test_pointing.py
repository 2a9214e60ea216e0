"""Where hands point: what the network is shown, and how its answer is read."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.pointing import PLANES, STEP_PX, Pointer, border, planes, pointed

WIDTH, HEIGHT = 320, 180
NONE = -6.0


def answer(*arms: tuple[float, float, float, float, float]) -> Array:
    """An answer that tells of arms: log odds, tip x and y in px, and x and y along the arm."""
    told = np.zeros((5, HEIGHT // STEP_PX, WIDTH // STEP_PX))
    told[0] = NONE
    for odds, x, y, along, down in arms:
        off = (np.array((x, y)) + 0.5) / STEP_PX
        column, row = off.astype(int)
        told[0, row, column] = odds
        told[1:3, row, column] = off - (column + 0.5, row + 0.5)
        told[3:, row, column] = along, down
    return told


def test_tip_and_foot_of_each_arm_the_surest_first() -> None:
    told = answer((1.0, 100.0, 50.0, 0.0, -1.0), (3.0, 201.3, 120.6, 0.6, 0.8))
    first, second = pointed(told, WIDTH, HEIGHT)
    assert first.tip == pytest.approx((201.3, 120.6))
    assert first.foot == pytest.approx((201.3 + 0.75 * 58.4, 179.0))
    assert second.tip == pytest.approx((100.0, 50.0))
    assert second.foot == pytest.approx((100.0, 0.0))


def test_what_is_hardly_a_tip_is_none_and_beside_a_tip_is_no_other() -> None:
    assert pointed(answer((-1.0, 100.0, 50.0, 0.0, 1.0)), WIDTH, HEIGHT) == ()
    beside = answer((2.0, 100.0, 50.0, 0.0, 1.0), (1.0, 108.0, 54.0, 0.0, 1.0))
    assert [each.tip[0] for each in pointed(beside, WIDTH, HEIGHT)] == pytest.approx([100.0])
    apart = answer((2.0, 100.0, 50.0, 0.0, 1.0), (1.0, 124.0, 50.0, 0.0, 1.0))
    assert len(pointed(apart, WIDTH, HEIGHT)) == 2


@pytest.mark.parametrize(
    ("tip", "way", "end"),
    [
        ((100, 50), (0, 1), (100, 179)),
        ((100, 50), (-2, 0), (0, 50)),
        ((100, 50), (3, -3), (150, 0)),
        ((100, 50), (0, 0), (100, 50)),
        ((400, 50), (0, 0), (319, 50)),
        ((400, 50), (1, 0), (319, 50)),
    ],
)
def test_where_a_way_ends_at_the_border(
    tip: tuple[float, float], way: tuple[float, float], end: tuple[float, float]
) -> None:
    found = border(np.array(tip, float), np.array(way, float), WIDTH, HEIGHT)
    assert found == pytest.approx(end)


def test_the_network_is_shown_the_picture_and_what_the_gate_knows_of_it() -> None:
    small = np.broadcast_to(np.array((90, 120, 130), np.uint8)[:, None, None], (3, 4, 6))
    since_s = np.array([[10.0, 9.7, 0.0, 10.0, 10.0, 10.0]] * 4)
    change = np.array([[0.0, 20.0, 500.0, 0.0, 0.0, 0.0]] * 4)
    shown = planes(small, change, since_s, np.full((4, 6), 88.0), 10.0)
    assert shown.shape == (PLANES, 4, 6)
    assert shown.dtype == np.uint8
    assert shown[:3, 0, 0].tolist() == [90, 120, 130]
    assert shown[3, 0, :3].tolist() == [0, 40, 255]
    assert shown[4, 0, :3].tolist() == [255, 93, 0]
    assert shown[5, 0, 0] == 88


def test_a_pointer_asks_its_network() -> None:
    asked: list[Array] = []

    def net(planes: Array) -> tuple[Array, ...]:
        asked.append(planes)
        return (answer((2.0, 100.0, 50.0, 0.0, 1.0))[None],)

    (arm,) = Pointer(net)(np.full((PLANES, HEIGHT, WIDTH), 7, np.uint8))
    assert arm.foot == pytest.approx((100.0, 179.0))
    assert asked[0].shape == (1, PLANES, HEIGHT, WIDTH)
    assert asked[0].dtype == np.float32
