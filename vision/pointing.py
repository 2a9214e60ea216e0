"""Where hands point: the tip of each arm over the table, told by a small network.

What reaches furthest is not always the tip of a hand: a card that was just laid, a shadow, the
other arm. The network learned on filmed games what a hand looks like beside these. It sees the
small pictures of the gate, and what the gate knows of them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.boxes import Array
from vision.runtime import Net, load
from vision.weights import find_weights

PLANES = 6
STEP_PX = 4
"""Pixels of a small picture between two places of the answer."""
RECENT_S = 0.3
"""What moved so long ago shows a third as bright in the plane of times as what moves."""
LEAST_SURE = 0.4
"""Of a place, to be the tip of an arm."""
APART = 7
"""Places across, around one that is the tip of an arm, in which no other is."""


class Pointed(NamedTuple):
    """An arm over the table, in px x, y of the small picture."""

    tip: Array
    """(2,) the tips of its fingers."""
    foot: Array
    """(2,) where it comes into the picture."""


def planes(small: Array, change: Array, since_s: Array, table: Array, time_s: float) -> Array:
    """(6, h, w) uint8: what the network is shown.

    The small picture (3, h, w) uint8, the levels (h, w) by which it differs from the table without
    hands, when each pixel last moved, and how bright that table is.
    """
    recent = 255 * np.exp(np.minimum(0.0, since_s - time_s) / RECENT_S)
    told = np.stack((2 * change, recent, table))
    return np.concatenate((small, np.clip(told, 0, 255).astype(np.uint8)))


@dataclass(frozen=True, slots=True)
class Pointer:
    """The network that tells the tips of arms."""

    net: Net
    """(1, 6, h, w) float 0 to 255 to (1, 5, h', w'), see `pointed`."""

    def __call__(self, shown: Array) -> tuple[Pointed, ...]:
        """The arms in what `planes` gives, the surest first."""
        (answer,) = self.net(shown[None].astype(np.float32))
        return pointed(answer[0].astype(float), shown.shape[2], shown.shape[1])


def open_pointer() -> Pointer:
    """The shipped pointer, on one core: it runs beside the detector.

    Raises:
        NoWeights, NoRuntime: it cannot run here.
    """
    return Pointer(load(find_weights().pointer, threads=1).net)


def pointed(answer: Array, width: int, height: int) -> tuple[Pointed, ...]:
    """The arms that an answer (5, h', w') tells of, the surest first, in a picture of this size.

    Its planes: log odds that the tip of an arm is at this place, x and y of the tip from its middle
    in places, x and y of the way from the tip along the arm.
    """
    odds = answer[0]
    most = cv2.dilate(odds, np.ones((APART, APART)))
    rows, columns = np.nonzero((odds >= most) & (odds > np.log(LEAST_SURE / (1 - LEAST_SURE))))
    found = []
    for k in np.argsort(-odds[rows, columns], kind="stable"):
        at = np.array((columns[k], rows[k]), float)
        _, x, y, along, down = answer[:, rows[k], columns[k]]
        tip = (at + 0.5 + (x, y)) * STEP_PX - 0.5
        found.append(Pointed(tip, border(tip, np.array((along, down)), width, height)))
    return tuple(found)


def border(tip: Array, way: Array, width: int, height: int) -> Array:
    """(2,) where the way (2,) from a point ends at the border of a picture of this size."""
    high = np.array((width, height)) - 1.0
    ends = np.where(way < 0, 0.0, high)
    steps = np.divide(ends - tip, way, out=np.full(2, np.inf), where=np.abs(way) > 1e-6)
    far = float(np.min(np.maximum(steps, 0.0)))
    return np.clip(tip + far * way, 0.0, high) if np.isfinite(far) else np.clip(tip, 0.0, high)
