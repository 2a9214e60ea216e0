"""One turn at a small table: when its cards were laid, and where the hand went."""

from collections.abc import Mapping
from functools import partial

from scorer.actions import Turn
from scorer.cards import Card, card, cards
from scorer.laying import Span
from scorer.notation import parse
from scorer.replay import replay
from scorer.sighting import Laid, Reach, Sighting
from tests.scorer import hands

way = partial(hands.way, from_s=10.5)

POSITION = replay(parse("seats: Ann, Bea\npot: 01-junk 02-junk 03-junk 04-junk\n")).position
BEFORE = Span(10.0, 10.4)
HERE = (0.0, 0.0)
SOON, LATE = Laid(11.0, 11.4, HERE), Laid(12.0, 12.4, HERE)
STOCK, LEFT, RIGHT = (100.0, 0.0), (0.0, 100.0), (200.0, 100.0)
OUTSIDE = (100.0, 300.0)
# A second at one place in the pot, one at the stock, and one at that place again.
SLOWLY = way(OUTSIDE, LEFT, STOCK, LEFT, OUTSIDE, rests=20)
FIRST = Laid(10.6, 11.0, LEFT)


def turn(played: str, flipped: str) -> Turn:
    return Turn(0, cards(played), (), cards(flipped))


def sighting(
    laid: Mapping[str, tuple[Laid, ...]], reached: dict[int, tuple[float, ...]] | None = None
) -> Sighting:
    faces: dict[Card, tuple[Laid, ...]] = {card(face): came for face, came in laid.items()}
    reaches = {
        seat: tuple(Reach(time_s, HERE) for time_s in times)
        for seat, times in (reached or {}).items()
    }
    return Sighting(20.0, 20.0, {}, laid=faces, reaches=reaches)
