"""What speaks for a turn in when its cards were laid, and by whose hand.

A card is seen some time after it was laid: an arm lies over it, or nobody looked. So what tells is
when its place was last seen empty and when it was first seen there.
"""

from collections import Counter
from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from scorer.actions import Turn
from scorer.cards import Cards
from scorer.likelihood import on_table
from scorer.sighting import Laid, Sighting
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
NO_FLIP = -1.5
"""For a turn in which a hand was at the stock, but not between the two cards."""
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
    prior, found = 0.0, list[Laid]()
    latest_s, lying = before.latest_s, list[list[Laid]]()
    for pile in (turn.played, turn.flipped):
        came = _laid(pile, position, before, sighting)
        sooner_than = max([before.done_s, *(each.seen_s for each in found)])
        for laid in came:
            if laid.seen_s < sooner_than:
                prior += DISORDER if laid.seen_s <= latest_s else LATER
        latest_s = max([latest_s, *(laid.after_s for laid in came)])
        found += came
        lying.append(came)
    if turn.played and turn.flipped:
        hand, stock = lying
        prior += _usual(turn, position, hand, stock) + _no_flip(hand, stock, before, sighting)
    prior += _no_hand(turn.seat, found, before, sighting)
    return prior, Span(latest_s, max([before.done_s, *(each.seen_s for each in found)]))


def _usual(turn: Turn, position: Position, hand: list[Laid], stock: list[Laid]) -> float:
    """What speaks for which card came from the hand, where no order does."""
    # A card from the hand lies for the time of a flip at least; on its twin it is hard to see.
    twin = any(each in position.pot for each in turn.played)
    prior = HARDLY if stock and not hand and not twin else 0.0
    months = {each.month for each in position.pot}
    played, flipped = turn.played[0].month, turn.flipped[0].month
    if played != flipped and flipped in months and played not in months:
        prior += SENSE
    return prior


def _no_flip(hand: list[Laid], stock: list[Laid], before: Span, sighting: Sighting) -> float:
    """What speaks against an order in which no hand was at the stock between the cards."""
    start = min((each.after_s for each in hand), default=before.done_s)
    end = max((each.seen_s for each in stock), default=inf)
    touches = [time_s for time_s in sighting.at_stock if before.done_s < time_s <= end]
    between = any(start < time_s < end for time_s in touches)
    return NO_FLIP if touches and not between else 0.0


def _laid(pile: Cards, position: Position, before: Span, sighting: Sighting) -> list[Laid]:
    """When the cards of a pile were laid, of those that were seen to be: after the turn before."""
    there = on_table(position)
    found: list[Laid] = []
    for each, count in Counter(pile).items():
        all_laid = sighting.laid.get(each, ())
        late = [laid for laid in all_laid if laid.seen_s > before.done_s]
        found += late[:count] or all_laid[there[each] :][-count:]
    return found


def _no_hand(seat: int, laid: Iterable[Laid], before: Span, sighting: Sighting) -> float:
    """What speaks against a turn of a seat whose hand was not there when its cards were laid."""
    if not sighting.reached:
        return 0.0
    spans = [(each.after_s - NEAR_S, each.seen_s + NEAR_S) for each in laid]
    there = any(
        start <= time_s <= end
        for time_s in sighting.reached.get(seat, ())
        for start, end in spans or [(before.done_s, inf)]
    )
    return 0.0 if there else NO_HAND
