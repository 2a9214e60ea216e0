"""What the page flags, and the rest of what it shows of a round."""

from typing import Any

import pytest

from scorer.notation import parse
from scorer.replay import replay
from webui.live.views import round_view

HEAD = "seats: Ann, Bea, Cho\npot: 01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon\n\n"
NEAR = (
    "Ann: 01-bright / 03-bright\nBea: 02-junk / 04-junk\nCho: 05-junk / 07-junk\n"
    "Ann: 10-animal / 12-ribbon\nBea: 11-junk / 09-junk\n"
)


def view(turns: str, rules: str = "rules: gostop-3p\n") -> dict[str, Any]:
    return round_view(replay(parse(rules + HEAD + turns)))


def kinds(found: dict[str, Any]) -> list[tuple[str, int]]:
    return [(each["kind"], each["seat"]) for each in found["flags"]]


def test_a_call_with_every_bak() -> None:
    turns = NEAR.partition("Ann: 10")[0] + "Ann: 08-bright / 09-junk\n"
    (flag,) = view(turns)["flags"]
    assert (flag["kind"], flag["points"], flag["receives"]) == ("call", 3, 12)
    assert flag["pays"] == [
        {"seat": 1, "much": 6, "baks": ["kwang_bak"]},
        {"seat": 2, "much": 6, "baks": ["kwang_bak"]},
    ]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ("", []),
        (NEAR, []),
        ("Ann: 06-junk / 06-junk\n", [("ppuk", 1)]),
        ("Ann: 06-junk / 06-junk\nBea: 06-animal / 02-junk\n", []),
    ],
)
def test_flags_come_and_go(turns: str, expected: list[tuple[str, int]]) -> None:
    assert kinds(view(turns)) == expected


def test_a_seat_near_the_threshold_is_flagged() -> None:
    rules = "rules: gostop-3p\nrule threshold: 4\n"
    turns = NEAR.partition("Ann: 10")[0] + "Ann: 08-bright / 09-junk\n"
    (flag,) = view(turns, rules)["flags"]
    assert (flag["kind"], flag["seat"], flag["to_go"]) == ("near", 0, 1)


def test_a_round_that_is_over_has_no_flags_and_a_payout() -> None:
    turns = NEAR.partition("Ann: 10")[0] + "Ann: 08-bright / 09-junk; stop\n"
    found = view(turns)
    assert found["flags"] == []
    assert found["payout"]["transfers"] == [12, -6, -6]
    assert [step["name"] for step in found["payout"]["explain"][1]] == ["points", "kwang_bak"]


def test_cards_know_the_turn_that_laid_them() -> None:
    found = view("Ann: 01-bright / 03-bright\nBea: 02-junk / 04-junk\n")
    pot = {card["face"]: card["turn"] for group in found["pot"] for card in group["cards"]}
    assert (pot["08-junk"], pot["02-junk"], pot["04-junk"]) == (0, 2, 2)
    mine = {
        card["face"]: card["turn"]
        for group in found["seats"][0]["groups"]
        for card in group["cards"]
    }
    assert mine == {"01-bright": 1, "03-bright": 1, "01-junk": 1, "03-junk": 1}


def test_a_pair_of_plain_junk_is_drawn_as_two_cards() -> None:
    found = view("Ann: 01-junk / 02-junk\n")
    (junk,) = [g for g in found["seats"][0]["groups"] if g["kind"] == "junk"]
    assert [card["second"] for card in junk["cards"]] == [False, True]


def test_doubles_count_twice() -> None:
    found = view("Ann: 12-double / 02-junk\n")
    counts = {each["kind"]: each["count"] for each in found["seats"][0]["groups"]}
    assert counts == {"bright": 0, "animal": 1, "ribbon": 0, "junk": 2}


def test_a_stack_is_shown_as_one_with_its_maker() -> None:
    found = view("Ann: 06-junk / 06-junk\n")
    (stack,) = [group for group in found["pot"] if group["stack"]]
    assert (stack["month"], stack["maker"], len(stack["cards"])) == (6, 0, 3)
