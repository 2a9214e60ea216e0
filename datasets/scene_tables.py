"""Table tops of every kind, drawn by code: blankets, cloth, wood, mats, carpets, paper."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from scene_camera import Camera
from scene_canvas import blend_into
from scene_faces import Array, with_alpha
from table_clutter import clutter as painted_clutter
from table_grounds import cardboard, checks, felt, lattice, quilt, stone, stripes, wood
from table_prints import blanket, flowered_cloth, newspaper

Painter = Callable[[np.random.Generator, int, int, float], Array]
"""(rng, height_px, width_px, px_per_mm) to (h, w, 3) uint8."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of table top."""

    paint: Painter
    weave: str
    """Fine structure laid over it: a key of WEAVES."""
    weave_mm: float
    """Length of 256 of its 512 texels."""
    contrast: float


GROUNDS: dict[str, tuple[float, Ground]] = {
    "blanket": (0.2, Ground(blanket, "fuzz", 130, 0.9)),
    "felt": (0.2, Ground(felt, "felt", 90, 0.7)),
    "wood": (0.13, Ground(wood, "grain", 260, 0.3)),
    "stone": (0.07, Ground(stone, "speckle", 120, 0.3)),
    "checks": (0.06, Ground(checks, "weave", 60, 0.5)),
    "stripes": (0.08, Ground(stripes, "felt", 100, 1.0)),
    "quilt": (0.06, Ground(quilt, "weave", 60, 0.3)),
    "cardboard": (0.06, Ground(cardboard, "grain", 150, 0.35)),
    "flowered": (0.06, Ground(flowered_cloth, "weave", 70, 0.4)),
    "newspaper": (0.04, Ground(newspaper, "speckle", 120, 0.25)),
    "mesh": (0.04, Ground(felt, "mesh", 80, 1.0)),
    "lattice": (0.0, Ground(lattice, "weave", 60, 0.3)),
}
"""Name to how often it is drawn where none is asked for, and what it is."""
BLACK = (0.04, 0.35)
"""What a black ground keeps of its light: leather, slate. Borders of cards vanish into it."""
SEEN_FLAT = 0.5
"""Chance of clutter to be seen straight from above."""


@lru_cache(maxsize=16)
def _weave(kind: str) -> Array:
    """(512, 512) uint8 about 128 that tiles without a seam; do not write to it."""
    n = 512
    rng = np.random.default_rng(sum(kind.encode()))
    y, x = np.mgrid[0:n, 0:n] * (2 * np.pi / n)
    noise = rng.normal(0, 1, (n, n)).astype(np.float32)

    def smooth(sx: float, sy: float) -> Array:
        wide = cv2.copyMakeBorder(noise, 32, 32, 32, 32, cv2.BORDER_WRAP)
        soft = cv2.GaussianBlur(wide, (0, 0), sx, None, sy)[32:-32, 32:-32]
        normed: Array = soft / soft.std()
        return normed

    patterns: dict[str, Callable[[], Array]] = {
        "fuzz": lambda: smooth(1.6, 1.2) * 13,
        "felt": lambda: smooth(0.7, 0.7) * 12,
        "grain": lambda: smooth(7, 0.6) * 12,
        "speckle": lambda: smooth(0.6, 0.6) * 9,
        "weave": lambda: (np.sin(x * 80) + np.sin(y * 80)) * 9 + smooth(0.8, 0.8) * 6,
        "mesh": lambda: np.clip(np.sin(x * 48 + y * 24) * np.sin(y * 48) * 60, -50, 30),
    }
    pattern: Array = np.clip(patterns[kind]() + 128, 0, 255).astype(np.uint8)
    return pattern


