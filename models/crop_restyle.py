"""A crop as another print, camera and light would have made it: cheap changes, always new ones."""

import cv2
import numpy as np

from vision.boxes import Array
from vision.crop_light import from_afar, other_light
from vision.crops import CLOSE, CROP_PX

BAND_EDGES = (0, 12, 35, 85, 130, 160, 180)
"""Of OpenCV's hues: red, yellow, green, blue, violet, red again."""
REDRAWN, LINES, BORDER, INKS, GREY, AFAR, NOISE = 0.4, 0.25, 0.3, 0.5, 0.1, 0.35, 0.3
"""Chances of each change, a crop; GREY of those that keep their inks."""


def restyled(crop: Array, own: Array, rng: np.random.Generator) -> Array:
    """(144, 96, 4) uint8 with other lines, border, colours, sharpness and noise.

    The fourth plane stays. `own`, (h, w) uint8 of any size: how much of each part is the card's.
    """
    colour = np.ascontiguousarray(crop[..., :3])
    if rng.random() < REDRAWN:
        colour = redrawn(colour, rng)
    if rng.random() < LINES:
        colour = other_lines(colour, rng)
    if rng.random() < BORDER:
        colour = rebordered(colour, own, rng)
    return relit(np.dstack((colour, crop[..., 3])), rng)


def relit(crop: Array, rng: np.random.Generator) -> Array:
    """(h, w, 4) uint8 in other colours, sharpness and noise; every edge stays where it is."""
    colour = np.ascontiguousarray(crop[..., :3])
    if rng.random() < INKS:
        colour = other_inks(colour, rng)
    elif rng.random() < GREY:
        colour = cv2.cvtColor(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < AFAR:
        colour = from_afar(colour, rng)
    colour = cv2.LUT(colour, other_light(rng))
    if rng.random() < NOISE:
        noise = rng.normal(0, rng.uniform(2, 12), colour.shape).astype(np.float32)
        colour = np.clip(colour + noise, 0, 255).astype(np.uint8)
    return np.dstack((colour, crop[..., 3]))


def redrawn(colour: Array, rng: np.random.Generator) -> Array:
    """Every line a little elsewhere, as another hand would have drawn it."""
    height, width = colour.shape[:2]
    far = float(rng.uniform(0.5, 3.5))
    grid = rng.normal(0, far, (6, 4, 2)).astype(np.float32)
    moves = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    result: Array = cv2.remap(
        colour,
        x + moves[..., 0],
        y + moves[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return result


def other_lines(colour: Array, rng: np.random.Generator) -> Array:
    """Dark lines thicker or thinner, by about a pixel."""
    kernel = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    change = cv2.erode if rng.random() < 0.5 else cv2.dilate
    share = float(rng.uniform(0.4, 1.0))
    result: Array = cv2.addWeighted(change(colour, kernel), share, colour, 1 - share, 0)
    return result


def rebordered(colour: Array, own: Array, rng: np.random.Generator) -> Array:
    """A border of one colour and another width painted where the card itself shows."""
    low, high = CLOSE.corners()[0], CLOSE.corners()[2]
    wide = rng.uniform(0.02, 0.09) * (high[0] - low[0])
    ring = np.zeros(colour.shape[:2], np.uint8)
    outer = np.round((*low, *high)).astype(int)
    inner = np.round((*(low + wide), *(high - wide))).astype(int)
    ring[outer[1] : outer[3] + 1, outer[0] : outer[2] + 1] = 255
    ring[inner[1] : inner[3] + 1, inner[0] : inner[2] + 1] = 0
    shown = cv2.resize(own, CROP_PX, interpolation=cv2.INTER_LINEAR) > 127
    paper, ink = rng.uniform(170, 250, 3), rng.uniform(10, 90, 3)
    red = np.array((rng.uniform(10, 60), rng.uniform(10, 50), rng.uniform(130, 220)))
    painted = colour.copy()
    painted[(ring > 0) & shown] = (paper, ink, red, red)[int(rng.integers(4))].astype(np.uint8)
    return painted


def other_inks(colour: Array, rng: np.random.Generator) -> Array:
    """Each band of hues shifted and saturated by an amount of its own."""
    hue = np.arange(256, dtype=float)
    strength = np.ones(256)
    shifts = rng.normal(0, float(rng.choice((5, 16))), 5)
    gains = np.clip(rng.normal(1, 0.18, 5), 0.4, 1.5)
    for i in range(6):
        band = slice(BAND_EDGES[i], BAND_EDGES[i + 1])
        hue[band] += shifts[i % 5]
        strength[band] = gains[i % 5]
    hsv = cv2.cvtColor(colour, cv2.COLOR_BGR2HSV)
    gain = strength[hsv[..., 0]]
    hsv[..., 0] = (hue[hsv[..., 0]] % 180).astype(np.uint8)
    hsv[..., 1] = np.clip(hsv[..., 1] * gain, 0, 255).astype(np.uint8)
    result: Array = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return result
