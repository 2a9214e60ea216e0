"""What an evening's events come to: rounds, money, and what is refused."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scorer.ledger import POT
from scorer.record import written
from scorer.remark import Remark
from tests.webui.evenings import Log, won
from webui.evening.corrections import with_turn, without_turn
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
from webui.evening.log import folded
from webui.evening.table_state import fresh_record


def kinds(log: Log) -> list[tuple[str, int, dict[str, Any]]]:
    """The lines of the ledger: kind, round, transfers."""
    return [(e.kind, e.round, dict(e.transfers)) for e in log.state.ledger.entries]


def test_a_settled_round_is_in_the_ledger_and_the_winner_deals() -> None:
    log = Log("Ann", "Bea", "Cho", per_point=100)
    number = log.won_by("Bea")
    state = log.state
    assert number == 1
    assert kinds(log) == [("payout", 1, {"Ann": -6, "Bea": 12, "Cho": -6})]
    assert state.ledger.balances(money=True) == {"Ann": -600, "Bea": 1200, "Cho": -600}
    assert (state.dealer, state.players, state.carry) == ("Bea", ("Bea", "Cho", "Ann"), 1)
    assert (state.current, state.next_round, state.number) == (None, 2, 3)
    assert not state.remarks


def test_a_round_under_way_is_the_current_one_until_it_is_settled() -> None:
    log = Log("Ann", "Bea")
    fresh = fresh_record(log.state)
    log.add(Round(1, written(fresh), by_camera=True))
    record = won(fresh, "Ann")
    text = written(record)
    log.add(Round(1, text, certainties=(0.5,) * 3, times_s=(1.0, 2.0, 3.0), pinned=1))
    current = log.state.current
    assert current is not None
    assert (current.text, current.record, current.history) == (text, record, (2, 3))
    assert (current.certainties, current.times_s, current.pinned) == (
        (0.5,) * 3,
        (1.0, 2.0, 3.0),
        1,
    )
    assert current.over
    assert not current.settled


def test_a_correction_after_settlement_is_a_line_of_its_own() -> None:
    """Bea's pot loses its bright: what the round paid is mended, not changed."""
    log = Log("Ann", "Bea", "Cho", per_point=100)
    log.won_by("Bea")
    before = log.state.ledger.entries
    record = log.state.rounds[0].record
    assert record is not None
    other = won(fresh_record(Log("Ann", "Bea", "Cho", per_point=100).state), "Cho")
    log.add(Round(1, written(other), why=Remark("it was Cho")))
    state = log.state
    assert state.ledger.entries[: len(before)] == before
    (entry,) = state.ledger.entries[len(before) :]
    assert (entry.kind, entry.corrects, entry.note) == ("correction", 1, "it was Cho")
    assert dict(entry.transfers) == {"Bea": -18, "Cho": 18}
    assert state.ledger.balances() == {"Ann": -6, "Bea": -6, "Cho": 12}
    assert (state.dealer, state.current) == ("Cho", None)
    log.add(Round(1, written(record), undoes=4))
    assert log.state.ledger.balances() == {"Ann": -6, "Bea": 12, "Cho": -6}
    assert len(log.state.ledger.entries) == 3
    assert log.state.dealer == "Bea"


def test_a_settled_round_that_is_not_over_after_all_pays_back_and_goes_on() -> None:
    log = Log("Ann", "Bea")
    log.won_by("Ann")
    record = log.state.rounds[0].record
    assert record is not None
    log.add(Round(1, written(without_turn(record, 2)), why=Remark("no stop")))
    state = log.state
    assert state.ledger.balances() == {"Ann": 0, "Bea": 0}
    assert state.current is not None
    assert state.next_round == 2
    log.add(Round(1, written(record)))
    assert log.state.ledger.balances() == {"Ann": 6, "Bea": -6}
    assert log.state.current is None


def test_an_earlier_round_corrected_leaves_the_later_ones_alone() -> None:
    log = Log("Ann", "Bea", "Cho")
    log.won_by("Ann")
    first = log.state.rounds[0]
    log.won_by("Bea")
    log.add(Round(1, written(won(first.record or fresh_record(log.state), "Cho"))))
    state = log.state
    assert state.dealer == "Bea"
    assert [(e.round, e.kind) for e in state.ledger.entries] == [
        (1, "payout"),
        (2, "payout"),
        (1, "correction"),
    ]
    assert state.ledger.balances() == {"Ann": -12, "Bea": 6, "Cho": 6}


