"""An evening as CSV and JSON."""

import csv
import io
import json
from decimal import Decimal

from scorer.notation import parse
from scorer.record import written
from scorer.remark import Remark
from scorer.replay import replay, replay_json
from tests.webui.evenings import Log, won
from webui.evening.events import Booked, Changed, Dropped, Round
from webui.evening.table_state import fresh_record
from webui.ledger.exports import csv_text, json_text


def evening() -> Log:
    log = Log("Ann", "=Bea", "조", per_point=100)
    log.won_by("Ann", by_camera=True, times_s=(1.0, 2.5, 4.0, 6.0), recording="a.mp4")
    first = log.state.rounds[0].record
    assert first is not None
    log.add(Round(1, written(won(first, "조")), why=Remark("the winner was misread")), by="=Bea")
    log.add(Changed(per_point=Decimal("0.5")))
    log.add(Booked("correction", {"Ann": 1, "=Bea": -1}, "+1 for the pizza"))
    log.add(Round(2, written(fresh_record(log.state))))
    log.add(Dropped(2, Remark("redeal")))
    return log


def test_the_ledger_in_a_spreadsheet() -> None:
    text = csv_text(evening().state)
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    names = ("Ann", "'=Bea", "조")  # a name that a spreadsheet would run is quoted
    assert [(row["kind"], row["round"], row["note"], *(row[n] for n in names)) for row in rows] == [
        ("payout", "1", "", "12", "-6", "-6"),
        ("correction", "1", "the winner was misread", "-18", "0", "18"),
        ("correction", "", "'+1 for the pizza", "1", "-1", "0"),
        ("balance", "", "", "-5", "-7", "12"),
        ("balance_money", "", "", "-599.5", "-600.5", "1200"),
    ]
    assert [row["per_point"] for row in rows] == ["100", "100", "0.5", "", ""]


def test_everything_as_json() -> None:
    state = evening().state
    told = json.loads(json_text(state))
    assert told["people"] == ["Ann", "=Bea", "조"]
    assert told["rules"] == {"threshold": 3}
    assert told["per_point"] == 0.5
    first, second = told["rounds"]
    assert (first["settled"], second["dropped"]) == (True, True)
    assert first["changes"] == [
        {"event": 4, "at": "2026-01-02T20:00:04+00:00", "by": "=Bea", "why": "the winner was misread"}
    ]  # fmt: skip
    replayed = replay(parse(first["record"]))
    assert first["played"] == json.loads(json.dumps(replay_json(replayed)))
    assert sum(told["balances"]["money"].values()) == 0
    paid = dict.fromkeys(told["people"], 0.0)
    for each in told["transfers"]:
        paid[each["payee"]] += each["amount"]
        paid[each["payer"]] -= each["amount"]
    assert paid == told["balances"]["money"]
    assert [each["corrects"] for each in told["ledger"]] == [None, 1, None]
    assert json_text(state) == json_text(state)


def test_a_round_that_cannot_be_replayed_is_there_as_it_was_written() -> None:
    log = Log("Ann", "Bea")
    log.add(Round(1, "seats: Ann, Bea\nBea: go\n"))
    (round_,) = json.loads(json_text(log.state))["rounds"]
    assert round_["record"] == "seats: Ann, Bea\nBea: go\n"
    assert "out of turn" in round_["error"]
    assert "played" not in round_
