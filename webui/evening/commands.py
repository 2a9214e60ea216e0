"""What a person may tell the table, as JSON values, and the events that each command makes.

`events_of(state, command)` is pure: it reads the table and says what is to be written.

    {"do": "act", "round": 3, "text": "go"}                      said or played next
    {"do": "turn", "round": 3, "turn": 5, "text": "01-bright / 05-junk"}
    {"do": "deal", "pot": "01-junk 02-ribbon ...", "dealer": "Ann"}
    {"do": "undo"}      {"do": "settle"}      {"do": "change", "waiting": ["Cho"]}
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from scorer.cards import cards, month_named
from scorer.deal import hidden_deal, sizes
from scorer.errors import ScorerError, short
from scorer.notation import parse
from scorer.record import Record, written
from scorer.remark import Remark
from scorer.replay import Replay, replay
from webui.evening import corrections
from webui.evening.command_values import (
    BadCommand,
    Command,
    cards_of,
    faces_of,
    lines_of,
    names_of,
    seat_of,
    stake_of,
    text_of,
    whole_of,
)
from webui.evening.corrections import BadCorrection
from webui.evening.events import (
    BadEvent,
    Booked,
    Changed,
    Closed,
    Dropped,
    Event,
    Round,
    Settled,
    Unsold,
)
from webui.evening.log import tried
from webui.evening.table_state import RoundState, TableState, fresh_record, shown_round
from webui.evening.turn_text import entries_of
from webui.evening.undoing import redone, undone
from webui.security import Role

MOST_RECORD = 100_000
"""Letters in a written round."""
WHY_DROPPED = {
    "out of step": Remark("What lies there does not fit the round."),
    "cleared": Remark("The table was cleared before the round was over."),
}
"""What the page says of a round that does not count, by its short name."""
__all__ = ["BadCommand", "Command", "events_of", "needed"]


def needed(command: Command) -> Role:
    """Who may give a command: what happens in the round is said by any player."""
    return Role.PLAYER if str(command.get("do")) in PLAYERS else Role.TABLE


def events_of(state: TableState, command: Command) -> tuple[Event, ...]:
    """The events that follow the command.

    Raises:
        BadCommand: it is none, or does not fit the table as it stands.
    """
    name = command.get("do")
    if not isinstance(name, str) or name not in COMMANDS:
        raise BadCommand(
            "unknown command {name}: expected one of {names}",
            name=short(name),
            names=", ".join(COMMANDS),
        )
    try:
        found = COMMANDS[name](state, command)
        for event in found:
            state = tried(state, event)
    except (ScorerError, BadCorrection, BadEvent) as error:
        raise BadCommand(error.line) from error
    return found


def _round_of(state: TableState, command: Command) -> tuple[RoundState, Record]:
    """The round that a command is about: the one that lies there unless it says another."""
    number = command.get("round")
    there = shown_round(state) if number is None else state.round(whole_of(command, "round"))
    if there is None:
        raise BadCommand("no round has been dealt yet")
    if there.record is None:
        raise BadCommand("round {round} cannot be read: {why}", round=there.number, why=there.error)
    return there, there.record


def _changed(
    state: TableState, there: RoundState, record: Record, why: Remark
) -> tuple[Event, ...]:
    """The round with a person's version of its record, which the camera goes on from."""
    record = replace(record, result=None)
    turns = len(replay(record).turns)
    old = there.certainties
    event = Round(
        there.number,
        written(record, state.folders),
        certainties=tuple(old[k] if there.pinned <= k < len(old) else 1.0 for k in range(turns)),
        times_s=there.times_s[:turns],
        why=why,
        pinned=turns,
        recording=there.event.recording,
    )
    return (event,)


def _act(state: TableState, command: Command) -> tuple[Event, ...]:
    """What the seat to act says or does next."""
    there, record = _round_of(state, command)
    text, position = text_of(command, "text"), _replayed(there).position
    seat = seat_of(record, command) if "seat" in command else position.to_act
    if text.split()[-2:-1] == ["gives"]:
        seat = position.mover
    accepted = "! " if command.get("accept") is True else ""
    said = entries_of(f"{accepted}{text}", record.seats, seat)
    return _changed(state, there, replace(record, entries=(*record.entries, *said)), Remark(text))


def _line(state: TableState, command: Command) -> tuple[Event, ...]:
    """The next turn with everything that belongs to it, as a line of the notation."""
    there, record = _round_of(state, command)
    text, turns = text_of(command, "text"), len(_replayed(there).turns)
    added = corrections.with_turn_added(record, turns, text)
    return _changed(state, there, added, Remark("played"))


