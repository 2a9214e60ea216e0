"""What speaks for a turn in when its cards were laid, and by whose hand."""

from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest

from scorer.actions import Turn
from scorer.cards import card, cards
from scorer.laying import (
    DETOUR,
    DISORDER,
    HAND_OF_ANOTHER,
    HARDLY,
    HARDLY_OF_CHOK,
    LATER,
    MOST_MISFIT,
    NEVER,
    NO_HAND,
    OVER,
    PAUSE,
    SENSE,
    Span,
    weighed,
)
from scorer.sighting import Laid, Point, Reach
from scorer.way import ASTRAY, IDLE, UNTIMELY, Errand, trips
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

BETWEEN = Laid(11.2, 12.4, HERE)


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ((SOON,), (LATE,), 0.0),
        ((LATE,), (SOON,), DISORDER),  # the other lay there while this one's place was empty
        ((BETWEEN,), (SOON,), LATER),  # an arm lay over its place
        ((Laid(11.2, 11.46, HERE),), (SOON,), 0.0),  # it uncovered both as it went
        ((LATE,), (BETWEEN,), 0.0),
        ((SOON,), (Laid(19.0, 19.4, HERE),), PAUSE),
        ((SOON,), (Laid(11.0, 19.4, HERE),), 0.0),  # it may have lain there all the time
        ((), (LATE,), HARDLY),
        ((SOON,), (), 0.0),  # taken at once
        ((), (), 0.0),
        ((Laid(8.0, 9.0, HERE),), (LATE,), DISORDER),  # before the turn before
    ],
)
def test_the_card_from_the_hand_was_laid_first(
    played: tuple[Laid, ...], flipped: tuple[Laid, ...], weight: float
) -> None:
    seen = sighting({"09-animal": played, "10-animal": flipped})
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ("09-animal", "03-bright", SENSE),
        ("03-bright", "09-animal", 0.0),
        ("03-bright", "04-animal", 0.0),
    ],
)
def test_without_an_order_people_play_what_takes(played: str, flipped: str, weight: float) -> None:
    assert weighed(turn(played, flipped), POSITION, BEFORE, sighting({}))[0] == weight


def test_a_card_on_its_twin_is_hard_to_see() -> None:
    seen = sighting({"09-animal": (LATE,)})
    assert weighed(turn("01-junk", "09-animal"), POSITION, BEFORE, seen)[0] == 0.0


def test_the_copy_that_lay_there_before_tells_nothing_of_this_one() -> None:
    seen = sighting({"01-junk": (Laid(1.0, 2.0, HERE),), "09-junk": (LATE,)})
    assert weighed(turn("09-junk", "01-junk"), POSITION, BEFORE, seen)[0] == SENSE


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ("09-animal", "09-junk", SENSE),
        ("09-junk", "09-animal", 0.0),
        ("09-animal", "09-ribbon", 0.0),
        ("01-bright", "01-ribbon", 0.0),  # it takes the one that lies there
    ],
)
def test_without_an_order_the_junk_card_of_a_chok_was_thrown_away(
    played: str, flipped: str, weight: float
) -> None:
    assert weighed(turn(played, flipped), POSITION, BEFORE, sighting({}))[0] == weight


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ("09-ribbon", "09-animal", HARDLY_OF_CHOK),  # they were taken together, at once
        ("09-animal", "09-ribbon", 0.0),
        ("01-ribbon", "01-bright", HARDLY),
        ("01-bright", "01-ribbon", OVER),  # a ppuk: all three stay, what is not seen lies below
    ],
)
def test_of_a_chok_the_card_that_was_seen_was_played_and_of_a_ppuk_flipped(
    played: str, flipped: str, weight: float
) -> None:
    first = {"09-animal": (SOON,), "01-bright": (SOON,)}
    assert weighed(turn(played, flipped), POSITION, BEFORE, sighting(first))[0] == weight


def test_of_twins_on_a_heap_the_one_seen_lies_on_top() -> None:
    one, both = (sighting({"02-animal": came}) for came in ((SOON,), (SOON, LATE)))
    heap = turn("02-animal", "02-animal")
    assert weighed(heap, POSITION, BEFORE, one)[0] == HARDLY
    assert weighed(heap, POSITION, BEFORE, both)[0] == 0.0
    before, later = (
        replace(
            sighting({"02-animal": (Laid(seen_s - 0.2, seen_s, LEFT),)}),
            reaches={0: SLOWLY},
            stock_mm=STOCK,
        )
        for seen_s in (11.0, 13.4)
    )
    assert weighed(heap, POSITION, BEFORE, before)[0] == 0.0
    assert weighed(heap, POSITION, BEFORE, later)[0] == HARDLY


