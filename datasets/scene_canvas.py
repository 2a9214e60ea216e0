"""Flat things laid on the picture in perspective: their shadow, their side, then their face."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from scene_camera import Camera
from scene_faces import Array, with_alpha

NOBODY = -1
"""In an owner image: a pixel that shows no card."""


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture in the making; drawing writes into its two arrays, nothing else does."""

    frame_bgr: Array
    """(h, w, 3) uint8."""
    owner: Array
    """(h, w) int16: index of the card each pixel shows, or NOBODY."""


@dataclass(frozen=True, slots=True)
class Sun:
    """Where shadows fall."""

    slope: tuple[float, float]
    """Shadow offset in mm for each mm of height."""
    strength: float
    """Share of light a full shadow takes away."""
    softness: float
    """Width of the shadow's rim, share of the thing's size."""


def paste(
    canvas: Canvas,
    camera: Camera,
    face_bgra: Array,
    top_mm: Array,
    foot_mm: Array,
    *,
    sun: Sun,
    side_bgr: tuple[float, float, float],
    owner: int = NOBODY,
    round_side: bool = False,
    outline: Array | None = None,
) -> Array:
    """The four corners in px of a face pasted over top_mm, with its side and its shadow.

    top_mm and foot_mm: (4, 3), clockwise from the face's own top left. `outline`: (n, 2) in 0 to 1
    across the face, the shape that casts the side; None is the whole rectangle.
    """
    quad_px = camera.project(top_mm)
    low, high = quad_px.min(axis=0), quad_px.max(axis=0)
    width, height = camera.size_px
    if (
        not np.isfinite(quad_px).all()
        or (high < -40).any()
        or (low > (width + 40, height + 40)).any()
    ):
        return quad_px
    _cast(canvas, camera, top_mm, foot_mm, sun, round_side)
    thickness_mm = float((top_mm[:, 2] - foot_mm[:, 2]).max())
    if thickness_mm * camera.px_per_mm > 0.6:
        shape = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), float) if outline is None else outline
        _side(canvas, camera, _across(top_mm, shape), _across(foot_mm, shape), side_bgr)
    _cover(canvas, face_bgra, quad_px, owner)
    return quad_px


def _across(corners_mm: Array, shape: Array) -> Array:
    """(n, 3) mm of the points (n, 2) given in shares across a flat rectangle."""
    u, v = shape[:, :1], shape[:, 1:]
    origin = corners_mm[0]
    spanned: Array = origin + u * (corners_mm[1] - origin) + v * (corners_mm[3] - origin)
    return spanned


def _side(
    canvas: Canvas, camera: Camera, top_mm: Array, foot_mm: Array, bgr: tuple[float, float, float]
) -> None:
    both = camera.project(np.vstack((top_mm, foot_mm)))
    hull = cv2.convexHull(np.round(both * 8).astype(np.int32))
    cv2.fillConvexPoly(canvas.frame_bgr, hull, bgr, cv2.LINE_AA, 3)
    cv2.fillConvexPoly(canvas.owner, hull, NOBODY, cv2.LINE_8, 3)


@lru_cache(maxsize=64)
def _shade(softness_percent: int, is_round: bool) -> Array:
    """(72, 72) uint8: a soft patch whose solid part would be the middle half of it."""
    patch = np.zeros((72, 72), np.uint8)
    if is_round:
        cv2.circle(patch, (36, 36), 18, 255, -1, cv2.LINE_AA)
    else:
        patch[18:54, 18:54] = 255
    return cv2.GaussianBlur(patch, (0, 0), 0.4 + 0.18 * softness_percent)


