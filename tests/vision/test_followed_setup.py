"""A setup goes with its camera, and a person is told once."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.followed_setup import LOST_LOOKS, FollowedSetup
from vision.looks import Look
from vision.setup import Setup, Zone

SQUARE = ((0.0, 0.0), (900.0, 0.0), (900.0, 600.0), (0.0, 600.0))
SETUP = Setup(
    "home",
    (1800, 1200),
    ((0.0, 0.0), (1800.0, 0.0), (1800.0, 1200.0), (0.0, 1200.0)),
    (900.0, 600.0),
    (Zone("pot", None, SQUARE),),
    ("A", "B"),
    "matgo",
)
ALONG = np.array(((1, 0, 20), (0, 1, -10), (0, 0, 1)), float)
POINT = np.array(((400.0, 300.0),))


def look(shift: Array | None = None, lost: bool = False, glance: bool = False) -> Look:
    return Look(83.4, 80.0, (1800, 1200), (), (), glance, shift, lost)


def test_millimetres_go_with_the_camera() -> None:
    followed = FollowedSetup(SETUP)
    told, places = [], []
    for shift in (None, ALONG, ALONG.copy(), 2 * ALONG / 2, None):
        told += list(followed.see(look(shift)))
        places.append(followed.calibration.to_mm(POINT, (1800, 1200))[0])
    assert told == ["the camera was moved at 83 s; the setup was moved with it"]
    assert np.allclose(places[0], (200, 150))
    assert np.allclose(places[1:4], (190, 155))
    assert np.allclose(places[4], (200, 150))


def test_points_are_told_as_the_first_picture_showed_them() -> None:
    assert np.array_equal(look().as_first(POINT), POINT)
    assert np.allclose(look(ALONG).as_first(POINT), ((380, 310),))


@pytest.mark.parametrize(
    ("looks", "remarks"),
    [
        ([look(lost=True)] * (LOST_LOOKS - 1), 0),
        ([look(lost=True)] * (2 * LOST_LOOKS), 1),
        ([look(lost=True)] * (LOST_LOOKS - 1) + [look()] + [look(lost=True)], 0),
        ([look(lost=True), look(lost=True, glance=True)] * (LOST_LOOKS - 1), 0),
    ],
    ids=["not long", "long", "found again", "glances count for nothing"],
)
def test_a_camera_that_is_lost_for_long_is_told(looks: list[Look], remarks: int) -> None:
    followed = FollowedSetup(SETUP)
    told = [says for each in looks for says in followed.see(each)]
    assert len(told) == remarks
    assert all(each.startswith("where the camera is cannot be told from 83 s on") for each in told)
