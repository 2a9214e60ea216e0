"""The live outlook: how far each seat is from a stop and from each combination."""

from typing import Any

import pytest

from scorer.cards import Cards, cards
from scorer.deal import Deal, start
from scorer.ending import Terms
from scorer.outlook import Outlook, Reach, outlooks
from scorer.presets import house_rules
from scorer.table import Position


def position(*piles: Cards, preset: str = "gostop-3p", **facts: Any) -> Position:
    rules = house_rules(preset, len(piles))
    dealt = Deal(tuple(() for _ in piles), (), ())
    begun = start(rules, dealt, 0)
    seats = [seat._replace(captures=pile) for seat, pile in zip(begun.seats, piles, strict=True)]
    seats[0] = seats[0]._replace(**facts)
    return begun._replace(seats=tuple(seats))


def first(*piles: Cards, **facts: Any) -> Outlook:
    return outlooks(position(*piles, **facts))[0]


def reach(name: str, *piles: Cards, **facts: Any) -> Reach:
    return next(each for each in first(*piles, **facts).reaches if each.name == name)


@pytest.mark.parametrize(
    ("facts", "to_go"),
    [
        ({}, 0),  # H1: 5 of 3 points
        ({"gos": 1, "go_points": 5}, 1),  # H2: must score more than at the go
        ({"gos": 1, "go_points": 3}, 0),
    ],
)
def test_points_to_go(facts: dict[str, int], to_go: int) -> None:
    godori = cards("02-animal 04-animal 08-animal")
    assert first(godori, (), (), **facts).to_go == to_go
    assert outlooks(position(godori, (), ()))[1].to_go == 3


def test_sets() -> None:
    mine, other = cards("02-animal 04-animal"), cards("09-ribbon")
    assert reach("godori", mine, other) == Reach("godori", 2, 3, cards("08-animal"), possible=True)
    blue = reach("blue_ribbons", cards("06-ribbon"), other)
    assert blue == Reach("blue_ribbons", 1, 3, cards("09-ribbon 10-ribbon"), possible=False)
    made = reach("poem_ribbons", cards("01-ribbon 02-ribbon 03-ribbon"), ())
    assert made.missing == ()


def test_only_combinations_that_count_at_the_table() -> None:
    names = {each.name for each in first((), ()).reaches}
    assert "godori" in names
    assert "tsukimi" not in names
    koikoi = {each.name for each in first((), (), preset="koikoi").reaches}
    assert "tsukimi" in koikoi
    assert "godori" not in koikoi


def test_counts() -> None:
    five = cards("01-ribbon 02-ribbon 03-ribbon 04-ribbon 05-ribbon 06-ribbon")
    assert reach("ribbons", cards("07-ribbon"), five) == Reach("ribbons", 1, 5, (), possible=False)
    assert reach("animals", cards("02-animal"), five).possible
    junk = reach("junk", cards("11-double 01-junk"), ())
    assert (junk.have, junk.need, junk.possible) == (3, 10, True)


@pytest.mark.parametrize(
    ("preset", "mine", "others", "have", "need", "possible"),
    [
        ("gostop-3p", "", "", 0, 3, True),
        ("gostop-3p", "01-bright 12-bright", "", 2, 3, True),
        ("gostop-3p", "01-bright", "03-bright 08-bright", 1, 3, True),
        ("gostop-3p", "01-bright", "03-bright 08-bright 11-bright", 1, 3, False),
        ("godori-pd49", "01-bright", "", 1, 2, True),  # G1: two brights score
        ("godori-pd49", "12-bright", "", 1, 3, True),  # but not with the rain man
        ("koikoi", "01-bright 12-bright", "", 2, 4, True),  # G2: ame-shiko needs four
    ],
)
def test_brights(preset: str, mine: str, others: str, have: int, need: int, possible: bool) -> None:
    found = reach("brights", cards(mine), cards(others), preset=preset)
    assert (found.have, found.need, found.possible) == (have, need, possible)


def test_what_a_stop_would_pay_now_with_every_bak_named() -> None:
    """H5, H6, H7, per opponent."""
    brights = cards("01-bright 03-bright 08-bright")
    table = position(brights, cards("01-junk"), cards("11-bright"))
    found = outlooks(table, Terms(per_point=100))[0]
    assert found.stop.transfers == (900, -600, -300)
    assert found.baks == ((), ("kwang_bak",), ())
    assert found.score.total == 3


def test_a_go_caller_would_pay_for_everybody() -> None:
    """H4: named for the caller; nothing is named for who is spared."""
    table = position((), cards("01-bright 03-bright 08-bright"), cards("11-bright"), gos=1)
    found = outlooks(table)[1]
    assert found.stop.transfers == (-9, 9, 0)
    assert found.baks == (("kwang_bak", "go_bak_share"), (), ())
