"""The flags of the live page: what everybody at the table should know at this moment."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.cards import DECK
from scorer.outlook import Outlook
from scorer.sheet import number
from scorer.table import Phase, Position, Stack

Json = dict[str, Any]
NEAR = 1
"""Points below the threshold from which a seat is flagged."""


def flags(position: Position, found: Sequence[Outlook]) -> Iterator[Json]:
    """What to flag, the most urgent first.

    `call`: a seat chooses go or stop, with what a stop would pay and who would pay double for
    which bak. `near`: one is close to it. `ppuk`: a stack lies in the pot, the card that takes it
    and how much junk it brings whom. `quads`, `give`: a seat is asked for something.
    """
    if position.phase is Phase.CALL:
        yield _call(position, found[position.to_act])
    elif position.phase is Phase.QUADS:
        yield {"kind": "quads", "seat": position.to_act}
    elif position.phase is Phase.GIVE:
        yield {"kind": "give", "seat": position.to_act, "to": position.mover}
    if position.phase is Phase.OVER:
        return
    for stack in position.stacks:
        yield _ppuk(position, stack)
    for seat, outlook in enumerate(found):
        calling = position.phase is Phase.CALL and position.to_act == seat
        if outlook.score.total and outlook.to_go <= NEAR and not calling:
            yield {
                "kind": "near",
                "seat": seat,
                "to_go": outlook.to_go,
                "points": outlook.score.total,
                **_paid(seat, outlook),
            }


def _call(position: Position, outlook: Outlook) -> Json:
    me = position.seats[position.to_act]
    return {
        "kind": "call",
        "seat": position.to_act,
        "points": outlook.score.total,
        "gos": me.gos,
        **_paid(position.to_act, outlook),
    }


def _paid(seat: int, outlook: Outlook) -> Json:
    """What a stop would pay: to the seat, and by each other one with the baks that double it."""
    return {
        "receives": number(outlook.stop.transfers[seat]),
        "pays": [
            {"seat": other, "much": number(-much), "baks": list(outlook.baks[other])}
            for other, much in enumerate(outlook.stop.transfers)
            if other != seat
        ],
    }


def _ppuk(position: Position, stack: Stack) -> Json:
    """A stack: the card that takes it, whose turn is next, and the junk it brings each seat."""
    there = [each for each in position.pot if each.month == stack.month]
    missing = [each for each in DECK if each.month == stack.month]
    for each in there:
        missing.remove(each)
    rules, playing = position.rules, position.phase is Phase.PLAY
    plain = rules.steal_stack if stack.maker is not None or rules.dealt_stack_steals else 0
    return {
        "kind": "ppuk",
        "month": stack.month,
        "maker": stack.maker,
        "missing": [each.face for each in missing],
        "seat": position.to_act if playing else (position.mover + 1) % len(position.seats),
        "steals": [
            rules.steal_own_stack if seat == stack.maker else plain
            for seat in range(len(position.seats))
        ],
    }
