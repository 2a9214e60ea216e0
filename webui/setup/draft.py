"""A table while it is being set up: one value that every step of the wizard can change.

It is usable from the first moment on, so that any step may be skipped and come back to.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.errors import ScorerError
from scorer.house_rules import HouseRules
from scorer.payout import Amount
from scorer.presets import usual_preset
from scorer.remark import Told
from vision.setup import BadSetup, Point, Setup, setup_json, setup_of
from vision.zones import template
from webui.data_folder import rule_folders
from webui.deck_folder import deck_names
from webui.evening.chosen_rules import chosen, rules_of
from webui.evening.command_values import amount_of
from webui.seating import MOST_ACTIVE
from webui.words import line_of

HAND = "hand"
"""The source of a table without a camera."""
PEOPLE = (2, 7)
SEAT_NAMES = ("A", "B", "C", "D")
"""Of people who did not say their names."""
MOST_NAME = 20
USUAL_SIZE_MM = (900.0, 600.0)
"""Of a table of which nothing is known yet."""


class BadDraft(Told):
    """What a step was given cannot be used; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the wizard knows."""

    source: str = HAND
    """`hand`, `demo`, the number of a camera, a URL, or `file:` and a recording's name."""
    people: tuple[str, ...] = SEAT_NAMES[:2]
    """2 to 7 names in turn order; the first deals."""
    per_point: Amount = 1
    rules: dict[str, Any] = field(default_factory=dict)
    """House rules with a preset, as in a setup file; empty for the usual ones of so many."""
    setup: Setup | None = None
    """Where the table lies; None without a camera. Its seats are the first of the people."""

    @property
    def chosen_rules(self) -> dict[str, Any]:
        """The preset and what differs from it, as in setup files and sheets."""
        return self.rules or {"preset": usual_preset(len(self.seats))}

    def agreed(self) -> HouseRules:
        """The house rules.

        Raises:
            BadRules: a preset or rule is not known here.
        """
        return rules_of(self.chosen_rules, len(self.seats), rule_folders())

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the camera's zones: of more people, those who play the first round."""
        return self.people[:MOST_ACTIVE]


def draft_json(draft: Draft) -> dict[str, Any]:
    """The draft as JSON values; `draft_of` is the inverse."""
    return {
        "source": draft.source,
        "people": list(draft.people),
        "per_point": str(draft.per_point),
        "rules": draft.rules,
        "setup": None if draft.setup is None else setup_json(draft.setup),
    }


def draft_of(values: Mapping[str, Any]) -> Draft:
    """The draft of JSON values.

    Raises:
        BadDraft: they are none.
    """
    try:
        told = values["setup"]
        draft = Draft(
            str(values["source"]),
            tuple(map(str, values["people"])),
            amount_of(str(values["per_point"])),
            dict(values["rules"]),
            None if told is None else setup_of(told),
        )
        draft.agreed()
    except (KeyError, TypeError, ValueError) as error:
        raise BadDraft(
            "the draft of the setup cannot be read: {why}", why=line_of(error)
        ) from error
    return draft


def with_people(draft: Draft, names: Sequence[str], per_point: Amount | None = None) -> Draft:
    """The draft with these people; the zones are drawn anew only where their number changes.

    Raises:
        BadDraft: too few or too many, a name twice, too long, or with signs that cannot be printed.
    """
    people = tuple(" ".join(name.split()) for name in names if name.strip())
    if not PEOPLE[0] <= len(people) <= PEOPLE[1]:
        raise BadDraft("people: expected 2 to 7 names, not {count}", count=len(people))
    for name in people:
        if len(name) > MOST_NAME or not name.isprintable() or set(name) & set(",:;#()"):
            raise BadDraft(
                '"{name}": expected at most {most} letters, without , : ; #',
                name=name[:30],
                most=MOST_NAME,
            )
        if people.count(name) > 1:
            raise BadDraft('"{name}" stands twice: expected different names', name=name)
    changed = replace(draft, people=people)
    if draft.rules.get("preset") == usual_preset(len(draft.seats)):
        changed = replace(
            changed, rules={**draft.rules, "preset": usual_preset(len(changed.seats))}
        )
    if per_point is not None:
        changed = replace(changed, per_point=per_point)
    return changed if draft.setup is None else replace(changed, setup=_seated(draft.setup, changed))


def _seated(setup: Setup, draft: Draft) -> Setup:
    """The setup with the draft's seats: its zones renamed, or a template for another number."""
    seats = draft.seats
    if len(seats) != len(setup.seats):
        zones = template(seats, setup.table_size_mm)
    else:
        renamed = dict(zip(setup.seats, seats, strict=True))
        zones = tuple(
            replace(zone, seat=renamed[zone.seat] if zone.seat is not None else None)
            for zone in setup.zones
        )
    return replace(setup, seats=seats, zones=zones)


