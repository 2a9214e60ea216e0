"""The state of a table: what an evening's events come to.

`folded(events)` gives a `TableState`, and `after(state, stored)` the next one; both are pure. The
newest `Round` event of a number is that round; position, points and payout are replayed from it,
dealer, carry, chips and pots come from `scorer.evening`.

>>> from datetime import UTC, datetime
>>> from webui.evening.events import Opened, Stored
>>> opened = Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann")
>>> state = folded([Stored(1, 1, datetime.now(UTC), "Ann", opened)])
>>> state.players, state.next_round, state.rules.threshold
(('Ann', 'Bea'), 1, 7)
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from scorer.errors import ScorerError, short
from scorer.ledger import Ledger
from scorer.remark import Remark
from webui.evening.booking import (
    Booking,
    Changing,
    Paying,
    Selling,
    Step,
    anted,
    booked,
    opening,
)
from webui.evening.chosen_rules import chosen
from webui.evening.events import (
    BadEvent,
    Booked,
    Changed,
    Closed,
    Dropped,
    Event,
    Opened,
    Round,
    Settled,
    Stored,
    Unsold,
)
from webui.evening.table_state import RoundState, TableState, Version

NOT_YET = datetime.fromtimestamp(0, UTC)
"""When an event happens that is only tried."""


def folded(events: Iterable[Stored], folders: Sequence[Path] = ()) -> TableState:
    """What the events of one evening come to; one that does not fit becomes a remark.

    `folders` as in `presets.house_rules`.

    Where the first event is lost, the first round tells who plays and by which rules.

    Raises:
        BadEvent: nothing opens the evening, or its rules or people are impossible.
    """
    row = tuple(events)
    if not row:
        raise BadEvent("an evening without events: nothing opened it")
    if isinstance(row[0].event, Opened):
        state, row = _begun(row[0], row[0].event, folders), row[1:]
    else:
        state = _recovered(row, folders)
    return more(state, row)


def more(state: TableState, events: Iterable[Stored]) -> TableState:
    """The state after more events; one that does not fit becomes a remark."""
    for stored in events:
        try:
            state = after(state, stored)
        except BadEvent as error:
            says = Remark(
                "event {number} by {by}: {why}",
                number=stored.number,
                by=stored.by,
                why=error.line,
            )
            state = replace(state, number=stored.number, remarks=(*state.remarks, says))
    return state


def tried(state: TableState, event: Event, by: str = "") -> TableState:
    """The state as it would be after an event that nobody has written yet.

    Raises:
        BadEvent: it does not fit what happened before; the message says why.
    """
    return after(state, Stored(state.number, state.id, NOT_YET, by, event))


def after(state: TableState, stored: Stored) -> TableState:
    """The state after one more event.

    Raises:
        BadEvent: it does not fit what happened before; the message says why.
    """
    try:
        following = _after(state, stored, stored.event)
    except ScorerError as error:
        raise BadEvent(error.line) from error
    return replace(following, number=stored.number)


def _begun(stored: Stored, opened: Opened, folders: Sequence[Path]) -> TableState:
    try:
        going = opening(opened, tuple(folders))
    except ScorerError as error:
        raise BadEvent("evening {name}: {why}", name=opened.name, why=error.line) from error
    return TableState(
        stored.evening, stored.number, opened, going, (), Ledger(), folders=tuple(folders)
    )


def _recovered(row: Sequence[Stored], folders: Sequence[Path]) -> TableState:
    """The evening of which the first event is lost, opened as its first round tells."""
    for stored in row:
        if not isinstance(stored.event, Round):
            continue
        version = Version(stored.number, stored.at, stored.by, stored.event)
        record = RoundState(stored.event.round, (version,), tuple(folders)).record
        if record is not None:
            opened = Opened(
                f"evening {stored.evening}",
                (*record.seats, *record.waiting),
                chosen(record.rules, len(record.seats), folders),
                record.seats[record.dealer],
                record.terms.per_point,
            )
            says = Remark(
                "the event that opened the evening is lost: it begins as its first round says"
            )
            return replace(_begun(row[0], opened, folders), remarks=(says,))
    raise BadEvent(
        "evening {evening}: event {number} does not open it",
        evening=row[0].evening,
        number=row[0].number,
    )


def _after(state: TableState, stored: Stored, event: Event) -> TableState:
    if state.closed and not isinstance(event, Round | Settled | Dropped | Booked):
        raise BadEvent("the evening is closed")
    match event:
        case Opened():
            raise BadEvent("the evening is open already")
        case Changed():
            going = state.going
            for change in (*state.pending, event):
                going = Changing(change).on(going)
            return _unwaited(replace(state, pending=(*state.pending, event)))
        case Round():
            return _unwaited(_rounded(state, stored, event))
        case Settled():
            return _unwaited(_settled(state, event))
        case Booked():
            return _booked(state, event)
        case Unsold():
            return _unsold(state, event)
        case Dropped():
            there = state.round(event.round)
            if there.dropped:
                raise BadEvent("round {round} was dropped already", round=event.round)
            return _unwaited(_dropped(state, there, event.why or Remark("dropped")))
        case Closed():
            if state.current is not None and state.current.over:
                raise BadEvent(
                    "round {round} is over and not settled yet", round=state.current.number
                )
            return replace(state, closed=True)


def _rounded(state: TableState, stored: Stored, event: Round) -> TableState:
    """The state with one more version of a round."""
    new = event.round > (state.rounds[-1].number if state.rounds else 0)
    if new and state.closed:
        raise BadEvent("the evening is closed: no round begins any more")
    version = Version(stored.number, stored.at, stored.by, event)
    if new:
        started = RoundState(event.round, (version,), state.folders)
        state = _settling_in(state)
        state = _stepped(state, anted(state.going, event.round))
        return replace(state, rounds=(*state.rounds, started))
    there = state.round(event.round)
    if event.by_camera and there.settled and there.over:
        raise BadEvent("round {round} is settled: the camera does not change it", round=event.round)
    if event.by_camera and not there.dropped and event.pinned < there.pinned:
        raise BadEvent(
            "round {round}: a person has confirmed {count} turns of it",
            round=event.round,
            count=there.pinned,
        )
    following = replace(there, versions=(*there.versions, version), dropped=False)
    if there.settled and following.error:
        return _with_round(state, following)
    return _paid(state, following, event.why)


def _settled(state: TableState, event: Settled) -> TableState:
    there = state.round(event.round)
    if there.dropped:
        raise BadEvent("round {round} was dropped: it pays nothing", round=event.round)
    if not there.over:
        why = there.error or Remark("it is not over yet")
        raise BadEvent("round {round} cannot be settled: {why}", round=event.round, why=why)
    if there.settled and there.push == event.push:
        raise BadEvent("round {round} is settled already", round=event.round)
    if there.settled:
        why = Remark("win left for the next round")
        return _paid(state, replace(there, push=event.push), why)
    following = replace(there, settled=True, push=event.push)
    step = Paying(event.round, following.replay, event.push)
    return _with_round(_stepped(state, step), following)


def _booked(state: TableState, event: Booked) -> TableState:
    if event.kind == "bright_sale":
        current = state.round(event.round) if event.round else state.current
        record = current.record if current else None
        players = record.seats if record else state.players
        dealer = record.seats[record.dealer] if record else state.dealer
        return _stepped(state, Selling(event.seller, event.cards, players, dealer, event.round))
    mends = [each for each in state.ledger.entries if each.number == event.corrects]
    ledger = state.ledger.add(
        "correction",
        event.transfers,
        per_point=mends[0].per_point if mends else state.per_point,
        round=mends[0].round if mends else 0,
        note=event.note,
        corrects=event.corrects,
    )
    step = Booking(ledger.entries[-1])
    return replace(state, going=step.on(state.going), steps=(*state.steps, step), ledger=ledger)


def _unsold(state: TableState, event: Unsold) -> TableState:
    sold = [
        place
        for place, each in enumerate(state.steps)
        if isinstance(each, Selling) and (each.seller, each.round) == (event.seller, event.round)
    ]
    if not sold:
        raise BadEvent("{name} sold no brights there", name=short(event.seller))
    steps = (*state.steps[: sold[-1]], *state.steps[sold[-1] + 1 :])
    return _again(state, steps, Remark("a sale of brights taken back"))


def _paid(state: TableState, there: RoundState, why: Remark) -> TableState:
    """The state with a round changed; where it is settled, the ledger makes up the difference."""
    state = _with_round(state, there)
    if not there.settled:
        return state
    counted = there.replay if there.over else None
    steps = (
        replace(each, replay=counted, push=there.push)
        if isinstance(each, Paying) and each.round == there.number
        else each
        for each in state.steps
    )
    return _again(state, tuple(steps), why)


def _dropped(state: TableState, there: RoundState, why: Remark) -> TableState:
    """The state with a round that does not count: what it paid is paid back."""
    state = _with_round(state, replace(there, dropped=True, settled=False, push=False))
    steps = (
        each
        for each in state.steps
        if not (isinstance(each, Paying) and each.round == there.number)
    )
    return _again(state, tuple(steps), why)


def _again(state: TableState, steps: tuple[Step, ...], why: Remark) -> TableState:
    """The state in which these steps led here; the ledger makes up the difference."""
    going = opening(state.opened, state.folders)
    for each in steps:
        try:
            going = each.on(going)
        except ScorerError:  # what the table agreed on may not fit what its rounds now come to
            if not isinstance(each, Changing):
                raise
    ledger = booked(state.ledger, state.going.evening.ledger, going.evening.ledger, why)
    return replace(state, steps=steps, going=going, ledger=ledger)


def _stepped(state: TableState, step: Step | None) -> TableState:
    """The state after a step that adds lines to the ledger."""
    if step is None:
        return state
    going, ledger = step.on(state.going), state.ledger
    for entry in going.evening.ledger.entries[len(state.going.evening.ledger.entries) :]:
        ledger = ledger.add(
            entry.kind,
            dict(entry.transfers),
            per_point=entry.per_point,
            round=entry.round,
            note=entry.note,
        )
    return replace(state, going=going, steps=(*state.steps, step), ledger=ledger)


def _unwaited(state: TableState) -> TableState:
    """The state with what holds from the next round on, unless a round is under way."""
    return state if state.current is not None else _settling_in(state)


def _settling_in(state: TableState) -> TableState:
    for change in state.pending:
        try:
            state = _stepped(state, Changing(change))
        except ScorerError as error:  # the round before it left too few players, say
            says = Remark("what was to change: {why}", why=error.line)
            state = replace(state, remarks=(*state.remarks, says))
    return replace(state, pending=())


def _with_round(state: TableState, there: RoundState) -> TableState:
    rounds = tuple(there if each.number == there.number else each for each in state.rounds)
    return replace(state, rounds=rounds)
