"""Cards cut out of a picture and set upright, with a note of where other cards overlap them.

A crop has four planes: blue, green, red, and OTHERS where the box of another found card lies or
the picture ends. Which of two overlapping cards lies on top is not known from boxes; the
recogniser reads it off the edges, and the fourth plane tells it where to look.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Cut:
    """How cards are cut out."""

    size_px: tuple[int, int] = CROP_PX
    """Width and height of a crop."""
    margin: float = MARGIN

    @property
    def card_px(self) -> Array:
        """(2,) width and height of the card in its crop."""
        result: Array = np.array(self.size_px) * (1 - 2 * self.margin)
        return result

    def corners(self) -> Array:
        """(4, 2) float32 px: where the corners of a card come to lie in its crop."""
        size = np.array(self.size_px, np.float32)
        low, high = size * self.margin - 0.5, size * (1 - self.margin) - 0.5
        return np.array((low, (high[0], low[1]), high, (low[0], high[1])), np.float32)

    def to_crop(self, quad_px: Array) -> Array:
        """(2, 3) affine map of picture px to crop px for a (nearly) rectangular quad."""
        result: Array = self.to_crops(quad_px[None])[0]
        return result

    def to_crops(self, quads_px: Array) -> Array:
        """(n, 2, 3) such maps for (n, 4, 2) quads."""
        across, down = quads_px[:, 1] - quads_px[:, 0], quads_px[:, 2] - quads_px[:, 1]
        area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
        area = np.where(area == 0, np.inf, area)  # a box without a size is one point
        rows = np.stack((down[:, ::-1] * (1, -1), across[:, ::-1] * (-1, 1)), axis=1)
        turns = rows * self.card_px[:, None] / area[:, None, None]
        moves = self.corners()[0] - (turns @ quads_px[:, 0, :, None])[..., 0]
        result: Array = np.concatenate((turns, moves[..., None]), axis=2)
        return result

    def edges(self, quads_px: Array) -> Array:
        """(n, 4, 2) where in the picture the corners of the crops of (n, 4, 2) quads are."""
        corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1))) * self.size_px
        return self.to_picture(quads_px, np.broadcast_to(corners, (len(quads_px), 4, 2)))

    def to_picture(self, quads_px: Array, points: Array) -> Array:
        """(n, k, 2) where in the picture points of the crops of (n, 4, 2) quads are."""
        shares = (points - self.corners()[0]) / self.card_px
        across, down = (quads_px[:, k + 1] - quads_px[:, k] for k in (0, 1))
        result: Array = (
            quads_px[:, :1] + shares[..., :1] * across[:, None] + shares[..., 1:] * down[:, None]
        )
        return result


CLOSE = Cut()
"""As the recogniser is shown a card."""
WIDE = Cut((72, 112), 0.2)
"""As the refiner is: smaller, with more of what lies around."""


def levels(frame_bgr: Array, most: int) -> list[Array]:
    """The picture, and its halves as far as `most`: large cards are cut from a smaller one."""
    result = [frame_bgr]
    for _ in range(most):
        height, width = result[-1].shape[:2]
        size = (max(1, width // 2), max(1, height // 2))
        result.append(cv2.resize(result[-1], size, interpolation=cv2.INTER_AREA))
    return result


def level_of(quads_px: Array, cut: Cut = CLOSE) -> Array:
    """(n,) how often the picture is to be halved for each of (n, 4, 2) quads."""
    sides = np.linalg.norm(quads_px[:, 1] - quads_px[:, 0], axis=1)
    times = sides / (cut.card_px[0] * SHARP)
    result: Array = np.ceil(np.log2(np.maximum(times, 1)) - 1e-9).astype(int)
    return result


def card_crops(
    frame_bgr: Array,
    quads_px: Array,
    others_px: Array | None = None,
    cut: Cut = CLOSE,
    outline_px: Array | None = None,
) -> Array:
    """(n, height, width, 4) uint8 crops of (n, 4, 2) quads that begin with a card's upper edge.

    Or with its lower one. `others_px`, (m, 4, 2): all cards that were found, the same quads where
    it is None. A quad equal to the crop's own is not noted in its fourth plane. `outline_px`,
    (4, 2) clockwise: what of the frame is picture, all of it where it is None.
    """
    others_px = quads_px if others_px is None else others_px
    crops = np.empty((len(quads_px), *cut.size_px[::-1], 4), np.uint8)
    if not len(crops):
        return crops
    wanted = level_of(quads_px, cut)
    pyramid = levels(frame_bgr, int(wanted.max()))
    scales = np.array([each.shape[1::-1] for each in pyramid]) / frame_bgr.shape[1::-1]
    ways = cut.to_crops((quads_px + 0.5) * scales[wanted, None] - 0.5)
    outline_px = outline_of(frame_bgr.shape) if outline_px is None else outline_px
    planes = others_planes(outline_px, quads_px, others_px, cut)
    for crop, plane, way, level in zip(crops, planes, ways, wanted, strict=True):
        shown = cv2.warpAffine(pyramid[level], way, cut.size_px, borderValue=GREY)
        cv2.merge((shown, plane), crop)
    return crops


def outline_of(frame_shape: tuple[int, ...]) -> Array:
    """(4, 2) px clockwise: the outline of a frame of this shape, height first."""
    right, bottom = frame_shape[1] - 1, frame_shape[0] - 1
    return np.array(((0, 0), (right, 0), (right, bottom), (0, bottom)), float)


def others_planes(outline_px: Array, quads_px: Array, others_px: Array, cut: Cut = CLOSE) -> Array:
    """(n, height, width) uint8: the fourth planes of the crops of these quads.

    `outline_px`: (4, 2) clockwise, of the picture.
    """
    ways = cut.to_crops(quads_px)
    turns, moves = ways[:, None, :, :2].transpose(0, 1, 3, 2), ways[:, None, None, :, 2]
    shapes = np.round(others_px @ turns + moves).astype(np.int32)
    near = _meeting(quads_px, others_px, cut)
    frames = np.round(outline_px @ turns[:, 0] + moves[:, 0]).astype(np.int32)
    beyond = _beyond(outline_px, cut.edges(quads_px))
    planes = np.zeros((len(quads_px), *cut.size_px[::-1]), np.uint8)
    for k, plane in enumerate(planes):
        for shape in shapes[k, near[k]]:
            cv2.fillConvexPoly(plane, shape, OTHERS)
        if beyond[k]:
            inside = np.zeros_like(plane)
            cv2.fillConvexPoly(inside, frames[k], 1)
            plane[inside == 0] = OUTSIDE
    return planes


def _beyond(outline_px: Array, edges_px: Array) -> Array:
    """(n,) which of (n, 4, 2) quads are not wholly inside of an outline (4, 2) clockwise."""
    along = np.roll(outline_px, -1, axis=0) - outline_px
    offsets = edges_px[:, :, None] - outline_px
    to_the_left = along[:, 0] * offsets[..., 1] - along[:, 1] * offsets[..., 0] < 0
    result: Array = to_the_left.any(axis=(1, 2))
    return result


def _meeting(quads_px: Array, others_px: Array, cut: Cut) -> Array:
    """(n, m) which others may be seen in the crop of each quad; itself is none of them."""
    # Half of the crop's diagonal and half of another card's, in diagonals of a card, and a little.
    reach = np.linalg.norm(quads_px[:, 2] - quads_px[:, 0], axis=1)
    reach *= 0.5 / (1 - 2 * cut.margin) + 0.575
    centres, others = quads_px.mean(axis=1), others_px.mean(axis=1)
    near = (np.abs(others - centres[:, None]) < reach[:, None, None]).all(axis=2)
    other = (np.abs(others_px - quads_px[:, None]) > 1e-6).any(axis=(2, 3))
    result: Array = near & other
    return result


def mapped(matrix: Array, points: Array) -> Array:
    """(..., 2) points under a (2, 3) affine map."""
    result: Array = points @ matrix[:, :2].T + matrix[:, 2]
    return result
