"""Whether the camera above the table was moved, and how: so that a setup can be mended.

Cards and hands move too. What decides is what most of the picture, all over it, agrees on.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Array
from vision.calibration import mapped

WIDTH_PX = 640
"""Pictures are looked at no wider than this."""
FAINT = 5
"""So many levels of grey stand out: the grain of a bare wooden table must do."""
POOL = 8000
"""Features of a picture, of which the clearest of every cell are kept."""
CELLS = 8
"""The picture is cut into this many columns and rows of cells: cards must not have them all."""
FEATURES = 32
"""Of a cell."""
DOUBT = 0.8
"""A match counts when the next best is so much worse, by the distance of the descriptors."""
AGREE_PX = 2.0
"""In the small picture, how far a point may lie from where the homography puts it."""
LEAST_INLIERS = 25
LEAST_SHARE = 0.25
"""Of the matches, so many agree."""
LEAST_SUPPORT = 0.2
"""Of the cells, so many show something that agrees."""
STAYING, STAYING_SHARE = 12, 0.3
"""So many matches, and so much of all, found where they were: on a bare table, where too little
matches to tell a movement, they tell that there was none, for a moved camera leaves hardly one."""
STAYING_PX = 1.0
"""In the small picture."""
TILE_PX = (160, 90)
"""For the first check the picture is four tiles of this size."""
STILL_PX = 0.2
"""A tile that moved less did not; in px of a tile."""
RESPONSE = 0.5
"""A tile in which less than this of the correlation lies at its peak tells nothing."""
STILL_TILES = 2
"""A camera that turned or came nearer leaves one place in the picture still at most."""
NOISE = 0.004
"""Of the picture's width: where its corners went no farther on the average, nothing moved. One of
them alone may seem to go twice as far, where little that does not move lies near it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A settled picture that later ones are compared with."""

    size_px: tuple[int, int]
    """Width and height of the pictures."""
    tiles: Array
    """(4, 90, 160) float32 grey."""
    points: Array
    """(n, 2) px of features."""
    descriptors: Array
    """(n, 32) uint8."""


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """How the picture of the table moved since the reference."""

    homography: Array
    """(3, 3) px of the reference to px of this picture; what did not move keeps its place."""
    support: float
    """In what share of the picture something agrees."""
    corners_px: float
    """How far that corner of the picture went that went farthest; 0 for a still camera."""


@dataclass(slots=True)
class CameraWatch:
    """Where the camera is, settled picture by settled picture, against the first of them."""

    shift: Array | None = None
    """(3, 3) px of the first picture to px of this one; None while the camera is where it was."""
    lost: bool = False
    """Whether it may have been moved and it cannot be told how; shift is the last known then."""
    _first: Reference | None = None
    _measured: Reference | None = None
    """The picture that the shift was measured in: while the next ones match it, it stands."""

    def step(self, frame_bgr: Array) -> None:
        """Takes in the next settled picture (h, w, 3) uint8; another size begins anew."""
        size_px = (frame_bgr.shape[1], frame_bgr.shape[0])
        if self._first is None or self._measured is None or self._first.size_px != size_px:
            self._first = self._measured = reference_of(frame_bgr)
            self.shift, self.lost = None, False
            return
        if _still(self._measured, frame_bgr) is not None:
            self.lost = False
            return
        found = shift_of(self._first, frame_bgr)
        self.lost = found is None
        if found is None:
            return
        self._measured = reference_of(frame_bgr)
        noise, still = NOISE * size_px[0], np.eye(3)
        known = still if self.shift is None else self.shift
        if _apart(found.homography, known, size_px).mean() > noise:
            back = _apart(found.homography, still, size_px).mean() <= noise
            self.shift = None if back else found.homography


def reference_of(frame_bgr: Array) -> Reference:
    """The reference by a picture (h, w, 3) uint8 of the settled table."""
    height, width = frame_bgr.shape[:2]
    return Reference((width, height), _tiles(frame_bgr), *_features(frame_bgr))


def shift_of(reference: Reference, frame_bgr: Array) -> Shift | None:
    """How the camera moved since the reference, or None where too little matches to tell.

    Any settled picture will do as the reference, an empty table too, and it need not be renewed:
    `calibration.moved` carries the corners of the setup it belongs to. On a table with hardly a
    pattern a still camera may seem to move by 0.3 % of the picture's width.

    Raises:
        ValueError: the picture is of another size than the reference.
    """
    height, width = frame_bgr.shape[:2]
    if (width, height) != reference.size_px:
        raise ValueError(f"picture of {width}x{height} px: expected the size of the reference")
    return _still(reference, frame_bgr) or _matched(reference, frame_bgr)


def _still(reference: Reference, frame_bgr: Array) -> Shift | None:
    """No shift, when enough of the tiles stayed where they were."""
    window = cv2.createHanningWindow(TILE_PX, cv2.CV_32F)
    still = 0
    for before, now in zip(reference.tiles, _tiles(frame_bgr), strict=True):
        shift, response = cv2.phaseCorrelate(before, now, window)
        still += response >= RESPONSE and float(np.linalg.norm(shift)) <= STILL_PX
    return Shift(np.eye(3), still / len(reference.tiles), 0.0) if still >= STILL_TILES else None


def _matched(reference: Reference, frame_bgr: Array) -> Shift | None:
    points, descriptors = _features(frame_bgr)
    if min(len(points), len(reference.points)) < STAYING:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(reference.descriptors, descriptors, k=2)
    clear = [best for best, next_best in pairs if best.distance < DOUBT * next_best.distance]
    before = reference.points[[match.queryIdx for match in clear]]
    now = points[[match.trainIdx for match in clear]]
    return _moved(before, now, reference.size_px) or _staying(before, now, reference.size_px)


def _moved(before: Array, now: Array, size_px: tuple[int, int]) -> Shift | None:
    """The shift by which most matched points (n, 2) agree, all over the picture."""
    if len(before) < LEAST_INLIERS:
        return None
    limit = AGREE_PX * max(1.0, size_px[0] / WIDTH_PX)
    homography, agrees = cv2.findHomography(before, now, cv2.USAC_MAGSAC, limit)
    if homography is None:
        return None
    agreeing = before[agrees.ravel() == 1]
    support = _support(agreeing, size_px)
    if len(agreeing) < max(LEAST_INLIERS, LEAST_SHARE * len(before)) or support < LEAST_SUPPORT:
        return None
    farthest = _apart(homography, np.eye(3), size_px).max()
    return Shift(homography, support, float(farthest))


def _staying(before: Array, now: Array, size_px: tuple[int, int]) -> Shift | None:
    """No shift, when enough of the matched points (n, 2) are where they were."""
    limit = STAYING_PX * max(1.0, size_px[0] / WIDTH_PX)
    stayed = before[np.linalg.norm(now - before, axis=1) <= limit]
    if len(stayed) < max(STAYING, STAYING_SHARE * len(before)):
        return None
    return Shift(np.eye(3), _support(stayed, size_px), 0.0)


def _support(points: Array, size_px: tuple[int, int]) -> float:
    """The share of the picture's cells in which a point lies."""
    return len(np.unique(_cells(points, size_px), axis=0)) / CELLS**2


