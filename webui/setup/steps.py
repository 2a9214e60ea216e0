"""What each step of the setup wizard shows, and what it makes of what it is told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from flask import abort, flash, request, url_for

from vision.boxes import Array
from vision.calibration import calibration_of, mapped
from vision.setup import Point, Setup, Zone
from webui.evening.command_values import amount_of
from webui.live.pages import table
from webui.review import detector
from webui.setup.camera import FOUND_BY, camera_values, desk, taken
from webui.setup.draft import (
    BadDraft,
    Draft,
    with_corners,
    with_people,
    with_rules,
    with_template,
    with_zones,
)
from webui.setup.rules_form import Field, offered, sections, told
from webui.setup.source import BadSource, seen_setup, source_of
from webui.words import said

MOST_POINTS = 50
"""Of an outline."""


# Corners


def setup_of_draft(draft: Draft) -> Setup:
    """The setup of a draft; not found where the table has no camera."""
    if draft.setup is None:
        abort(404)
    return draft.setup


def _table_values(draft: Draft) -> dict[str, Any]:
    setup = setup_of_draft(draft)
    return {
        "size": setup.frame_size,
        "now": url_for("setup.pictures.now") if _is_live(draft) else "",
        "margin": [round(0.06 * side) for side in setup.frame_size],
        "corners": _text(setup.table_corners),
        "table_mm": setup.table_size_mm,
        "straight": url_for("setup.pictures.straight", mark=desk().picture_mark()),
    }


def _is_live(draft: Draft) -> bool:
    """Whether the draft's source shows another picture every moment."""
    try:
        return source_of(draft.source).kind in ("camera", "stream")
    except BadSource:
        return False


def _save_table(draft: Draft, do: str) -> Draft:
    setup = setup_of_draft(draft)
    if do == "take":
        taken(source_of(draft.source))
        return draft
    picture = desk().picture()
    if do == "find":
        if picture is None:
            raise BadDraft("There is no picture yet: choose a camera first.")
        found, by = seen_setup(picture, draft.seats, detector(None))
        flash(said(FOUND_BY[by]))
        return draft if by == "nothing" else replace(draft, setup=replace(found, name=setup.name))
    corners = points_of(request.form.get("corners", ""))
    if len(corners) != 4:
        raise BadDraft("The corners: expected four of them, x and y each.")
    size = (number_of("width"), number_of("height"))
    if do == "measure" and picture is not None:
        size = _measured(picture, corners, draft)
    return with_corners(draft, corners, size)


def _measured(picture: Array, corners: list[Point], draft: Draft) -> tuple[float, float]:
    """Width and height in mm of what lies between the corners, by the cards or the sheet."""
    found, by = seen_setup(picture, draft.seats, detector(None))
    if by == "nothing":
        raise BadDraft(FOUND_BY[by])
    a, b, c, d = mapped(np.array(corners), calibration_of(found).homography)
    across = np.linalg.norm(b - a) + np.linalg.norm(c - d)
    down = np.linalg.norm(d - a) + np.linalg.norm(c - b)
    return round(float(across) / 2, 1), round(float(down) / 2, 1)


# People


def _people_values(draft: Draft) -> dict[str, Any]:
    return {"names": draft.people, "per_point": draft.per_point}


def _save_people(draft: Draft, do: str) -> Draft:
    names = request.form.getlist("person")[:20]
    return with_people(draft, names, amount_of(request.form.get("per_point", "1")))


# Zones


def _zones_values(draft: Draft) -> dict[str, Any]:
    setup = setup_of_draft(draft)
    return {
        "table_mm": setup.table_size_mm,
        "straight": url_for("setup.pictures.straight", mark=desk().picture_mark()),
        "zones": [_zone(each, setup) for each in setup.zones],
    }


def _zone(zone: Zone, setup: Setup) -> dict[str, Any]:
    names = {"pot": said("Pot"), "stock": said("Stock")}
    seat = f"seat-{setup.seats.index(zone.seat)}" if zone.seat else ""
    xs, ys = zip(*zone.polygon_mm, strict=True)
    return {
        "label": names.get(zone.name, zone.seat),
        "class": seat or zone.name,
        "points": _text(zone.polygon_mm),
        "middle": (round(sum(xs) / len(xs), 1), round(sum(ys) / len(ys), 1)),
    }


def _save_zones(draft: Draft, do: str) -> Draft:
    if do == "template":
        return with_template(draft)
    count = len(setup_of_draft(draft).zones)
    return with_zones(draft, [points_of(request.form.get(f"zone{k}", "")) for k in range(count)])


# Checks


def _checks_values(draft: Draft) -> dict[str, Any]:
    state = table().state
    return {"found": (), "open_evening": state.name if state and not state.closed else ""}


# House rules


def _rules_values(draft: Draft) -> dict[str, Any]:
    agreed = draft.agreed()
    return {
        "presets": list(offered()),
        "preset": agreed.name,
        "sections": sections(agreed, len(draft.seats)),
        "shown": _shown_value,
    }


def _shown_value(field: Field, value: Any) -> str:
    """A value of a rule in words."""
    if field.kind == "switch":
        return said("yes") if value else said("no")
    if field.kind in ("choice", "face"):
        return said(f"{field.name}={value}") if field.kind == "choice" else said(value or "none")
    if field.kind == "jokers":
        return ", ".join(map(said, value)) or said("none")
    return ", ".join(value) if field.kind == "packets" else str(value)


def said_preset(name: str) -> str:
    """What a preset is called."""
    return said(f"preset {name}")


def _save_rules(draft: Draft, do: str) -> Draft:
    preset = request.form.get("preset", "")
    if do == "preset":
        return with_rules(draft, preset, {})
    return with_rules(draft, preset, told(request.form, draft.agreed()))


def _text(points: tuple[Point, ...]) -> str:
    return ", ".join(f"{x:.1f} {y:.1f}" for x, y in points)


def points_of(text: str) -> list[Point]:
    """Points written as `x y, x y`.

    Raises:
        BadDraft: it is written otherwise.
    """
    try:
        pairs = [tuple(map(float, pair.split())) for pair in text.split(",")[:MOST_POINTS]]
        return [(x, y) for x, y in pairs]
    except ValueError:
        raise BadDraft("{text}: expected points such as 10 20, 30 40", text=text[:60]) from None


def number_of(name: str) -> float:
    """The number in a field of the request.

    Raises:
        BadDraft: it is none.
    """
    try:
        return float(request.values.get(name, "").replace(",", "."))
    except ValueError:
        raise BadDraft("Width and depth: expected millimetres.") from None


VALUES: dict[str, Callable[[Draft], dict[str, Any]]] = {
    "camera": camera_values,
    "table": _table_values,
    "people": _people_values,
    "zones": _zones_values,
    "rules": _rules_values,
    "checks": _checks_values,
}
SAVES: dict[str, Callable[[Draft, str], Draft]] = {
    "table": _save_table,
    "people": _save_people,
    "zones": _save_zones,
    "rules": _save_rules,
}
