"""What a turn does where a golden round would tell the same at length (sections C and D)."""

import pytest

from scorer.notation import parse
from scorer.play import Report
from scorer.replay import replay
from scorer.table import Outcome, Payment, Phase


def last_turn(text: str) -> Report:
    return replay(parse(text)).turns[-1]


@pytest.mark.parametrize(
    ("preset", "events"), [("koikoi", ("match",)), ("matgo", ("match", "sweep"))]
)
def test_an_empty_pot_is_nothing_in_koi_koi(preset: str, events: tuple[str, ...]) -> None:
    """D8: 003 knows no sweep."""
    text = f"rules: {preset}\nseats: Ann, Bea\npot: 01-junk 02-junk\nAnn: 01-bright / 02-animal\n"
    assert last_turn(text).events == events


@pytest.mark.parametrize(
    ("first", "played", "takes"),
    [(True, "08-bright", True), (False, "08-bright", False), (True, "03-bright", False)],
    ids=["four kinds", "later", "no animal"],
)
def test_one_card_of_each_kind_on_the_first_turn(first: bool, played: str, takes: bool) -> None:
    """D23: baek-hwa-jeom is of the first turn alone, and of all four kinds."""
    earlier = "" if first else "Bea: 05-junk / 06-junk\nAnn: 07-junk / 09-junk\n"
    text = (
        "rule baek_hwa_jeom: true\nseats: Ann, Bea\n"
        "pot: 08-animal 01-junk 02-junk 03-junk\n\n"
        f"Ann: 02-junk / 04-junk\n{earlier}Bea: {played} / 01-ribbon\n"
    )
    assert bool(last_turn(text).stolen) == takes


DEALT = "rule first_quad_chips: 3\nseats: Ann, Bea\npot: 01-junk 01-ribbon 02-junk 03-junk\n"
TTADAK = "01-bright x01-ribbon / 01-junk"
LATER = "Ann: 05-junk / 06-junk\nBea: 07-junk / 09-junk\n"


@pytest.mark.parametrize(
    ("text", "payments", "first_quad"),
    [
        (f"Ann: {TTADAK}\n", (Payment("first_quad", 0, 3),), True),
        # 004 names two captures and a stack of three; four of a month all the same, for weol-yak
        ("Ann: bomb 02-animal 02-ribbon 02-junk / 04-junk\n", (), True),
        (f"{LATER}Ann: {TTADAK}\n", (), False),
    ],
    ids=["ttadak", "bomb", "later"],
)
def test_four_of_a_month_on_the_first_turn(
    text: str, payments: tuple[Payment, ...], first_quad: bool
) -> None:
    """D20, D21: chips at once, and what a weol-yak needs."""
    position = replay(parse(DEALT + text)).position
    assert position.payments == payments
    assert position.seats[0].first_quad == first_quad


def test_another_choice_needs_more_points_than_the_go_had() -> None:
    """H2: three points at the go where one would do; a pair that scores nothing asks for no word."""
    text = (
        "rule threshold: 1\nseats: Ann, Bea\npot: 01-junk 03-junk 08-junk 05-junk 06-junk 07-junk\n\n"
        "Ann: 01-bright / 03-bright\nBea: 09-junk / 10-junk\nAnn: 08-bright / 11-junk; go\n"
        "Bea: 12-double / 02-junk\n"
    )
    more = "Ann: 05-ribbon / 04-junk\n", "Ann: 05-ribbon / 11-bright\n"
    phases = [replay(parse(text + each)).position.phase for each in more]
    assert phases == [Phase.PLAY, Phase.CALL]


@pytest.mark.parametrize(
    ("flipped", "outcome"),
    [("12-bright", Outcome("most_points", (0,))), ("11-bright", Outcome("nagari"))],
)
def test_most_points_win_and_as_many_do_not(flipped: str, outcome: Outcome) -> None:
    """H10, G1: two brights each, where the rain man counts for nothing, once the hands are empty."""
    text = (
        "rules: godori-pd49\nrule deal: ['hand 1', 'pot 5']\nseats: Ann, Bea\n"
        "pot: 01-junk 02-junk 03-junk 08-junk 11-junk\n\n"
        f"Ann: 01-bright / 03-bright\nBea: 08-bright / {flipped}\n"
    )
    assert replay(parse(text)).position.outcome == outcome


def test_who_has_bombed_his_hand_away_flips_alone() -> None:
    """D11, C6: two flips without a card of the hand, also where no card is left in it."""
    text = (
        "rule deal: ['hand 3', 'pot 4']\nseats: Ann, Bea\npot: 03-bright 05-junk 06-junk 07-junk\n\n"
        "Ann: bomb 03-ribbon 03-junk 03-junk / 01-junk\nBea: 02-junk / 04-junk\nAnn: pass / 08-junk\n"
    )
    position = replay(parse(text)).position
    assert (position.seats[0].hand, position.seats[0].flips, position.to_act) == ((), 1, 1)
