"""Belief: which faces lie in which zone, with what certainty, over the whole deck at once.

Every card that was seen keeps a spot on the table. A look at it again adds to what is believed of
its face; a card that is covered stays believed; only where its place is seen empty does it fade.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from scorer.cards import BACK, Card, card
from scorer.sighting import Chances, Laid, Place, Sighting
from vision.boxes import Array
from vision.calibration import Calibration
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD
from vision.looks import Look
from vision.one_deck import dealt
from vision.setup import Zone
from vision.zones import Zones

LEAST_CONFIDENCE = 0.1
"""Boxes less sure than this do not count at all."""
SAME_MM = 13.0
"""A card whose centre moved no more than this lies where it lay."""
OTHER_FACE_MM = 8.0
"""So much further away is a card that shows another face, for telling which is which."""
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
"""The same where it was only glanced at while something moved."""
COVERED = 0.2
"""Of a card's face another must cover, for it to be out of sight."""
GONE = 0.04
"""Less present than this, a card is forgotten."""
LEAST_CHANCE = 0.02
CLEARLY = 0.6
EDGE_SHARE = 0.02
"""Of the picture's size: what comes so near to its border reaches in from there."""
HAND_SHARE = 0.04
"""Of a zone under a hand for cards in it to be out of sight."""
LATELY = 16
"""So many looks are remembered, to tell when a place was last seen empty."""
MOST_REACHES = 60
"""So many looks with a hand of each seat are remembered."""
MOST_LAID = 60
"""So many cards that came to lie in the pot are remembered."""

