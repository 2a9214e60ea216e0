"""A picture of nothing but one card, to its edges, as a scanner gives it, laid on a table.

The networks know cards by what is around them. Such a picture shows nothing of that, so the card is
laid on a plain table and looked at there; `vision/detector.py` asks whether the whole is a card.
"""

import cv2
import numpy as np

from vision.boxes import Array
from vision.crops import GREY
from vision.shapes import stretched
from vision.views import View

SHAPES = (1.45, 1.76)
"""Long side for the short one of what may be a card: prints and scans differ. Most cameras' are 4
to 3 or 16 to 9; one of 3 to 2 costs a look."""
TABLE = 0.8
"""Of the card's length, so much is to be seen around it."""

MOST_PX = 400_000
"""A larger picture is laid there smaller: the networks see no more of one card, and a table around
a scan of 200 million would not fit into memory."""


def on_a_table(frame_bgr: Array) -> View | None:
    """A picture (h, w, 3) uint8 that is shaped like a card, on a table; None if it is not."""
    short, long = sorted(frame_bgr.shape[:2])
    if not SHAPES[0] <= long / short <= SHAPES[1]:
        return None
    card = stretched(frame_bgr, 1.0, MOST_PX)
    by = round(TABLE * max(card.frame_bgr.shape[:2]))
    table = cv2.copyMakeBorder(card.frame_bgr, by, by, by, by, cv2.BORDER_CONSTANT, value=GREY)
    off_table = np.array(((1.0, 0.0, -by), (0.0, 1.0, -by), (0.0, 0.0, 1.0)))
    return View(table, card.homography @ off_table, card.outline_px + by)
