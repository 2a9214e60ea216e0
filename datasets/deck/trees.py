"""Pine, wisteria, bush clover, pampas, maple and willow."""

import itertools
import math
import random
from collections.abc import Sequence

from deck.shapes import (
    BLACK,
    BOTTOM,
    CREAM,
    PINE,
    RED,
    YELLOW,
    Knot,
    Point,
    brush,
    curve,
    disc,
    fill,
    knots,
    leaf,
    line,
    place,
    polygon,
    sample,
    table,
    turned,
)


def pine(ridge: str, tips: Sequence[Point] = ()) -> str:
    """A pine's dark crown under the ridge line, fringed with needles, with buds on its tips."""
    top = knots(ridge)
    ground = [Knot(top[-1].x, BOTTOM + 10, True), Knot(top[0].x, BOTTOM + 10, True)]
    edge = sample(top, 14)
    fringe: list[str] = []
    inner: list[str] = []
    walked = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(edge):
        step = math.dist((ax, ay), (bx, by))
        walked += step
        if walked < 9 or step == 0:
            continue
        walked = 0
        nx, ny = (by - ay) / step, -(bx - ax) / step
        dx, dy = nx * 0.8, ny * 0.8 - 0.75
        reach = 11 / math.hypot(dx, dy)
        fringe.append(
            polygon([(bx - nx * 2, by - ny * 2), (bx + dx * reach, by + dy * reach)], closed=False)
        )
        inner.append(
            polygon(
                [
                    (bx - nx * 9, by - ny * 9 + 6),
                    (bx - nx * 9 + dx * reach, by - ny * 9 + 6 + dy * reach),
                ],
                False,
            )
        )
    body = curve(
        [Knot(top[0].x, top[0].y, True), *top[1:-1], Knot(top[-1].x, top[-1].y, True), *ground]
    )
    art = line(fringe, 2.6) + fill(body, BLACK) + line(inner, 2, PINE)
    return art + "".join(pine_bud(x, y) for x, y in tips)


def pine_bud(x: float, y: float) -> str:
    """A young shoot standing on a tip."""
    shoot = curve(
        [
            Knot(x - 5, y + 8),
            Knot(x - 6, y - 8),
            Knot(x, y - 22, True),
            Knot(x + 6, y - 8),
            Knot(x + 5, y + 8),
        ]
    )
    return fill(shoot, YELLOW, 2.6)


def evenly(path: Sequence[Point], count: int) -> list[tuple[float, float, float]]:
    """Points at even distances along a path, with the path's direction there in degrees."""
    reach = [0.0]
    for a, b in itertools.pairwise(path):
        reach.append(reach[-1] + math.dist(a, b))
    found = []
    i = 0
    for step in range(count):
        goal = reach[-1] * (step + 0.55) / (count + 0.35)
        while reach[i + 1] < goal:
            i += 1
        (ax, ay), (bx, by) = path[i], path[i + 1]
        part = (goal - reach[i]) / (reach[i + 1] - reach[i])
        found.append(
            (
                ax + (bx - ax) * part,
                ay + (by - ay) * part,
                math.degrees(math.atan2(by - ay, bx - ax)),
            )
        )
    return found


def spray(stem: str, size: float, colours: Sequence[str], lean: float = 48) -> str:
    """A stem with leaves in pairs and one at its end; colours run from the base to the tip."""
    path = sample(stem, 14)
    art = [line(polygon(path, False), size * 0.1)]
    long = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    pairs = max(2, round(long / (size * 0.86)))
    for i, (x, y, way) in enumerate(evenly(path, pairs)):
        share = i / pairs
        colour = colours[min(int(share * len(colours)), len(colours) - 1)]
        grown = size * (1.08 - 0.32 * share)
        for side in (-1, 1):
            jx, jy = turned(x, y, way + side * lean, size * 0.26)
            art.append(line(polygon([(x, y), (jx, jy)], False), size * 0.08))
            art.append(fill(leaf(jx, jy, way + side * lean * 0.9, grown, grown * 0.6, 0.5), colour))
    (ax, ay), (x, y) = path[-2], path[-1]
    way = math.degrees(math.atan2(y - ay, x - ax))
    art.append(fill(leaf(x, y, way, size * 0.9, size * 0.5), colours[-1]))
    return "".join(art)


def wisteria(stem: str, size: float = 34) -> str:
    """A wisteria's feathered leaf, all black."""
    return spray(stem, size, (BLACK,))


def tendril(points: str) -> str:
    """A thin curling vine."""
    return line(curve(points, closed=False), 3)


