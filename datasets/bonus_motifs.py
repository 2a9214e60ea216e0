"""What bonus cards show beside what is written on them: signs to be counted, and figures."""

from collections.abc import Callable

import cv2
import numpy as np

from scene_faces import Array, Bgr

Inks = tuple[Bgr, Bgr, Bgr]
Sign = Callable[[Array, float, float, float], None]
"""Draws one sign on a card (h, w, 3): centre and radius in px."""
Motif = Callable[[Array, float, float, float, Inks], None]
"""Draws a figure on a card (h, w, 3): centre and half its height in px, its colours."""

SKIN, DARK, CHEEK = (170.0, 200.0, 235.0), (20.0, 20.0, 20.0), (60.0, 60.0, 200.0)


def sign(inks: Inks, rng: np.random.Generator) -> Sign:
    """A blossom, a star, a coin or a pouch, one kind for all cards of a deck."""
    petals, depth = int(rng.integers(4, 9)), float(rng.choice((0.15, 0.3, 0.45)))
    turned, heart = float(rng.uniform(0, 6.28)), float(rng.uniform(0.2, 0.45))
    kind = int(rng.choice(4, p=(0.5, 0.15, 0.15, 0.2)))
    outlined = rng.random() < 0.5

    def draw(card: Array, x: float, y: float, radius: float) -> None:
        if kind == 3:
            _bag(card, x, y, radius, inks)
            return
        angles = np.arange(0, 6.28, 0.05) + turned
        if kind == 1:
            waves = 1 - depth - depth * np.abs(np.mod(petals * angles / 6.28, 1) * 2 - 1)
        else:
            waves = 1 + depth * np.cos(petals * angles) * (kind == 0)
        reach = radius * waves / np.max(waves)
        edge = np.stack((x + reach * np.cos(angles), y + reach * np.sin(angles)), axis=1)
        outline = [np.round(edge).astype(np.int32)]
        cv2.fillPoly(card, outline, inks[0], cv2.LINE_AA)
        if outlined:
            line = max(1, round(radius * 0.08))
            cv2.polylines(card, outline, True, inks[2], line, cv2.LINE_AA)
        middle = (round(x), round(y))
        cv2.circle(card, middle, round(radius * heart), inks[1], -1, cv2.LINE_AA)

    return draw


def _bag(card: Array, x: float, y: float, radius: float, inks: Inks) -> None:
    """A pouch of good luck, tied with a ribbon."""
    at = _scaled(x, y, radius)
    neck = at((-0.5, -0.95), (0.5, -0.95), (0.2, -0.4), (-0.2, -0.4))
    cv2.fillPoly(card, neck, inks[0], cv2.LINE_AA)
    body, half = (round(x), round(y + radius * 0.25)), (round(radius * 0.9), round(radius * 0.7))
    cv2.ellipse(card, body, half, 0, 0, 360, inks[0], -1, cv2.LINE_AA)
    line = max(1, round(radius * 0.16))
    cv2.polylines(card, at((-0.3, -0.4), (0.3, -0.4)), False, inks[2], line, cv2.LINE_AA)
    cv2.circle(card, body, max(1, round(radius * 0.3)), inks[1], -1, cv2.LINE_AA)


def _scaled(x: float, y: float, size: float) -> Callable[..., list[Array]]:
    """What makes points in shares of a size about a middle an outline in px."""

    def at(*points: tuple[float, float]) -> list[Array]:
        return [np.round([(x + size * px, y + size * py) for px, py in points]).astype(np.int32)]

    return at


