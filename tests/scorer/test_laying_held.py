"""What speaks for a turn in which cards were seen under the hand that played it."""

from dataclasses import replace

import pytest

from scorer.cards import card, cards
from scorer.laying import (
    DISORDER,
    HAND_OF_ANOTHER,
    HARDLY_OF_CHOK,
    LATER,
    SENSE,
    weighed,
)
from scorer.sighting import Faint, Laid, Place, Point, Reach
from tests.scorer.one_turn import (
    BEFORE,
    FIRST,
    HERE,
    LATE,
    LEFT,
    OUTSIDE,
    POSITION,
    RIGHT,
    SLOWLY,
    SOON,
    STOCK,
    sighting,
    turn,
    way,
)


@pytest.mark.parametrize(
    ("held_s", "weight"),
    [((), HARDLY_OF_CHOK), ((11.0,), 0.0), ((9.5,), HARDLY_OF_CHOK), ((20.0,), HARDLY_OF_CHOK)],
    ids=["never", "in this turn", "in the turn before", "as it was taken"],
)
def test_a_card_played_was_seen_where_it_was_under_a_hand_before_the_flip(
    held_s: tuple[float, ...], weight: float
) -> None:
    held = {card("09-ribbon"): tuple(Reach(each, HERE) for each in held_s)}
    seen = replace(sighting({"09-animal": (LATE,)}), held=held)
    assert weighed(turn("09-ribbon", "09-animal"), POSITION, BEFORE, seen)[0] == weight


