"""Blossoms, leaves and sprays of an artist who is not: all that artists do otherwise is a number.

Coordinates are those of `deck.shapes`: tenths of a millimetre, y down; angles in degrees, 0 to the
right and 90 down.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deck.shapes import BLACK, Knot, Point, curve, disc, fill, leaf, line, place, polygon, turned
from deck.shapes import sample as points_along
from deck.trees import evenly

Rng = np.random.Generator
Area = tuple[float, float, float, float]
"""Left, top, right and bottom."""

PANEL: Area = (24.0, 24.0, 306.0, 516.0)
"""What plants fill."""

NOTCH = (
    (-0.9, 0.55),
    (-0.6, 0.95),
    (-0.25, 1.03),
    (0, 0.84),
    (0.25, 1.03),
    (0.6, 0.95),
    (0.9, 0.55),
)
RUFFLE = (
    *((-1, 0.6), (-0.8, 0.9), (-0.5, 0.84), (-0.25, 1.0), (0, 0.88)),
    *((0.25, 1.0), (0.5, 0.84), (0.8, 0.9), (1, 0.6)),
)
RIMS = {"notched": NOTCH, "ruffled": RUFFLE}
"""Of a petal: how far to its side, of half its width, and from the middle, of its length."""


@dataclass(frozen=True, slots=True)
class Blossom:
    """One artist's flower seen from the front."""

    petals: int
    rings: int
    shape: str
    """One of RIMS, `round` or `pointed`."""
    size: float
    """Of the radius that is usual for it."""
    sorts: tuple[tuple[str, ...], ...]
    """Of the petals in turn: every flower is of one of these sorts, as red and white ones mix."""
    uneven: float
    """How much smaller than others a flower may be, 0 to 1."""
    apart: float
    """From one flower to the next, in radii: they overlap, or do not."""
    inner: str | None
    """Of a smaller petal inside each, if any."""
    outline: float
    ink: str
    fat: float
    """How wide a petal is, of what its neighbours leave it."""
    heart: float
    """Share of the radius; 0 for none."""
    heart_colour: str
    stamens: int
    tips: str | None
    """Colour of the dots at the stamens' ends, if any."""
    blotch: float
    """Share of the radius that the middle of the petals is dark; 0 for none."""
    veins: int
    """Lines along each petal."""
    facing: float
    """Where its longer petals point, in degrees, where it is not seen from the front."""
    uneven_petals: float
    """How much longer these are than the opposite ones, 0 for flowers seen from the front."""
    flat: float
    """Its height by its width as it is seen, the height along `facing`."""
    column: float
    """How long a column of stamens grows out of its heart, of the radius; 0 for none."""
    stalk: float
    """How long a bud's stalk is; 0 for none."""
    area: Area
    """Where on a card it blooms: all over PANEL, or in a part of it."""


def blossom(style: Blossom, x: float, y: float, r: float, turn: float, sort: int = 0) -> str:
    """A flower of this radius round x, y."""
    art, colours = "", style.sorts[sort]
    for ring in range(style.rings):
        for i in range(style.petals):
            angle = turn + 360 / style.petals * (i + ring / 2)
            longer = style.uneven_petals * math.cos(math.radians(angle - style.facing))
            reach = r * (1 - 0.3 * ring) * (1 + longer)
            colour = colours[(i + ring) % len(colours)]
            art += fill(_petal(style, angle, reach), colour, style.outline, style.ink)
            if style.inner:
                art += fill(_petal(style, angle, reach * 0.66), style.inner)
            art += line(_veins(style, angle, reach), max(1.0, style.outline * 0.6), style.ink)
    if style.blotch:
        rim = [turned(0, 0, turn + 30 * i, r * style.blotch * (1, 0.7)[i % 2]) for i in range(12)]
        art += fill(curve([Knot(*at) for at in rim]), style.ink)
    ends = [turned(0, 0, turn + 360 / style.stamens * i, r * 0.48) for i in range(style.stamens)]
    stamens = [polygon([(0, 0), end], False) for end in ends]
    art += line(stamens, max(1.2, style.outline * 0.6), style.ink)
    if style.tips:
        art += fill([disc(*end, max(2.2, r * 0.06)) for end in ends], style.tips)
    if style.heart:
        art += fill(disc(0, 0, r * style.heart), style.heart_colour, style.outline * 0.8, style.ink)
    if style.column:
        art += _column(style, r)
    lying = f'<g transform="rotate({style.facing:.0f}) scale({style.flat:.2f} 1)'
    return place(f'{lying} rotate({-style.facing:.0f})">{art}</g>', x, y)


