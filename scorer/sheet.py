"""Sheets: rounds written down as JSON values, and their answers (`hwatu score`).

`answer(sheet)` takes one sheet as parsed from JSON and gives the answer as a JSON value; a sheet
that cannot be scored gets `{"id": ..., "error": ...}`, never an exception.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from scorer.cards import Card, Cards, card, too_many
from scorer.combinations import Score, Use, score
from scorer.errors import BadSheet, ScorerError, short
from scorer.house_rules import HouseRules
from scorer.payout import Amount, Payout, Showdown, Standing, Step, settle
from scorer.presets import house_rules, usual_preset

Json = dict[str, Any]

KEYS = (
    *("id", "rules", "seats", "captures", "base_points", "winner", "outcome", "gos", "heundeum"),
    *("bombs", "carry", "multiplier", "jokers", "named_month", "weol_yak", "sake_as", "per_point"),
)
SPECIAL_JOKERS = ("boss", "double", "bright_protection")
WEOL_YAK = ("first_turn", "named_month")
USES: tuple[Use, ...] = ("animal", "junk")
MOST_CALLS = 99
MOST = 10**9


class Duplicates(dict[str, Any]):
    """A JSON object in which a key stood twice."""

    key: str = ""


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object that remembers a key that stands twice (for `json.loads`)."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    names = [name for name, _ in pairs]
    marked = Duplicates(found)
    marked.key = next(name for name in names if names.count(name) > 1)
    return marked


def answers(sheets: object, folders: Sequence[Path] = ()) -> list[Json]:
    """An answer for each sheet of a list, in order; a single sheet is a list of one."""
    listed = sheets if isinstance(sheets, list) else [sheets]
    return [answer(sheet, folders) for sheet in listed]


def answer(sheet: object, folders: Sequence[Path] = ()) -> Json:
    """The answer to one sheet, or what is wrong with it."""
    name = sheet.get("id") if isinstance(sheet, dict) else None
    try:
        return {"id": name, **_answer(sheet, folders)}
    except ScorerError as error:
        return {"id": name, "error": str(error)}


def _answer(sheet: object, folders: Sequence[Path]) -> Json:
    if not isinstance(sheet, dict):
        raise BadSheet(
            f'expected a sheet, an object such as {{"captures": ...}}, not {short(sheet)}'
        )
    _known_keys(sheet)
    sheet = {key: value for key, value in sheet.items() if value is not None}
    seats = _seats(sheet)
    active = _active(sheet, seats)
    rules = _rules(sheet, sum(active), folders)
    showdown, drawn = _showdown(sheet, seats, active, rules)
    if showdown.winner is None and not drawn:
        best = tuple(each.use for each in showdown.seats)
        return {
            "rules": rules.name,
            "points": _points(showdown, seats, best, rules),
            "payout": None,
        }
    payout = settle(showdown, rules, _per_point(sheet))
    return {
        "rules": rules.name,
        "points": _points(showdown, seats, payout.uses, rules),
        "payout": payout_json(payout, seats),
    }


def _known_keys(sheet: Mapping[str, Any]) -> None:
    """Other keys are remarks, unless they look like one of ours misspelt."""
    _once(sheet, "the sheet")
    for key in sheet:
        near = get_close_matches(key, KEYS, n=1, cutoff=0.75)
        if near and near[0] != key:
            raise BadSheet(f"unknown key {short(key)}, did you mean {near[0]}?")


def _once(value: Mapping[str, Any], where: str) -> None:
    if isinstance(value, Duplicates):
        raise BadSheet(f"{where}: {short(value.key)} stands twice: expected it once")


def _seats(sheet: Mapping[str, Any]) -> tuple[str, ...]:
    """The names at the table, in turn order; one will do where only points are asked for."""
    captures = _mapping(sheet, "captures")
    seats = sheet.get("seats")
    if seats is None:
        seats = list(captures)
    if not isinstance(seats, list) or not all(_is_name(each) for each in seats):
        raise BadSheet(f"seats: expected a list of names, not {short(seats)}")
    for each in seats:
        if seats.count(each) > 1:
            raise BadSheet(f"seats: {short(each)} stands twice: expected different names")
    settles = sheet.get("winner") is not None or sheet.get("outcome") is not None
    if not (2 if settles else 1) <= len(seats) <= 7:
        raise BadSheet(f"seats: expected 2 to 7 people, not {len(seats)}")
    for key in ("captures", "gos", "heundeum", "bombs", "jokers"):
        for name in _mapping(sheet, key):
            if name not in seats:
                raise BadSheet(f"{key}: unknown seat {short(name)}: expected one of {_list(seats)}")
    if isinstance(sheet.get("sake_as"), dict):
        for name in sheet["sake_as"]:
            if name not in seats:
                raise BadSheet(
                    f"sake_as: unknown seat {short(name)}: expected one of {_list(seats)}"
                )
    return tuple(seats)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 60 and value.isprintable()


def _active(sheet: Mapping[str, Any], seats: tuple[str, ...]) -> tuple[bool, ...]:
    """Who plays: everybody up to three; of more, those the sheet speaks of (B2).

    Where it speaks of more than three, the three with cards in front of them play, if it is three;
    where its captures name fewer than two, it does not tell, and everybody plays.
    """
    everybody = tuple(True for _ in seats)
    if len(seats) <= 3:
        return everybody
    winner, captures = sheet.get("winner"), _mapping(sheet, "captures")
    if len(captures) < 2:
        return everybody
    called = {winner} if isinstance(winner, str) else set()
    for key in ("gos", "heundeum", "bombs"):
        called |= set(_mapping(sheet, key))
    named = tuple(name in called or name in captures for name in seats)
    holding = tuple(name in called or bool(captures.get(name)) for name in seats)
    if sum(holding) == 3:
        return holding
    return named


def _rules(sheet: Mapping[str, Any], active: int, folders: Sequence[Path]) -> HouseRules:
    default = usual_preset(active)
    asked = sheet.get("rules", default)
    if isinstance(asked, str):
        return house_rules(asked, active, folders=folders)
    if not isinstance(asked, dict):
        raise BadSheet(f"rules: expected a preset's name or an object, not {short(asked)}")
    _once(asked, "rules")
    changes = {key: value for key, value in asked.items() if key != "preset"}
    return house_rules(asked.get("preset", default), active, changes, folders)


def _showdown(
    sheet: Mapping[str, Any], seats: tuple[str, ...], active: tuple[bool, ...], rules: HouseRules
) -> tuple[Showdown, bool]:
    """What the sheet says of the round's end, and whether it was drawn."""
    captures = _captures(sheet)
    gos = _calls(sheet, "gos")
    bombs = _calls(sheet, "bombs")
    triples = {name: _triples(name, value) for name, value in _mapping(sheet, "heundeum").items()}
    jokers = {name: _jokers(name, value) for name, value in _mapping(sheet, "jokers").items()}
    standings = tuple(
        Standing(
            captures.get(name, ()),
            gos.get(name, 0),
            triples.get(name, ()),
            bombs.get(name, 0),
            jokers.get(name, frozenset()),
            _sake_as(sheet, name),
            plays,
        )
        for name, plays in zip(seats, active, strict=True)
    )
    winner, drawn = _winner(sheet, seats)
    base = sheet.get("base_points")
    if base is not None:
        _whole(base, "base_points", 0, MOST)
    showdown = Showdown(
        standings,
        winner,
        base_points=base if winner is not None else None,
        carry=_whole(sheet.get("carry", 1), "carry", 1, MOST),
        multiplier=_whole(sheet.get("multiplier", 1), "multiplier", 1, MOST),
        named_month=_month(sheet.get("named_month"), "named_month"),
        weol_yak=_weol_yak(sheet.get("weol_yak")),
    )
    return showdown, drawn


