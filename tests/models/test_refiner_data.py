"""What the refiner learns from: boxes as they are found, and where their cards lie."""

from pathlib import Path

import numpy as np
import pytest

from made_scenes import MadeScene
from refiner_data import MOST_BACKS, as_shown, cards_of, in_crop, samples
from scene_cards import SeenCard
from vision.boxes import Array, corners, iou
from vision.crops import WIDE
from vision.localizer import Located


def box(x: float, y: float, degrees: float = 0) -> Array:
    (quad,) = corners(np.array(((x, y, 40, 66, np.radians(degrees)),)))
    return np.asarray(quad)


def card(x: float, y: float, face: str = "01-bright", visible: float = 0.7) -> SeenCard:
    return SeenCard(face, box(x, y), visible, 0)


def scene(*cards: SeenCard) -> MadeScene:
    frame = np.full((400, 900, 3), 120, np.uint8)
    return MadeScene(Path("0.json"), frame, np.zeros((400, 900), np.int16), cards)


def found(*quads: Array) -> Located:
    return Located(np.array(quads), np.full(len(quads), 0.9))


@pytest.mark.parametrize(
    ("quad", "cards", "of"),
    [
        (box(104, 100), (card(100, 100), card(300, 100)), 0),
        (box(200, 100), (card(100, 100), card(300, 100)), None),  # on none
        (box(106, 100), (card(100, 100), card(112, 100)), None),  # of either
        (box(103, 100), (card(100, 100), card(120, 100)), 0),
        (box(100, 100), (card(100, 100, visible=0.1),), None),  # hardly to be seen
        (box(100, 100), (), None),
    ],
)
def test_a_box_is_of_the_card_it_clearly_agrees_with(
    quad: Array, cards: tuple[SeenCard, ...], of: int | None
) -> None:
    assert cards_of(quad[None], cards) == [None if of is None else cards[of]]


def test_a_box_in_the_right_place_has_its_card_where_crops_have_it() -> None:
    for quad in (box(100, 100), np.roll(box(100, 100), 2, axis=0)):
        assert in_crop(quad, card(100, 100)) == pytest.approx(WIDE.corners(), abs=0.01)


def test_a_box_too_far_left_has_its_card_on_the_right() -> None:
    corners_px = in_crop(box(96, 100), card(100, 100))
    tenth = 0.1 * WIDE.card_px[0]
    assert corners_px - WIDE.corners() == pytest.approx(np.tile((tenth, 0), (4, 1)), abs=0.01)


def test_boxes_are_shown_near_where_they_were_found() -> None:
    cards = [card(100, 100), None]
    quads = np.array((box(106, 104), box(300, 100)))
    agree = []
    for seed in range(60):
        boxes = as_shown(quads, cards, np.random.default_rng(seed))
        agree.append([iou(boxes[0], box(100, 100)), iou(boxes[1], quads[1])])
    assert np.mean(agree, axis=0)[0] > iou(quads[0], box(100, 100))  # now and then nearer
    assert np.min(agree) > 0.4


def test_each_box_of_a_card_is_taught_and_others_are_not() -> None:
    told = samples(
        scene(card(100, 100), card(300, 100)),
        found(box(104, 100), box(304, 100), box(600, 200)),
        np.random.default_rng(1),
    )
    assert len(told) == 2
    assert all(each.crop.shape == (112, 72, 4) for each in told)
    assert all(each.usual.shape == (2,) for each in told)
    assert not samples(scene(), found(box(1, 1)), np.random.default_rng(1))


def test_of_a_stock_only_so_many_backs_are_taught() -> None:
    backs = [card(40 + 45 * k, 100, "back") for k in range(MOST_BACKS + 5)]
    told = samples(scene(*backs), found(*(b.quad_px for b in backs)), np.random.default_rng(1))
    assert len(told) == MOST_BACKS


def test_to_be_measured_boxes_are_as_found_and_open_ones_are_in() -> None:
    some = [card(100, 100, visible=1.0), card(300, 100, visible=1.0)]
    told = samples(
        scene(*some), found(box(104, 100), box(300, 100)), np.random.default_rng(1), push=False
    )
    off = sorted(float(np.abs(each.corners_px - WIDE.corners()).max()) for each in told)
    assert off == pytest.approx([0, 0.1 * WIDE.card_px[0]], abs=0.01)
