"""What the gate does with small pictures: their levels, their light, and the spots in them.

A small picture is (3, h, w) uint8: how bright it is, and two colours. An arm may be as bright as
the cloth that it reaches over; then its colour tells it from that. And it differs from a dark
cloth, or in a dim light, by less than from a bright one: brightness counts by its logarithm.
"""

from typing import Any

import cv2
import numpy as np

from vision.boxes import Array

SMALL_PX = 320
"""Long side of the small pictures."""
MIDDLE, DARK = 130, 32
"""Of 256 steps of brightness: at the first a level is one of them; the smaller the second is, the
finer levels are in the dark."""
COLOUR = 2.0
"""At the middle brightness a level of colour counts as so many of brightness: colours differ by
less, and so does their noise."""
COLOUR_FINER = (1.0, 2.5)
"""And elsewhere as at most and at least so many times that."""
NO_COLOUR = 128
MOST_LIGHT = 100.0
"""Levels by which the light of a whole picture changes."""
MOST_BANDS = 8.0
"""Levels by which a flickering lamp brightens rows or columns of a picture."""


def small_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of the small picture: SMALL_PX long, or as the picture where it is less."""
    scale = min(1.0, SMALL_PX / max(height, width))
    return max(1, round(width * scale)), max(1, round(height * scale))


def resized(picture: Array, size: tuple[int, int]) -> Array:
    """The picture (h, w) or (h, w, 3) in that width and height, no larger than it is."""
    if picture.shape[1::-1] == size:
        return picture
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def small_of(bgr: Array) -> Array:
    """(3, h, w) uint8 the small picture of a picture (h, w, 3) uint8."""
    small = resized(bgr, small_size(*bgr.shape[1::-1]))
    planes: Array = np.ascontiguousarray(cv2.cvtColor(small, cv2.COLOR_BGR2YUV).transpose(2, 0, 1))
    return planes


def smoothed(plane: Array) -> Array:
    """(h, w) uint8 a plane of a small picture with less of the sensor's noise."""
    return cv2.GaussianBlur(plane, (5, 5), 0)


def levels(small: Array) -> Array:
    """(3, h, w) float32 levels of a small picture, with less noise; the colours of grey are 0."""
    found = np.array([smoothed(plane) for plane in small], np.float32)
    found[1:] -= NO_COLOUR
    found[1:] *= COLOUR * np.clip((MIDDLE + DARK) / (found[0] + DARK), *COLOUR_FINER)
    found[0] = (MIDDLE + DARK) * np.log1p(found[0] / DARK)
    return found


def fineness(bright: Array) -> Array:
    """How many levels one of 256 steps of brightness makes where it is as bright as these levels.

    The noise of a sensor is so many times what it is at the middle brightness.
    """
    finer: Array = (1 + MIDDLE / DARK) * np.exp(-bright / (MIDDLE + DARK))
    return finer


def brightness(found: Array) -> Array:
    """(h, w) how bright the small picture was that has these levels (3, h, w)."""
    bright: Array = DARK * np.expm1(found[0] / (MIDDLE + DARK))
    return bright


def relit(now: Array, before: Array) -> Array:
    """The levels `before` in the light of `now`: both (3, h, w).

    To what `exposed` gives come bands of brightness across or down, by a lamp that flickers while
    the rows of the sensor are read. An arm along a band may be taken for such, in part.
    """
    lit = exposed(now, before)
    bright = lit[0]
    for axis in (1, 0):
        few = (slice(None), slice(None, None, 5)) if axis else (slice(None, None, 5), slice(None))
        bands = median(now[0][few] - bright[few], axis)
        bright += np.clip(bands, -MOST_BANDS, MOST_BANDS)
    return lit


def exposed(now: Array, before: Array) -> Array:
    """The levels `before` with the exposure and the white of `now`: both (3, h, w).

    Most of the picture is taken to show the same.
    """
    some = (now[:, ::4, ::4] - before[:, ::4, ::4]).reshape(len(now), -1)
    lit: Array = before + np.clip(median(some, 1), -MOST_LIGHT, MOST_LIGHT)[..., None]
    return lit


def median(values: Array, axis: int | None = None) -> Array:
    """What np.median gives, with all dimensions kept along an axis.

    A third of its time: floats are sorted faster than they are parted.
    """
    ordered = np.sort(values, axis=axis)
    count = ordered.shape[axis or 0]
    two = ordered.take(((count - 1) // 2, count // 2), axis or 0)
    middle: Array = two.mean(axis=axis, keepdims=axis is not None)
    return middle


def beyond_a_pixel(now: Array, before: Array) -> Array:
    """(n, h, w) levels by which each plane of `now` leaves what `before` shows a pixel around.

    A camera that trembles, and a film that is packed anew at every key frame, stay within.
    """
    around, result = np.ones((3, 3)), np.zeros_like(now)
    for plane, old, beyond in zip(now, before, result, strict=True):
        above = cv2.subtract(plane, cv2.dilate(old, around))
        below = cv2.subtract(cv2.erode(old, around), plane)
        np.maximum(0, cv2.max(above, below), out=beyond)
    return result


def closed(spots: Array, side: int) -> Array:
    """(h, w) bool: the spots with gaps narrower than `side` closed."""
    kernel = np.ones((side, side))
    return cv2.morphologyEx(spots.astype(np.uint8), cv2.MORPH_CLOSE, kernel).astype(bool)


def grown(spots: Array, side: int) -> Array:
    """(h, w) bool: what lies in a square of so many pixels around a pixel of the spots."""
    return cv2.dilate(spots.astype(np.uint8), np.ones((side, side))).astype(bool)


def labelled(labels: Any, which: Array) -> Array:
    """(h, w) bool: where a picture (h, w) of labels has one for which `which` is true."""
    found: Array = which.take(np.asarray(labels))
    return found


def large_spots(spots: Array, least: float, *, at_border: bool = False) -> Array:
    """(h, w) bool: the connected spots of at least this share of the picture."""
    few = cv2.CV_16U  # labels enough for any small picture, in a third of the time
    count, labels, stats, _ = cv2.connectedComponentsWithStats(spots.astype(np.uint8), ltype=few)
    keep = stats[:, cv2.CC_STAT_AREA] >= max(4.0, least * spots.size)
    if at_border:
        height, width = spots.shape
        left, top, w, h = stats[:, :4].T
        keep &= (left == 0) | (top == 0) | (left + w == width) | (top + h == height)
    keep[0] = False
    return labelled(labels, keep) if count > 1 else np.zeros(spots.shape, bool)


def outlines(spots: Array) -> tuple[Array, ...]:
    """(k, 2) outlines x, y around each of the spots of a picture (h, w) bool."""
    if not spots.any():
        return ()
    around = grown(spots, 5).astype(np.uint8)
    found, _ = cv2.findContours(around, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    simple = (cv2.approxPolyDP(each, 1.5, True)[:, 0] for each in found)
    return tuple(each.astype(float) for each in simple if len(each) >= 3)
