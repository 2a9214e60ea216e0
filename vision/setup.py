"""A table as the setup wizard describes it: where it lies in the picture, its zones, its seats."""

from dataclasses import dataclass
from typing import Any, Literal

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table."""

    name: Literal["pot", "stock", "captures"]
    seat: str | None
    """Whose captures; None for the pot and the stock."""
    polygon_mm: tuple[Point, ...]
    """Corners on the table: x to the right and y down from its first corner."""


@dataclass(frozen=True, slots=True)
class Setup:
    """See the module; docs/SETUP.md has the file's form."""

    name: str
    frame_size: tuple[int, int]
    """Width and height of the pictures that table_corners are told in."""
    table_corners: tuple[Point, Point, Point, Point]
    """px, clockwise from the one that is (0, 0) mm."""
    table_size_mm: tuple[float, float]
    zones: tuple[Zone, ...]
    seats: tuple[str, ...]
    """Names in turn order."""
    rules: str | dict[str, Any]
    """A preset's name, or house rules with a preset."""
