"""A drawing worn in a style: the same face, redrawn as another deck would print it."""

from functools import lru_cache

import cv2
import numpy as np

from card_ribbons import rewritten_ribbon, strokes
from deck_variety import BAND_HUES_DEG, Border, DeckStyle, Seal
from scene_faces import Array, Bgr

_GWANG_HANJA = (
    ((0.5, 0.1), (0.5, 0.5)),
    ((0.22, 0.2), (0.33, 0.4)),
    ((0.78, 0.2), (0.67, 0.4)),
    ((0.12, 0.5), (0.88, 0.5)),
    ((0.4, 0.5), (0.34, 0.78), (0.15, 0.92)),
    ((0.6, 0.5), (0.6, 0.85), (0.88, 0.87), (0.88, 0.74)),
)
_GWANG_HANGUL = (
    ((0.15, 0.18), (0.5, 0.18), (0.46, 0.42)),
    ((0.3, 0.36), (0.3, 0.54)),
    ((0.12, 0.54), (0.56, 0.54)),
    ((0.74, 0.1), (0.74, 0.6)),
    ((0.74, 0.34), (0.9, 0.34)),
    ((0.5, 0.66), (0.68, 0.76), (0.6, 0.93), (0.4, 0.93), (0.32, 0.76), (0.5, 0.66)),
)


UNLETTERED = ("-junk", "-animal", "-double")
"""Cards that carry no letter: they may be drawn the other way round."""


def restyle(drawing_bgr: Array, face: str, style: DeckStyle, rng: np.random.Generator) -> Array:
    """The card (h, w, 3) uint8 as the styled deck prints it; the input is left alone."""
    card = _cropped(drawing_bgr, style.border.crop)
    if style.mirrored and face.endswith(UNLETTERED) and rng.random() < style.mirrored:
        card = cv2.flip(card, 1)
    if style.roomy:
        card = _with_room(card, style.roomy, rng)
    card = _line_weight(card, style.line_weight)
    if face.endswith("-ribbon"):
        card = rewritten_ribbon(card, face, style.ribbons, rng)
    card = _recoloured(card, style)
    card = _redrawn(card, style, rng)
    if style.seal is not None and face.endswith("-bright"):
        card = _sealed(card, style.seal)
    card = _bordered(card, style.border)
    if style.print_blur * card.shape[1] > 0.25:
        card = cv2.GaussianBlur(card, (0, 0), style.print_blur * card.shape[1])
    return worn(card, style, rng)


def card_alpha(height_px: int, width_px: int, radius_px: float) -> Array:
    """(h, w) uint8, 255 inside the card's rounded corners; do not write to it."""
    return _rounded(height_px, width_px, 0, round(radius_px))


