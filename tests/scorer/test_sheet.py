"""Sheets: the contract's example, its defaults, and one clear line for every bad one."""

import json
from typing import Any

import pytest

from scorer.sheet import answer, answers, object_of

EXAMPLE: dict[str, Any] = {
    "id": "anything",
    "rules": "fr-gostop",
    "seats": ["A", "B", "C"],
    "captures": {"A": ["01-bright", "03-bright", "08-bright"], "B": ["01-junk"], "C": []},
    "winner": "A",
    "gos": {"A": 1},
    "heundeum": {"B": 1},
    "bombs": {},
    "carry": 2,
    "per_point": 100,
}


def test_the_example_of_the_contract() -> None:
    found = answer(EXAMPLE)
    line = {
        "name": "brights",
        "points": 3,
        "cards": ["01-bright", "03-bright", "08-bright"],
    }
    assert found["id"] == "anything"
    assert found["rules"] == "fr-gostop"
    assert found["points"]["A"] == {"total": 3, "sake_as": None, "lines": [line]}
    steps = [
        {"name": "points", "points": 3},
        {"name": "go", "add": 1},
        {"name": "carry", "times": 2},
        {"name": "kwang_bak", "times": 2},
        {"name": "per_point", "times": 100},
    ]
    assert found["payout"] == {
        "winner": "A",
        "transfers": {"A": 3200, "B": -1600, "C": -1600},
        "next_multiplier": 1,
        "explain": {"B": steps, "C": steps},
    }


@pytest.mark.parametrize(
    ("change", "transfers"),
    [
        ({"per_point": 0.1}, {"A": 3.2, "B": -1.6, "C": -1.6}),  # exact, not 0.1 as a float has it
        ({"multiplier": 3}, {"A": 9600, "B": -4800, "C": -4800}),
        ({"base_points": 20, "captures": {}, "gos": {"A": 3}, "carry": 1, "per_point": 1},
         {"A": 88, "B": -44, "C": -44}),  # 000: 20 points and three gos are 44
        ({"seats": ["A", "B", "C", "D"]}, {"A": 3200, "B": -1600, "C": -1600, "D": 0}),
        ({"seats": ["A", "B", "C", "D"], "captures": {}, "base_points": 3, "carry": 1, "gos": {},
          "heundeum": {}, "per_point": 1}, {"A": 9, "B": -3, "C": -3, "D": -3}),
        ({"seats": list("ABCD"), "captures": {"A": EXAMPLE["captures"]["A"]}, "carry": 1, "gos": {"B": 1},
          "per_point": 1}, {"A": 36, "B": -36, "C": 0, "D": 0}),  # 3 * 2 for kwang-bak * 2, three times
        # a go call does not make its caller the only one who plays (B2, H4: 7 points are 14 for each)
        ({"seats": list("ABCD"), "captures": {}, "base_points": 7, "carry": 1, "gos": {"B": 1},
          "heundeum": {}, "per_point": 1}, {"A": 42, "B": -42, "C": 0, "D": 0}),
        ({"seats": list("ABCD"), "captures": {**EXAMPLE["captures"], "C": ["02-junk"], "D": []}},
         {"A": 3200, "B": -1600, "C": -1600, "D": 0}),  # three hold cards, the fourth waits
        ({"jokers": {"A": "double", "B": ["bright_protection"]}, "carry": 1, "per_point": 1},
         {"A": 24, "B": -8, "C": -16}),  # A10, A11
        ({"rules": {"preset": "fr-gostop", "weol_yak_first_turn": True}, "weol_yak": "first_turn",
          "carry": 1, "per_point": 1}, {"A": 64, "B": -32, "C": -32}),  # D21
        ({"rules": {"preset": "fr-gostop", "weol_yak_named_month": 4}, "weol_yak": ["named_month"],
          "named_month": "05", "carry": 1, "per_point": 1}, {"A": 64, "B": -32, "C": -32}),  # D22
        ({"rules": {"preset": "fr-gostop", "heundeum_nov_dec": True}, "heundeum": {"A": [11, "3"]},
          "carry": 1, "per_point": 1}, {"A": 128, "B": -64, "C": -64}),  # E4
        ({"sake_as": "junk", "note": "a remark of our own"}, {"A": 3200, "B": -1600, "C": -1600}),
    ],
)  # fmt: skip
def test_keys_of_a_sheet(change: dict[str, Any], transfers: dict[str, float]) -> None:
    assert answer({**EXAMPLE, **change})["payout"]["transfers"] == transfers


