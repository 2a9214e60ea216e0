"""Plants as prints of the Korean and Japanese tradition show them, in an invented artist's hand.

What such prints share is where things stand: plums low on boughs that rise from the foot, a large
peony under a smaller one, one iris between blades. Strokes and colours are the artist's own.
"""

from collections.abc import Sequence
from dataclasses import replace

from deck import flowers, trees
from deck.shapes import (
    BLACK,
    ORANGE,
    PINE,
    PURPLE,
    RED,
    YELLOW,
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
    PANEL,
    Blossom,
    Rng,
    broad_leaf,
    scattered,
    spray,
    wandering,
)
from invented_hand import PALE, REDS, ROSE, Hand, pick
from invented_plants import PLANTS, Plant, a_leaf, buds, in_flower

LOW = (40.0, 270.0, 290.0, 490.0)
"""Where plums bloom; their buds stand above."""
CLUSTERS = ((100.0, 110.0), (185.0, 235.0), (95.0, 400.0), (205.0, 455.0))
"""Of cherries, beside a trunk at the card's right."""


def schooled(hand: Hand, rng: Rng) -> Hand:
    """The artist with flowers nearer to those that all prints show."""
    red: tuple[tuple[str, ...], ...] = ((RED,),)
    return replace(
        hand,
        plum=replace(
            _from_front(hand.plum),
            petals=5,
            rings=1,
            shape="round" if rng.random() < 0.75 else hand.plum.shape,
            sorts=red if rng.random() < 0.7 else hand.plum.sorts,
            fat=float(rng.uniform(1.1, 1.4)),
            heart=float(rng.uniform(0.15, 0.3)),
        ),
        cherry=replace(
            _from_front(hand.cherry),
            petals=5,
            shape="notched" if rng.random() < 0.75 else hand.cherry.shape,
            sorts=(pick(rng, REDS), pick(rng, ((ROSE,), (RED,), (RED, PALE)))),
        ),
        peony=replace(
            _from_front(hand.peony),
            petals=int(rng.integers(6, 10)),
            rings=int(rng.integers(3, 5)),
            shape=pick(rng, ("ruffled", "round", "round", "notched")),
            sorts=red if rng.random() < 0.8 else hand.peony.sorts,
            heart=float(rng.uniform(0.08, 0.22)),
            stamens=0,
            blotch=0.0,
        ),
        mum=replace(
            _from_front(hand.mum),
            petals=int(rng.integers(11, 19)),
            rings=int(rng.integers(2, 4)),
            shape=pick(rng, ("pointed", "round", "pointed")),
            sorts=(pick(rng, ((YELLOW, RED), (YELLOW,), (RED, YELLOW, YELLOW), (ORANGE, YELLOW))),),
            blotch=0.0,
        ),
    )


def plum(hand: Hand, rng: Rng, much: float) -> str:
    """Blossoms low on boughs that rise from the foot, buds higher up."""
    art, count = "", int(rng.integers(2, 4))
    for k in range(count):
        x, wide = (k + 0.5) * 330 / count + float(rng.normal(0, 25)), 40 * hand.branch / (1 + k % 2)
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
        art += in_flower(hand.cherry, rng, around, (34, 50))
    art += buds(hand.cherry, rng, 5)
    return place(art, 330, 0, mirror=True) if rng.random() < 0.3 else art


def wisteria(hand: Hand, rng: Rng, much: float) -> str:
    """Clusters that hang from the top, narrower downwards; or stand, as Koreans print them."""
    style = replace(hand.wisteria, size=float(rng.uniform(26, 40)), beads=bool(rng.random() < 0.5))
    art = ""
    for x in (60.0, 165.0, 270.0):
        long = float(rng.uniform(190, 330)) * (1.35 if x == 165 else 1)
        art += spray(style, wandering(rng, x + float(rng.normal(0, 18)), 5, 90, long, 6))
        for side in (-1, 1):
            way, short = 90 + 42 * side, float(rng.uniform(70, 130))
            art += spray(style, wandering(rng, x, 20, way, short, 8, 3))
    return place(art, 330, 540, 180) if rng.random() < 0.3 else art


def iris(hand: Hand, rng: Rng, much: float) -> str:
    """One large iris between tall blades."""
    art, y = "", float(rng.uniform(190, 270))
    for x in (*rng.uniform(20, 110, 4).tolist(), *rng.uniform(220, 310, 4).tolist()):
        top, tip = float(rng.uniform(60, 330)), x + (x - 165) * float(rng.uniform(0, 0.4))
        blade = f"{x:.0f},550 {x:.0f},{(550 + top) / 2:.0f} {tip:.0f},{top:.0f}"
        art += flowers.blade(blade, float(rng.uniform(24, 42)))
    art += fill(brush([Knot(165, 550), Knot(165, y)], (14, 9)), BLACK)
    x = float(rng.normal(165, 12))
    return (art + flowers.iris(x, y, float(rng.uniform(1.2, 1.7)))).replace(PURPLE, hand.iris)


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
    """Branches of round leaves that rise across the card, dark below and red above."""
    style = replace(hand.clover, size=float(rng.uniform(32, 46)), wide=float(rng.uniform(0.5, 0.8)))
    style = replace(style, colours=pick(rng, ((BLACK, RED), (BLACK, RED, RED), style.colours)))
    art, x = "", float(rng.uniform(10, 90))
    for way, long in zip(rng.uniform(-85, -25, 5).tolist(), rng.uniform(240, 520, 5), strict=True):
        y = 550 - float(rng.uniform(0, 140))
        art += spray(style, wandering(rng, x + (550 - y) * 0.3, y, way, float(long), 8))
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
    """Three spikes over leaves in the middle of the card."""
    base, art = float(rng.uniform(230, 330)), ""
    for k, x in enumerate((105, 165, 225)):
        at = x + float(rng.normal(0, 10)), base - 40 * (k == 1) + float(rng.normal(0, 8))
        art += flowers.paulownia_spike(*at, float(rng.uniform(0.7, 1.05)), (x - 165) * 0.15)
    places = (165,) if much < 1 or hand.paulownia_leaves == 1 else (95, 235, 165)
    for x in places[: hand.paulownia_leaves]:
        one = flowers.paulownia_leaf(x, base + 40, float(rng.uniform(95, 130)), (165 - x) * 0.4)
        art += one.replace(BLACK, hand.leaves[0])
    return art.replace(PURPLE, hand.paulownia)


def willow(hand: Hand, rng: Rng, much: float) -> str:
    """Dark masses that hang from the upper corners, thin twigs between them."""
    art = "".join(
        line(curve(wandering(rng, x, 0, 90, float(rng.uniform(200, 480)), 5), False), 3)
        for x in rng.uniform(60, 270, 6).tolist()
    )
    for x, lean in ((40.0, 1), (290.0, -1)):
        foot = float(rng.uniform(200, 470)) * (0.5 + 0.5 * much)
        hang = f"{x:.0f},-20 {x + 25 * lean:.0f},{foot / 2:.0f} {x - 5 * lean:.0f},{foot:.0f}"
        wide = float(rng.uniform(100, 160))
        art += trees.willow(hang, (wide, wide * 0.9, wide * 0.5, 2), int(rng.integers(1000)))
    return art


TRADITIONAL: tuple[Plant, ...] = (
    *(PLANTS[0], plum, cherry, wisteria, iris, peony),
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


def _from_front(style: Blossom) -> Blossom:
    """The same flowers seen from the front, all over a card."""
    return replace(style, uneven_petals=0.0, column=0.0, stalk=0.0, flat=1.0, area=PANEL)