def _winner(sheet: Mapping[str, Any], seats: tuple[str, ...]) -> tuple[int | None, bool]:
    winner, outcome = sheet.get("winner"), sheet.get("outcome")
    if outcome not in (None, "stop", "nagari"):
        raise BadSheet(f'outcome: expected "nagari", "stop" or nothing, not {short(outcome)}')
    if outcome == "stop" and winner is None:
        raise BadSheet('outcome: "stop" has a winner: expected his name as winner')
    if winner is None:
        return None, outcome == "nagari"
    if outcome == "nagari":
        raise BadSheet(f'outcome: "nagari" has no winner, yet winner is {short(winner)}')
    if winner not in seats:
        raise BadSheet(f"winner: unknown seat {short(winner)}: expected one of {_list(seats)}")
    return seats.index(winner), False


def _captures(sheet: Mapping[str, Any]) -> dict[str, Cards]:
    piles: dict[str, Cards] = {}
    for name, faces in _mapping(sheet, "captures").items():
        if not isinstance(faces, list):
            raise BadSheet(f"captures: {name}: expected a list of faces, not {short(faces)}")
        piles[name] = tuple(_card(face, name, place) for place, face in enumerate(faces, 1))
    for each in too_many(each for pile in piles.values() for each in pile):
        holders = [name for name, pile in piles.items() if each in pile]
        raise BadSheet(
            f"captures: {each} lies {sum(pile.count(each) for pile in piles.values())} times "
            f"({_list(holders)}): a deck holds {each.copies} of it"
        )
    return piles


