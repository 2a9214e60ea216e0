"""What holds of every evening, whatever is written into its log."""

import json
import random
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.errors import ScorerError
from scorer.notation import parse
from scorer.record import Record, written
from scorer.remark import Remark
from scorer.replay import replay
from tests.webui.evenings import Log, drawn_by_lot
from webui.evening.corrections import (
    BadCorrection,
    with_call,
    with_captured,
    with_card_renamed,
    with_deal,
    with_declared,
    with_turn,
    with_turn_added,
    without_turn,
)
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
    body_of,
    event_of,
    kind_of,
)
from webui.evening.log import folded
from webui.evening.suggestions import likely_turns
from webui.evening.table_state import TableState, fresh_record
from webui.evening.undoing import can_redo, can_undo, redone, undone

PEOPLE = ("Ann", "Bea", "Cho", "Dan")
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "fr-gostop", "push": True},
    {"boar_ante": 2, "bright_sale_price": 1, "boar_chips": 3},
    {"start_chips": 20, "elimination": "out", "pay_at_most_held": True, "boar_ante": 1},
    {"start_chips": 20, "elimination": "refill", "first_ppuk_chips": 2},
)
OFTEN = ("finish", "settle", "finish", "settle", "correct")
SELDOM = (
    *(
        "begin",
        "drop",
        "undo",
        "redo",
        "push",
        "change",
        "people",
        "wait",
        "sell",
        "unsell",
        "book",
    ),
    *("close", "nonsense", "camera"),
)
KINDS = (*OFTEN * 4, *SELDOM)
moves = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 10**6)), max_size=25)


def fresh(state: TableState) -> Record | None:
    try:
        return fresh_record(state)
    except BadEvent:
        return None


def event_for(state: TableState, kind: str, seed: int) -> Event | None:
    """An event that somebody may want to write now, not always one that fits."""
    lot = random.Random(seed)
    number = lot.choice([each.number for each in state.rounds] or [1])
    there = next((each for each in state.rounds if each.number == number), None)
    start = fresh(state)
    match kind:
        case "begin" | "finish" if start is not None:
            length = lot.randrange(8) if kind == "begin" else None
            current = state.current.number if state.current else state.next_round
            text = written(drawn_by_lot(start, seed, length))
            return Round(current, text, by_camera=bool(seed % 2))
        case "correct" | "camera" if there and there.record:
            other = drawn_by_lot(there.record, seed, lot.choice([None, None, 4]))
            return Round(
                number, written(other), by_camera=kind == "camera", why=Remark("corrected")
            )
        case "undo" if there and can_undo(there):
            with suppress(BadCorrection, ScorerError):
                return undone(there)
        case "redo" if there and can_redo(there):
            with suppress(BadCorrection, ScorerError):
                return redone(there)
        case "settle" if state.current:
            return Settled(state.current.number)
        case "push":
            return Settled(number, push=True)
        case "drop":
            return Dropped(number)
        case "change":
            rules = lot.choice([None, *HOUSES])
            return Changed(rules=rules, per_point=lot.choice([None, 5]), dealer=lot.choice(PEOPLE))
        case "people":
            return Changed(people=tuple(lot.sample(PEOPLE, lot.randrange(1, 5))))
        case "wait":
            return Changed(waiting=tuple(lot.sample(PEOPLE, lot.randrange(3))))
        case "sell":
            return Booked("bright_sale", seller=lot.choice(PEOPLE), cards="01-bright 03-bright")
        case "unsell":
            return Unsold(lot.choice(PEOPLE))
        case "book":
            amount = lot.randrange(-3, 4)
            return Booked("correction", {"Ann": amount, "Bea": -amount}, corrects=lot.randrange(3))
        case "close" if seed % 4 == 0:
            return Closed()
        case "nonsense":
            first: Event = Round(number, "x: y")
            return lot.choice([first, Settled(99), Round(1, ""), Changed(people=())])
    return None


def check(state: TableState) -> None:
    """Everything that must hold of a table."""
    assert all(sum(dict(each.transfers).values()) == 0 for each in state.ledger.entries)
    balances, right = state.ledger.balances(), state.going.evening.ledger.balances()
    money, meant = (
        each.balances(money=True) for each in (state.ledger, state.going.evening.ledger)
    )
    for name in {*balances, *right}:
        assert balances.get(name, 0) == right.get(name, 0)
        assert money.get(name, 0) == meant.get(name, 0)
    assert balances.get("(pot)", 0) == state.evening.boar_pot
    assert state.dealer in state.people
    assert [each.number for each in state.rounds] == list(range(1, len(state.rounds) + 1))
    for each in state.rounds:
        assert each.history == tuple(sorted(each.history))


