"""The way of a hand: where it stopped, and how well that fits what it is said to have done."""

from math import dist

import pytest

from scorer.sighting import Point, Reach
from scorer.way import (
    ASTRAY,
    DETOUR_MM,
    IDLE,
    MOST,
    MOST_MM,
    PASSING,
    UNKNOWN_MM,
    UNTIMELY,
    Errand,
    stops,
    trip,
)
from tests.scorer.hands import way

STOCK, LEFT, RIGHT, ELSEWHERE = (100.0, 0.0), (0.0, 100.0), (200.0, 100.0), (100.0, 150.0)
OUTSIDE = (100.0, 300.0)
MISSED = MOST_MM / DETOUR_MM
"""For a place that the hand was not at, before the stock or after it."""


def turned(start: Point, middle: Point, end: Point) -> tuple[Reach, ...]:
    """A hand that slows down to a place and turns there at once."""
    shares = (0.0, 0.2, 0.5, 0.8, 0.95)
    there = [*shares, 1.0, *(1 - share for share in shares[::-1])]
    found = []
    for k, share in enumerate(there):
        far = start if k <= len(shares) else end
        x, y = (a + (b - a) * share for a, b in zip(far, middle, strict=True))
        found.append(Reach(0.05 * k, (x, y)))
    return tuple(found)


def places(found: tuple[Reach, ...]) -> list[Point]:
    return [(round(each.at_mm[0]), round(each.at_mm[1])) for each in stops(found)]


def test_a_hand_stops_where_it_rests_and_passes_over_what_lies_between() -> None:
    assert places(way(OUTSIDE, LEFT, STOCK, RIGHT)) == [LEFT, STOCK, RIGHT]
    assert places(()) == []


def test_a_hand_that_turns_at_once_stopped_there() -> None:
    (stop,) = stops(turned(LEFT, STOCK, RIGHT))
    assert dist(stop.at_mm, STOCK) < 10.0


def test_a_hand_stops_where_it_came_slowly_and_was_not_seen_to_leave() -> None:
    xs = {0.0: -160.0, 0.05: -60.0, 0.1: 40.0, 0.15: 51.0, 0.4: 251.0, 0.45: 351.0, 0.5: 451.0}
    assert places(tuple(Reach(time_s, (x, 0.0)) for time_s, x in xs.items())) == [(51, 0)]


@pytest.mark.parametrize("away", [(90.0, 0.0), (0.0, -300.0)])
def test_a_tip_seen_elsewhere_in_one_picture_was_not_there(away: Point) -> None:
    """A shadow or another arm: no hand goes so far and back between two pictures."""
    slows = (-200.0, -100.0, -40.0, -10.0, 0.0, -5.0, -60.0, -150.0)
    went = [Reach(0.07 * k, (x, 0.0)) for k, x in enumerate(slows)]
    at_rest = went[4]
    seen_away = [each._replace(at_mm=away) if each is at_rest else each for each in went]
    for found in (went, seen_away):
        (stop,) = stops(tuple(found))
        assert dist(stop.at_mm, at_rest.at_mm) < 15.0


def test_one_stop_lasts_as_long_as_the_hand_stays_there() -> None:
    (stop,) = stops(way(LEFT, STOCK, rests=20))
    assert stop.end_s - stop.begin_s == pytest.approx(0.95)


def test_a_hand_that_comes_back_without_a_stop_elsewhere_stopped_once() -> None:
    here, round_it = (0.0, 0.0), ((40.0, 0.0), (60.0, 30.0), (30.0, 50.0))
    ways = (here, here, *round_it, here, here)
    (stop,) = stops(tuple(Reach(0.05 * k, at_mm) for k, at_mm in enumerate(ways)))
    assert stop.begin_s == 0.0
    assert stop.end_s == pytest.approx(0.3)


