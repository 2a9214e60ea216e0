"""From a flat drawing to a photograph: uneven light, then lens, sensor and JPEG."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from scene_canvas import Sun
from scene_faces import Array


@dataclass(frozen=True, slots=True)
class Shot:
    """How the picture is taken."""

    gains_bgr: tuple[float, float, float]
    """White balance and exposure together."""
    gamma: float
    saturation: float
    defocus_px: float
    shake_px: float
    shake_deg: float
    shrink: float
    """Resolution kept, 1 for all: a cheap camera shows fewer details than its pixels."""
    noise: float
    """Standard deviation in the shadows, of 255."""
    sharpen: float
    jpeg_quality: int
    """100 for no compression."""


def draw_shot(rng: np.random.Generator, hardness: float) -> Shot:
    """A camera's way of taking the picture; hardness 0 clean to 1 poor."""
    k = hardness
    exposure = float(np.exp(rng.normal(0, 0.16 * k)))
    warmth = float(rng.normal(0, 0.11 * k))
    green = float(rng.normal(0, 0.035 * k))
    return Shot(
        gains_bgr=(exposure * (1 - warmth), exposure * (1 + green), exposure * (1 + warmth)),
        gamma=float(np.exp(rng.normal(0.02, 0.16 * k))),
        saturation=float(np.clip(rng.normal(0.97, 0.18 * k), 0.45, 1.5)),
        defocus_px=float(rng.gamma(1.5, 0.5)) * k if rng.random() < 0.7 else 0.0,
        shake_px=float(rng.uniform(2, 7)) * k if rng.random() < 0.2 * k else 0.0,
        shake_deg=float(rng.uniform(0, 180)),
        shrink=float(rng.uniform(0.5, 0.95)) if rng.random() < 0.35 * k else 1.0,
        noise=float(rng.gamma(1.6, 2.0)) * k + 0.6,
        sharpen=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.4 else 0.0,
        jpeg_quality=int(rng.integers(round(90 - 58 * k), 93)) if rng.random() < 0.6 else 100,
    )


def draw_sun(rng: np.random.Generator, hardness: float) -> Sun:
    """Where shadows fall in this scene, and how hard they are."""
    way, slope = float(rng.uniform(0, 6.28)), float(rng.uniform(0.15, 0.5 + 0.6 * hardness))
    return Sun(
        slope=(slope * float(np.cos(way)), slope * float(np.sin(way))),
        strength=float(rng.uniform(0.28, 0.5 + 0.25 * hardness)),
        softness=float(rng.uniform(0.1, 0.9)),
    )


def draw_light(rng: np.random.Generator, hardness: float, size_px: tuple[int, int]) -> Array:
    """(h / 16, w / 16, 3) float32 of gains: lamps, falling off, window bars, somebody's shadow."""
    w, h = size_px[0] // 16, size_px[1] // 16
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    x, y = x / w - 0.5, (y - h / 2) / w
    light = np.ones((h, w), np.float32) * float(rng.normal(1, 0.06 * hardness))
    light += hardness * 0.55 * (x * float(rng.normal(0, 0.6)) + y * float(rng.normal(0, 0.6)))
    for _ in range(int(rng.integers(0, 3))):
        at = rng.uniform(-0.6, 0.6, 2)
        wide = float(rng.uniform(0.15, 0.6))
        lamp = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * wide**2))
        light += lamp * hardness * float(rng.uniform(-0.1, 0.55))
    light *= 1 - hardness * float(rng.uniform(0, 0.5)) * (x * x + y * y) * 2.6
    if rng.random() < 0.45 * hardness:
        light *= _somebody(rng, h, w)
    tints = np.stack([light ** float(rng.normal(1, 0.12 * hardness)) for _ in range(3)], axis=-1)
    return np.clip(tints, 0.12, 1.9).astype(np.float32)


