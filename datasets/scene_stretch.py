"""Pictures that were made higher or lower after they were taken: collections bring all to squares.

A card that lies askew in such a picture is no rectangle any more, and how long it is for its width
depends on how it lies.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from scene_cards import SeenCard
from scene_faces import Array


def taken_size(size_px: tuple[int, int], most: float, rng: np.random.Generator) -> tuple[int, int]:
    """Width and height of a picture as it is taken, of as many pixels, before it is stretched.

    `most`: by how much, the logarithm of the height for the width.
    """
    half = rng.uniform(-most, most) / 2
    width, height = np.rint(np.multiply(size_px, np.exp((half, -half)))).astype(int).tolist()
    return width, height


def stretched(
    frame_bgr: Array, owner: Array, cards: Sequence[SeenCard], size_px: tuple[int, int]
) -> tuple[Array, Array, tuple[SeenCard, ...]]:
    """A picture, its owners and its cards, brought to another width and height."""
    by = np.divide(size_px, frame_bgr.shape[1::-1])
    frame = cv2.resize(frame_bgr, size_px, interpolation=cv2.INTER_AREA)
    owners = cv2.resize(owner, size_px, interpolation=cv2.INTER_NEAREST)
    moved = tuple(replace(c, quad_px=(c.quad_px + 0.5) * by - 0.5) for c in cards)
    return frame, owners, moved
