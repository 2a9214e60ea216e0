"""Lamps over a traced table, and how a camera turns their light into a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from scene_faces import Array

WARMTH_K = (2700, 3500, 4500, 5500, 6500, 8000)
WARMTH_RGB = (
    (1.0, 0.45, 0.14),
    (1.0, 0.58, 0.29),
    (1.0, 0.74, 0.53),
    (1.0, 0.88, 0.80),
    (1.0, 0.97, 1.0),
    (0.84, 0.90, 1.0),
)
"""Light of black bodies, linear."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A shining rectangle that looks at the table."""

    at_mm: tuple[float, float, float]
    aims_mm: tuple[float, float]
    size_mm: tuple[float, float]
    rgb: tuple[float, float, float]
    share: float
    """How much light it gives where it aims; 1 makes white paper white."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """All light of a scene."""

    lamps: tuple[Lamp, ...]
    around: float
    """Light from everywhere, in the measure of Lamp.share."""
    around_rgb: tuple[float, float, float]

    def mean_rgb(self) -> Array:
        """(3,) the colour of all light together, its largest part 1."""
        total = np.asarray(self.around_rgb) * self.around
        for lamp in self.lamps:
            total = total + np.asarray(lamp.rgb) * lamp.share
        colour: Array = total / total.max()
        return colour


def warmth(kelvin: float) -> tuple[float, float, float]:
    """RGB, linear, of a lamp of this colour temperature."""
    r, g, b = (float(np.interp(kelvin, WARMTH_K, column)) for column in np.array(WARMTH_RGB).T)
    return r, g, b


def draw_lighting(rng: np.random.Generator, reach_mm: float) -> Lighting:
    """One to three lamps or windows; `reach_mm`: half the width of what is seen."""
    count = int(rng.choice((1, 2, 3), p=(0.4, 0.4, 0.2)))
    kelvin = float(rng.choice((2800, 4000, 5200, 6500)) + rng.normal(0, 250))
    lamps = []
    for i in range(count):
        other = kelvin if rng.random() < 0.6 else float(rng.uniform(2700, 7500))
        share = 1.0 if i == 0 else float(rng.uniform(0.15, 0.7))
        lamps.append(_draw_lamp(rng, reach_mm, warmth(other), share))
    around = float(rng.uniform(0.05, 0.4))
    return Lighting(tuple(lamps), around, warmth(float(np.clip(kelvin + 400, 2700, 8000))))


def _draw_lamp(
    rng: np.random.Generator,
    reach_mm: float,
    rgb: tuple[float, float, float],
    share: float,
) -> Lamp:
    """A ceiling lamp, a long one, a lamp on the table, or a window."""
    kind = int(rng.choice(4, p=(0.4, 0.2, 0.15, 0.25)))
    way = float(rng.uniform(0, 2 * np.pi))
    aside, height, size = (
        (rng.uniform(0, 900), rng.uniform(1300, 2100), (rng.uniform(120, 500),) * 2),
        (rng.uniform(0, 1000), rng.uniform(1400, 2100), (1200, rng.uniform(40, 300))),
        (reach_mm + rng.uniform(80, 250), rng.uniform(320, 600), (rng.uniform(40, 120),) * 2),
        (rng.uniform(1100, 2200), rng.uniform(500, 1100), (1000, 1300)),
    )[kind]
    aims = rng.normal(0, 0.2 * reach_mm, 2)
    return Lamp(
        (float(aside * np.cos(way)), float(aside * np.sin(way)), float(height)),
        (float(aims[0]), float(aims[1])),
        (float(size[0]), float(size[1])),
        rgb,
        share,
    )


@dataclass(frozen=True, slots=True)
class Exposure:
    """How the camera takes the light."""

    middle: float
    """What the picture's median is brought to, linear 0 to 1, ..."""
    bright: float
    """... unless its brightest parts would come out above this."""
    balance: float
    """How much of the light's colour the white balance takes away, 0 to 1."""
    tint_rgb: tuple[float, float, float]
    """What it gets wrong besides."""
    noise: float
    """Standard deviation at white, linear."""
    soft_px: float
    sharpen: float
    jpeg_quality: int


def draw_exposure(rng: np.random.Generator) -> Exposure:
    """A phone or a webcam that does its work well."""
    tint = np.exp(rng.normal(0, 0.03, 3))
    return Exposure(
        middle=float(rng.uniform(0.15, 0.3)),
        bright=float(rng.uniform(0.7, 1.0)),
        balance=float(rng.uniform(0.6, 1.0)),
        tint_rgb=(float(tint[0]), float(tint[1]), float(tint[2])),
        noise=float(rng.gamma(2.0, 0.006)),
        soft_px=float(rng.uniform(0.3, 0.8)),
        sharpen=float(rng.uniform(0.0, 0.7)),
        jpeg_quality=int(rng.integers(72, 96)),
    )


def developed(
    light_bgr: Array, exposure: Exposure, mean_rgb: Array, rng: np.random.Generator
) -> Array:
    """(h, w, 3) uint8 of the light (h, w, 3) that reached the sensor, linear."""
    gains = np.asarray(exposure.tint_rgb) / np.maximum(mean_rgb, 0.05) ** exposure.balance
    light = np.maximum(light_bgr, 0) * gains[::-1].astype(np.float32)
    luma = light @ np.array((0.07, 0.72, 0.21), np.float32)
    middle, bright = np.percentile(luma[::4, ::4], (50, 96))
    light = light * min(exposure.middle / max(middle, 1e-6), exposure.bright / max(bright, 1e-6))
    noise = rng.standard_normal(light.shape, np.float32)
    light = light + noise * exposure.noise * np.sqrt(np.clip(light, 0, 1) + 0.01)
    light = np.where(light > 0.7, 0.7 + 0.3 * (1 - np.exp((0.7 - light) / 0.3)), light)
    frame = _srgb(np.clip(light, 0, 1)) * 255
    frame = cv2.GaussianBlur(frame, (0, 0), exposure.soft_px)
    frame = cv2.addWeighted(
        frame, 1 + exposure.sharpen, cv2.GaussianBlur(frame, (0, 0), 1.2), -exposure.sharpen, 0
    )
    whole = frame.clip(0, 255).round().astype(np.uint8)
    packed = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, exposure.jpeg_quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _srgb(light: Array) -> Array:
    curve: Array = np.where(
        light < 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055
    ).astype(np.float32)
    return curve
