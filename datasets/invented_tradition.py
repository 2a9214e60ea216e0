"""Cards composed as tradition has them, in the hand of an artist who is not.

A cup seen aslant, the phoenix's head under a wing, a bowed slip left of the middle: prints of one
tradition share where things stand and how they are seen. For plants see traditional_plants.py.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from card_ribbons import POEMS
from deck import beasts, birds, things
from deck.cards import NAMES
from deck.shapes import (
    BLACK,
    BLUE,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
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
    turned,
)
from invented_faces import PICTURES, Customs, cloud, own, seal, slip_inks
from invented_flowers import Rng, wandering
from invented_hand import PALE, WINE, Hand, pick
from invented_plants import in_flower
from traditional_hand import schooled
from traditional_plants import (
    TRADITIONAL,
    about,
    leaves,
    mums,
    paulownia,
    peonies,
    wisteria,
)

LEFTWARDS = (3, 6, 7, 9)
"""Months whose slips often lean to the left, others seldom."""


def butterflies(hand: Hand, rng: Rng) -> str:
    """Two butterflies over a peony, or under it."""
    over = bool(rng.random() < 0.6)
    y = 360.0 if over else 180.0
    flower = about(rng, 165, y)
    art = cloud(rng) + leaves(hand, rng, (flower,) * 6)
    art += in_flower(hand.peony, rng, [flower], (84, 112))
    colour = pick(rng, (YELLOW, ORANGE, WHITE, YELLOW))
    for x in (100, 225):
        at = x + float(rng.normal(0, 18)), (130.0 if over else 420.0) + float(rng.normal(0, 35))
        one = beasts.butterfly(colour)
        art += own(place(one, *at, float(rng.uniform(-60, 60)), float(rng.uniform(0.9, 1.4))), hand)
    return art


def cup(hand: Hand, rng: Rng) -> str:
    """A red cup seen aslant, a pointed oval with signs on it, beside chrysanthemums."""
    foot = own(things.water(), hand) if rng.random() < 0.5 else ""
    art = foot + mums(hand, rng, about(rng, 100, 260), about(rng, 190, 95))
    long, wide = float(rng.uniform(170, 230)), float(rng.uniform(85, 125))
    shape = fill(leaf(-long / 2, 0, 0, long, wide, 0.5), RED, 3.5)
    strokes = [
        polygon([(x, float(rng.normal(0, 16))), (x + float(rng.normal(0, 30)), y)], False)
        for x, y in rng.normal(0, 22, (6, 2)).tolist()
    ]
    shape += line(strokes, 5)
    at = about(rng, 215, 385)
    return cloud(rng) + art + place(shape, *at, float(rng.normal(35, 25)))


def phoenix(hand: Hand, rng: Rng) -> str:
    """The bird's head and breast before a wing that fills the upper corner, over paulownia."""
    large, x, y = float(rng.uniform(1.9, 3)), *about(rng, 105, 130)
    art = place(place(own(birds.phoenix(), hand), -95, -85), x, y, 0, large)
    dark = pick(rng, (BLACK, BLACK, BLUE, PURPLE))
    top, near = float(rng.uniform(220, 330)), float(rng.uniform(100, 180))
    wing = curve(f"{near:.0f},-20 340,-20 350,{top + 40:.0f}! 280,{top:.0f} 215,{top * 0.5:.0f}")
    art += fill(wing, dark, 3)
    for k in range(7):
        quill = turned(320, -10, 95 + 10 * k, top * 0.95)
        art += line(polygon([(320, -10), quill], False), 2.2, pick(rng, (PALE, YELLOW)))
    ground = fill("M0 480H340V560H0Z", pick(rng, (YELLOW, RED)), 3) if rng.random() < 0.5 else ""
    return art + ground + place(paulownia(hand, rng, 0.6), 45, 240, 0, 0.72) + seal(rng)


def cuckoo(hand: Hand, rng: Rng) -> str:
    """The bird large before a crescent, its month's plant about it."""
    moon = place(things.crescent(), float(rng.normal(-15, 15)), float(rng.normal(0, 15)))
    size, lean = float(rng.uniform(0.95, 1.3)), float(rng.normal(0, 12))
    bird = place(place(own(birds.cuckoo(), hand), -165, -190), *about(rng, 175, 190), lean, size)
    plant = wisteria(hand, rng, 0.7)
    if rng.random() < 0.5:
        plant = place(plant, *about(rng, 90, 200), 0, 0.7)
    return cloud(rng) + plant + own(moon, hand) + bird


