"""Boxes of cards that the picture's border cuts in two.

Such a box is found around the part that is seen, and of half a card nobody can tell by itself which
of its sides are the long ones. Cards near it tell: they are all of one size.
"""

import numpy as np

from vision.boxes import Array
from vision.localizer import Located

NEARBY = 4.0
"""In lengths of a card: as far away a card says half as much of how large cards are here."""
AT_BORDER = 0.08
"""Of its length a box may end before the border that cuts its card."""
BORDERS = np.array(((-1, 0), (0, -1), (1, 0), (0, 1)))
"""The ways to the left, the upper, the right and the lower border."""
FACING = 0.7
"""The cosine of the angle at which an edge of a box still faces a border."""
SHORT_OF = 0.9
"""A box at the border that is shorter than this beside the cards near it is a part of one."""


def sizes_near(located: Located) -> Array:
    """(n, 2) px: how short and how long cards near each box are, by the surer half of the boxes."""
    surer = located.some(located.confidences >= np.median(located.confidences))
    return sizes_at(located.quads_px, surer)


def sizes_at(quads_px: Array, cards: Located) -> Array:
    """(n, 2) px: how short and how long these cards are where (n, 4, 2) quads lie.

    Weighted medians, near cards counting more.
    """
    sides = sorted_sides(cards.quads_px)
    away = quads_px.mean(axis=1)[:, None] - cards.quads_px.mean(axis=1)[None]
    far = np.linalg.norm(away, axis=2)
    weights = cards.confidences / (1 + (far / np.median(sides[:, 1]) / NEARBY) ** 2)
    sizes = np.empty((len(quads_px), 2))
    for k, lengths in enumerate(sides.T):
        order = np.argsort(lengths)
        below = np.cumsum(weights[:, order], axis=1)
        sizes[:, k] = lengths[order][np.argmax(below >= below[:, -1:] / 2, axis=1)]
    return sizes


def sorted_sides(quads_px: Array) -> Array:
    """(n, 2) px: the shorter and the longer side of (n, 4, 2) quads."""
    sides = np.linalg.norm(quads_px - np.roll(quads_px, -1, axis=1), axis=2)[:, :2]
    result: Array = np.sort(sides, axis=1)
    return result


def completed(located: Located, frame_shape: tuple[int, ...]) -> Located:
    """The boxes of a picture (height, width), those at its border as long as cards near them are.

    They are made longer beyond the border. A box that is at two borders is left as it is.
    """
    if not len(located):
        return located
    sizes = sizes_near(located)
    quads = located.quads_px.copy()
    cut = _cut_edges(quads, frame_shape, AT_BORDER * sizes[:, 1])
    for k in np.flatnonzero(cut.sum(axis=1) == 1):
        quads[k] = _drawn_out(quads[k], int(cut[k].argmax()), sizes[k])
    return Located(quads, located.confidences)


def _cut_edges(quads_px: Array, frame_shape: tuple[int, ...], near_px: Array) -> Array:
    """(n, 4) which edges face a border and end there, or (n,) so near; k is from corner k on."""
    middles = (quads_px + np.roll(quads_px, -1, axis=1)) / 2
    out = middles - quads_px.mean(axis=1, keepdims=True)
    facing = out @ BORDERS.T > FACING * np.linalg.norm(out, axis=2, keepdims=True)
    last = np.array(frame_shape[1::-1]) - 1
    inside = np.concatenate((middles, last - middles), axis=2)
    result: Array = (facing & (inside < near_px[:, None, None])).any(axis=2)
    return result


def _drawn_out(quad_px: Array, cut: int, size_px: Array) -> Array:
    """The box with this edge moved outward, until the card is whole; begins with a short side."""
    quad = np.roll(quad_px, -cut, axis=0)
    out = (quad[0] - quad[3] + quad[1] - quad[2]) / 2
    along, deep = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(out)
    lies = abs(np.log(along / size_px[1])) < abs(np.log(along / size_px[0]))
    whole = size_px[0] if lies else size_px[1]
    if deep >= SHORT_OF * whole:
        return quad_px
    quad[:2] += out * (whole / deep - 1)
    result: Array = np.roll(quad, -1, axis=0) if lies else quad
    return result
