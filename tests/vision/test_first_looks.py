"""A table of which nobody said where it lies is guessed once enough cards lie open."""

from dataclasses import replace

import numpy as np

from tests.vision.table_seen import CRANE, SEATS, box, look
from vision.first_looks import ENOUGH_OPEN, MOST, first_looks, opened_px, table_of
from vision.looks import Look

DEALT = [box(CRANE, (150.0 + 80 * (k % 4), 200.0 + 100 * (k // 4))) for k in range(ENOUGH_OPEN)]
ALONG = np.array(((1.0, 0.0, 20.0), (0.0, 1.0, -10.0), (0.0, 0.0, 1.0)))


def along(seen: Look) -> Look:
    """The same table after the camera was moved."""
    there = [replace(each, quad_px=each.quad_px + ALONG[:2, 2]) for each in seen.detections]
    return replace(seen, detections=tuple(there), shift=ALONG)


def test_the_table_is_guessed_when_enough_cards_lie_open() -> None:
    assert table_of(look(1.0), SEATS) is None
    assert table_of(look(2.0, *DEALT[1:]), SEATS) is None
    enough = table_of(look(3.0, *DEALT), SEATS)
    assert enough is not None
    assert enough.seats == SEATS


def test_the_newest_looks_before_it_are_kept() -> None:
    waiting = first_looks()
    for k in range(MOST + 5):
        waiting.append(look(float(k)))
    assert [waiting[0].time_s, waiting[-1].time_s] == [5.0, MOST + 4.0]


def test_of_a_camera_that_was_moved_it_is_guessed_as_it_stood_at_first() -> None:
    there = look(1.0, *DEALT)
    assert np.allclose(opened_px(along(there)), opened_px(there))
    one, other = table_of(there, SEATS), table_of(along(there), SEATS)
    assert one is not None
    assert other is not None
    assert np.allclose(one.table_corners, other.table_corners)