@pytest.mark.parametrize(
    ("face", "time_s", "at_mm", "weight"),
    [
        ("10-animal", 11.0, LEFT, DISORDER),
        ("10-animal", 10.2, LEFT, 0.0),  # in the turn before
        ("10-animal", 12.4, STOCK, 0.0),  # taken from the stock
        ("10-animal", 12.4, LEFT, DISORDER),  # it lies under the arm
        ("10-animal", 13.7, RIGHT, 0.0),  # it may have been laid there
        ("09-animal", 11.0, LEFT, 0.0),
        ("01-junk", 11.0, LEFT, 0.0),
    ],
)
def test_what_a_hand_held_before_it_was_at_the_stock_was_not_flipped(
    face: str, time_s: float, at_mm: Point, weight: float
) -> None:
    held = dict.fromkeys(cards(face), (Reach(time_s, at_mm),))
    seen = replace(sighting({}), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_of_two_seen_under_the_arm_at_once_none_knows_which_was_held() -> None:
    both = {"10-animal": (Reach(12.4, LEFT),), "09-animal": (Reach(12.4, (10.0, 110.0)),)}
    held = {card(face): at for face, at in both.items()}
    seen = replace(sighting({}), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


def test_where_the_hand_is_not_to_be_seen_nothing_lies_under_its_arm() -> None:
    lost = tuple(at for at in SLOWLY if not 12.2 < at.time_s < 12.8)
    held = dict.fromkeys(cards("10-animal"), (Reach(12.5, LEFT),))
    seen = replace(sighting({}), reaches={0: lost}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


@pytest.mark.parametrize(
    ("after_s", "seen_s", "weight"),
    [(12.35, 12.7, 0.0), (12.45, 12.7, DISORDER), (9.0, 12.7, DISORDER), (9.0, 12.4, 0.0)],
)
def test_what_lies_under_the_arm_once_it_was_laid_was_not_held(
    after_s: float, seen_s: float, weight: float
) -> None:
    held = dict.fromkeys(cards("10-animal"), (Reach(12.4, LEFT),))
    laid = {"09-animal": (FIRST,), "10-animal": (Laid(after_s, seen_s, LEFT),)}
    seen = replace(sighting(laid), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_a_twin_that_a_hand_held_may_have_lain_there() -> None:
    held = dict.fromkeys(cards("01-junk"), (Reach(11.0, LEFT),))
    seen = replace(sighting({}), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("02-animal", "01-junk"), POSITION, BEFORE, seen)[0] == 0.0


@pytest.mark.parametrize(("nameless", "weight"), [({}, SENSE), ({"pot": (0.9,)}, SENSE + DISORDER)])
def test_a_card_held_face_down_over_the_pot_was_not_laid(
    nameless: dict[Place, tuple[float, ...]], weight: float
) -> None:
    seen = replace(sighting({"back": (SOON,), "09-animal": (LATE,)}), nameless=nameless)
    assert weighed(turn("09-animal", "01-bright"), POSITION, BEFORE, seen)[0] == weight


@pytest.mark.parametrize(
    ("held", "laid_at", "weight"),
    [
        ({"09-animal": (13.1, (50.0, 50.0))}, LEFT, DISORDER),  # on its way from the stock
        ({"09-animal": (13.3, LEFT)}, LEFT, DISORDER),  # just laid
        ({"09-animal": (11.0, LEFT)}, LEFT, 0.0),  # before the hand was at the stock
        ({"09-animal": (13.3, (20.0, 110.0))}, LEFT, 0.0),  # under the hand that lays another
        ({"09-animal": (13.3, LEFT), "10-animal": (13.3, LEFT)}, LEFT, 0.0),  # which, none knows
        ({"09-animal": (13.3, LEFT), "10-animal": (13.3, (0.0, 113.0))}, LEFT, 0.0),
        ({"09-animal": (13.3, LEFT), "10-animal": (13.3, (0.0, 117.0))}, LEFT, DISORDER),
        ({"09-animal": (15.5, OUTSIDE)}, LEFT, 0.0),  # gathered
        ({"10-animal": (13.3, LEFT)}, LEFT, 0.0),
    ],
)
def test_what_a_hand_brought_from_the_stock_was_not_played(
    held: dict[str, tuple[float, Point]], laid_at: Point, weight: float
) -> None:
    seen = replace(
        sighting({"09-animal": (FIRST._replace(at_mm=laid_at),), "10-animal": ()}),
        reaches={0: SLOWLY},
        stock_mm=STOCK,
        held={card(face): (Reach(*at),) for face, at in held.items()},
    )
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


@pytest.mark.parametrize(
    ("stopped_mm", "weight"),
    [((STOCK[0] + 20.0, STOCK[1]), DISORDER), ((STOCK[0] + 60.0, STOCK[1]), 0.0)],
)
def test_a_hand_that_stopped_at_the_stock_was_there_wherever_else_it_went(
    stopped_mm: Point, weight: float
) -> None:
    went = way((-300.0, 100.0), stopped_mm, (500.0, 300.0), rests=20)
    laid = {
        "09-animal": (Laid(10.6, 11.0, LEFT),),
        "10-animal": (Laid(13.4, 19.0, RIGHT),),
    }
    held = {card("10-animal"): (Reach(10.6, LEFT),)}
    seen = replace(sighting(laid), reaches={0: went}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_of_two_of_a_face_either_may_have_been_held() -> None:
    held = {card("09-junk"): (Reach(11.0, LEFT), Reach(13.3, LEFT))}
    seen = replace(sighting({}), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-junk", "09-junk"), POSITION, BEFORE, seen)[0] == 0.0


@pytest.mark.parametrize(
    ("held_s", "others", "weight"),
    [
        (13.0, 0, HAND_OF_ANOTHER),
        (11.5, 0, 0.0),  # his hand was there
        (9.9, 0, 0.0),  # before the turn before was played
        (16.5, 0, 0.0),  # it was taken
        (14.5, 0, 0.0),  # nobody's hand was seen
        (13.0, 1, 0.0),  # its twin may have been held
    ],
)
def test_who_played_a_card_is_not_who_was_away_when_a_hand_held_it(
    held_s: float, others: int, weight: float
) -> None:
    came = (Laid(10.6, 15.0, HERE), Laid(15.5, 16.0, HERE))[: 1 + others]
    seen = replace(
        sighting({"02-junk": came}, {0: (11.0, 11.5, 12.0), 1: (13.0, 13.5)}),
        held={card("02-junk"): (Reach(held_s, HERE),)},
    )
    assert weighed(turn("02-junk", "01-junk"), POSITION, BEFORE, seen)[0] == weight


def test_a_twin_brought_from_the_stock_may_be_the_one_that_lies_there() -> None:
    held = {card("01-junk"): (Reach(13.3, LEFT),)}
    seen = replace(sighting({}), reaches={0: SLOWLY}, stock_mm=STOCK, held=held)
    assert weighed(turn("01-junk", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


@pytest.mark.parametrize(
    ("held_s", "weight"),
    [((13.0, 13.0), LATER), ((13.0, 13.4), 0.0), ((10.2, 10.2), 0.0)],
    ids=["at once", "one after the other", "in the turn before"],
)
def test_a_card_came_to_its_twin_before_both_were_seen_under_a_hand(
    held_s: tuple[float, ...], weight: float
) -> None:
    laid = {"01-junk": (Laid(1.0, 2.0, LEFT),), "10-animal": (Laid(11.0, 11.4, RIGHT),)}
    held = {card("01-junk"): tuple(Reach(each, LEFT) for each in held_s)}
    seen = replace(sighting(laid), held=held)
    assert weighed(turn("01-junk", "10-animal"), POSITION, BEFORE, seen)[0] == weight
    assert weighed(turn("10-animal", "01-junk"), POSITION, BEFORE, seen)[0] == SENSE


def test_where_a_card_lay_that_was_taken_says_nothing_of_its_twin() -> None:
    taken = POSITION.seats[0]._replace(captures=cards("10-junk"))
    position = POSITION._replace(seats=(taken, POSITION.seats[1]))
    went = way(OUTSIDE, LEFT, STOCK, RIGHT, OUTSIDE, rests=20)
    faint = {card("10-animal"): (Faint(Laid(10.6, 14.0, RIGHT), 0.4),)}
    once, never = (
        replace(sighting(laid), reaches={0: went}, stock_mm=STOCK, faint=faint)
        for laid in ({"10-junk": (Laid(1.0, 2.0, LEFT),)}, {})
    )
    weights = [
        weighed(turn("10-animal", "10-junk"), position, BEFORE, each)[0] for each in (once, never)
    ]
    assert weights == pytest.approx([SENSE - 2.0] * 2)  # laid where the other was hardly seen
