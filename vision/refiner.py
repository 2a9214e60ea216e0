"""Boxes set right: the second network, between those that find cards and name them.

A box of the localizer that is a tenth of a card off shows the recogniser the edge of the card on
top instead of its own picture. The refiner looks at each box with a little of what lies around,
and is told how large the cards near it are, for what is covered of a card cannot be seen.
"""

from dataclasses import dataclass

import numpy as np

from vision.batches import in_batches
from vision.boxes import Array, corners
from vision.crops import WIDE, card_crops
from vision.cut_cards import sizes_near, sorted_sides
from vision.localizer import Located
from vision.runtime import Net

MOST_OFF = 0.5
"""Of the logarithm of a size; boxes farther off are told apart no more."""


@dataclass(frozen=True, slots=True)
class Refiner:
    """The network and what it is shown."""

    net: Net
    """(n, 112, 72, 6) uint8, see `shown`, to (n, 5) moves, see `moved`; n as in `in_batches`."""

    def refine(
        self, frame_bgr: Array, located: Located, outline_px: Array | None = None
    ) -> Located:
        """The same boxes of a picture (h, w, 3) uint8 where their cards lie.

        `outline_px`: see vision.crops.card_crops.
        """
        if not len(located):
            return located
        quads = located.quads_px
        crops = card_crops(frame_bgr, quads, cut=WIDE, outline_px=outline_px)
        (moves,) = in_batches(self.net, shown(crops, usual_sizes(located)))
        return Located(moved(quads, moves.astype(float)), located.confidences)


def shown(crops: Array, usual: Array) -> Array:
    """(n, 112, 72, 6) uint8: crops, then two planes that tell how much larger cards are.

    Half of 255 is no larger; the first is of the shorter side, the second of the longer.
    """
    told = np.rint(255 * (0.5 + usual)).astype(np.uint8)
    result = np.empty((*crops.shape[:3], 6), np.uint8)
    # Plane by plane: all at once takes numpy seven times as long.
    for k, plane in enumerate((*np.moveaxis(crops, 3, 0), *told.T[..., None, None])):
        result[..., k] = plane
    return result


def usual_sizes(located: Located) -> Array:
    """(n, 2) logarithms of how much larger cards near a box are than it: shorter, longer sides."""
    larger = sizes_near(located) / sorted_sides(located.quads_px)
    result: Array = np.clip(np.log(larger), -MOST_OFF, MOST_OFF)
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
    return WIDE.to_picture(quads_px, corners(boxes))
