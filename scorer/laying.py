"""What speaks for a turn in when its cards were laid, and by whose hand.

A card is seen some time after it was laid: an arm lies over it, or nobody looked. So what tells is
when its place was last seen empty and when it was first seen there, and the way of the hand: to the
place of the card played, to the stock, to the place of the card flipped.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import dist, hypot, inf
from typing import NamedTuple

from scorer.actions import Turn
from scorer.cards import BACK, Card
from scorer.likelihood import piles
from scorer.sighting import Laid, Point, Reach, Sighting
from scorer.table import Position

DISORDER = -3.0
"""For a card that was seen on the table before one that is said to have come sooner."""
LATER = -0.7
"""For one that was seen sooner, but may have been hidden when the other was laid."""
HARDLY = -1.5
"""For a card from the hand that was not seen to lie in the pot while the one flipped was."""
NEAR_S = 0.3
"""A hand is seen no further in time from what it does."""
NO_HAND = -2.5
"""For a turn of a seat whose hand did not reach over the table."""
DETOUR_MM = 10.0
"""So much further a hand was from the places of a turn weighs one less."""
PASSING_S = 0.05
"""A hand that passes at a pace of 1000 mm a second counts as this many metres away: who lays or
takes a card stops for it."""
DETOUR = -3.0
"""No way of a hand weighs less."""
RESTING = 250.0
"""A hand at a pace of less, mm a second, rests: it lays or takes a card."""
AWAY_MM = 60.0
"""A hand further from the stock is not at it."""
OVER = -3.0
"""For a card flipped that lies under the card played."""
LIES = 0.5
"""A card of no known face lies there, surer than this: none was only held face down over it."""
SENSE = -0.7
"""For a card played that takes nothing while the one flipped does: people play what takes."""


class Span(NamedTuple):
    """When a turn was played, as far as its cards tell."""

    latest_s: float
    """Its last card came to the table after this."""
    done_s: float
    """All its cards had been seen on the table."""


NEVER = Span(0.0, 0.0)


def weighed(turn: Turn, position: Position, before: Span, sighting: Sighting) -> tuple[float, Span]:
    """What speaks for a turn in this position, after one that was played then; and its own span.

    Cards played were laid before those flipped, and all of them after those of the turn before.
    """
    prior, (latest_s, done_s) = 0.0, before
    hand, stock = _laid(turn, position, before, sighting)
    for came in (hand, stock):
        for laid in came:
            if laid.seen_s < done_s:
                prior += DISORDER if laid.seen_s <= latest_s else LATER
        for laid in came:
            latest_s, done_s = max(latest_s, laid.after_s), max(done_s, laid.seen_s)
    if turn.played and turn.flipped:
        prior += _usual(turn, position, hand, stock) + _way(turn, position, before, sighting)
        prior += OVER * ((turn.played[-1], turn.flipped[0]) in sighting.over)
        prior += _by_stock(turn, position, hand, stock, before, sighting)
    prior += _no_hand(turn.seat, hand + stock, before, sighting)
    return prior, Span(latest_s, done_s)


def _usual(turn: Turn, position: Position, hand: list[Laid], stock: list[Laid]) -> float:
    """What speaks for which card came from the hand, where no order does."""
    # A card from the hand lies for the time of a flip at least; on its twin it is hard to see, and
    # where it is taken with another while the one flipped stays, only that one is there to be seen.
    months = {each.month for each in position.pot}
    played, flipped = turn.played[0].month, turn.flipped[0].month
    twin = any(each in position.pot for each in turn.played)
    alone = played in months and flipped not in months
    prior = HARDLY if stock and not hand and not twin and not alone else 0.0
    if played != flipped and flipped in months and played not in months:
        prior += SENSE
    return prior


def _way(turn: Turn, position: Position, before: Span, sighting: Sighting) -> float:
    """What speaks against this order in the way of the hand, beside the other order."""
    hand = _place(turn.played[0], position, before, sighting)
    stock = _place(turn.flipped[0], position, before, sighting)
    if hand is None or stock is None or sighting.stock_mm is None:
        return 0.0
    way = _reached(turn.seat, before, sighting)
    if not way:
        return 0.0
    this, other = detours(way, (hand, sighting.stock_mm, stock))
    return max(DETOUR, -max(0.0, this - other) / DETOUR_MM)


def _by_stock(
    turn: Turn,
    position: Position,
    hand: Iterable[Laid],
    stock: Iterable[Laid],
    before: Span,
    sighting: Sighting,
) -> float:
    """What speaks against cards that came before the hand was at the stock, or only after it."""
    way = _reached(turn.seat, before, sighting)
    there = [at.time_s for at in way if dist(at.at_mm, sighting.stock_mm or (inf, inf)) < AWAY_MM]
    if not there:
        return 0.0
    early = any(each.seen_s < there[0] for each in stock) or _was_held(
        turn.flipped[0], position, sighting, before.done_s, there[0]
    )
    return DISORDER * (sum(each.after_s > there[-1] for each in hand) + early)


def _was_held(
    card: Card, position: Position, sighting: Sighting, from_s: float, until_s: float
) -> bool:
    """Whether a card was seen under a hand in this time, and not to be taken."""
    lying = any(card in pile for _, pile in piles(position))
    return not lying and any(from_s < each < until_s for each in sighting.held.get(card, ()))


def _reached(seat: int, before: Span, sighting: Sighting) -> tuple[Reach, ...]:
    """The way of a seat's hand since the turn before."""
    way = sighting.reaches.get(seat, ())
    return way[bisect_right(way, before.latest_s, key=_time) :]


