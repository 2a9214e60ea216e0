"""The cards of a deck by an artist who is not: its plants with our deck's animals and things.

Ours stand elsewhere on the card, larger or smaller, mirrored and in other colours.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from card_ribbons import BLUES, POEMS
from deck import beasts, birds, things
from deck.cards import NAMES
from deck.frame import card
from deck.shapes import BLACK, BLUE, CREAM, ORANGE, RED, WHITE, YELLOW, disc, fill, place
from invented_flowers import Rng
from invented_hand import Hand, drawn_hand, in_inks, in_lines, pick
from invented_plants import PLANTS, Plant

Draw = Callable[[Hand, Rng], str]

KINDS = ("bright", "animal", "ribbon", "double", "junk1", "junk2")


def _about(
    art: str, x: float, y: float, rng: Rng, *, far: float = 26, mirrored: float = 0.4
) -> str:
    """Art that lies round x, y, put elsewhere, larger or smaller, drawn out, perhaps mirrored."""
    right, down = rng.normal(0, far, 2).tolist()
    size, way = float(rng.uniform(0.6, 1.15)), -1 if rng.random() < mirrored else 1
    wide, high = (size * np.exp(rng.normal(0, 0.08, 2))).tolist()
    turn = float(rng.normal(0, 7 if rng.random() < 0.75 else 28))
    words = f"translate({x + right:.1f} {y + down:.1f}) rotate({turn:.1f})"
    words += f" skewX({rng.normal(0, 6):.1f}) scale({way * wide:.3f} {high:.3f})"
    return f'<g transform="{words} translate({-x:.1f} {-y:.1f})">{art}</g>'


def own(art: str, hand: Hand) -> str:
    """Something of our own deck in this artist's colours and lines."""
    return in_lines(in_inks(art, hand.coats), hand.lines)


def cloud(rng: Rng) -> str:
    """A bank of red cloud along the top or the foot of a card, or none."""
    if rng.random() < 0.55:
        return ""
    art = things.cloud(*pick(rng, list(things.CLOUDS.values())))
    if rng.random() < 0.5:
        art = place(art, 330, 0, mirror=True)
    return place(place(art, -165, -270), 165, 270, 180) if rng.random() < 0.25 else art


def seal(rng: Rng) -> str:
    """The disc of a bright card in one of its corners."""
    x, y = pick(rng, (74.0, 256.0)), pick(rng, (78.0, 462.0, 462.0))
    return things.seal(x, y, float(rng.uniform(32, 48)))


def slip_inks(name: str, hand: Hand) -> tuple[str, str]:
    """Colour and letters of the slip of a ribbon card."""
    if name[:2] in POEMS:
        return hand.poem_ribbons, "홍단"
    if name[:2] in BLUES:
        return hand.blue_ribbons, "청단" if hand.lettered else ""
    return hand.plain_ribbons, ""


def _slip(name: str, hand: Hand, rng: Rng) -> str:
    """The poem slip of a ribbon card."""
    colour, letters = slip_inks(name, hand)
    middle, lean = float(rng.uniform(120, 210)), float(rng.normal(0, 38))
    ys = np.linspace(rng.uniform(50, 130), rng.uniform(370, 470), 4)
    spine = " ".join(
        f"{middle + lean * far:.0f},{y:.0f}" for far, y in zip((-1, -0.6, 0.2, 1), ys, strict=True)
    )
    return things.ribbon(spine, colour, letters, float(rng.uniform(70, 100)))


def _crane(hand: Hand, rng: Rng) -> str:
    x, y = pick(rng, (40.0, 165.0, 290.0)), float(rng.uniform(20, 120))
    sun = fill(disc(x, y, float(rng.uniform(60, 135))), RED, 3)
    crane = _about(own(birds.crane(), hand), 140, 290, rng)
    return sun + PLANTS[0](hand, rng, 0.6) + crane + seal(rng)


def _curtain(hand: Hand, rng: Rng) -> str:
    cloth = {RED: pick(rng, (RED, RED, YELLOW)), BLUE: pick(rng, (BLUE, YELLOW, BLACK))}
    curtain = place(in_inks(things.curtain(), cloth), 0, float(rng.uniform(-40, 50)))
    return PLANTS[2](hand, rng, 0.9) + curtain + seal(rng)


def _moon(hand: Hand, rng: Rng) -> str:
    sky = things.sky(pick(rng, (RED, RED, RED, CREAM, "#2b3a8c")))
    x, y = float(rng.uniform(130, 200)), float(rng.uniform(120, 170))
    moon = fill(disc(x, y, float(rng.uniform(76, 112))), pick(rng, (WHITE, WHITE, YELLOW)), 3.2)
    return sky + moon + PLANTS[7](hand, rng, 0.8) + seal(rng)


def _phoenix(hand: Hand, rng: Rng) -> str:
    phoenix = _about(own(birds.phoenix(), hand), 165, 220, rng)
    return phoenix + place(PLANTS[10](hand, rng, 0.6), 60, 190, 0, 0.66) + seal(rng)


def _rain_man(hand: Hand, rng: Rng) -> str:
    art = things.stream() if rng.random() < 0.7 else ""
    art += PLANTS[11](hand, rng, 0.6)
    man = beasts.rain_man() + beasts.umbrella(210, 190)
    art += _about(own(man, hand), 190, 300, rng, far=14, mirrored=0.3)
    x, y = float(rng.uniform(50, 110)), float(rng.uniform(420, 470))
    return art + own(place(beasts.frog(), x, y, -30, 0.86), hand) + seal(rng)


