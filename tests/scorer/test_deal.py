"""Who deals, who cuts, the deal, and deals that end at once (sections B and E)."""

import random

import pytest

from scorer.benchmark import random_deal
from scorer.cards import BACK, DECK, cards
from scorer.deal import Deal, cutter, deal, first_dealer, hidden_deal, sizes, start
from scorer.errors import BadRecord
from scorer.presets import house_rules
from scorer.table import Outcome, Phase, deck

ALL_JOKERS = cards("joker-double joker-triple joker-other joker-other joker-other")
EMPTY = Deal((cards("06-junk"), cards("07-junk"), cards("08-junk")), cards("09-junk"), ())


@pytest.mark.parametrize(
    ("preset", "seats", "expected"),
    [
        ("fr-gostop", 2, (10, 8)),  # B12
        ("fr-gostop", 3, (7, 6)),  # B13
        ("koikoi", 2, (8, 8)),
        ("matgo", 2, (10, 8)),
    ],
)
def test_sizes(preset: str, seats: int, expected: tuple[int, int]) -> None:
    assert sizes(house_rules(preset, seats)) == expected


def test_the_pattern_of_the_deal() -> None:
    """B12: five to the opponent, five to the dealer, four to the pot, and the same again."""
    rules = house_rules("fr-gostop", 2, {"jokers": []})
    whole = deck(rules)
    dealt = deal(whole, rules, 2, dealer=0)
    assert dealt.hands[1] == whole[0:5] + whole[14:19]
    assert dealt.hands[0] == whole[5:10] + whole[19:24]
    assert dealt.pot == whole[10:14] + whole[24:28]
    assert dealt.stock == whole[28:]


def test_the_pattern_for_three_starts_at_the_dealers_right() -> None:
    """B13, B14: four cards to each from the next in turn order to the dealer, then three."""
    rules = house_rules("pagat", 3)
    whole = deck(rules)
    dealt = deal(whole, rules, 3, dealer=1)
    assert [dealt.hands[seat][:4] for seat in (2, 0, 1)] == [whole[0:4], whole[4:8], whole[8:12]]
    assert dealt.pot[:3] == whole[12:15]


@pytest.mark.parametrize(
    ("rule", "night", "seats"),
    [
        ("nearest_january", True, (1, 2)),  # 000, 003: ties draw again
        ("night_low_day_high", True, (1, 2)),
        ("night_low_day_high", False, (0,)),
        ("highest_month", True, (0,)),
        ("lot", True, (0, 1, 2)),  # 004: by lot
        ("chosen", True, (0, 1, 2)),  # 002: chosen
    ],
)
def test_first_dealer(rule: str, night: bool, seats: tuple[int, ...]) -> None:
    """B8."""
    rules = house_rules(overrides={"first_dealer": rule})
    assert first_dealer(cards("12-bright 03-junk 03-ribbon"), rules, night=night) == seats


@pytest.mark.parametrize(
    ("preset", "changes", "seats", "seat"),
    [
        ("gamerules", {}, 2, 1),  # B11: the opponent
        ("gamerules", {}, 3, 2),  # B11: the player at the dealer's left; play goes to the right
        ("gamerules", {"direction": "clockwise"}, 3, 1),
        ("koikoi", {}, 2, None),
    ],
)
def test_cutter(preset: str, changes: dict[str, str], seats: int, seat: int | None) -> None:
    assert cutter(seats, 0, house_rules(preset, seats, changes)) == seat


def test_a_hidden_deal() -> None:
    """What a camera knows: the pot; all else is backs, and every card is accounted for."""
    rules = house_rules("matgo", 2)
    dealt = hidden_deal(rules, 2, cards("01-junk 02-junk"), {1: cards("03-junk")})
    assert dealt.hands == ((BACK,) * 10, (*cards("03-junk"), *(BACK,) * 9))
    assert len(dealt.stock) == 48 - 2 - 20
    position = start(rules, dealt, 0)
    assert len(position.unseen()) == 45
    assert position.phase is Phase.PLAY


def test_a_card_too_often() -> None:
    with pytest.raises(BadRecord, match="the deal holds 01-bright 2 times"):
        start(house_rules(), EMPTY._replace(pot=cards("01-bright 01-bright")), 0)


