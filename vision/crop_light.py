"""A crop as it looks from farther away and in other light: for views that no camera took."""

import cv2
import numpy as np

from vision.boxes import Array


def from_afar(colour: Array, rng: np.random.Generator) -> Array:
    """(h, w, 3) uint8 as blurred as a card that fills few pixels."""
    height, width = colour.shape[:2]
    share = float(rng.uniform(0.2, 0.7))
    small = cv2.resize(colour, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    result: Array = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return result


def other_light(rng: np.random.Generator) -> Array:
    """(1, 256, 3) uint8: exposure, contrast, gamma and a colour cast as a look-up table."""
    x = np.linspace(0, 1, 256)[:, None]
    gamma = np.exp(rng.normal(0, 0.2))
    gains = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.05, 3))
    lift = max(0.0, float(rng.normal(0, 0.06)))
    curve = np.clip((x**gamma * gains) * (1 - lift) + lift, 0, 1)
    table: Array = np.round(255 * curve).astype(np.uint8)[None]
    return table