def with_deck(draft: Draft, deck: str) -> Draft:
    """The draft with an enrolled deck on its table, or any print for an empty name.

    Raises:
        BadDraft: none of that name is enrolled.
    """
    if deck and deck not in deck_names():
        raise BadDraft('deck "{name}": expected one that is enrolled', name=deck[:40])
    return draft if draft.setup is None else replace(draft, setup=replace(draft.setup, deck=deck))


def with_rules(draft: Draft, preset: str, told: Mapping[str, Any]) -> Draft:
    """The draft with a preset and what the table changes of it; what is the same is left out.

    Raises:
        BadDraft: no such preset or rule, or an impossible value.
    """
    try:
        asked = rules_of({**told, "preset": preset}, len(draft.seats), rule_folders())
        return replace(draft, rules=chosen(asked, len(draft.seats), rule_folders()))
    except ScorerError as error:
        raise BadDraft(error.line) from error


def with_corners(draft: Draft, corners: Sequence[Point], size_mm: tuple[float, float]) -> Draft:
    """The draft with the table's corners at other places; the zones keep their shares of it.

    Raises:
        BadDraft: there is no picture yet, or these are no corners of a table.
    """
    if draft.setup is None:
        raise BadDraft("the table's corners: expected a camera or a film to be chosen first")
    before = draft.setup.table_size_mm
    scale = tuple(new / old for new, old in zip(size_mm, before, strict=True))
    zones = tuple(
        replace(zone, polygon_mm=tuple((x * scale[0], y * scale[1]) for x, y in zone.polygon_mm))
        for zone in draft.setup.zones
    )
    a, b, c, d = corners
    return _checked(
        draft, replace(draft.setup, table_corners=(a, b, c, d), table_size_mm=size_mm, zones=zones)
    )


def with_zones(draft: Draft, polygons_mm: Sequence[Sequence[Point]]) -> Draft:
    """The draft with other outlines of its zones, in their order.

    Raises:
        BadDraft: there is no picture yet, or a zone has no room for a card.
    """
    if draft.setup is None or len(polygons_mm) != len(draft.setup.zones):
        raise BadDraft("zones: expected an outline for each of them")
    zones = tuple(
        replace(zone, polygon_mm=tuple(polygon))
        for zone, polygon in zip(draft.setup.zones, polygons_mm, strict=True)
    )
    return _checked(draft, replace(draft.setup, zones=zones))


def with_template(draft: Draft) -> Draft:
    """The draft with the usual zones of so many seats."""
    if draft.setup is None:
        return draft
    zones = template(draft.seats, draft.setup.table_size_mm)
    return replace(draft, setup=replace(draft.setup, zones=zones))


def _checked(draft: Draft, setup: Setup) -> Draft:
    """The draft with a setup that its own file could hold."""
    try:
        return replace(draft, setup=setup_of(setup_json(setup)))
    except BadSetup as error:
        raise BadDraft(error.line) from error


def plain_setup(size_px: tuple[int, int], seats: tuple[str, ...]) -> Setup:
    """A setup of a picture of which nothing is known: its middle is the table."""
    width, height = size_px
    left, right, top, bottom = 0.1 * width, 0.9 * width, 0.08 * height, 0.92 * height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    zones = template(seats, USUAL_SIZE_MM)
    return Setup("table", size_px, corners, USUAL_SIZE_MM, zones, seats, usual_preset(len(seats)))


def setup_file(draft: Draft, name: str) -> str:
    """The text of the setup file of a draft; what the wizard alone knows stands in it as remarks.

    Raises:
        BadDraft: there is no camera, so there is no such file.
    """
    if draft.setup is None:
        raise BadDraft("a table without a camera has no setup file")
    remarks = {
        key: value for key, value in draft_json(draft).items() if key not in ("setup", "rules")
    }
    told = {**placed(draft.setup, draft, name), **remarks}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def placed(setup: Setup, draft: Draft, name: str) -> dict[str, Any]:
    """A draft's setup as a setup file holds it, under a name and with the rules agreed on."""
    return setup_json(replace(setup, name=name, rules=draft.chosen_rules))


def kept_in(values: Mapping[str, Any]) -> Draft:
    """The draft that a setup file tells, whoever wrote it.

    Raises:
        BadDraft: it is no setup.
    """
    try:
        setup = setup_of(dict(values))
    except BadSetup as error:
        raise BadDraft(error.line) from error
    rules = setup.rules if isinstance(setup.rules, dict) else {"preset": setup.rules}
    return draft_of(
        {
            "source": values.get("source", HAND),
            "people": values.get("people", setup.seats),
            "per_point": values.get("per_point", "1"),
            "rules": rules,
            "setup": setup_json(setup),
        }
    )