def test_a_round_settled_late_does_not_choose_the_dealer() -> None:
    log = Log("Ann", "Bea")
    log.add(Round(1, written(won(fresh_record(log.state), "Ann"))))
    log.won_by("Bea")
    log.add(Settled(1))
    assert (log.state.dealer, log.state.evening.round) == ("Bea", 3)
    assert log.state.ledger.balances() == {"Ann": 0, "Bea": 0}


def test_another_stake_for_a_settled_round_moves_the_money_only() -> None:
    log = Log("Ann", "Bea", per_point=100)
    log.won_by("Ann")
    record = log.state.rounds[0].record
    assert record is not None
    dear = replace(record, terms=replace(record.terms, per_point=Decimal("250")))
    log.add(Round(1, written(dear), why=Remark("the stake was 250")))
    ledger = log.state.ledger
    assert ledger.balances() == {"Ann": 6, "Bea": -6}
    assert ledger.balances(money=True) == {"Ann": 1500, "Bea": -1500}


def test_a_dropped_round_gives_its_number_to_the_next_deal() -> None:
    log = Log("Ann", "Bea")
    log.add(Round(1, written(fresh_record(log.state))))
    log.add(Dropped(1, Remark("four pairs")))
    assert (log.state.current, log.state.next_round) == (None, 1)
    assert log.won_by("Ann") == 1
    assert log.state.next_round == 2
    log.add(Dropped(1, Remark("misdeal seen too late")))
    state = log.state
    assert state.ledger.balances() == {"Ann": 0, "Bea": 0}
    assert (state.next_round, state.dealer, state.evening.round) == (1, "Ann", 1)


def test_a_settled_round_dropped_is_dealt_settled_and_seen_anew() -> None:
    log = Log("Ann", "Bea")
    log.won_by("Ann")
    log.add(Dropped(1))
    fresh = fresh_record(log.state)
    log.add(Round(1, written(fresh), by_camera=True), by="camera")
    log.add(Round(1, written(won(fresh, "Bea")), by_camera=True), by="camera")
    assert log.state.current is not None
    log.add(Settled(1))
    state = log.state
    assert not state.remarks
    assert state.ledger.balances() == {"Ann": -6, "Bea": 6}
    assert [each.kind for each in state.ledger.entries] == ["payout", "correction", "payout"]
    log.add(Round(1, written(won(fresh, "Ann"))))
    assert log.state.ledger.balances() == {"Ann": 6, "Bea": -6}


def test_the_camera_goes_on_with_a_settled_round_that_is_not_over_after_all() -> None:
    log = Log("Ann", "Bea")
    log.won_by("Ann")
    record = log.state.rounds[0].record
    assert record is not None
    log.add(Round(1, written(without_turn(record, 2))))
    log.add(Round(1, written(record), by_camera=True), by="camera")
    assert log.state.ledger.balances() == {"Ann": 6, "Bea": -6}
    assert not log.state.remarks
    log.add(Round(1, written(without_turn(record, 2)), by_camera=True), by="camera")
    assert "round 1 is settled: the camera does not change it" in log.state.remarks[0]


def test_a_win_pushed_doubles_the_next_round() -> None:
    """H16; and that can be said after the settlement too."""
    log = Log("Ann", "Bea", push=True)
    log.won_by("Ann")
    log.add(Settled(1, push=True))
    state = log.state
    assert (state.ledger.balances(), state.carry) == ({"Ann": 0, "Bea": 0}, 2)
    assert fresh_record(state).terms.carry == 2


def test_what_changes_holds_from_the_next_round_on() -> None:
    log = Log("Ann", "Bea", "Cho")
    log.add(Round(1, written(won(fresh_record(log.state), "Cho"))))
    log.add(Changed(people=("Ann", "Bea"), per_point=50, rules={"preset": "matgo"}))
    assert (log.state.people, log.state.per_point) == (("Ann", "Bea", "Cho"), 1)
    log.add(Settled(1))
    state = log.state
    assert state.ledger.balances() == {"Ann": -6, "Bea": -6, "Cho": 12}
    assert (state.people, state.per_point, state.rules.name) == (("Ann", "Bea"), 50, "matgo")
    assert (state.rules.threshold, state.dealer) == (7, "Ann")  # Cho, who won, has left
    assert not state.pending


def test_who_waits_sells_his_brights() -> None:
    """B3: everybody who plays pays."""
    log = Log("Ann", "Bea", "Cho", "Dan", bright_sale_price=2, per_point=10)
    state = log.state
    assert (state.players, state.waiting) == (("Ann", "Bea", "Cho"), ("Dan",))
    log.add(Round(1, written(fresh_record(state))))
    log.add(Booked("bright_sale", seller="Dan", cards="01-bright 11-bright 02-junk"))
    assert kinds(log) == [("bright_sale", 1, {"Dan": 12, "Ann": -4, "Bea": -4, "Cho": -4})]
    assert log.state.dealer == "Ann"
    log.add(Changed(waiting=("Bea",)))
    log.add(Dropped(1))
    assert log.state.players == ("Ann", "Cho", "Dan")


