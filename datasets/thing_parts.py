"""What flat pictures of things are put together from."""

from dataclasses import dataclass

import cv2
import numpy as np

from scene_faces import Array, Bgr, as_bgr


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A flat picture of something with a size and a height."""

    face_bgra: Array
    size_mm: tuple[float, float]
    height_mm: float
    is_round: bool
    side_bgr: Bgr


def sheet(w: int, h: int, bgr: object) -> Array:
    """(h, w, 4) uint8 of one colour, covering all."""
    face = np.empty((h, w, 4), np.uint8)
    face[..., :3] = np.clip(np.asarray(bgr, float), 0, 255)
    face[..., 3] = 255
    return face


def opaque(bgr: object) -> tuple[float, float, float, float]:
    """The colour as OpenCV draws it where nothing shines through."""
    return *as_bgr(bgr), 255.0


def rounded_alpha(face: Array, radius: int) -> None:
    """Leaves of a face what lies within rounded corners."""
    h, w = face.shape[:2]
    alpha = np.zeros((h, w), np.uint8)
    r = max(0, min(radius, w // 2 - 1, h // 2 - 1))
    cv2.rectangle(alpha, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    face[..., 3] = alpha


def disc(size: int, bgr: object) -> Array:
    """(size, size, 4) uint8 of a round of one colour."""
    face = sheet(size, size, bgr)
    face[..., 3] = 0
    cv2.circle(face, (size // 2, size // 2), size // 2 - 1, opaque(bgr), -1, cv2.LINE_AA)
    return face


def text_lines(
    face: Array, rng: np.random.Generator, box: tuple[int, int, int, int], bgr: object, pitch: int
) -> None:
    """Lines of writing as a camera above sees it: short dashes, no words."""
    x0, y0, x1, y1 = box
    for y in range(y0, y1, pitch):
        x = x0
        end = x0 + int((x1 - x0) * rng.uniform(0.5, 1))
        while x < end:
            step = int(rng.integers(2, max(3, pitch * 2)))
            cv2.line(face, (x, y), (min(x + step, end), y), opaque(bgr), max(1, pitch // 5))
            x += step + max(2, pitch // 2)
