"""An evening: seats, dealers, carry, the boar pot, brights sold, chips, the end of the match."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.cards import Cards, cards
from scorer.deal import Deal, start
from scorer.ending import Mission, Terms, bright_sale, settlement
from scorer.errors import BadLedger
from scorer.evening import Evening
from scorer.ledger import POT
from scorer.presets import house_rules
from scorer.table import Outcome, Payment, Phase, Position

NAMES = ("Ann", "Bea", "Cho", "Dan")


def evening(preset: str = "gostop-3p", people: int = 3, **changes: Any) -> Evening:
    rules = house_rules(preset, min(people, 3), changes)
    return Evening(rules, NAMES[:people], "Ann", per_point=100)


def ended(table: Evening, outcome: Outcome, **facts: Any) -> Position:
    """A position of that evening's table that is over."""
    dealt = Deal(((),) * min(len(table.people), 3), (), ())
    position = start(table.rules, dealt, 0)
    return position._replace(phase=Phase.OVER, outcome=outcome, **facts)


STOP_B = Outcome("three_ppuk", (1,), (5,))
DRAWN = Outcome("nagari")


def test_the_winner_deals_next() -> None:
    """B9; I: the payout is in the ledger, zero-sum."""
    table = evening()
    after = table.after(ended(table, STOP_B), table.players(), table.terms())
    assert after.dealer == "Bea"
    assert after.round == 2
    assert after.ledger.balances() == {"Ann": -5, "Bea": 10, "Cho": -5}
    assert after.ledger.balances(money=True) == {"Ann": -500, "Bea": 1000, "Cho": -500}
    assert after.players() == ("Bea", "Cho", "Ann")


def test_after_a_drawn_round_the_same_dealer_and_double() -> None:
    """B10, H8, H9."""
    table = evening()
    after = table.after(ended(table, DRAWN), table.players(), table.terms())
    assert (after.dealer, after.carry, after.ledger.entries) == ("Ann", 2, ())
    won = after.after(ended(after, STOP_B), after.players(), after.terms())
    assert won.ledger.balances() == {"Ann": -10, "Bea": 20, "Cho": -10}
    assert won.carry == 1


@pytest.mark.parametrize(
    ("kind", "carry"), [("nagari", 4), ("shodang", 4), ("void_doubled", 4), ("void", 2)]
)
def test_what_a_round_without_winner_carries(kind: Any, carry: int) -> None:
    """H8, D27, B17, E8: a void deal is dealt again as it was."""
    table = evening()
    assert settlement(ended(table, Outcome(kind)), Terms(carry=2)).next_multiplier == carry


def test_who_waits() -> None:
    """B1, B2: three play, from the dealer on; the others wait for the next deal."""
    table = evening(people=4)
    assert table.players() == ("Ann", "Bea", "Cho")
    assert table.players(waiting=("Bea",)) == ("Ann", "Cho", "Dan")


def test_brights_sold_by_who_waits() -> None:
    """B3: so many points for each bright, from every player, twice where the hand has a triple."""
    hand = cards("01-bright 08-bright 02-junk 02-junk 02-ribbon joker-double")
    table = evening(people=4, bright_sale_price=1, bright_sale_triple=2)
    sold = table.sold("Dan", hand, ("Ann", "Bea", "Cho"))
    assert sold.ledger.balances() == {"Dan": 12, "Ann": -4, "Bea": -4, "Cho": -4}
    assert table.sold("Dan", cards("02-junk"), ("Ann", "Bea", "Cho")) == table


@pytest.mark.parametrize(
    ("changes", "seller"),
    [
        ({"bright_sale_price": 2}, 6),
        ({"bright_sale_price": 2, "bright_sale_payers": "non_dealers"}, 4),
        ({"bright_sale_price": 2, "bright_sale_jokers": True}, 12),
        ({}, 0),
    ],
)
def test_terms_of_a_bright_sale(changes: dict[str, Any], seller: int) -> None:
    """B3."""
    rules = house_rules(overrides=changes)
    paid = bright_sale(cards("01-bright joker-double"), "Dan", NAMES[:3], "Ann", rules)
    assert paid["Dan"] == seller
    assert sum(paid.values()) == 0


