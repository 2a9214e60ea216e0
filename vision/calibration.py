"""From the pixels of a picture to millimetres on the table, and back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.boxes import Array, area
from vision.setup import BadSetup, Point, Setup

Corners = tuple[Point, Point, Point, Point]

CARD_MM = (33.0, 54.0)
"""Width and height of a card; decks differ by 2 mm."""
SAME_SHAPE = 0.01
"""Pictures whose sides differ in proportion by no more show the same view, scaled."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where the points of a picture lie on the table."""

    frame_size: tuple[int, int]
    """Width and height of the pictures that the homography is for."""
    homography: Array
    """(3, 3), px of such a picture to mm."""

    def to_mm(self, points_px: Array, size_px: tuple[int, int]) -> Array:
        """(n, 2) mm of (n, 2) px of a picture of this width and height.

        Raises:
            BadSetup: the picture has another shape than those the setup was made for.
        """
        return mapped(points_px, self.homography @ scaled(size_px, self.frame_size))

    def quads_to_mm(self, quads_px: Sequence[Array], size_px: tuple[int, int]) -> list[Array]:
        """Each (4, 2) mm of (4, 2) px in a picture of this width and height.

        Raises:
            BadSetup: as for to_mm.
        """
        if not quads_px:
            return []
        return list(self.to_mm(np.concatenate(quads_px), size_px).reshape(-1, 4, 2))

    def to_px(self, points_mm: Array, size_px: tuple[int, int]) -> Array:
        """(n, 2) px in a picture of this width and height, of (n, 2) mm.

        Raises:
            BadSetup: as for to_mm.
        """
        return mapped(points_mm, np.linalg.inv(self.homography @ scaled(size_px, self.frame_size)))


def calibration_of(setup: Setup) -> Calibration:
    """The calibration by a setup's corners."""
    return Calibration(setup.frame_size, _to_mm(setup.table_corners, setup.table_size_mm))


def card_px(setup: Setup, size_px: tuple[int, int] | None = None) -> float:
    """Width in px of a card in the middle of the table, in a picture of frame_size or size_px.

    Raises:
        BadSetup: as for Calibration.to_mm.
    """
    middle = np.array(setup.table_size_mm) / 2
    sides = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * CARD_MM / 2
    card = calibration_of(setup).to_px(middle + sides, size_px or setup.frame_size)
    return float(np.sqrt(area(card) * CARD_MM[0] / CARD_MM[1]))


def moved(setup: Setup, homography: Array, size_px: tuple[int, int]) -> Setup:
    """The setup after the camera moved: (3, 3) px to px, of pictures of this width and height.

    Raises:
        BadSetup: as for Calibration.to_mm.
    """
    scale = scaled(size_px, setup.frame_size)
    shift = scale @ homography @ np.linalg.inv(scale)
    return replace(setup, table_corners=_corners(mapped(np.array(setup.table_corners), shift)))


def scaled(size_px: tuple[int, int], frame_size: tuple[int, int]) -> Array:
    """(3, 3) px of a picture of the one size to px of the same view in the other.

    Raises:
        BadSetup: the two have different shapes.
    """
    x, y = np.array(frame_size) / size_px
    if abs(x / y - 1) > SAME_SHAPE:
        raise BadSetup(
            "frame_size: the setup is for pictures of {right} px, this one of {found} px has "
            "another shape",
            right="{}x{}".format(*frame_size),
            found="{}x{}".format(*size_px),
        )
    # The middle of a pixel is its whole number: the picture's corner lies at -0.5.
    return np.array(((x, 0, x / 2 - 0.5), (0, y, y / 2 - 0.5), (0, 0, 1)))


@dataclass(frozen=True, slots=True)
class Found:
    """A table that was found in a picture: what a setup needs of it, and how well it fits."""

    table_corners: Corners
    """px, as in a Setup; some may lie outside of the picture."""
    table_size_mm: tuple[float, float]
    misfit: float
    """By what share the sides of what was measured are off, by the median."""

    @property
    def homography(self) -> Array:
        """(3, 3), px to mm."""
        return _to_mm(self.table_corners, self.table_size_mm)


class NotFound(ValueError):
    """The picture does not show what a table is found by; the message says what it lacks."""


def outlined(homography: Array, size_px: tuple[int, int], misfit: float) -> Found:
    """The whole picture as a table: a rectangle through the middles of the picture's edges.

    `homography`: (3, 3) px to mm of the table, its axes turned and placed in any way.
    """
    width, height = size_px
    edges = np.array(((0, height / 2), (width, height / 2), (width / 2, 0), (width / 2, height)))
    left, right, top, bottom = mapped(edges - 0.5, homography)
    across = (right - left) / np.linalg.norm(right - left)
    down = np.array((-across[1], across[0])) * np.sign(np.linalg.det(homography))
    wide, high = float((right - left) @ across), float((bottom - top) @ down)
    first = left + down * ((top - left) @ down)
    mm = first + np.array([across * x + down * y for x, y in _rectangle(wide, high)])
    return Found(_corners(mapped(mm, np.linalg.inv(homography))), (wide, high), misfit)


def _to_mm(table_corners: Corners, size_mm: tuple[float, float]) -> Array:
    corners = np.array(table_corners, np.float32)
    homography: Array = cv2.getPerspectiveTransform(
        corners, _rectangle(*size_mm).astype(np.float32)
    )
    return homography


def _rectangle(wide: float, high: float) -> Array:
    return np.array(((0, 0), (wide, 0), (wide, high), (0, high)), float)


def _corners(points: Array) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def mapped(points: Array, homography: Array) -> Array:
    """(n, 2) points through a homography; there may be none."""
    if not len(points):
        return np.zeros((0, 2))
    rows = points.reshape(1, -1, 2).astype(float)
    result: Array = cv2.perspectiveTransform(rows, homography)[0]
    return result