def test_money_that_comes_out_whole_is_whole() -> None:
    """A tenth is a tenth, and not what a float makes of it."""
    found = answer({"seats": ["A", "B"], "base_points": 10, "winner": "A", "per_point": 0.1})
    assert json.dumps(found["payout"]["transfers"]) == '{"A": 1, "B": -1}'


def test_defaults() -> None:
    """Two seats play matgo, three gostop-3p; seats come from the captures; points only."""
    assert answer({"captures": {"A": [], "B": []}})["rules"] == "matgo"
    assert answer({"captures": {"A": [], "B": [], "C": []}})["rules"] == "gostop-3p"
    assert answer({"captures": {"A": []}, "rules": {"threshold": 5}})["rules"] == "gostop-3p"
    found = answer({"captures": {"A": ["09-animal"], "B": []}})
    assert found["payout"] is None
    assert found["points"]["A"] == {"total": 0, "sake_as": "animal", "lines": []}


def test_null_is_as_good_as_nothing() -> None:
    """A program that writes every key has null for what it does not know."""
    nothing = dict.fromkeys(["rules", "gos", "heundeum", "carry", "per_point", "named_month"])
    sheet = {"captures": EXAMPLE["captures"], "winner": "A"}
    assert answer({**sheet, **nothing}) == answer(sheet)


def test_base_points_stand_for_the_cards() -> None:
    found = answer({"seats": ["A", "B"], "base_points": 9, "winner": "A"})
    line = {"name": "base_points", "points": 9, "cards": []}
    assert found["points"]["A"] == {"total": 9, "sake_as": None, "lines": [line]}
    assert answer({"seats": ["A", "B"], "base_points": 9})["points"]["A"]["total"] == 0


def test_a_drawn_round() -> None:
    """H8: nobody pays and the next round counts double, on top of what was carried."""
    found = answer({"seats": ["A", "B"], "winner": None, "outcome": "nagari", "carry": 2})
    assert found["payout"] == {
        "winner": None,
        "transfers": {"A": 0, "B": 0},
        "next_multiplier": 4,
        "explain": {},
    }


