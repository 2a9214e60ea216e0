"""Labels of a scene as text: its JSON, and the boxes that ultralytics reads."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from scene_cards import SeenCard
from scene_faces import Array
from scene_polygons import area_px, frame_corners, overlap

SLACK = 0.005
"""How far outside the frame a corner may lie; above 0.01 ultralytics drops the whole picture."""


def scene_record(
    image: str,
    size_px: tuple[int, int],
    seed: tuple[int, int],
    kind: str,
    sources: Sequence[str],
    cards: Sequence[SeenCard],
    masks: str | None = None,
) -> dict[str, Any]:
    """The scene's JSON: `quad` is unclipped, clockwise from the card's own top left."""
    return {
        "image": image,
        "width": size_px[0],
        "height": size_px[1],
        "seed": list(seed),
        "kind": kind,
        "sources": list(sources),
        "masks": masks,
        "cards": [
            {
                "card": card.face,
                "quad": np.round(card.quad_px, 2).tolist(),
                "visible": round(card.visible, 4),
                "order": card.order,
            }
            for card in cards
        ],
    }


def obb_lines(cards: Sequence[SeenCard], size_px: tuple[int, int], min_visible: float) -> list[str]:
    """One line `0 x1 y1 ... x4 y4` a card that shows enough, in shares of the frame."""
    lines = []
    for card in cards:
        box = safe_box(card.quad_px, size_px) if card.visible >= min_visible else None
        if box is not None:
            shares = np.clip(box / size_px, -SLACK, 1 + SLACK)
            lines.append("0 " + " ".join(f"{v:.6f}" for v in shares.ravel()))
    return lines


def safe_box(quad_px: Array, size_px: tuple[int, int]) -> Array | None:
    """(4, 2) px: the quad, or where it leaves the frame a rectangle over the part inside.

    Clipping corner by corner would skew the box. Of the rectangles that fit, the one that agrees
    best with the part inside is taken; None where next to nothing is inside.
    """
    size = np.asarray(size_px, float)
    if _fits(quad_px, size):
        return quad_px
    part = overlap(quad_px, frame_corners(size))
    if area_px(part) < 4:
        return None
    low, high = part.min(axis=0), part.max(axis=0)
    upright = np.array((low, (high[0], low[1]), high, (low[0], high[1])), float)
    turned = cv2.boxPoints(cv2.minAreaRect(part.astype(np.float32))).astype(float)
    candidates = [upright, turned, *(_shrunk(box, size) for box in (turned, quad_px))]
    fitting = [box for box in candidates if _fits(box, size)]
    return max(fitting, key=lambda box: _agreement(box, part))


def _fits(box: Array, size: Array) -> bool:
    return bool((box >= -SLACK * size).all() and (box <= (1 + SLACK) * size).all())


def _shrunk(box: Array, size: Array) -> Array:
    """The box with each of its sides drawn in, in turn, until its corners are inside."""
    box = box.astype(float).copy()
    for _ in range(2):
        for i in range(4):
            a, b, c, d = ((i + k) % 4 for k in range(4))
            # Side a-b moves towards side d-c by the least share that brings both its ends inside.
            share = max(_share_outside(box[a], box[d], size), _share_outside(box[b], box[c], size))
            box[a], box[b] = box[a] + share * (box[d] - box[a]), box[b] + share * (box[c] - box[b])
    return box


def _share_outside(start: Array, end: Array, size: Array) -> float:
    """How far along start-end the frame begins, 0 to 1."""
    share = 0.0
    for axis in (0, 1):
        reach = end[axis] - start[axis]
        for edge, sign in ((0.0, 1), (float(size[axis]), -1)):
            if sign * (start[axis] - edge) < 0 < sign * reach:
                share = max(share, float((edge - start[axis]) / reach))
    return min(share, 1.0)


def _agreement(box: Array, part: Array) -> float:
    """Intersection over union of two convex shapes."""
    both = area_px(overlap(part, box))
    union = area_px(box) + area_px(part) - both
    return both / union if union > 0 else 0.0
