"""Names beside the lines of a chart: short enough, and none over another."""

from collections.abc import Sequence
from itertools import pairwise

LABEL_GAP = 18.0


def apart(heights: Sequence[float], lowest: float) -> list[float]:
    """The same heights, moved so that no two labels overlap and none is below the lowest."""
    placed = list(heights)
    order = sorted(range(len(placed)), key=placed.__getitem__)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    over = max(0.0, placed[order[-1]] - lowest) if order else 0.0
    return [each - over for each in placed]


def shortened(name: str, most: int = 8) -> str:
    """The name as far as there is room for it."""
    return name if len(name) <= most else f"{name[: most - 1]}…"
