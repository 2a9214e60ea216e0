"""A picture taken from the side, as a camera straight above the table would have taken it.

The networks know cards from above best. Aslant, cards far away are small, and those that lie along
the view are as short as wide. Cards that lie open tell how the camera was held, for their size is
known (`vision/guess.py`), and whether the picture was stretched afterwards; then it is warped,
looked at again, and what is found there is brought back.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.boxes import Array, area
from vision.calibration import CARD_MM, mapped
from vision.crops import GREY, outline_of
from vision.guess import IN_A_HAND, LEAST_CARDS, guessed
from vision.views import View

LEAST_TILT_DEG = 12.0
"""A camera that is held straighter sees cards well enough."""
STRETCH = 0.25
"""By so much pictures may well have been made higher or lower: all of them square, say."""
MARGIN_MM = 60.0
"""Around what was found, more of the table is looked at: cards that were not found."""
AS_LARGE = 75
"""Percentile of the open cards that keep their size; smaller ones are enlarged."""
MOST_LARGER = 2.0
"""The area of the new picture, for that of the old one."""


def levelled(frame_bgr: Array, open_px: Array, quads_px: Array) -> View | None:
    """A picture (h, w, 3) uint8 seen from above, or None where it is already, or nothing tells.

    `open_px`: (n, 4, 2) boxes of cards that lie open; `quads_px`: (m, 4, 2) all that is to be seen.
    """
    if len(open_px) < LEAST_CARDS:
        return None
    size_px = frame_bgr.shape[1::-1]
    to_mm = guessed(open_px, size_px, IN_A_HAND, STRETCH).homography
    if tilt_deg(to_mm, open_px) < LEAST_TILT_DEG:
        return None
    quads_mm = mapped(quads_px.reshape(-1, 2), to_mm)
    low, high = quads_mm.min(axis=0) - MARGIN_MM, quads_mm.max(axis=0) + MARGIN_MM
    areas = [area(quad) for quad in open_px]
    px_per_mm = np.sqrt(np.percentile(areas, AS_LARGE) / np.prod(CARD_MM))
    most = np.sqrt(MOST_LARGER * np.prod(size_px) / np.prod(high - low))
    scale = min(px_per_mm, most)
    to_level = np.diag((scale, scale, 1.0)) @ _moved(-low) @ to_mm
    new_size: Sequence[int] = np.ceil((high - low) * scale).astype(int).tolist()
    frame = cv2.warpPerspective(frame_bgr, to_level, new_size, borderValue=GREY)
    outline = mapped(outline_of(frame_bgr.shape), to_level)
    return View(frame, np.linalg.inv(to_level), outline)


def tilt_deg(to_mm: Array, quads_px: Array) -> float:
    """How far (n, 4, 2) cards are seen from the side, by the median of them.

    `to_mm`: (3, 3) px to mm. A round thing seen so far from the side is an oval.
    """
    middles = quads_px.mean(axis=1)
    steps = [mapped(middles + step, to_mm) - mapped(middles - step, to_mm) for step in np.eye(2)]
    lengths = np.linalg.svd(np.stack(steps, axis=2), compute_uv=False)
    return float(np.degrees(np.arccos(np.median(lengths[:, 1] / lengths[:, 0]))))


def _moved(by: Array) -> Array:
    result = np.eye(3)
    result[:2, 2] = by
    return result
