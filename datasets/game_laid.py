"""Since when the small pictures of a film would show a card, as the gate remembers them."""

from collections.abc import Iterator
from functools import lru_cache
from math import inf

import numpy as np

from game_table import Lying, Stage, inside, points_across
from scene_faces import Array
from vision.history import PICTURES, Since
from vision.setup import Point

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
    points = points_across(lying.quad_mm, GRID)
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
    (low_x, low_y), (high_x, high_y) = _range(points_mm)
    for outline, (x, y), (to_x, to_y) in _covering(stage, time_s):
        if x <= high_x and low_x <= to_x and y <= high_y and low_y <= to_y:
            left = left[~inside(left, outline)]
    return len(left) / len(points_mm)


@lru_cache(maxsize=4096)
def _covering(stage: Stage, time_s: float) -> tuple[tuple[Array, Point, Point], ...]:
    """The outlines of hands and arms over the table, and their ranges: the same for every card."""
    outlines = [each for track in stage.hands for each in stage.over_table(track, time_s)]
    return tuple((each, *_range(each)) for each in outlines)


def _range(points_mm: Array) -> tuple[Point, Point]:
    """The least and the greatest x and y of points (n, 2)."""
    (x, y), (to_x, to_y) = points_mm.min(axis=0).tolist(), points_mm.max(axis=0).tolist()
    return (x, y), (to_x, to_y)