def test_more_cards_than_the_deck_has() -> None:
    """A1, B13: three hands of 24 beside a pot."""
    rules = house_rules("gostop-3p", 3, {"deal": ["hand 24", "pot 6"]})
    with pytest.raises(BadRecord, match="the deal holds 78 cards: the deck has 48"):
        start(rules, hidden_deal(rules, 3, DECK[:6]), 0)


def test_all_of_a_deck_with_five_jokers_may_be_hidden() -> None:
    """A1: 001 knows packs with up to five jokers."""
    rules = house_rules("gamerules", 2, {"jokers": [each.face for each in ALL_JOKERS]})
    position = start(rules, hidden_deal(rules, 2, ()), 0)
    assert len(position.cards()) == len(position.unseen()) == 53


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({"four_on_table": "redeal"}, Outcome("void")),  # B17: 001, 004
        ({"four_on_table": "redeal_doubled"}, Outcome("void_doubled")),  # B17: 000
        ({"four_on_table": "dealer_wins"}, Outcome("dealer_wins", (2,), (5,))),
    ],
)
def test_four_of_a_month_on_the_table(changes: dict[str, str], outcome: Outcome) -> None:
    dealt = EMPTY._replace(pot=cards("01-bright 01-ribbon 01-junk 01-junk"))
    position = start(house_rules("gostop-3p", 3, changes), dealt, 2)
    assert position.phase is Phase.OVER
    assert position.outcome == outcome


@pytest.mark.parametrize("holders", [1, 2])
def test_only_one_with_four_of_a_month_may_play_on(holders: int) -> None:
    """E7, E10: where two hold one, both show theirs."""
    fours = (
        cards("01-bright 01-ribbon 01-junk 01-junk"),
        cards("02-animal 02-ribbon 02-junk 02-junk"),
    )
    dealt = EMPTY._replace(hands=(*fours[:holders], *EMPTY.hands[holders:]))
    position = start(house_rules("gostop-3p", 3, {"chongtong_play_on": 4}), dealt, 0)
    both = Outcome("chongtong", (0, 1), (5, 5))
    assert (position.phase, position.outcome) == (
        (Phase.QUADS, None) if holders == 1 else (Phase.OVER, both)
    )


def test_three_of_a_month_are_a_stack() -> None:
    """B16: nobody's; in koi-koi they are three cards (hiki)."""
    dealt = EMPTY._replace(pot=cards("01-bright 01-ribbon 01-junk"))
    stack = start(house_rules(), dealt, 0).stack_of(1)
    assert stack is not None
    assert stack.maker is None
    assert start(house_rules("koikoi"), dealt, 0).stacks == ()


def test_jokers_in_the_pot_go_to_the_dealer_in_a_chain() -> None:
    """B15: replaced from the stock; a second joker among the replacements goes the same way."""
    rules = house_rules("fr-gostop", 3, {"deal": ["hand 1", "pot 2"]})
    dealt = EMPTY._replace(
        pot=cards("09-junk joker-double"), stock=cards("joker-triple 10-junk 11-junk")
    )
    position = start(rules, dealt, 1)
    assert position.seats[1].captures == cards("joker-double joker-triple")
    assert position.pot == cards("09-junk 10-junk")
    assert position.stock == cards("11-junk")


@pytest.mark.parametrize(
    ("hand", "void"),
    [
        ("01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 04-junk", True),
        ("01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 05-junk", False),
        ("01-bright 01-ribbon 01-junk 01-junk 02-junk 03-junk 04-junk 05-junk", True),
        ("01-bright 01-ribbon 01-junk 02-junk 02-junk 03-junk 03-junk 05-junk", False),
    ],
    ids=["four pairs", "three pairs", "four of a month", "three of a month"],
)
def test_hands_of_koikoi_that_are_dealt_again(hand: str, void: bool) -> None:
    """B18: "4 cartes du même mois ou 4 paires"; at other tables such a hand is played."""
    dealt = Deal((cards(hand), cards("07-junk")), cards("08-junk"), ())
    assert start(house_rules("koikoi", 2), dealt, 0).outcome == (Outcome("void") if void else None)
    assert start(house_rules("koikoi", 2, {"redeal_hands": False}), dealt, 0).outcome is None


def test_koikoi_redeals_are_dealt_by_chance_too() -> None:
    """B18: four of a month or four pairs in a hand."""
    rules, rng = house_rules("koikoi", 2), random.Random(5)
    ends = [start(rules, random_deal(rules, 2, rng), 0).outcome for _ in range(300)]
    assert Outcome("void") in ends
    assert None in ends
