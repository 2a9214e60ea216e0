"""When each card was laid: what its place looked like in the small pictures of the last seconds.

A look tells that a card lies somewhere; the pictures before it tell since when, and how long its
place was seen without it, wherever no arm was in the way.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

import cv2
import numpy as np

from vision.boxes import Array

PICTURES = 240
"""So many are remembered, 12 seconds at 20 a second: 14 MB."""
INNER = 0.7
"""Of a card's sides, as much is compared: at its border the cloth shows."""
POINTS = (4, 6)
"""So many across a card and down it."""
LEAST_POINTS = 8
"""A card of which fewer lie beside the other cards tells nothing."""
LEAST_CHANGE = 8.0
"""Levels of grey by which a place must differ from what it was."""
ALIKE = 0.35
"""A place looks like in one picture and not in another where it differs from the first by less
than this share of what it differs from the second."""
WITHOUT, WITH = 6.0, 12.0
"""And by fewer levels: without the card, for an arm may be nearly as bright as the cloth; and with
it, for no arm has its print."""


class Since(NamedTuple):
    """Since when a place looks as it does."""

    after_s: float
    """It was last seen to look as before; -inf where that is longer ago than is remembered."""
    seen_s: float
    """It was first seen to look as it does."""


class _Past(NamedTuple):
    time_s: float
    picture: Array
    """(h, w) uint8."""
    level: float
    """How bright it is."""


@dataclass(slots=True)
class History:
    """The small pictures of the last seconds."""

    _past: deque[_Past] = field(default_factory=lambda: deque(maxlen=PICTURES))

    def add(self, small: Array, time_s: float) -> None:
        """Remembers a picture (h, w) uint8; time_s rises from call to call."""
        self._past.append(_Past(time_s, small, _level(small)))

    def clear(self) -> None:
        """Forgets all: no place is where it was."""
        self._past.clear()

    def since(
        self,
        quads: Sequence[Array],
        before: Array,
        resting: Sequence[Array] = (),
        moving: Sequence[Array] = (),
    ) -> tuple[Since | None, ...]:
        """Of cards (4, 2) in the last picture, since when their places look as they do there.

        `before`: (h, w) the table as it was; `resting` and `moving`: (k, 2) outlines of hands in
        the last picture. None for a place that looks like that, and for one of which too little
        lies beside the other cards and hands that rest: such a hand looks like itself. One that
        moves seldom does, and is outlined widely: what lies under it counts where else too little
        is left.
        """
        found: list[Since | None] = [None] * len(quads)
        if not self._past or not quads:
            return tuple(found)
        last = self._past[-1]
        was = before * (last.level / _level(before))
        change = np.abs(was - last.picture)
        places = dict[int, Array]()
        for k, inner in enumerate(_inner(np.array(quads))):
            if change[*_pixels(inner, change.shape)].max() < LEAST_CHANGE:
                continue  # most cards, and the rest takes longer
            beside = _beside(inner, [*quads[:k], *quads[k + 1 :], *resting])
            clear = _beside(beside, moving)
            place = _pixels(clear if len(clear) >= LEAST_POINTS else beside, change.shape)
            if place.shape[1] >= LEAST_POINTS and change[*place].mean() >= LEAST_CHANGE:
                places[k] = place
        if places:
            seen, begin = self._seen(np.concatenate(list(places.values()), axis=1)), 0
            for k, place in places.items():
                part = slice(begin, begin := begin + place.shape[1])
                found[k] = self._changed(seen[:, part], was[*place])
        return tuple(found)

    def _seen(self, pixels: Array) -> Array:
        """(pictures, n) what all pictures show at pixels y, x (2, n), in the light of the last."""
        lights = self._past[-1].level / np.array([each.level for each in self._past])
        seen: Array = np.array([each.picture[*pixels] for each in self._past]) * lights[:, None]
        return seen

    def _changed(self, seen: Array, was: Array) -> Since:
        """When a place changed that was seen so (pictures, n) and once looked so (n,)."""
        apart, off = (np.abs(seen - each).mean(axis=1) for each in (was, seen[-1]))
        without = apart < np.minimum(WITHOUT, ALIKE * off)
        there = off < np.minimum(WITH, ALIKE * apart)
        # What a hand carries over a card that lies there may look like the cloth, once.
        lone = without & ~(np.append(False, without[:-1]) | np.append(without[1:], False))
        empty = np.flatnonzero(without & ~(lone & np.logical_or.accumulate(there)))
        begin = int(empty[-1]) + 1 if len(empty) else 0
        first = begin + int(there[begin:].argmax())
        return Since(self._past[begin - 1].time_s if begin else -inf, self._past[first].time_s)


def _level(picture: Array) -> float:
    return max(1.0, float(np.median(picture[::8, ::8])))


def _inner(quads: Array) -> Array:
    """(k, n, 2) points within cards (k, 4, 2)."""
    across, down = (0.5 + INNER * ((np.arange(n) + 0.5) / n - 0.5) for n in POINTS)
    u, v = (each.reshape(1, -1, 1) for each in np.meshgrid(across, down))
    corner, right, left = quads[:, None, 0], quads[:, None, 1], quads[:, None, 3]
    points: Array = corner + u * (right - corner) + v * (left - corner)
    return points


def _beside(points: Array, quads: Sequence[Array]) -> Array:
    """(m, 2) the points (n, 2) that lie in none of the cards."""
    low, high = points.min(axis=0, initial=np.inf), points.max(axis=0, initial=-np.inf)
    for quad in quads:
        if (quad.max(axis=0) >= low).all() and (quad.min(axis=0) <= high).all():
            outline = quad.astype(np.float32)
            free = [cv2.pointPolygonTest(outline, (x, y), False) < 0 for x, y in points.tolist()]
            points = points[free]
    return points


def _pixels(points: Array, shape: tuple[int, ...]) -> Array:
    """(2, n) y and x of the pixels of a picture at points (n, 2)."""
    height, width = shape
    pixels: Array = np.clip(points.round().astype(int), 0, (width - 1, height - 1)).T[::-1]
    return pixels
