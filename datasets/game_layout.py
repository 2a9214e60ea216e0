"""Where things belong on the table of a filmed game, in millimetres of the table.

x to the right and y down from the table's upper left corner, as in a setup file. Seat 0 sits at
the lower edge, the others follow to the right, which is the way play goes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scene_faces import Array
from scorer.cards import Kind
from vision.calibration import CARD_MM
from vision.setup import Point, Zone

DEPTH_MM = 190.0
"""How far a captures zone reaches from the edge of the table: three lines of cards."""
LINE_MM = 57.0
RIM_MM = 8.0
"""Between the zones, and between a zone and the edge."""
GAP_MM = 12.0
"""Between the blocks of two kinds of captures."""
PER_LINE: Mapping[Kind, int] = {Kind.BRIGHT: 5, Kind.ANIMAL: 5, Kind.RIBBON: 5, Kind.JUNK: 9}
LINES = 3
SIZES_MM = {
    2: ((840, 580), (960, 640)),
    3: ((990, 610), (1060, 660)),
    4: ((1170, 610), (1230, 660)),
}
"""The smallest and the largest table for so many people."""
FAN_MM = 95.0
"""From the hand that holds cards to their middles."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """One player's side of the table, told from his own view."""

    edge_mm: Point
    """The middle of his edge."""
    angle_deg: float
    """Of a card that he lays straight before himself: 0 at the lower edge, clockwise."""
    zone: tuple[float, float]
    """Where his captures begin and end, to the right of the middle of his edge."""
    step_mm: float
    """From one card of a line to the next."""
    kinds: tuple[Kind, ...]
    """His blocks of captures from left to right."""
    shown: Point
    """Where he lays what he shows: to the right of the middle, and away from his edge."""

    def at(self, right_mm: float, away_mm: float) -> Point:
        """The point on the table so far to his right, and away from his edge over the table."""
        a = np.radians(self.angle_deg)
        x = self.edge_mm[0] + right_mm * np.cos(a) + away_mm * np.sin(a)
        y = self.edge_mm[1] + right_mm * np.sin(a) - away_mm * np.cos(a)
        return float(x), float(y)

    def slot(self, kind: Kind, n: int) -> Point:
        """Where the n-th captured card of a kind belongs."""
        line, column = divmod(n, PER_LINE[kind])
        if line >= LINES:
            line, column = LINES - 1, PER_LINE[kind] - 1
        right = self.zone[0] + CARD_MM[0] / 2 + 5
        for other in self.kinds[: self.kinds.index(kind)]:
            right += CARD_MM[0] + (PER_LINE[other] - 1) * self.step_mm + GAP_MM
        away = DEPTH_MM - CARD_MM[1] / 2 - 7 - line * LINE_MM
        return self.at(right + column * self.step_mm, away)

    @property
    def polygon_mm(self) -> tuple[Point, ...]:
        """The corners of his captures zone."""
        left, right = self.zone
        return tuple(
            self.at(x, y)
            for x, y in ((left, RIM_MM), (left, DEPTH_MM), (right, DEPTH_MM), (right, RIM_MM))
        )

    @property
    def outside(self) -> Point:
        """Where his hand is when it is not over the table."""
        return self.at(40.0, -420.0)

    def fan(self, n: int, count: int) -> tuple[Point, float]:
        """Place and angle of the n-th of the cards that he holds, spread beyond the edge."""
        spread_deg = (n - (count - 1) / 2) * 9.0
        a = np.radians(spread_deg)
        x, y = self.holds
        right, away = x + FAN_MM * float(np.sin(a)), y + FAN_MM * float(np.cos(a))
        return self.at(right, away), self.angle_deg + spread_deg

    @property
    def holds(self) -> tuple[float, float]:
        """Where the other hand holds his cards: to the right of the middle, and over the edge."""
        return sum(self.zone) / 2, -48.0 - FAN_MM


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The table of one game."""

    size_mm: tuple[float, float]
    seats: tuple[Seat, ...]
    pot: tuple[float, float, float, float]
    """Left, top, right and bottom of the pot's zone."""
    stock: Point
    stock_deg: float

    def zones(self, names: Sequence[str]) -> tuple[Zone, ...]:
        """The zones of a setup file; the stock's may lie within the pot's."""
        reach = np.array(CARD_MM if abs(self.stock_deg) < 45 else CARD_MM[::-1]) / 2 + 12
        x, y = self.stock
        stock = (x - reach[0], y - reach[1], x + reach[0], y + reach[1])
        captures = (
            Zone("captures", name, _rounded(seat.polygon_mm))
            for name, seat in zip(names, self.seats, strict=True)
        )
        pot = Zone("pot", None, _rounded(_corners(self.pot)))
        return (pot, Zone("stock", None, _rounded(_corners(stock))), *captures)

    def free_spot(self, taken: Sequence[Point], rng: np.random.Generator) -> Point:
        """A place in the pot that is far from the middles of what lies there."""
        left, top, right, bottom = self.pot
        inset = np.array(CARD_MM) / 2 + 4
        low, high = np.array((left, top)) + inset, np.array((right, bottom)) - inset
        tries: Array = rng.uniform(low, high, (60, 2))
        there = np.array([*taken, self.stock])
        # A card is higher than wide: what lies above or below is nearer than it seems.
        apart = np.abs(tries[:, None] - there[None]) / (CARD_MM[0] + 22, CARD_MM[1] + 12)
        room = np.minimum(apart.max(axis=2).min(axis=1), 1.1)
        # Of the places with room enough people take one that is not far from the middle.
        middle = (low + high) / 2
        far = np.linalg.norm((tries - middle) / (high - low), axis=1)
        best = tries[int(np.argmax(room - 0.15 * far))]
        return float(best[0]), float(best[1])


