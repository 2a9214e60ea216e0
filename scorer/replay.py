"""Replaying a written round by the rules: its turns, its points, its payout.

>>> from scorer.notation import parse
>>> round_ = replay(parse("seats: Ann, Bea\\npot: 01-junk 02-junk\\nAnn: 01-bright / 03-junk\\n"))
>>> [str(card) for card in round_.turns[0].captured]
['01-bright', '01-junk']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.combinations import score
from scorer.deal import start
from scorer.ending import settlement, side_payments
from scorer.errors import BadRecord, IllegalTurn
from scorer.payout import Amount, Payout
from scorer.play import Applied, Report, apply
from scorer.record import Entry, Record, Result
from scorer.remark import Remark, both, seat_at, with_names
from scorer.sheet import number, payout_json, score_json
from scorer.table import Position


@dataclass(frozen=True, slots=True)
class Replay:
    """A round as the rules play it."""

    record: Record
    positions: tuple[Position, ...]
    """Before the first turn, and after each of the turns."""
    turns: tuple[Report, ...]
    payout: Payout | None
    """None while the round is not over."""
    side_payments: tuple[Amount, ...]
    turn_of: tuple[int, ...]
    """Of each entry of the record, which of the turns it belongs to."""

    @property
    def position(self) -> Position:
        """As the round stands at its end."""
        return self.positions[-1]


def replay(record: Record) -> Replay:
    """The round of a record.

    Raises:
        BadRecord: the deal is impossible, a turn is not legal and not marked as accepted, or the
            result is not what the rules give; the message names the line.
    """
    position = start(record.rules, record.deal, record.dealer)
    positions, turns = [position], list[Report]()
    turn_of: list[int] = []
    last: Action | None = None
    for entry in record.entries:
        before = position
        position, report = _applied(position, entry, record)
        if not turns or _opens(before, last, entry.action):
            turns.append(report)
            positions.append(position)
        else:
            turns[-1] = turns[-1].then(report)
            positions[-1] = position
        turn_of.append(len(turns) - 1)
        last = entry.action
    payout = None if position.outcome is None else settlement(position, record.terms)
    sides = side_payments(position, record.terms)
    found = Replay(record, tuple(positions), tuple(turns), payout, sides, tuple(turn_of))
    _check_result(found)
    return found


def _applied(position: Position, entry: Entry, record: Record) -> Applied:
    try:
        return apply(position, entry.action, accept=entry.accepted)
    except IllegalTurn as error:
        says = Remark("{seat}: not legal: {why}", seat=seat_at(entry.action.seat), why=error.line)
        raise _fault(with_names(says, record.seats), entry.line) from error


def _fault(says: str, line: int) -> BadRecord:
    """What is wrong with a record, at a line of it; 0 where it was never written."""
    return BadRecord("line {number}: {why}", number=line, why=says) if line else BadRecord(says)


def _opens(position: Position, last: Action | None, action: Action) -> bool:
    """Whether an action begins a turn: not a call, junk given, or more after what was shown."""
    if last is not None and isinstance(action, Call) and action.seat != last.seat:
        return not isinstance(last, Give)
    more = position.drawn is not None or isinstance(last, Show | Shodang)
    return isinstance(action, Turn | Show | Quads | Shodang) and not more


def result_of(replayed: Replay) -> Result | None:
    """The result of a replayed round, as a record writes it; None while it is not over."""
    outcome, payout = replayed.position.outcome, replayed.payout
    if outcome is None or payout is None:
        return None
    pairs = zip(payout.transfers, replayed.side_payments, strict=True)
    return Result(outcome.kind, outcome.winners, tuple(a + b for a, b in pairs))


def _check_result(replayed: Replay) -> None:
    told, found = replayed.record.result, result_of(replayed)
    if told is None:
        return
    if found is None:
        says = Remark("result: {kind}, but the round is not over", kind=Remark(told.kind))
        raise _fault(says, told.line)
    if (told.kind, told.winners) != (found.kind, found.winners):
        names = replayed.record.seats
        says = Remark(
            "result: {kind} {names}, but by the rules it is {right} {winners}",
            kind=Remark(told.kind),
            names=_named(told.winners, names),
            right=Remark(found.kind),
            winners=_named(found.winners, names),
        )
        raise _fault(says, told.line)
    if told.transfers and told.transfers != found.transfers:
        given = ", ".join(f"{each:+}" for each in told.transfers)
        right = ", ".join(f"{each:+}" for each in found.transfers)
        says = Remark(
            "result: pays {given}, but by the rules it pays {right}", given=given, right=right
        )
        raise _fault(says, told.line)


def _named(seats: Sequence[int], names: Sequence[str]) -> str:
    return both([names[seat] for seat in seats], Remark("nobody"))


def replay_json(replayed: Replay) -> dict[str, Any]:
    """A replayed round as JSON values, in the form of a round of `hwatu review`."""
    record, position, payout = replayed.record, replayed.position, replayed.payout
    names, outcome = record.seats, position.outcome
    uses = payout.uses if payout else tuple(None for _ in names)
    piles = [seat.captures for seat in position.seats]
    sides = zip(names, replayed.side_payments, strict=True)
    return {
        "rules": record.rules.name,
        "seats": list(names),
        "waiting": list(record.waiting),
        "dealer": names[record.dealer],
        "outcome": outcome.kind if outcome else None,
        "winner": names[outcome.winners[0]] if outcome and outcome.winners else None,
        "turns": [_turn_json(turn, names) for turn in replayed.turns],
        "captures": {
            name: [each.face for each in pile] for name, pile in zip(names, piles, strict=True)
        },
        "points": {
            name: score_json(score(pile, record.rules, use))
            for name, pile, use in zip(names, piles, uses, strict=True)
        },
        "payout": payout_json(payout, names) if payout else None,
        "side_payments": {name: number(amount) for name, amount in sides},
    }


def _turn_json(turn: Report, names: Sequence[str]) -> dict[str, Any]:
    stolen: dict[str, list[str]] = {
        name: [] for seat, name in enumerate(names) if seat != turn.seat
    }
    for seat, each in turn.stolen:
        # Against the rules, a seat may have given junk in what counts as its own turn.
        stolen.setdefault(names[seat], []).append(each.face)
    return {
        "seat": names[turn.seat],
        "played": [each.face for each in turn.played],
        "flipped": [each.face for each in turn.flipped],
        "captured": [each.face for each in turn.captured],
        "stolen": stolen,
        "events": list(turn.events),
        "breaches": list(turn.breaches),
    }