def draw_ground(
    camera: Camera, rng: np.random.Generator, kind: str | None = None, black: float = 0.0
) -> Array:
    """(h, w, 3) uint8: the whole picture filled with one table top seen by the camera.

    `black`: the chance that it is black.
    """
    names = list(GROUNDS)
    odds = np.array([GROUNDS[name][0] for name in names])
    name = str(rng.choice(names, p=odds / odds.sum())) if kind is None else kind
    ground = GROUNDS[name][1]
    corners = _seen_corners_mm(camera)
    span_mm = float(np.ptp(corners, axis=0).max()) * 1.02
    side_px = 900
    paint = ground.paint(rng, side_px, side_px, side_px / span_mm)
    turn = np.radians(float(rng.choice((0, 90)) + rng.normal(0, 6)))
    sides = (side_px, side_px)
    to_mm = _texels_to_mm(sides, span_mm / side_px, float(turn), corners.mean(axis=0))
    # Painted softer than a pixel anyway: warped at half the size, then enlarged.
    half = np.diag((0.5, 0.5, 1.0)) @ camera.plane_homography() @ to_mm
    w, h = camera.size_px
    frame = cv2.warpPerspective(
        paint, half, (w // 2, h // 2), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    frame = cv2.resize(frame, (w, h), interpolation=cv2.INTER_LINEAR)
    weave_px = ground.weave_mm * float(rng.uniform(0.7, 1.5)) * camera.px_per_mm
    weave = _woven(ground.weave, weave_px, w, h)
    frame = with_detail(frame, weave, ground.contrast * float(rng.uniform(0.4, 1.2)))
    if black and rng.random() < black:
        frame = cv2.convertScaleAbs(frame, None, float(rng.uniform(*BLACK)))
    return frame


def _woven(kind: str, period_px: float, w: int, h: int) -> Array:
    """(h, w) uint8 about 128 of a weave, as sharp as the picture and without its perspective."""
    # Threads finer than a pixel are not seen as threads: they would only alias.
    side = round(np.clip(2 * period_px, 420, 1400))
    tile = cv2.resize(_weave(kind), (side, side), interpolation=cv2.INTER_LINEAR)
    return cv2.repeat(tile, -(-h // side), -(-w // side))[:h, :w]


def with_detail(frame_bgr: Array, detail: Array, amount: float) -> Array:
    """The frame lighter and darker by `detail` (h, w) uint8 about 128."""
    merged = cv2.merge((detail, detail, detail))
    return cv2.addWeighted(frame_bgr, 1.0, merged, amount, -128 * amount)


def draw_clutter(camera: Camera, rng: np.random.Generator) -> Array:
    """(h, w, 3) uint8: the whole picture full of what is no table.

    Seen flat, as a page on a screen is, or as what lies on a table.
    """
    w, h = camera.size_px
    flat = painted_clutter(rng, h, w)
    if rng.random() < SEEN_FLAT:
        return flat
    mm = float(rng.uniform(0.8, 1.6)) / camera.px_per_mm
    turn = np.radians(float(rng.uniform(0, 360)))
    to_px = camera.plane_homography() @ _texels_to_mm((w, h), mm, turn, np.zeros(2))
    return cv2.warpPerspective(
        flat, to_px, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )


def _texels_to_mm(size_px: tuple[int, int], mm: float, turn: float, centre_mm: Array) -> Array:
    """(3, 3) of a picture of this width and height whose texels are so many mm wide."""
    c, s = np.cos(turn) * mm, np.sin(turn) * mm
    x, y = size_px[0] / 2, size_px[1] / 2
    return np.array(
        (
            (c, -s, centre_mm[0] - (c * x - s * y)),
            (s, c, centre_mm[1] - (s * x + c * y)),
            (0, 0, 1),
        )
    )


def _seen_corners_mm(camera: Camera) -> Array:
    """(4, 2) mm of the table at the picture's corners; a far horizon is cut off."""
    w, h = camera.size_px
    inverse = np.linalg.inv(camera.plane_homography())
    corners = np.array(((0, 0, 1), (w, 0, 1), (w, h, 1), (0, h, 1)), float) @ inverse.T
    flat = corners[:, :2] / corners[:, 2:]
    limit = 2.0 * max(camera.view_mm)
    return np.clip(flat, -limit, limit)


def draw_table(
    camera: Camera,
    rng: np.random.Generator,
    black: float = 0.0,
    clutter: float = 0.0,
    tiled: float = 0.0,
) -> Array:
    """(h, w, 3) uint8: a table top, in some scenes with its edge and the floor beyond it.

    `black`: see draw_ground; `clutter`: the chance that it is no table; `tiled`: that it is a
    lattice.
    """
    if clutter and rng.random() < clutter:
        return draw_clutter(camera, rng)
    kind = "lattice" if tiled and rng.random() < tiled else None
    top = draw_ground(camera, rng, kind, black)
    if rng.random() < 0.6:
        return top
    floor = draw_ground(camera, rng, black=black)
    floor = cv2.convertScaleAbs(floor, None, float(rng.uniform(0.35, 0.9)))
    mask = np.zeros(top.shape[:2], np.uint8)
    half = np.array(camera.view_mm) / 2
    if rng.random() < 0.25:
        angles = np.linspace(0, 2 * np.pi, 60)
        radius = half.max() * float(rng.uniform(0.7, 0.95))
        ring = np.stack((np.cos(angles), np.sin(angles)), axis=1) * radius
    else:
        ring = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * half * rng.uniform(0.75, 1.5, 2)
        a = float(rng.normal(0, 0.12))
        ring = ring @ np.array(((np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))))
    ring = ring + rng.normal(0, 0.12, 2) * half
    outline = camera.project(np.column_stack((ring, np.zeros(len(ring)))))
    outline = np.clip(outline, -8000, 8000)
    cv2.fillPoly(mask, [np.round(outline * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(cv2.resize(mask, None, None, 1 / 8, 1 / 8), (0, 0), 4)
    dark = cv2.LUT(shade, (255 - np.arange(256) * 0.5).astype(np.uint8))
    dark = cv2.resize(dark, camera.size_px)
    floor = cv2.multiply(floor, cv2.merge((dark, dark, dark)), scale=1 / 255)
    blend_into(floor, with_alpha(top, mask))
    return floor