def _animal(month: int, plant: Plant, hand: Hand, rng: Rng) -> str:
    art = plant(hand, rng, float(rng.uniform(0.55, 0.85)))
    under, over = ANIMALS[month](rng)
    return cloud(rng) + own(under, hand) + art + own(over, hand)


def _cuckoo(rng: Rng) -> tuple[str, str]:
    moon = things.crescent() if rng.random() < 0.5 else ""
    return moon, _about(birds.cuckoo(), 165, 220, rng)


def _butterflies(rng: Rng) -> tuple[str, str]:
    colour, art = pick(rng, (YELLOW, ORANGE, RED, WHITE)), ""
    for _ in range(int(rng.integers(1, 3))):
        x, y = float(rng.uniform(80, 250)), float(rng.uniform(90, 440))
        way, size = float(rng.uniform(-60, 60)), float(rng.uniform(0.9, 1.7))
        art += place(beasts.butterfly(colour), x, y, way, size)
    return "", art


def _geese(rng: Rng) -> tuple[str, str]:
    art, size = "", float(rng.uniform(0.8, 1.15))
    for y in (np.linspace(80, 235, 3) + rng.normal(0, 12, 3)).tolist():
        art += place(birds.goose(), float(rng.uniform(100, 230)), y, float(rng.normal(0, 10)), size)
    return "", place(art, 330, 0, mirror=True) if rng.random() < 0.5 else art


def _cup(rng: Rng) -> tuple[str, str]:
    water = things.water() if rng.random() < 0.5 else ""
    x, y = float(rng.uniform(110, 230)), float(rng.uniform(330, 430))
    cup = things.cup(x, y, float(rng.uniform(0.8, 1.15)), float(rng.normal(0, 14)))
    return "", water + cup


def _paulownia_double(hand: Hand, rng: Rng) -> str:
    foot = f"M0 {rng.uniform(330, 440):.0f}H340V560H0Z"
    return fill(foot, pick(rng, (RED, RED, YELLOW, BLUE)), 3) + PLANTS[10](hand, rng, 0.9)


def _lightning(hand: Hand, rng: Rng) -> str:
    art = things.gate()
    art += things.bolt() if rng.random() < 0.75 else ""
    art += place(beasts.claw(), 290, 72) if rng.random() < 0.6 else ""
    moved = _about(art, 165, 270, rng, far=12, mirrored=0.5) if rng.random() < 0.6 else art
    return things.sky(RED) + moved


PICTURES: Mapping[str, Draw] = {
    "01-bright": _crane,
    "03-bright": _curtain,
    "08-bright": _moon,
    "11-bright": _phoenix,
    "11-double": _paulownia_double,
    "12-bright": _rain_man,
    "12-double": _lightning,
}
"""Cards that are composed as a whole."""
ANIMALS: dict[int, Callable[[Rng], tuple[str, str]]] = {
    2: lambda rng: ("", _about(birds.warbler(), 165, 200, rng)),
    4: _cuckoo,
    5: lambda rng: ("", place(things.bridge(), 0, float(rng.uniform(-30, 40)))),
    6: _butterflies,
    7: lambda rng: ("", _about(beasts.boar(), 180, 390, rng)),
    8: _geese,
    9: _cup,
    10: lambda rng: ("", _about(beasts.deer(), 165, 300, rng)),
    12: lambda rng: ("", _about(birds.swallow(), 165, 280, rng)),
}
"""What lies under the month's plant, and over it."""


def as_drawn(hand: Hand, _: Rng) -> Hand:
    """The artist as he is."""
    return hand


@dataclass(frozen=True, slots=True)
class Customs:
    """What an artist goes by."""

    plants: Sequence[Plant]
    """Of January to December."""
    pictures: Mapping[str, Draw]
    """Cards that are composed as a whole, by their names."""
    schooled: Callable[[Hand, Rng], Hand]
    """What these make of an artist."""


OWN_WAYS = Customs(PLANTS, PICTURES, as_drawn)
"""Those of nobody else."""


def drawn_deck(rng: Rng, customs: Customs = OWN_WAYS) -> dict[str, str]:
    """SVG text of every card but jokers and backs, by name: `01-bright`, `01-junk1`."""
    hand = customs.schooled(drawn_hand(rng), rng)
    faces: dict[str, str] = {}
    for name in (f"{month:02}-{kind}" for month in range(1, 13) for kind in KINDS):
        if name in NAMES:
            faces[name] = _drawn(name, hand, rng, customs)
    if hand.twins:
        for name in [name for name in faces if name.endswith("junk2")]:
            faces[name] = place(faces[name[:-1] + "1"], 330, 0, mirror=True)
    return {name: card(name, name, art, hand.ground, hand.border) for name, art in faces.items()}


def _drawn(name: str, hand: Hand, rng: Rng, customs: Customs) -> str:
    """The art of one card."""
    if name in customs.pictures:
        return customs.pictures[name](hand, rng)
    month, kind = int(name[:2]), name[3:]
    plant = customs.plants[month - 1]
    if kind == "animal":
        return _animal(month, plant, hand, rng)
    art = plant(hand, rng, 1.0)
    return art + _slip(name, hand, rng) if kind == "ribbon" else art
