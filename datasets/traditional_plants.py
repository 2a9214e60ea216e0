"""Plants as prints of the Korean and Japanese tradition show them, in an invented artist's hand.

What such prints share is where things stand: plums low on boughs that rise from the foot, a large
peony under a smaller one, one iris between blades. Strokes and colours are the artist's own.
"""

from collections.abc import Sequence
from dataclasses import replace

from deck import flowers, trees
from deck.shapes import (
    BLACK,
    PINE,
    PURPLE,
    RED,
    Knot,
    Point,
    brush,
    curve,
    fill,
    line,
    place,
)
from invented_faces import own
from invented_flowers import (
    Rng,
    broad_leaf,
    scattered,
    spray,
    wandering,
)
from invented_hand import Hand, pick
from invented_plants import PLANTS, Plant, a_leaf, buds, in_flower

LOW = (40.0, 270.0, 290.0, 490.0)
"""Where plums bloom; their buds stand above."""
CLUSTERS = ((100.0, 110.0), (185.0, 235.0), (95.0, 400.0), (205.0, 455.0))
"""Of cherries, beside a trunk at the card's right."""


def pine(hand: Hand, rng: Rng, much: float) -> str:
    """Two crowns with a shoot on each, a tall one at one side, and a gap between them."""
    left, right = float(rng.uniform(80, 230)) + 90 * (much < 1), float(rng.uniform(170, 330))
    gap, dip = float(rng.uniform(140, 200)), float(rng.uniform(400, 470))
    first, second = float(rng.uniform(15, 65)), float(rng.uniform(262, 308))
    ridge = (
        *((-20, left + 190), (first, left), (first + 38, left + 95), (gap, dip)),
        *((second - 34, right + 100), (second, right), (350, right + 190)),
    )
    tips = ((first, left), (gap, dip), (second, right))
    art = trees.pine(" ".join(f"{x:.0f},{y:.0f}" for x, y in ridge), tips)
    return place(art, 330, 0, mirror=True) if rng.random() < 0.3 else art


def plum(hand: Hand, rng: Rng, much: float) -> str:
    """Blossoms low on boughs that rise from the foot, buds higher up."""
    art, count = "", int(rng.integers(2, 4))
    for k in range(count):
        x = (k + 0.5) * 330 / count + float(rng.normal(0, 25))
        wide = float(rng.uniform(36, 60)) * (0.6 + 0.4 * hand.branch) / (1 + 0.5 * (k % 2))
        way, long = float(rng.normal(-90, 10)), float(rng.uniform(260, 520))
        bough = wandering(rng, x, 555, way, long, hand.bend * 0.5, 5, hand.angular)
        art += fill(brush(bough, (wide, wide * 0.7, wide * 0.5, wide * 0.3)), BLACK)
    art += buds(replace(hand.plum, area=(40.0, 60.0, 290.0, 300.0), size=1.1), rng, 5)
    spots = scattered(rng, round(8 * much), 58, LOW)
    return art + in_flower(hand.plum, rng, spots, (36, 56))


def cherry(hand: Hand, rng: Rng, much: float) -> str:
    """Clusters of blossoms and leaves beside a trunk at one side."""
    wide = float(rng.uniform(45, 75)) * hand.branch
    trunk = [Knot(float(rng.normal(295, 14)), y) for y in (560, 400, 220, -20)]
    art = fill(brush(trunk, (wide, wide * 0.8, wide * 0.9, wide * 0.5)), BLACK)
    for x, y in CLUSTERS[: max(2, round(4 * much))]:
        around = [(x + dx, y + dy) for dx, dy in rng.normal(0, 42, (3, 2)).tolist()]
        for at in around:
            art += broad_leaf(*at, float(rng.uniform(0, 360)), 62, pick(rng, hand.leaves), PINE)
        art += in_flower(hand.cherry, rng, around, (40, 60))
    art += buds(hand.cherry, rng, 5)
    return place(art, 330, 0, mirror=True) if rng.random() < 0.3 else art


