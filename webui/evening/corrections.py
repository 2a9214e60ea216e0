"""Corrections of a round, each a function from a record to another one.

A turn is counted as `scorer.replay` counts them, from 0. Whatever comes after what was corrected
is made to fit (`webui.evening.refit`). All raise `BadCorrection`, one line that says what was
wrong.

>>> from scorer.notation import parse
>>> told = parse("seats: Ann, Bea\\npot: 01-junk 02-junk 03-junk\\nAnn: 01-bright / 03-ribbon\\n")
>>> text_of(with_card_renamed(told, 0, "01-bright", "02-ribbon").entries, told.seats)
'Ann: 02-ribbon / 03-ribbon'
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from scorer.actions import Call, Quads, Show, Turn
from scorer.cards import BACK, Card, Cards, card, month_named, named
from scorer.deal import hidden_deal
from scorer.errors import BadCard, BadRecord, short
from scorer.record import Entry, Record
from scorer.remark import Remark, seat_at, with_names
from scorer.replay import Replay
from scorer.table import Phase
from webui.evening.refit import BadCorrection, accepted, refitted, replayed, split
from webui.evening.renaming import renamings
from webui.evening.turn_text import entries_of, text_of

__all__ = [
    "BadCorrection",
    "with_call",
    "with_captured",
    "with_card_renamed",
    "with_deal",
    "with_declared",
    "with_turn",
    "with_turn_added",
    "without_turn",
]


def with_turn(record: Record, turn: int, text: str) -> Record:
    """The record with a turn as `text` has it: a line of the notation, with or without the name."""
    played = replayed(record)
    before, _, later = split(played, turn)
    said = _entries(text, record, played.turns[turn].seat)
    return refitted(record, [*before, *said], later)


def with_turn_added(record: Record, before: int, text: str) -> Record:
    """The record with one more turn before that one; at the end where there is none."""
    played = replayed(record)
    if before == len(played.turns):
        earlier, later = record.entries, tuple[Entry, ...]()
    else:
        earlier, this, after = split(played, before)
        later = this + after
    there = played.positions[before]
    return refitted(record, [*earlier, *_entries(text, record, there.to_act)], later)


def without_turn(record: Record, turn: int) -> Record:
    """The record without a turn that never was."""
    before, _, later = split(replayed(record), turn)
    return refitted(record, before, later)


def with_call(record: Record, says: str) -> Record:
    """The record with go or stop said now, or said instead of what was said last."""
    if says not in ("go", "stop"):
        raise BadCorrection("{says} cannot be said: expected go or stop", says=short(says))
    position, entries = replayed(record).position, record.entries
    last = entries[-1].action if entries else None
    if position.phase is not Phase.CALL and isinstance(last, Call) and last.says != says:
        entries = entries[:-1]
        position = replayed(replace(record, entries=entries, result=None)).position
    if position.phase is not Phase.CALL:
        raise BadCorrection(
            "{says} cannot be said now: nobody has reached a new threshold", says=Remark(says)
        )
    call = Call(position.to_act, "go" if says == "go" else "stop")
    return refitted(record, [*entries, Entry(call)])


def with_declared(record: Record, seat: int, month: int) -> Record:
    """The record with a triple shown (heundeum): now, or before the turn where it fits best."""
    played, found = replayed(record), list[Record]()
    show = Entry(Show(seat, month))
    for place in _places_to_show(played, seat):
        with suppress(BadCorrection):
            found.append(refitted(record, [*record.entries[:place], show], record.entries[place:]))
    if not found:
        says = Remark(
            "{seat} cannot have shown a triple of {month}",
            seat=seat_at(seat),
            month=month_named(month),
        )
        raise BadCorrection(with_names(says, record.seats))
    return min(found, key=accepted)


def with_deal(record: Record, pot: str | None = None, dealer: int | None = None) -> Record:
    """The record with other cards dealt to the pot, or another dealer, who plays first."""
    deal, seats = record.deal, len(record.seats)
    if dealer is not None and not 0 <= dealer < seats:
        raise BadCorrection(
            "dealer: expected a seat 0 to {most}, not {dealer}", most=seats - 1, dealer=dealer
        )
    if pot is not None:
        hands = {place: _known(hand) for place, hand in enumerate(deal.hands)}
        faces = tuple(_card(each) for each in pot.split())
        deal = hidden_deal(record.rules, seats, faces, hands, _known(deal.stock))
    dealt = replace(record, deal=deal, dealer=record.dealer if dealer is None else dealer)
    return refitted(dealt, [], record.entries)


def with_card_renamed(record: Record, turn: int | None, old: str, new: str) -> Record:
    """The record in which a card of a turn, or of the pot dealt (None), is another one.

    Where the other one is known to lie elsewhere, the two were taken for each other.
    """
    was, is_ = _card(old), _card(new)
    found: list[Record] = []
    faults: list[BadCorrection] = []
    for renamed, fixed in renamings(record, turn, was, is_):
        try:
            found.append(refitted(renamed, renamed.entries[:fixed], renamed.entries[fixed:]))
        except BadCorrection as error:
            faults.append(error)
    if not found:
        raise (
            faults[0] if faults else BadCorrection("{cards} does not lie there", cards=named([was]))
        )
    return min(found, key=accepted)


def with_captured(record: Record, turn: int, cards: str) -> Record:
    """The record in which a turn took these cards, whatever the rules would have given."""
    played = replayed(record)
    before, this, later = split(played, turn)
    place = max((n for n, each in enumerate(this) if isinstance(each.action, Turn)), default=-1)
    if place < 0:
        raise BadCorrection(
            "{text}: no card was played in this turn", text=text_of(this, record.seats)
        )
    action = this[place].action
    assert isinstance(action, Turn)
    taken = tuple(_card(each) for each in cards.split())
    really = Entry(action._replace(captured=taken), accepted=True)
    bare = Entry(action._replace(captured=None))
    plain = refitted(record, before, [*this[:place], bare])
    if not accepted(replace(plain, entries=plain.entries[len(before) :])):
        by_rules = replayed(plain).turns[turn].captured
        if sorted(map(str, by_rules)) == sorted(map(str, taken)):
            really = bare
    return refitted(record, before, [*this[:place], really, *this[place + 1 :], *later])


def _entries(text: str, record: Record, seat: int) -> tuple[Entry, ...]:
    try:
        return entries_of(text, record.seats, seat)
    except BadRecord as error:
        raise BadCorrection(error.line) from error


def _card(face: str) -> Card:
    try:
        return card(face)
    except BadCard as error:
        raise BadCorrection(error.line) from error


def _known(pile: Cards) -> Cards:
    return tuple(each for each in pile if each is not BACK)


def _places_to_show(played: Replay, seat: int) -> Iterator[int]:
    """Where among the entries a seat may have shown a triple: now first, then turn by turn."""
    if played.position.phase is Phase.PLAY and played.position.to_act == seat:
        yield len(played.record.entries)
    for place, entry in enumerate(played.record.entries):
        if isinstance(entry.action, Turn | Quads) and entry.action.seat == seat:
            yield place
