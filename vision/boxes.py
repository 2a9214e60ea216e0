"""Boxes at an angle: their corners, how far two agree, and suppression of doubles."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def corners(xywhr: Array) -> Array:
    """(n, 4, 2) corners, clockwise on screen, of (n, 5) centre x, y, width, height, radians.

    >>> corners(np.array([[10.0, 20.0, 4.0, 2.0, 0.0]])).tolist()
    [[[8.0, 19.0], [12.0, 19.0], [12.0, 21.0], [8.0, 21.0]]]
    """
    centre, half = xywhr[:, None, :2], xywhr[:, None, 2:4] / 2
    offsets = half * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)))
    cos, sin = np.cos(xywhr[:, 4:]), np.sin(xywhr[:, 4:])
    turned = np.stack(
        (
            offsets[..., 0] * cos - offsets[..., 1] * sin,
            offsets[..., 0] * sin + offsets[..., 1] * cos,
        ),
        axis=-1,
    )
    result: Array = centre + turned
    return result


def portrait(quads: Array) -> Array:
    """(n, 4, 2) the same quads beginning with a shorter side: a card's upper or lower edge.

    >>> portrait(np.array([[[0, 0], [5, 0], [5, 3], [0, 3]]])).tolist()
    [[[5, 0], [5, 3], [0, 3], [0, 0]]]
    """
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    lies = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    result: Array = np.where(lies[:, None, None], np.roll(quads, -1, axis=1), quads)
    return result


def short_sides(quads: Array) -> Array:
    """(n,) mean length of the shorter pair of sides of (n, 4, 2) quads."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    shorter: Array = np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
    return shorter


def area(quad: Array) -> float:
    """Of a convex shape, (k, 2) corners."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def near(quads: Array, others: Array) -> Array:
    """(n, m) whether the upright boxes about (n, 4, 2) and (m, 4, 2) quads meet.

    >>> card = np.array([[0, 0], [4, 0], [4, 6], [0, 6]])
    >>> near(card[None], np.array([card + 3, card + 5])).tolist()
    [[True, False]]
    """
    low, high = quads.min(axis=1)[:, None], quads.max(axis=1)[:, None]
    result: Array = ((low <= others.max(axis=1)) & (others.min(axis=1) <= high)).all(axis=2)
    return result


def iou(quad: Array, other: Array) -> float:
    """Intersection over union of two convex shapes, (k, 2) corners each."""
    a, b = quad.astype(np.float32), other.astype(np.float32)
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    both = float(cv2.intersectConvexConvex(a, b)[0])
    union = area(a) + area(b) - both
    return both / union if union > 0 else 0.0


def without_doubles(quads: Array, confidences: Array, limit: float) -> Array:
    """Indices of (n, 4, 2) boxes to keep, best first: none overlaps a better one beyond it."""
    boxes = [cv2.minAreaRect(quad) for quad in quads.astype(np.float32)]
    if not boxes:
        return np.zeros(0, int)
    kept = cv2.dnn.NMSBoxesRotated(boxes, confidences.astype(float).tolist(), 0.0, limit)
    return np.asarray(kept, int).reshape(-1)


def log_odds(chances: Array) -> Array:
    """(n,) of chances, kept within what a network can know."""
    kept = np.clip(chances, 1e-4, 1 - 1e-4)
    result: Array = np.log(kept / (1 - kept))
    return result