def _replayed(there: RoundState) -> Replay:
    if there.replay is None:
        raise BadCommand("round {round}: {why}", round=there.number, why=there.error)
    return there.replay


def _turn(state: TableState, command: Command) -> tuple[Event, ...]:
    there, record = _round_of(state, command)
    turn, text = whole_of(command, "turn"), text_of(command, "text")
    changed = corrections.with_turn(record, turn - 1, text)
    return _changed(state, there, changed, Remark("turn {number}", number=turn))


def _add(state: TableState, command: Command) -> tuple[Event, ...]:
    there, record = _round_of(state, command)
    before, text = whole_of(command, "turn"), text_of(command, "text")
    changed = corrections.with_turn_added(record, before - 1, text)
    why = Remark("one more turn before turn {number}", number=before)
    return _changed(state, there, changed, why)


def _remove(state: TableState, command: Command) -> tuple[Event, ...]:
    there, record = _round_of(state, command)
    turn = whole_of(command, "turn")
    why = Remark("turn {number} never was", number=turn)
    return _changed(state, there, corrections.without_turn(record, turn - 1), why)


def _rename(state: TableState, command: Command) -> tuple[Event, ...]:
    """Another face for a card of a turn, or of the deal (turn 0)."""
    there, record = _round_of(state, command)
    turn, old, new = whole_of(command, "turn"), text_of(command, "old"), text_of(command, "new")
    changed = corrections.with_card_renamed(record, turn - 1 if turn else None, old, new)
    why = Remark("{new} instead of {old}", new=Remark(new), old=Remark(old))
    return _changed(state, there, changed, why)


def _belongs(state: TableState, command: Command) -> tuple[Event, ...]:
    """A card that a turn took lies in the pot, or with another seat, whose next turn took it."""
    there, record = _round_of(state, command)
    turn, one, to = whole_of(command, "turn"), text_of(command, "card"), command.get("to")
    changed = _without_capture(record, turn, one)
    if to != "pot":
        seat = seat_of(record, command, "to")
        turns = replay(changed).turns
        own = [n for n, each in enumerate(turns, 1) if each.seat == seat]
        later = [n for n in own if n > turn] or own[::-1]
        if not later:
            raise BadCommand("{name} has not played yet", name=record.seats[seat])
        took = (*turns[later[0] - 1].captured, *cards(one))
        changed = corrections.with_captured(changed, later[0] - 1, faces_of(took))
    why = Remark("{card} lies elsewhere", card=Remark(one))
    return _changed(state, there, changed, why)


def _without_capture(record: Record, turn: int, face: str) -> Record:
    """The record in which a turn did not take a card."""
    turns = replay(record).turns
    took = list(turns[turn - 1].captured) if 1 <= turn <= len(turns) else []
    if face not in map(str, took):
        raise BadCommand("turn {turn} took no {cards}", turn=turn, cards=Remark(face))
    took.remove(*cards(face))
    return corrections.with_captured(record, turn - 1, faces_of(tuple(took)))


def _chongtong(state: TableState, command: Command) -> tuple[Event, ...]:
    """Four of a month shown by a seat, whosever turn it is."""
    _, record = _round_of(state, command)
    text = f"chongtong {whole_of(command, 'month'):02}"
    seat_of(record, command)
    return _act(state, {**command, "text": text})


def _declare(state: TableState, command: Command) -> tuple[Event, ...]:
    """A triple that was shown, wherever in the round that was."""
    there, record = _round_of(state, command)
    seat, month = seat_of(record, command), whole_of(command, "month")
    changed = corrections.with_declared(record, seat, month)
    why = Remark("a triple of {month} shown", month=month_named(month))
    return _changed(state, there, changed, why)


def _pot(state: TableState, command: Command) -> tuple[Event, ...]:
    """Other cards dealt to the pot, or another dealer, of a round under way."""
    there, record = _round_of(state, command)
    pot = faces_of(cards_of(command, "pot")) if "pot" in command else None
    dealer = seat_of(record, command, "dealer") if "dealer" in command else None
    changed = corrections.with_deal(record, pot=pot, dealer=dealer)
    return _changed(state, there, changed, Remark("the deal"))


def _confirm(state: TableState, command: Command) -> tuple[Event, ...]:
    """The round is right as it stands."""
    there, record = _round_of(state, command)
    return _changed(state, there, record, Remark("confirmed"))


def _record(state: TableState, command: Command) -> tuple[Event, ...]:
    """The whole round as text."""
    there, _ = _round_of(state, command)
    text = lines_of(command, "text", MOST_RECORD)
    record = parse(text, Remark("the text"), state.folders)
    return _changed(state, there, record, Remark("written"))


