"""A table guessed from its cards, whose size is known: for a recording that comes with no setup."""

import cv2
import numpy as np
from scipy.optimize import least_squares

from scorer.presets import usual_preset
from vision.boxes import Array, portrait
from vision.calibration import CARD_MM, Found, NotFound, outlined
from vision.setup import Setup
from vision.zones import template

LEAST_CARDS = 4
SPREAD = 0.025
"""By what share the sides of a box are off, as the detector finds open cards."""
USUAL = np.array((0.0, 0.0, np.log(0.85), 0.0, 0.0))
"""Tilt about the picture's x and y axis, logarithms of the focal length in picture widths, of a
card's width for its height, and of what the picture's height was multiplied by: a usual camera
looks straight down on a usual deck."""
HANGS, IN_A_HAND = 0.25, 0.5
"""How far cameras of two kinds are tilted, radians."""
AS_TAKEN = 0.001
"""By what share the pictures of cameras are made higher or lower afterwards: they are not."""


def guessed(
    quads_px: Array, size_px: tuple[int, int], tilt: float = HANGS, stretch: float = AS_TAKEN
) -> Found:
    """The whole picture as a table, by (n, 4, 2) boxes of cards that lie open.

    The boxes may be rectangles: the camera is the one, near straight above, under which their
    sides are those of cards. Partly covered cards among them do little harm. `tilt`: how far the
    camera may well be tilted; `stretch`: by what share the picture may well have been made higher
    or lower afterwards.

    Raises:
        NotFound: there are fewer than LEAST_CARDS.
    """
    if len(quads_px) < LEAST_CARDS:
        raise NotFound(f"{len(quads_px)} open cards: expected {LEAST_CARDS} or more")
    boxes = _measured(quads_px.astype(float))
    sides = boxes[:, 4:]
    scale = float(np.median(sides / CARD_MM))
    spread = np.array((tilt, tilt, 0.25, 0.03, stretch))
    start = np.append(np.log(np.exp(USUAL[2]) * size_px[0] / scale), USUAL)

    def misfits(view: Array) -> Array:
        off = np.log(sides / _expected(_homography(view, size_px), boxes, view[4])) / SPREAD
        return np.append(off, (view[1:] - USUAL) / spread)

    view = least_squares(misfits, start, loss="cauchy", x_scale=np.append(0.1, spread)).x
    off = np.abs(misfits(view)[: sides.size]) * SPREAD
    return outlined(_homography(view, size_px), size_px, float(np.median(off)))


def guessed_setup(
    quads_px: Array, size_px: tuple[int, int], seats: tuple[str, ...] = ("A", "B")
) -> Setup:
    """A setup of the whole picture, by boxes as for `guessed`, with the zones of the template.

    Raises:
        NotFound: as for guessed. ValueError: as for template.
    """
    found = guessed(quads_px, size_px)
    zones = template(seats, found.table_size_mm)
    corners, size_mm = found.table_corners, found.table_size_mm
    return Setup("guessed", size_px, corners, size_mm, zones, seats, usual_preset(len(seats)))


def _measured(quads_px: Array) -> Array:
    """(n, 6): centre, direction of the longer sides, mean length of the shorter and longer ones."""
    stood = portrait(quads_px)
    along = stood[:, [3, 2]] - stood[:, [0, 1]]
    across = stood[:, [1, 2]] - stood[:, [0, 3]]
    direction = along.sum(axis=1)
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    lengths = (np.linalg.norm(each, axis=2).mean(axis=1) for each in (across, along))
    return np.column_stack((stood.mean(axis=1), direction, *lengths))


def _homography(view: Array, size_px: tuple[int, int]) -> Array:
    """(3, 3) px to mm of a camera: the logarithm of its distance in mm, then as in USUAL."""
    width, height = size_px
    across = np.exp(view[3]) * width
    down = across * np.exp(view[5])
    lens = np.array(((across, 0, width / 2 - 0.5), (0, down, height / 2 - 0.5), (0, 0, 1)))
    turn = cv2.Rodrigues(np.array((view[1], view[2], 0.0)))[0]
    distance = np.exp(view[0])
    result: Array = np.diag((distance, distance, 1.0)) @ turn @ np.linalg.inv(lens)
    return result


def _expected(homography: Array, boxes: Array, wider: float) -> Array:
    """(n, 2) shorter and longer sides in px of the boxes of cards that lie like these.

    A tilted camera sees a card as a parallelogram; its box lies along its longer sides.
    """
    centre, along = boxes[:, :2], boxes[:, 2:4]
    rows = np.column_stack((centre, np.ones(len(centre)))) @ homography.T
    mm = rows[:, :2] / rows[:, 2:]
    slope = (homography[:2, :2] - mm[:, :, None] * homography[2, :2]) / rows[:, 2:, None]
    on_table = np.einsum("nij,nj->ni", slope, along)
    stretch = np.linalg.norm(on_table, axis=1)
    crosswise = np.column_stack((-on_table[:, 1], on_table[:, 0])) / stretch[:, None]
    short, long = np.array(CARD_MM) * np.exp((wider / 2, -wider / 2))
    side = short * np.linalg.solve(slope, crosswise[:, :, None])[:, :, 0]
    lean = np.abs((side * along).sum(axis=1))
    height = np.abs(side[:, 0] * along[:, 1] - side[:, 1] * along[:, 0])
    return np.column_stack((height, long / stretch + lean))
