"""What speaks for a turn in when its cards were laid, and by whose hand.

A card is seen some time after it was laid: an arm lies over it, or nobody looked. So what tells is
when its place was last seen empty and when it was first seen there, and the way of the hand: to the
place of the card played, to the stock, to the place of the card flipped.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist, inf
from operator import itemgetter
from typing import NamedTuple

from scorer.actions import Turn
from scorer.cards import BACK, Card, Cards
from scorer.likelihood import piles
from scorer.sighting import Laid, Point, Reach, Sighting
from scorer.table import Position
from scorer.way import DETOUR_MM, GAP_S, MOST_MM, NEAR_S, Errand, Trip, trips

DISORDER = -3.0
"""For a card that was seen on the table before one that is said to have come sooner."""
LATER, AT_ONCE_S = -0.7, 0.1
"""For one that was seen sooner, but may have been hidden when the other was laid. Which of two an
arm uncovers first as it goes tells nothing."""
HARDLY, HARDLY_OF_CHOK = -1.5, -3.0
"""For a card from the hand that was not seen to lie in the pot while the one flipped was; and where
that one was flipped onto it, to be taken with it at once."""
NO_HAND, HAND_OF_ANOTHER = -2.5, -4.0
"""For a turn of a seat whose hand did not reach over the table; and where the hand of another did
when one of its cards was laid."""
DETOUR = -5.0
"""No way of a hand weighs less."""
MOST_MISFIT = 2 * MOST_MM / DETOUR_MM
"""Of a trip: one that misses two of its three places by the most says no more than a worse one.

