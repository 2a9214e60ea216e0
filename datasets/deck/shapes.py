"""Paths, strokes and small SVG elements that every drawing of the deck is made of.

Coordinates are tenths of a millimetre of a 33 x 54 mm card: 330 wide, 540 high, y down.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 330, 540
LEFT, TOP, RIGHT, BOTTOM = 18, 18, 312, 522  # the panel inside the border

RED = "#df2a25"
BLACK = "#15171a"
PINE = "#2f5b45"
CREAM = "#fbf5e4"
WHITE = "#fffdf6"
YELLOW = "#f7c81e"
ORANGE = "#ee9a2b"
BLUE = "#2f7fd0"
PURPLE = "#5650c8"
GREEN = "#2c8a4b"
PINK = "#f7b7b4"

Point = tuple[float, float]
Warp = Callable[[float, float], Point]


class Knot(NamedTuple):
    """A point on a curve; a sharp one breaks the curve's smoothness."""

    x: float
    y: float
    sharp: bool = False


def num(value: float) -> str:
    """A coordinate as short text, one decimal."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def knots(text: str) -> list[Knot]:
    """Points written "x,y x,y! x,y": an exclamation mark makes a sharp one."""
    found = []
    for word in text.split():
        x, y = word.rstrip("!").split(",")
        found.append(Knot(float(x), float(y), word.endswith("!")))
    return found


def table(text: str) -> list[tuple[float, ...]]:
    """Rows of numbers written "1,2,3 4,5,6"."""
    return [tuple(float(value) for value in word.split(",")) for word in text.split()]


def _handles(points: Sequence[Knot], closed: bool) -> list[tuple[Point, Point, Point]]:
    """Cubic segments through the points: two control points and an end each."""
    count = len(points)
    segments = []
    for i in range(count if closed else count - 1):
        a, b = points[i], points[(i + 1) % count]
        before = points[i - 1] if closed or i > 0 else a
        after = points[(i + 2) % count] if closed or i + 2 < count else b
        reach = math.dist(a[:2], b[:2]) / 3
        one = _along(a, before, b, reach)
        two = _along(b, after, a, reach)
        segments.append((one, two, (b.x, b.y)))
    return segments


def _along(at: Knot, behind: Knot, ahead: Knot, reach: float) -> Point:
    """The control point that leaves `at` towards `ahead`."""
    if at.sharp:
        behind = at
    dx, dy = ahead.x - behind.x, ahead.y - behind.y
    length = math.hypot(dx, dy) or 1.0
    return at.x + dx / length * reach, at.y + dy / length * reach


def curve(points: str | Sequence[Knot], closed: bool = True) -> str:
    """Path data of a smooth line through the points."""
    line = knots(points) if isinstance(points, str) else points
    parts = [f"M{num(line[0].x)} {num(line[0].y)}"]
    for one, two, end in _handles(line, closed):
        parts.append("C" + " ".join(num(v) for p in (one, two, end) for v in p))
    return "".join(parts) + ("Z" if closed else "")


def sample(points: str | Sequence[Knot], steps: int = 8, closed: bool = False) -> list[Point]:
    """Points along the smooth line, `steps` to a segment."""
    line = knots(points) if isinstance(points, str) else points
    found: list[Point] = [(line[0].x, line[0].y)]
    for one, two, end in _handles(line, closed):
        start = found[-1]
        for step in range(1, steps + 1):
            t = step / steps
            s = 1 - t
            weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            corners = (start, one, two, end)
            found.append(
                (
                    sum(w * p[0] for w, p in zip(weights, corners, strict=True)),
                    sum(w * p[1] for w, p in zip(weights, corners, strict=True)),
                )
            )
    return found


def polygon(points: Iterable[Point], closed: bool = True) -> str:
    """Path data of straight lines."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if closed else "")


def brush(
    points: str | Sequence[Knot], widths: Sequence[float], warp: Warp | None = None, steps: int = 4
) -> str:
    """Path data of a stroke whose width runs through `widths` from its start to its end; round at its sharp turns."""
    way = list(knots(points) if isinstance(points, str) else points)
    path = [warp(x, y) if warp else (x, y) for x, y in sample(way, steps)]
    last = len(path) - 1

    def half(at: int) -> float:
        spot = at / last * (len(widths) - 1)
        low = min(int(spot), len(widths) - 2)
        return (widths[low] + (widths[low + 1] - widths[low]) * (spot - low)) / 2

    turns = [i * steps for i in range(1, len(way) - 1) if way[i].sharp]
    parts = [disc(*path[at], half(at)) for at in turns]
    for start, end in zip([0, *turns], [*turns, last], strict=True):
        left: list[Knot] = []
        right: list[Knot] = []
        for i in range(start, end + 1):
            (x, y), (ax, ay), (bx, by) = path[i], path[max(i - 1, start)], path[min(i + 1, end)]
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * half(i), (bx - ax) / length * half(i)
            left.append(Knot(x + nx, y + ny, i in (start, end)))
            right.append(Knot(x - nx, y - ny, i in (start, end)))
        parts.append(curve(left + right[::-1]))
    return "".join(parts)


def leaf(x: float, y: float, angle: float, length: float, width: float, fat: float = 0.45) -> str:
    """Path data of a pointed leaf that grows from x, y; angle in degrees, 0 to the right, 90 down."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def at(u: float, v: float) -> Point:
        return x + u * c - v * s, y + u * s + v * c

    tip = at(length, 0)
    sides = []
    for way in (1, -1):
        sides.append(
            (
                at(length * fat * 0.5, way * width * 0.66),
                at(length * (fat + 0.25), way * width * 0.62),
            )
        )
    (a, b), (d, e) = sides
    text = [f"M{num(x)} {num(y)}"]
    text.append("C" + " ".join(num(v) for p in (a, b, tip) for v in p))
    text.append("C" + " ".join(num(v) for p in (e, d, (x, y)) for v in p))
    return "".join(text) + "Z"


def disc(x: float, y: float, r: float) -> str:
    """Path data of a circle."""
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0Z"


def turned(x: float, y: float, angle: float, distance: float) -> Point:
    """The point at a distance from x, y in a direction."""
    return x + distance * math.cos(math.radians(angle)), y + distance * math.sin(
        math.radians(angle)
    )


def fill(data: str | Iterable[str], colour: str, outline: float = 0, ink: str = BLACK) -> str:
    """A filled path, with an outline of that width if any."""
    path = data if isinstance(data, str) else "".join(data)
    line = (
        f' stroke="{ink}" stroke-width="{num(outline)}" stroke-linejoin="round"' if outline else ""
    )
    return f'<path d="{path}" fill="{colour}"{line}/>'


def line(data: str | Iterable[str], width: float, ink: str = BLACK) -> str:
    """An open line with round ends."""
    path = data if isinstance(data, str) else "".join(data)
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{num(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def merged(shapes: Sequence[str], colour: str, outline: float) -> str:
    """Several shapes as one: a common outline, no lines where they meet."""
    return fill(shapes, colour, outline * 2) + "".join(fill(shape, colour) for shape in shapes)


def place(
    art: str, x: float, y: float, angle: float = 0, scale: float = 1, mirror: bool = False
) -> str:
    """Art drawn round its own origin, put at x, y."""
    words = [f"translate({num(x)} {num(y)})"]
    if angle:
        words.append(f"rotate({num(angle)})")
    if scale != 1 or mirror:
        words.append(f"scale({-scale if mirror else scale:.3g} {scale:.3g})")
    return f'<g transform="{" ".join(words)}">{art}</g>'
