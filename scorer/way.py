"""The way of a hand: where it stopped, and how well that fits what it is said to have done.

Who plays a turn stops at the place of the card played, at the stock, and at the place of the card
flipped, in this order; over everything else a hand passes, or it idles. Afterwards it gathers, and
stops at the same places again.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import dist, inf
from typing import NamedTuple

from scorer.sighting import Point, Reach

SLOW = 500.0
"""A hand stops where its pace, mm a second, is least and below this: it turns sooner than pictures
show it at rest."""
RESTING = 250.0
"""It stays there as long as its pace is below this."""
GAP_S = 0.19
"""Between three pictures for so long, some are missing: the hand was not seen, or rested."""
SAME_MM = 20.0
"""Two stops no further apart are one, unless the hand was elsewhere between them."""
ELSEWHERE_MM = 75.0
"""A hand so far from where it stopped has left it."""
AWAY_MM = 90.0
"""A hand further from the stock is not at it."""
DETOUR_MM = 10.0
"""So much further from a place a stop costs one more."""
MOST_MM = 60.0
"""No stop is further from its place than this: then something else is wrong."""
UNKNOWN_MM = 40.0
"""The same of a card that was not seen to lie: its place is a guess, or not known at all."""
UNTIMELY = 3.0
"""For a stop at another time than the card was laid."""
NEAR_S = 0.3
"""A hand is seen no further in time from what it does."""
PASSING = 3.0
"""For a hand that is said to have taken a card and was not seen to stop for it."""
IDLE = 1.5
"""For each stop before a hand lays the first card: it hesitates."""
ASTRAY = 2.0
"""For each one between its three places."""
MOST = 3.0
"""And most for all of these, or those."""


class Stop(NamedTuple):
    """A place where a hand stopped for a moment at least."""

    begin_s: float
    end_s: float
    at_mm: Point


class Errand(NamedTuple):
    """A card to be laid: where, and when as far as that was seen."""

    at_mm: Point | None = None
    after_s: float = -inf
    seen_s: float = inf


class Trip(NamedTuple):
    """How a hand may have laid a card, taken one from the stock and laid it."""

    misfit: float
    """How badly its stops fit that."""
    at_stock: Stop
    until_s: float
    """It stopped next, or was last seen."""


@lru_cache(maxsize=1024)
def stops(way: tuple[Reach, ...]) -> tuple[Stop, ...]:
    """Where a hand stopped on its way, one after the other."""
    way = tuple(_without_jumps(way))
    paces = [_pace_at(way, k) for k in range(len(way))]
    found: list[Stop] = []
    end = -1
    for k, pace in enumerate(paces):
        if k <= end or pace >= SLOW or pace > min(paces[max(0, k - 1) : k + 2]):
            continue
        begin, least = k, end
        while begin - 1 > least and _rests(way, paces, begin - 1, k):
            begin -= 1
        end = k
        while end + 1 < len(way) and _rests(way, paces, end + 1, k):
            end += 1
        stop = Stop(way[begin].time_s, way[end].time_s, _middle(way[begin : end + 1]))
        between = way[least + 1 : begin]
        if found and dist(found[-1].at_mm, stop.at_mm) < SAME_MM and _stayed(found[-1], between):
            found[-1] = found[-1]._replace(end_s=stop.end_s)
        else:
            found.append(stop)
    return tuple(found)


@lru_cache(maxsize=2048)
def trips(
    way: tuple[Reach, ...], played: Errand, stock: Point, flipped: Errand
) -> tuple[Trip, Trip] | None:
    """The trip that fits the way best, and the best one in which the two cards are exchanged."""
    this, other = trip(way, played, stock, flipped), trip(way, flipped, stock, played)
    return None if this is None or other is None else (this, other)


def trip(way: tuple[Reach, ...], played: Errand, stock: Point, flipped: Errand) -> Trip | None:
    """The trip in this order that fits the way best; None where the hand was not at the stock."""
    found = stops(way)
    # A card that lay there before the hand was at the stock is not from it; nor is one from the
    # hand whose place was empty afterwards.
    before = [_done_among(found, each, IDLE) for each in (played, played._replace(after_s=inf))]
    after = [
        _done_among(found[::-1], each, 0.0)[::-1]
        for each in (flipped, flipped._replace(seen_s=-inf))
    ]
    begins = [*(each.begin_s for each in found), way[-1].time_s]
    trips = [
        Trip(
            before[played.after_s > visit.end_s][done]
            + away / DETOUR_MM
            + more
            + after[flipped.seen_s < visit.begin_s][then],
            visit,
            begins[then],
        )
        for visit, done, then, more in _visits(found, way, stock)
        if (away := dist(visit.at_mm, stock)) < AWAY_MM
    ]
    return min(trips, default=None)


def _visits(
    found: Sequence[Stop], way: tuple[Reach, ...], place: Point
) -> Iterator[tuple[Stop, int, int, float]]:
    """The stops, and where the hand passed nearest to a place between them.

    With how many stops came before, with which the rest begin, and what speaks against it.
    """
    for k, stop in enumerate(found):
        yield stop, k, k + 1, 0.0
    ends = [-inf, *(each.end_s for each in found)]
    begins = [*(each.begin_s for each in found), inf]
    for k, (end_s, begin_s) in enumerate(zip(ends, begins, strict=True)):
        passing = way[bisect_right(way, end_s, key=_time) : bisect_left(way, begin_s, key=_time)]
        if passing:
            time_s, at_mm = min(passing, key=lambda each: dist(each.at_mm, place))
            yield Stop(time_s, time_s, at_mm), k, k, PASSING


def _done_among(found: Iterable[Stop], errand: Errand, idle: float) -> list[float]:
    """How badly the errand fits any of no, one, two, ... stops; `idle` is for each still before.

    One that was run at another time than with the stock between was run by none of them.
    """
    never = errand.after_s == inf or errand.seen_s == -inf
    done = [MOST_MM / DETOUR_MM + UNTIMELY * never]
    late = least = inf
    for before, stop in enumerate(found):
        misfit = _misfit(stop, errand) + min(MOST, idle * before)
        late, least = min(late + ASTRAY, misfit), min(least, misfit)
        done.append(min(late, least + MOST))
    return done


def _misfit(stop: Stop, errand: Errand) -> float:
    """How badly a stop fits an errand."""
    away = UNKNOWN_MM if errand.seen_s == inf else MOST_MM
    if errand.at_mm is not None:
        away = min(away, dist(stop.at_mm, errand.at_mm))
    timely = errand.after_s - NEAR_S <= stop.end_s and stop.begin_s <= errand.seen_s + NEAR_S
    return away / DETOUR_MM + (0.0 if timely else UNTIMELY)


def _without_jumps(way: Sequence[Reach]) -> Iterator[Reach]:
    """The way but for single pictures in which the tip was elsewhere: no hand is so fast."""
    for k, each in enumerate(way):
        around = (*way[max(0, k - 1) : k], *way[k + 1 : k + 2])
        if len(around) < 2 or not _jumps(around[0], each, around[1]):
            yield each


def _jumps(before: Reach, at: Reach, after: Reach) -> bool:
    """Whether a tip was seen elsewhere, and back in the next picture."""
    return (
        after.time_s - before.time_s < GAP_S
        and dist(before.at_mm, after.at_mm) < ELSEWHERE_MM
        and min(dist(at.at_mm, before.at_mm), dist(at.at_mm, after.at_mm)) > ELSEWHERE_MM
    )


def _stayed(stop: Stop, way: Iterable[Reach]) -> bool:
    """Whether a hand was never so far from where it had stopped as to be elsewhere."""
    return all(dist(each.at_mm, stop.at_mm) < ELSEWHERE_MM for each in way)


def _rests(way: Sequence[Reach], paces: Sequence[float], at: int, stop: int) -> bool:
    """Whether a hand is still, or already, at the stop that it made there."""
    return paces[at] < RESTING and dist(way[at].at_mm, way[stop].at_mm) < SAME_MM


def _pace_at(way: Sequence[Reach], at: int) -> float:
    """From the picture before to the one after; where some are missing, on the slower side."""
    part = way[max(0, at - 1) : at + 2]
    if part[-1].time_s - part[0].time_s < GAP_S:
        return _pace(part)
    return min(map(_pace, (way[max(0, at - 1) : at + 1], way[at : at + 2])))


def _pace(part: Sequence[Reach]) -> float:
    """In mm a second, from the first to the last."""
    (begin_s, begin), (end_s, end) = part[0], part[-1]
    return dist(begin, end) / (end_s - begin_s) if end_s > begin_s else 0.0


def _middle(part: Sequence[Reach]) -> Point:
    """The middle of where a hand was."""
    return (
        sum(each.at_mm[0] for each in part) / len(part),
        sum(each.at_mm[1] for each in part) / len(part),
    )


def _time(reach: Reach) -> float:
    return reach.time_s
