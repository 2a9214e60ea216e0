"""Cards cut out of a picture and set upright, with a note of where other cards overlap them.

A crop has four planes: blue, green, red, and OTHERS where the box of another found card lies or
the picture ends. Which of two overlapping cards lies on top is not known from boxes; the
recogniser reads it off the edges, and the fourth plane tells it where to look.
"""

import cv2
import numpy as np

from vision.boxes import Array

CROP_PX = (96, 144)
"""Width and height of a crop."""
MARGIN = 0.1
"""Of the crop on each side lies around the card: its edge and what goes on beyond it."""
OTHERS = 255
OUTSIDE = 128
"""In the fourth plane: beyond the edge of the picture."""
GREY = (114, 114, 114)
SHARP = 2.0
"""A card at most this many times the size it has in its crop is cut from the picture as it is."""


def crop_corners() -> Array:
    """(4, 2) float32 px: where the corners of a card come to lie in its crop."""
    size = np.array(CROP_PX, np.float32)
    low, high = size * MARGIN - 0.5, size * (1 - MARGIN) - 0.5
    return np.array((low, (high[0], low[1]), high, (low[0], high[1])), np.float32)


def to_crop(quad_px: Array) -> Array:
    """(2, 3) affine map of picture px to crop px for a (nearly) rectangular quad."""
    matrix: Array = cv2.getAffineTransform(quad_px[:3].astype(np.float32), crop_corners()[:3])
    return matrix


def levels(frame_bgr: Array, most: int) -> list[Array]:
    """The picture, and its halves as far as `most`: large cards are cut from a smaller one."""
    result = [frame_bgr]
    for _ in range(most):
        height, width = result[-1].shape[:2]
        size = (max(1, width // 2), max(1, height // 2))
        result.append(cv2.resize(result[-1], size, interpolation=cv2.INTER_AREA))
    return result


def level_of(quads_px: Array) -> Array:
    """(n,) how often the picture is to be halved for each of (n, 4, 2) quads."""
    sides = np.linalg.norm(quads_px[:, 1] - quads_px[:, 0], axis=1)
    times = sides / (CROP_PX[0] * (1 - 2 * MARGIN) * SHARP)
    result: Array = np.ceil(np.log2(np.maximum(times, 1)) - 1e-9).astype(int)
    return result


def card_crops(frame_bgr: Array, quads_px: Array, others_px: Array | None = None) -> Array:
    """(n, 144, 96, 4) uint8 crops of (n, 4, 2) quads, each beginning with an upper or lower edge.

    `others_px`, (m, 4, 2): all cards that were found, the same quads where it is None. A quad
    equal to the crop's own is not noted in its fourth plane.
    """
    others_px = quads_px if others_px is None else others_px
    width, height = CROP_PX
    crops = np.empty((len(quads_px), height, width, 4), np.uint8)
    wanted = level_of(quads_px) if len(quads_px) else np.zeros(0, int)
    pyramid = levels(frame_bgr, int(wanted.max(initial=0)))
    for crop, quad, level in zip(crops, quads_px, wanted, strict=True):
        picture = pyramid[level]
        scale = np.array((picture.shape[1], picture.shape[0])) / frame_bgr.shape[1::-1]
        cut = to_crop((quad + 0.5) * scale - 0.5)
        shown = cv2.warpAffine(picture, cut, CROP_PX, borderValue=GREY)
        cv2.merge((shown, others_plane(frame_bgr.shape[:2], quad, others_px)), crop)
    return crops


def others_plane(frame_shape: tuple[int, int], quad_px: Array, others_px: Array) -> Array:
    """(144, 96) uint8: the fourth plane of the crop of one quad."""
    cut = to_crop(quad_px)
    centres = others_px.mean(axis=1) - quad_px.mean(axis=0)
    reach = np.linalg.norm(quad_px[2] - quad_px[0])
    near = (np.abs(centres) < 1.2 * reach).all(axis=1)
    near &= (np.abs(others_px - quad_px) > 1e-6).any(axis=(1, 2))
    plane = np.zeros(CROP_PX[::-1], np.uint8)
    for shape in np.round(_mapped(cut, others_px[near])).astype(np.int32):
        cv2.fillConvexPoly(plane, shape, OTHERS)
    height, width = frame_shape
    edge = np.array(((0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)), float)
    corners = _mapped(cv2.invertAffineTransform(cut), _crop_edge())
    if (corners < 0).any() or (corners > (width - 1, height - 1)).any():
        inside = np.zeros_like(plane)
        cv2.fillConvexPoly(inside, np.round(_mapped(cut, edge)).astype(np.int32), 1)
        plane[inside == 0] = OUTSIDE
    return plane


def _crop_edge() -> Array:
    width, height = CROP_PX
    return np.array(((0, 0), (width, 0), (width, height), (0, height)), float)


def _mapped(matrix: Array, points: Array) -> Array:
    """(..., 2) points under a (2, 3) affine map."""
    result: Array = points @ matrix[:, :2].T + matrix[:, 2]
    return result