def wisteria(hand: Hand, rng: Rng, much: float) -> str:
    """A long cluster in the middle between shorter ones that bend outwards.

    They hang, leaves above them; or stand, as Koreans print them.
    """
    colours = hand.wisteria.colours if rng.random() < 0.4 else (BLACK,)
    size = float(rng.uniform(28, 44))
    style = replace(hand.wisteria, size=size, colours=colours, beads=bool(rng.random() < 0.3))
    art = spray(style, wandering(rng, *about(rng, 165, 5), 90, float(rng.uniform(330, 450)), 5))
    for side in (-1, 1):
        for k in range(2):
            x, way = 165 + side * (35 + 75 * k), 90 - side * float(rng.uniform(-5, 25))
            long = float(rng.uniform(200, 320)) * (1 - 0.25 * k)
            art += spray(style, wandering(rng, *about(rng, x, 15), way, long, 10))
            twig = wandering(rng, 165, 30, 90 - side * float(rng.uniform(50, 80)), 150, 8, 3)
            art += spray(replace(style, colours=hand.leaves), twig)
    return place(art, 330, 540, 180) if rng.random() < 0.3 else art


def iris(hand: Hand, rng: Rng, much: float) -> str:
    """One iris between wide blades that bend away from it, a lower one beside it or none."""
    art, y = "", float(rng.uniform(150, 250))
    x = float(rng.normal(165, 12)) if much < 1 else float(rng.uniform(110, 235))
    for foot in (*rng.uniform(30, 140, 4).tolist(), *rng.uniform(190, 300, 4).tolist()):
        top, bend = float(rng.uniform(70, 360)), (foot - 165) * float(rng.uniform(0, 0.7))
        blade = f"{foot:.0f},560 {foot + bend * 0.2:.0f},{(560 + top) / 2:.0f}"
        blade += f" {foot + bend:.0f},{top:.0f}"
        art += flowers.blade(blade, float(rng.uniform(26, 52)))
    art += fill(brush([Knot(165, 550), Knot(x, y)], (14, 9)), BLACK)
    art += flowers.iris(x, y, float(rng.uniform(0.9, 1.5)))
    if much >= 1 and rng.random() < 0.6:
        low = 330 - x, y + float(rng.uniform(90, 170))
        art += fill(brush([Knot(165, 550), Knot(*low)], (12, 8)), BLACK)
        bud = bool(rng.random() < 0.5)
        art += (flowers.iris_bud if bud else flowers.iris)(*low, float(rng.uniform(0.7, 1.1)))
    return art.replace(PURPLE, hand.iris)


def peony(hand: Hand, rng: Rng, much: float) -> str:
    """A large flower under a smaller one, among leaves; sometimes over it."""
    return peonies(hand, rng, about(rng, 165, 350), about(rng, 165, 125))


def peonies(hand: Hand, rng: Rng, low: Point, high: Point) -> str:
    """Two of them at these places."""
    art = fill(brush([Knot(165, 550), Knot(*low), Knot(*high)], (13, 11, 8)), BLACK)
    halfway = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    art += leaves(hand, rng, (*(low,) * 5, halfway, halfway, *(high,) * 3))
    large, small = (86.0, 112.0), (50.0, 72.0)
    if rng.random() < 0.25:
        large, small = small, large
    return (
        art + in_flower(hand.peony, rng, [high], small) + in_flower(hand.peony, rng, [low], large)
    )


def clover(hand: Hand, rng: Rng, much: float) -> str:
    """Thin branches of round leaves that rise and bend across the card, red above."""
    colours = pick(rng, ((BLACK, RED), (BLACK, RED, RED), (RED, BLACK, RED), hand.clover.colours))
    wide, size = float(rng.uniform(0.5, 0.8)), float(rng.uniform(28, 44))
    apart = float(rng.uniform(0.85, 1.3))
    style = replace(hand.clover, size=size, wide=wide, colours=colours, apart=apart, beads=False)
    art, bend = "", float(rng.uniform(-12, 12))
    for x, y in ((20, 520), (120, 560), (220, 560), (300, 480), (345, 300), (345, 180)):
        if rng.random() < 0.75:
            way, long = -90 - (x - 150) * 0.25, float(rng.uniform(190, 380)) * (0.6 + 0.4 * much)
            stem = wandering(
                rng, *about(rng, x, y), way + bend + float(rng.normal(0, 12)), long, 14
            )
            art += spray(style, stem)
    return place(art, 330, 0, mirror=True) if rng.random() < 0.35 else art


def mum(hand: Hand, rng: Rng, much: float) -> str:
    """A flower from the front, over it one from the side, on a leafy stem."""
    return mums(hand, rng, about(rng, 170, 330), about(rng, 160, 105))