Lately = tuple[tuple[float, tuple[Array, ...]], ...]
"""The times of the last looks and the hands over the table in them, mm; the last look first."""


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

    @property
    def centre_mm(self) -> tuple[float, float]:
        x, y = self.quad_mm.mean(axis=0)
        return float(x), float(y)

    @property
    def face(self) -> int:
        """The class it most likely is."""
        return int(self.logs[:NO_CARD].argmax())


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What is believed of the table."""

    zones: Zones
    seats: tuple[str, ...]
    deck: frozenset[Card]
    """The faces that this table plays with."""
    spots: tuple[Spot, ...] = ()
    laid: Mapping[int, tuple[Card, Laid]] = field(default_factory=dict)
    """Of cards that came to lie in the pot lately, by their numbers."""
    numbered: int = 0
    """So many cards have numbers."""
    lately: Lately = ()
    reached: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """When the hand of each seat was seen over the table; lately, not ever."""
    time_s: float = 0.0
    settled_s: float = -1.0
    dim: frozenset[Place] = frozenset()

    def after(self, look: Look, calibration: Calibration) -> "Belief":
        """What is believed after one more look."""
        seen = [each for each in look.detections if each.confidence >= LEAST_CONFIDENCE]
        if look.glance:
            seen = [each for each in seen if not _under_a_hand(each, look)]
        quads = _to_mm([each.quad_px for each in seen], calibration, look)
        hands = [calibration.to_mm(outline, look.size_px) for outline in look.hands_px]
        seen = [_of_deck(each, self.deck) for each in seen]
        pairs = _matched(self.spots, seen, quads)
        again = set(pairs.values())
        others = [spot for k, spot in enumerate(self.spots) if k not in again]
        gone = {
            spot.face: spot
            for spot in others
            if spot.zone is not None and not _out_of_sight(spot, quads, hands)
        }
        numbered, found = self.numbered, list[Spot]()
        for i, (each, quad) in enumerate(zip(seen, quads, strict=True)):
            if i in pairs:
                spot = _seen_again(
                    self.spots[pairs[i]], each, quad, self.zones, settled=not look.glance
                )
            else:
                moved = gone.pop(int(each.probabilities[:NO_CARD].argmax()), None)
                middle = quad.mean(axis=0)
                came = (
                    moved.came
                    if moved
                    else Laid(
                        _missing_until((float(middle[0]), float(middle[1])), self.lately),
                        look.time_s,
                    )
                )
                spot = _first_seen(
                    each,
                    quad,
                    self.zones,
                    moved.number if moved else numbered,
                    came,
                    settled=not look.glance,
                )
                numbered += 1
            found.append(spot)
        faces = _clear_faces(found)
        laid = _laid(self.laid, found)
        found += others if look.glance else [_unseen(each, quads, hands, faces) for each in others]
        spots = tuple(spot for spot in found if spot.presence >= GONE)
        lately = ((look.time_s, tuple(hands)), *self.lately[: LATELY - 1])
        belief = replace(
            self, spots=spots, time_s=look.time_s, settled_s=look.settled_s,
            laid=laid, numbered=numbered, lately=lately,
        )  # fmt: skip
        if not look.glance:
            dim = frozenset(_under_hands(self.zones, self.seats, hands))
            belief = replace(belief, dim=dim)
        reached = dict(self.reached)
        for seat in {self._nearest(point) for point in _feet(look, calibration)}:
            reached[seat] = (*reached.get(seat, ()), look.time_s)[-MOST_REACHES:]
        return replace(belief, reached=reached)

    def sighting(self) -> Sighting:
        """The table as the rules look at it."""
        places: dict[Place, dict[Card, list[float]]] = {}
        shown: dict[int, dict[Card, list[float]]] = {}
        for spot, chances in zip(self.spots, _together(self.spots), strict=True):
            place = self._place(spot)
            pile = (
                shown.setdefault(self._nearest(spot.centre_mm), {})
                if place is None
                else (places.setdefault(place, {}))
            )
            for k in np.flatnonzero(chances[:NO_CARD] * spot.presence >= LEAST_CHANCE):
                face = card(CLASSES[k])
                if face is not BACK:
                    pile.setdefault(face, []).append(float(chances[k]) * spot.presence)
        return Sighting(
            self.time_s,
            self.settled_s,
            {place: _falling(pile) for place, pile in places.items()},
            {seat: _falling(pile) for seat, pile in shown.items()},
            self.dim,
            _by_face(self.laid),
            self.reached,
        )

    def _place(self, spot: Spot) -> Place | None:
        return None if spot.zone is None else _place_of(spot.zone, self.seats)

    def _nearest(self, point: tuple[float, float]) -> int:
        """The seat whose captures lie nearest."""
        far = {
            self.seats.index(zone.seat): -cv2.pointPolygonTest(
                np.array(zone.polygon_mm, np.float32), point, True
            )
            for zone in self.zones.zones
            if zone.seat is not None
        }
        return min(far, key=far.__getitem__)


def _place_of(zone: Zone, seats: tuple[str, ...]) -> Place:
    """A card that lies open beside the stock lies in the pot."""
    return "pot" if zone.seat is None else seats.index(zone.seat)


def _falling(pile: Mapping[Card, Iterable[float]]) -> Chances:
    return {each: tuple(sorted(chances, reverse=True)) for each, chances in pile.items()}


def _to_mm(quads_px: list[Array], calibration: Calibration, look: Look) -> list[Array]:
    """Each (4, 2) mm."""
    if not quads_px:
        return []
    points = calibration.to_mm(np.concatenate(quads_px), look.size_px)
    return list(points.reshape(-1, 4, 2))


def _matched(spots: tuple[Spot, ...], seen: list[Detection], quads: list[Array]) -> dict[int, int]:
    """Of the cards seen those that were seen before in the same place: index to spot's index."""
    if not spots or not seen:
        return {}
    here = np.array([quad.mean(axis=0) for quad in quads])
    there = np.array([spot.quad_mm.mean(axis=0) for spot in spots])
    far = np.linalg.norm(here[:, None] - there[None], axis=2)
    chances = np.array([each.probabilities[:NO_CARD] for each in seen])
    faces = np.array([np.exp(spot.logs[:NO_CARD]) for spot in spots])
    agree = np.minimum(1, chances @ faces.T)
    cost = far + OTHER_FACE_MM * (1 - agree)
    clear = np.array([each.confidence > CLEARLY for each in seen])
    over = (far > STILL_MM) & (agree < OTHER_FACE) & clear[:, None]
    cost[(far > SAME_MM) | over] = 1e6
    rows, columns = linear_sum_assignment(cost)
    return {int(i): int(k) for i, k in zip(rows, columns, strict=True) if cost[i, k] < 1e6}


def _of_deck(seen: Detection, deck: frozenset[Card]) -> Detection:
    """The detection with the chances of faces that this table does not play with taken away."""
    foreign = [k for k, face in enumerate(CLASSES) if card(face) not in deck | {BACK}]
    if not seen.probabilities[foreign].any():
        return seen
    chances = seen.probabilities.copy()
    chances[foreign] = 0
    chances[NO_CARD] += 1e-6
    return replace(seen, probabilities=chances / chances.sum())


def _logs(seen: Detection) -> Array:
    result: Array = np.log(np.maximum(seen.probabilities, 1e-4))
    return result


def _says(seen: Detection) -> float:
    """How much a look at a card says of its face: an open one more than a covered one."""
    return 0.2 + 0.8 * float(np.clip((seen.visible - 0.3) / 0.5, 0, 1))


def _first_seen(
    seen: Detection, quad_mm: Array, zones: Zones, number: int, came: Laid, *, settled: bool
) -> Spot:
    centre = quad_mm.mean(axis=0)
    zone = zones.place_of((float(centre[0]), float(centre[1])))
    return Spot(quad_mm, zone, _logs(seen), _says(seen), seen.confidence, settled, number, came)


def _missing_until(point: tuple[float, float], lately: Lately) -> float:
    """When this point was last seen with no hand over it."""
    for time_s, hands in lately:
        if not any(_inside(point, outline) for outline in hands):
            return time_s
    return -inf


