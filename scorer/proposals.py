"""What may have been played, by what is new on the table."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import inf

from scorer.actions import Action, Give, Turn
from scorer.cards import Card, Cards
from scorer.likelihood import Fit
from scorer.table import Position
from scorer.turns import bombs, turns

CLEARLY_NEW = 0.5
"""So much more of a face is seen than lies on the table: a card has come to it."""


@lru_cache(maxsize=512)
def seen_turns(position: Position, new: frozenset[Card], *, missed: bool) -> tuple[Turn, ...]:
    """The turns whose cards are all new on the table, or with `missed` all but one of them.

    The month tells the cards of a bomb, even where they lie under one another. At a still table
    the same ones are asked for at every look.
    """
    return tuple(_all_but_one(position, new) if missed else _all_new(position, new))


def _all_but_one(position: Position, new: frozenset[Card]) -> Iterator[Turn]:
    for turn in turns(position):
        if sum(each not in new for each in (*turn.played, *turn.flipped)) == 1:
            yield turn


def _all_new(position: Position, new: frozenset[Card]) -> Iterator[Turn]:
    yield from turns(position, new)
    for cards in bombs(position, position.unseen()):
        if any(each in new for each in cards) and not all(each in new for each in cards):
            among = new | set(cards)
            yield from (turn for turn in turns(position, among) if turn.played == cards)


def against(position: Position, seat: int, new: Cards, fit: Fit) -> Iterator[Action]:
    """Turns of a seat by what was seen alone, and junk that changed hands."""
    mine = fit.sighting.places.get(seat, {})
    here = [*position.pot, *new]
    held = Counter(position.seats[seat].captures)
    taken = tuple(
        each for each in dict.fromkeys(here) if sum(mine.get(each, ())) - held[each] > 0.5
    )
    came = {each: all_laid[-1].seen_s for each, all_laid in fit.sighting.laid.items()}
    laid = sorted(new, key=lambda each: (came.get(each, inf), each.order))
    if 1 <= len(laid) <= 4:
        for count in (1, 0):
            played, flipped = tuple(laid[:count]), tuple(laid[count:])
            yield Turn(seat, played, (), flipped)
            yield Turn(seat, played, (), flipped, captured=taken)
    for other, each in enumerate(position.seats):
        for junk in dict.fromkeys(each.captures):
            if other != seat and junk.junk and sum(mine.get(junk, ())) - held[junk] > 0.5:
                yield Give(other, seat, junk)