def _card(face: object, name: str, place: int) -> Card:
    try:
        found = card(face) if isinstance(face, str) else None
    except ScorerError as error:
        raise BadSheet(f"captures: {name}: card {place}: {error}") from error
    if found is None or not (found.junk or found.month):
        raise BadSheet(f"captures: {name}: card {place}: expected a face, not {short(face)}")
    return found


def _calls(sheet: Mapping[str, Any], key: str) -> dict[str, int]:
    return {
        name: _whole(value, f"{key}: {name}", 0, MOST_CALLS)
        for name, value in _mapping(sheet, key).items()
    }


def _triples(name: str, value: object) -> tuple[int, ...]:
    """Declared triples: a count, or the list of their months."""
    where = f"heundeum: {name}"
    if not isinstance(value, list):
        return (0,) * _whole(value, where, 0, 12)
    months = tuple(_month(each, where) for each in value)
    for month in months:
        if month == 0 or months.count(month) > 1:
            raise BadSheet(f"{where}: expected different months 1 to 12, not {short(value)}")
    return months


def _jokers(name: str, value: object) -> frozenset[str]:
    held = [value] if isinstance(value, str) else value
    if not isinstance(held, list) or not all(each in SPECIAL_JOKERS for each in held):
        raise BadSheet(
            f"jokers: {name}: expected a list of {_list(SPECIAL_JOKERS)}, not {short(value)}"
        )
    return frozenset(held)


def _month(value: object, where: str) -> int:
    """A month as a number or as its two digits; 0 for none."""
    if value is None:
        return 0
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 2:
        value = int(value)
    return _whole(value, where, 1, 12)


def _weol_yak(value: object) -> frozenset[str]:
    made = [] if value is None else value if isinstance(value, list) else [value]
    if not all(each in WEOL_YAK for each in made):
        raise BadSheet(f"weol_yak: expected {' or '.join(WEOL_YAK)}, not {short(value)}")
    return frozenset(made)


def _sake_as(sheet: Mapping[str, Any], name: str) -> Use | None:
    """`sake_as` is an object of seats, or one word for whoever holds the card."""
    forced = sheet.get("sake_as")
    if isinstance(forced, dict):
        _once(forced, "sake_as")
        forced = forced.get(name)
    if forced is None:
        return None
    for use in USES:
        if forced == use:
            return use
    raise BadSheet(f"sake_as: expected animal or junk for a seat, not {short(forced)}")


def _per_point(sheet: Mapping[str, Any]) -> Amount:
    value = sheet.get("per_point", 1)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 < value <= MOST:
        raise BadSheet(f"per_point: expected a number above 0, at most {MOST}, not {short(value)}")
    return value if isinstance(value, int) else Decimal(repr(value))


def _whole(value: object, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSheet(f"{where}: expected a whole number {least} to {most}, not {short(value)}")
    return value


def _mapping(sheet: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = sheet.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadSheet(f"{key}: expected an object of seats, not {short(value)}")
    _once(value, key)
    return value


def _points(
    showdown: Showdown, seats: tuple[str, ...], uses: tuple[Use | None, ...], rules: HouseRules
) -> Json:
    found: Json = {}
    for name, standing, use in zip(seats, showdown.seats, uses, strict=True):
        if standing.plays:
            found[name] = score_json(score(standing.captures, rules, use))
    if showdown.base_points is not None and showdown.winner is not None:
        told = {"name": "base_points", "points": showdown.base_points, "cards": []}
        use = found[seats[showdown.winner]]["sake_as"]
        found[seats[showdown.winner]] = {
            "total": showdown.base_points,
            "sake_as": use,
            "lines": [told],
        }
    return found


def score_json(found: Score) -> Json:
    """The points of a pile as in CONTRACTS: total, use of the convertible card, lines."""
    lines = [
        {"name": line.name, "points": line.points, "cards": [each.face for each in line.cards]}
        for line in found.lines
    ]
    return {"total": found.total, "sake_as": found.use, "lines": lines}


def payout_json(payout: Payout, seats: Sequence[str]) -> Json:
    """A payout with the seats' names, amounts as JSON numbers."""
    return {
        "winner": None if payout.winner is None else seats[payout.winner],
        "transfers": {
            name: number(each) for name, each in zip(seats, payout.transfers, strict=True)
        },
        "next_multiplier": payout.next_multiplier,
        "explain": {
            name: [_step_json(step) for step in steps]
            for name, steps in zip(seats, payout.explain, strict=True)
            if steps
        },
    }


def _step_json(step: Step) -> Json:
    values = {"points": step.points, "add": step.add, "times": step.times}
    return {"name": step.name} | {k: number(v) for k, v in values.items() if v is not None}


def number(amount: Amount) -> int | float:
    """An amount as JSON writes it: whole where it is whole."""
    return int(amount) if amount == int(amount) else float(amount)


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
