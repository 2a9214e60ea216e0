"""The ribbon of a ribbon card found, recoloured and lettered anew."""

import cv2
import numpy as np

from deck_variety import Ribbons
from scene_faces import Array, Bgr

POEMS, BLUES = ("01", "02", "03"), ("06", "09", "10")
"""Months whose ribbons are red and lettered, and blue; the others' are plain."""


def rewritten_ribbon(card: Array, face: str, ribbons: Ribbons, rng: np.random.Generator) -> Array:
    """The ribbon in another colour, its letters wiped or written anew where it can be found."""
    poem, blue = face[:2] in POEMS, face[:2] in BLUES
    bgr = ribbons.poem_bgr if poem else ribbons.blue_bgr if blue else ribbons.plain_bgr
    if bgr is None and ribbons.letter_bgr is None:
        return card
    mask = _ribbon_mask(card)
    if mask is None:
        return card
    card = card.copy()
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 0
    old_bgr = np.median(card[inside], axis=0)
    if ribbons.letter_bgr is not None:
        card[inside] = old_bgr if bgr is None else np.asarray(bgr)
        if poem or (blue and ribbons.blue_lettered):
            _letters(card, inside, ribbons.letter_bgr, rng)
    elif bgr is not None:
        shift = np.asarray(bgr) - old_bgr
        near = np.abs(card.astype(np.float32) - old_bgr.astype(np.float32)).max(axis=2) < 60
        near &= inside
        card[near] = np.clip(card[near] + shift, 0, 255).astype(np.uint8)
    return card


def _ribbon_mask(card: Array) -> Array | None:
    """(h, w) uint8 of the long coloured patch with its letters filled in, or None."""
    h, w = card.shape[:2]
    hsv = cv2.cvtColor(card, cv2.COLOR_BGR2HSV)
    inked = cv2.inRange(hsv, np.array((0, 110, 80)), np.array((180, 255, 255)))
    rim = round(0.075 * w)
    inked[:rim], inked[-rim:], inked[:, :rim], inked[:, -rim:] = 0, 0, 0, 0
    reach = max(1, round(w * 0.03))
    inked = cv2.morphologyEx(inked, cv2.MORPH_OPEN, np.ones((reach, reach), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inked)
    if count < 2:
        return None
    best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    area = int(stats[best, cv2.CC_STAT_AREA])
    outline, _ = cv2.findContours(
        (labels == best).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    (_, (a, b), _) = cv2.minAreaRect(outline[0])
    # A ribbon is one long patch that fills its box; petals and skies are not.
    if not 0.07 < area / (h * w) < 0.3 or max(a, b) < 1.7 * min(a, b) or area < 0.55 * a * b:
        return None
    mask = np.zeros((h, w), np.uint8)
    cv2.drawContours(mask, outline, -1, 255, -1)
    return mask


def _letters(card: Array, inside: Array, bgr: Bgr, rng: np.random.Generator) -> None:
    ys, xs = np.nonzero(inside)
    top, bottom = int(ys.min()), int(ys.max())
    size = float(np.median(np.bincount(ys)[top : bottom + 1])) * 0.6
    count = int(rng.integers(2, 5))
    for i in range(count):
        y = top + (bottom - top) * (0.15 + 0.7 * (i + 0.5) / count)
        row = xs[np.abs(ys - y) < 1.5]
        if len(row) == 0:
            continue
        centre = (float(row.mean()), y)
        for _ in range(int(rng.integers(3, 6))):
            stroke = rng.uniform(-0.5, 0.5, (int(rng.integers(2, 4)), 2)) * size + centre
            strokes(card, stroke, bgr, max(1, round(size * 0.12)))


def strokes(card: Array, points_px: Array, bgr: Bgr, thickness_px: int) -> None:
    """Writes a line through points (n, 2), told to a sixteenth of a pixel, onto the card."""
    fixed = np.round(points_px * 16).astype(np.int32)
    cv2.polylines(card, [fixed], False, bgr, thickness_px, cv2.LINE_AA, 4)
