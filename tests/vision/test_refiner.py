"""Boxes set right: what the network is shown, and what its moves mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.batches import BATCH, FEW
from vision.boxes import Array, corners
from vision.crops import WIDE
from vision.localizer import Located
from vision.refiner import MOST_OFF, Refiner, moved, shown, usual_sizes

FRAME = np.zeros((400, 600, 3), np.uint8)


def box(x: float, y: float, w: float = 40, h: float = 66, degrees: float = 0) -> Array:
    (quad,) = corners(np.array(((x, y, w, h, np.radians(degrees)),)))
    return np.asarray(quad)


def located(*quads: Array) -> Located:
    return Located(np.array(quads).reshape(-1, 4, 2), np.full(len(quads), 0.9))


# What moves mean


@given(st.floats(0, 360), st.floats(20, 90))
def test_without_moves_a_box_stays(degrees: float, width: float) -> None:
    quads = box(300, 200, width, 1.65 * width, degrees)[None]
    assert moved(quads, np.zeros((1, 5))) == pytest.approx(quads, abs=0.01)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ((0.1, 0, 0, 0, 0), box(304, 200)),  # a tenth of the width across
        ((0, -0.5, 0, 0, 0), box(300, 167)),  # half of the height up
        ((0, 0, np.log(1.5), 0, 0), box(300, 200, 60)),
        ((0, 0, 0, np.log(0.5), 0), box(300, 200, 40, 33)),
        ((0, 0, 0, 0, np.radians(10)), box(300, 200, degrees=10)),
    ],
)
def test_a_move_is_in_shares_of_the_card(move: tuple[float, ...], expected: Array) -> None:
    assert moved(box(300, 200)[None], np.array((move,)))[0] == pytest.approx(expected, abs=0.4)


def test_moves_go_along_the_card_however_it_lies() -> None:
    (found,) = moved(box(300, 200, degrees=90)[None], np.array(((0.1, 0, 0, 0, 0.0),)))
    assert found == pytest.approx(box(300, 204, degrees=90), abs=0.01)


# What it is told of sizes


def test_cards_of_one_size_are_as_usual() -> None:
    some = located(*(box(60 * k + 40, 100, degrees=7 * k) for k in range(8)))
    assert usual_sizes(some) == pytest.approx(np.zeros((8, 2)), abs=1e-6)


def test_a_box_cut_short_is_told_how_much_longer_cards_are() -> None:
    whole = [box(60 * k + 40, 100) for k in range(8)]
    told = usual_sizes(located(*whole, box(300, 180, 40, 50)))
    assert told[-1] == pytest.approx((0, np.log(66 / 50)), abs=1e-6)


def test_a_box_lying_down_is_told_the_same() -> None:
    whole = [box(60 * k + 40, 100) for k in range(8)]
    upright, lying = box(300, 180, 40, 50), box(300, 180, 50, 40)
    told = [usual_sizes(located(*whole, each))[-1] for each in (upright, lying)]
    assert told[0] == pytest.approx(told[1])


def test_near_cards_count_more_than_far_ones() -> None:
    near = [box(40 + 45 * k, 50) for k in range(3)]
    far = [box(40 + 45 * k, 2000, 20, 33) for k in range(4)]
    assert usual_sizes(located(*near, *far, box(100, 120)))[-1] == pytest.approx((0, 0), abs=1e-6)


def test_no_box_is_told_of_more_than_so_much() -> None:
    whole = [box(60 * k + 40, 100) for k in range(8)]
    assert usual_sizes(located(*whole, box(300, 180, 4, 6)))[-1].tolist() == [MOST_OFF, MOST_OFF]


# What the network is shown


def test_it_is_shown_the_crop_and_what_is_usual() -> None:
    crops = np.full((2, *WIDE.size_px[::-1], 4), 255, np.uint8)
    told = shown(crops, np.array(((0.0, 0.25), (-0.5, 0.5))))
    assert told.dtype == np.uint8
    assert told.shape == (2, 112, 72, 6)
    assert (told[..., :4] == 255).all()
    assert told[:, 5, 5, 4:].tolist() == [[128, 191], [0, 255]]


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (1, [FEW]), (BATCH, [BATCH]), (BATCH + 3, [BATCH, FEW])]
)
def test_every_box_is_refined_once_and_keeps_its_sureness(count: int, sizes: list[int]) -> None:
    shapes = []

    def net(crops: Array) -> tuple[Array, ...]:
        shapes.append(crops.shape)
        return (np.tile(np.array((0.1, 0, 0, 0, 0), np.float32), (len(crops), 1)),)

    some = located(*(box(50 + 45 * k, 100) for k in range(count)))
    found = Refiner(net).refine(FRAME, some)
    assert found.confidences.tolist() == some.confidences.tolist()
    expected = [box(54 + 45 * k, 100) for k in range(count)]
    assert found.quads_px == pytest.approx(np.array(expected).reshape(-1, 4, 2), abs=0.01)
    assert shapes == [(size, 112, 72, 6) for size in sizes]