@lru_cache(maxsize=1024)
def detours(way: tuple[Reach, ...], stops: tuple[Point, Point, Point]) -> tuple[float, float]:
    """How far in all, mm, a hand stayed from three stops in their order; and in reverse.

    What counts is where it rested last before the stop in the middle, and first after it: later it
    gathers the same cards.
    """
    paces = [_pace(way[max(0, k - 1) : k + 2]) for k in range(len(way))]
    far = [
        [
            hypot(at[0] - x, at[1] - y) + PASSING_S * pace
            for (_, at), pace in zip(way, paces, strict=True)
        ]
        for x, y in stops
    ]
    first, middle, last = far
    near = min(middle) + AWAY_MM
    rests = [pace < RESTING and away > near for pace, away in zip(paces, middle, strict=True)]
    this = other = inf
    for k, away in enumerate(middle):
        if away > near:
            continue
        before, after = slice(_last_rest(rests, k), k + 1), slice(k, _first_rest(rests, k))
        this = min(this, away + min(first[before]) + min(last[after]))
        other = min(other, away + min(last[before]) + min(first[after]))
    return this, other


def _pace(part: Sequence[Reach]) -> float:
    """In mm a second, from the first to the last."""
    (begin_s, begin), (end_s, end) = part[0], part[-1]
    return dist(begin, end) / (end_s - begin_s) if end_s > begin_s else 0.0


def _last_rest(rests: Sequence[bool], at: int) -> int:
    """Where the last rest up to here begins; 0 where there is none."""
    while at > 0 and not rests[at]:
        at -= 1
    while at > 0 and rests[at - 1]:
        at -= 1
    return at


def _first_rest(rests: Sequence[bool], at: int) -> int:
    """Where the first rest from here is over; the end where there is none."""
    while at < len(rests) and not rests[at]:
        at += 1
    while at < len(rests) and rests[at]:
        at += 1
    return at


def _place(card: Card, position: Position, before: Span, sighting: Sighting) -> Point | None:
    """Where a card was laid in this turn: where it was seen, or else with those of its month."""
    for laid in _lately(card, before, sighting):
        return laid.at_mm
    mates = [each for each in position.pot if each.month == card.month]
    lying = [laid for each in mates for laid in sighting.laid.get(each, ())]
    return max(lying, key=lambda laid: laid.seen_s).at_mm if lying else None


def _lately(card: Card, before: Span, sighting: Sighting) -> list[Laid]:
    """When a card was laid after the turn before; one of no known face where it was not seen."""
    all_laid = sighting.laid.get(card, ())
    if not all_laid and any(row[0] > LIES for row in sighting.nameless.values()):
        all_laid = sighting.laid.get(BACK, ())
    return [laid for laid in all_laid if laid.seen_s > before.done_s]


def _time(reach: Reach) -> float:
    return reach.time_s


def _laid(
    turn: Turn, position: Position, before: Span, sighting: Sighting
) -> tuple[list[Laid], list[Laid]]:
    """When the cards played and those flipped were laid, of those that were seen to be.

    Twins come in the order in which they were seen: none of them speaks for both.
    """
    hand, stock = list[Laid](), list[Laid]()
    cards = turn.played + turn.flipped
    for each in dict.fromkeys(cards):
        all_laid = sighting.laid.get(each, ())
        count = cards.count(each)
        late = _lately(each, before, sighting)
        if len(late) < count and all_laid:
            lay = sum(pile.count(each) for _, pile in piles(position))
            late = list(all_laid[lay:][-count:])
        played = turn.played.count(each)
        hand += late[:played]
        stock += late[played:count]
    return hand, stock


def _no_hand(seat: int, laid: Iterable[Laid], before: Span, sighting: Sighting) -> float:
    """What speaks against a turn of a seat whose hand was not there when its cards were laid."""
    if not sighting.reaches:
        return 0.0
    way = sighting.reaches.get(seat, ())
    spans = [(each.after_s - NEAR_S, each.seen_s + NEAR_S) for each in laid]
    for start, end in spans or [(before.done_s, inf)]:
        k = bisect_left(way, start, key=_time)
        if k < len(way) and way[k].time_s <= end:
            return 0.0
    return NO_HAND
