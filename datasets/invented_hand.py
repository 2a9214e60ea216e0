"""How an artist who is not draws a deck: drawn once a deck, the same on all its cards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from deck.shapes import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, WHITE, YELLOW
from invented_flowers import PANEL, Area, Blossom, Leafage, Rng

Each = TypeVar("Each")
Inks = Mapping[str, str]
"""What each colour of our own deck turns into."""

PALE, ROSE, DEEP_GREEN, SKY, VIOLET = "#fdf6e8", "#f4a9b0", "#1f4a36", "#4fb2e0", "#8a4fb8"
ROYAL, BROWN, WINE = "#2f4fd0", "#b8732f", "#7c1518"
REDS = ((RED,), (ROSE,), (RED, ROSE), (PALE,), (PALE, RED), (RED, RED, PALE))
SUNNY = ((YELLOW, RED), (YELLOW,), (RED, YELLOW, YELLOW), (ORANGE, YELLOW), (RED,), (PALE, YELLOW))
DARK = ((BLACK,), (BLACK,), (DEEP_GREEN,), (BLACK, GREEN), (VIOLET,), ("#1d2a66",))
CLOVER = (
    *((BLACK, RED), (BLACK, BLACK, RED, RED), (RED,)),
    *((BLACK, RED, YELLOW), (RED, BLACK), (GREEN, RED)),
)
LEAVES = ((BLACK,), (BLACK,), (DEEP_GREEN,), (GREEN,), (BLACK, GREEN))
MAPLE = ((RED, BLACK, YELLOW), (RED, YELLOW, ORANGE), (RED,), (RED, BLACK), (RED, YELLOW))


@dataclass(frozen=True, slots=True)
class Hand:
    """See the module."""

    plum: Blossom
    cherry: Blossom
    peony: Blossom
    mum: Blossom
    wisteria: Leafage
    clover: Leafage
    hanging: bool
    """Wisteria hangs down, or else stands."""
    bush: bool
    """Clover grows from the foot of the card, or else along branches from a side."""
    leaves: tuple[str, ...]
    """Of plum, cherry, peony and chrysanthemum."""
    lobed: bool
    """Peonies' and chrysanthemums' leaves have lobes."""
    bouquet: float
    """How many more peonies stand together than elsewhere, from 1 on."""
    stemmed: bool
    """Peonies have a stem that is seen."""
    leafy: int
    """The most leaves that these have at a flower."""
    maple: tuple[str, ...]
    fingers: int
    """Of a maple leaf, 5 or 7."""
    crowd: float
    """How many there are of everything, about 1."""
    large: float
    """How large irises and maple leaves are, about 1."""
    branch: float
    """How thick branches are, about 1."""
    bend: float
    """Degrees that they turn by from knot to knot."""
    angular: bool
    """They turn sharply."""
    from_foot: bool
    """They grow from the foot of the card, or else from its sides, too."""
    twins: bool
    """The second plain junk of a month is the first one, drawn the other way round."""
    iris: str
    paulownia: str
    paulownia_leaves: int
    coats: Inks
    """Of animals and things."""
    lines: float
    """How thick the lines of these are, about 1."""
    poem_ribbons: str
    blue_ribbons: str
    plain_ribbons: str
    lettered: bool
    """Blue ribbons, too, carry letters."""
    ground: str
    border: str


def pick(rng: Rng, choices: Sequence[Each]) -> Each:
    """One of these, all as likely."""
    return choices[int(rng.integers(len(choices)))]


def in_lines(art: str, weight: float) -> str:
    """Art whose lines are so many times as thick."""
    return re.sub(
        r'stroke-width="([0-9.]+)"',
        lambda found: f'stroke-width="{float(found[1]) * weight:.2f}"',
        art,
    )


def in_inks(art: str, inks: Inks) -> str:
    """Art with its colours exchanged, all at once."""
    return re.sub(r"#[0-9a-f]{6}", lambda found: inks.get(found[0], found[0]), art)


def drawn_hand(rng: Rng) -> Hand:
    """An artist drawn at random."""
    outline = float(rng.uniform(1.2, 4.2))
    return Hand(
        plum=_blossom(rng, ("round", "round", "notched", "ruffled"), (5, 7), (1, 2), REDS, outline),
        cherry=_blossom(
            rng, ("notched", "notched", "ruffled", "pointed"), (5, 6), (1, 3), REDS, outline
        ),
        peony=_blossom(
            rng, ("ruffled", "notched", "ruffled", "round"), (5, 10), (1, 4), REDS, outline
        ),
        mum=_blossom(
            rng, ("pointed", "pointed", "round", "notched"), (10, 22), (1, 4), SUNNY, outline
        ),
        wisteria=_leafage(rng, DARK, outline),
        clover=_leafage(rng, CLOVER, outline),
        hanging=bool(rng.random() < 0.5),
        bush=bool(rng.random() < 0.6),
        leaves=(BLACK,) if rng.random() < 0.7 else pick(rng, LEAVES),
        lobed=bool(rng.random() < 0.6),
        bouquet=float(rng.uniform(1.3, 2.6)) if rng.random() < 0.4 else 1.0,
        stemmed=bool(rng.random() < 0.6),
        leafy=pick(rng, (1, 2, 4, 4)),
        maple=pick(rng, MAPLE),
        fingers=pick(rng, (5, 5, 7)),
        crowd=float(rng.uniform(0.7, 1.35)),
        large=float(rng.uniform(0.75, 1.3)),
        branch=float(rng.uniform(0.5, 1.7)),
        bend=float(rng.uniform(20, 55)),
        angular=bool(rng.random() < 0.3),
        from_foot=bool(rng.random() < 0.3),
        twins=bool(rng.random() < 0.25),
        iris=pick(rng, (PURPLE, PURPLE, SKY, ROYAL, VIOLET, "#b9a6e8")),
        paulownia=pick(rng, (PURPLE, SKY, VIOLET, ROYAL, ROSE)),
        paulownia_leaves=int(rng.integers(1, 4)),
        coats={
            ORANGE: pick(rng, (ORANGE, ORANGE, YELLOW, BROWN, "#8a5a2b")),
            GREEN: pick(rng, (GREEN, GREEN, YELLOW, "#7d8f2b", BLUE)),
            YELLOW: pick(rng, (YELLOW, YELLOW, ORANGE, "#fbe9a0")),
            BLUE: pick(rng, (BLUE, BLUE, ROYAL, SKY, "#1d4f8f")),
            WHITE: pick(rng, (WHITE, WHITE, "#f2e3bd")),
        },
        lines=float(rng.uniform(0.5, 1.7)),
        poem_ribbons=pick(rng, (RED, RED, "#f0435a", "#b51a1f")),
        blue_ribbons=pick(rng, (BLUE, BLUE, "#2b3fb0", "#5a3fb0", "#2fa0d8")),
        plain_ribbons=pick(rng, (RED, RED, "#f0435a", YELLOW, ORANGE)),
        lettered=bool(rng.random() < 0.75),
        ground=pick(rng, ("#fbf5e4", "#ffffff", "#fdfaf0", "#f4ecd2")),
        border=pick(rng, (RED, RED, "#a51d22", BLACK, "#7a1f1a")),
    )


def _blossom(
    rng: Rng,
    shapes: Sequence[str],
    petals: tuple[int, int],
    rings: tuple[int, int],
    colours: Sequence[tuple[str, ...]],
    outline: float,
) -> Blossom:
    return Blossom(
        petals=int(rng.integers(*petals)),
        rings=int(rng.integers(*rings)),
        shape=pick(rng, shapes),
        size=float(np.exp(rng.uniform(-0.6, 0.6))),
        sorts=tuple(pick(rng, colours) for _ in range(1 if rng.random() < 0.6 else 2)),
        uneven=float(rng.uniform(0.2, 0.55)),
        apart=float(rng.uniform(0.8, 1.6)),
        inner=pick(rng, (PALE, RED, ROSE, YELLOW)) if rng.random() < 0.3 else None,
        outline=outline * float(rng.uniform(0.7, 1.2)),
        ink=BLACK if rng.random() < 0.8 else WINE,
        fat=float(rng.uniform(0.85, 1.3)),
        heart=float(rng.uniform(0.12, 0.32)) if rng.random() < 0.85 else 0.0,
        heart_colour=pick(rng, (YELLOW, YELLOW, RED, BLACK, PALE)),
        stamens=int(rng.integers(5, 14)) if rng.random() < 0.6 else 0,
        tips=pick(rng, (YELLOW, YELLOW, PALE, RED)) if rng.random() < 0.4 else None,
        blotch=float(rng.uniform(0.3, 0.5)) if rng.random() < 0.2 else 0.0,
        veins=int(rng.integers(1, 4)) if rng.random() < 0.5 else 0,
        facing=float(rng.normal(-90, 60)),
        uneven_petals=float(rng.uniform(0.1, 0.4)) if rng.random() < 0.3 else 0.0,
        flat=float(rng.uniform(0.6, 0.95)) if rng.random() < 0.35 else 1.0,
        column=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.2 else 0.0,
        stalk=float(rng.uniform(15, 45)) if rng.random() < 0.35 else 0.0,
        area=_area(rng),
    )


def _area(rng: Rng) -> Area:
    """All of the panel, or its lower part, its upper one, one side or the middle."""
    left, top, right, bottom = PANEL
    where = rng.random()
    if where < 0.45:
        return PANEL
    if where < 0.75:
        return left, float(rng.uniform(130, 300)), right, bottom
    if where < 0.83:
        return left, top, right, float(rng.uniform(270, 400))
    if where < 0.92:
        wide = float(rng.uniform(130, 210))
        return (
            (left, top, left + wide, bottom)
            if rng.random() < 0.5
            else (right - wide, top, right, bottom)
        )
    return 70.0, 110.0, 260.0, 430.0


def _leafage(rng: Rng, colours: Sequence[tuple[str, ...]], outline: float) -> Leafage:
    return Leafage(
        colours=pick(rng, colours),
        size=float(rng.uniform(18, 40)),
        wide=float(rng.uniform(0.35, 0.8)),
        lean=float(rng.uniform(30, 75)),
        apart=float(rng.uniform(0.7, 1.2)),
        alternate=bool(rng.random() < 0.3),
        beads=bool(rng.random() < 0.2),
        outline=outline * 0.7 if rng.random() < 0.4 else 0.0,
        stem=float(rng.uniform(2, 5)),
    )
