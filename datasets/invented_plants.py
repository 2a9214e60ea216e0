"""The plant of each month by an artist who is not, composed anew for every card."""

from collections.abc import Callable, Sequence

import numpy as np

from deck import flowers, trees
from deck.shapes import (
    BLACK,
    GREEN,
    PINE,
    PURPLE,
    WHITE,
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
    turned,
)
from invented_flowers import (
    PANEL,
    Area,
    Blossom,
    Leafage,
    Rng,
    blossom,
    broad_leaf,
    scattered,
    spray,
    wandering,
)
from invented_hand import PALE, Hand, pick

STAR = ((-110, 0.75), (-55, 0.95), (0, 1.05), (55, 0.95), (110, 0.75))
"""Where a maple leaf's fingers point, in degrees from its middle one, and how long they are."""

Plant = Callable[[Hand, Rng, float], str]
"""Art that fills such a share of a card, 0.5 to 1."""
Lobed = Callable[[float, float, float, float], str]
"""A leaf with lobes at x, y, of a size, turned so far."""


def pine(hand: Hand, rng: Rng, much: float) -> str:
    """Dark crowns with needles."""
    top = 540 - much * float(rng.uniform(250, 430))
    ridge = [Knot(-10, float(rng.uniform(380, 500)))]
    tips: list[Point] = []
    for x in np.sort(rng.uniform(20, 310, int(rng.integers(1, 4)))).tolist():
        if x - 34 <= ridge[-1].x + 10 and tips:
            continue
        high = top if not tips else top + float(rng.uniform(0, 160))
        if x - 34 > ridge[-1].x + 10:
            ridge.append(Knot(x - 34, high + float(rng.uniform(50, 120))))
        ridge += [Knot(x, high), Knot(x + 30, high + float(rng.uniform(60, 130)))]
        tips.append((x, high))
    ridge.append(Knot(max(340.0, ridge[-1].x + 20), float(rng.uniform(400, 500))))
    return trees.pine(_written(ridge), tips if rng.random() < 0.7 else ())


def plum(hand: Hand, rng: Rng, much: float) -> str:
    """A branch with round blossoms and buds."""
    art, spots = _bough(hand, rng)
    art += buds(hand.plum, rng, round(6 * hand.crowd * much))
    return art + _in_bloom(hand.plum, hand, rng, 42, 7 * much, spots)


def cherry(hand: Hand, rng: Rng, much: float) -> str:
    """Many blossoms and dark leaves, with a branch or without."""
    art, spots = _bough(hand, rng) if rng.random() < 0.6 else ("", [])
    for x, y in scattered(rng, round(10 * much), 50, hand.cherry.area):
        way, size = _any_way(rng), float(rng.uniform(36, 60))
        art += broad_leaf(x, y, way, size, pick(rng, hand.leaves), PINE)
    art += buds(hand.cherry, rng, 4)
    return art + _in_bloom(hand.cherry, hand, rng, 46, 11 * much, spots)


def wisteria(hand: Hand, rng: Rng, much: float) -> str:
    """Feathered leaves that stand or hang."""
    count = max(3, round(5 * hand.crowd * much))
    art = (_hung if hand.hanging else _grown)(hand.wisteria, rng, count)
    if rng.random() < 0.5:
        x, y = float(rng.uniform(60, 270)), float(rng.uniform(120, 300))
        art += line(curve(wandering(rng, x, y, _any_way(rng), 240, 90, 9), closed=False), 3)
    return art


def iris(hand: Hand, rng: Rng, much: float) -> str:
    """Sword leaves and irises."""
    art = ""
    for x in rng.uniform(10, 320, round(9 * hand.crowd)).tolist():
        top, tip = 540 - float(rng.uniform(160, 430)) * much, x + float(rng.normal(0, 45))
        spine = [(x, 550), (x, (550 + top) / 2), ((x + tip) / 2, (550 + top * 3) / 4), (tip, top)]
        art += flowers.blade(_written([Knot(*at) for at in spine]), float(rng.uniform(16, 32)))
    for x, y in scattered(rng, int(rng.integers(1, 4)), 100, (70, 120, 260, 340)):
        art += fill(brush([Knot(x + float(rng.normal(0, 20)), 550), Knot(x, y)], (11, 8)), BLACK)
        art += flowers.iris(x, y, float(rng.uniform(0.75, 1.15)) * hand.large)
    return art.replace(PURPLE, hand.iris)


