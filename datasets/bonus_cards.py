"""Bonus cards (jokers) of decks that have none: no two prints draw them alike.

What they share is what a player reads: how many junk cards one is worth, as a figure, in hangul, or
by as many flowers, pouches or coins. Whatever else is on the card is decoration.
"""

from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from bonus_motifs import MOTIFS, sign
from deck.lettering import LETTERS, SYLLABLES
from deck.shapes import knots
from scene_faces import Array, Bgr, as_bgr

WORTH = {"joker-double": 2, "joker-triple": 3, "joker-other": 1}
TITLES = {
    1: ("J", "JOKER", "조커", "조커"),
    2: ("2", "x2", "+2", "쌍피", "쌍피", "2피"),
    3: ("3", "x3", "+3", "삼피", "3피", "3피"),
}
"""What may be written on a card of this worth."""
BONUS = "보너스"
"""What may stand above, whatever a card is worth."""
FONTS = (
    *(cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX),
    *(cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX),
)
APART = 0.36
"""Of the free part of a card its signs stand from one another at least."""


class Taste(NamedTuple):
    """What the bonus cards of one deck share."""

    signs: tuple[Bgr, Bgr, Bgr]
    ink: Bgr
    disc: float
    """The chance of the worth to stand on a disc or bar."""
    font: int
    bold: float
    """How thick what is written is, about 1."""
    narrow: float
    """How wide hangul is for its height."""
    title: str
    """Where the worth is written: `top`, `foot`, `corners` or `side`, downwards."""
    shown: str
    """`counted`, as many signs as the card is worth, `figure`, which tells nothing of it, or
    `written`, large, and nothing else."""


