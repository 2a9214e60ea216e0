"""What is wrong with a camera's pictures: they show nothing, or the very same thing for long."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.boxes import Array

Fault = Literal["", "blank", "frozen"]
EDGE = 8
"""Levels of grey by which an edge stands out in the small picture, beyond the sensor's noise."""
LEAST_EDGES = 0.0005
"""A picture with a smaller share of edges shows nothing: one card alone has more."""
DARK, LEAST_BRIGHT = 32, 0.01
"""Where less than this share of the picture is as bright as this, the light is out."""
BLANK_S = 1.5
"""So long nothing is shown until it is told: a sleeve passes the lens."""
FROZEN_S = 20.0
"""A sensor's noise differs from picture to picture: one that does not has stopped."""


def shows_nothing(small: Array) -> bool:
    """Whether a small picture (3, h, w) uint8 tells nothing: dark, white, the lens covered."""
    bright = small[0]
    some = bright[::2, ::2]
    if np.count_nonzero(some >= DARK) < LEAST_BRIGHT * some.size:
        return True
    edges = cv2.Laplacian(cv2.GaussianBlur(bright, (3, 3), 0), cv2.CV_16S)
    return bool(np.count_nonzero(np.abs(edges) > EDGE) < LEAST_EDGES * bright.size)


@dataclass(slots=True)
class PictureWatch:
    """Says of each picture of a camera, in order, what has been wrong for long enough."""

    _last: Array | None = None
    _same_s: float = 0.0
    """Since when the pictures are the same."""
    _shown_s: float | None = None
    """When a picture last showed anything."""

    def step(self, small: Array, time_s: float) -> Fault:
        """What is wrong at the next small picture (3, h, w) uint8; time_s rises by each call."""
        if self._last is None or not np.array_equal(small, self._last):
            self._last, self._same_s = small, time_s
        if self._shown_s is None or not shows_nothing(small):
            self._shown_s = time_s
        if time_s - self._shown_s >= BLANK_S:
            return "blank"
        return "frozen" if time_s - self._same_s >= FROZEN_S else ""