def _column(style: Blossom, r: float) -> str:
    """A column that grows from the heart the way that the flower faces, dotted all along."""
    ends = [turned(0, 0, style.facing, r * style.column * far) for far in (0.3, 0.65, 1)]
    wide = max(3.0, r * 0.1)
    art = line(polygon([(0, 0), ends[-1]], False), wide, style.ink)
    return art + fill([disc(*end, wide * 0.7) for end in ends], style.tips or style.heart_colour)


def _veins(style: Blossom, angle: float, reach: float) -> str:
    """Path data of the lines along a petal."""
    ways = (angle + 10 * (k - (style.veins - 1) / 2) for k in range(style.veins))
    return "".join(
        polygon([turned(0, 0, way, reach * far) for far in (0.35, 0.78)], False) for way in ways
    )


def _petal(style: Blossom, angle: float, reach: float) -> str:
    """Path data of a petal that grows from the middle."""
    half = min(70.0, 180 / style.petals * style.fat)
    broad = float(np.sin(np.radians(half)))
    if style.shape == "pointed":
        return leaf(0, 0, angle, reach, 1.8 * reach * broad, 0.55)
    if style.shape == "round":
        size = reach * min(0.5, 0.8 * broad)
        return disc(*turned(0, 0, angle, reach - size), size)
    rim = [turned(0, 0, angle + side * half, reach * far) for side, far in RIMS[style.shape]]
    return curve([Knot(0, 0, True), *(Knot(x, y) for x, y in rim)])


@dataclass(frozen=True, slots=True)
class Leafage:
    """One artist's leaves along a stem."""

    colours: tuple[str, ...]
    """From the stem's foot to its tip."""
    size: float
    wide: float
    """Share of the length."""
    lean: float
    """Degrees between a leaf and the stem."""
    apart: float
    """From one pair to the next, in sizes."""
    alternate: bool
    """One leaf at a time, left and right in turn, instead of pairs."""
    beads: bool
    """Round leaves on short stalks."""
    outline: float
    stem: float
    """Width of the stem."""


def spray(style: Leafage, stem: Sequence[Knot]) -> str:
    """A stem with its leaves; they grow smaller towards the tip."""
    path = points_along(stem, 10)
    long = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    count = max(3, round(long / (style.size * style.apart)))
    art = [line(polygon(path, False), style.stem)]
    for i, (x, y, way) in enumerate(evenly(path, count)):
        colour = style.colours[int(i / count * len(style.colours))]
        size = style.size * (1.1 - 0.4 * i / count)
        sides = ((1, -1)[i % 2],) if style.alternate else (1, -1)
        art += [_leaf(style, (x, y), way + side * style.lean, size, colour) for side in sides]
    (ax, ay), tip = path[-2:]
    way = math.degrees(math.atan2(tip[1] - ay, tip[0] - ax))
    art.append(_leaf(style, tip, way, style.size * 0.75, style.colours[-1]))
    return "".join(art)


def _leaf(style: Leafage, at: Point, way: float, size: float, colour: str) -> str:
    joint = turned(*at, way, size * 0.22)
    stalk = line(polygon([at, joint], False), style.stem * 0.8)
    if style.beads:
        shape = disc(*turned(*at, way, size * 0.6), size * 0.36)
    else:
        shape = leaf(*joint, way, size, size * style.wide, 0.5)
    return stalk + fill(shape, colour, style.outline)


def broad_leaf(x: float, y: float, way: float, size: float, colour: str, vein: str) -> str:
    """A broad pointed leaf with a vein."""
    art = fill(leaf(x, y, way, size, size * 0.55, 0.5), colour, 1.5, BLACK)
    return art + line(polygon([(x, y), turned(x, y, way, size * 0.8)], False), 2, vein)


def wandering(
    rng: Rng,
    x: float,
    y: float,
    heading: float,
    length: float,
    bend: float,
    knots: int = 4,
    sharp: bool = False,
) -> list[Knot]:
    """A stem that begins at x, y and turns by about `bend` degrees at each of its knots."""
    found = [Knot(x, y)]
    for _ in range(knots):
        x, y = turned(x, y, heading, length / knots)
        found.append(Knot(x, y, sharp))
        heading += float(rng.normal(0, bend))
    return found


def scattered(rng: Rng, count: int, apart: float, area: Area) -> list[Point]:
    """At most so many places within left, top, right, bottom, no two nearer than `apart`."""
    found: list[Point] = []
    for x, y in rng.uniform(area[:2], area[2:], (count * 12, 2)).tolist():
        if len(found) < count and all(np.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
    return found
