"""Events and their JSON."""

import json
from decimal import Decimal
from typing import Any

import pytest

from scorer.remark import Remark
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
    Unsold,
    body_of,
    event_of,
    kind_of,
    round_of,
)

EVENTS: list[Event] = [
    Opened("Friday", ("Ann", "Bea"), {"preset": "matgo", "threshold": 5}, "Bea", 100),
    Opened("x", ("Ann", "Bea"), {}, "Ann", Decimal("0.5"), {"seats": ["Ann", "Bea"]}, "0"),
    Changed(),
    Changed(("Ann", "Bea", "Cho"), {"preset": "pagat"}, Decimal("2.5"), "Cho", ()),
    Round(
        1, "seats: Ann, Bea\n", True, (0.5, 1.0), (3.0, 4.5), Remark("seen"), 1, "a.mp4", 7, (1,)
    ),
    Settled(2, push=True),
    Booked("correction", {"Ann": Decimal("1.5"), "Bea": Decimal("-1.5")}, "misread", 3),
    Booked("bright_sale", seller="Dan", cards="01-bright"),
    Unsold("Dan", 4),
    Dropped(3, Remark("four pairs")),
    Closed(),
]


@pytest.mark.parametrize("event", EVENTS, ids=kind_of)
def test_an_event_is_what_its_json_says(event: Event) -> None:
    assert event_of(kind_of(event), json.loads(json.dumps(body_of(event)))) == event


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        ("wish", {}, "unknown event 'wish': expected one of opened, changed"),
        ("settled", [], "settled: expected an object, not []"),
        ("settled", {}, "settled: round is missing"),
        ("settled", {"round": 1, "when": 2}, "settled: unknown field 'when': expected round, push"),
        ("settled", {"round": "1"}, "settled: round: expected a whole number, not '1'"),
        ("settled", {"round": True}, "settled: round: expected a whole number, not True"),
        ("changed", {"people": "Ann"}, "changed: people: expected a list of texts, not 'Ann'"),
        ("changed", {"per_point": "nan"}, "changed: per_point: expected a whole number, or"),
        ("changed", {"per_point": 0.5}, "changed: per_point: expected a whole number, or"),
        ("changed", {"rules": 3}, "changed: rules: expected an object, not 3"),
        ("booked", {"kind": "gift"}, "booked: kind: expected bright_sale or correction"),
        ("booked", {"kind": "correction", "transfers": {"Ann": None}}, "booked: transfers: "),
        ("round", {"round": 1, "record": "", "times_s": [True]}, "round: times_s: expected a list"),
    ],
)
def test_what_is_no_event_is_told(kind: str, body: Any, says: str) -> None:
    with pytest.raises(BadEvent) as refused:
        event_of(kind, body)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


def test_the_round_that_an_event_is_about() -> None:
    assert [round_of(each) for each in EVENTS] == [0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0]


REASON = Remark("turn {number}: {why}", number=3, why=Remark("a list: {all}", all=("a", "b")))


def test_a_reason_keeps_its_words() -> None:
    body = json.loads(json.dumps(body_of(Dropped(3, REASON))))
    found = event_of("dropped", body)
    assert isinstance(found, Dropped)
    assert found.why == REASON
    assert found.why.key == "turn {number}: {why}"
    assert found.why.values["why"].values == {"all": ("a", "b")}


def test_a_reason_without_values_is_kept_as_text_as_it_always_was() -> None:
    assert body_of(Dropped(3, Remark("cleared")))["why"] == "cleared"
    found = event_of("dropped", {"round": 3, "why": "turn {5"})
    assert isinstance(found, Dropped)
    assert (found.why.key, found.why.values) == ("turn {5", {})


def deep(levels: int) -> dict[str, Any]:
    """A line within a line, and so on."""
    return {"key": "{a}", "values": {"a": deep(levels - 1) if levels else 1}}


NO_LINES: list[Any] = [
    3,
    None,
    {},
    {"key": "x"},
    {"key": "x", "values": []},
    {"key": "{a", "values": {"a": 1}},
    {"key": "{b}", "values": {"a": 1}},
    {"key": "{}", "values": {"": 1}},
    {"key": "{a:9999999999}", "values": {"a": 1}},
    {"key": "{a.__class__}", "values": {"a.__class__": 1}},
    {"key": "{a!r}", "values": {"a": 1}},
    {"key": "{a}{a}", "values": {"a": 1}},
    {"key": "{a}", "values": {"a": ["text"]}},
    {"key": "\ud800", "values": {}},
    deep(60),
]


@pytest.mark.parametrize("why", NO_LINES, ids=lambda why: str(why)[:40])
def test_what_is_no_reason_is_told(why: object) -> None:
    with pytest.raises(BadEvent, match=r"^dropped: why: expected text, not "):
        event_of("dropped", {"round": 3, "why": why})