def mums(hand: Hand, rng: Rng, low: Point, high: Point) -> str:
    """Two of them at these places, the higher one from the side."""
    stem = [Knot(165, 550), Knot(*low), Knot(high[0], high[1] + 20)]
    art = fill(brush(stem, (13, 12, 9)), BLACK)
    halfway = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    art += leaves(hand, rng, (halfway, low, (low[0], low[1] + 110), (140.0, 470.0)))
    side = flowers.mum_side(*high, float(rng.uniform(58, 84)), float(rng.normal(0, 16)))
    return art + own(side, hand) + in_flower(hand.mum, rng, [low], (72, 100))


def paulownia(hand: Hand, rng: Rng, much: float) -> str:
    """Three spikes of buds over broad leaves low on the card, some open bells at their foot."""
    base, art = float(rng.uniform(250, 330)), ""
    style = replace(
        hand.wisteria,
        colours=(hand.paulownia,) if rng.random() < 0.8 else (BLACK,),
        size=float(rng.uniform(24, 38)),
        wide=float(rng.uniform(0.5, 0.8)),
        lean=float(rng.uniform(25, 50)),
        apart=float(rng.uniform(1, 1.5)),
        outline=float(rng.uniform(1, 3)),
        beads=bool(rng.random() < 0.2),
    )
    for k, x in enumerate((105, 165, 225)):
        lean = (x - 165) * float(rng.uniform(0.1, 0.6))
        long = float(rng.uniform(110, 190)) + 40 * (k == 1)
        art += spray(style, wandering(rng, *about(rng, x, base + 20), lean - 90, long, 8, 3))
    places = (165,) if much < 1 or hand.paulownia_leaves == 1 else (90, 240, 165)
    for x in places[: hand.paulownia_leaves]:
        size, turn = float(rng.uniform(110, 160)), (165 - x) * float(rng.uniform(0.3, 0.9))
        size *= 1 + 0.4 * (len(places) == 1)
        art += flowers.paulownia_leaf(x, base + 45, size, turn).replace(BLACK, hand.leaves[0])
    for _ in range(int(rng.integers(0, 4))):
        one = flowers.bell(0, 0, float(rng.uniform(0, 72)))
        at = 165 + float(rng.normal(0, 45)), base + float(rng.normal(0, 20))
        art += place(one, *at, 0, float(rng.uniform(0.8, 1.7)))
    return art.replace(PURPLE, hand.paulownia)


def willow(hand: Hand, rng: Rng, much: float) -> str:
    """Dark masses that hang from the upper corners, with streaks; twigs, and a trunk or none."""
    art = trees.willow_trunk() if rng.random() < 0.4 else ""
    art += "".join(
        line(curve(wandering(rng, x, 0, 90, float(rng.uniform(200, 480)), 5), False), 3)
        for x in rng.uniform(60, 270, 6).tolist()
    )
    for x, lean in ((30.0, 1), (300.0, -1), (165.0, 1))[: int(rng.integers(2, 4))]:
        foot = float(rng.uniform(200, 500)) * (0.5 + 0.5 * much)
        way = lean * float(rng.uniform(-30, 60))
        hang = f"{x:.0f},-20 {x + way:.0f},{foot / 2:.0f} {x + way * 0.6:.0f},{foot:.0f}"
        wide = float(rng.uniform(80, 170))
        art += trees.willow(hang, (wide, wide * 0.9, wide * 0.5, 2), int(rng.integers(1000)))
        for far in (-0.3, 0, 0.3):
            streak = wandering(rng, x + far * wide, 10, 90 - way * 0.4, foot * 0.6, 4, 3)
            art += line(curve(streak, False), float(rng.uniform(1.5, 4)), hand.ground)
    return place(art, 330, 0, mirror=True) if rng.random() < 0.4 else art


TRADITIONAL: tuple[Plant, ...] = (
    *(pine, plum, cherry, wisteria, iris, peony),
    *(clover, PLANTS[7], mum, PLANTS[9], paulownia, willow),
)
"""Of January to December."""


def about(rng: Rng, x: float, y: float) -> Point:
    """A place about there."""
    return x + float(rng.normal(0, 20)), y + float(rng.normal(0, 20))


def leaves(hand: Hand, rng: Rng, spots: Sequence[Point]) -> str:
    """Two leaves at each of these places, away from one another."""
    art = ""
    for at in spots:
        for way in (float(rng.uniform(0, 180)), float(rng.uniform(180, 360))):
            art += a_leaf(hand, rng, at, way, float(rng.uniform(95, 145)), flowers.lobed)
    return art