def _somebody(rng: np.random.Generator, h: int, w: int) -> Array:
    """(h, w) float32 of a soft big shadow: a head, a phone, a lamp's arm, window bars."""
    shade = np.zeros((h, w), np.float32)
    if rng.random() < 0.3:
        pitch = int(rng.integers(12, 40))
        for x in range(-h, w + h, pitch):
            lean = int(rng.integers(-2, 3)) + h // 3
            cv2.line(shade, (x, 0), (x + lean, h), 1.0, max(2, pitch // 4))
    else:
        at = (int(rng.integers(0, w)), int(rng.integers(0, h)))
        axes = (int(rng.integers(6, w // 3)), int(rng.integers(6, h // 2)))
        cv2.ellipse(shade, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        if rng.random() < 0.5:
            cv2.line(shade, at, (int(rng.integers(0, w)), h), 1.0, max(4, axes[0]))
    soft: Array = cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.7, 6)))
    return 1 - soft * np.float32(rng.uniform(0.2, 0.65))


def lit(frame_bgr: Array, light: Array) -> Array:
    """The frame under the light; the input may be written to."""
    h, w = frame_bgr.shape[:2]
    gains = cv2.resize(
        (light * 120).clip(0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR
    )
    return cv2.multiply(frame_bgr, gains, frame_bgr, 1 / 120)


def gleam(frame_bgr: Array, rng: np.random.Generator, hardness: float) -> Array:
    """The frame with a lamp's or a window's reflection on it, in some scenes."""
    if rng.random() > 0.3 * hardness:
        return frame_bgr
    h, w = frame_bgr.shape[:2]
    small = np.zeros((h // 16, w // 16), np.float32)
    at = (int(rng.integers(0, w // 16)), int(rng.integers(0, h // 16)))
    if rng.random() < 0.5:
        axes = (int(rng.integers(2, 14)), int(rng.integers(2, 8)))
        cv2.ellipse(small, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    else:
        far = (at[0] + int(rng.integers(-16, 17)), at[1] + int(rng.integers(-8, 9)))
        cv2.line(small, at, far, 1.0, int(rng.integers(2, 7)))
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.8, 4))) * float(rng.uniform(40, 170))
    glow = cv2.resize(soft.clip(0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR)
    return cv2.add(frame_bgr, cv2.merge((glow, glow, glow)), frame_bgr)


def metered(shot: Shot, frame_bgr: Array, rng: np.random.Generator) -> Shot:
    """The shot with the exposure a camera's meter would choose, more or less."""
    bright = float(np.percentile(frame_bgr[::16, ::16, 1], 92))
    wanted = float(rng.uniform(110, 235))
    gain = float(np.clip(wanted / max(bright, 20.0), 0.7, 1.5)) ** 0.8
    b, g, r = shot.gains_bgr
    return replace(shot, gains_bgr=(b * gain, g * gain, r * gain))


@lru_cache(maxsize=2)
def _noise_tile(fine: bool) -> Array:
    """(1280, 2304, 3) uint8 of noise about 128, standard deviation 24; do not write to it."""
    rng = np.random.default_rng(7 if fine else 8)
    noise: Array = rng.standard_normal((1280, 2304, 3), np.float32) * 13
    noise += rng.standard_normal((1280, 2304, 1), np.float32) * 20
    if not fine:
        soft = cv2.GaussianBlur(noise, (0, 0), 0.8)
        noise = soft * (24 / float(soft.std()))
    tile: Array = np.clip(noise + 128, 0, 255).astype(np.uint8)
    return tile


def _noise(h: int, w: int, rng: np.random.Generator) -> Array:
    tile = _noise_tile(bool(rng.random() < 0.5))
    top, left = int(rng.integers(0, 200)), int(rng.integers(0, 384))
    if top + h > tile.shape[0] or left + w > tile.shape[1]:
        tile = cv2.repeat(tile, -(-(top + h) // tile.shape[0]), -(-(left + w) // tile.shape[1]))
    return tile[top : top + h, left : left + w]


def shoot(frame_bgr: Array, shot: Shot, rng: np.random.Generator) -> Array:
    """The frame as the camera hands it over, (h, w, 3) uint8 of the same size."""
    h, w = frame_bgr.shape[:2]
    frame = frame_bgr
    scale = w / 1920
    if shot.defocus_px * scale > 0.35:
        frame = cv2.GaussianBlur(frame, (0, 0), shot.defocus_px * scale)
    if shot.shake_px * scale > 1.5:
        frame = cv2.filter2D(frame, -1, line_kernel(shot.shake_px * scale, shot.shake_deg))
    if shot.shrink < 1:
        small = cv2.resize(frame, None, None, shot.shrink, shot.shrink, cv2.INTER_LINEAR)
        frame = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if shot.saturation != 1:
        frame = cv2.transform(frame, _saturation(shot.saturation))
    noisy = cv2.LUT(frame, _tone(shot))
    if shot.sharpen:
        soft = cv2.GaussianBlur(noisy, (0, 0), 1.2)
        noisy = cv2.addWeighted(noisy, 1 + shot.sharpen, soft, -shot.sharpen, 0)
    if shot.noise > 0.8:
        amount = shot.noise / 24
        noisy = cv2.addWeighted(noisy, 1.0, _noise(h, w, rng), amount, -128 * amount)
    if shot.jpeg_quality < 100:
        _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg_quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return noisy


def line_kernel(length_px: float, way_deg: float) -> Array:
    """(n, n) that moves a picture so far while it is taken; its sum is one."""
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size, size), np.float32)
    a = np.radians(way_deg)
    middle = (size - 1) / 2
    reach = np.array((np.cos(a), np.sin(a))) * middle
    start, end = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0, 1, cv2.LINE_AA)
    evened: Array = kernel / kernel.sum()
    return evened


def _saturation(amount: float) -> Array:
    grey = np.array((0.114, 0.587, 0.299))
    return np.eye(3) * amount + (1 - amount) * np.tile(grey, (3, 1))


def _tone(shot: Shot) -> Array:
    ramp = np.arange(256) / 255
    curves = [255 * np.clip(ramp * gain, 0, None) ** shot.gamma for gain in shot.gains_bgr]
    # Highlights roll off as a sensor's do, instead of being cut.
    table = [np.where(c > 215, 215 + 40 * (1 - np.exp(-(c - 215) / 40)), c) for c in curves]
    return np.stack(table, axis=-1).clip(0, 255).astype(np.uint8).reshape(256, 1, 3)
