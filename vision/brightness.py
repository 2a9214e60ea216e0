"""A dark picture made as bright as one in good light, before the networks see it.

They learn from tables that can be seen well. In a picture taken in a dim room they miss cards for
no other reason than that it is dark; its noise matters less.
"""

import cv2
import numpy as np

from vision.boxes import Array

PAPER = 190
"""So bright is the paper of a card in good light, of 255."""
SHOWN = 0.0005
"""Share of a picture that is brighter than paper; a glint may be less.

The paper of one card 30 px wide at 1080p is more than that, so that a card on a black cloth is not
taken for a dark picture. One alone that is smaller is: of 48 such cards 3 were missed for it."""
EACH = 4
"""Of so many pixels each way one is asked."""
LEAST, MOST = 1.05, 6.0
"""Times brighter: by less nothing is gained, by more there is little but noise."""


def brightened(frame_bgr: Array) -> Array:
    """The picture (h, w, 3) uint8 with its brightest part as bright as paper; itself if it is.

    What is brighter still is drawn nearer together, never cut off.
    """
    times = min(MOST, PAPER / max(1, brightest(frame_bgr)))
    if times < LEAST:
        return frame_bgr
    knee = PAPER / times
    curve = np.interp(np.arange(256), (0, knee, 255), (0, PAPER, 255))
    result: Array = cv2.LUT(frame_bgr, np.round(curve).astype(np.uint8))
    return result


def brightest(frame_bgr: Array) -> int:
    """How bright a picture is, 0 to 255: all but SHOWN of it is no brighter in any colour."""
    blue, green, red = np.moveaxis(frame_bgr[::EACH, ::EACH], 2, 0)
    values = np.maximum(np.maximum(blue, green), red)
    darker = np.bincount(values.ravel(), minlength=256).cumsum()
    return int(np.searchsorted(darker, (1 - SHOWN) * darker[-1]))
