"""A table as the setup wizard describes it: where it lies in the picture, its zones, its seats."""

import json
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args

from scorer.errors import short
from scorer.presets import usual_preset

Point = tuple[float, float]
ZoneName = Literal["pot", "stock", "captures"]

KEYS = ("name", "frame_size", "table_corners", "table_size_mm", "zones", "seats", "rules", "deck")
SEATS = (2, 7)
SIDE_PX = (16, 100_000)
SIDE_MM = (100.0, 10_000.0)
MOST_ZONES = 50
MOST_CORNERS = 100
LEAST_AREA_MM2 = 33.0 * 54.0
"""Of a zone: one card."""
LEAST_TURN = 0.02
"""Sine of the angle at a table's corner; flatter ones make no plane."""
MOST_TEXT = 60
MOST_BYTES = 1_000_000


class BadSetup(ValueError):
    """A setup that cannot be used; the message is one line that names the place and the fault."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table."""

    name: ZoneName
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
    deck: str = ""
    """The name of the enrolled deck that is played with; empty for any print."""


def read_setup(path: Path) -> Setup:
    """The setup in a JSON file.

    Raises:
        BadSetup: the file cannot be read, or does not describe a table.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise BadSetup(f"larger than {MOST_BYTES:,} bytes: expected a small JSON file")
        return setup_of(json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_object))
    except BadSetup as error:
        raise BadSetup(f"{path}: {error}") from None
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise BadSetup(f"{path}: not a JSON file: {error}") from None


def setup_of(values: object) -> Setup:
    """The setup that JSON values describe; `setup_json` is the inverse.

    Whether the rules exist is for who makes house rules of them.

    Raises:
        BadSetup: naming the place, such as zones[2].polygon_mm[1], and what was expected there.
    """
    told = _keys(values, KEYS, "a setup", "", optional=("rules", "deck"))
    seats = tuple(_text(each, at) for at, each in _listed(told["seats"], "seats", *SEATS))
    for name, times in Counter(seats).items():
        if times > 1:
            raise BadSetup(f"seats: {short(name)} stands twice: expected different names")
    width, height = (
        _whole(each, at, *SIDE_PX) for at, each in _listed(told["frame_size"], "frame_size", 2, 2)
    )
    wide, high = (
        _number(each, at, *SIDE_MM)
        for at, each in _listed(told["table_size_mm"], "table_size_mm", 2, 2)
    )
    return Setup(
        _text(told["name"], "name"),
        (width, height),
        _table_corners(told["table_corners"]),
        (wide, high),
        _zones(told["zones"], seats),
        seats,
        _rules(told.get("rules"), len(seats)),
        _text(told["deck"], "deck") if told.get("deck") else "",
    )


def setup_json(setup: Setup) -> dict[str, Any]:
    """The setup as JSON values, in the form of the file."""
    return {
        "name": setup.name,
        "frame_size": list(setup.frame_size),
        "table_corners": [list(point) for point in setup.table_corners],
        "table_size_mm": list(setup.table_size_mm),
        "zones": [
            {
                "name": zone.name,
                "seat": zone.seat,
                "polygon_mm": [list(point) for point in zone.polygon_mm],
            }
            for zone in setup.zones
        ],
        "seats": list(setup.seats),
        "rules": setup.rules,
        **({"deck": setup.deck} if setup.deck else {}),
    }


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise BadSetup(f"{short(key)} stands twice in one object: expected it once")
    return dict(pairs)


def _table_corners(value: object) -> tuple[Point, Point, Point, Point]:
    most = 10.0 * SIDE_PX[1]
    a, b, c, d = (
        _point(each, at, "px", most) for at, each in _listed(value, "table_corners", 4, 4)
    )
    turns = [_turn(*three) for three in ((d, a, b), (a, b, c), (b, c, d), (c, d, a))]
    if not all(turn >= LEAST_TURN for turn in turns):
        raise BadSetup(
            "table_corners: expected the table's four corners clockwise as the picture shows "
            "them, its sides not crossing and no corner inside the other three"
        )
    return a, b, c, d


def _turn(before: Point, at: Point, after: Point) -> float:
    """Sine of how far the way turns to the right at a point, y pointing down; 0 where it stops."""
    (ax, ay), (bx, by) = (
        (end[0] - start[0], end[1] - start[1]) for start, end in ((before, at), (at, after))
    )
    lengths = ((ax * ax + ay * ay) * (bx * bx + by * by)) ** 0.5
    return (ax * by - ay * bx) / lengths if lengths > 1 else 0.0


def _zones(value: object, seats: tuple[str, ...]) -> tuple[Zone, ...]:
    zones = tuple(_zone(each, at, seats) for at, each in _listed(value, "zones", 1, MOST_ZONES))
    for seat in seats:
        if not any(zone.seat == seat for zone in zones):
            raise BadSetup(f"zones: expected captures of seat {short(seat)}, found none")
    if not any(zone.name == "pot" for zone in zones):
        raise BadSetup("zones: expected a pot, found none")
    return zones


def _zone(value: object, where: str, seats: tuple[str, ...]) -> Zone:
    told = _keys(value, ("name", "seat", "polygon_mm"), "a zone", f"{where}.", optional=("seat",))
    name = next((each for each in get_args(ZoneName) if each == told["name"]), None)
    if name is None:
        known = ", ".join(get_args(ZoneName))
        raise BadSetup(f"{where}.name: expected one of {known}, not {short(told['name'])}")
    seat = told.get("seat")
    if name == "captures" and seat not in seats:
        raise BadSetup(f"{where}.seat: expected one of {', '.join(seats)}, not {short(seat)}")
    if name != "captures" and seat is not None:
        raise BadSetup(f"{where}.seat: expected null for the {name}, not {short(seat)}")
    at = f"{where}.polygon_mm"
    polygon = tuple(
        _point(each, place, "mm", SIDE_MM[1])
        for place, each in _listed(told["polygon_mm"], at, 3, MOST_CORNERS)
    )
    if _area(polygon) < LEAST_AREA_MM2:
        raise BadSetup(f"{at}: expected room for a card, not {_area(polygon):.0f} mm2")
    return Zone(name, seat, polygon)


def _area(polygon: tuple[Point, ...]) -> float:
    following = (*polygon[1:], polygon[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))) / 2


def _rules(value: object, seats: int) -> str | dict[str, Any]:
    if value is None:
        return usual_preset(seats)
    if not isinstance(value, str | dict) or not value:
        raise BadSetup(f"rules: expected a preset's name or an object, not {short(value)}")
    return value


def _keys(
    value: object, keys: tuple[str, ...], what: str, where: str, optional: tuple[str, ...]
) -> dict[str, Any]:
    """An object with these keys; other keys are remarks, unless they look like one misspelt."""
    if not isinstance(value, dict):
        place = f"{where.rstrip('.')}: " if where else ""
        raise BadSetup(f"{place}expected {what}, an object, not {short(value)}")
    for key in value:
        near = get_close_matches(key, keys, n=1, cutoff=0.75) if key not in keys else []
        if near:
            raise BadSetup(f"{where}{short(key)}: unknown key, did you mean {near[0]}?")
    for key in keys:
        if key not in value and key not in optional:
            raise BadSetup(f"{where}{key}: missing: expected {what} to have it")
    return value


def _listed(value: object, where: str, least: int, most: int) -> list[tuple[str, object]]:
    """The items of a list, each with its place."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        count = f"{least}" if least == most else f"{least} to {most}"
        found = f"{len(value)} of them" if isinstance(value, list) else short(value)
        raise BadSetup(f"{where}: expected a list of {count}, not {found}")
    return [(f"{where}[{place}]", each) for place, each in enumerate(value)]


def _point(value: object, where: str, unit: str, most: float) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise BadSetup(f"{where}: expected [x, y] in {unit}, not {short(value)}")
    x, y = (_number(each, where, -most, most) for each in value)
    return x, y


def _number(value: object, where: str, least: float, most: float) -> float:
    fits = isinstance(value, int | float) and not isinstance(value, bool)
    if not fits or not least <= value <= most:  # type: ignore[operator]
        raise BadSetup(f"{where}: expected a number {least:g} to {most:g}, not {short(value)}")
    return float(value)  # type: ignore[arg-type]


def _whole(value: object, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSetup(f"{where}: expected a whole number {least} to {most}, not {short(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MOST_TEXT or not value.isprintable():
        raise BadSetup(f"{where}: expected 1 to {MOST_TEXT} letters or signs, not {short(value)}")
    return value
