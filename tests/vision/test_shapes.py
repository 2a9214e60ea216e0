"""A picture in other shapes, and which of them looks like cards."""

import numpy as np
import pytest

from scorer.cards import BACK, FACES, Card
from vision.evidence import Detection
from vision.faces import OUTPUTS
from vision.shapes import MOST_PX, TIMES_AS_WIDE, as_cards, at_best, stretched


def test_a_square_is_brought_to_the_shapes_of_cameras() -> None:
    square = np.zeros((90, 90, 3), np.uint8)
    sizes = [stretched(square, times).frame_bgr.shape[1::-1] for times in TIMES_AS_WIDE]
    assert sizes == [(120, 90), (90, 120), (160, 90), (90, 160)]


@pytest.mark.parametrize("times", [16 / 9, 3 / 4])
@pytest.mark.parametrize("most_px", [MOST_PX, 5_000])
def test_what_is_found_in_another_shape_lies_where_it_is_in_the_picture(
    times: float, most_px: int
) -> None:
    frame = np.zeros((96, 144, 3), np.uint8)
    frame[40:50, 100:120] = 255
    view = stretched(frame, times, most_px)
    ys, xs = np.nonzero(view.frame_bgr[:, :, 0] > 127)
    middle = np.full((1, 4, 2), (xs.mean(), ys.mean()))
    assert view.back(middle)[0, 0] == pytest.approx((109.5, 44.5), abs=1)
    assert view.frame_bgr[:, :, 0].size <= max(most_px, frame[:, :, 0].size * 16 / 9) * 1.01
    height, width = view.frame_bgr.shape[:2]
    assert width / height == pytest.approx(times * 144 / 96, rel=0.03)


def seen(card: Card, confidence: float, long: float = 54) -> Detection:
    quad = np.array(((0, 0), (33, 0), (33, long), (0, long)), float)
    return Detection(card, confidence, quad, 1.0, np.zeros(OUTPUTS))


CRANE = FACES["01-bright"]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ([seen(CRANE, 0.95)] * 2, [seen(CRANE, 0.7)] * 3),
        ([seen(CRANE, 0.9)], [seen(BACK, 0.99)] * 2),
        ([seen(CRANE, 0.9)], [seen(CRANE, 0.9, 54 * 16 / 9)] * 9),
        ([seen(CRANE, 0.9)], [seen(CRANE, 0.9, 54 * 9 / 16)] * 9),
        ([seen(BACK, 0.9)], []),
    ],
    ids=["surely cards", "a face", "cards, not too long", "cards, not too short", "a back"],
)
def test_of_two_shapes_the_one_that_shows_cards_counts(
    more: list[Detection], less: list[Detection]
) -> None:
    assert as_cards(more) > as_cards(less)


def test_at_best_every_box_is_shaped_like_a_card() -> None:
    found = [seen(CRANE, 0.9, 90), seen(BACK, 0.8, 30)]
    assert as_cards(found) < at_best(found)
    cards = [seen(CRANE, 0.9), seen(BACK, 0.8)]
    assert as_cards(cards) == pytest.approx(at_best(cards)) == pytest.approx(at_best(found))
