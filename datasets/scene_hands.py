"""Hands and forearms over the table: rounded sticks, shaded by their height."""

import cv2
import numpy as np

from hand_pose import Hand, Stick
from scene_camera import Camera
from scene_canvas import NOBODY, Canvas, Sun, blend_into
from scene_faces import Array, with_alpha
from scene_polygons import turning


def draw_hand(
    canvas: Canvas,
    camera: Camera,
    hand: Hand,
    sun: Sun,
    rng: np.random.Generator,
    *,
    centre_mm: tuple[float, float],
    angle_deg: float,
    lift_mm: float,
    swing_px: float = 0.0,
) -> None:
    """The hand over the picture, reaching in the direction of its angle; 0 reaches up the picture.

    `swing_px`: how far it moves while the shutter is open.
    """
    scale = _scale_at(camera, centre_mm, lift_mm)
    centre_px = camera.project(np.array(((*centre_mm, lift_mm),)))[0]
    w, h = camera.size_px
    turn = turning(angle_deg) * scale
    # Skin and cloth have no detail that would need every pixel.
    half = 0.5 if scale < 2 else 0.35
    box = _box(hand, turn, centre_px, (w, h))
    if box is None:
        return
    x0, y0, x1, y1 = box
    small = (max(2, round((x1 - x0) * half)), max(2, round((y1 - y0) * half)))
    origin = (centre_px - (x0, y0)) * half
    skin, height_skin = _heights(hand.skin, turn * half, origin, small)
    sleeve, height_sleeve = _heights(hand.sleeve, turn * half, origin, small)
    over = sleeve > 0
    height = np.where(over, height_sleeve + _wrinkles(small, scale * half, rng), height_skin)
    colour = _colours(hand, turn * half, origin, small, over, rng)
    shaded = _shaded(colour, height, scale * half)
    alpha = np.maximum(skin, sleeve)
    layer = with_alpha(shaded, alpha)
    if swing_px > 1.5:
        layer = _swung(layer, swing_px * half, float(rng.uniform(0, 180)))
    layer = cv2.resize(layer, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    _shadow(canvas, layer[..., 3], box, np.array(sun.slope) * lift_mm * scale, sun, lift_mm * scale)
    blend_into(canvas.frame_bgr[y0:y1, x0:x1], layer)
    canvas.owner[y0:y1, x0:x1][layer[..., 3] > 127] = NOBODY


def _scale_at(camera: Camera, centre_mm: tuple[float, float], lift_mm: float) -> float:
    x, y = centre_mm
    ends = camera.project(np.array(((x - 20, y, lift_mm), (x + 20, y, lift_mm))))
    return float(np.linalg.norm(ends[1] - ends[0])) / 40


def _box(
    hand: Hand, turn: Array, centre_px: Array, size_px: tuple[int, int]
) -> tuple[int, int, int, int] | None:
    sticks = hand.skin + hand.sleeve
    ends = np.array([p for s in sticks for p in (s.start, s.end)]) @ turn.T + centre_px
    grow = 74 * float(np.hypot(*turn[0]))
    x0, y0 = (max(0, int(v - grow)) for v in ends.min(axis=0))
    x1, y1 = (min(m, int(v + grow)) for m, v in zip(size_px, ends.max(axis=0), strict=True))
    return (x0, y0, x1, y1) if x1 - x0 > 4 and y1 - y0 > 4 else None


def _heights(
    sticks: tuple[Stick, ...], turn: Array, origin: Array, size: tuple[int, int]
) -> tuple[Array, Array]:
    """(h, w) uint8 cover and (h, w) float32 height in px of the sticks together."""
    w, h = size
    height = np.full((h, w), -99.0, np.float32)
    cover = np.zeros((h, w), np.uint8)
    scale = float(np.hypot(*turn[0]))
    for s in sticks:
        a, b = np.array(s.start) @ turn.T + origin, np.array(s.end) @ turn.T + origin
        r0, r1 = s.start_radius * scale, s.end_radius * scale
        low = np.floor(np.minimum(a, b) - max(r0, r1) - 2).astype(int).clip(0)
        high = np.minimum(np.ceil(np.maximum(a, b) + max(r0, r1) + 2).astype(int), (w, h))
        if (high <= low).any():
            continue
        x = np.arange(low[0], high[0], dtype=np.float32)[None] - np.float32(a[0])
        y = np.arange(low[1], high[1], dtype=np.float32)[:, None] - np.float32(a[1])
        d = (b - a).astype(np.float32)
        along = (x * d[0] + y * d[1]) / max(float(d @ d), 1e-3)
        cut = along < 0
        along = np.clip(along, 0, 1)
        radius = r0 + (r1 - r0) * along
        off2 = (x - along * d[0]) ** 2 + (y - along * d[1]) ** 2
        inside = radius * radius - off2
        here = np.sqrt(np.maximum(inside, 0)) + np.float32(s.height * scale)
        here[inside < 0] = -99
        if s.flat:
            here[cut] = -99
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        np.maximum(height[window], here, out=height[window])
        rim = np.clip(((radius - np.sqrt(off2)) / 1.6 + 0.5) * 255, 0, 255).astype(np.uint8)
        if s.flat:
            rim[cut] = 0
        np.maximum(cover[window], rim, out=cover[window])
    return cover, height


def _colours(
    hand: Hand,
    turn: Array,
    origin: Array,
    size: tuple[int, int],
    over: Array,
    rng: np.random.Generator,
) -> Array:
    w, h = size
    colour: Array = np.empty((h, w, 3), np.float32)
    colour[:] = hand.skin_bgr
    blotch = cv2.resize(rng.normal(0, 5, (h // 12 + 2, w // 12 + 2)).astype(np.float32), (w, h))
    colour += blotch[..., None] * np.array((1.0, 0.9, 0.4), np.float32)
    scale = float(np.hypot(*turn[0]))
    turn_deg = float(np.degrees(np.arctan2(turn[1, 0], turn[0, 0])))
    tip = np.asarray(hand.skin_bgr) * (0.93, 0.96, 1.05) + (10, 6, 6)
    for x, y, nail_deg in hand.nails:
        at = np.round(np.array((x, y)) @ turn.T + origin).astype(int).tolist()
        axes = (max(1, round(6 * scale)), max(1, round(4.4 * scale)))
        cv2.ellipse(colour, at, axes, nail_deg + turn_deg, 0, 360, tip.tolist(), -1, cv2.LINE_AA)
    for s in hand.skin[3:-4]:
        at = np.round(np.array(s.start) @ turn.T + origin).astype(int).tolist()
        red = (np.asarray(hand.skin_bgr) * (0.86, 0.87, 0.95)).tolist()
        cv2.circle(colour, at, max(1, round(s.start_radius * 0.55 * scale)), red, -1, cv2.LINE_AA)
    colour = cv2.GaussianBlur(colour, (0, 0), max(0.6, 1.3 * scale))
    cloth = np.asarray(hand.sleeve_bgr, np.float32)
    if hand.stripe_mm and over.any():
        x = np.arange(w, dtype=np.float32)[None] - origin[0]
        y = np.arange(h, dtype=np.float32)[:, None] - origin[1]
        along = (x * turn[0, 1] + y * turn[1, 1]) / scale**2
        edge = max(1.0, 2.5 * hand.stripe_mm * scale)
        dark = np.clip(0.5 + edge * (np.sin(along / hand.stripe_mm * 6.28) - 0.3), 0, 1)
        colour[over] = cloth * (1 - 0.5 * dark[over][:, None])
    else:
        colour[over] = cloth
    return colour


def _wrinkles(size: tuple[int, int], px_per_mm: float, rng: np.random.Generator) -> Array:
    """(h, w) float32 px of the folds of cloth."""
    w, h = size
    cells = (max(2, round(h / px_per_mm / 22)), max(2, round(w / px_per_mm / 22)))
    folds = rng.normal(0, 2.4 * px_per_mm, cells).astype(np.float32)
    return cv2.resize(folds, (w, h), interpolation=cv2.INTER_CUBIC)


def _shaded(colour: Array, height: Array, px_per_mm: float) -> Array:
    """The colours lit from one side by the slope of the height, darker between fingers."""
    solid = np.maximum(height, -6)
    smooth = cv2.GaussianBlur(solid, (0, 0), max(0.7, 1.6 * px_per_mm))
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, None, 3, 0.125)
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, None, 3, 0.125)
    norm = 1 / np.sqrt(gx * gx + gy * gy + 1)
    light = (0.35 * gx + 0.45 * gy + 0.85) * norm
    hollow = np.clip((cv2.blur(smooth, (9, 9)) - smooth) / (8 * px_per_mm + 1), 0, 0.5)
    gain = np.clip(0.42 + 0.68 * light - hollow, 0.2, 1.25)
    shaded: Array = np.clip(colour * gain[..., None], 0, 255)
    return shaded.astype(np.uint8)


def _swung(layer: Array, length_px: float, way_deg: float) -> Array:
    size = max(3, int(length_px) | 1)
    kernel = np.zeros((size, size), np.float32)
    reach = np.array((np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg)))) * size / 2
    start, end = np.round(size / 2 - 0.5 - reach), np.round(size / 2 - 0.5 + reach)
    cv2.line(kernel, start.astype(int).tolist(), end.astype(int).tolist(), 1.0, 1)
    # Colour spreads together with its cover, or the rim would darken.
    weight = layer[..., 3:].astype(np.float32) / 255
    spread = cv2.filter2D(np.dstack((layer[..., :3] * weight, weight)), -1, kernel / kernel.sum())
    cover = spread[..., 3:]
    colour = spread[..., :3] / np.maximum(cover, 1e-3)
    return np.dstack((np.clip(colour, 0, 255), cover * 255)).astype(np.uint8)


