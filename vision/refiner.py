"""Boxes set right: the second network, between those that find cards and name them.

A box of the localizer that is a tenth of a card off shows the recogniser the edge of the card on
top instead of its own picture. The refiner looks at each box with a little of what lies around,
and is told how large the cards near it are, for what is covered of a card cannot be seen.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Array, corners
from vision.crops import WIDE, card_crops, mapped
from vision.localizer import Located
from vision.runtime import Net

BATCH = 8
"""Crops at a time; the last ones are filled up, so that the network has one shape only."""
NEARBY = 4.0
"""In lengths of a card: as far away a card says half as much of how large cards are here."""
MOST_OFF = 0.5
"""Of the logarithm of a size; boxes farther off are told apart no more."""


@dataclass(frozen=True, slots=True)
class Refiner:
    """The network and what it is shown."""

    net: Net
    """(BATCH, 6, 112, 72) float 0 to 1, see `planes`, to (BATCH, 5) moves, see `moved`."""

    def refine(self, frame_bgr: Array, located: Located) -> Located:
        """The same boxes of a picture (h, w, 3) uint8 where their cards lie."""
        if not len(located):
            return located
        quads = located.quads_px
        shown = planes(card_crops(frame_bgr, quads, cut=WIDE), usual_sizes(located))
        moves = []
        for start in range(0, len(shown), BATCH):
            some = shown[start : start + BATCH]
            filled = np.zeros((BATCH, *shown.shape[1:]), np.float32)
            filled[: len(some)] = some
            moves.append(self.net(filled)[0][: len(some)])
        return Located(moved(quads, np.concatenate(moves).astype(float)), located.confidences)


def planes(crops: Array, usual: Array) -> Array:
    """(n, 6, 112, 72) float32 0 to 1: crops, then two planes that tell how much larger cards are.

    Half is no larger; the first is of the shorter side, the second of the longer.
    """
    count, height, width, _ = crops.shape
    result = np.empty((count, 6, height, width), np.float32)
    result[:, :4] = cv2.dnn.blobFromImages(list(crops), 1 / 255)
    result[:, 4:] = (0.5 + usual)[:, :, None, None]
    return result


def usual_sizes(located: Located) -> Array:
    """(n, 2) logarithms of how much larger cards near a box are than it: shorter, longer sides.

    Weighted medians over the surer half of the boxes, near ones counting more.
    """
    quads, sure = located.quads_px, located.confidences
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)[:, :2]
    sides = np.sort(sides, axis=1)
    surer = sure >= np.median(sure)
    centres = quads.mean(axis=1)
    far = np.linalg.norm(centres[:, None] - centres[None, surer], axis=2)
    weights = sure[surer] / (1 + (far / np.median(sides[surer, 1]) / NEARBY) ** 2)
    usual = np.empty_like(sides)
    for k, lengths in enumerate(sides[surer].T):
        order = np.argsort(lengths)
        below = np.cumsum(weights[:, order], axis=1)
        usual[:, k] = lengths[order][np.argmax(below >= below[:, -1:] / 2, axis=1)]
    result: Array = np.clip(np.log(usual / sides), -MOST_OFF, MOST_OFF)
    return result


def moved(quads_px: Array, moves: Array) -> Array:
    """(n, 4, 2) quads after (n, 5) moves, as seen in their crops.

    Across and down in widths and heights of the card, logarithms of the change of width and
    height, radians.
    """
    centre, size = WIDE.corners().mean(axis=0), WIDE.card_px
    boxes = np.column_stack(
        (centre + moves[:, :2] * size, size * np.exp(moves[:, 2:4]), moves[:, 4])
    )
    ways = [cv2.invertAffineTransform(WIDE.to_crop(quad)) for quad in quads_px]
    return np.array([mapped(way, quad) for way, quad in zip(ways, corners(boxes), strict=True)])