def _seen_again(
    spot: Spot, seen: Detection, quad_mm: Array, zones: Zones, *, settled: bool
) -> Spot:
    """The spot with one look more; its face is what all looks at it say together."""
    says = _says(seen)
    logs = (spot.weight * spot.logs + says * _logs(seen)) / (spot.weight + says)
    logs -= np.log(np.exp(logs).sum())
    centre = quad_mm.mean(axis=0)
    zone = zones.place_of((float(centre[0]), float(centre[1])), spot.zone)
    weight = min(MEMORY, spot.weight + says)
    presence = 1 - (1 - spot.presence) * (1 - seen.confidence)
    return replace(
        spot,
        quad_mm=quad_mm,
        zone=zone,
        logs=logs,
        weight=weight,
        presence=min(presence, 0.995),
        settled=settled or spot.settled,
    )


def _clear_faces(found: list[Spot]) -> Mapping[int, int]:
    """How many of each class are clearly to be seen."""
    faces: dict[int, int] = {}
    for spot in found:
        if spot.presence * np.exp(spot.logs[spot.face]) > CLEARLY:
            faces[spot.face] = faces.get(spot.face, 0) + 1
    return faces


def _unseen(
    spot: Spot, quads_mm: list[Array], hands_mm: list[Array], faces: Mapping[int, int]
) -> Spot:
    """The spot after a look in which nothing was found there."""
    left = 1.0 if spot.settled else PASSING
    if _under(spot, hands_mm):
        return replace(spot, presence=spot.presence * left)
    # What was seen once may have been the card that now seems to lie over it, misread.
    left *= LINGERING if spot.weight > 1 and _covered(spot, quads_mm) else FADING
    if faces.get(spot.face, 0) >= card(CLASSES[spot.face]).copies:
        left *= ELSEWHERE
    return replace(spot, presence=spot.presence * left)


def _under_a_hand(seen: Detection, look: Look) -> bool:
    return any(_inside(seen.centre_px, outline) for outline in look.hands_px)


def _out_of_sight(spot: Spot, quads_mm: list[Array], hands_mm: list[Array]) -> bool:
    return _under(spot, hands_mm) or _covered(spot, quads_mm)


def _under(spot: Spot, hands_mm: list[Array]) -> bool:
    return any(_inside(spot.centre_mm, outline) for outline in hands_mm)


def _covered(spot: Spot, quads_mm: list[Array]) -> bool:
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


def _feet(look: Look, calibration: Calibration) -> Iterator[tuple[float, float]]:
    """Where the arms that reach over the table come from, in mm: at the border of the picture."""
    size = np.array(look.size_px)
    near = EDGE_SHARE * size
    for outline in look.hands_px:
        foot = outline[((outline < near) | (outline > size - near)).any(axis=1)]
        if len(foot):
            x, y = calibration.to_mm(foot.mean(axis=0)[None], look.size_px)[0]
            yield float(x), float(y)


def _inside(point: tuple[float, float], outline: Array) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), point, False) >= 0


def _under_hands(zones: Zones, seats: tuple[str, ...], hands_mm: list[Array]) -> Iterable[Place]:
    """The places of which a hand covers more than a corner."""
    for zone in zones.zones:
        if zone.name == "stock":
            continue
        corners = np.array(zone.polygon_mm)
        low, high = corners.min(axis=0), corners.max(axis=0)
        shares = [(x, y) for x in np.linspace(0.05, 0.95, 12) for y in np.linspace(0.05, 0.95, 8)]
        points = [tuple(low + (high - low) * share) for share in shares]
        hidden = sum(any(_inside((x, y), each) for each in hands_mm) for x, y in points)
        if hidden > HAND_SHARE * len(points):
            yield _place_of(zone, seats)


def _together(spots: tuple[Spot, ...]) -> list[Array]:
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


def _laid(
    before: Mapping[int, tuple[Card, Laid]], found: Iterable[Spot]
) -> Mapping[int, tuple[Card, Laid]]:
    """What came to lie in the pot, with the cards that are clearly seen to lie there now."""
    laid = dict(before)
    for spot in found:
        clear = spot.presence * np.exp(spot.logs[spot.face]) > CLEARLY
        face = card(CLASSES[spot.face])
        in_pot = spot.zone is not None and spot.zone.seat is None
        if clear and in_pot and face is not BACK:
            laid[spot.number] = (face, spot.came)
    latest = sorted(laid, key=lambda number: -laid[number][1].seen_s)[:MOST_LAID]
    return {number: laid[number] for number in latest}


def _by_face(laid: Mapping[int, tuple[Card, Laid]]) -> Mapping[Card, tuple[Laid, ...]]:
    found: dict[Card, list[Laid]] = {}
    for face, came in laid.values():
        found.setdefault(face, []).append(came)
    return {
        face: tuple(sorted(all_came, key=lambda came: came.seen_s))
        for face, all_came in found.items()
    }