def _deal(state: TableState, command: Command) -> tuple[Event, ...]:
    """The next round, dealt by hand; the one before is settled where it is over."""
    there = state.current
    if there is not None and not there.over:
        raise BadCommand(
            "round {round} is not over: end it or deal it again first", round=there.number
        )
    begun = () if there is None else (Settled(there.number),)
    for settled in begun:  # its winner deals
        state = tried(state, settled)
    record, pot = fresh_record(state), cards_of(command, "pot")
    size = sizes(record.rules)[1]
    if len(pot) != size:
        raise BadCommand("{count} cards in the pot: expected {size}", count=len(pot), size=size)
    if "dealer" in command:
        record = replace(record, dealer=seat_of(record, command, "dealer"))
    record = replace(record, deal=hidden_deal(record.rules, len(record.seats), pot))
    replay(record)
    number = state.next_round
    return (*begun, Round(number, written(record, state.folders), why=Remark("dealt")))


def _undo(state: TableState, command: Command) -> tuple[Event, ...]:
    there, _ = _round_of(state, command)
    return (undone(there, state.folders),)


def _redo(state: TableState, command: Command) -> tuple[Event, ...]:
    there, _ = _round_of(state, command)
    return (redone(there, state.folders),)


def _settle(state: TableState, command: Command) -> tuple[Event, ...]:
    there, _ = _round_of(state, command)
    return (Settled(there.number, command.get("push") is True),)


def _drop(state: TableState, command: Command) -> tuple[Event, ...]:
    there, _ = _round_of(state, command)
    why = text_of(command, "why") if "why" in command else ""
    return (Dropped(there.number, WHY_DROPPED.get(why, Remark(why))),)


def _change(state: TableState, command: Command) -> tuple[Event, ...]:
    """Who plays, who waits, who deals, the rules and stakes, from the next round on."""
    rules = command.get("rules")
    if rules is not None and not isinstance(rules, Mapping):
        raise BadCommand(
            "{where}: expected {expected}, not {value}",
            where="rules",
            expected=Remark("an object"),
            value=short(rules),
        )
    per_point = stake_of(command, "per_point") if "per_point" in command else None
    people, waiting = (
        names_of(command, each) if each in command else None for each in ("people", "waiting")
    )
    dealer = text_of(command, "dealer") if "dealer" in command else None
    return (Changed(people, rules, per_point, dealer, waiting),)


def _sell(state: TableState, command: Command) -> tuple[Event, ...]:
    sold, seller = faces_of(cards_of(command, "cards")), text_of(command, "seller")
    number = whole_of(command, "round") if "round" in command else 0
    return (Booked("bright_sale", seller=seller, cards=sold, round=number),)


def _unsell(state: TableState, command: Command) -> tuple[Event, ...]:
    number = whole_of(command, "round") if "round" in command else 0
    return (Unsold(text_of(command, "seller"), number),)


def _book(state: TableState, command: Command) -> tuple[Event, ...]:
    """A correction of the ledger by hand."""
    told = command.get("transfers")
    if not isinstance(told, Mapping) or not all(type(much) is int for much in told.values()):
        raise BadCommand("transfers: expected whole points by name, not {value}", value=short(told))
    corrects = whole_of(command, "corrects") if "corrects" in command else 0
    note = text_of(command, "note") if "note" in command else ""
    return (Booked("correction", dict(told), note, corrects),)


def _close(state: TableState, command: Command) -> tuple[Event, ...]:
    there = state.current
    settled = (Settled(there.number),) if there is not None and there.over else ()
    return (*settled, Closed())


COMMANDS: dict[str, Callable[[TableState, Command], tuple[Event, ...]]] = {
    "act": _act,
    "line": _line,
    "turn": _turn,
    "add": _add,
    "remove": _remove,
    "rename": _rename,
    "belongs": _belongs,
    "chongtong": _chongtong,
    "declare": _declare,
    "pot": _pot,
    "confirm": _confirm,
    "record": _record,
    "deal": _deal,
    "undo": _undo,
    "redo": _redo,
    "settle": _settle,
    "drop": _drop,
    "change": _change,
    "sell": _sell,
    "unsell": _unsell,
    "book": _book,
    "close": _close,
}
PLAYERS = frozenset(
    (
        *("act", "line", "turn", "add", "remove", "rename", "belongs", "chongtong", "declare"),
        *("pot", "confirm", "record", "deal", "undo", "redo"),
    )
)
