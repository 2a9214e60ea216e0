"""Cards composed as tradition has them, in the hand of an artist who is not.

A cup seen aslant, the phoenix's head under a wing, a bowed slip left of the middle: prints of one
tradition share where things stand and how they are seen. For plants see traditional_plants.py.
"""

from collections.abc import Sequence
from functools import partial

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
from traditional_plants import (
    TRADITIONAL,
    about,
    leaves,
    mums,
    paulownia,
    peonies,
    schooled,
)


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
        art += own(place(one, *at, float(rng.uniform(-60, 60)), float(rng.uniform(0.7, 1.1))), hand)
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
    """The bird's head and breast under a wing that fills the upper corner, over paulownia."""
    dark = pick(rng, (BLACK, BLACK, BLUE, PURPLE))
    top = float(rng.uniform(160, 240))
    wing = curve(f"60,-20 340,-20 350,{top + 90:.0f}! 290,{top:.0f} 200,{top * 0.45:.0f}")
    art = fill(wing, dark, 3)
    for k in range(7):
        quill = turned(300, -10, 100 + 9 * k, top * 0.95)
        art += line(polygon([(300, -10), quill], False), 2.2, pick(rng, (PALE, YELLOW)))
    large = float(rng.uniform(1.5, 2.1))
    x, y = float(rng.uniform(90, 140)), float(rng.uniform(100, 150))
    art += place(place(own(birds.phoenix(), hand), -95, -85), x, y, 0, large)
    ground = fill("M0 480H340V560H0Z", pick(rng, (YELLOW, RED)), 3) if rng.random() < 0.5 else ""
    return art + ground + place(paulownia(hand, rng, 0.6), 45, 240, 0, 0.72) + seal(rng)


def ribbon(hand: Hand, rng: Rng, name: str) -> str:
    """A bowed slip left of the middle, the plant about it."""
    if name in ("06-ribbon", "09-ribbon"):
        both = peonies if name == "06-ribbon" else mums
        art = both(hand, rng, about(rng, 225, 390), about(rng, 195, 95))
    else:
        art = TRADITIONAL[int(name[:2]) - 1](hand, rng, 1.0)
    x, bow = float(rng.uniform(120, 175)), float(rng.uniform(10, 45))
    top, foot = float(rng.uniform(50, 110)), float(rng.uniform(370, 460))
    ways = ((x + 35, top), (x + 20 + bow / 2, (2 * top + foot) / 3), (x, (top + 2 * foot) / 3))
    spine = " ".join(f"{a:.0f},{y:.0f}" for a, y in (*ways, (x - 45, foot)))
    colour, letters = slip_inks(name, hand)
    brushed = bool(rng.random() < 0.5)
    slip = things.ribbon(spine, colour, "" if brushed else letters, float(rng.uniform(80, 105)))
    return art + slip + (_brushed(rng, ways) if brushed and name[:2] in POEMS else "")


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
    """Cursive signs along a slip."""
    art, (x, y), (end, low) = "", spine[0], spine[-1]
    for k in range(6):
        far = (k + 0.5) / 6
        at = x + (end - x) * far, y + 20 + (low - y) * 1.2 * far
        art += line(curve(wandering(rng, *at, float(rng.uniform(0, 360)), 55, 70, 4), False), 6)
    return art


TRADITION = Customs(
    plants=TRADITIONAL,
    pictures={
        **PICTURES,
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