def _shadow(
    canvas: Canvas,
    alpha: Array,
    box: tuple[int, int, int, int],
    offset_px: Array,
    sun: Sun,
    lift_px: float,
) -> None:
    """Darken under the hand: its cover moved away from the lamp and blurred."""
    x0, y0 = box[:2]
    small = cv2.resize(alpha, None, None, 1 / 8, 1 / 8, cv2.INTER_AREA)
    pad = int(abs(offset_px).max() / 8 + lift_px / 8) + 6
    small = cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
    small = cv2.GaussianBlur(small, (0, 0), 0.6 + (0.15 + sun.softness) * lift_px / 16)
    shift = np.array(((1, 0, offset_px[0] / 8), (0, 1, offset_px[1] / 8)))
    small = cv2.warpAffine(small, shift, (small.shape[1], small.shape[0]))
    full = cv2.resize(small, (small.shape[1] * 8, small.shape[0] * 8))
    top, left = y0 - pad * 8, x0 - pad * 8
    h, w = canvas.owner.shape
    ya, xa = max(0, top), max(0, left)
    yb, xb = min(h, top + full.shape[0]), min(w, left + full.shape[1])
    part = full[ya - top : yb - top, xa - left : xb - left]
    keep = cv2.LUT(part, (255 - np.arange(256) * sun.strength).astype(np.uint8))
    roi = canvas.frame_bgr[ya:yb, xa:xb]
    cv2.multiply(roi, cv2.merge((keep, keep, keep)), roi, 1 / 255)
