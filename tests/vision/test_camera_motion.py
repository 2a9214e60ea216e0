"""A bumped camera: noticed, measured, and not confused with cards and hands that move."""

import cv2
import numpy as np
import pytest

from vision.boxes import Array
from vision.camera_motion import CameraWatch, Shift, reference_of, shift_of

SIZE = (1280, 720)
CORNERS = np.array((((0, 0), (1280, 0), (1280, 720), (0, 720)),), float)


def table(seed: int = 1) -> Array:
    """A cloth with a pattern and a few dozen cards on it."""
    rng = np.random.default_rng(seed)
    cloth = cv2.GaussianBlur(rng.integers(0, 256, (720, 1280, 3), np.uint8), (0, 0), 4)
    frame: Array = cv2.convertScaleAbs(cloth, alpha=4, beta=-400)
    for _ in range(40):
        _card(frame, rng)
    return frame


def _card(frame: Array, rng: np.random.Generator, lowest: int = 650) -> None:
    x, y = int(rng.integers(0, 1230)), int(rng.integers(0, lowest))
    face = rng.integers(0, 256, (7, 4, 3), np.uint8)
    frame[y : y + 70, x : x + 40] = np.repeat(np.repeat(face, 10, axis=0), 10, axis=1)


def played_on(frame: Array, seed: int = 2) -> Array:
    """The same table later: ten cards more, a hand, other light and a noisy sensor."""
    rng = np.random.default_rng(seed)
    later: Array = frame.copy()
    for _ in range(10):
        _card(later, rng)
    cv2.ellipse(later, (500, 720), (110, 330), 15, 0, 360, (120, 150, 200), -1)
    light = cv2.convertScaleAbs(later, alpha=0.9, beta=12).astype(float)
    return np.clip(light + rng.normal(0, 4, later.shape), 0, 255).astype(np.uint8)


def knocked(dx: float, dy: float, turn_deg: float, zoom: float = 1.0, lean: float = 0.0) -> Array:
    """(3, 3) px to px."""
    homography = np.eye(3)
    homography[:2] = cv2.getRotationMatrix2D((640, 360), turn_deg, zoom)
    homography[:2, 2] += dx, dy
    homography[2, 0] = lean / 1280
    return homography


def shift_by(homography: Array, later: Array, before: Array) -> Shift | None:
    seen = cv2.warpPerspective(later, homography, SIZE, borderMode=cv2.BORDER_REPLICATE)
    return shift_of(reference_of(before), seen)


@pytest.mark.parametrize(
    "homography",
    [
        knocked(8, 0, 0),
        knocked(-30, 20, 1),
        knocked(0, 0, 4),
        knocked(0, 0, 0, zoom=1.03),
        knocked(90, -60, 10, zoom=0.95),
        knocked(20, 10, 2, lean=0.04),
        knocked(0, 0, 35),
    ],
    ids=["along", "along and turned", "turned", "nearer", "far", "tilted", "far turned"],
)
def test_a_moved_camera_is_measured_while_cards_and_hands_move(homography: Array) -> None:
    before = table()
    shift = shift_by(homography, played_on(before), before)
    assert shift is not None
    true = cv2.perspectiveTransform(CORNERS, homography)
    off = cv2.perspectiveTransform(CORNERS, shift.homography) - true
    assert np.linalg.norm(off, axis=2).max() < 4
    went = np.linalg.norm(true - CORNERS, axis=2).max()
    assert shift.corners_px == pytest.approx(went, abs=4)


@pytest.mark.parametrize("homography", [np.eye(3), knocked(-30, 20, 1)], ids=["still", "moved"])
def test_the_grain_of_a_bare_table_tells_more_than_the_cards_laid_on_it(homography: Array) -> None:
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (720, 1280, 1)), (0, 0), 1.5)
    bare = np.clip(grain[..., None] / grain.std() * 6 + (60, 110, 170), 0, 255).astype(np.uint8)
    laid: Array = bare.copy()
    for _ in range(40):
        _card(laid, rng)
    shift = shift_by(homography, laid, bare)
    assert shift is not None
    off = cv2.perspectiveTransform(CORNERS, shift.homography @ np.linalg.inv(homography)) - CORNERS
    assert np.linalg.norm(off, axis=2).max() < 6