@lru_cache(maxsize=512)
def _rounded(height_px: int, width_px: int, inset_px: int, radius_px: int) -> Array:
    mask = np.zeros((height_px, width_px), np.uint8)
    left, top = inset_px, inset_px
    right, bottom = width_px - 1 - inset_px, height_px - 1 - inset_px
    r = max(0, min(radius_px, (right - left) // 2))
    cv2.rectangle(mask, (left + r, top), (right - r, bottom), 255, -1)
    cv2.rectangle(mask, (left, top + r), (right, bottom - r), 255, -1)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _cropped(card: Array, share: float) -> Array:
    h, w = card.shape[:2]
    d = round(share * w)
    return cv2.resize(card[d : h - d, d : w - d], (w, h)) if d else card


def _with_room(card: Array, most: float, rng: np.random.Generator) -> Array:
    """The drawing smaller than its panel by up to this share; more often than not at its foot."""
    card = _cropped(card, 0.03)  # what is left of a border would stand as a frame in the room
    h, w = card.shape[:2]
    share = 1 - rng.uniform(0, most)
    wide, high = (round(side * min(1.0, share * np.exp(rng.normal(0, 0.1)))) for side in (w, h))
    right, down = round((w - wide) * rng.random()), h - high
    if rng.random() < 0.4:
        down = round(down * rng.random())
    light = card[card.min(axis=2) >= np.percentile(card.min(axis=2), 70)]
    room = card.copy()
    room[:] = np.median(light, axis=0)
    size = (wide, high)
    room[down : down + high, right : right + wide] = cv2.resize(
        card, size, interpolation=cv2.INTER_AREA
    )
    return room


def _line_weight(card: Array, weight: float) -> Array:
    """Dark lines thicker (above 0) or thinner, by the share of a pixel or by whole pixels."""
    reach_px = abs(weight) * card.shape[1] / 95
    if reach_px < 0.05:
        return card
    morph = cv2.erode if weight > 0 else cv2.dilate
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    whole = int(reach_px)
    if whole:
        card = morph(card, kernel, iterations=whole)
    return cv2.addWeighted(morph(card, kernel), reach_px - whole, card, 1 - reach_px + whole, 0)


@lru_cache(maxsize=8)
def _colour_curves(style: DeckStyle) -> tuple[Array, Array, Array, Array]:
    """Look-up tables: by hue the new hue and two gains, by tone the ink and the paper."""
    bands = np.asarray(BAND_HUES_DEG) / 2
    hues = np.arange(256) % 180

    def over_hues(values: tuple[float, ...]) -> Array:
        curve: Array = np.interp(hues, bands, values, period=180)
        return curve

    hue = ((hues + over_hues(style.hue_shifts_deg) / 2) % 180).astype(np.uint8)
    saturation = (over_hues(style.saturations) * 128).clip(0, 255).astype(np.uint8)
    value = ((over_hues(style.brightnesses) - 1) * 110).clip(-127, 127).astype(np.int8)
    ramp = np.linspace(0, 1, 256)[:: -1 if style.dark else 1, None]
    tone = np.asarray(style.ink_bgr) * (1 - ramp) + np.asarray(style.paper_bgr) * ramp
    return hue, saturation, value, tone.astype(np.uint8).reshape(256, 1, 3)


def _recoloured(card: Array, style: DeckStyle) -> Array:
    hue_curve, saturation_curve, value_curve, tone_curve = _colour_curves(style)
    hue, saturation, value = cv2.split(cv2.cvtColor(card, cv2.COLOR_BGR2HSV))
    # A grey pixel has no hue worth changing: the gain of brightness fades in with saturation.
    lift = cv2.multiply(cv2.LUT(hue, value_curve), saturation, scale=1 / 255, dtype=cv2.CV_16S)
    value = cv2.add(value, lift, dtype=cv2.CV_8U)
    saturation = cv2.multiply(saturation, cv2.LUT(hue, saturation_curve), scale=1 / 128)
    recoloured = cv2.merge((cv2.LUT(hue, hue_curve), saturation, value))
    return cv2.LUT(cv2.cvtColor(recoloured, cv2.COLOR_HSV2BGR), tone_curve)


@lru_cache(maxsize=32)
def _grid(h: int, w: int) -> tuple[Array, Array]:
    x, y = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    return x, y


def _redrawn(card: Array, style: DeckStyle, rng: np.random.Generator) -> Array:
    """The drawing inside the card moved, sheared and with wandering lines."""
    h, w = card.shape[:2]
    if style.redraw + style.layout + style.stretch + abs(style.shear) == 0:
        return card
    wander, apart = style.redraw * w, style.layout * w
    wide = rng.normal(0, (wander + apart) * 0.6, (5, 4, 2)).astype(np.float32)
    fine = rng.normal(0, wander * 0.2, (13, 9, 2)).astype(np.float32)
    field = cv2.resize(wide, (w, h), interpolation=cv2.INTER_CUBIC) + cv2.resize(fine, (w, h))
    scale_x, scale_y = 1 + rng.normal(0, style.stretch * 0.6, 2)
    move_x, move_y = rng.normal(0, style.stretch * 0.3, 2) * (w, h)
    x, y = _grid(h, w)
    map_x = (x - w / 2) * scale_x + w / 2 + move_x + (y - h / 2) * style.shear + field[..., 0]
    map_y = (y - h / 2) * scale_y + h / 2 + move_y + field[..., 1]
    return cv2.remap(
        card,
        map_x.astype(np.float32),
        map_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _bordered(card: Array, border: Border) -> Array:
    h, w = card.shape[:2]
    inset = round(border.width * w)
    if inset == 0:
        return card
    card = card.copy()
    radius = round(border.radius * w)
    line = max(1, round(border.line * w)) if border.line else 0
    if line:
        card[_rounded(h, w, inset + line, radius) < 128] = (22, 20, 24)
    keep = _rounded(h, w, inset, radius)[..., None].astype(np.float32) / 255
    framed: Array = card * keep + np.asarray(border.bgr, np.float32) * (1 - keep)
    return framed.astype(np.uint8)


def _sealed(card: Array, seal: Seal) -> Array:
    h, w = card.shape[:2]
    card = card.copy()
    r = seal.radius * w
    gap = r + 0.1 * w
    cx = gap if seal.corner in (0, 3) else w - gap
    cy = gap if seal.corner in (0, 1) else h - gap
    _disc(card, cx, cy, r * 1.08, seal.glyph_bgr)
    _disc(card, cx, cy, r, seal.bgr)
    for stroke in _GWANG_HANGUL if seal.hangul else _GWANG_HANJA:
        points = (np.asarray(stroke) - 0.5) * 1.35 * r + (cx, cy)
        strokes(card, points, seal.glyph_bgr, max(1, round(r * 0.16)))
    return card


def _disc(card: Array, cx: float, cy: float, r: float, bgr: Bgr) -> None:
    centre = (round(cx * 16), round(cy * 16))
    cv2.circle(card, centre, round(r * 16), bgr, -1, cv2.LINE_AA, 4)


def worn(card: Array, style: DeckStyle, rng: np.random.Generator) -> Array:
    """The card (h, w, 3) uint8 with the age of its deck: scratches, rubbed edges, grain."""
    h, w = card.shape[:2]
    card = card.copy()
    for _ in range(rng.poisson(5 * style.wear)):
        start = rng.uniform(0, 1, 2) * (w, h)
        path = np.cumsum(
            np.vstack((start, rng.normal(rng.normal(0, 0.1 * w, 2), 0.025 * w, (3, 2)))), axis=0
        )
        b, g, r = rng.uniform(150, 250, 3)
        patch = card.copy()
        strokes(patch, path, (b, g, r), 1)
        card = cv2.addWeighted(patch, 0.4, card, 0.6, 0)
    if style.wear > 0.3:
        rub = cv2.resize(rng.random((12, 8)).astype(np.float32), (w, h))
        rim = np.minimum(np.minimum(*_rim(h, w)), 1)
        rubbed = np.clip((rub - rim * 0.8 - 0.75 + style.wear * 0.6) * 3, 0, 0.8)[..., None]
        card = (card * (1 - rubbed) + np.float32(225) * rubbed).astype(np.uint8)
    if style.grain > 0.5:
        coarse = rng.normal(0, style.grain, (h // 2 + 1, w // 2 + 1)).astype(np.float32)
        noise = cv2.resize(coarse, (w, h))
        card = cv2.add(card, cv2.merge((noise, noise, noise)), dtype=cv2.CV_8U)
    return card


@lru_cache(maxsize=32)
def _rim(h: int, w: int) -> tuple[Array, Array]:
    """Distance to the nearer vertical and horizontal edge, 1 at a tenth of the width."""
    x, y = _grid(h, w)
    return np.minimum(x, w - 1 - x) / (0.1 * w), np.minimum(y, h - 1 - y) / (0.1 * w)