def ribbon(hand: Hand, rng: Rng, name: str) -> str:
    """A bowed slip left of the middle, the plant about it; a speckled ground in Japan."""
    month = int(name[:2])
    if name in ("06-ribbon", "09-ribbon"):
        both = peonies if name == "06-ribbon" else mums
        art = both(hand, rng, about(rng, 225, 390), about(rng, 195, 95))
    else:
        art = TRADITIONAL[month - 1](hand, rng, 1.0)
    if not hand.lettered:
        art = _speckles(rng) + art
    leftwards = rng.random() < (0.7 if month in LEFTWARDS else 0.15)
    lean, bow = float(rng.uniform(30, 110)), float(rng.uniform(-5, 45))
    middle, top = float(rng.uniform(120, 185)), float(rng.uniform(40, 120))
    foot = top + float(rng.uniform(280, 380))
    shares = ((-0.5, 0.0), (-0.38, 0.33), (-0.02, 0.67), (0.5, 1.0))
    way = -1 if leftwards else 1
    spine = [(middle + way * (lean * x - bow * 0.3), top + (foot - top) * y) for x, y in shares]
    colour, letters = slip_inks(name, hand)
    brushed = not hand.lettered or bool(rng.random() < 0.4)
    written = " ".join(f"{x:.0f},{y:.0f}" for x, y in spine)
    slip = things.ribbon(written, colour, "" if brushed else letters, float(rng.uniform(75, 105)))
    return art + slip + (_brushed(rng, spine) if brushed and name[:2] in POEMS else "")


def _speckles(rng: Rng) -> str:
    """Small dots all over a ground."""
    apart, size = float(rng.uniform(16, 26)), float(rng.uniform(2, 4.5))
    places = [
        (x + rng.normal(0, 3), y + rng.normal(0, 3))
        for y in np.arange(24, 516, apart)
        for x in np.arange(24, 306, apart)
    ]
    return fill([disc(x, y, size) for x, y in places if rng.random() < 0.8], BLACK)


def paulownia_double(hand: Hand, rng: Rng) -> str:
    """The month's leaves before a foot in one colour."""
    colour, top = pick(rng, (YELLOW, YELLOW, RED, ORANGE)), float(rng.uniform(330, 400))
    return fill(f"M0 {top:.0f}H340V560H0Z", colour, 3) + paulownia(hand, rng, 1.0)


def gate(hand: Hand, rng: Rng) -> str:
    """A dark place behind a red post and beam."""
    art, post = things.sky(BLACK), float(rng.uniform(60, 270))
    wide, beam = float(rng.uniform(40, 70)), float(rng.uniform(50, 130))
    bow = post + float(rng.normal(0, 30))
    red = brush([Knot(post, -10), Knot(bow, 270), Knot(post, 550)], (wide * 1.6, wide, wide * 1.6))
    art += fill(f"M0 0H340V{beam:.0f}H0Z", RED, 3) + fill(red, RED, 3)
    if rng.random() < 0.6:
        art += fill(f"M0 {540 - beam * 0.8:.0f}H340V560H0Z", RED, 3)
    grain = [
        curve(wandering(rng, float(rng.uniform(20, 310)), y, 0, 120, 25), False)
        for y in rng.uniform(20, 520, 14).tolist()
    ]
    return art + line(grain, 2.4, pick(rng, (BLACK, WINE)))


def _brushed(rng: Rng, spine: Sequence[Point]) -> str:
    """Cursive signs along a slip, most of them joined."""
    ys = np.linspace(spine[0][1] + 25, spine[-1][1] - 20, int(rng.integers(14, 22)))
    xs = np.interp(ys, [y for _, y in spine], [x for x, _ in spine])
    xs += rng.uniform(8, 24) * np.where(np.arange(len(ys)) % 2, 1, -1) * rng.uniform(0, 1, len(ys))
    weight, ends = float(rng.uniform(5, 8)), sorted(rng.integers(3, len(ys) - 2, 2).tolist())
    return "".join(
        line(curve([Knot(x, y) for x, y in stroke], False), weight)
        for stroke in np.split(np.column_stack((xs, ys)), ends)
        if len(stroke) > 1
    )


TRADITION = Customs(
    plants=TRADITIONAL,
    pictures={
        **PICTURES,
        "04-animal": cuckoo,
        "06-animal": butterflies,
        "09-animal": cup,
        "11-bright": phoenix,
        "11-double": paulownia_double,
        "12-double": gate,
        **{name: partial(ribbon, name=name) for name in NAMES if name.endswith("ribbon")},
    },
    schooled=schooled,
)
"""Where prints of the Korean and Japanese tradition put things."""