Of 311 turns of which the hand's way was known, it spoke for the true order in 270 and against it
in three where one of both orders fitted better than this; where none did, in three and in two.
"""
STOCK_MM = 25.0
"""But a hand that stopped so near to the stock was there then, wherever else it went."""
ARM_MM = 70.0
"""A card under a hand that is so far from its tip lies under the arm."""
TIP_MM = 15.0
"""A card seen so near to the tip of a hand is the one that it holds, or is laying."""
ON_ITS_WAY_MM = 25.0
"""One seen so far from where it lies afterwards is being carried."""
OVER = -3.0
"""For a card flipped that lies under the card played."""
LIES = 0.5
"""A card of no known face lies there, surer than this: none was only held face down over it."""
SENSE = -0.7
"""For a card played that takes nothing while the one flipped does: people play what takes. And for
one that is worth more than the one flipped onto it: what takes nothing is rather a junk card."""


PAUSE_S, PAUSE = 6.0, -1.0
"""For a card flipped that came so long after the one played: who has played flips at once."""


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
            if laid.seen_s < done_s and laid.seen_s <= latest_s:
                prior += DISORDER
            elif laid.seen_s < done_s - AT_ONCE_S:
                prior += LATER
        for laid in came:
            latest_s, done_s = max(latest_s, laid.after_s), max(done_s, laid.seen_s)
    if turn.played and turn.flipped:
        flipped = [each for each in stock if each.seen_s > before.done_s]
        seen = hand or _in_the_hand(turn.played[0], flipped, before, sighting)
        prior += _usual(turn, position, unseen=bool(flipped and not seen))
        prior += _way(turn, position, before, sighting)
        prior += PAUSE * any(b.after_s - a.seen_s > PAUSE_S for a in hand for b in flipped)
        prior += OVER * ((turn.played[-1], turn.flipped[0]) in sighting.over)
        if hand and not stock and turn.played[0] is not turn.flipped[0]:
            prior += OVER * _heaps(turn, position)
    prior += _no_hand(turn, hand, stock, before, sighting)
    if turn.flipped and not stock:  # nobody saw it come: it was flipped at the stock
        latest_s = max(latest_s, _at_stock_s(turn.seat, before, sighting))
    return prior, Span(latest_s, done_s)


def _heaps(turn: Turn, position: Position) -> bool:
    """Whether both cards of a turn lie on one heap afterwards, the one flipped on top."""
    if not len(turn.played) == len(turn.flipped) == 1:
        return False
    month, other = turn.played[0].month, turn.flipped[0].month
    return month == other and [each.month for each in position.pot].count(month) == 1


def _in_the_hand(card: Card, flipped: list[Laid], before: Span, sighting: Sighting) -> list[Reach]:
    """Where a card was seen under a hand in this turn, before the one flipped lay there."""
    until_s = min((each.seen_s for each in flipped), default=inf)
    held = sighting.held.get(card, ())
    return [each for each in held if before.done_s < each.time_s < until_s]


def _usual(turn: Turn, position: Position, *, unseen: bool) -> float:
    """What speaks for which card came from the hand, where no order does.

    `unseen`: it was not seen, and the one flipped was.
    """
    # A card from the hand lies for the time of a flip at least; on its twin it is hard to see, and
    # where it is taken with another while the one flipped stays, only that one is there to be seen.
    months = {each.month for each in position.pot}
    played, flipped = turn.played[0].month, turn.flipped[0].month
    twin = any(each in position.pot for each in turn.played)
    alone = played in months and flipped not in months
    chok = played == flipped and played not in months
    hardly = HARDLY_OF_CHOK if chok else HARDLY
    prior = hardly if unseen and not twin and not alone else 0.0
    if played not in months:
        worth_more = turn.flipped[0].junk and not turn.played[0].junk
        prior += SENSE * (worth_more if played == flipped else flipped in months)
    return prior


def _way(turn: Turn, position: Position, before: Span, sighting: Sighting) -> float:
    """What speaks against this order in the way of the hand, beside the other order."""
    way, stock = _reached(turn.seat, before, sighting), sighting.stock_mm
    if not way or stock is None:
        return 0.0
    both = (turn.played[0], turn.flipped[0])
    hand, flip = (_errand(each, position.pot, both, before, sighting) for each in both)
    found = trips(way, hand, stock, flip)
    if found is None:
        return 0.0
    this, other = found
    worse = min(this.misfit, MOST_MISFIT) - min(other.misfit, MOST_MISFIT)
    against = max(DETOUR, -max(0.0, worse))
    lost = this.misfit >= MOST_MISFIT and dist(this.at_stock.at_mm, stock) > STOCK_MM
    if both[0] is both[1] or lost:
        # What was held may have been either of them; or when the hand was at the stock is not told.
        return against
    held = _was_held(both, position, sighting, before, this, way)
    brought = _was_brought(both, hand.at_mm, position, sighting, this, way)
    return against + DISORDER * (held + brought)


def _was_held(
    both: tuple[Card, Card],
    position: Position,
    sighting: Sighting,
    before: Span,
    went: Trip,
    way: tuple[Reach, ...],
) -> bool:
    """Whether the second of two cards, said to be flipped, was seen under a hand before that.

    It was held before the hand was at the stock, or lay under the arm when it came from there and
    the other was not seen then; where it was laid, by then, it lies there.
    """
    played, flipped = both
    if any(flipped in pile for _, pile in piles(position)):
        return False
    came = _lately(flipped, before, sighting)
    lying_s = min((x.after_s if x.after_s > before.done_s else x.seen_s for x in came), default=inf)
    other_s = {seen.time_s for seen in sighting.held.get(played, ())}
    return any(
        before.done_s < seen.time_s < went.at_stock.begin_s
        or (
            went.at_stock.begin_s <= seen.time_s < went.until_s
            and seen.time_s not in other_s
            and _under_the_arm(seen, way)
        )
        for seen in sighting.held.get(flipped, ())
        if seen.time_s < lying_s
    )


def _was_brought(
    both: tuple[Card, Card],
    at_mm: Point | None,
    position: Position,
    sighting: Sighting,
    went: Trip,
    way: tuple[Reach, ...],
) -> bool:
    """Whether the first of two cards, said to be played, was what the hand brought from the stock.

    It was seen under it then, on its way to where it lies, or at the tip and the other clearly not.
    """
    played, flipped = both
    if any(played in pile for _, pile in piles(position)):
        return False
    brought = [
        [
            seen
            for seen in sighting.held.get(card, ())
            if went.at_stock.end_s < seen.time_s <= went.until_s + NEAR_S
        ]
        for card in (played, flipped)
    ]
    nearest = {seen.time_s: _from_tip(seen, way) for seen in brought[1]}
    return any(
        (seen.time_s <= went.until_s and at_mm and dist(seen.at_mm, at_mm) > ON_ITS_WAY_MM)
        or _from_tip(seen, way) < min(TIP_MM, nearest.get(seen.time_s, inf) - TIP_MM)
        for seen in brought[0]
    )


def _under_the_arm(seen: Reach, way: tuple[Reach, ...]) -> bool:
    """Whether a card seen under a hand lay far from its tip, if that was seen at that time."""
    return ARM_MM < _from_tip(seen, way) < inf


def _from_tip(seen: Reach, way: tuple[Reach, ...]) -> float:
    """How far from the tip of a hand a card was seen under it; inf where that was not seen then."""
    hand = min(way, key=lambda at: abs(at.time_s - seen.time_s))
    return dist(seen.at_mm, hand.at_mm) if abs(hand.time_s - seen.time_s) < GAP_S else inf


def _reached(seat: int, before: Span, sighting: Sighting) -> tuple[Reach, ...]:
    """The way of a seat's hand since the turn before."""
    way = sighting.reaches.get(seat, ())
    return way[bisect_right(way, before.latest_s, key=_time) :]


def _at_stock_s(seat: int, before: Span, sighting: Sighting) -> float:
    """When a seat's hand was nearest to the stock since the turn before; -inf if not known."""
    way, stock = _reached(seat, before, sighting), sighting.stock_mm
    if not way or stock is None:
        return -inf
    return min(way, key=lambda at: dist(at.at_mm, stock)).time_s


