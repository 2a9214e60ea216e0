"""Plum, cherry, iris, peony, chrysanthemum and paulownia."""

import math
from collections.abc import Sequence

from deck.shapes import (
    BLACK,
    PINE,
    PINK,
    PURPLE,
    RED,
    YELLOW,
    Knot,
    Point,
    brush,
    curve,
    disc,
    fill,
    leaf,
    line,
    place,
    polygon,
    table,
    turned,
)


def branch(points: str, widths: Sequence[float]) -> str:
    """A dark branch."""
    return fill(brush(points, widths), BLACK)


def plum(x: float, y: float, r: float, turn: float = 0) -> str:
    """A plum blossom: five round petals, a yellow heart."""
    petals = [disc(*turned(0, 0, turn - 90 + 72 * i, r * 0.56), r * 0.5) for i in range(5)]
    stamens = []
    for i in range(10):
        angle = turn - 90 + 36 * i
        stamens.append(
            polygon([turned(0, 0, angle, r * 0.2), turned(0, 0, angle, r * 0.52)], False)
        )
    art = fill(petals, RED, 2.6) + fill(disc(0, 0, r * 0.4), RED) + line(stamens, 1.8)
    return place(art + fill(disc(0, 0, r * 0.22), YELLOW, 1.8), x, y)


def plum_bud(x: float, y: float, r: float = 11, turn: float = 0) -> str:
    """A plum bud with its calyx's cross."""
    cross = [polygon([turned(0, 0, turn + a, r), (0, 0)], False) for a in (90, 210, 330)]
    return place(fill(disc(0, 0, r), RED, 2.4) + line(cross, 1.8), x, y)


def cherry(x: float, y: float, r: float, turn: float = 0, pale: bool = False) -> str:
    """A cherry blossom: five notched petals."""
    outline: list[Knot] = []
    for i in range(5):
        middle = turn - 90 + 72 * i
        for angle, reach, sharp in (
            (-34, 0.36, True),
            (-27, 0.82, False),
            (-11, 1.02, False),
            (0, 0.82, True),
        ):
            px, py = turned(0, 0, middle + angle, r * reach)
            outline.append(Knot(px, py, sharp))
        for angle, reach in ((11, 1.02), (27, 0.82)):
            px, py = turned(0, 0, middle + angle, r * reach)
            outline.append(Knot(px, py))
    rays = [turn - 90 + 36 * i for i in range(10)]
    stamens = [polygon([(0, 0), turned(0, 0, ray, r * 0.46)], False) for ray in rays]
    dots = [disc(*turned(0, 0, ray, r * 0.48), 1.7) for ray in rays]
    ink = RED if pale else BLACK
    art = (
        fill(curve(outline), PINK if pale else RED, 2.4) + line(stamens, 1.5, ink) + fill(dots, ink)
    )
    return place(art + fill(disc(0, 0, r * 0.15), YELLOW if not pale else RED, 1.4), x, y)


def leaves(stalks: str, length: float, width: float) -> str:
    """Loose dark leaves, written "x,y,angle"."""
    return fill([leaf(x, y, angle, length, width) for x, y, angle in table(stalks)], BLACK)


def blade(points: str, width: float) -> str:
    """A sword leaf of the iris."""
    spine = curve(points, closed=False)
    return fill(brush(points, (width * 0.8, width, width * 0.8, 1)), BLACK) + line(spine, 1.6, PINE)


def iris(x: float, y: float, size: float) -> str:
    """An iris: three standing petals, three falling ones with a yellow tongue."""
    side = "0,0! -30,-22 -66,-10 -84,28! -62,42 -36,40 -10,14"
    centre = "0,-6! -26,20 -30,52 0,84! 30,52 26,20"
    stand = "0,4! -20,-28 -18,-62 0,-84! 18,-62 20,-28"
    slim = "-6,2! -34,-30 -46,-58 -40,-76! -22,-58 -6,-28"
    tongue = "0,0! -9,16 -6,36 0,46! 6,36 9,16"
    art = fill(curve(stand), PURPLE, 3 / size)
    for mirror in (False, True):
        art += place(fill(curve(slim), PURPLE, 3 / size), 0, 0, mirror=mirror)
        art += place(
            fill(curve(side), PURPLE, 3 / size)
            + line(curve("-14,4 -40,4 -62,20", False), 2 / size),
            0,
            0,
            mirror=mirror,
        )
    art += fill(curve(centre), PURPLE, 3 / size) + fill(curve(tongue), YELLOW, 2 / size)
    for mirror in (False, True):
        art += place(fill(leaf(-12, 2, 166, 30, 11), YELLOW, 2 / size), 0, 0, mirror=mirror)
    return place(art, x, y, scale=size)