def test_the_boar_pot_is_carried_until_somebody_captures_the_boar() -> None:
    """D24."""
    table = evening(boar_ante=2).anted()
    assert table.ledger.balances() == {"Ann": -2, "Bea": -2, "Cho": -2, POT: 6}
    none = table.after(ended(table, DRAWN), table.players(), table.terms()).anted()
    assert none.boar_pot == 12
    caught = none.after(ended(none, DRAWN, boar=2), none.players(), none.terms())
    assert caught.boar_pot == 0
    assert caught.ledger.balances() == {"Ann": -4, "Bea": -4, "Cho": 8, POT: 0}
    again = caught.after(ended(caught, DRAWN, boar=0), caught.players(), caught.terms())
    assert again.ledger == caught.ledger  # the pot is empty
    assert evening().anted() == evening()


def test_chips_leave_the_boar_pot_at_the_stake_they_were_put_in_for() -> None:
    """D24."""
    table = replace(replace(evening(boar_ante=2), per_point=1).anted(), per_point=100).anted()
    caught = table.after(ended(table, DRAWN, boar=2), table.players(), table.terms())
    paid = [(dict(each.transfers), each.per_point) for each in caught.ledger.entries[2:]]
    assert paid == [({"Cho": 6, POT: -6}, 1), ({"Cho": 6, POT: -6}, 100)]
    assert caught.ledger.balances(money=True)[POT] == 0


def test_side_payments_are_booked_beside_the_payout() -> None:
    """D2: three chips from each for a ppuk on the first turn; the round goes on."""
    table = evening()
    end = ended(table, STOP_B, payments=(Payment("first_ppuk", 2, 3),))
    after = table.after(end, table.players(), table.terms())
    assert [entry.kind for entry in after.ledger.entries] == ["side_payment", "payout"]
    assert after.ledger.balances() == {"Ann": -8, "Bea": 7, "Cho": 1}


def test_chips_and_elimination() -> None:
    """B5, B6, B7: who has no chips left is out; one player left ends the match."""
    table = evening("koikoi", 2, start_chips=12)
    assert table.chips() == {"Ann": 12, "Bea": 12}
    won = Outcome("most_points", (1,))
    pile = cards("01-bright 03-bright 08-bright 11-bright")  # shiko, and hanami has no cup: 10
    hand = start(table.rules, Deal(((), ()), (), ()), 0)
    seats = (hand.seats[0], hand.seats[1]._replace(captures=pile))
    end = hand._replace(seats=seats, phase=Phase.OVER, outcome=won)
    after = table.after(end, table.players(), Terms(multiplier=2))
    assert after.chips() == {"Ann": -8, "Bea": 32}
    assert after.out() == ("Ann",)
    assert after.over()
    assert after.leaders() == ("Bea",)


def test_refill_and_paying_at_most_what_is_held() -> None:
    """B6, H16."""
    table = evening(elimination="refill", start_chips=4, pay_at_most_held=True)
    after = table.after(ended(table, STOP_B), table.players(), table.terms())
    assert after.ledger.balances() == {"Ann": -4, "Bea": 8, "Cho": -4}
    assert after.refills == ("Ann", "Cho")
    assert after.chips() == {"Ann": 4, "Bea": 12, "Cho": 4}


def test_what_was_paid_at_once_is_held_no_more() -> None:
    """D2, H16: three chips for a ppuk on the first turn, and what is left for the win."""
    table = evening(start_chips=4, pay_at_most_held=True)
    end = ended(table, STOP_B, payments=(Payment("first_ppuk", 2, 3),))
    after = table.after(end, table.players(), table.terms())
    assert after.chips() == {"Ann": 0, "Bea": 7, "Cho": 5}


@pytest.mark.parametrize(
    ("held", "points", "receive"),
    [(20, (5, 5), (5, 5)), (7, (5, 5), (4, 3)), (6, (10, 5), (4, 2)), (1, (5, 5), (1, 0))],
)
def test_one_who_pays_two_pays_both_of_what_he_holds(
    held: int, points: tuple[int, int], receive: tuple[int, int]
) -> None:
    """E7, H16: two show four of a month, and the third has chips for both, or not."""
    table = evening(start_chips=held, pay_at_most_held=True)
    end = ended(table, Outcome("chongtong", (0, 2), points))
    after = table.after(end, table.players(), table.terms())
    chips = {name: won - held for name, won in after.chips().items()}
    assert (chips["Ann"], chips["Cho"]) == receive
    assert chips["Bea"] == -sum(receive)


