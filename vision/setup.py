"""A table as the setup wizard describes it: where it lies in the picture, its zones, its seats."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args

from scorer.errors import short, unexpected
from scorer.presets import usual_preset
from scorer.remark import Remark, Told

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


class BadSetup(Told):
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
            raise BadSetup(
                "larger than {most} bytes: expected a small JSON file", most=f"{MOST_BYTES:,}"
            )
        return setup_of(json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_object))
    except BadSetup as error:
        raise BadSetup("{file}: {why}", file=path, why=error.line) from None
    except OSError as error:
        raise BadSetup(
            "{file}: cannot be read: {why}", file=path, why=error.strerror or error
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadSetup("{file}: not a JSON file: {why}", file=path, why=error) from None


def setup_of(values: object) -> Setup:
    """The setup that JSON values describe; `setup_json` is the inverse.

    Whether the rules exist is for who makes house rules of them.

    Raises:
        BadSetup: naming the place, such as zones[2].polygon_mm[1], and what was expected there.
    """
    told = _keys(values, KEYS, Remark("a setup"), "", optional=("rules", "deck"))
    seats = tuple(_text(each, at) for at, each in _listed(told["seats"], "seats", *SEATS))
    for name, times in Counter(seats).items():
        if times > 1:
            raise BadSetup("seats: {name} stands twice: expected different names", name=short(name))
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
            raise BadSetup("{key} stands twice in one object: expected it once", key=short(key))
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
            raise BadSetup("zones: expected captures of seat {name}, found none", name=short(seat))
    if not any(zone.name == "pot" for zone in zones):
        raise BadSetup("zones: expected a pot, found none")
    return zones


def _zone(value: object, where: str, seats: tuple[str, ...]) -> Zone:
    told = _keys(
        value, ("name", "seat", "polygon_mm"), Remark("a zone"), f"{where}.", optional=("seat",)
    )
    name = next((each for each in get_args(ZoneName) if each == told["name"]), None)
    if name is None:
        raise _unexpected(f"{where}.name", _one_of(get_args(ZoneName)), told["name"])
    seat = told.get("seat")
    if name == "captures" and seat not in seats:
        raise _unexpected(f"{where}.seat", _one_of(seats), seat)
    if name != "captures" and seat is not None:
        raise _unexpected(f"{where}.seat", Remark("null for the {zone}", zone=Remark(name)), seat)
    at = f"{where}.polygon_mm"
    polygon = tuple(
        _point(each, place, "mm", SIDE_MM[1])
        for place, each in _listed(told["polygon_mm"], at, 3, MOST_CORNERS)
    )
    if _area(polygon) < LEAST_AREA_MM2:
        raise BadSetup(
            "{where}: expected room for a card, not {area} mm2",
            where=at,
            area=f"{_area(polygon):.0f}",
        )
    return Zone(name, seat, polygon)


def _area(polygon: tuple[Point, ...]) -> float:
    following = (*polygon[1:], polygon[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))) / 2


def _rules(value: object, seats: int) -> str | dict[str, Any]:
    if value is None:
        return usual_preset(seats)
    if not isinstance(value, str | dict) or not value:
        raise _unexpected("rules", Remark("a preset's name or an object"), value)
    return value


def _keys(
    value: object, keys: tuple[str, ...], what: Remark, where: str, optional: tuple[str, ...]
) -> dict[str, Any]:
    """An object with these keys; other keys are remarks, unless they look like one misspelt."""
    if not isinstance(value, dict):
        expected = Remark("expected {what}, an object, not {value}", what=what, value=short(value))
        if where:
            raise BadSetup("{where}: {why}", where=where.rstrip("."), why=expected)
        raise BadSetup(expected)
    for key in value:
        near = get_close_matches(key, keys, n=1, cutoff=0.75) if key not in keys else []
        if near:
            raise BadSetup(
                "{key}: unknown key, did you mean {near}?", key=f"{where}{short(key)}", near=near[0]
            )
    for key in keys:
        if key not in value and key not in optional:
            raise BadSetup(
                "{key}: missing: expected {what} to have it", key=f"{where}{key}", what=what
            )
    return value


def _one_of(names: Iterable[str]) -> Remark:
    return Remark("one of {names}", names=", ".join(names))


def _unexpected(where: str, expected: Remark, value: object) -> BadSetup:
    return BadSetup(unexpected(where, expected, value))


def _listed(value: object, where: str, least: int, most: int) -> list[tuple[str, object]]:
    """The items of a list, each with its place."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        count = least if least == most else Remark("{least} to {most}", least=least, most=most)
        raise BadSetup(
            "{where}: expected a list of {count}, not {found}",
            where=where,
            count=count,
            found=Remark("{count} of them", count=len(value))
            if isinstance(value, list)
            else short(value),
        )
    return [(f"{where}[{place}]", each) for place, each in enumerate(value)]


def _point(value: object, where: str, unit: str, most: float) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise _unexpected(where, Remark("[x, y] in {unit}", unit=unit), value)
    x, y = (_number(each, where, -most, most) for each in value)
    return x, y


def _number(value: object, where: str, least: float, most: float) -> float:
    fits = isinstance(value, int | float) and not isinstance(value, bool)
    if not fits or not least <= value <= most:  # type: ignore[operator]
        raise _unexpected(
            where, Remark("a number {least} to {most}", least=f"{least:g}", most=f"{most:g}"), value
        )
    return float(value)  # type: ignore[arg-type]


def _whole(value: object, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _unexpected(
            where, Remark("a whole number {least} to {most}", least=least, most=most), value
        )
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= MOST_TEXT or not value.isprintable():
        raise _unexpected(where, Remark("1 to {most} letters or signs", most=MOST_TEXT), value)
    return value