def test_a_sale_of_brights_is_taken_back() -> None:
    log = Log("Ann", "Bea", "Cho", "Dan", bright_sale_price=2)
    log.add(Booked("bright_sale", seller="Dan", cards="01-bright"))
    log.add(Unsold("Dan"))
    assert kinds(log)[-1] == ("correction", 1, {"Dan": -6, "Ann": 2, "Bea": 2, "Cho": 2})
    assert not any(log.state.ledger.balances().values())


def test_two_of_three_play_by_the_rules_of_two() -> None:
    log = Log("Ann", "Bea", "Cho", preset="fr-gostop")
    del log.events[:]
    log.add(Opened("Friday", ("Ann", "Bea", "Cho"), {"preset": "fr-gostop"}, "Ann"))
    assert log.state.rules.threshold == 3
    log.add(Changed(waiting=("Bea",)))
    assert (log.state.players, log.state.rules.threshold) == (("Ann", "Cho"), 7)
    assert fresh_record(log.state).waiting == ("Bea",)


def test_the_boar_pot_fills_before_each_deal_and_goes_to_who_takes_the_boar() -> None:
    """D24; corrected later, the pot goes elsewhere and was never emptied before."""
    log = Log("Ann", "Bea", boar_ante=1)
    log.won_by("Ann")
    log.add(Round(2, written(fresh_record(log.state))))
    assert log.state.evening.boar_pot == 4
    fresh = fresh_record(log.state)
    record = with_turn(won(fresh, "Bea"), 0, "02-junk / 04-junk")
    log.add(Round(2, written(record)))
    log.add(Settled(2))
    assert log.state.evening.boar_pot == 4
    boar = written(record).replace("08-junk 10-junk", "08-junk 10-junk 07-junk")
    boar = boar.replace("Ann: 02-junk / 04-junk", "Ann: 02-junk / 07-animal")
    log.add(Round(2, boar, why=Remark("the boar was taken")))
    state = log.state
    assert state.rounds[1].error == ""
    assert state.evening.boar_pot == 0
    assert state.ledger.balances()[POT] == 0
    assert dict(state.ledger.entries[-1].transfers)[POT] == -4


def test_chips_run_out_and_the_match_ends() -> None:
    """B6: two of three go on by the rules of two; one alone cannot."""
    log = Log("Ann", "Bea", start_chips=6, elimination="out")
    log.won_by("Ann")
    assert log.state.evening.over()
    with pytest.raises(BadEvent, match="the match is over"):
        fresh_record(log.state)


def test_a_correction_by_hand() -> None:
    log = Log("Ann", "Bea", per_point=10)
    log.won_by("Ann")
    log.add(Booked("correction", {"Ann": -2, "Bea": 2}, "agreed", corrects=1))
    (entry,) = log.state.ledger.entries[1:]
    assert (entry.kind, entry.corrects, entry.note) == ("correction", 1, "agreed")
    assert (entry.round, entry.per_point) == (1, 10)
    assert log.state.ledger.balances(money=True) == {"Ann": 40, "Bea": -40}
    record = log.state.rounds[0].record
    assert record is not None
    log.add(Round(1, written(without_turn(record, 2))))
    assert log.state.ledger.balances() == {"Ann": -2, "Bea": 2}