BAD: list[tuple[dict[str, Any], str]] = [
    ({"captures": {"A": ["01-brigth"], "B": []}}, "captures: A: card 1: unknown face '01-brigth'"),
    ({"captures": {"A": ["back"], "B": []}}, "captures: A: card 1: expected a face"),
    ({"captures": {"A": [7], "B": []}}, "captures: A: card 1: expected a face, not 7"),
    ({"captures": {"A": "01-bright"}}, "captures: A: expected a list of faces"),
    ({"captures": ["01-bright"]}, "captures: expected an object of seats"),
    ({"captures": {"A": ["01-bright"], "B": ["01-bright"]}}, "captures: 01-bright lies 2 times (A, B)"),
    ({"captures": {"A": ["01-junk"] * 3, "B": []}}, "captures: 01-junk lies 3 times (A)"),
    ({"seats": ["A", "A"]}, "seats: 'A' stands twice"),
    ({"seats": ["A"], "winner": "A"}, "seats: expected 2 to 7 people, not 1"),
    ({"seats": list("ABCDEFGH")}, "seats: expected 2 to 7 people, not 8"),
    ({"seats": "AB"}, "seats: expected a list of names"),
    ({"seats": ["A", ""]}, "seats: expected a list of names"),
    ({}, "seats: expected 2 to 7 people, not 0"),
    ({"seats": ["A", "B"], "captures": {"C": []}}, "captures: unknown seat 'C': expected one of A, B"),
    ({"seats": ["A", "B"], "gos": {"C": 1}}, "gos: unknown seat 'C'"),
    ({"seats": ["A", "B"], "sake_as": {"C": "junk"}}, "sake_as: unknown seat 'C'"),
    ({"seats": ["A", "B"], "sake_as": {"A": "ribbon"}}, "sake_as: expected animal or junk"),
    ({"seats": ["A", "B"], "winner": "C"}, "winner: unknown seat 'C'"),
    ({"seats": ["A", "B"], "winner": ["A"]}, "winner: unknown seat ['A']"),
    ({"seats": ["A", "B"], "winner": "A", "outcome": "nagari"}, 'outcome: "nagari" has no winner'),
    ({"seats": ["A", "B"], "outcome": "stop"}, 'outcome: "stop" has a winner'),
    ({"seats": ["A", "B"], "outcome": "draw"}, 'outcome: expected "nagari"'),
    ({"seats": ["A", "B"], "rules": "go"}, "unknown preset 'go': expected one of fr-gostop,"),
    ({"seats": ["A", "B"], "rules": 3}, "rules: expected a preset's name or an object, not 3"),
    ({"seats": ["A", "B"], "rules": {"preset": ["x"]}}, "unknown preset ['x']"),
    ({"seats": ["A", "B"], "rules": {"treshold": 3}},
     "rules matgo: unknown house rule 'treshold', did you mean threshold?"),
    ({"seats": ["A", "B"], "rules": {"threshold": 0}},
     "rules matgo: threshold: expected a whole number 1 to 1000000, not 0"),
    ({"seats": ["A", "B"], "gos": {"A": -1}}, "gos: A: expected a whole number 0 to 99, not -1"),
    ({"seats": ["A", "B"], "gos": {"A": True}}, "gos: A: expected a whole number 0 to 99, not True"),
    ({"seats": ["A", "B"], "gos": {"A": 1.5}}, "gos: A: expected a whole number 0 to 99, not 1.5"),
    ({"seats": ["A", "B"], "gos": 1}, "gos: expected an object of seats, not 1"),
    ({"seats": ["A", "B"], "heundeum": {"A": [3, 3]}}, "heundeum: A: expected different months"),
    ({"seats": ["A", "B"], "heundeum": {"A": [13]}}, "heundeum: A: expected a whole number 1 to 12"),
    ({"seats": ["A", "B"], "heundeum": {"A": [None]}}, "heundeum: A: expected different months"),
    ({"seats": ["A", "B"], "jokers": {"A": ["king"]}}, "jokers: A: expected a list of boss, double"),
    ({"seats": ["A", "B"], "jokers": {"A": 2}}, "jokers: A: expected a list of boss, double"),
    ({"seats": ["A", "B"], "named_month": 0}, "named_month: expected a whole number 1 to 12"),
    ({"seats": ["A", "B"], "weol_yak": "last_turn"}, "weol_yak: expected first_turn or named_month"),
    ({"seats": ["A", "B"], "winner": "A", "per_point": 0}, "per_point: expected a number above 0"),
    ({"seats": ["A", "B"], "winner": "A", "per_point": "1"}, "per_point: expected a number above 0"),
    ({"seats": ["A", "B"], "winner": "A", "per_point": float("nan")},
     "per_point: expected a number above 0, at most 1000000000, not nan"),
    ({"seats": ["A", "B"], "winner": "A", "carry": 0}, "carry: expected a whole number 1 to"),
    ({"seats": ["A", "B"], "winner": "A", "base_points": float("inf")}, "base_points: expected a whole"),
    ({"seats": ["A", "B"], "winer": "A"}, "unknown key 'winer', did you mean winner?"),
]  # fmt: skip


@pytest.mark.parametrize(("sheet", "says"), BAD)
def test_a_bad_sheet_says_what_is_wrong(sheet: dict[str, Any], says: str) -> None:
    found = answer({"id": 7, **sheet})
    assert found.keys() == {"id", "error"}
    assert found["id"] == 7
    assert found["error"].startswith(says)
    assert "\n" not in found["error"]


def test_a_bad_sheet_does_not_stop_the_others() -> None:
    found = answers([EXAMPLE, "no sheet", {"captures": {"A": ["x"]}}, EXAMPLE])
    assert found[0] == found[3]
    assert found[1]["error"].startswith("expected a sheet, an object such as")
    assert "unknown face 'x'" in found[2]["error"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"captures": {"A": [], "A": []}}', "captures: 'A' stands twice"),
        ('{"winner": "A", "winner": "B"}', "the sheet: 'winner' stands twice"),
        ('{"captures": {"A": []}, "rules": {"preset": "matgo", "preset": "x"}}', "rules: 'preset'"),
        ('{"captures": {"A": []}, "sake_as": {"A": "junk", "A": "animal"}}', "sake_as: 'A'"),
    ],
)
def test_a_key_that_stands_twice(text: str, says: str) -> None:
    assert answer(json.loads(text, object_pairs_hook=object_of))["error"].startswith(says)