def test_a_still_camera_did_not_move() -> None:
    before = table()
    for later in (before, played_on(before)):
        shift = shift_of(reference_of(before), later)
        assert shift is not None
        assert shift.corners_px < 2


def test_cards_that_all_moved_one_way_are_no_moved_camera() -> None:
    before = table()
    later = before.copy()
    later[100:300, 130:530] = before[100:300, 100:500]
    shift = shift_of(reference_of(before), later)
    assert shift is not None
    assert shift.corners_px < 2


@pytest.mark.parametrize(
    "later",
    [table(seed=9), np.full((720, 1280, 3), 90, np.uint8), np.zeros((720, 1280, 3), np.uint8)],
    ids=["another table", "a plain one", "a covered lens"],
)
def test_what_shows_nothing_of_the_table_tells_nothing(later: Array) -> None:
    assert shift_of(reference_of(table()), later) is None
    assert shift_of(reference_of(later), table()) is None


def test_what_matches_in_one_corner_only_does_not_decide() -> None:
    before, later = table(), table(seed=9)
    later[:200, :330] = before[100:300, 100:430]
    assert shift_of(reference_of(before), later) is None


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="640x360 px: expected the size of the reference"):
        shift_of(reference_of(table()), np.zeros((360, 640, 3), np.uint8))


def seen_by(homography: Array, later: Array) -> Array:
    return cv2.warpPerspective(later, homography, SIZE, borderMode=cv2.BORDER_REPLICATE)


def test_a_watch_tells_where_the_camera_is_from_picture_to_picture() -> None:
    watch, before = CameraWatch(), table()
    there, plain = knocked(-30, 20, 1), np.full((720, 1280, 3), 90, np.uint8)
    shifts = []
    for frame, lost in (
        (before, False),
        (played_on(before), False),
        (seen_by(there, played_on(before)), False),
        (seen_by(there, played_on(before, 3)), False),
        (plain, True),
        (seen_by(there, played_on(before, 3)), False),
        (played_on(before, 4), False),
    ):
        watch.step(frame)
        assert watch.lost is lost
        shifts.append(watch.shift)
    assert shifts[0] is shifts[1] is shifts[6] is None
    first = shifts[2]
    assert first is not None
    off = cv2.perspectiveTransform(CORNERS, first @ np.linalg.inv(there)) - CORNERS
    assert np.linalg.norm(off, axis=2).max() < 4
    assert all(each is first for each in shifts[3:6]), "what is measured once stands"


def test_a_watch_begins_anew_where_pictures_have_another_size() -> None:
    watch = CameraWatch()
    watch.step(table())
    watch.step(seen_by(knocked(-30, 20, 1), table()))
    assert watch.shift is not None
    watch.step(table()[:360, :640])
    assert watch.shift is None
    assert not watch.lost


def bare(seed: int) -> Array:
    """A plain cloth with a stock, a glass and, by the seed, some cards on it."""
    rng = np.random.default_rng(seed)
    frame = np.full((720, 1280, 3), (90, 150, 160), np.uint8)
    for x, y in ((380, 320), (860, 590)):
        face = np.random.default_rng(0).integers(0, 256, (7, 4, 3), np.uint8)
        frame[y : y + 70, x : x + 40] = np.repeat(np.repeat(face, 10, axis=0), 10, axis=1)
    for _ in range(10):
        _card(frame, rng, 230)
    return np.clip(frame + rng.normal(0, 3, frame.shape), 0, 255).astype(np.uint8)


def test_on_a_bare_table_a_camera_that_stays_is_not_lost() -> None:
    watch = CameraWatch()
    for seed in range(1, 6):
        watch.step(bare(seed))
        assert (watch.shift, watch.lost) == (None, False)


@pytest.mark.parametrize("homography", [knocked(9, 0, 0), knocked(-30, 20, 1), knocked(0, 0, 2)])
def test_on_a_bare_table_a_camera_that_was_moved_does_not_seem_to_stay(homography: Array) -> None:
    found = shift_by(homography, bare(2), bare(1))
    assert found is None or found.corners_px > 4