def _cast(
    canvas: Canvas, camera: Camera, top_mm: Array, foot_mm: Array, sun: Sun, is_round: bool
) -> None:
    """Darken what lies below: a thing floating high casts a far, faint and soft shadow."""
    lift_mm = float(top_mm[:, 2].mean())
    rests_mm = max(0.0, float(foot_mm[:, 2].min()))
    fall_mm = 2.0 if rests_mm < 6 else lift_mm
    offset = np.array(sun.slope) * (lift_mm - rests_mm + fall_mm)
    ground = top_mm.copy()
    ground[:, :2] += offset
    ground[:, 2] = max(0.0, rests_mm - fall_mm)
    centre = ground.mean(axis=0)
    quad_px = camera.project((ground - centre) * (2.0, 2.0, 1.0) + centre)
    size_mm = float(np.abs(np.diff(top_mm[:2], axis=0)).max()) + 1.0
    soft = sun.softness * 20 + 60 * (fall_mm - 2.0) / size_mm / 6
    patch = _shade(int(np.clip(soft, 2, 60)) // 2 * 2, is_round)
    strength = sun.strength / (1 + 0.012 * fall_mm)
    box = _box(quad_px, camera.size_px)
    if box is None:
        return
    x0, y0, x1, y1 = box
    if (x1 - x0) * (y1 - y0) > canvas.owner.size:
        return
    warped = _warped(patch, quad_px, box, cv2.INTER_LINEAR)
    roi = canvas.frame_bgr[y0:y1, x0:x1]
    keep = cv2.LUT(warped, (255 - np.arange(256) * strength).astype(np.uint8))
    cv2.multiply(roi, cv2.merge((keep, keep, keep)), roi, 1 / 255)


def _box(quad_px: Array, size_px: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """The whole pixels around a quad, inside the picture, or None."""
    x0, y0 = (max(0, int(v)) for v in np.floor(quad_px.min(axis=0)) - 1)
    limits = np.ceil(quad_px.max(axis=0)) + 2
    x1, y1 = (min(size, max(0, int(v))) for size, v in zip(size_px, limits, strict=True))
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _warped(
    face: Array, quad_px: Array, box: tuple[int, int, int, int], interpolation: int
) -> Array:
    h, w = face.shape[:2]
    # The corners of the outer pixels' areas, half a pixel outside of their centres.
    source = np.array(((0, 0), (w, 0), (w, h), (0, h)), np.float32) - 0.5
    target = (quad_px - box[:2]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    return cv2.warpPerspective(
        face,
        matrix,
        (box[2] - box[0], box[3] - box[1]),
        flags=interpolation,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0, 0, 0, 0),
    )


def _cover(canvas: Canvas, face_bgra: Array, quad_px: Array, owner: int) -> None:
    size_px = (canvas.owner.shape[1], canvas.owner.shape[0])
    box = _box(quad_px, size_px)
    if box is None:
        return
    x0, y0, x1, y1 = box
    padded = cv2.copyMakeBorder(face_bgra[..., :3], 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    alpha = cv2.copyMakeBorder(face_bgra[..., 3], 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    h, w = face_bgra.shape[:2]
    grown = _grown(quad_px, 1 / w, 1 / h)
    warped = _warped(with_alpha(padded, alpha), grown, box, cv2.INTER_LINEAR)
    blend_into(canvas.frame_bgr[y0:y1, x0:x1], warped)
    canvas.owner[y0:y1, x0:x1][warped[..., 3] > 127] = owner


def _grown(quad_px: Array, by_width: float, by_height: float) -> Array:
    """The quad of a face to which a pixel was added on each side."""
    unit = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad_px.astype(np.float32))
    wide = np.array(
        (
            (-by_width, -by_height),
            (1 + by_width, -by_height),
            (1 + by_width, 1 + by_height),
            (-by_width, 1 + by_height),
        )
    )
    grown: Array = cv2.perspectiveTransform(wide[None], matrix)[0]
    return grown


def blend_into(roi_bgr: Array, layer_bgra: Array) -> None:
    """Lay a layer of the same height and width over part of a picture, in place."""
    alpha = layer_bgra[..., 3]
    weight = cv2.merge((alpha, alpha, alpha))
    over = cv2.multiply(layer_bgra[..., :3], weight, scale=1 / 255)
    under = cv2.multiply(roi_bgr, cv2.bitwise_not(weight), scale=1 / 255)
    cv2.add(over, under, roi_bgr)
