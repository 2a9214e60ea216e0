"""A picture taken from the side, brought to what is seen from above."""

import cv2
import numpy as np
import pytest

from scene_camera import Camera, look_down
from vision.boxes import Array
from vision.calibration import CARD_MM
from vision.levelled import MOST_LARGER, levelled, tilt_deg

SIZE = (1280, 720)


def seen_by(camera: Camera, turn_deg: float = 0.0) -> Array:
    """(20, 4, 2) px of cards in rows, each turned by so much more than the one before."""
    half = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * CARD_MM / 2
    quads = []
    for i in range(20):
        a = np.radians(turn_deg * i)
        turned = half @ np.array(((np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))))
        at = np.array((i % 5 - 2, i // 5 - 1.5)) * 75
        quads.append(camera.project(np.column_stack((turned + at, np.zeros(4)))))
    return np.array(quads)


def boxed(quads_px: Array) -> Array:
    """(n, 4, 2) the rectangles that a detector has about them."""
    return np.array([cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))) for quad in quads_px])


def aslant(tilt: float, towards_deg: float = 20.0) -> Camera:
    return look_down(SIZE, card_width_px=60, tilt_deg=tilt, towards_deg=towards_deg, focal=0.9)


@pytest.mark.parametrize("tilt", [25, 35, 45])
@pytest.mark.parametrize("turn_deg", [0, 17])
def test_cards_seen_from_the_side_are_cards_again(tilt: float, turn_deg: float) -> None:
    true = seen_by(aslant(tilt), turn_deg)
    frame = np.full((SIZE[1], SIZE[0], 3), 255, np.uint8)
    level = levelled(frame, boxed(true), true)
    assert level is not None
    to_level = np.linalg.inv(level.homography)
    quads = cv2.perspectiveTransform(true.reshape(1, -1, 2), to_level).reshape(-1, 4, 2)
    short, long = (np.linalg.norm(quads[:, k] - quads[:, k - 1], axis=1) for k in (1, 2))
    was = np.linalg.norm(true[:, 1] - true[:, 0], axis=1)
    assert np.ptp(was) / was.mean() > 0.25
    assert long / short == pytest.approx(np.full(20, 54 / 33), rel=0.1)
    assert short == pytest.approx(np.full(20, np.median(short)), rel=0.1)
    inside = (quads.reshape(-1, 2) >= 0) & (quads.reshape(-1, 2) < level.frame_bgr.shape[1::-1])
    assert inside.all()
    assert (
        level.frame_bgr.shape[0] * level.frame_bgr.shape[1]
        <= 1.01 * MOST_LARGER * frame[..., 0].size
    )
    assert level.back(quads) == pytest.approx(true, abs=1e-6)


@pytest.mark.parametrize("higher", [0.67, 0.75, 1.33, 1.5])
@pytest.mark.parametrize("tilt", [3, 20])
def test_cards_of_a_stretched_picture_are_cards_again(higher: float, tilt: float) -> None:
    true = seen_by(aslant(tilt), 17) * (1, higher)
    frame = np.full((round(SIZE[1] * higher), SIZE[0], 3), 255, np.uint8)
    level = levelled(frame, boxed(true), true)
    assert level is not None
    to_level = np.linalg.inv(level.homography)
    quads = cv2.perspectiveTransform(true.reshape(1, -1, 2), to_level).reshape(-1, 4, 2)
    short, long = (np.linalg.norm(quads[:, k] - quads[:, k - 1], axis=1) for k in (1, 2))
    assert long / short == pytest.approx(np.full(20, 54 / 33), rel=0.1)


@pytest.mark.parametrize("tilt", [0, 5])
def test_what_is_seen_from_above_stays(tilt: float) -> None:
    true = seen_by(aslant(tilt))
    assert levelled(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), boxed(true), true) is None


def test_a_few_cards_tell_nothing() -> None:
    true = seen_by(aslant(40))[:3]
    assert levelled(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), boxed(true), true) is None


@pytest.mark.parametrize("tilt", [0, 30, 60])
def test_the_tilt_is_told_by_how_round_things_look(tilt: float) -> None:
    c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    turn = np.array(((1, 0, 0), (0, c, -s), (0, s, c)))
    lens = np.array(((9000.0, 0, 640), (0, 9000.0, 360), (0, 0, 1)))
    to_mm = np.linalg.inv(lens @ np.column_stack((turn[:, 0], turn[:, 1], (0, 0, 9000.0))))
    middle = np.array((640.0, 360.0)) + np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)))
    assert tilt_deg(to_mm, middle[None]) == pytest.approx(tilt, abs=0.2)
