"""The zones of a table, guessed from where its cards lay in a whole recording.

Cards rarely lie across the border of two zones: people keep their captures apart from the pot. And
what lies face down between the captures all the time is the stock.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from scipy.spatial import cKDTree

from scorer.cards import BACK
from vision.boxes import Array
from vision.calibration import CARD_MM, calibration_of
from vision.evidence import SURE
from vision.looks import Look
from vision.setup import Setup, Zone
from vision.zones import CAPTURES_SHARE, GAP_SHARE, Box, around, rectangle

DEALT = 6
"""So many open cards there are when a round begins."""
DEPTHS = (0.1, 0.55)
"""Of the table's shorter side, how deep captures reach from its edge at least and at most."""
BEYOND = 0.01
"""Of all cards at all times, as many lie beyond a border at least: where nobody has captured
anything there is none to be found."""
LAID_OPEN = 0.01
"""Of all cards, so many lie across a border for a moment: a triple is laid open there."""
STEP_MM = 3.0
"""Between two places at which a border is tried."""
RIM_MM = 4.0
"""From a border to the zones beside it."""
STAYED = 0.12
"""Of the looks, in so many a captured card lies where it does; a triple is laid open for less."""
BESIDE_MM = 45.0
"""From the middle of the last of them to the border of their zone."""
SAME_MM = 20.0
"""Cards no further apart lie in the same place."""
MOST_LOOKS = 1000
"""Still looks at the beginning of a recording by which a table is guessed."""
LEAST_POT_MM = 110.0
"""Two cards wide or high; less is no pot."""
LASTING = 0.2
"""In such a share of the looks a stock is seen."""
AROUND_MM = 12.0
"""Of the stock's zone, around a card that lies in any direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Lain:
    """Where cards lay in all still looks, in mm."""

    looks: int
    low: Array
    """(n, 2) least x and y of the corners of each card that showed a face."""
    high: Array
    """(n, 2) and the greatest."""
    backs: Array
    """(m, 2) middles of those that lay face down."""
    dealt: Array
    """(k, 2) middles of those that showed a face when the round began: they lie in the pot."""

    @property
    def centres(self) -> Array:
        """(n, 2) middles of those that showed a face."""
        return (self.low + self.high) / 2

    def across(self, axis: int, at_mm: float, among: Array) -> int:
        """How many of the cards `among` (n,) bool lie across a line at this x (axis 0) or y."""
        lies = (self.low[:, axis] < at_mm) & (at_mm < self.high[:, axis])
        return int((lies & among).sum())


def lain(looks: Iterable[Look], setup: Setup) -> Lain:
    """Where cards lay by the calibration of a setup."""
    calibration, count = calibration_of(setup), 0
    faces, backs, dealt = list[Array](), list[Array](), list[Array]()
    for look in islice((each for each in looks if not each.glance), MOST_LOOKS):
        count, before = count + 1, len(faces)
        for seen in (each for each in look.detections if each.confidence >= SURE):
            quad = calibration.to_mm(look.as_first(seen.quad_px), look.size_px)
            (backs if seen.card is BACK else faces).append(quad)
        if not dealt and len(faces) - before >= DEALT:
            dealt = faces[before:]
    quads = np.array(faces).reshape(-1, 4, 2)
    middles = (np.array(each).reshape(-1, 4, 2).mean(axis=1) for each in (backs, dealt))
    return Lain(count, quads.min(axis=1), quads.max(axis=1), *middles)


def with_zones(setup: Setup, looks: Iterable[Look]) -> Setup:
    """The setup with its zones drawn anew by where cards lay in the looks at its table.

    Its seats sit as `vision.zones.template` has them, whose zones stay where too little was seen.
    """
    lay, seats, (width, height) = lain(looks, setup), len(setup.seats), setup.table_size_mm
    if not len(lay.low):
        return setup
    x, y = lay.centres.T
    middle = (height / 3 < y) & (y < 2 * height / 3)  # beside those of who sits above and below
    left = _border(lay, 0, 0.0, middle, setup) if seats == 4 else 0.0
    right = _border(lay, 0, width, middle, setup) if seats > 2 else width
    between = (left < x) & (x < right)
    top, bottom = (_border(lay, 1, edge, between, setup) for edge in (0.0, height))
    pot = (left + RIM_MM, top + RIM_MM, right - RIM_MM, bottom - RIM_MM)
    if min(pot[2] - pot[0], pot[3] - pot[1]) < LEAST_POT_MM:
        return setup
    captures = around(seats, setup.table_size_mm, pot, 2 * RIM_MM)
    along = (0, 1, 0, 1) if seats > 2 else (0, 0)
    zones = [
        Zone("pot", None, rectangle(*pot)),
        _stock(lay, pot) or next(zone for zone in setup.zones if zone.name == "stock"),
        *(
            Zone("captures", seat, rectangle(*_narrowed(box, lay, axis)))
            for seat, box, axis in zip(setup.seats, captures, along, strict=False)
        ),
    ]
    return replace(setup, zones=tuple(zones))


def _border(lay: Lain, axis: int, edge_mm: float, among: Array, setup: Setup) -> float:
    """Where the captures at an edge end: the middle of the widest gap that the fewest lie across.

    Cards were captured beyond it, and none was dealt there; where there is no such place, the
    template's.
    """
    short = min(setup.table_size_mm)
    depths = np.arange(DEPTHS[0] * short, DEPTHS[1] * short, STEP_MM)
    cards, dealt = (np.abs(edge_mm - each[:, axis]) for each in (lay.centres[among], lay.dealt))
    enough = [(cards < depth).sum() >= BEYOND * len(lay.low) for depth in depths]
    free = [not (dealt < depth).any() for depth in depths]
    depths = depths[np.logical_and(enough, free)]
    if not len(depths):
        return abs(edge_mm - (CAPTURES_SHARE + GAP_SHARE / 2) * short)
    places = np.abs(edge_mm - depths)
    across = np.array([lay.across(axis, place, among) for place in places])
    few = np.flatnonzero(across <= across.min() + LAID_OPEN * len(lay.low))
    widest = max(np.split(few, np.flatnonzero(np.diff(few) > 1) + 1), key=len)
    return float(places[widest].mean())


def _stock(lay: Lain, pot: Box) -> Zone | None:
    """Around where a card lay face down in the pot the longest, if one did for long."""
    inside = _within(lay.backs, pot)
    often = _often(inside)
    if often.max(initial=0) < LASTING * lay.looks:
        return None
    near = np.linalg.norm(inside - inside[often.argmax()], axis=1) < SAME_MM
    place, reach = np.median(inside[near], axis=0), CARD_MM[1] / 2 + AROUND_MM
    return Zone("stock", None, rectangle(*(place - reach), *(place + reach)))


def _narrowed(box: Box, lay: Lain, axis: int) -> Box:
    """A box at an edge, along it (axis 0 for x) as far as captures lay there."""
    inside = _within(lay.centres, box)
    stayed = inside[_often(inside) >= STAYED * lay.looks, axis]
    if not len(stayed):
        return box
    first, last = float(stayed.min()) - BESIDE_MM, float(stayed.max()) + BESIDE_MM
    left, top, right, bottom = box
    if axis == 0:
        return max(left, first), top, min(right, last), bottom
    return left, max(top, first), right, min(bottom, last)


def _within(points: Array, box: Box) -> Array:
    """Those of (n, 2) points within left, top, right and bottom."""
    found: Array = points[((points > box[:2]) & (points < box[2:])).all(axis=1)]
    return found


def _often(points: Array) -> Array:
    """(n,) how many of (n, 2) points are in the same place as each."""
    if not len(points):
        return np.zeros(0, int)
    found: Array = cKDTree(points).query_ball_point(points, SAME_MM, return_length=True)
    return found
