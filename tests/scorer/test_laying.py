"""What speaks for a turn in when its cards were laid, and by whose hand."""

from dataclasses import replace

import pytest

from scorer.actions import Turn
from scorer.cards import Card, cards
from scorer.laying import (
    DISORDER,
    HARDLY,
    LATER,
    NEVER,
    NO_FLIP,
    NO_HAND,
    SENSE,
    Span,
    weighed,
)
from scorer.notation import parse
from scorer.replay import replay
from scorer.sighting import Laid, Sighting

POSITION = replay(parse("seats: Ann, Bea\npot: 01-junk 02-junk 03-junk 04-junk\n")).position
BEFORE = Span(10.0, 10.4)
SOON, LATE, BETWEEN = Laid(11.0, 11.4), Laid(12.0, 12.4), Laid(11.2, 12.4)


def turn(played: str, flipped: str) -> Turn:
    return Turn(0, cards(played), (), cards(flipped))


def sighting(
    laid: dict[str, tuple[Laid, ...]], reached: dict[int, tuple[float, ...]] | None = None
) -> Sighting:
    faces: dict[Card, tuple[Laid, ...]] = {cards(face)[0]: came for face, came in laid.items()}
    return Sighting(20.0, 20.0, {}, laid=faces, reached=reached or {})


@pytest.mark.parametrize(
    ("played", "flipped", "weight"),
    [
        ((SOON,), (LATE,), 0.0),
        ((LATE,), (SOON,), DISORDER),  # the other lay there while this one's place was empty
        ((BETWEEN,), (SOON,), LATER),  # an arm lay over its place
        ((LATE,), (BETWEEN,), 0.0),
        ((), (LATE,), HARDLY),
        ((SOON,), (), 0.0),  # taken at once
        ((), (), 0.0),
        ((Laid(8.0, 9.0),), (LATE,), DISORDER),  # before the turn before
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
    seen = sighting({"01-junk": (Laid(1.0, 2.0),), "09-animal": (LATE,)})
    assert weighed(turn("09-animal", "01-junk"), POSITION, BEFORE, seen)[0] == SENSE


@pytest.mark.parametrize(
    ("reached", "weight"),
    [
        ({}, 0.0),  # no hand was seen at all: hands are not told in this picture
        ({0: (11.2,)}, 0.0),
        ({0: (10.8, 12.0), 1: (11.2,)}, 0.0),
        ({1: (11.2,)}, NO_HAND),
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


@pytest.mark.parametrize(
    ("played", "flipped", "at_stock", "weight"),
    [
        ((SOON,), (LATE,), (), 0.0),  # nobody saw a hand there
        ((SOON,), (LATE,), (9.0,), 0.0),  # a hand of the turn before
        ((SOON,), (LATE,), (11.8,), 0.0),
        ((SOON,), (LATE,), (10.8, 11.8), 0.0),
        ((SOON,), (LATE,), (10.8,), NO_FLIP),  # at the stock before the card from the hand was laid
        ((SOON,), (), (11.4,), 0.0),
        ((), (SOON,), (11.4,), HARDLY + NO_FLIP),  # it lay there when the stock was reached
        ((), (), (11.4,), 0.0),
    ],
)
def test_the_stock_is_reached_between_the_card_played_and_the_one_flipped(
    played: tuple[Laid, ...], flipped: tuple[Laid, ...], at_stock: tuple[float, ...], weight: float
) -> None:
    seen = replace(sighting({"09-animal": played, "10-animal": flipped}), at_stock=at_stock)
    assert weighed(turn("09-animal", "10-animal"), POSITION, BEFORE, seen)[0] == weight


def test_before_the_first_turn_there_was_none() -> None:
    assert weighed(turn("03-bright", "04-animal"), POSITION, NEVER, sighting({})) == (0.0, NEVER)