def test_a_round_that_cannot_be_read_is_kept_with_what_is_wrong() -> None:
    log = Log("Ann", "Bea")
    log.won_by("Ann")
    log.add(Round(1, "seats: Ann, Bea\nAnn: 99-junk /\n"))
    log.add(Round(2, "seats: Ann, Bea\nBea: 01-junk / 02-junk\n"))
    state = log.state
    assert "unknown face '99-junk'" in state.rounds[0].error
    assert state.ledger.balances() == {"Ann": 6, "Bea": -6}
    assert "not legal: out of turn" in state.rounds[1].error
    assert state.rounds[1].record is not None
    log.add(Settled(2))
    assert "cannot be settled" in log.state.remarks[0]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Opened("x", ("A", "B"), {}, "A"), "the evening is open already"),
        (Round(0, ""), "there is no round 0"),
        (Round(1, "", by_camera=True), "round 1 is settled: the camera does not change it"),
        (Settled(1), "round 1 is settled already"),
        (Settled(2), "there is no round 2"),
        (Dropped(0), "there is no round 0"),
        (Booked("correction", {"Ann": 1}), "entry 2: Ann +1 sum to +1, not to zero"),
        (Booked("correction", {}, corrects=9), "correction of entry 9: there are 1 entries"),
        (Booked("bright_sale", seller="Ann", cards="01-bright"), "'Ann' does not sit out"),
        (Booked("bright_sale", seller="Dan", cards="01-bright"), "no bright is sold"),
        (Unsold("Dan"), "'Dan' sold no brights there"),
        (Booked("bright_sale", seller="Dan", cards="1-bright"), "unknown face '1-bright'"),
        (Changed(people=("Ann",)), "expected 2 to 7 different people, not 1"),
        (Changed(people=("Ann", "B:b")), "'B:b' cannot be a name here"),
        (Changed(people=("Ann", "(pot)")), "'(pot)' cannot be a name here"),
        (Changed(dealer="Eve"), "dealer 'Eve' is none of Ann, Bea, Cho, Dan"),
        (Changed(waiting=("Eve",)), "'Eve' cannot wait: none of Ann, Bea, Cho, Dan"),
        (Changed(waiting=("Ann", "Bea", "Cho")), "fewer than two would play"),
        (Changed(rules={"preset": "poker"}), "unknown preset 'poker'"),
        (Changed(rules={"thresold": 3}), "rules gostop-3p: unknown house rule 'thresold'"),
        (Changed(per_point=0), "per_point: expected a number above 0, not 0"),
    ],
)
def test_what_does_not_fit_is_a_remark_and_changes_nothing(event: Event, says: str) -> None:
    log = Log("Ann", "Bea", "Cho", "Dan")
    log.won_by("Ann")
    before = log.state
    log.add(event, by="Bea")
    (remark,) = log.state.remarks
    assert remark.startswith(f"event 4 by Bea: {says}")
    assert replace(log.state, remarks=(), number=before.number) == before


def test_the_camera_leaves_confirmed_turns_alone() -> None:
    log = Log("Ann", "Bea")
    text = written(fresh_record(log.state))
    log.add(Round(1, text, pinned=2))
    log.add(Round(1, text, by_camera=True, pinned=1), by="camera")
    assert "a person has confirmed 2 turns" in log.state.remarks[0]


def test_a_closed_evening_takes_corrections_only() -> None:
    log = Log("Ann", "Bea")
    log.add(Round(1, written(won(fresh_record(log.state), "Ann"))))
    log.add(Closed())
    assert "round 1 is over and not settled yet" in log.state.remarks[0]
    log.add(Settled(1))
    log.add(Closed())
    assert log.state.closed
    log.add(Changed(dealer="Bea"))
    log.add(Round(2, written(fresh_record(log.state))))
    assert len(log.state.remarks) == 3
    log.add(Dropped(1, Remark("all a dream")))
    assert log.state.ledger.balances() == {"Ann": 0, "Bea": 0}


def test_what_is_left_of_a_damaged_evening_still_adds_up() -> None:
    """The opening, the first round's settlement and all of the second round are lost."""
    log = Log("Ann", "Bea", "Cho", per_point=100)
    for winner in ("Ann", "Bea", "Cho"):
        log.won_by(winner)
    left = [each for each in log.events if each.number in (2, 6, 7)]
    state = folded(left)
    assert (state.name, state.per_point, state.rules.threshold) == ("evening 1", 100, 3)
    assert [each.number for each in state.rounds] == [1, 3]
    assert [each.settled for each in state.rounds] == [False, True]
    assert state.ledger.balances() == {"Ann": -6, "Bea": -6, "Cho": 12}
    assert (state.next_round, len(state.remarks)) == (4, 1)


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([], "an evening without events"),
        ([Closed()], "evening 1: event 1 does not open it"),
        ([Opened("F", ("A", "B"), {"preset": "x"}, "A")], "evening F: unknown preset 'x'"),
        ([Opened("F", ("A", "B"), {}, "C")], "evening F: dealer 'C' is none of A, B"),
        ([Opened("F", ("A", "A"), {}, "A")], "evening F: 'A' cannot be a name"),
        ([Opened("F", ("A", "B"), {}, "A", -1)], "evening F: per_point: expected a number above"),
    ],
)
def test_an_evening_that_nothing_opens(events: list[Event], says: str) -> None:
    log = Log("Ann", "Bea")
    stored = [Stored(n, 1, log.events[0].at, "Ann", each) for n, each in enumerate(events, 1)]
    with pytest.raises(BadEvent) as refused:
        folded(stored)
    assert str(refused.value).startswith(says)