def iris_bud(x: float, y: float, size: float) -> str:
    """A closed iris on its stalk's end."""
    art = fill(curve("0,30! -13,6 -8,-24 2,-46! 12,-22 12,8"), PURPLE, 3 / size)
    return place(
        art + fill(curve("0,40! -14,24 -10,6 0,-2! 10,8 12,24"), YELLOW, 2.4 / size),
        x,
        y,
        scale=size,
    )


def peony(x: float, y: float, r: float, turn: float = 0) -> str:
    """A full peony: rings of ruffled petals round a yellow heart."""
    art = ""
    for reach, count, shift in ((1.0, 9, 0), (0.74, 8, 20), (0.48, 6, 5)):
        for i in range(count):
            art += _ruffle(turn + shift + 360 / count * i, r * reach, 2.35 * math.pi / count)
    hairs = [polygon([(0, 0), turned(0, 0, a, r * 0.22)], False) for a in range(0, 360, 45)]
    heart = fill(disc(0, 0, r * 0.22), YELLOW, 2.2) + line(hairs, 1.4)
    return place(art + heart, x, y)


def _ruffle(angle: float, reach: float, spread: float) -> str:
    """One petal with a waved edge, from the origin outwards."""
    half = math.degrees(spread) / 2
    edge = [(0.0, 0.3), (-half * 0.9, 0.72), (-half, 0.9), (-half * 0.55, 1.0), (-half * 0.2, 0.94)]
    edge += [(half * 0.15, 1.03), (half * 0.6, 0.98), (half, 0.88), (half * 0.9, 0.7)]
    points = [
        Knot(*turned(0, 0, angle + a, reach * d), sharp=i in (0, 4))
        for i, (a, d) in enumerate(edge)
    ]
    return fill(curve(points), RED, 2.3)


def peony_bud(x: float, y: float, r: float, turn: float = 0) -> str:
    """A half-open peony seen from the side."""
    petal = "0,60! -52,40 -64,-10 -40,-56! -14,-30"
    art = fill(curve("0,56! -44,20 -34,-50 0,-74! 34,-50 44,20"), RED, 2.3 * 60 / r)
    for mirror in (False, True):
        art += place(fill(curve(petal + " -4,20"), RED, 2.3 * 60 / r), 0, 0, mirror=mirror)
    art += fill(curve("0,62! -26,34 -22,-8 2,-34! 24,-6 26,34"), RED, 2.3 * 60 / r)
    return place(art, x, y, turn, r / 60)


def lobed(x: float, y: float, size: float, turn: float) -> str:
    """A peony's three-pointed leaf; 0 points up."""
    shape = "0,0! -34,-16 -72,-54! -50,-60 -30,-56! -30,-84 -6,-124! 14,-92 28,-60! 50,-66 76,-62! 48,-20"
    veins = "M0 -4L-4 -108M0 -4L-58 -52M0 -4L62 -58"
    art = fill(curve(shape), BLACK, 1.5) + line(veins, 2.4, PINE)
    return place(art, x, y, turn, size / 120)


def mum(x: float, y: float, r: float, squash: float = 0.86) -> str:
    """A chrysanthemum from the front: slim petals, red and yellow in turn."""
    art = ""
    for reach, count, shift in ((1.0, 22, 0), (0.72, 16, 6), (0.44, 11, 3)):
        for i in range(count):
            angle = shift + 360 / count * i
            colour = (YELLOW, RED, YELLOW)[(i + count) % 3] if reach > 0.5 else (RED, YELLOW)[i % 2]
            px, py = turned(0, 0, angle, r * 0.08)
            art += fill(_petal(px, py, angle, r * reach * 0.94, r * 0.25), colour, 2)
    art += fill(disc(0, 0, r * 0.13), YELLOW, 1.8)
    return f'<g transform="translate({x:g} {y:g}) scale(1 {squash:g})">{art}</g>'


