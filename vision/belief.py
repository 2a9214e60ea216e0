"""Belief: which faces lie in which zone, with what certainty, over the whole deck at once.

Every card that was seen keeps a spot on the table. A look at it again adds to what is believed of
its face; a card that is covered stays believed; only where its place is seen empty does it fade.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import dist

import cv2
import numpy as np

from scorer.cards import BACK, Card, card
from scorer.sighting import Chances, Faint, Laid, Place, Point, Reach, Sighting
from scorer.way import GAP_S, NEAR_S, SLOW
from vision.boxes import Array
from vision.calibration import Calibration
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD
from vision.held import HELD_MM, Held, as_laid, held_now, lies, of_each, under_a_hand
from vision.looks import Look
from vision.matching import matched
from vision.moves import Glimpse, as_taken, came_to, may_have_gone, seen_too_often, seen_twice
from vision.setup import Zone
from vision.spots import (
    CLEARLY,
    Spot,
    centre_of,
    clear_faces,
    covered,
    first_seen,
    inside,
    is_another,
    laid_before,
    named_together,
    over,
    piled,
    seen_again,
    unseen,
)
from vision.zones import Zones

LEAST_CONFIDENCE = 0.1
"""Boxes less sure than this do not count at all."""
GONE = 0.04
"""Less present than this, a card is forgotten."""
LEAST_CHANCE = 0.02
HAND_SHARE = 0.04
"""Of a zone under a hand for cards in it to be out of sight."""
LATELY = 16
"""So many looks are remembered, to tell when a place was last seen empty."""
LIKELY = 0.5
"""Surer than this, a card was seen to be laid."""
LEAST_FAINT = 0.1
"""Less likely than this, a card hardly seen was not of a face."""
REACHES_S = 60.0
"""So long the way of a hand is remembered."""
MOST_LAID = 60
"""So many cards that came to lie in the pot are remembered."""


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
    faint: Mapping[int, Spot] = field(default_factory=dict)
    """Of cards that came to lie in the pot lately those that never were to be told, by number."""
    held: tuple[Held, ...] = ()
    """What was seen under hands that moved; lately, not ever."""
    numbered: int = 0
    """So many cards have numbers."""
    lately: tuple[Glimpse, ...] = ()
    """The last looks, the latest first."""
    reaches: Mapping[int, tuple[Reach, ...]] = field(default_factory=dict)
    """The way of each seat's hand over the table; lately, not ever."""
    time_s: float = 0.0
    settled_s: float = -1.0
    dim: frozenset[Place] = frozenset()

    def after(self, look: Look, calibration: Calibration) -> "Belief":
        """What is believed after one more look."""
        sure = (each for each in look.detections if each.confidence >= LEAST_CONFIDENCE)
        seen = [_of_deck(each, self.deck) for each in sure]
        held, reaches = self.held, self._reaches(look, calibration)
        if look.glance:
            since_s = look.time_s - REACHES_S
            held = tuple(each for each in held if each.time_s >= since_s)
            now = held_now(seen, look, calibration, _tips(reaches, look.time_s))
            lying = [id(each.seen) for each in now if lies(each, held, self.spots)]
            held += now
            seen = [each for each in seen if id(each) in lying or not under_a_hand(each, look)]
        quads = calibration.quads_to_mm([each.quad_px for each in seen], look.size_px)
        surplus = seen_too_often(seen, quads)
        seen = [each for k, each in enumerate(seen) if k not in surplus]
        quads = [quad for k, quad in enumerate(quads) if k not in surplus]
        hands = [calibration.to_mm(outline, look.size_px) for outline in look.hands_px]
        part = look.part_px
        shown = None if part is None else calibration.to_mm(part, look.size_px)
        glimpse = Glimpse(look.time_s, tuple(hands), shown, look.glance)
        found, others, numbered = self._found(seen, quads, glimpse, look)
        resting = [each for each in found if not _carried(each, reaches, look.time_s)]
        if not look.glance:
            faces = clear_faces(found)
            others = [unseen(each, quads, hands, faces) for each in others]
        laid = self._laid(resting, found, others)
        faint = self._faint(resting, laid)
        spots = tuple(spot for spot in found + others if spot.presence >= GONE)
        lately = (glimpse, *self.lately[: LATELY - 1])
        belief = replace(
            self, spots=spots, time_s=look.time_s, settled_s=look.settled_s,
            laid=laid, faint=faint, held=held, numbered=numbered, lately=lately,
        )  # fmt: skip
        if not look.glance:
            dim = frozenset(_under_hands(self.zones, self.seats, hands))
            belief = replace(belief, dim=dim)
        return replace(belief, reaches=reaches)

    def _reaches(self, look: Look, calibration: Calibration) -> Mapping[int, tuple[Reach, ...]]:
        """The ways of hands with those that this look tells of."""
        if not look.reaches:
            return self.reaches
        found = {seat: list(way) for seat, way in self.reaches.items()}
        ends = np.array([(each.tip_px, each.foot_px) for each in look.reaches])
        ends_mm = calibration.to_mm(ends.reshape(-1, 2), look.size_px).reshape(-1, 2, 2)
        for each, (tip, foot) in zip(look.reaches, ends_mm, strict=True):
            at = tip + (foot - tip) * (HELD_MM / max(HELD_MM, float(np.linalg.norm(foot - tip))))
            way = found.setdefault(self._nearest((float(foot[0]), float(foot[1]))), [])
            way.append(Reach(each.time_s, (float(at[0]), float(at[1]))))
        since_s = look.time_s - REACHES_S
        return {
            seat: tuple(each for each in way if each.time_s >= since_s)
            for seat, way in found.items()
        }

    def _found(
        self, seen: list[Detection], quads: list[Array], glimpse: Glimpse, look: Look
    ) -> tuple[list[Spot], list[Spot], int]:
        """The spots of the cards seen, those not seen again, and how many have numbers now."""
        pairs = matched(self.spots, seen, quads)
        matches = set(pairs.values())
        others = [spot for k, spot in enumerate(self.spots) if k not in matches]
        gone = {
            spot.face: spot
            for spot in others
            if spot.zone is not None
            and spot.presence > CLEARLY
            and may_have_gone(spot, glimpse, seen, quads)
        }
        known = {i: self.spots[k] for i, k in pairs.items()}
        numbered, found, settled = self.numbered, list[Spot](), not look.glance
        showing = [replace(spot, visible=seen[i].visible) for i, spot in known.items()]
        for i, (each, quad) in enumerate(zip(seen, quads, strict=True)):
            spot = known.get(i)
            if spot is not None and not is_another(spot, each, quad):
                again = seen_again(
                    spot, each, quad, self.zones, look.time_s,
                    settled=settled, hands=bool(glimpse.hands_mm),
                )  # fmt: skip
                found.append(piled(again, self.spots))
                continue
            if look.glance and seen_twice(i, seen, quads, known):
                continue
            place = centre_of(quad)
            came = came_to(each, place, self.lately, look.time_s)
            spot = first_seen(each, quad, self.zones, numbered, came, settled=settled)
            spot = as_laid(spot, self.held, self.spots)
            spot = laid_before(spot, showing)
            moved = gone.get(spot.face)
            # What was captured does not come back into the pot.
            if moved is not None and (moved.in_pot or not spot.in_pot):
                del gone[spot.face]
                spot = replace(spot, number=moved.number, came=moved.came)
            else:
                numbered += 1
            others = [as_taken(other, spot) for other in others]
            found.append(piled(spot, self.spots))
        return found, others, numbered

    def _laid(
        self, resting: Iterable[Spot], found: list[Spot], others: list[Spot]
    ) -> Mapping[int, tuple[Card, Laid]]:
        """What came to lie in the pot, with the cards that are seen to rest there now.

        Where a face lies on the table more often than a deck has it, the least sure ones are
        misread: of all that were `found`, and of `others` that lie there still.
        """
        laid, there = dict(self.laid), [each for each in others if each.presence > LIKELY]
        for spot in (each for each in resting if each.chance > LIKELY and each.in_pot):
            face, mine = card(CLASSES[spot.face]), (spot.sure, -spot.number)
            surer = [each for each in found if (each.sure, -each.number) > mine]
            surer += [each for each in there if each.sure > spot.sure]
            count = sum(each.face == spot.face for each in surer)
            if (count < face.copies and face is not BACK) or self._no_known_face(spot):
                laid[spot.number] = (face, spot.came)
            else:
                laid.pop(spot.number, None)
        latest = sorted(laid, key=lambda number: -laid[number][1].seen_s)[:MOST_LAID]
        return {number: laid[number] for number in latest}

    def _faint(
        self, found: Iterable[Spot], laid: Mapping[int, tuple[Card, Laid]]
    ) -> Mapping[int, Spot]:
        """What may have come to lie in the pot, and was never seen well enough to tell."""
        faint = {**self.faint, **{spot.number: spot for spot in found if spot.in_pot}}
        hardly = sorted(faint.keys() - laid.keys(), key=lambda number: -faint[number].came.seen_s)
        return {number: faint[number] for number in hardly[:MOST_LAID]}

    def sighting(self) -> Sighting:
        """The table as the rules look at it."""
        places: dict[Place, dict[Card, list[float]]] = {}
        shown: dict[int, dict[Card, list[float]]] = {}
        nameless: dict[Place, list[float]] = {}
        for spot, chances in zip(self.spots, named_together(self.spots), strict=True):
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
            if place is not None and self._no_known_face(spot):
                chance = spot.presence * float(1 - chances[NO_CARD])
                nameless.setdefault(place, []).append(chance)
        return Sighting(
            self.time_s,
            self.settled_s,
            {place: _falling(pile) for place, pile in places.items()},
            {seat: _falling(pile) for seat, pile in shown.items()},
            self.dim,
            _by_face(self.laid),
            of_each(self.held),
            self.reaches,
            _stock(self.zones),
            over(self.spots),
            {place: tuple(sorted(row, reverse=True)) for place, row in nameless.items()},
            _may_be(self.faint.values()),
        )

    def _no_known_face(self, spot: Spot) -> bool:
        """Whether a card lies open where none lies face down, and seems to be a back."""
        return (
            CLASSES[spot.face] == BACK.face
            and spot.settled
            and spot.zone is not None
            and not any(_on_stock(spot, zone) for zone in self.zones.zones)
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


def _carried(spot: Spot, reaches: Mapping[int, tuple[Reach, ...]], time_s: float) -> bool:
    """Whether a card first seen now is at the tip of a hand that moves: it need not lie there."""
    if spot.came.seen_s < time_s - NEAR_S:
        return False
    return any(
        time_s - now.time_s < GAP_S
        and dist(now.at_mm, spot.centre_mm) < HELD_MM
        and dist(now.at_mm, before.at_mm) > SLOW * (now.time_s - before.time_s)
        for before, now in (way[-2:] for way in reaches.values() if len(way) > 1)
    )


def _tips(reaches: Mapping[int, tuple[Reach, ...]], time_s: float) -> list[Point]:
    """Where the hands over the table are now."""
    return [way[-1].at_mm for way in reaches.values() if way and time_s - way[-1].time_s < GAP_S]


def _on_stock(spot: Spot, zone: Zone) -> bool:
    """Whether a card lies where the stock does."""
    return zone.name == "stock" and covered(spot, [np.array(zone.polygon_mm)])


def _stock(zones: Zones) -> Point | None:
    """The middle of where the stock lies."""
    for zone in zones.zones:
        if zone.name == "stock":
            return centre_of(np.array(zone.polygon_mm))
    return None


def _place_of(zone: Zone, seats: tuple[str, ...]) -> Place:
    """A card that lies open beside the stock lies in the pot."""
    return "pot" if zone.seat is None else seats.index(zone.seat)


def _falling(pile: Mapping[Card, Iterable[float]]) -> Chances:
    return {each: tuple(sorted(chances, reverse=True)) for each, chances in pile.items()}


def _of_deck(seen: Detection, deck: frozenset[Card]) -> Detection:
    """The detection with the chances of faces that this table does not play with taken away."""
    foreign = [k for k, face in enumerate(CLASSES) if card(face) not in deck | {BACK}]
    if not seen.probabilities[foreign].any():
        return seen
    chances = seen.probabilities.copy()
    chances[foreign] = 0
    chances[NO_CARD] += 1e-6
    return replace(seen, probabilities=chances / chances.sum())


def _under_hands(zones: Zones, seats: tuple[str, ...], hands_mm: list[Array]) -> Iterable[Place]:
    """The places of which a hand covers more than a corner."""
    for zone in zones.zones:
        if zone.name == "stock":
            continue
        corners = np.array(zone.polygon_mm)
        low, high = corners.min(axis=0), corners.max(axis=0)
        shares = [(x, y) for x in np.linspace(0.05, 0.95, 12) for y in np.linspace(0.05, 0.95, 8)]
        points = [tuple(low + (high - low) * share) for share in shares]
        hidden = sum(any(inside((x, y), each) for each in hands_mm) for x, y in points)
        if hidden > HAND_SHARE * len(points):
            yield _place_of(zone, seats)


def _by_face(laid: Mapping[int, tuple[Card, Laid]]) -> Mapping[Card, tuple[Laid, ...]]:
    found: dict[Card, list[Laid]] = {}
    for face, came in laid.values():
        found.setdefault(face, []).append(came)
    return {
        face: tuple(sorted(all_came, key=lambda came: came.seen_s))
        for face, all_came in found.items()
    }


def _may_be(faint: Iterable[Spot]) -> Mapping[Card, tuple[Faint, ...]]:
    found: dict[Card, list[Faint]] = {}
    for spot in faint:
        chances = np.exp(spot.logs[:NO_CARD]) * spot.presence
        for k in np.flatnonzero(chances >= LEAST_FAINT):
            found.setdefault(card(CLASSES[k]), []).append(Faint(spot.came, float(chances[k])))
    return {face: tuple(some) for face, some in found.items()}
