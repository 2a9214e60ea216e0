"""A table as a look may see it, for tests of belief.

A millimetre of the table is a pixel here: A's captures lie along the lower edge, B's along the
upper one, the pot between them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from scorer.cards import Card, card
from scorer.presets import house_rules
from scorer.sighting import Place, Sighting
from scorer.table import deck
from vision.belief import Belief
from vision.boxes import Array
from vision.calibration import CARD_MM, calibration_of
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.looks import Look
from vision.setup import Point, Setup
from vision.zones import Zones, template

SEATS, SIZE = ("A", "B"), (900.0, 600.0)
ZONES = template(SEATS, SIZE)
CORNERS = ((0.0, 0.0), (900.0, 0.0), (900.0, 600.0), (0.0, 600.0))
SETUP = Setup("here", (900, 600), CORNERS, SIZE, ZONES, SEATS, "matgo")
CALIBRATION = calibration_of(SETUP)
EMPTY = Belief(Zones(ZONES), SEATS, frozenset(deck(house_rules("matgo", 2))))

CRANE, MOON, JUNK = map(card, ("01-bright", "08-bright", "01-junk"))
JOKER = card("joker-double")
POT, STOCK, MINE, ITS = (400.0, 300.0), (70.0, 300.0), (300.0, 520.0), (300.0, 80.0)
FAR = (700.0, 300.0)


def quad(centre: Point, size: Point = CARD_MM) -> Array:
    sides = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) / 2
    result: Array = sides * size + centre
    return result


def box(
    face: Card,
    centre: Point = POT,
    chance: float = 0.97,
    visible: float = 1.0,
    confidence: float = 0.95,
    others: Mapping[Card, float] | None = None,
) -> Detection:
    """A card seen there with this chance of its face; what is left falls to no card."""
    chances = np.zeros(OUTPUTS)
    for each, share in {face: chance, **(others or {})}.items():
        chances[CLASSES.index(each.face)] = share
    chances[NO_CARD] = 1 - chances.sum()
    return Detection(face, confidence, quad(centre), visible, chances)


def look(
    time_s: float, *seen: Detection, hands: Sequence[Array] = (), glance: bool = False
) -> Look:
    return Look(time_s, time_s, (900, 600), seen, tuple(hands), glance)


def after(*looks: Look, since: Belief = EMPTY) -> Belief:
    belief = since
    for each in looks:
        belief = belief.after(each, CALIBRATION)
    return belief


def still(*seen: Detection, times: int = 2, **more: Sequence[Array]) -> list[Look]:
    return [look(float(k), *seen, **more) for k in range(times)]  # type: ignore[arg-type]


def chance(belief: Belief | Sighting, face: Card, place: Place = "pot", copy: int = 0) -> float:
    told = belief.sighting() if isinstance(belief, Belief) else belief
    chances = told.places.get(place, {}).get(face, ())
    return chances[copy] if copy < len(chances) else 0.0


def glance_at(time_s: float, *seen: Detection, part: Array) -> Look:
    return replace(look(time_s, *seen, glance=True), part_px=part)


def laid(*looks: Look) -> Mapping[Card, tuple[tuple[float, float], ...]]:
    """Of each face, between which times."""
    found = after(*looks).sighting().laid
    return {
        face: tuple((each.after_s, each.seen_s) for each in all_laid)
        for face, all_laid in found.items()
    }
