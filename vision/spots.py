"""Spots: the cards that lie on the table, each with what all looks at it say together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from math import dist, inf

import cv2
import numpy as np

from scorer.cards import Card, card
from scorer.sighting import Laid, Point
from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD
from vision.history import Since
from vision.one_deck import dealt
from vision.setup import Zone
from vision.zones import Zones

STILL_MM, OTHER_FACE = 2.0, 0.1
"""A card clearly seen that lies further off and agrees so little was laid over what lay there."""
MEMORY = 3.0
"""Earlier looks count as many as this many looks at most."""
FADING = 0.35
"""What is left of a card's presence once its place is seen empty."""
LINGERING = 0.9
"""The same where another card lies over its place."""
ELSEWHERE = 0.3
"""The same where its only copy is seen clearly in another place."""
PASSING = 0.1
"""Less by so much where it was only glanced at while something moved, and no card covers it now."""
GIVEN_UP = 0.5
"""A card less present than this is rather gone than not."""
LESS = 0.2
"""Of two cards that overlap, by so much less of the lower one shows; or of one that was covered."""
COVERED = 0.2
"""Of a card's face another must cover, for it to be out of sight."""
CLEARLY = 0.6
"""So likely there and of its face, a card is clearly seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A card that lies on the table, as far as is known."""

    quad_mm: Array
    """(4, 2) corners."""
    zone: Zone | None
    logs: Array
    """(OUTPUTS,) logarithms of the chances of each face, over all looks at it."""
    weight: float
    """How many looks that is, open ones counting for more."""
    presence: float
    """The chance that a card lies there at all."""
    settled: bool
    """Whether it was seen while nothing moved: what was only glanced at may have passed by."""
    number: int
    """Tells it from others; it keeps its number where it moves."""
    came: Laid
    visible: float
    """Share of it that showed in the last look at it."""
    openest: float
    """What showed of it in the last still look without hands, or more since."""
    shown: float
    """The most that ever showed of it."""
    vacant: bool = False
    """Whether its place was seen empty in that look."""

    @property
    def centre_mm(self) -> Point:
        """The middle of it."""
        return centre_of(self.quad_mm)

    @property
    def face(self) -> int:
        """The class it most likely is."""
        return int(self.logs[:NO_CARD].argmax())

    @property
    def in_pot(self) -> bool:
        """Whether it lies in the pot, or open beside the stock."""
        return self.zone is not None and self.zone.seat is None

    @property
    def chance(self) -> float:
        """How likely it is there and of that face."""
        return float(self.presence * np.exp(self.logs[self.face]))

    @property
    def clear(self) -> bool:
        """Whether it is clearly seen to be of that face."""
        return self.chance > CLEARLY

    @property
    def sure(self) -> tuple[bool, float]:
        """Greater for the one of two that is less likely misread: one that showed more."""
        return self.clear, self.chance * says(self.shown)


def centre_of(points_mm: Array) -> Point:
    """The middle of points (n, 2)."""
    x, y = points_mm.mean(axis=0)
    return float(x), float(y)


def is_another(spot: Spot, seen: Detection, quad_mm: Array) -> bool:
    """Whether a card was laid where this one had been taken away.

    It clearly shows another face; or this one was hardly believed to lie there any more, and what
    is seen there seems to be another, however badly, or the pictures show that one came since it
    did. At the very same place it is this one, uncovered.
    """
    agrees = float(seen.probabilities[:NO_CARD] @ np.exp(spot.logs[:NO_CARD]))
    if spot.presence < GIVEN_UP and agrees < OTHER_FACE:
        return True
    if seen.confidence <= CLEARLY:
        return False
    came_s = -inf if seen.since is None else seen.since.after_s
    moved = dist(centre_of(quad_mm), spot.centre_mm) > STILL_MM
    if moved and spot.presence < GIVEN_UP and came_s > spot.came.seen_s:
        return True
    return spot.vacant and agrees < OTHER_FACE


def _logs(seen: Detection) -> Array:
    result: Array = np.log(np.maximum(seen.probabilities, 1e-4))
    return result


def says(visible: float) -> float:
    """How much a look at a card says of its face: an open one more than a covered one."""
    return 0.2 + 0.8 * float(np.clip((visible - 0.3) / 0.5, 0, 1))


def first_seen(
    seen: Detection, quad_mm: Array, zones: Zones, number: int, came: Laid, *, settled: bool
) -> Spot:
    """The spot of a card that was not seen before."""
    zone = zones.place_of(centre_of(quad_mm))
    logs, shows = _logs(seen), seen.visible
    return Spot(
        quad_mm, zone, logs, says(shows), seen.confidence, settled, number, came,
        visible=shows, openest=shows, shown=shows,
    )  # fmt: skip


def seen_again(
    spot: Spot,
    seen: Detection,
    quad_mm: Array,
    zones: Zones,
    time_s: float,
    *,
    settled: bool,
    hands: bool,
) -> Spot:
    """The spot with one look more; its face is what all looks at it say together.

    `hands`: whether any lie over the table; what shows less then may do so because of them.
    """
    zone = zones.place_of(centre_of(quad_mm), spot.zone)
    came = _sooner(spot.came, seen.since)
    openest = seen.visible if settled and not hands else max(spot.openest, seen.visible)
    if seen.visible > spot.openest - LESS:
        came = came._replace(open_s=time_s)
    return replace(
        told_by(spot, seen),
        quad_mm=quad_mm,
        came=came,
        zone=zone,
        settled=settled or spot.settled,
        visible=seen.visible,
        openest=openest,
        vacant=False,
    )


