"""Settlements beyond the cases of the sources: caps, limits, several callers, cards not value."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from scorer.cards import cards
from scorer.payout import Payout, Showdown, Standing, Step, amount_of, limited, pushed, settle
from scorer.presets import house_rules

JUNK_10 = "01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 04-junk 05-junk 05-junk"
BRIGHTS = "01-bright 03-bright 08-bright"


def showdown(*seats: Standing, **facts: Any) -> Showdown:
    return Showdown(seats, **{"winner": 0, **facts})


def rules(preset: str = "gostop-3p", seats: int = 3, **changes: Any) -> Any:
    return house_rules(preset, seats, changes)


def test_steps_come_to_the_amount() -> None:
    """H11, G18: every step is explained, and what they come to is what is paid."""
    steps = (Step("points", points=7), Step("go", add=1), Step("carry", times=Decimal("0.5")))
    assert amount_of(steps) == 4
    assert amount_of(()) == 0


@pytest.mark.parametrize(
    ("cap", "pays"),
    [(0, 9), (12, 9), (9, 9), (5, 5)],
    ids=["no cap", "below it", "reached", "capped"],
)
def test_cap(cap: int, pays: int) -> None:
    """H16: nobody pays more than the cap."""
    found = settle(showdown(Standing(), Standing(), base_points=9), rules(cap=cap))
    assert found.transfers == (pays, -pays)


def test_nobody_pays_more_than_he_holds() -> None:
    """H16."""
    found = settle(showdown(Standing(), Standing(), Standing(), base_points=9), rules())
    poor = limited(found, (0, 4, 100))
    assert poor.transfers == (13, -4, -9)
    assert poor.explain[1][-1] == Step("all_he_holds", points=4)
    indebted = limited(found, (0, -3, 100))  # a payment at once may cost more than is held (D2)
    assert indebted.transfers == (9, 0, -9)
    drawn = settle(showdown(Standing(), Standing(), winner=None), rules())
    assert limited(drawn, (0, 0)) == drawn


def test_push() -> None:
    """H16: the winner leaves his win, and the next round counts double on top of the carry."""
    found = settle(showdown(Standing(), Standing(), base_points=9, carry=2), rules())
    left = pushed(found, 2)
    assert left.transfers == (0, 0)
    assert left.next_multiplier == 4


@pytest.mark.parametrize(
    ("preset", "transfers"),
    [
        ("fr-gostop", (28, -14, -14)),  # each pays his own share double
        ("gostop-3p", (14, -7, -7)),
        ("gamerules", (14, -7, -7)),  # H4: no go-bak in 001
    ],
)
def test_two_callers_who_both_lose(preset: str, transfers: tuple[int, ...]) -> None:
    """H4: each caller pays his own share; there is nobody whose share could fall to them."""
    caller = Standing(gos=1)
    found = settle(showdown(Standing(), caller, caller, base_points=7), rules(preset))
    assert found.transfers == transfers


def test_the_first_caller_after_the_winner_pays_for_those_who_called_nothing() -> None:
    """H4 with four at play, as koi-koi and 002 allow."""
    seats = (Standing(gos=1), Standing(), Standing(), Standing(gos=1))
    found = settle(showdown(*seats, winner=1, base_points=7), rules())
    assert found.transfers == (-7, 21, 0, -14)


@pytest.mark.parametrize("gos", [0, 1, 3])
def test_neither_go_bak_nor_go_bonus_where_nobody_stopped(gos: int) -> None:
    """H3, H10: the cards ran out, so nobody stopped before the caller, or after his own go (002)."""
    seats = (Standing(gos=gos), Standing(gos=1), Standing())
    found = settle(showdown(*seats, base_points=7, stopped=False), rules("godori-arcade"))
    assert found.transfers == (14, -7, -7)


@pytest.mark.parametrize(
    ("fixed_win_carry", "pays"), [(True, 10), (False, 5)], ids=["carried", "alone"]
)
def test_fixed_wins(fixed_win_carry: bool, pays: int) -> None:
    """H14: gos, heundeum and baks do not multiply a win of fixed points; a drawn round may."""
    winner = Standing(cards(BRIGHTS), gos=3, heundeum=(1,), bombs=1)
    agreed = rules(fixed_win_carry=fixed_win_carry)
    found = settle(showdown(winner, Standing(gos=1), base_points=5, fixed=True, carry=2), agreed)
    assert found.transfers == (pays, -pays)


@pytest.mark.parametrize(
    ("counts", "loser", "pays"),
    [
        ("value", "01-ribbon 11-double 12-double 06-junk", 1),  # 5 by value: spared at 4
        ("cards", "01-ribbon 11-double 12-double 06-junk", 2),  # 3 by cards
        ("cards", "09-animal 06-junk 06-junk 07-junk 07-junk", 1),  # the cup as a fifth junk card
        ("value", "09-animal 06-junk 06-junk 07-junk 07-junk", 1),
    ],
)
def test_junk_by_value_or_by_cards(counts: str, loser: str, pays: int) -> None:
    """H7, CONFLICTS 9: a double is two by value and one by cards."""
    seats = (Standing(cards(JUNK_10)), Standing(cards(loser)))
    found = settle(showdown(*seats), rules("fr-gostop", 2, pi_bak_counts=counts))
    assert found.transfers == (pays, -pays)


@pytest.mark.parametrize(
    ("cap", "carry", "following"), [(0, 8, 16), (8, 4, 8), (8, 8, 8), (8, 16, 16)]
)
def test_carry_cap(cap: int, carry: int, following: int) -> None:
    """H8: drawn rounds in a row, up to the cap."""
    drawn = showdown(Standing(), Standing(), winner=None, carry=carry)
    assert settle(drawn, rules(carry_cap=cap)).next_multiplier == following


def test_special_jokers_captured() -> None:
    """A10, A11: what joker-other does is agreed at the table, and read from the captures."""
    joker = cards("joker-other")
    double = rules(joker_other="double")
    assert settle(showdown(Standing(joker), Standing(), base_points=3), double).transfers == (6, -6)
    protection = rules(joker_other="bright_protection")
    spared = showdown(Standing(cards(BRIGHTS)), Standing(joker), Standing())
    assert settle(spared, protection).transfers == (9, -3, -6)


def test_reverse_go() -> None:
    """H15: who said go and still wins after another's go."""
    agreed = rules("matgo", 2, reverse_go_times=4)
    both = (Standing(gos=1),) * 2
    assert settle(showdown(*both, base_points=7), agreed).transfers == (64, -64)
    alone = showdown(Standing(gos=1), Standing(), base_points=7)
    assert settle(alone, agreed).transfers == (8, -8)
    silent = showdown(Standing(), Standing(gos=1), base_points=7)  # go-bak alone: 7 * 2
    assert settle(silent, agreed).transfers == (14, -14)