def peony(hand: Hand, rng: Rng, much: float) -> str:
    """Large flowers among dark leaves."""
    r = 84 * hand.peony.size
    count = round(_how_many(hand, hand.peony, much, 2.0) * hand.bouquet)
    area = _inside(hand.peony.area, 46, 56)
    spots = scattered(rng, count, r * hand.peony.apart / hand.bouquet**0.5, area)
    stem = brush(wandering(rng, 165, 540, -90, 420, 20), (13, 11, 9))
    art = fill(stem, BLACK) if hand.stemmed else ""
    art += _foliage(hand, rng, spots, flowers.lobed)
    return art + _flowers(hand.peony, rng, r, spots)


def clover(hand: Hand, rng: Rng, much: float) -> str:
    """Bushes or branches of small leaves, some of them red."""
    count = max(3, round(5 * hand.crowd * much))
    return (_grown if hand.bush else _reached_in)(hand.clover, rng, count)


def hill(hand: Hand, rng: Rng, much: float) -> str:
    """The bare hill, with some grass or without."""
    high = float(rng.uniform(170, 340)) * (0.7 + 0.3 * much)
    art = trees.hill(high, float(rng.normal(0, 40)), float(rng.normal(0, 40)))
    if rng.random() < 0.5:
        tufts = " ".join(f"{x:.0f},{y:.0f}" for x, y in scattered(rng, 5, 50, (40, 380, 290, 510)))
        art += trees.pampas(int(rng.integers(1000)), tufts, ink=pick(rng, (PINE, GREEN, WHITE)))
    return art


def mum(hand: Hand, rng: Rng, much: float) -> str:
    """Flowers of many slim petals on leafy stems."""
    r = 70 * hand.mum.size
    spots = scattered(
        rng,
        _how_many(hand, hand.mum, much, 2.5),
        r * hand.mum.apart,
        _inside(hand.mum.area, 36, 56),
    )
    art = ""
    for x, y in spots:
        stem = [Knot(165 + float(rng.normal(0, 40)), 550), Knot((x + 165) / 2, (y + 560) / 2)]
        art += fill(brush([*stem, Knot(x, y)], (14, 12, 9)), BLACK)
    art += _foliage(hand, rng, [(x, min(500.0, y + 110)) for x, y in spots], flowers.mum_leaf)
    return art + _flowers(hand.mum, rng, r, spots)


def maple(hand: Hand, rng: Rng, much: float) -> str:
    """Scattered leaves of many fingers."""
    size = float(rng.uniform(60, 92)) * hand.large
    art = _bough(hand, rng)[0] if rng.random() < 0.35 else ""
    one = trees.maple if hand.fingers == 7 else _star
    for x, y in scattered(rng, round(9 * much * hand.crowd * _more(hand.large)), size * 1.1, PANEL):
        art += one(x, y, size, _any_way(rng), pick(rng, hand.maple))
    return art


def paulownia(hand: Hand, rng: Rng, much: float) -> str:
    """Spikes over broad leaves."""
    base, count = float(rng.uniform(300, 440)) - 60 * much, int(rng.integers(2, 4))
    art = ""
    for x in (np.linspace(90, 240, count) + rng.normal(0, 12, count)).tolist():
        size, lean = float(rng.uniform(0.85, 1.35)), (x - 165) * 0.12
        art += flowers.paulownia_spike(x, base + float(rng.normal(0, 14)), size, lean)
    leaves = hand.paulownia_leaves
    for x in np.linspace(80, 250, leaves).tolist() if leaves > 1 else [165.0]:
        size = float(rng.uniform(95, 140)) * (1.5 if leaves == 1 else 1)
        one = flowers.paulownia_leaf(x, base + 44, size, (165 - x) * 0.35)
        art += one.replace(BLACK, hand.leaves[0])
    return art.replace(PURPLE, hand.paulownia)


