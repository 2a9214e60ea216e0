"""Bonus cards (jokers) of decks that have none: no two prints draw them alike.

What they share is what a player reads: how many junk cards one is worth, as a figure, in hangul, or
by as many flowers, stars or coins. Whatever else is on the card is decoration.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

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
FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)
APART = 0.36
"""Of the free part of a card its signs stand from one another at least."""

Draw = Callable[[Array, float, float, float], None]
"""Draws one sign on a card (h, w, 3): centre and radius in px."""


class Taste(NamedTuple):
    """What the bonus cards of one deck share."""

    signs: tuple[Bgr, Bgr, Bgr]
    ink: Bgr
    disc: float
    """The chance of the worth to stand on a disc or bar."""
    font: int
    at_top: bool
    counted: bool
    """As many signs as the card is worth, else one large figure on each."""


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
    draw, titled = _sign(taste, rng), rng.random() < 0.3
    title = (0.13, 0.3) if taste.at_top else (0.74, 0.88)
    top, bottom = (0.28, 0.92) if taste.at_top else (0.1 + 0.12 * titled, 0.66)
    if taste.counted:
        radius = w * float(rng.uniform(0.14, 0.2)) * (1.25 if worth == 1 else 1.0)
        for x, y in _places(worth, own):
            draw(card, w * x, h * (top + (bottom - top) * y), radius)
    else:
        _figure(card, w * 0.5, h * (top + bottom) / 2, h * (bottom - top) * 0.48, taste)
    if titled:
        cv2.rectangle(card, (w // 5, h // 12), (w * 4 // 5, h // 6), taste.signs[2], -1)
    _written(card, worth, h * (title[0] + title[1]) / 2, taste, own)
    return card


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
        font=FONTS[int(rng.integers(len(FONTS)))],
        at_top=rng.random() < 0.35,
        counted=rng.random() < 0.65,
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


def _sign(taste: Taste, rng: np.random.Generator) -> Draw:
    """A blossom, a star or a coin, one kind for all cards of the deck."""
    petals, depth = int(rng.integers(4, 9)), float(rng.choice((0.15, 0.3, 0.45)))
    turned, heart = float(rng.uniform(0, 6.28)), float(rng.uniform(0.2, 0.45))
    kind = int(rng.choice(3, p=(0.6, 0.2, 0.2)))
    outlined = rng.random() < 0.5

    def draw(card: Array, x: float, y: float, radius: float) -> None:
        angles = np.arange(0, 6.28, 0.05) + turned
        if kind == 1:
            waves = 1 - depth - depth * np.abs(np.mod(petals * angles / 6.28, 1) * 2 - 1)
        else:
            waves = 1 + depth * np.cos(petals * angles) * (kind == 0)
        reach = radius * waves / np.max(waves)
        edge = np.stack((x + reach * np.cos(angles), y + reach * np.sin(angles)), axis=1)
        outline = [np.round(edge).astype(np.int32)]
        cv2.fillPoly(card, outline, taste.signs[0], cv2.LINE_AA)
        if outlined:
            line = max(1, round(radius * 0.08))
            cv2.polylines(card, outline, True, taste.signs[2], line, cv2.LINE_AA)
        middle = (round(x), round(y))
        cv2.circle(card, middle, round(radius * heart), taste.signs[1], -1, cv2.LINE_AA)

    return draw


def _figure(card: Array, x: float, y: float, size: float, taste: Taste) -> None:
    """A jester: a cap with bells, a face, a collar; `size`: half his height in px."""
    coat, trim, other = taste.signs

    def at(*points: tuple[float, float]) -> list[Array]:
        return [np.round([(x + size * px, y + size * py) for px, py in points]).astype(np.int32)]

    for px, py in ((-0.62, -0.5), (0.0, -1.0), (0.62, -0.5)):
        cv2.fillPoly(
            card, at((-0.3, -0.3), (px, py), (0.3, -0.3)), coat if px else trim, cv2.LINE_AA
        )
        bell = (round(x + size * px), round(y + size * py))
        cv2.circle(card, bell, max(1, round(size * 0.1)), other, -1, cv2.LINE_AA)
    cv2.fillPoly(card, at((-0.7, 0.95), (-0.3, 0.05), (0.3, 0.05), (0.7, 0.95)), trim, cv2.LINE_AA)
    cv2.fillPoly(card, at((0.0, 0.95), (0.0, 0.05), (0.3, 0.05), (0.7, 0.95)), coat, cv2.LINE_AA)
    skin = (170.0, 200.0, 235.0)
    head = (round(x), round(y - size * 0.14))
    cv2.ellipse(
        card, head, (round(size * 0.24), round(size * 0.28)), 0, 0, 360, skin, -1, cv2.LINE_AA
    )
    for side in (-1, 1):
        eye = (round(x + side * size * 0.09), round(y - size * 0.18))
        cv2.circle(card, eye, max(1, round(size * 0.035)), (20, 20, 20), -1, cv2.LINE_AA)
    mouth = (round(size * 0.1), round(size * 0.06))
    cv2.ellipse(
        card, head, mouth, 0, 20, 160, (40, 40, 180), max(1, round(size * 0.04)), cv2.LINE_AA
    )


def _written(card: Array, worth: int, y: float, taste: Taste, rng: np.random.Generator) -> None:
    """The worth in figures or hangul, bare or on a disc or bar."""
    h, w = card.shape[:2]
    text = TITLES[worth][int(rng.integers(len(TITLES[worth])))]
    tall = h * 0.15 / (1.4 if len(text) > 2 else 1.0)
    wide = tall * (0.75 if text.isascii() else 1.0) * len(text)
    ink = taste.ink
    if rng.random() < taste.disc:
        ink = (245.0, 248.0, 250.0)
        half = (round(max(wide, tall) * 0.62), round(tall * 0.72))
        middle = (round(w / 2), round(y))
        cv2.ellipse(card, middle, half, 0, 0, 360, taste.ink, -1, cv2.LINE_AA)
    x = w / 2 - wide / 2
    for sign in text:
        step = tall * (0.75 if sign.isascii() else 1.0)
        if sign.isascii():
            _letter(card, sign, (x, y + tall / 2), tall, taste.font, ink)
        else:
            _hangul(card, sign, (x, y - tall / 2), tall, ink)
        x += step


def _letter(
    card: Array, sign: str, at: tuple[float, float], tall: float, font: int, ink: Bgr
) -> None:
    line = max(1, round(tall * 0.14))
    scale = cv2.getFontScaleFromHeight(font, max(2, round(tall * 0.86)), line)
    cv2.putText(card, sign, (round(at[0]), round(at[1])), font, scale, ink, line, cv2.LINE_AA)


def _hangul(card: Array, sign: str, at: tuple[float, float], tall: float, ink: Bgr) -> None:
    """One syllable, by the strokes of our own deck's brush; `at`: its upper left corner."""
    line = max(1, round(tall * 0.11))
    for letter, (x, y, width, height) in SYLLABLES[sign]:
        for stroke in LETTERS[letter]:
            points = [
                (
                    at[0] + tall * (x + k.x * width / 100) / 110,
                    at[1] + tall * (y + k.y * height / 100) / 110,
                )
                for k in knots(stroke)
            ]
            cv2.polylines(card, [np.round(points).astype(np.int32)], False, ink, line, cv2.LINE_AA)