def told_by(spot: Spot, seen: Detection) -> Spot:
    """The spot with the face, and the presence, that one look more says together with the rest."""
    much = says(seen.visible)
    logs = (spot.weight * spot.logs + much * _logs(seen)) / (spot.weight + much)
    logs -= np.log(np.exp(logs).sum())
    presence = 1 - (1 - spot.presence) * (1 - seen.confidence)
    weight = min(MEMORY, spot.weight + much)
    shown = max(spot.shown, seen.visible)
    return replace(spot, logs=logs, weight=weight, presence=min(presence, 0.995), shown=shown)


def piled(spot: Spot, spots: Iterable[Spot]) -> Spot:
    """The spot in the pot, where it lies in no zone and over a card that lies in the pot."""
    if spot.zone is not None:
        return spot
    below = (each for each in spots if each.in_pot and each.clear and each.number != spot.number)
    return replace(
        spot, zone=next((each.zone for each in below if covered(spot, [each.quad_mm])), None)
    )


def _sooner(came: Laid, since: Since | None) -> Laid:
    """When a card was laid, by pictures that show it before it was first seen to lie there."""
    if since is None or since.seen_s >= came.seen_s:
        return came
    after_s = came.after_s if since.after_s == -inf else since.after_s
    return came._replace(after_s=min(after_s, since.seen_s), seen_s=since.seen_s)


def clear_faces(found: list[Spot]) -> Mapping[int, int]:
    """How many of each class are clearly to be seen."""
    faces: dict[int, int] = {}
    for spot in found:
        if spot.clear:
            faces[spot.face] = faces.get(spot.face, 0) + 1
    return faces


def unseen(
    spot: Spot, quads_mm: list[Array], hands_mm: list[Array], faces: Mapping[int, int]
) -> Spot:
    """The spot after a look in which nothing was found there."""
    left = 1.0 if spot.settled else PASSING
    if _under(spot, hands_mm):
        return replace(spot, presence=spot.presence * left)
    # What was seen once may have been the card that now seems to lie over it, misread.
    vacant = spot.weight <= 1 or not covered(spot, quads_mm)
    left = left * FADING if vacant else LINGERING
    if faces.get(spot.face, 0) >= card(CLASSES[spot.face]).copies:
        left *= ELSEWHERE
    return replace(spot, presence=spot.presence * left, vacant=vacant)


def over(spots: Iterable[Spot]) -> frozenset[tuple[Card, Card]]:
    """Of cards in the pot that overlap which one lies over which, the upper one clearly seen."""
    lying = [spot for spot in spots if spot.presence > CLEARLY and spot.in_pot]
    return frozenset(
        (card(CLASSES[above.face]), card(CLASSES[below.face]))
        for above, below in permutations(lying, 2)
        if above.face != below.face and above.clear and lies_under(below, above)
    )


def lies_under(below: Spot, above: Spot) -> bool:
    """Whether a card shows less than another one that lies over it."""
    return above.visible > below.visible + LESS and covered(below, [above.quad_mm])


def laid_before(spot: Spot, others: Iterable[Spot]) -> Spot:
    """A card first seen now, with when it came: sooner than those in the pot that lie over it.

    That nothing was seen of it since does not say that its place was empty.
    """
    for above in others:
        if above.in_pot and above.clear and lies_under(spot, above):
            after_s = min(spot.came.after_s, above.came.after_s)
            seen_s = max(after_s, min(spot.came.seen_s, above.came.seen_s))
            spot = replace(spot, came=spot.came._replace(after_s=after_s, seen_s=seen_s))
    return spot


def _under(spot: Spot, hands_mm: list[Array]) -> bool:
    return any(inside(spot.centre_mm, outline) for outline in hands_mm)


def covered(spot: Spot, quads_mm: list[Array]) -> bool:
    """Whether a card that is seen now lies over this place."""
    mine = spot.quad_mm.astype(np.float32)
    area = cv2.contourArea(mine)
    low, high = mine.min(axis=0), mine.max(axis=0)
    for quad in quads_mm:
        if (quad.max(axis=0) < low).any() or (quad.min(axis=0) > high).any():
            continue
        if cv2.intersectConvexConvex(mine, quad.astype(np.float32))[0] > COVERED * area:
            return True
    return False


def inside(point: tuple[float, float], outline: Array) -> bool:
    """Whether a point lies within an outline, its border included."""
    return cv2.pointPolygonTest(outline.astype(np.float32), point, False) >= 0


def named_together(spots: tuple[Spot, ...]) -> list[Array]:
    """(OUTPUTS,) chances of each spot's face, all of them named as one deck allows."""
    if not spots:
        return []
    # A card that is likely gone must not keep its face from the place where it is now.
    order = sorted(range(len(spots)), key=lambda k: -spots[k].presence)
    own = np.exp(np.array([spots[k].logs for k in order]))
    own /= own.sum(axis=1, keepdims=True)
    presence = np.array([spots[k].presence for k in order])[:, None]
    held = own * presence
    held[:, NO_CARD] += 1 - presence[:, 0]
    classes, chances = dealt(held)
    result: list[Array] = [np.zeros(0)] * len(spots)
    for k, mine, label, chance in zip(order, own, classes, chances, strict=True):
        if label != NO_CARD:
            rest = mine.copy()
            rest[label] = 0
            chance = max(chance, mine[label])
            mine = rest * ((1 - chance) / max(rest.sum(), 1e-9))
            mine[label] = chance
        result[k] = mine
    return result