def willow(hand: Hand, rng: Rng, much: float) -> str:
    """Dark hanging masses, with the trunk or without."""
    art = trees.willow_trunk() if rng.random() < 0.35 else ""
    for x in (np.linspace(20, 310, int(rng.integers(3, 6))) + rng.normal(0, 18)).tolist():
        long = float(rng.uniform(200, 520)) * (0.4 + 0.6 * much)
        hang = _written(wandering(rng, x, -10, 90, long, 9, 3))
        wide = float(rng.uniform(50, 110)) * hand.branch
        widths = (wide, wide * 0.65, wide * 0.4, 2)
        art += trees.willow(hang, widths, int(rng.integers(1000)))
    return art


PLANTS: tuple[Plant, ...] = (
    *(pine, plum, cherry, wisteria, iris, peony),
    *(clover, hill, mum, maple, paulownia, willow),
)
"""Of January to December."""


def _any_way(rng: Rng) -> float:
    return float(rng.uniform(0, 360))


def _written(points: Sequence[Knot]) -> str:
    return " ".join(f"{at.x:.0f},{at.y:.0f}" for at in points)


def _more(size: float) -> float:
    """Small ones are more."""
    return min(2.2, float(size**-1.5))


def _inside(area: Area, right: float, down: float) -> Area:
    """The area less so much at its sides, and at its top and foot."""
    return area[0] + right, area[1] + down, area[2] - right, area[3] - down


def _how_many(hand: Hand, style: Blossom, much: float, most: float) -> int:
    """Large flowers: two at least where a card shows nothing else."""
    count = (1 + most * much) * hand.crowd * _more(style.size) / style.apart
    return max(1 + (much >= 1), round(count))


def _bough(hand: Hand, rng: Rng) -> tuple[str, list[Point]]:
    """A branch from the side or the foot with some twigs, and the places along them."""
    left, y = bool(rng.random() < 0.5), 560.0 if hand.from_foot else float(rng.uniform(300, 560))
    x = float(rng.uniform(-10, 60)) if left else float(rng.uniform(270, 340))
    heading = float(rng.uniform(-80, -30)) if left else float(rng.uniform(-150, -100))
    if hand.from_foot:
        x, heading = float(rng.uniform(60, 270)), float(rng.uniform(-130, -50))
    wide, long = float(rng.uniform(30, 70)) * hand.branch, float(rng.uniform(380, 560))
    main = wandering(rng, x, y, heading, long, hand.bend, 6, hand.angular)
    art = fill(brush(main, (wide, wide * 0.8, wide * 0.55, wide * 0.25)), BLACK)
    spots = [(at.x, at.y) for at in main[1:]]
    for k in rng.choice(np.arange(1, 6), int(rng.integers(1, 5)), replace=False).tolist():
        way = heading + pick(rng, (-1, 1)) * float(rng.uniform(40, 80))
        long = float(rng.uniform(120, 230))
        twig = wandering(rng, main[k].x, main[k].y, way, long, hand.bend * 0.6, 3, hand.angular)
        art += fill(brush(twig, (wide * 0.45, wide * 0.3, 4)), BLACK)
        spots += [(at.x, at.y) for at in twig[1:]]
    return art, spots


def _in_bloom(
    style: Blossom, hand: Hand, rng: Rng, r: float, count: float, spots: Sequence[Point]
) -> str:
    """Blossoms at these places, then at others."""
    near = np.array(spots).reshape(-1, 2) + rng.normal(0, 16, (len(spots), 2))
    left, top, right, bottom = style.area
    inside = [(x, y) for x, y in near.tolist() if left < x < right and top < y < bottom]
    r, count = r * style.size, max(3.0, count * hand.crowd * _more(style.size))
    places = [*inside, *scattered(rng, round(count), r * style.apart, style.area)]
    return _flowers(style, rng, r, places[: round(count)])


def _flowers(style: Blossom, rng: Rng, r: float, spots: Sequence[Point]) -> str:
    return in_flower(style, rng, spots, (r * (1 - style.uneven), r * 1.15))


