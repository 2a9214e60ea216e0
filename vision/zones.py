"""Zones of the table: which one a card lies in, and where they usually are."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.boxes import Array
from vision.setup import Point, Zone

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""
BORDER_MM = 12.0
"""A card is taken to have left its zone when its centre lies farther outside than this."""
CAPTURES_SHARE = 0.28
"""Of the table's shorter side, how deep the captures reach from its edge."""
GAP_SHARE = 0.03
"""The same between neighbouring zones: cards laid open for a moment lie in no zone."""
STOCK_SHARE = 0.16
"""Of the width between the captures, for the stock."""


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of a table, to be asked where a card lies."""

    zones: tuple[Zone, ...]

    def place_of(self, centre_mm: Point, before: Zone | None = None) -> Zone | None:
        """The zone of a card, or None outside of all.

        A card that lay in the zone `before` stays in it until its centre is more than BORDER_MM
        outside of it, or in another zone by more than that.
        """
        depths = {zone: _depth(zone, centre_mm) for zone in self.zones}
        deepest = max(depths, key=depths.__getitem__, default=None)
        if deepest is None:
            return None
        if before in depths and depths[before] >= -BORDER_MM and depths[deepest] <= BORDER_MM:
            return before
        return deepest if depths[deepest] >= 0 else None


def _depth(zone: Zone, point_mm: Point) -> float:
    """How far inside the zone a point lies, in mm; below 0 outside."""
    outline: Array = np.array(zone.polygon_mm, np.float32)
    return cv2.pointPolygonTest(outline, point_mm, True)


def template(seats: tuple[str, ...], table_size_mm: tuple[float, float]) -> tuple[Zone, ...]:
    """Pot, stock and captures of 2 to 4 seats, for a table seen with the first at its lower edge.

    The others sit in turn order against the clock: the second of two opposite the first, of three
    to the right and opposite, of four to the right, opposite and to the left.

    Raises:
        ValueError: there are fewer than 2 or more than 4 seats.
    """
    if not 2 <= len(seats) <= 4:
        raise ValueError(f"{len(seats)} seats: a template is for 2 to 4")
    width, height = table_size_mm
    deep, gap = CAPTURES_SHARE * min(table_size_mm), GAP_SHARE * min(table_size_mm)
    left = deep + gap if len(seats) == 4 else 0.0
    right = width - deep - gap if len(seats) > 2 else width
    top, bottom = deep + gap, height - deep - gap
    stock = left + STOCK_SHARE * (right - left)
    pot = (left, top, right, bottom)
    captures = around(len(seats), table_size_mm, pot, gap)
    return (
        Zone("pot", None, rectangle(stock + gap, top, right, bottom)),
        Zone("stock", None, rectangle(left, top, stock, bottom)),
        *(
            Zone("captures", seat, rectangle(*box))
            for seat, box in zip(seats, captures, strict=True)
        ),
    )


def around(count: int, table_size_mm: tuple[float, float], pot: Box, gap_mm: float) -> list[Box]:
    """The captures of 2 to 4 seats in turn order, from so far beside the pot to the edges."""
    width, height = table_size_mm
    left, top, right, bottom = pot
    below, above = (left, bottom + gap_mm, right, height), (left, 0.0, right, top - gap_mm)
    if count == 2:
        return [below, above]
    beside = (right + gap_mm, 0.0, width, height), (0.0, 0.0, left - gap_mm, height)
    return [below, beside[0], above, beside[1]][:count]


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Its corners, to a tenth of a millimetre."""
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((round(x, 1), round(y, 1)) for x, y in corners)
