"""Cards seen under hands that move: a hand holds them, or is just laying them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from math import dist
from typing import NamedTuple

from scorer.cards import BACK, Card
from scorer.sighting import Point, Reach
from vision.calibration import Calibration
from vision.evidence import Detection
from vision.faces import CLASSES
from vision.looks import Look
from vision.spots import LESS, Spot, centre_of, inside, told_by

GLIMPSED = 0.25
"""A card under a hand is seen in part; as sure as this, it is more likely that one than another."""
THERE_MM = 6.0
"""A card seen under a hand so near to where it lies afterwards was being laid there."""
HELD_MM = 25.0
"""The middle of a card that a hand holds lies so far from the tip of what reaches in."""


class Held(NamedTuple):
    """A card under a hand."""

    seen: Detection
    time_s: float
    """It was seen there from then on."""
    at_mm: Point
    """Its middle."""
    away: bool
    """Whether the tips of all hands were elsewhere in that look: then none held it."""


def under_a_hand(seen: Detection, look: Look) -> bool:
    """Whether a card is seen where the outline of a hand is."""
    return any(inside(seen.centre_px, outline) for outline in look.hands_px)


def held_now(
    seen: Iterable[Detection], look: Look, calibration: Calibration, tips_mm: Collection[Point]
) -> tuple[Held, ...]:
    """What is seen under hands in a look, their tips there; two of a face at one time, its own."""
    found = [
        each
        for each in seen
        if each.card is not BACK and each.confidence > GLIMPSED and under_a_hand(each, look)
    ]
    quads_mm = calibration.quads_to_mm([each.quad_px for each in found], look.size_px)
    counts = Counter(each.card for each in found)
    now = []
    for each, quad in zip(found, quads_mm, strict=True):
        time_s = look.time_s if counts[each.card] > 1 else _shown_s(each, look)
        at = centre_of(quad)
        away = bool(tips_mm) and all(dist(tip, at) >= HELD_MM for tip in tips_mm)
        now.append(Held(each, time_s, at, away))
    return tuple(now)


def lies(each: Held, held: Iterable[Held], spots: Iterable[Spot]) -> bool:
    """Whether a card seen under a hand lies there: it did before, and the tip is elsewhere now.

    Or it was before. `held` and `spots`: what was seen so far. What a hand carries is not seen at
    one place twice.
    """
    before = [
        other
        for other in held
        if other.seen.card is each.seen.card and dist(other.at_mm, each.at_mm) < THERE_MM
    ]
    if not each.away:
        return any(other.away for other in before)
    return bool(before) or any(
        CLASSES[spot.face] == each.seen.card.face and dist(spot.centre_mm, each.at_mm) < THERE_MM
        for spot in spots
        if not spot.settled
    )


def _shown_s(seen: Detection, look: Look) -> float:
    """Since when a card under a hand shows: one that lies longer than it was looked at."""
    return look.time_s if seen.since is None else min(look.time_s, seen.since.seen_s)


def of_each(held: Iterable[Held]) -> Mapping[Card, tuple[Reach, ...]]:
    """When and where the cards of each face were seen under hands."""
    found: dict[Card, list[Reach]] = {}
    for each in held:
        found.setdefault(each.seen.card, []).append(Reach(each.time_s, each.at_mm))
    return {face: tuple(times) for face, times in found.items()}


def as_laid(spot: Spot, held: Iterable[Held], lying: Iterable[Spot]) -> Spot:
    """A card that was not seen before, with what was seen of it under the hand that laid it.

    That was at its very place, and nothing of the same face is known to lie nearer to it. Where it
    showed more than it does now, it was better to be told; where it showed less, it may have seemed
    another.
    """
    lying = tuple(lying)
    there = [
        each
        for each in held
        if spot.came.after_s < each.time_s < spot.came.seen_s
        and (away := dist(each.at_mm, spot.centre_mm)) < THERE_MM
        and not any(
            CLASSES[other.face] == each.seen.card.face and dist(each.at_mm, other.centre_mm) <= away
            for other in lying
        )
    ]
    clearest = max((each.seen for each in there), key=lambda seen: seen.visible, default=None)
    if clearest is not None and clearest.visible > spot.visible + LESS:
        spot = told_by(spot, clearest)
    times = [
        each.time_s
        for each in there
        if each.seen.card.face == CLASSES[spot.face] or each.seen.visible < spot.visible
    ]
    came = spot.came._replace(seen_s=min(times, default=spot.came.seen_s))
    return replace(spot, came=came)
