"""From the pictures of a camera or a video to looks at the table, live and recorded alike."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import numpy as np

from vision.boxes import Array, short_sides
from vision.brightness import brightened
from vision.camera_motion import CameraWatch
from vision.detector import Detector
from vision.evidence import SURE, Detection, open_quads
from vision.history import History
from vision.looks import Look, Reaching, look_json, look_of
from vision.motion import Gate, Motion
from vision.picture_faults import shows_nothing
from vision.small_pictures import smoothed
from vision.video import Frame

Item = TypeVar("Item")

AHEAD = 16
"""So many pictures are decoded and gated while the detector is at work."""
STEP_S = 0.049
"""The gate needs no more than 20 pictures a second; times are not exact to the last digit."""
GLANCE = (0.45, 1 / 3)
"""Of the picture's width and height, as much is looked at in a glance."""
BORDER_CARDS = 1.0
"""Widths of a card from the border of a glance within which a card's middle is too near."""
MOST_REACHES = 600
"""So much of the way of hands is told with a look."""
ENOUGH_CARDS = 4
"""So many open cards tell how large cards are in the next look."""


def looks_of(
    frames: Iterable[Frame], detector: Detector, gate: Gate, card_px: float | None = None
) -> Iterator[Look]:
    """A look each time that one tells something, as it would be read from a file of looks.

    While something moves, what came to rest beside it is glanced at.

    `card_px`: how wide cards are, where that is known; else each look learns it from the last.
    What is outside of the table is in the looks too, so that they outlive a change of the setup.
    """
    camera, history = CameraWatch(), History()
    reaches = deque[tuple[float, Array, Array]](maxlen=MOST_REACHES)
    width = usual = card_px
    for frame, small, motion, before in ahead(gated(frames, gate), AHEAD):
        history.add(smoothed(small[0]), frame.time_s)
        reaches += [(frame.time_s, *arm) for arm in motion.reaches]
        part = None
        if motion.due:
            # The detector does so by itself: the watch, and glances, are to see the same light.
            picture, shift = brightened(frame.bgr()), camera.shift
            camera.step(picture)
            if camera.lost or camera.shift is not shift:
                history.clear()
            seen = detector.detect(picture, width, unsure=True)
            width = card_px or usual_card_px(seen)
            usual = width or usual
        elif motion.came is not None and usual is not None:
            picture = brightened(frame.bgr())
            place = (np.array(motion.came) + 0.5) / small.shape[:0:-1]
            seen, part = glanced(picture, place, detector, usual)
        else:
            continue
        # In a look hands rest, in a glance they move.
        resting, moving = (motion.hands, ()) if motion.due else ((), motion.hands)
        height_px, width_px = picture.shape[:2]
        scale = np.array((width_px, height_px)) / small.shape[:0:-1]
        look = Look(
            frame.time_s,
            motion.settled_s,
            (width_px, height_px),
            dated(seen, history, before, scale, resting, moving),
            tuple((outline + 0.5) * scale - 0.5 for outline in motion.hands),
            glance=not motion.due,
            shift=camera.shift,
            lost=camera.lost,
            reaches=tuple(
                Reaching(time_s, (tip + 0.5) * scale - 0.5, (foot + 0.5) * scale - 0.5)
                for time_s, tip, foot in reaches
            ),
            part_px=part,
        )
        reaches.clear()
        yield look_of(look_json(look))


def gated(frames: Iterable[Frame], gate: Gate) -> Iterator[tuple[Frame, Array, Motion, Array]]:
    """The pictures that show something: the small one, what moved, the table before the last look.

    It asks nothing of the detector, and can run ahead of it.
    """
    gated_s = -np.inf
    for frame in frames:
        if frame.time_s - gated_s < STEP_S:
            continue
        gated_s = frame.time_s
        small = frame.small()
        if shows_nothing(small):
            continue  # no evidence: a dark picture is not an empty table
        motion = gate.step(small, frame.time_s)
        yield frame, small, motion, gate.before


def glanced(
    picture: Array, place: Array, detector: Detector, card_px: float
) -> tuple[tuple[Detection, ...], Array]:
    """The cards around a place in a picture (h, w, 3) uint8, the surest first, and (4, 2) px
    corners of what was looked at.

    `place`: (2,) x, y as shares of the picture's width and height. Cards near the border of what
    is looked at are left out, for some of them would be cut.
    """
    whole = np.array(picture.shape[1::-1])
    size = np.ceil(whole * GLANCE).astype(int)
    low = np.clip((whole * place - size / 2).round().astype(int), 0, whole - size)
    (left, top), (right, bottom) = low, low + size
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    found = detector.detect(part, card_px, unsure=True)
    edge = BORDER_CARDS * card_px
    inner_low, inner_high = (low > 0) * edge, size - (low + size < whole) * edge
    inner = tuple(
        replace(each, quad_px=each.quad_px + low)
        for each in found
        if ((each.centre_px >= inner_low) & (each.centre_px <= inner_high)).all()
    )
    (left, top), (right, bottom) = inner_low + low, inner_high + low
    return inner, np.array(((left, top), (right, top), (right, bottom), (left, bottom)), float)


def dated(
    seen: tuple[Detection, ...],
    history: History,
    before: Array,
    scale: Array,
    resting: tuple[Array, ...],
    moving: tuple[Array, ...],
) -> tuple[Detection, ...]:
    """The cards, those that are surely there with the times since when they lie there.

    `scale`: (2,) pixels of the picture for one of the small pictures of the gate, in which hands
    are outlined.
    """
    sure = [k for k, each in enumerate(seen) if each.confidence >= SURE]
    quads = [(seen[k].quad_px + 0.5) / scale - 0.5 for k in sure]
    told = history.since(quads, before, resting, moving)
    since = dict(zip(sure, told, strict=True))
    return tuple(replace(each, since=since.get(k)) for k, each in enumerate(seen))


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
