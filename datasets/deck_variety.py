"""How one printed deck differs from another: a style, drawn once a deck, worn by all its cards."""

from dataclasses import dataclass, replace

import numpy as np

from scene_faces import Bgr, as_bgr

BAND_HUES_DEG = (0.0, 50.0, 120.0, 220.0, 290.0)
"""Red, yellow, green, blue, violet: the inks of a deck, each with a shift of its own."""
MOVED_ABOUT = 0.4
"""The share of decks whose drawings are composed otherwise than they were drawn."""


@dataclass(frozen=True, slots=True)
class Border:
    """The edge of the print."""

    crop: float
    """Share of the width cut off each side before anything is painted."""
    width: float
    """Share of the width repainted on each side; 0 leaves the edge as drawn."""
    bgr: Bgr
    radius: float
    """Corner radius of the panel inside the border, as a share of the width."""
    line: float
    """Thin line between border and panel, share of the width; 0 for none."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The disc with a character that bright cards carry in Korean decks."""

    bgr: Bgr
    glyph_bgr: Bgr
    radius: float
    """Share of the width."""
    corner: int
    """0 to 3, clockwise from the top left."""
    hangul: bool


@dataclass(frozen=True, slots=True)
class Ribbons:
    """How ribbons are coloured and lettered; None keeps the colour of the drawing."""

    poem_bgr: Bgr | None
    plain_bgr: Bgr | None
    blue_bgr: Bgr | None
    letter_bgr: Bgr | None
    """None leaves the letters as drawn; otherwise they are wiped and written anew."""
    blue_lettered: bool


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Everything that makes a deck of its own out of somebody's drawings."""

    hue_shifts_deg: tuple[float, ...]
    """Of each of BAND_HUES_DEG."""
    saturations: tuple[float, ...]
    brightnesses: tuple[float, ...]
    paper_bgr: Bgr
    """What white turns into."""
    ink_bgr: Bgr
    """What black turns into."""
    dark: bool
    """A deck printed light on dark."""
    line_weight: float
    """Below 0 thinner, above 0 thicker, about -1 to 1."""
    redraw: float
    """How far lines wander, share of the width."""
    layout: float
    """How far the parts of the drawing stand from where they were drawn, share of the width."""
    stretch: float
    """How far the drawing inside the border is scaled and moved, share of the size."""
    shear: float
    roomy: float
    """How much smaller a drawing may be than the panel it stands in, of the panel's size."""
    mirrored: float
    """The share of the cards without letters that are drawn the other way round."""
    print_blur: float
    """Gaussian sigma as a share of the width."""
    grain: float
    """Standard deviation of the paper's texture, of 255."""
    wear: float
    """0 new, 1 scratched and rubbed off."""
    border: Border
    seal: Seal | None
    ribbons: Ribbons
    corner_radius: float
    """Of the card itself, share of the width."""
    edge_bgr: Bgr
    """The card's side, seen where it is thick."""
    height_mm: float
    """Of a card 33 mm wide."""
    gloss: float
    """0 matt paper, 1 shiny plastic."""


PLAIN_STYLE = DeckStyle(
    hue_shifts_deg=(0.0,) * 5,
    saturations=(1.0,) * 5,
    brightnesses=(1.0,) * 5,
    paper_bgr=(255, 255, 255),
    ink_bgr=(0, 0, 0),
    dark=False,
    line_weight=0,
    redraw=0,
    layout=0,
    stretch=0,
    shear=0,
    roomy=0,
    mirrored=0,
    print_blur=0,
    grain=0,
    wear=0,
    border=Border(0, 0, (0, 0, 0), 0, 0),
    seal=None,
    ribbons=Ribbons(None, None, None, None, False),
    corner_radius=0.06,
    edge_bgr=(225, 230, 235),
    height_mm=54.0,
    gloss=0.4,
)
"""The deck as it was drawn."""