def _corners(box: tuple[float, float, float, float]) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _rounded(polygon_mm: tuple[Point, ...]) -> tuple[Point, ...]:
    """To what a ruler tells."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in polygon_mm)


def draw_layout(count: int, rng: np.random.Generator) -> Layout:
    """A table for two to four players, a little different each time."""
    if count not in SIZES_MM:
        raise ValueError(f"{count} players; expected 2 to 4")
    width, height = (float(v) for v in rng.uniform(*SIZES_MM[count]))
    zone_mm = float(rng.uniform(465, 540))
    pot_left = 60.0 if count < 4 else DEPTH_MM + 85
    left = -width / 2 + (25 if count < 4 else DEPTH_MM + 2 * RIM_MM)
    rows = [((width / 2, height), 0.0), ((width / 2, 0.0), 180.0)]
    if count > 2:
        rows.insert(1, ((width, height / 2), -90.0))
    if count > 3:
        rows.append(((0.0, height / 2), 90.0))
    seats = []
    for edge, angle in rows:
        zone, shown = (left, left + zone_mm), (left + zone_mm + 75, 90.0)
        if abs(angle) == 90.0:
            zone, shown = (-zone_mm / 2, zone_mm / 2), (0.0, DEPTH_MM + 36)
        elif angle == 180.0 and count > 2:
            # His left is where the third player sits.
            zone, shown = (-left - zone_mm, -left), (-left - zone_mm - 75, 90.0)
        seats.append(Seat(edge, angle, zone, _step(zone_mm, rng), _kinds(rng), shown))
    pot_right = width - (DEPTH_MM + 85 if count > 2 else 60)
    pot = (pot_left, DEPTH_MM + RIM_MM, pot_right, height - DEPTH_MM - RIM_MM)
    stock_x = pot[0] + float(rng.choice((0.12, 0.5, 0.88))) * (pot[2] - pot[0])
    stock = (stock_x, height / 2 + float(rng.normal(0, 8)))
    return Layout((width, height), tuple(seats), pot, stock, float(rng.choice((0.0, 90.0))))


def _step(zone_mm: float, rng: np.random.Generator) -> float:
    """From 0.4 to 0.6 of a card, as far as the zone has room."""
    steps = sum(PER_LINE.values()) - len(PER_LINE)
    room = zone_mm - 10 - len(PER_LINE) * CARD_MM[0] - (len(PER_LINE) - 1) * GAP_MM
    return float(rng.uniform(0.4 * CARD_MM[0], min(room / steps, 0.6 * CARD_MM[0])))


def _kinds(rng: np.random.Generator) -> tuple[Kind, ...]:
    """Most people begin with the brights and end with the junk."""
    kinds = list(PER_LINE)
    return tuple(kinds if rng.random() < 0.7 else [kinds[int(i)] for i in rng.permutation(4)])
