"""A picture in the other shapes that it may have been taken in.

Collections of photographs are often brought to squares, whatever shape they had, and a table seen
from the side is shorter than it is. Cards are then too short or too narrow for the networks, each
by how it lies. Which shape is the right one is told by what is found in each; what is left of the
tilt and the stretch `vision/levelled.py` finds from there.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from scorer.cards import BACK
from vision.boxes import Array
from vision.calibration import CARD_MM
from vision.crops import outline_of
from vision.evidence import Detection
from vision.views import View

TIMES_AS_WIDE = (4 / 3, 3 / 4, 16 / 9, 9 / 16)
"""The shapes of cameras and of phones, if it is a square now."""
MOST_PX = 16_000_000
"""A larger picture is looked at smaller in another shape."""
SURENESS = 4
"""As a power, of how surely each card is seen: in a wrong shape there are more things that may be
cards, and fewer that surely are."""
SPREAD = 0.15
"""By what share the sides of a box of a card may well be off for one another: in a wrong shape the
halves of a card pass for cards, but too short ones, and those that lie crosswise are too long."""
BACK_COUNTS = 0.3
"""For a face: any plain rectangle looks like a back."""


def stretched(frame_bgr: Array, times_as_wide: float, most_px: int = MOST_PX) -> View:
    """A picture (h, w, 3) uint8 so many times as wide for its height, enlarged along one side."""
    old = np.array(frame_bgr.shape[1::-1])
    sides = old * (max(times_as_wide, 1.0), max(1 / times_as_wide, 1.0))
    smaller = min(1.0, float(np.sqrt(most_px / np.prod(sides))))
    new = np.rint(sides * smaller).astype(int)
    way = cv2.INTER_CUBIC if smaller == 1.0 else cv2.INTER_AREA
    frame = cv2.resize(frame_bgr, new.tolist(), interpolation=way)
    back = np.diag((*(old / new), 1.0))
    back[:2, 2] = (old / new - 1) / 2  # the middles of pixels are whole numbers
    return View(frame, back, outline_of(frame.shape))


def as_cards(found: Iterable[Detection]) -> float:
    """How much what is found looks like cards: of several shapes the one with the most counts."""
    return sum(_weight(each) * _shapely(each) for each in found)


def at_best(found: Iterable[Detection]) -> float:
    """How much it would if every box were in a card's shape."""
    return sum(map(_weight, found))


def _weight(seen: Detection) -> float:
    return seen.confidence**SURENESS * (BACK_COUNTS if seen.card is BACK else 1.0)


def _shapely(seen: Detection) -> float:
    """From 0 to 1, the more its box is shaped like a card."""
    short, long = np.sort(np.linalg.norm(np.diff(seen.quad_px[:3], axis=0), axis=1))
    too_long = np.log(long / short * CARD_MM[0] / CARD_MM[1])
    return float(np.exp(-((too_long / SPREAD) ** 2) / 2))