def in_flower(style: Blossom, rng: Rng, spots: Sequence[Point], radii: tuple[float, float]) -> str:
    """A flower at each of these places, of radii from and to."""
    art = ""
    for x, y in spots:
        r, sort = float(rng.uniform(*radii)), int(rng.integers(len(style.sorts)))
        art += blossom(style, x, y, r, _any_way(rng), sort)
    return art


def buds(style: Blossom, rng: Rng, count: int) -> str:
    """Round ones, some with the lines of folded petals."""
    art, folded = "", rng.random() < 0.4
    for x, y in scattered(rng, count, 30, style.area):
        r, way = float(rng.uniform(7, 14)) * style.size, _any_way(rng)
        if style.stalk:
            foot = turned(x, y, 90 + float(rng.normal(0, 40)), r + style.stalk)
            art += line(polygon([(x, y), foot], False), max(2.5, style.outline), BLACK)
        art += fill(disc(x, y, r), pick(rng, style.sorts)[0], style.outline, style.ink)
        folds = [turned(x, y, way + side, r) for side in (0, 120, 240)] if folded else []
        art += line([polygon([(x, y), at], False) for at in folds], 1.5, style.ink)
    return art


def _foliage(hand: Hand, rng: Rng, spots: Sequence[Point], lobed: Lobed) -> str:
    """Leaves at each of these places, as many as this artist draws."""
    art = ""
    for x, y in spots:
        for _ in range(int(rng.integers(hand.leafy // 2, hand.leafy + 1))):
            size, way = float(rng.uniform(70, 120)), _any_way(rng)
            art += a_leaf(hand, rng, (x, y), way, size, lobed)
    return art


def a_leaf(hand: Hand, rng: Rng, at: Point, way: float, size: float, lobed: Lobed) -> str:
    """One as this artist draws them, in one of his colours; `lobed`: where he draws lobes."""
    colour = pick(rng, hand.leaves)
    if hand.lobed:
        return lobed(*at, size * 1.3, way).replace(BLACK, colour)
    return broad_leaf(*at, way, size, colour, PINE)


def _hung(style: Leafage, rng: Rng, count: int) -> str:
    """Sprays from above."""
    art = ""
    for x in (np.linspace(30, 300, count) + rng.normal(0, 16, count)).tolist():
        way, long = 90 + float(rng.normal(0, 9)), float(rng.uniform(250, 470))
        art += spray(style, wandering(rng, x, 10, way, long, 12))
    return art


def _grown(style: Leafage, rng: Rng, count: int) -> str:
    """Sprays from the foot of the card, the outer ones leaning outwards."""
    art = ""
    for x in (np.linspace(-135, 135, count) + rng.normal(0, 16, count)).tolist():
        way, long = -90 + x * 0.13 + float(rng.normal(0, 9)), float(rng.uniform(250, 460))
        art += spray(style, wandering(rng, 165 + x * 0.6, 545, way, long, 12))
    return art


def _reached_in(style: Leafage, rng: Rng, count: int) -> str:
    """Sprays from one side."""
    art, right = "", bool(rng.random() < 0.5)
    for y in rng.uniform(120, 540, count).tolist():
        way = float(rng.uniform(170, 250)) if right else float(rng.uniform(-70, 10))
        long = float(rng.uniform(220, 380))
        art += spray(style, wandering(rng, 330 if right else 0, y, way, long, 20))
    return art


def _star(x: float, y: float, size: float, turn: float, colour: str) -> str:
    """A maple leaf of five pointed fingers."""
    fingers = [leaf(0, 0, way - 90, size * far, size * 0.42, 0.5) for way, far in STAR]
    tips = [turned(0, 0, way - 90, size * far * 0.7) for way, far in STAR]
    veins = [polygon([(0, 0), tip], False) for tip in tips]
    art = line(f"M0 0L0 {size * 0.5:.1f}", 4) + fill(fingers, colour, 2.4) + fill(fingers, colour)
    return place(art + line(veins, 1.8, PALE if colour == BLACK else BLACK), x, y, turn)