def _errand(card: Card, pot: Cards, both: Cards, before: Span, sighting: Sighting) -> Errand:
    """Laying a card in this turn: where and when it was seen, or else where its month lay.

    A card is laid on one of its month in the pot, of several on that which was covered or taken
    first: not before that was last seen open. On its twin it would not be told from it.
    """
    late = _lately(card, before, sighting)
    if late:
        # Its twin in the pot, pushed aside, may pass for one that was laid before it.
        laid = late[-1 if card in pot else 0]
        return Errand(laid.at_mm, laid.after_s, laid.seen_s)
    mates = [each for each in pot if each.month == card.month]
    lying = [
        (-inf if each is card else laid.open_s, laid)
        for each in dict.fromkeys(mates)
        for laid in _open_last(sighting.laid.get(each, ()), mates.count(each))
    ]
    if lying:
        open_s, laid = min(lying, key=itemgetter(0))
        return Errand(laid.at_mm, open_s if len(lying) == len(mates) else -inf)
    others = (each for each in both if each.month == card.month)
    for laid in (laid for each in others for laid in _lately(each, before, sighting)[-1:]):
        return Errand(laid.at_mm)
    return Errand()


def _open_last(all_laid: Sequence[Laid], count: int) -> list[Laid]:
    """So many of the times a card was laid: those that were seen open last lie in the pot."""
    return sorted(all_laid, key=lambda laid: (laid.open_s, laid.seen_s))[-count:]


def _lately(card: Card, before: Span, sighting: Sighting) -> list[Laid]:
    """When a card was laid after the turn before.

    Where it was not well seen, when one came that may have been it; or one of no known face.
    """
    all_laid = sighting.laid.get(card, ())
    if not all_laid and any(row[0] > LIES for row in sighting.nameless.values()):
        all_laid = sighting.laid.get(BACK, ())
    late = [laid for laid in all_laid if laid.seen_s > before.done_s]
    faint = [each for each in sighting.faint.get(card, ()) if each.came.seen_s > before.done_s]
    if late or not faint:
        return late
    return [max(faint, key=lambda each: each.chance).came]


def _time(reach: Reach) -> float:
    return reach.time_s


def _laid(
    turn: Turn, position: Position, before: Span, sighting: Sighting
) -> tuple[list[Laid], list[Laid]]:
    """When the cards played and those flipped were laid, of those that were seen to be.

    Twins come in the order in which they were seen: none of them speaks for both. Of two on a heap
    one that was not seen before the hand was at the stock lies on top.
    """
    hand, stock = list[Laid](), list[Laid]()
    cards = turn.played + turn.flipped
    for each in dict.fromkeys(cards):
        all_laid = sighting.laid.get(each, ())
        count = cards.count(each)
        late = _lately(each, before, sighting)
        if len(late) < count and all_laid:
            lay = sum(pile.count(each) for _, pile in piles(position))
            late = list(all_laid[lay:][-count:]) or _beside_its_twin(each, before, sighting)
        played = turn.played.count(each)
        if len(late) < count == 2 and _heaps(turn, position):
            stock_s = _at_stock_s(turn.seat, before, sighting)
            played = sum(came.seen_s < stock_s for came in late)
        hand += late[:played]
        stock += late[played:count]
    return hand, stock


def _beside_its_twin(card: Card, before: Span, sighting: Sighting) -> list[Laid]:
    """When a card was laid on its twin: both were first seen under a hand at once then."""
    times = Counter(seen.time_s for seen in sighting.held.get(card, ()))
    both = [time_s for time_s, count in times.items() if count > 1 and time_s > before.done_s]
    return [Laid(-inf, min(both), sighting.laid[card][-1].at_mm)] if both else []


def _no_hand(
    turn: Turn, hand: Sequence[Laid], stock: Sequence[Laid], before: Span, sighting: Sighting
) -> float:
    """What speaks against a turn of a seat whose hand was not there when its cards were laid.

    Nor may one of them have been laid, or held, while the hand of another seat was there, and his
    was not.
    """
    if not sighting.reaches:
        return 0.0
    ways = dict(sighting.reaches)
    own = ways.pop(turn.seat, ())
    laid = [(each.after_s - NEAR_S, each.seen_s + NEAR_S) for each in (*hand, *stock)]
    laid = laid or [(before.done_s, inf)]
    held = [(each - NEAR_S, each + NEAR_S) for each in _held_s(turn, before, sighting)]
    another = any(
        not was_there(own, each) and any(was_there(way, each) for way in ways.values())
        for each in (*laid, *held)
    )
    if another:
        return HAND_OF_ANOTHER
    return 0.0 if any(was_there(own, each) for each in laid) else NO_HAND


def _held_s(turn: Turn, before: Span, sighting: Sighting) -> Iterator[float]:
    """When cards of a turn were seen under hands that moved, before they were seen to lie.

    Of those only that came to lie once: of twins another may have been held.
    """
    for each in turn.played + turn.flipped:
        laid = sighting.laid.get(each, ())
        if len(laid) == 1:
            held = (seen.time_s for seen in sighting.held.get(each, ()))
            yield from (time_s for time_s in held if before.latest_s < time_s < laid[0].seen_s)


def was_there(way: Sequence[Reach], span: tuple[float, float]) -> bool:
    """Whether a hand was over the table in this time."""
    start, end = span
    k = bisect_left(way, start, key=_time)
    return k < len(way) and way[k].time_s <= end
