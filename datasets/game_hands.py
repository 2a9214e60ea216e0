"""The hands of a film: each drawn once, then laid over the picture wherever it is."""

from dataclasses import dataclass

import cv2
import numpy as np

from hand_pose import Hand
from scene_camera import Camera, look_down
from scene_canvas import Canvas, Sun, blend_into
from scene_faces import Array, with_alpha
from scene_hands import draw_hand
from scene_polygons import turning
from vision.setup import Point

REACH_MM = (115.0, 150.0, 1250.0)
"""How far a drawn hand goes from the middle of its palm: sideways, to the fingers, to the arm."""
SOFT = 8
"""Shadows are drawn at one in so many pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One hand as a picture, its fingers up."""

    bgra: Array
    """(h, w, 4) uint8 that spans REACH_MM."""

    @property
    def other(self) -> "Sprite":
        """The same player's other hand."""
        return Sprite(np.ascontiguousarray(self.bgra[:, ::-1]))


def draw_sprite(hand: Hand, px_per_mm: float, rng: np.random.Generator) -> Sprite:
    """The hand seen from above, as sharp as it will be in the film."""
    side, front, back = REACH_MM
    width_px, height_px = (round(v * px_per_mm) for v in (2 * side, front + back))
    camera = look_down((width_px, height_px), card_width_px=33 * px_per_mm)
    owner = np.zeros((height_px, width_px), np.int16)
    canvas = Canvas(np.zeros((height_px, width_px, 3), np.uint8), owner)
    # Drawn on black: the owner tells where the hand is, and no shadow falls on nothing.
    draw_hand(
        canvas,
        camera,
        hand,
        Sun((0.0, 0.0), 0.0, 0.5),
        rng,
        centre_mm=(0.0, front - (front + back) / 2),
        angle_deg=0.0,
        lift_mm=0.0,
    )
    cover = cv2.erode((owner != 0).astype(np.uint8) * 255, np.ones((3, 3), np.uint8))
    return Sprite(with_alpha(canvas.frame_bgr, cv2.GaussianBlur(cover, (0, 0), 0.7)))


def hand_quad(palm_mm: Point, angle_deg: float, lift_mm: float) -> Array:
    """(4, 3) mm of the picture's corners when the palm is there, clockwise from its upper left."""
    side, front, back = REACH_MM
    flat = np.array(((-side, -front), (side, -front), (side, back), (-side, back)))
    return np.column_stack((flat @ turning(angle_deg).T + palm_mm, np.full(4, lift_mm)))


def hand_box(camera: Camera, quad_mm: Array, sun: Sun) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the pixels that a hand and its shadow change, or None."""
    both = np.vstack((camera.project(quad_mm), camera.project(_fallen(quad_mm, sun))))
    width, height = camera.size_px
    x0, y0 = (max(0, int(v) - 3 * SOFT) for v in both.min(axis=0))
    x1, y1 = (
        min(size, int(v) + 3 * SOFT)
        for size, v in zip((width, height), both.max(axis=0), strict=True)
    )
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def lay_hand(canvas: Canvas, camera: Camera, sprite: Sprite, quad_mm: Array, sun: Sun) -> None:
    """The hand over the picture, its shadow below it."""
    box = hand_box(camera, quad_mm, sun)
    if box is None:
        return
    x0, y0, x1, y1 = box
    roi = canvas.frame_bgr[y0:y1, x0:x1]
    fallen = camera.project(_fallen(quad_mm, sun))
    small = (-(-(x1 - x0) // SOFT), -(-(y1 - y0) // SOFT))
    shade = _warped(sprite.bgra[..., 3], (fallen - (x0, y0)) / SOFT, small)
    lift_px = float(quad_mm[0, 2]) * camera.px_per_mm / SOFT
    shade = cv2.GaussianBlur(shade, (0, 0), 0.6 + (0.3 + sun.softness) * lift_px)
    keep = cv2.LUT(shade, (255 - np.arange(256) * sun.strength).astype(np.uint8))
    full = cv2.resize(keep, (small[0] * SOFT, small[1] * SOFT))[: y1 - y0, : x1 - x0]
    cv2.multiply(roi, cv2.merge((full, full, full)), roi, 1 / 255)
    quad_px = camera.project(quad_mm) - (x0, y0)
    blend_into(roi, _warped(sprite.bgra, quad_px, (x1 - x0, y1 - y0)))


def _fallen(quad_mm: Array, sun: Sun) -> Array:
    """The corners of the shadow on the table."""
    fallen = quad_mm.copy()
    fallen[:, :2] += np.array(sun.slope) * quad_mm[0, 2]
    fallen[:, 2] = 0.0
    return fallen


def _warped(picture: Array, quad_px: Array, size: tuple[int, int]) -> Array:
    h, w = picture.shape[:2]
    source = np.array(((0, 0), (w, 0), (w, h), (0, h)), np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad_px.astype(np.float32))
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
