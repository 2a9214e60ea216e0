"""What the settlement pages show of an evening, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.cards import Cards, in_order
from scorer.combinations import Line, score
from scorer.ledger import POT, Transfer, fewest_transfers
from scorer.payout import Amount, Step
from scorer.replay import Replay, result_of
from webui.evening.table_state import RoundState, TableState


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, or the boar pot."""

    name: str
    won: Amount
    """Points."""
    money: Amount
    chips: Amount | None
    """What he holds, where the table plays with chips."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the list."""

    number: int
    kind: str
    """How it ended; empty while it has not."""
    winners: tuple[str, ...]
    received: Mapping[str, Amount]
    """What each got of the ledger for this round, corrections included; in points."""
    settled: bool
    dropped: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """One step of what somebody pays, and what it comes to."""

    step: Step
    amount: Amount


@dataclass(frozen=True, slots=True)
class Payer:
    """What one seat pays, line by line."""

    name: str
    steps: tuple[Counted, ...]
    pays: Amount


@dataclass(frozen=True, slots=True)
class Held:
    """What one seat has captured at the end and what it is worth."""

    name: str
    cards: Cards
    lines: tuple[Line, ...]
    total: int
    receives: Amount
    """The payout, and payments at once beside it."""


def balances(state: TableState) -> tuple[Person, ...]:
    """Everybody who is or was at the table, and the boar pot where there is something in it."""
    points, money = state.ledger.balances(), state.ledger.balances(money=True)
    gone = [name for name in points if name not in state.people and name != POT]
    chips = state.evening.chips() if state.rules.start_chips else {}
    found = [
        Person(name, points.get(name, 0), money.get(name, 0), chips.get(name))
        for name in (*state.people, *gone)
    ]
    if points.get(POT):
        found.append(Person(POT, points[POT], money[POT], None))
    return tuple(found)


def transfers(state: TableState) -> tuple[Transfer, ...]:
    """The fewest payments, in money, that settle the evening."""
    return tuple(fewest_transfers(state.ledger.balances(money=True)))


def round_rows(state: TableState) -> tuple[RoundRow, ...]:
    """Every round of the evening, the newest first."""
    return tuple(_row(each, state) for each in reversed(state.rounds))


def _row(there: RoundState, state: TableState) -> RoundRow:
    received: dict[str, Amount] = {}
    corrected = False
    for entry in state.ledger.entries:
        if entry.round == there.number:
            corrected |= bool(entry.corrects)
            for name, amount in entry.transfers:
                received[name] = received.get(name, 0) + amount
    result = result_of(there.replay) if there.replay else None
    names = there.record.seats if there.record else ()
    winners = tuple(names[seat] for seat in result.winners) if result else ()
    kind = result.kind if result else ""
    settled = there.settled
    return RoundRow(there.number, kind, winners, received, settled, there.dropped, corrected)


def payers(replayed: Replay) -> tuple[Payer, ...]:
    """Who pays, and why: each step with what it comes to."""
    payout, names = replayed.payout, replayed.record.seats
    if payout is None:
        return ()
    explained = zip(names, payout.explain, payout.transfers, strict=True)
    return tuple(Payer(name, _counted(steps), -got) for name, steps, got in explained if steps)


def _counted(steps: tuple[Step, ...]) -> tuple[Counted, ...]:
    found: list[Counted] = []
    amount: Amount = 0
    for step in steps:
        amount = step.after(amount)
        found.append(Counted(step, amount))
    return tuple(found)


def held(replayed: Replay) -> tuple[Held, ...]:
    """What each seat has, and what it makes of it."""
    payout, record = replayed.payout, replayed.record
    uses = payout.uses if payout else [None] * len(record.seats)
    paid = payout.transfers if payout else [0] * len(record.seats)
    found = []
    for seat, name in enumerate(record.seats):
        pile = replayed.position.seats[seat].captures
        worth = score(pile, record.rules, uses[seat])
        got = paid[seat] + replayed.side_payments[seat]
        found.append(Held(name, in_order(pile), worth.lines, worth.total, got))
    return tuple(found)