def test_what_was_laid_before_the_turn_before_was_not_flipped_now() -> None:
    seen = sighting({"10-animal": (Laid(8.0, 9.0, HERE),)})
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == DISORDER


@pytest.mark.parametrize(("own", "weight"), [((11.2, 12.2), 0.0), ((12.2,), HAND_OF_ANOTHER)])
def test_each_card_of_a_bomb_is_laid_by_the_same_hand(
    own: tuple[float, ...], weight: float
) -> None:
    laid = {"09-animal": (SOON,), "09-ribbon": (LATE,), "09-junk": (LATE,)}
    seen = sighting(laid, {0: own, 1: (11.2,)})
    bomb = Turn(0, cards("09-animal 09-ribbon 09-junk"), (), ())
    assert weighed(bomb, POSITION, BEFORE, seen)[0] == weight


@pytest.mark.parametrize(
    ("reached", "weight"),
    [
        ({}, 0.0),  # no hand was seen at all: hands are not told in this picture
        ({0: (11.2,)}, 0.0),
        ({0: (10.8, 12.0), 1: (11.2,)}, 0.0),
        ({1: (11.2,)}, HAND_OF_ANOTHER),
        ({0: (12.2,), 1: (11.2,)}, HAND_OF_ANOTHER),  # the first one was laid by somebody else
        ({0: (9.0, 15.0)}, NO_HAND),
    ],
)
def test_a_card_is_laid_by_a_hand(reached: dict[int, tuple[float, ...]], weight: float) -> None:
    seen = sighting({"09-animal": (SOON,), "10-animal": (LATE,)}, reached)
    found, span = weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)
    assert found == weight
    assert span == Span(12.0, 12.4)


@pytest.mark.parametrize(("reached", "weight"), [((10.6,), 0.0), ((10.2,), NO_HAND)])
def test_where_no_card_was_seen_to_be_laid_any_later_hand_will_do(
    reached: tuple[float, ...], weight: float
) -> None:
    seen = sighting({}, {0: reached, 1: (1.0,)})
    found, span = weighed(turn("03-bright", "04-animal"), POSITION, BEFORE, seen)
    assert (found, span) == (weight, BEFORE)


EDGE = ((30.0, 0.0), (55.0, 0.0), (30.0, 0.0))
UNCLEAR = {
    "09-animal": (Laid(10.45, 16.0, LEFT),),
    "10-animal": (Laid(10.45, 16.0, RIGHT),),
}


@pytest.mark.parametrize(
    ("stops", "lighter"),
    [
        ((OUTSIDE, LEFT, STOCK, RIGHT, OUTSIDE), 0.0),
        ((OUTSIDE, RIGHT, STOCK, LEFT, OUTSIDE), DETOUR),
        ((OUTSIDE, LEFT, STOCK, RIGHT, LEFT, OUTSIDE), 0.0),  # both are gathered
        ((OUTSIDE, RIGHT, STOCK, LEFT, RIGHT, OUTSIDE), DETOUR),
        # It takes the card from the edge of the stock, and rests before and after.
        ((OUTSIDE, LEFT, *EDGE, RIGHT, OUTSIDE), 0.0),
        ((OUTSIDE, RIGHT, *EDGE, LEFT, OUTSIDE), -3.5),
        # Over the place of the other card it passed, and did not stop.
        ((OUTSIDE, (-100.0, 100.0), RIGHT, STOCK, LEFT), DETOUR),
    ],
)
def test_the_hand_goes_to_the_card_played_the_stock_the_card_flipped(
    stops: tuple[Point, ...], lighter: float
) -> None:
    seen = replace(sighting(UNCLEAR), reaches={0: way(*stops)}, stock_mm=STOCK)
    found, _ = weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)
    assert found == pytest.approx(lighter, abs=0.01)


