"""A round whose beginning was corrected, and the turns that come after it.

What the table did later was done. It is made to fit: choices that follow from the position are
made anew, and a turn that is now against the rules is kept as accepted (`!`).
"""

from collections.abc import Sequence
from dataclasses import replace

from scorer.actions import Call, Give, Turn
from scorer.deal import start
from scorer.errors import IllegalTurn, ScorerError
from scorer.play import apply
from scorer.record import Entry, Record
from scorer.remark import Told, with_names
from scorer.replay import Replay, replay
from scorer.table import Phase, Position, by_month
from scorer.turns import choices, forks_of, giveable
from webui.evening.turn_text import text_of


class BadCorrection(Told):
    """A correction that cannot be made; one line says why."""


def replayed(record: Record) -> Replay:
    """The round as the rules play it.

    Raises:
        BadCorrection: they do not allow it.
    """
    try:
        return replay(record)
    except ScorerError as error:
        raise BadCorrection(error.line) from error


def split(
    played: Replay, turn: int
) -> tuple[tuple[Entry, ...], tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries of a record before a turn, in it and after it.

    Raises:
        BadCorrection: there is no such turn.
    """
    if not 0 <= turn < len(played.turns):
        raise BadCorrection(
            "turn {turn}: the round has {count} turns", turn=turn + 1, count=len(played.turns)
        )
    pairs = list(zip(played.record.entries, played.turn_of, strict=True))
    return (
        tuple(entry for entry, of in pairs if of < turn),
        tuple(entry for entry, of in pairs if of == turn),
        tuple(entry for entry, of in pairs if of > turn),
    )


def refitted(record: Record, sure: Sequence[Entry], later: Sequence[Entry] = ()) -> Record:
    """The record with these entries, of which the `later` ones are made to fit.

    The result is not told any more: it follows from the turns.

    Raises:
        BadCorrection: a sure entry is not legal, or a later one cannot have happened at all.
    """
    try:
        position = start(record.rules, record.deal, record.dealer)
    except ScorerError as error:
        raise BadCorrection("the deal: {why}", why=error.line) from error
    entries: list[Entry] = []
    for entry in sure:
        position = _played(position, entry, record)
        entries.append(entry)
    for entry in later:
        for fitting in _fitting(position, entry):
            position = _played(position, fitting, record)
            entries.append(fitting)
    return replace(record, entries=tuple(entries), result=None)


def accepted(record: Record) -> int:
    """How many entries of the record are against the rules."""
    return sum(entry.accepted for entry in record.entries)


def owed(position: Position) -> Give:
    """The first gift that is due, of the junk that comes first."""
    giver = position.gives[0]
    return Give(giver, position.mover, giveable(position.seats[giver].captures, position)[0])


def _fitting(position: Position, entry: Entry) -> list[Entry]:
    """What a later entry becomes in this position: itself, with what goes before it, or nothing."""
    action = entry.action
    if entry.accepted or _is_legal(position, entry):
        return [entry]
    if isinstance(action, Turn) and position.phase in (Phase.CALL, Phase.GIVE):
        # Who played on had said go, and who was owed junk had it.
        calls = position.phase is Phase.CALL
        first = Entry(Call(position.to_act, "go") if calls else owed(position))
        return [first, *_fitting(apply(position, first.action).position, entry)]
    if isinstance(action, Give):
        asked = position.phase is Phase.GIVE and action.seat in position.gives
        return [Entry(owed(position))] if asked else []
    if isinstance(action, Call) and action.says == "go":
        return []
    if isinstance(action, Turn):
        chosen = Entry(_chosen(position, action))
        if _is_legal(position, chosen):
            return [chosen]
    return [replace(entry, accepted=True)]


def _chosen(position: Position, turn: Turn) -> Turn:
    """The turn with a choice wherever two of a month match, the one it made before if it can."""
    pairs = choices(forks_of(by_month(position.pot)), turn.played, turn.flipped)
    takes = (next((each for each in pair if each in turn.takes), pair[0]) for pair in pairs)
    return turn._replace(takes=tuple(takes))


def _is_legal(position: Position, entry: Entry) -> bool:
    try:
        apply(position, entry.action)
    except IllegalTurn:
        return False
    return True


def _played(position: Position, entry: Entry, record: Record) -> Position:
    try:
        return apply(position, entry.action, accept=entry.accepted).position
    except IllegalTurn as error:
        raise BadCorrection(
            "{text} does not fit: {why}",
            text=text_of([entry], record.seats),
            why=with_names(error.line, record.seats),
        ) from error