def _petal(x: float, y: float, angle: float, length: float, width: float) -> str:
    """A slim petal, round at its outer end."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def at(u: float, v: float) -> Point:
        return x + u * c - v * s, y + u * s + v * c

    h = width / 2
    outline = [
        (0.0, 0.0, True),
        (length * 0.7, h, False),
        (length, 0.0, False),
        (length * 0.7, -h, False),
    ]
    return curve([Knot(*at(u, v), sharp=sharp) for u, v, sharp in outline])


def mum_side(x: float, y: float, r: float, turn: float = 0) -> str:
    """A chrysanthemum from the side, a fan of petals on a calyx."""
    art = ""
    for i, angle in enumerate((-172, -8, -158, -22, -142, -38, -124, -56, -107, -73, -90)):
        reach = r * (1.02 if abs(angle + 90) > 60 else 0.9)
        art += fill(_petal(0, 0, angle, reach, r * 0.3), (YELLOW, YELLOW, RED, RED)[i % 4], 2)
    art += fill(curve(f"{-r * 0.26},0 0,{r * 0.26} {r * 0.26},0 0,{-r * 0.16}"), BLACK)
    return place(art, x, y, turn)


def mum_leaf(x: float, y: float, size: float, turn: float) -> str:
    """The chrysanthemum's dark leaf of round lobes; 0 points up."""
    shape = "0,4! -20,-6 -50,-4 -56,-30 -36,-40! -62,-56 -52,-84 -26,-78! -24,-108 0,-120 22,-106 26,-78!"
    shape += " 54,-82 62,-56 36,-40! 58,-28 48,-4 20,-6"
    art = fill(curve(shape), BLACK) + line(
        "M0 0L0 -92M0 -38L-34 -62M0 -38L34 -62M0 -14L-32 -20M0 -14L32 -20", 2.6, PINE
    )
    return place(art, x, y, turn, size / 120)


def paulownia_spike(x: float, y: float, size: float, lean: float = 0) -> str:
    """An upright spike of paulownia: open bells below, round buds above."""
    art = line("M0 10C-3 -40 3 -90 0 -128", 3.6)
    for by, reach in ((-58, 32), (-90, 27), (-116, 20)):
        for side in (-1, 1):
            art += line(f"M0 {by + 14}L{side * reach * 0.5:g} {by}", 2.8)
            art += fill(
                leaf(side * reach * 0.36, by + 4, -90 + side * 48, reach * 1.15, reach * 0.84),
                PURPLE,
                2.4,
            )
    art += fill(leaf(0, -122, -90, 30, 19), PURPLE, 2.4)
    return place(art + bell(-30, -12, -30) + bell(30, -12, 30) + bell(0, -8, 0), x, y, lean, size)


def bell(x: float, y: float, turn: float) -> str:
    """An open paulownia bell seen from the front, five pointed lobes."""
    outline = []
    for i in range(5):
        angle = turn - 90 + 72 * i
        for shift, reach, sharp in (
            (0, 34, True),
            (20, 22, False),
            (36, 14, True),
            (52, 22, False),
        ):
            outline.append(Knot(*turned(0, 0, angle + shift, reach), sharp=sharp))
    rays = [polygon([(0, 0), turned(0, 0, turn - 90 + 72 * i, 20)], False) for i in range(5)]
    return place(
        fill(curve(outline), PURPLE, 2.4) + line(rays, 1.6) + fill(disc(0, 0, 4.6), YELLOW), x, y
    )


def paulownia_leaf(x: float, y: float, size: float, turn: float = 0) -> str:
    """The broad black paulownia leaf hanging under its flowers; 0 points down."""
    shape = "0,-16 -40,-40 -70,-10 -72,22! -54,30 -46,52 -40,78! -20,80 -8,100 0,128!"
    shape += " 12,100 22,82 42,80! 44,52 56,32 74,20! 70,-10 42,-40"
    veins = "M0 -8L0 104M0 8L-54 14M0 8L54 14M0 34L-30 62M0 34L32 62"
    return place(fill(curve(shape), BLACK, 2) + line(veins, 2.6, PINE), x, y, turn, size / 100)