def test_a_way_that_fits_neither_order_says_nothing() -> None:
    """Its tip was not seen where the hand was: it came near the stock, and went elsewhere."""
    first = {"09-animal": (Laid(10.6, 11.0, LEFT),), "10-animal": (Laid(13.4, 14.0, RIGHT),)}
    went = way((160.0, 40.0), (400.0, 100.0), (250.0, 400.0))
    found = trips(went, Errand(LEFT, 10.6, 11.0), STOCK, Errand(RIGHT, 13.4, 14.0))
    assert found is not None
    assert found[0].misfit > found[1].misfit + 2 > MOST_MISFIT + 2
    # Nor does it tell what was held before the hand was at the stock, or brought from there.
    held = {card("10-animal"): (Reach(10.45, RIGHT),)}
    seen = replace(sighting(first), reaches={0: went}, stock_mm=STOCK, held=held)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


def test_what_a_hand_does_before_it_plays_and_after_the_flip_tells_nothing() -> None:
    """It hesitates over one place, plays to the other, flips to the first, and gathers both."""
    went = way(OUTSIDE, RIGHT, LEFT, STOCK, RIGHT, LEFT, OUTSIDE)
    seen = replace(sighting(UNCLEAR), reaches={0: went}, stock_mm=STOCK)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0
    other = weighed(turn("10-animal", "09-animal"), POSITION, BEFORE, seen)[0]
    assert other == IDLE - 2 * ASTRAY


AGAIN, ONCE = Laid(13.4, 14.0, LEFT), Laid(10.6, 14.0, LEFT)


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ((FIRST,), (AGAIN,), 0.0),
        ((FIRST,), (), 0.0),
        ((AGAIN,), (), -UNTIMELY),  # its place was empty after the hand had been at the stock
        ((ONCE,), (), 0.0),
        ((), (AGAIN,), HARDLY),
        ((), (FIRST,), HARDLY - UNTIMELY),  # it lay there before the hand was at the stock
        ((), (ONCE,), HARDLY),
    ],
)
def test_cards_are_flipped_once_the_hand_is_at_the_stock_and_played_before(
    played: tuple[Laid, ...], flipped: tuple[Laid, ...], weight: float
) -> None:
    laid = {"09-animal": played, "10-animal": flipped}
    seen = replace(sighting(laid), reaches={0: SLOWLY}, stock_mm=STOCK)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_a_card_taken_at_once_was_laid_where_its_month_lay() -> None:
    laid = {"01-junk": (Laid(1.0, 2.0, LEFT),), "10-animal": UNCLEAR["10-animal"]}
    seen = replace(sighting(laid), reaches={0: way(RIGHT, STOCK, LEFT)}, stock_mm=STOCK)
    assert weighed(turn("01-bright", "10-animal"), POSITION, BEFORE, seen)[0] == DETOUR


@pytest.mark.parametrize(
    ("face", "open_s", "first"),
    [
        ("01-bright", -inf, True),
        ("01-bright", 10.0, True),
        ("01-bright", 15.0, False),
        ("01-junk", 15.0, True),  # it is not told from its twin, which it may lie on
    ],
)
def test_a_card_is_laid_on_its_month_after_that_was_last_seen_open(
    face: str, open_s: float, first: bool
) -> None:
    went = way(OUTSIDE, RIGHT, LEFT, STOCK, RIGHT, LEFT, OUTSIDE, rests=20)
    laid = {"01-junk": (Laid(1.0, 2.0, LEFT, open_s),), "10-animal": UNCLEAR["10-animal"]}
    seen = replace(sighting(laid), reaches={0: went}, stock_mm=STOCK)
    found = weighed(turn(face, "10-animal"), POSITION, BEFORE, seen)[0]
    assert (found == 0.0) == first


@pytest.mark.parametrize(("left_s", "right_s", "first"), [(10.4, 20.0, True), (20.0, 10.4, False)])
def test_of_two_of_its_month_a_card_is_laid_on_the_one_that_is_covered_first(
    left_s: float, right_s: float, first: bool
) -> None:
    two = POSITION._replace(pot=cards("01-junk 01-junk 02-junk 03-junk"))
    both = (Laid(1.0, 2.0, LEFT, left_s), Laid(1.0, 2.1, RIGHT, right_s))
    went = way(OUTSIDE, LEFT, STOCK, RIGHT, OUTSIDE)
    seen = replace(sighting({"01-junk": both}), reaches={0: went}, stock_mm=STOCK)
    this, other = (
        weighed(turn(*each), two, BEFORE, seen)[0]
        for each in (("01-bright", "10-animal"), ("10-animal", "01-bright"))
    )
    assert this - other > 2 if first else other - this > 2