def test_match_length() -> None:
    """B4: twelve rounds by 000 and 003; others play as long as they like."""
    table = evening("fr-gostop")
    assert not table.over()
    for _ in range(12):
        table = table.after(ended(table, DRAWN), table.players(), table.terms())
    assert table.over()
    assert table.leaders() == ("Ann", "Bea", "Cho")
    assert not evening().over()


def test_jackpot_rounds_and_push() -> None:
    """H16."""
    table = evening(jackpot_every=2, jackpot_times=3, push=True)
    assert table.terms().multiplier == 1
    after = table.after(ended(table, STOP_B), table.players(), table.terms(), push=True)
    assert (after.carry, after.ledger.entries) == (2, ())
    assert after.terms() == Terms(carry=2, multiplier=3, per_point=100)
    plain = evening()
    booked = plain.after(ended(plain, STOP_B), plain.players(), plain.terms(), push=True)
    assert booked.ledger.entries  # no push where the table does not play it


@pytest.mark.parametrize(
    ("captured", "pays"),
    [(cards("01-bright 01-ribbon"), -12), (cards("01-bright"), -3)],
)
def test_missions(captured: Cards, pays: int) -> None:
    """D26: the winner who captured the mission's cards is paid so many times."""
    table = evening()
    position = ended(table, Outcome("stop", (0,)))
    brights = cards("03-bright 08-bright")
    mine = position.seats[0]._replace(captures=captured + brights)
    bright = position.seats[1]._replace(captures=cards("12-bright"))
    position = position._replace(seats=(mine, bright, bright))
    mission = Mission(4, cards("01-bright 01-ribbon"))
    payout = settlement(position, table.terms(mission=mission))
    assert payout.transfers[1] == pays * 100


def test_every_step_of_a_payout_to_two_is_named() -> None:
    """E7, H8, H14: what was carried over, what was agreed for the round, and the stake."""
    position = ended(evening(), Outcome("chongtong", (0, 2), (5, 5)))
    payout = settlement(position, Terms(carry=2, multiplier=3, per_point=10))
    assert payout.transfers == (300, -600, 300)
    assert [(each.name, each.times) for each in payout.explain[1] if each.times] == [
        ("carry", 2),
        ("multiplier", 3),
        ("per_point", 10),
    ]
    alone = ended(evening(fixed_win_carry=False), Outcome("chongtong", (0, 2), (5, 5)))
    assert settlement(alone, Terms(carry=2)).transfers == (5, -10, 5)


def test_a_win_of_fixed_points_knows_no_baks() -> None:
    """D4, H14: three brights and a go beside the third ppuk change nothing."""
    position = ended(evening(), STOP_B)
    bea = position.seats[1]._replace(captures=cards("01-bright 03-bright 08-bright"), gos=1)
    position = position._replace(seats=(position.seats[0], bea, position.seats[2]))
    assert settlement(position, Terms()).transfers == (-5, 10, -5)


def test_most_points_are_no_stop() -> None:
    """H4, H10: the cards ran out under Bea's go, which makes her pay for nobody (002)."""
    position = ended(evening("godori-arcade"), Outcome("most_points", (0,)))
    piles = ("01-bright 03-bright 08-bright", "11-bright", "12-bright")
    seats = [
        seat._replace(captures=cards(pile))
        for seat, pile in zip(position.seats, piles, strict=True)
    ]
    seats[1] = seats[1]._replace(gos=1)
    payout = settlement(position._replace(seats=tuple(seats)), Terms())
    assert payout.transfers == (6, -3, -3)


def test_a_round_that_is_not_over_has_no_payout() -> None:
    table = evening()
    position = ended(table, DRAWN)._replace(outcome=None)
    with pytest.raises(ValueError, match="not over"):
        settlement(position, Terms())


@pytest.mark.parametrize(
    ("people", "dealer", "says"),
    [
        (("Ann",), "Ann", "expected 2 to 7 different people, not Ann"),
        (("Ann", "Ann"), "Ann", "expected 2 to 7 different people"),
        (("Ann", "Bea"), "Cho", "dealer 'Cho' is none of Ann, Bea"),
    ],
)
def test_impossible_evenings(people: tuple[str, ...], dealer: str, says: str) -> None:
    with pytest.raises(BadLedger) as caught:
        Evening(house_rules(), people, dealer)
    assert str(caught.value).startswith(says)