def _cells(points: Array, size_px: tuple[int, int]) -> Array:
    """(n, 2) column and row of the cell in which each of (n, 2) points lies."""
    return np.clip(points * CELLS // size_px, 0, CELLS - 1).astype(int)


def _apart(homography: Array, other: Array, size_px: tuple[int, int]) -> Array:
    """(4,) px between the places to which the two take each corner of the picture."""
    width, height = size_px
    corners = np.array(((0, 0), (width, 0), (width, height), (0, height)), float)
    apart = mapped(corners, homography) - mapped(corners, other)
    result: Array = np.linalg.norm(apart, axis=1)
    return result


def _tiles(frame_bgr: Array) -> Array:
    width, height = TILE_PX
    # Two steps take a third of the time of one, and a still picture looks the same each time.
    nearly = cv2.resize(frame_bgr, (4 * width, 4 * height), interpolation=cv2.INTER_LINEAR)
    small = cv2.resize(nearly, (2 * width, 2 * height), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    tiles = grey.reshape(2, height, 2, width).transpose(0, 2, 1, 3).reshape(4, height, width)
    return np.ascontiguousarray(tiles)


def _features(frame_bgr: Array) -> tuple[Array, Array]:
    """(n, 2) px of the picture's features, and their (n, 32) descriptors."""
    height, width = frame_bgr.shape[:2]
    scale = max(1.0, width / WIDTH_PX)
    size = round(width / scale), round(height / scale)
    small = cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    orb = cv2.ORB.create(POOL, fastThreshold=FAINT)
    keypoints, descriptors = orb.compute(grey, _spread(orb.detect(grey, None), size))
    if not keypoints:
        return np.zeros((0, 2)), np.zeros((0, 32), np.uint8)
    points = np.array([keypoint.pt for keypoint in keypoints])
    return (points + 0.5) * (np.array((width, height)) / size) - 0.5, descriptors


def _spread(keypoints: Sequence[cv2.KeyPoint], size_px: tuple[int, int]) -> list[cv2.KeyPoint]:
    """The clearest of every cell."""
    clearest = sorted(keypoints, key=lambda each: -each.response)
    points = np.array([each.pt for each in clearest]).reshape(-1, 2)
    room = Counter[tuple[int, ...]]()
    kept = []
    for keypoint, cell in zip(clearest, map(tuple, _cells(points, size_px)), strict=True):
        room[cell] += 1
        if room[cell] <= FEATURES:
            kept.append(keypoint)
    return kept
