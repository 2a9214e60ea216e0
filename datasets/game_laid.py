"""Since when the small pictures of a film would show a card, as the gate remembers them."""

from collections.abc import Iterator
from math import inf

import numpy as np

from game_table import Lying, Stage, inside
from scene_faces import Array
from vision.history import PICTURES, Since

EVERY_S = 0.05
"""So often there is a small picture."""
FREE, SHOWS = 0.9, 0.7
"""Share of a place that no hand covers where it is seen without its card, and with it."""
GRID = (4, 6)
"""Points across a card and down it."""


def since(stage: Stage, lying: Lying, time_s: float) -> Since | None:
    """Since when a card shows that lies there at that time; None for longer than remembered."""
    laid = stage.cards[lying.card].at(time_s)
    oldest_s = time_s - PICTURES * EVERY_S
    if laid.end_s <= max(0.0, oldest_s):
        return None
    points = _points(lying.quad_mm)
    back, on = _times(laid.end_s - EVERY_S, oldest_s, -EVERY_S), _times(laid.end_s, time_s, EVERY_S)
    return Since(
        next((when for when in back if _free(stage, points, when) >= FREE), -inf),
        next((when for when in on if _free(stage, points, when) >= SHOWS), time_s),
    )


def _times(from_s: float, until_s: float, step_s: float) -> Iterator[float]:
    """When there are small pictures, from one time until before another."""
    first = (np.ceil if step_s > 0 else np.floor)(from_s / EVERY_S) * EVERY_S
    yield from np.arange(first, until_s, step_s).tolist()


def _free(stage: Stage, points_mm: Array, time_s: float) -> float:
    """Share of the points that no hand covers."""
    left = points_mm
    for track in stage.hands:
        for outline in stage.over_table(track, time_s):
            left = left[~inside(left, outline)]
    return len(left) / len(points_mm)


def _points(quad_mm: Array) -> Array:
    u, v = (each.reshape(-1, 1) for each in np.meshgrid(*((np.arange(n) + 0.5) / n for n in GRID)))
    points: Array = quad_mm[0] + u * (quad_mm[1] - quad_mm[0]) + v * (quad_mm[3] - quad_mm[0])
    return points