def test_a_hand_that_was_elsewhere_between_two_stops_at_one_place_stopped_twice() -> None:
    here, there = (0.0, 0.0), ((50.0, 0.0), (107.0, 0.0), (50.0, 0.0))
    ways = (here, here, *there, here, here)
    found = stops(tuple(Reach(0.05 * k, at_mm) for k, at_mm in enumerate(ways)))
    assert [stop.at_mm[0] for stop in found if stop.at_mm[0] < 20] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("corners", "misfit"),
    [
        ((LEFT, STOCK, RIGHT), 0.0),
        ((LEFT, STOCK, RIGHT, LEFT, STOCK), 0.0),  # afterwards it gathers
        ((RIGHT, LEFT, STOCK, RIGHT), IDLE),  # it hesitates
        ((RIGHT, OUTSIDE, RIGHT, OUTSIDE, LEFT, STOCK, RIGHT), MOST),
        ((LEFT, ELSEWHERE, STOCK, RIGHT), ASTRAY),
        ((LEFT, STOCK, ELSEWHERE, RIGHT), ASTRAY),
        ((LEFT, STOCK), MISSED),
        ((STOCK, RIGHT), MISSED),
        ((LEFT, (100.0, 30.0), RIGHT), 3.0),  # from the edge of the stock
        ((RIGHT, STOCK, LEFT), 2 * MISSED),
    ],
)
def test_a_trip_is_from_the_card_played_by_the_stock_to_the_card_flipped(
    corners: tuple[Point, ...], misfit: float
) -> None:
    found = trip(way(OUTSIDE, *corners), Errand(LEFT, 0.0, 9.0), STOCK, Errand(RIGHT, 0.0, 9.0))
    assert found is not None
    assert found.misfit == pytest.approx(misfit)


def test_a_hand_may_take_a_card_where_it_was_not_seen_to_stop() -> None:
    left, right = (-20.0, 0.0), (220.0, 0.0)
    found = trip(way(OUTSIDE, left, right), Errand(left), STOCK, Errand(right))
    assert found is not None
    assert found.misfit == pytest.approx(PASSING)
    assert found.at_stock.at_mm == STOCK


def test_who_was_not_at_the_stock_took_nothing_from_it() -> None:
    assert trip(way(OUTSIDE, LEFT, OUTSIDE), Errand(LEFT), STOCK, Errand(RIGHT)) is None


@pytest.mark.parametrize(
    ("played", "misfit"),
    [
        (Errand(LEFT), 0.0),
        (Errand(None), UNKNOWN_MM / DETOUR_MM),
        (Errand(ELSEWHERE), UNKNOWN_MM / DETOUR_MM),  # where its month lay, and not it
        (Errand(ELSEWHERE, 0.2, 0.4), MISSED),
        (Errand(LEFT, 0.2, 0.4), 0.0),
        (Errand(LEFT, 1.5, 2.0), UNTIMELY),  # its place was empty after the hand had been there
        (Errand(LEFT, -2.0, -1.0), UNTIMELY),  # it lay there before
    ],
)
def test_a_card_is_laid_when_its_place_was_no_longer_empty(played: Errand, misfit: float) -> None:
    found = trip(way(OUTSIDE, LEFT, STOCK, RIGHT), played, STOCK, Errand(RIGHT))
    assert found is not None
    assert found.misfit == pytest.approx(misfit)


def test_it_is_told_when_the_hand_was_at_the_stock_and_went_on() -> None:
    found = trip(way(OUTSIDE, LEFT, STOCK, RIGHT, rests=10), Errand(LEFT), STOCK, Errand(RIGHT))
    assert found is not None
    assert [each.at_mm for each in stops(way(OUTSIDE, LEFT, STOCK, RIGHT, rests=10))][1] == STOCK
    assert found.at_stock.begin_s < found.at_stock.end_s < found.until_s
    last = trip(way(OUTSIDE, LEFT, STOCK, rests=10), Errand(LEFT), STOCK, Errand(RIGHT))
    assert last is not None
    assert last.until_s == way(OUTSIDE, LEFT, STOCK, rests=10)[-1].time_s


def test_a_card_that_came_after_the_stock_was_not_played_before_it_where_no_stop_was_seen() -> None:
    went = way(STOCK, LEFT, STOCK)
    seen = Errand(LEFT, 5.0, 5.1)
    early = trip(went[:2], seen, STOCK, Errand())
    unknown = trip(went[:2], Errand(LEFT), STOCK, Errand())
    assert early is not None
    assert unknown is not None
    assert early.misfit == unknown.misfit + UNTIMELY
