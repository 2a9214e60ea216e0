"""Hands that move over a table, picture by picture."""

from itertools import pairwise
from math import dist

from scorer.sighting import Point, Reach

STEP_MM, PICTURE_S = 40.0, 0.05


def way(*stops: Point, from_s: float = 0.0, rests: int = 2) -> tuple[Reach, ...]:
    """A hand that moves from stop to stop, and rests for so many pictures at each."""
    found, time_s = [Reach(from_s, stops[0])], from_s
    for start, end in pairwise(stops):
        steps = max(1, round(dist(start, end) / STEP_MM))
        shares = [k / steps for k in range(1, steps + 1)] + [1.0] * rests
        for share in shares:
            time_s += PICTURE_S
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            found.append(Reach(time_s, (x, y)))
    return tuple(found)