def bonus_card(
    face: str, paper: Bgr, border: Bgr, size_px: tuple[int, int], rng: np.random.Generator
) -> Array:
    """(h, w, 3) uint8 of an invented bonus card; the same generator gives decks of one taste.

    `size_px`: width and height.
    """
    w, h = size_px
    taste = _taste(rng)
    own = np.random.default_rng((int(rng.integers(2**32)), WORTH[face]))
    card: Array = np.empty((h, w, 3), np.uint8)
    card[:] = paper if rng.random() < 0.75 else _light(rng)
    _framed(card, border, rng)
    worth = WORTH[face]
    draw, motif = sign(taste.signs, rng), MOTIFS[int(rng.integers(len(MOTIFS)))]
    headed = float(rng.random()) if taste.title in ("foot", "side") else 1.0
    left, top, right, bottom = _free(taste, headed < 0.45)
    x, y = w * (left + right) / 2, h * (top + bottom) / 2
    text = TITLES[worth][int(own.integers(len(TITLES[worth])))]
    if taste.shown == "counted":
        radius = w * float(rng.uniform(0.14, 0.2)) * (1.25 if worth == 1 else 1.0)
        for across, down in _places(worth, own):
            at = left + (right - left) * across, top + (bottom - top) * down
            draw(card, w * at[0], h * at[1], radius)
    elif taste.shown == "figure":
        size = min(h * (bottom - top) * 0.48, w * (right - left) * 0.7)
        motif(card, x, y, size, taste.signs)
    else:
        tall = min(h * (bottom - top) * 0.5, w * (right - left) * 0.85 / len(text))
        _written(card, text, (x, y), tall, taste, own)
    if headed < 0.3:
        cv2.rectangle(card, (w // 5, h // 12), (w * 4 // 5, h // 6), taste.signs[2], -1)
    elif headed < 0.45:
        _written(card, BONUS, (w * 0.5, h * 0.125), h * 0.085, taste, own)
    if taste.shown != "written" or own.random() < 0.5:
        _titled(card, text, taste, own)
    return card


def _free(taste: Taste, headed: bool) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, in shares of the card, of what the title leaves free."""
    if taste.title == "top":
        return 0.0, 0.28, 1.0, 0.92
    top = 0.1 + 0.12 * headed
    if taste.title == "side":
        return 0.26, top, 1.0, 0.9
    return 0.0, top, 1.0, 0.66 if taste.title == "foot" else 0.82


def _titled(card: Array, text: str, taste: Taste, rng: np.random.Generator) -> None:
    """The worth where this deck writes it."""
    h, w = card.shape[:2]
    tall = h * 0.15 / (1.4 if len(text) > 2 else 1.0)
    if taste.title == "top":
        _written(card, text, (w * 0.5, h * 0.215), tall, taste, rng)
    elif taste.title == "foot":
        _written(card, text, (w * 0.5, h * 0.81), tall, taste, rng)
    elif taste.title == "side":
        for k, letter in enumerate(text if len(text) < 4 else text[0]):
            _written(card, letter, (w * 0.2, h * (0.3 + 0.15 * k)), h * 0.13, taste, rng)
    else:
        tall = h * 0.12 * (1.0 if len(text) < 3 else 0.6)
        for _ in range(2):  # the second one upside down, in the corner across
            _written(card, text, (w * (0.14 + 0.07 * len(text[:3])), h * 0.13), tall, taste, rng)
            card[:] = card[::-1, ::-1].copy()


def _places(worth: int, rng: np.random.Generator) -> Array:
    """(worth, 2) where as many signs stand, in shares of the free part of the card.

    Anywhere: what is always in the same places would be learnt instead of their number.
    """
    while True:
        places: Array = rng.uniform((0.27, 0.2), (0.73, 0.8), (worth, 2))
        if all(np.hypot(*(one - other)) >= APART for one, other in combinations(places, 2)):
            return places


def _taste(rng: np.random.Generator) -> Taste:
    signs = tuple(as_bgr(rng.uniform(15, 235, 3)) for _ in range(3))
    inks = ((25.0, 25.0, 28.0), (40.0, 35.0, 205.0), (170.0, 80.0, 30.0), (60.0, 120.0, 40.0))
    return Taste(
        signs=(signs[0], signs[1], signs[2]),
        ink=inks[int(rng.choice(4, p=(0.3, 0.4, 0.2, 0.1)))],
        disc=float(rng.choice((0.1, 0.9))),
        font=FONTS[int(rng.choice(len(FONTS), p=(0.3, 0.2, 0.2, 0.2, 0.1)))],
        bold=float(rng.uniform(0.65, 1.5)),
        narrow=float(rng.uniform(0.75, 1.1)),
        title=str(rng.choice(("foot", "top", "corners", "side"), p=(0.5, 0.27, 0.15, 0.08))),
        shown=str(rng.choice(("counted", "figure", "written"), p=(0.5, 0.4, 0.1))),
    )


def _light(rng: np.random.Generator) -> Bgr:
    return as_bgr(rng.uniform(150, 250, 3))


def _framed(card: Array, border: Bgr, rng: np.random.Generator) -> None:
    """The border of the deck, and often a second, thinner line."""
    h, w = card.shape[:2]
    thick = max(2, round(w * rng.uniform(0.04, 0.1)))
    cv2.rectangle(card, (0, 0), (w - 1, h - 1), border, thick)
    if rng.random() < 0.5:
        at = round(thick * rng.uniform(0.9, 1.6))
        line = max(1, round(w * 0.012))
        tone = as_bgr(rng.uniform(20, 220, 3))
        cv2.rectangle(card, (at, at), (w - 1 - at, h - 1 - at), tone, line, cv2.LINE_AA)


def _written(
    card: Array,
    text: str,
    at: tuple[float, float],
    tall: float,
    taste: Taste,
    rng: np.random.Generator,
) -> None:
    """Figures or hangul about a middle, bare or on a disc or bar; `tall` px high."""
    widths = [tall * (0.75 if letter.isascii() else taste.narrow) for letter in text]
    wide, ink = sum(widths), taste.ink
    if rng.random() < taste.disc:
        ink = (245.0, 248.0, 250.0)
        half = (round(max(wide, tall) * 0.62), round(tall * 0.72))
        middle = (round(at[0]), round(at[1]))
        cv2.ellipse(card, middle, half, 0, 0, 360, taste.ink, -1, cv2.LINE_AA)
    x = at[0] - wide / 2
    for letter, step in zip(text, widths, strict=True):
        if letter.isascii():
            _letter(card, letter, (x, at[1] + tall / 2), tall, taste, ink)
        else:
            _hangul(card, letter, (x, at[1] - tall / 2), tall, taste, ink)
        x += step


def _letter(
    card: Array, letter: str, at: tuple[float, float], tall: float, taste: Taste, ink: Bgr
) -> None:
    line = max(1, round(tall * 0.14 * taste.bold))
    scale = cv2.getFontScaleFromHeight(taste.font, max(2, round(tall * 0.86)), line)
    where = (round(at[0]), round(at[1]))
    cv2.putText(card, letter, where, taste.font, scale, ink, line, cv2.LINE_AA)


def _hangul(
    card: Array, letter: str, at: tuple[float, float], tall: float, taste: Taste, ink: Bgr
) -> None:
    """One syllable, by the strokes of our own deck's brush; `at`: its upper left corner."""
    line = max(1, round(tall * 0.11 * min(taste.bold, tall / len(card) * 9)))
    wide = tall * taste.narrow
    for part, (x, y, width, height) in SYLLABLES[letter]:
        for stroke in LETTERS[part]:
            points = [
                (
                    at[0] + wide * (x + k.x * width / 100) / 110,
                    at[1] + tall * (y + k.y * height / 100) / 110,
                )
                for k in knots(stroke)
            ]
            cv2.polylines(card, [np.round(points).astype(np.int32)], False, ink, line, cv2.LINE_AA)
