"""Which card that is seen came from where: what one look after the other says of that."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import dist, inf
from typing import NamedTuple

from scorer.cards import card
from scorer.sighting import Laid, Point
from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import CLASSES
from vision.spots import ELSEWHERE, LESS, Spot, centre_of, covered, inside

TWICE_MM = 15.0
"""Two boxes of a face no further apart may be of one card."""
PLACE_MM = 6.0
"""A card no further from where it lay was not moved."""


class Glimpse(NamedTuple):
    """What one look showed of the table."""

    time_s: float
    hands_mm: tuple[Array, ...]
    """Outlines of what lay over it."""
    part_mm: Array | None
    """Outline of what was looked at; None for all."""
    glance: bool = False

    def shows(self, place_mm: Point) -> bool:
        """Whether a card at this place would have been seen."""
        looked = self.part_mm is None or inside(place_mm, self.part_mm)
        return looked and not any(inside(place_mm, each) for each in self.hands_mm)


def may_have_gone(
    spot: Spot, glimpse: Glimpse, seen: list[Detection], quads_mm: list[Array]
) -> bool:
    """Whether a card may lie elsewhere now: its place was seen empty, or is under a hand.

    What a hand took and carries is seen in another place while an arm lies over its own; of a card
    of which there is one that is likelier than another one that was misread.
    """
    if glimpse.shows(spot.centre_mm):
        return not covered(spot, _of_others(spot, seen, quads_mm))
    taken = spot.in_pot and card(CLASSES[spot.face]).copies == 1
    return taken and any(inside(spot.centre_mm, each) for each in glimpse.hands_mm)


def _of_others(spot: Spot, seen: list[Detection], quads: list[Array]) -> list[Array]:
    """The quads but those of the spot's only card: it was pushed, and lies over its own place."""
    face = card(CLASSES[spot.face])
    pairs = zip(seen, quads, strict=True)
    return [quad for each, quad in pairs if each.card != face or face.copies > 1]


def seen_twice(
    new: int, seen: list[Detection], quads_mm: list[Array], known: Mapping[int, Spot]
) -> bool:
    """Whether a card seems to have come that is one which lies where it lay, seen twice.

    It is of its face, and shows no more: what is laid lies on top. `known`: of cards seen those
    that were before.
    """
    at, found = centre_of(quads_mm[new]), seen[new]
    return any(
        seen[k].card is found.card
        and dist(at, now := centre_of(quads_mm[k])) < TWICE_MM
        and dist(now, spot.centre_mm) < PLACE_MM
        and found.visible < seen[k].visible + LESS
        for k, spot in known.items()
    )


def seen_too_often(seen: list[Detection], quads_mm: list[Array]) -> set[int]:
    """Which cards are none: of a face of which more are seen than a deck has, one seen twice.

    It is the least sure of its face, and lies no further from another than one seen twice.
    """
    found = set[int]()
    for face, count in Counter(each.card for each in seen).items():
        rest = sorted(
            (k for k, each in enumerate(seen) if each.card is face),
            key=lambda k: seen[k].confidence,
        )
        for _ in range(count - face.copies):
            least, *rest = rest
            at = centre_of(quads_mm[least])
            if not any(dist(at, centre_of(quads_mm[k])) < TWICE_MM for k in rest):
                break
            found.add(least)
    return found


def as_taken(spot: Spot, new: Spot) -> Spot:
    """A card out of sight, once one like it appears among the captures of a seat: likely it.

    It lay in the pot, or among the captures of another.
    """
    if spot.face != new.face or spot.zone is None or new.zone is None or new.zone.seat is None:
        return spot
    return replace(spot, presence=spot.presence * ELSEWHERE) if spot.zone != new.zone else spot


def came_to(seen: Detection, place_mm: Point, lately: Iterable[Glimpse], time_s: float) -> Laid:
    """When a card that was not seen before was laid at this place."""
    if seen.since is None:
        return Laid(_missing_until(place_mm, lately), time_s, place_mm)
    after_s, seen_s = seen.since
    # An arm that rests is not outlined in a glance; the pictures know it from the empty place.
    still = (each for each in lately if not each.glance)
    after_s = max(after_s, _missing_until(place_mm, still))
    return Laid(min(after_s, seen_s), seen_s, place_mm)


def _missing_until(place_mm: Point, lately: Iterable[Glimpse]) -> float:
    """When a card at this place would last have been seen."""
    return next((each.time_s for each in lately if each.shows(place_mm)), -inf)