def clover(stem: str, dark: float = 0.45, size: float = 35) -> str:
    """A branch of bush clover: dark leaves below, red flowers above."""
    steps = 10
    colours = [BLACK if i / steps < dark else RED for i in range(steps)]
    return spray(stem, size, colours)


def hill(height: float, left: float = 0, right: float = 0) -> str:
    """The bare hill of the eighth month, with a breath of pampas grass on it."""
    top = BOTTOM - height
    body = curve(
        [
            Knot(0, BOTTOM + 20, True),
            Knot(0, top + 62 - left, True),
            Knot(80, top + 14 - left * 0.6),
            Knot(165, top),
            Knot(250, top + 14 - right * 0.6),
            Knot(330, top + 62 - right, True),
            Knot(330, BOTTOM + 20, True),
        ]
    )
    return fill(body, BLACK)


def pampas(seed: int, where: str, reach: float = 62, ink: str = PINE) -> str:
    """Tufts of pampas blades on the dark hill or its skyline, written "x,y"."""
    chance = random.Random(seed)
    blades = []
    for x, y in table(where):
        for bend in (-34, -18, -4, 12, 28):
            lift = reach * chance.uniform(0.7, 1.05)
            tip = Knot(x + bend, y - lift)
            blades.append(
                brush([Knot(x, y), Knot(x + bend * 0.3, y - lift * 0.6), tip], (3.4, 3, 0.8))
            )
    return fill(blades, ink)


MAPLE_LOBES = (
    (-128, 0.62),
    (-82, 0.84),
    (-36, 0.96),
    (0, 1.06),
    (36, 0.96),
    (82, 0.84),
    (128, 0.62),
)


def maple(x: float, y: float, size: float, turn: float, colour: str) -> str:
    """A maple leaf of seven fingers; `turn` is where its middle finger points, 0 being up."""
    outline: list[Knot] = []
    for i, (angle, reach) in enumerate(MAPLE_LOBES):
        for shift, share, sharp in ((-15, 0.6, False), (0, 1.0, True), (15, 0.6, False)):
            outline.append(Knot(*turned(0, 0, angle - 90 + shift, size * reach * share), sharp))
        if i < len(MAPLE_LOBES) - 1:
            between = (angle + MAPLE_LOBES[i + 1][0]) / 2
            outline.append(Knot(*turned(0, 0, between - 90, size * 0.36), True))
    outline.append(Knot(0, size * 0.14, True))
    ink = CREAM if colour == BLACK else BLACK
    veins = [polygon([(0, 0), turned(0, 0, a - 90, size * r * 0.7)], False) for a, r in MAPLE_LOBES]
    stem = curve(
        [Knot(0, 0), Knot(size * 0.04, size * 0.26), Knot(size * 0.14, size * 0.5)], closed=False
    )
    art = (
        line(stem, 5)
        + fill(curve(outline), colour, 2.8)
        + line(veins, 2 if colour != BLACK else 1.4, ink)
    )
    return place(art, x, y, turn)


def willow(hang: str, widths: Sequence[float], seed: int, fringe: float = 20) -> str:
    """A hanging mass of willow: a dark brush stroke with fine leaves at its edges."""
    chance = random.Random(seed)
    path = sample(hang, 9)
    last = len(path) - 1
    hairs = []
    for i, (x, y) in enumerate(path[:-1]):
        bx, by = path[i + 1]
        way = math.degrees(math.atan2(by - y, bx - x))
        spot = i / last * (len(widths) - 1)
        low = min(int(spot), len(widths) - 2)
        half = (widths[low] + (widths[low + 1] - widths[low]) * (spot - low)) / 2
        for side in (-1, 1):
            sx, sy = turned(x, y, way + 90 * side, half - 3)
            tip = turned(
                sx, sy, way + side * chance.uniform(26, 40), fringe * chance.uniform(0.8, 1.2)
            )
            hairs.append(polygon([(sx, sy), tip], False))
    return line(hairs, 2.4) + fill(brush(hang, widths), BLACK) + line(_grain(hang, widths), 2, PINE)


def willow_trunk() -> str:
    """The willow's bent trunk at the left."""
    return fill(brush("10,560 70,460 56,340 70,220 40,0", (70, 54, 44, 40, 70)), BLACK)


def _grain(hang: str, widths: Sequence[float]) -> str:
    """A fine line down the middle of a willow mass."""
    path = sample(hang, 3)
    return (
        curve([Knot(x, y) for x, y in path[1:-2]], closed=False)
        if len(path) > 5 and max(widths) > 30
        else ""
    )


def berry(x: float, y: float, r: float, colour: str = RED) -> str:
    """A round bud."""
    return fill(disc(x, y, r), colour, 2.2)