def _jester(card: Array, x: float, y: float, size: float, inks: Inks) -> None:
    """A jester: a cap with bells, a face, a collar; `size`: half his height in px."""
    coat, trim, other = inks

    at = _scaled(x, y, size)
    for px, py in ((-0.62, -0.5), (0.0, -1.0), (0.62, -0.5)):
        cv2.fillPoly(
            card, at((-0.3, -0.3), (px, py), (0.3, -0.3)), coat if px else trim, cv2.LINE_AA
        )
        bell = (round(x + size * px), round(y + size * py))
        cv2.circle(card, bell, max(1, round(size * 0.1)), other, -1, cv2.LINE_AA)
    cv2.fillPoly(card, at((-0.7, 0.95), (-0.3, 0.05), (0.3, 0.05), (0.7, 0.95)), trim, cv2.LINE_AA)
    cv2.fillPoly(card, at((0.0, 0.95), (0.0, 0.05), (0.3, 0.05), (0.7, 0.95)), coat, cv2.LINE_AA)
    head = (round(x), round(y - size * 0.14))
    cv2.ellipse(
        card, head, (round(size * 0.24), round(size * 0.28)), 0, 0, 360, SKIN, -1, cv2.LINE_AA
    )
    for side in (-1, 1):
        eye = (round(x + side * size * 0.09), round(y - size * 0.18))
        cv2.circle(card, eye, max(1, round(size * 0.035)), DARK, -1, cv2.LINE_AA)
    mouth = (round(size * 0.1), round(size * 0.06))
    cv2.ellipse(
        card, head, mouth, 0, 20, 160, (40, 40, 180), max(1, round(size * 0.04)), cv2.LINE_AA
    )


def _mask(card: Array, x: float, y: float, size: float, inks: Inks) -> None:
    """A laughing mask, as dancers wear."""
    at = _scaled(x, y, size)
    middle, half = (round(x), round(y)), (round(size * 0.6), round(size * 0.85))
    cv2.ellipse(card, middle, half, 0, 0, 360, inks[0], -1, cv2.LINE_AA)
    line = max(1, round(size * 0.05))
    cv2.ellipse(card, middle, half, 0, 0, 360, DARK, line, cv2.LINE_AA)
    for side in (-1, 1):
        eye = (round(x + side * size * 0.26), round(y - size * 0.12))
        arc = (round(size * 0.17), round(size * 0.1))
        cv2.ellipse(card, eye, arc, 0, 180, 360, DARK, 2 * line, cv2.LINE_AA)
        cheek = (round(x + side * size * 0.34), round(y + size * 0.2))
        cv2.circle(card, cheek, round(size * 0.11), CHEEK, -1, cv2.LINE_AA)
    cv2.fillPoly(card, at((0, -0.15), (0.1, 0.18), (-0.1, 0.18)), inks[1], cv2.LINE_AA)
    mouth = (round(x), round(y + size * 0.38))
    wide = (round(size * 0.3), round(size * 0.22))
    cv2.ellipse(card, mouth, wide, 0, 0, 180, DARK, -1, cv2.LINE_AA)
    cv2.circle(card, (round(x), round(y - size * 0.52)), round(size * 0.1), inks[2], -1)


def _whirl(card: Array, x: float, y: float, size: float, inks: Inks) -> None:
    """Three commas in a circle, as on fans and drums."""
    reach, middle = size * 0.75, (round(x), round(y))
    for k, ink in enumerate(inks):
        half = (round(reach), round(reach))
        cv2.ellipse(card, middle, half, 120 * k, 0, 120, ink, -1, cv2.LINE_AA)
    for k, ink in enumerate(inks):
        way = np.radians(120 * k)
        at = (round(x + reach / 2 * np.cos(way)), round(y + reach / 2 * np.sin(way)))
        cv2.circle(card, at, round(reach / 2), ink, -1, cv2.LINE_AA)
    cv2.circle(card, middle, round(reach), DARK, max(1, round(size * 0.05)), cv2.LINE_AA)


def _purse(card: Array, x: float, y: float, size: float, inks: Inks) -> None:
    """One large pouch."""
    _bag(card, x, y, size * 0.75, inks)


def _sun(card: Array, x: float, y: float, size: float, inks: Inks) -> None:
    """A disc with rays."""
    at = _scaled(x, y, size)
    for way in np.arange(0, 2 * np.pi, np.pi / 6):
        rays = [(r * np.cos(way + off), r * np.sin(way + off)) for r, off in _RAY]
        cv2.fillPoly(card, at(*rays), inks[1], cv2.LINE_AA)
    cv2.circle(card, (round(x), round(y)), round(size * 0.42), inks[0], -1, cv2.LINE_AA)


_RAY = ((0.45, -0.12), (0.85, 0.0), (0.45, 0.12))

MOTIFS: tuple[Motif, ...] = (_jester, _jester, _mask, _whirl, _purse, _sun)
"""Jesters are the commonest."""