def draw_style(rng: np.random.Generator, strength: float = 1.0) -> DeckStyle:
    """A style drawn at random; strength 0 to 1 says how far from the drawing it may go."""
    s = strength
    spread_deg = np.array((16, 22, 35, 38, 40)) * s * (1.6 if rng.random() < 0.2 else 0.8)
    hue = rng.normal(0, 0.6, 5) * spread_deg
    vivid = rng.normal(1, 0.15 * s)
    fade = max(0.0, float(rng.normal(0.06, 0.12))) * s
    ink = np.full(3, 8 + 150 * fade) + rng.uniform(0, 45 * s, 3) * (rng.random() < 0.4)
    paper = np.array((246.0, 250.0, 252.0)) - rng.uniform(0, 1, 3) * np.array((60, 34, 26)) * s
    if rng.random() < 0.08 * s:
        paper = np.array(
            ((90, 190, 225), (215, 195, 160), (170, 200, 250), (190, 225, 205), (200, 200, 200))[
                int(rng.integers(5))
            ],
            float,
        )
    return DeckStyle(
        hue_shifts_deg=tuple(float(h) for h in hue),
        saturations=tuple(float(v) for v in np.clip(rng.normal(vivid, 0.12 * s, 5), 0.35, 1.5)),
        brightnesses=tuple(float(v) for v in np.clip(rng.normal(0.97, 0.13 * s, 5), 0.6, 1.3)),
        paper_bgr=as_bgr(paper),
        ink_bgr=as_bgr(np.minimum(ink, 110)),
        dark=bool(rng.random() < 0.03 * s),
        line_weight=float(np.clip(rng.normal(0, 0.5), -1, 1.2)) * s,
        redraw=float(rng.uniform(0, 0.035)) * s,
        layout=0.0,
        stretch=float(rng.uniform(0, 0.07)) * s,
        shear=float(rng.normal(0, 0.03)) * s,
        roomy=0.0,
        mirrored=0.0,
        print_blur=float(max(0, rng.normal(0.004, 0.006))) * s,
        grain=float(rng.uniform(0, 6)) * s,
        wear=float(rng.beta(1, 4)) * s,
        border=_draw_border(rng, s),
        seal=_draw_seal(rng) if rng.random() < 0.4 * s else None,
        ribbons=_draw_ribbons(rng, s),
        corner_radius=float(rng.choice((0.01, 0.04, 0.07, 0.1, 0.13))),
        edge_bgr=as_bgr(
            rng.choice(((235, 238, 240), (200, 215, 228), (40, 40, 160), (60, 60, 70)), p=_EDGES)
        ),
        height_mm=float(np.clip(rng.normal(54, 1.5), 49, 59)),
        gloss=float(rng.beta(2, 2)),
    )


_EDGES = (0.55, 0.2, 0.15, 0.1)


def laid_out_anew(style: DeckStyle, rng: np.random.Generator, strength: float) -> DeckStyle:
    """The style of a deck whose drawings, now and then, are composed otherwise, too.

    Another artist puts the crane elsewhere, and larger; his flowers grow from the foot of the card
    and leave the rest bare, or bend the other way. The border is painted anew then: what was drawn
    of it would wander.
    """
    if rng.random() >= MOVED_ABOUT * strength:
        return style
    border = replace(
        style.border,
        crop=float(rng.uniform(0.05, 0.075)),
        width=float(rng.uniform(0.03, 0.085)),
    )
    return replace(
        style,
        layout=float(rng.uniform(0.03, 0.1)),
        stretch=float(rng.uniform(0.05, 0.15)),
        shear=float(rng.normal(0, 0.05)),
        roomy=float(rng.uniform(0.15, 0.5)) if rng.random() < 0.6 else 0.0,
        mirrored=0.5 if rng.random() < 0.6 else 0.0,
        border=border,
    )


def _draw_border(rng: np.random.Generator, s: float) -> Border:
    crop = float(rng.uniform(0.02, 0.075)) if rng.random() < 0.55 * s else 0.0
    # Nearly every deck has a border: without its own one it is painted anew.
    repaint = 0.85 if crop > 0.03 else 0.55
    width = float(rng.uniform(0.02, 0.085)) if rng.random() < repaint * s else 0.0
    colours = (
        (38, 30, 205),
        (30, 24, 165),
        (30, 35, 95),
        (25, 25, 28),
        (70, 60, 215),
        (50, 70, 40),
    )
    bgr = np.array(colours[int(rng.choice(6, p=(0.42, 0.2, 0.17, 0.09, 0.09, 0.03)))], float)
    return Border(
        crop=crop,
        width=width,
        bgr=as_bgr(bgr + rng.normal(0, 14, 3)),
        radius=float(rng.choice((0, 0.03, 0.07, 0.11))),
        line=float(rng.uniform(0.006, 0.016)) if rng.random() < 0.4 else 0.0,
    )


def _draw_seal(rng: np.random.Generator) -> Seal:
    discs = ((35, 30, 215), (30, 25, 160), (20, 20, 20), (60, 150, 235))
    return Seal(
        bgr=as_bgr(
            np.array(discs[int(rng.choice(4, p=(0.6, 0.2, 0.1, 0.1)))]) + rng.normal(0, 10, 3)
        ),
        glyph_bgr=as_bgr(np.array((245, 248, 250)) - rng.uniform(0, 40, 3)),
        radius=float(rng.uniform(0.1, 0.165)),
        corner=int(rng.choice(4, p=(0.1, 0.2, 0.45, 0.25))),
        hangul=bool(rng.random() < 0.5),
    )


def _draw_ribbons(rng: np.random.Generator, s: float) -> Ribbons:
    def maybe(chance: float, *choices: Bgr) -> Bgr | None:
        if rng.random() >= chance * s:
            return None
        return as_bgr(np.array(choices[int(rng.integers(len(choices)))]) + rng.normal(0, 16, 3))

    red, rose, orange = (35.0, 30.0, 210.0), (90.0, 70.0, 225.0), (40.0, 90.0, 230.0)
    return Ribbons(
        poem_bgr=maybe(0.4, red, rose, orange, (30, 25, 160)),
        plain_bgr=maybe(0.45, red, rose, orange, (40, 190, 240)),
        blue_bgr=maybe(0.5, (200, 110, 30), (150, 60, 40), (170, 60, 110), (190, 160, 60)),
        letter_bgr=maybe(0.45, (15, 15, 15), (240, 245, 248), (60, 200, 235)),
        blue_lettered=bool(rng.random() < 0.6),
    )
