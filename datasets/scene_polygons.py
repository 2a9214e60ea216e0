"""Areas, overlaps and turns of polygons."""

import numpy as np

from scene_faces import Array


def turning(angle_deg: float) -> Array:
    """(2, 2) the matrix that turns points about the origin, clockwise on the screen."""
    a = np.radians(angle_deg)
    return np.array(((np.cos(a), -np.sin(a)), (np.sin(a), np.cos(a))))


def frame_corners(size: Array) -> Array:
    """(4, 2) corners of a picture of this width and height, clockwise."""
    return np.array(((0, 0), (size[0], 0), size, (0, size[1])), float)


def area_px(polygon: Array) -> float:
    """The area of a polygon (n, 2), above 0 when it runs clockwise on the screen."""
    if len(polygon) < 3:
        return 0.0
    x, y = polygon[:, 0], polygon[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def overlap(shape: Array, window: Array) -> Array:
    """(n, 2) the part of a convex shape inside a convex window, both clockwise; n may be 0.

    OpenCV's intersectConvexConvex loses corners where edges nearly touch.
    """
    points = [(float(x), float(y)) for x, y in shape]
    for (ax, ay), (bx, by) in zip(window, np.roll(window, -1, axis=0), strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in points]
        kept: list[tuple[float, float]] = []
        for i, (x, y) in enumerate(points):
            (px, py), before, here = points[i - 1], sides[i - 1], sides[i]
            if (before < 0) != (here < 0):
                share = before / (before - here)
                kept.append((px + share * (x - px), py + share * (y - py)))
            if here >= 0:
                kept.append((x, y))
        points = kept
    return np.array(points, float).reshape(-1, 2)