@pytest.mark.parametrize(
    ("heundeum", "bombs", "times"), [((), 1, 2), ((3,), 1, 2), ((3, 4), 1, 4), ((3,), 2, 4)]
)
def test_a_bomb_of_000_is_the_heundeum_it_is_made_on(
    heundeum: tuple[int, ...], bombs: int, times: int
) -> None:
    """D13: it doubles through its heundeum, written down or not, and not once more."""
    winner = Standing(heundeum=heundeum, bombs=bombs)
    found = settle(showdown(winner, Standing(), base_points=3), rules("fr-gostop", 2))
    assert found.transfers == (3 * times, -3 * times)


def test_koi_koi_knows_no_heundeum() -> None:
    """E1: 003 has none; what a sheet says of it changes nothing, nor do bombs."""
    winner = Standing(heundeum=(3,), bombs=1, gos=1)
    found = settle(showdown(winner, Standing(gos=1), base_points=5), rules("koikoi", 2))
    assert found.transfers == (15, -15)  # H3, 003: 5 * (2 + 1)


def test_who_sits_out_neither_wins_nor_pays() -> None:
    """B2."""
    seats = (Standing(), Standing(), Standing(plays=False))
    assert settle(showdown(*seats, base_points=3), rules()).transfers == (3, -3, 0)


def test_a_payout_is_a_value() -> None:
    found = settle(showdown(Standing(), Standing(), base_points=3), rules())
    assert isinstance(found, Payout)
    assert replace(found) == found