@settings(max_examples=40)
@given(house=st.sampled_from(HOUSES), people=st.integers(2, 4), moves=moves)
def test_every_beginning_of_every_log_adds_up(
    house: dict[str, Any], people: int, moves: list[tuple[str, int]]
) -> None:
    """Folding never raises, no line is ever changed, and corrections come to what is right."""
    log = Log(*PEOPLE[:people], **house)
    state = log.state
    for kind, seed in moves:
        event = event_for(state, kind, seed)
        if event is None:
            continue
        assert event_of(kind_of(event), json.loads(json.dumps(body_of(event)))) == event
        log.add(event)
        following = log.state
        assert following.ledger.entries[: len(state.ledger.entries)] == state.ledger.entries
        check(following)
        state = following
    assert folded(log.events) == state


@settings(max_examples=12)
@given(seeds=st.lists(st.integers(0, 10**6), min_size=1, max_size=5))
def test_undo_then_redo_changes_nothing(seeds: list[int]) -> None:
    log = Log("Ann", "Bea")
    start = fresh_record(log.state)
    log.add(Round(1, written(start), by_camera=True))
    for seed in seeds:
        log.add(Round(1, written(drawn_by_lot(start, seed, seed % 20))))
    texts = [each.event.record for each in log.state.rounds[0].versions]
    for text in reversed(texts[:-1]):
        log.add(undone(log.state.rounds[0]))
        assert log.state.rounds[0].text == text
    assert not can_undo(log.state.rounds[0])
    for text in texts[1:]:
        log.add(redone(log.state.rounds[0]))
        assert log.state.rounds[0].text == text
    assert not can_redo(log.state.rounds[0])
    assert not log.state.remarks


FACES = st.sampled_from(["01-bright", "02-junk", "09-animal", "12-double", "11-junk", "03-ribbon"])
TEXTS = st.sampled_from(["01-bright / 05-junk", "go", "stop", "! 02-junk / 02-junk", "pass /", "x"])


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(0, 30),
    hidden=st.booleans(),
    turn=st.integers(-1, 12),
    how=st.integers(0, 8),
    text=TEXTS,
    face=FACES,
    other=FACES,
)
def test_a_correction_is_a_round_or_one_line(
    seed: int, length: int, hidden: bool, turn: int, how: int, text: str, face: str, other: str
) -> None:
    """Whatever a person asks for: the result is played by the rules, and can be written down."""
    start = fresh_record(Log("Ann", "Bea", "Cho").state)
    record = drawn_by_lot(start, seed, length)
    if hidden:
        pot = " ".join(map(str, record.deal.pot))
        bare = with_deal(start, pot=pot).deal
        try:
            record = Record(start.rules, start.seats, 0, bare, start.terms, (), record.entries)
            replay(record)
        except ScorerError:
            return  # what was dealt decided the round
    played = replay(record).turns
    if 0 <= turn < len(played) and played[turn].played:
        face = str(played[turn].played[0])
    ways = (
        lambda: with_turn(record, turn, text),
        lambda: with_turn_added(record, turn, text),
        lambda: without_turn(record, turn),
        lambda: with_call(record, text),
        lambda: with_declared(record, turn, seed % 12 + 1),
        lambda: with_deal(record, dealer=turn),
        lambda: with_card_renamed(record, turn, face, other),
        lambda: with_captured(record, turn, f"{face} {other}"),
        lambda: with_deal(record, pot=f"{face} {other}"),
    )
    says, found = "", record
    try:
        found = ways[how]()
    except BadCorrection as error:
        says = str(error)
    assert "\n" not in says
    replay(found)
    assert says or replay(parse(written(found))).position == replay(found).position


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), turn=st.integers(0, 8))
def test_every_turn_that_is_offered_can_be_chosen(seed: int, turn: int) -> None:
    record = drawn_by_lot(fresh_record(Log("Ann", "Bea").state), seed)
    if turn >= len(replay(record).turns):
        return
    for text in likely_turns(record, turn):
        replay(with_turn(record, turn, text))