@pytest.mark.parametrize(("pot", "first"), [("01-junk 02-junk", True), ("02-junk", False)])
def test_a_twin_that_is_pushed_aside_does_not_pass_for_the_card_that_was_laid(
    pot: str, first: bool
) -> None:
    """It was played to the left; on the right, before that, its twin was pushed, if one is there."""
    laid = (Laid(10.45, 10.6, RIGHT), Laid(10.7, 11.0, LEFT))
    seen = replace(
        sighting({"01-junk": laid}), reaches={0: way(OUTSIDE, LEFT, STOCK, RIGHT)}, stock_mm=STOCK
    )
    position = POSITION._replace(pot=cards(pot))
    found = weighed(turn("01-junk", "10-animal"), position, BEFORE, seen)[0]
    assert (found == 0.0) == first


def test_what_is_flipped_onto_the_card_played_is_laid_where_that_lies() -> None:
    idle = ((STOCK[0] + 22.0, STOCK[1]), (STOCK[0] + 22.0, -43.0))
    went = way(OUTSIDE, *idle, LEFT, STOCK, (LEFT[0] + 25.0, LEFT[1]), OUTSIDE, rests=8)
    left_s = next(at.time_s for at, then in pairwise(went) if at.at_mm == LEFT != then.at_mm)
    laid = {"09-animal": (Laid(left_s - 0.5, left_s + 0.1, LEFT),)}
    seen = replace(sighting(laid), reaches={0: went}, stock_mm=STOCK)
    assert weighed(turn("09-animal", "09-junk"), POSITION, BEFORE, seen)[0] == SENSE
    assert weighed(turn("09-junk", "09-animal"), POSITION, BEFORE, seen)[0] < HARDLY - 2


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ("09-animal", "10-animal", HARDLY),  # both stay: who plays lays it down before the flip
        ("01-bright", "10-animal", 0.0),  # taken with another, while the one flipped stays
        ("01-bright", "02-animal", HARDLY),  # both are taken
    ],
)
def test_a_card_played_is_seen_at_least_as_well_as_the_one_flipped(
    played: str, flipped: str, weight: float
) -> None:
    seen = sighting({flipped: (LATE,)})
    assert weighed(turn(played, flipped), POSITION, BEFORE, seen)[0] == weight


def test_of_twins_played_and_flipped_one_sighting_does_not_speak_for_both() -> None:
    seen = sighting({"05-junk": (Laid(9.8, 10.2, HERE), LATE)})
    assert weighed(turn("05-junk", "05-junk"), POSITION, BEFORE, seen)[0] == LATER


@pytest.mark.parametrize("stock", [None, STOCK])
def test_where_the_stock_or_the_way_is_not_known_it_says_nothing(stock: Point | None) -> None:
    laid = {"09-animal": (SOON,), "10-animal": (LATE,)}
    seen = replace(sighting(laid), stock_mm=stock)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


def test_the_way_of_a_hand_that_was_not_at_the_stock_says_nothing() -> None:
    seen = replace(sighting(UNCLEAR), reaches={0: way(OUTSIDE, RIGHT, OUTSIDE)}, stock_mm=STOCK)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == 0.0


@pytest.mark.parametrize(("above", "weight"), [("10-animal", 0.0), ("09-animal", OVER)])
def test_the_card_flipped_lies_over_the_card_played(above: str, weight: float) -> None:
    pair = cards("09-animal 10-animal")
    upper, lower = pair if above == "09-animal" else pair[::-1]
    seen = replace(sighting({}), over=frozenset({(upper, lower)}))
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_before_the_first_turn_there_was_none() -> None:
    assert weighed(turn("03-bright", "04-animal"), POSITION, NEVER, sighting({})) == (0.0, NEVER)


def test_a_card_flipped_that_nobody_saw_came_after_the_hand_was_at_the_stock() -> None:
    """What that hand did before is of a turn before; the next turn begins after it."""
    went = way(LEFT, STOCK, RIGHT)
    at_stock_s = next(each.time_s for each in went if each.at_mm == STOCK)
    seen = replace(sighting({}), reaches={0: went}, stock_mm=STOCK)
    span = weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[1]
    assert span == (at_stock_s, BEFORE.done_s)
    flipped = replace(seen, laid=sighting({"10-animal": (LATE,)}).laid)
    span = weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, flipped)[1]
    assert span == (LATE.after_s, LATE.seen_s)
