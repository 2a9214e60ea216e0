"""Written rounds: a record as a value, and as readable text (see docs/NOTATION.md).

    rules: gostop-3p
    seats: Ann, Bea, Cho
    dealer: Ann
    pot: 01-junk 02-ribbon 03-bright 04-junk 05-animal 06-junk
    hand Ann: 01-bright 03-junk ...

    Ann: 01-bright / 05-junk
    Bea: shows 03; 03-junk x03-bright / joker-double 08-junk; go

`scorer.notation.parse` reads what `written` prints; the two are each other's inverse.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from scorer.actions import Action, Call, Give, Quads, Show, Turn
from scorer.cards import BACK, Cards
from scorer.deal import Deal
from scorer.ending import Terms
from scorer.house_rules import RULES, HouseRules
from scorer.payout import Amount
from scorer.presets import house_rules
from scorer.table import EndKind


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a record."""

    action: Action
    accepted: bool = False
    """True where it was against the rules and taken as it was (`!`)."""
    line: int = field(default=0, compare=False)
    """Where it stands in the text; 0 for an action that was not read from one."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a record says that the round ended."""

    kind: EndKind
    winners: tuple[int, ...] = ()
    transfers: tuple[Amount, ...] = ()
    """A seat's receipts; empty where the record does not say."""
    line: int = field(default=0, compare=False)
    """Where it stands in the text."""


@dataclass(frozen=True, slots=True)
class Record:
    """A written round."""

    rules: HouseRules
    seats: tuple[str, ...]
    """The names of the active seats, in turn order."""
    dealer: int
    deal: Deal
    terms: Terms = field(default_factory=Terms)
    waiting: tuple[str, ...] = ()
    """Who sits at the table and waits for the next deal (B2)."""
    entries: tuple[Entry, ...] = ()
    result: Result | None = None


def written(record: Record, folders: Sequence[Path] = ()) -> str:
    """The record as text; `folders` as in `presets.house_rules`."""
    return (
        "\n".join(
            [*_header_lines(record, folders), "", *_turn_lines(record), *_result_lines(record)]
        )
        + "\n"
    )


def _header_lines(record: Record, folders: Sequence[Path]) -> Iterator[str]:
    rules, terms = record.rules, record.terms
    yield f"rules: {rules.name}"
    base = house_rules(rules.name, len(record.seats), folders=folders)
    for name in RULES:
        if getattr(rules, name) != getattr(base, name):
            yield f"rule {name}: {json.dumps(getattr(rules, name), ensure_ascii=False)}"
    yield f"seats: {', '.join(record.seats)}"
    if record.waiting:
        yield f"waiting: {', '.join(record.waiting)}"
    yield f"dealer: {record.seats[record.dealer]}"
    for name in ("carry", "multiplier", "per_point", "named_month"):
        if getattr(terms, name) != getattr(Terms(), name):
            yield f"{name}: {getattr(terms, name)}"
    if terms.mission:
        yield f"mission: {terms.mission.times} {_faces(terms.mission.cards)}"
    for name, hand in zip(record.seats, record.deal.hands, strict=True):
        if any(each is not BACK for each in hand):
            yield f"hand {name}: {_faces(hand)}"
    yield f"pot: {_faces(record.deal.pot)}"
    if any(each is not BACK for each in record.deal.stock):
        yield f"stock: {_faces(record.deal.stock)}"


def _turn_lines(record: Record) -> Iterator[str]:
    """One line a turn: the actions of one seat, and the junk handed to it."""
    line, mover = "", -1
    for entry in record.entries:
        action = entry.action
        gives = isinstance(action, Give)
        part = ("! " if entry.accepted else "") + _part(action, record.seats)
        if line and (gives or (action.seat == mover and not _starts(action, line))):
            line += f"; {part}"
            continue
        if line:
            yield line
        mover = action.seat
        line = f"{record.seats[mover]}: {part}"
    if line:
        yield line


def _starts(action: Action, line: str) -> bool:
    """Whether an action begins a new line although the same seat acted last."""
    return isinstance(action, Turn | Show) and "/" in line


def _part(action: Action, seats: Sequence[str]) -> str:
    match action:
        case Turn():
            return turn_text(action)
        case Show():
            return f"shows {action.month:02}"
        case Give():
            return f"{seats[action.seat]} gives {action.card}"
        case Call():
            return action.says
        case Quads():
            months = " ".join(f"{month:02}" for month in action.months)
            return f"{'plays on' if action.play_on else 'chongtong'} {months}".rstrip()
    return f"shodang {_faces(action.cards)} {'accepted' if action.accepted else 'refused'}"


def turn_text(turn: Turn) -> str:
    """The one form in which a turn is written."""
    takes = {each.month: f" x{each}" for each in turn.takes}
    words: list[str] = []
    if len(turn.played) > 1:
        words.append(f"bomb {_faces(turn.played)}")
    else:
        words += [f"{each}{takes.pop(each.month, '')}" for each in turn.played] or ["pass"]
    words += [f"draws {each}" for each in turn.drawn]
    if turn.flipped:
        flips = [
            f"{each}{takes.pop(each.month, '') if each.month else ''}" for each in turn.flipped
        ]
        words += ["/", *flips]
    elif not turn.drawn:
        words.append("/")
    if turn.captured is not None:
        words.append(f"took {_faces(turn.captured) or 'nothing'}")
    return " ".join(words)


def _result_lines(record: Record) -> Iterator[str]:
    result = record.result
    if result is None:
        return
    who = " and ".join(record.seats[seat] for seat in result.winners)
    amounts = zip(record.seats, result.transfers, strict=False)
    pays = ", ".join(f"{name} {Decimal(amount):+f}" for name, amount in amounts)
    yield ""
    yield f"result: {result.kind} {who}".rstrip() + (f"; {pays}" if pays else "")


def _faces(pile: Cards) -> str:
    return " ".join(each.face for each in pile)
