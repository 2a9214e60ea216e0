"""From the pictures of a camera or a video to looks at the table, live and recorded alike."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from vision.boxes import Array, short_sides
from vision.detector import Detector
from vision.evidence import Detection
from vision.looks import Look, look_json, look_of
from vision.motion import Gate
from vision.video import Frame

Item = TypeVar("Item")

AHEAD = 16
"""So many pictures are decoded while the detector is at work."""
STEP_S = 0.05
"""The gate needs no more than 20 pictures a second."""
SURE = 0.5
OPEN = 0.9
"""Share of a card that shows, from which its box is as large as the card."""
ENOUGH_CARDS = 4
"""So many open cards tell how large cards are in the next look."""


def looks_of(
    frames: Iterable[Frame], detector: Detector, gate: Gate, card_px: float | None = None
) -> Iterator[Look]:
    """A look each time that one tells something, as it would be read from a file of looks.

    `card_px`: how wide cards are, where that is known; else each look learns it from the last.
    What is outside of the table is in the looks too, so that they outlive a change of the setup.
    """
    gated_s, width = -np.inf, card_px
    for frame in ahead(iter(frames), AHEAD):
        if frame.time_s - gated_s < STEP_S:
            continue
        gated_s = frame.time_s
        small = frame.small()
        motion = gate.step(small, frame.time_s)
        if not motion.due:
            continue
        picture = frame.bgr()
        seen = detector.detect(picture, width, unsure=True)
        width = card_px or usual_card_px(seen)
        height_px, width_px = picture.shape[:2]
        scale = np.array((width_px, height_px)) / small.shape[::-1]
        look = Look(
            frame.time_s,
            motion.settled_s,
            (width_px, height_px),
            seen,
            tuple((outline + 0.5) * scale - 0.5 for outline in motion.hands),
        )
        yield look_of(look_json(look))


def open_quads(seen: Iterable[Detection]) -> Array:
    """(n, 4, 2) px of the cards that are surely there and lie open."""
    quads = [each.quad_px for each in seen if each.confidence >= SURE and each.visible >= OPEN]
    return np.array(quads).reshape(-1, 4, 2)


def usual_card_px(seen: Iterable[Detection]) -> float | None:
    """How wide a card is in this picture, or None where it shows too few."""
    quads = open_quads(seen)
    return float(np.median(short_sides(quads))) if len(quads) >= ENOUGH_CARDS else None


def ahead(items: Iterator[Item], count: int) -> Iterator[Item]:
    """The same items, in their order, got by another thread up to so many in advance."""
    end = object()
    with ThreadPoolExecutor(1) as reader:
        waiting = deque(reader.submit(next, items, end) for _ in range(count))
        while (item := waiting.popleft().result()) is not end:
            waiting.append(reader.submit(next, items, end))
            yield item  # type: ignore[misc]  # all but `end` are items
