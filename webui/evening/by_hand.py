"""A round tapped in card by card: what may be tapped next, and what the cards picked can become."""

from dataclasses import dataclass
from typing import Literal

from scorer.actions import Turn
from scorer.cards import Card, Cards
from scorer.deal import sizes
from scorer.record import Record, turn_text
from scorer.replay import replay
from scorer.table import Position, deck, months_with
from webui.evening.suggestions import ways

Begins = Literal["card", "bomb", "flip"]
"""How a turn begins: a card from the hand, all of a month, or a flip alone."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A turn as far as its cards have been tapped."""

    picked: Cards
    begins: Begins
    played: Cards
    """Of the cards picked, those from the hand."""
    flipped: Cards
    choices: tuple[str, ...]
    """What it can be, as lines of the notation; none while cards are missing or against rules."""
    complete: bool
    """Whether enough cards are there for a usual turn."""

    @property
    def text(self) -> str:
        """The turn as it was tapped, legal or not, in the notation."""
        return turn_text(Turn(0, self.played, (), self.flipped))


def tapped(record: Record, picked: Cards, begins: Begins = "card") -> Tapped:
    """What the cards picked so far come to as the next turn of a round."""
    count = {"card": 1, "flip": 0, "bomb": len(_bomb(picked))}[begins]
    played, flipped = picked[:count], picked[count:]
    faces = ([each.face for each in played], [each.face for each in flipped])
    jokers = bool(played) and played[0].is_joker
    complete = jokers or bool(flipped and not flipped[-1].is_joker)
    stock = replay(record).position.stock
    done = complete or (not stock and bool(played))
    choices = ways(record, *faces) if done else ()
    return Tapped(picked, begins, played, flipped, choices, done)


def _bomb(picked: Cards) -> Cards:
    """The cards of one month at the beginning."""
    same = [each for each in picked[:3] if picked and each.month == picked[0].month]
    return tuple(same)


def bombs(position: Position) -> dict[int, Cards]:
    """The bombs that the seat to act may hold, by month: the cards that would be played."""
    if position.rules.bomb == "none" or len(position.seats[position.to_act].hand) < 3:
        return {}
    unseen = position.unseen()
    found = {month: _of(unseen, month) for month in months_with(position.pot, 1)}
    return {month: pile for month, pile in found.items() if len(pile) == 3}


def left(position: Position, picked: Cards) -> Cards:
    """The cards that nobody has seen yet and that are not picked."""
    found = list(position.unseen())
    for each in picked:
        if each in found:
            found.remove(each)
    return tuple(found)


def left_of_deck(record: Record, picked: Cards) -> Cards:
    """The cards that may still be dealt to the pot."""
    found = list(deck(record.rules))
    for each in picked:
        if each in found:
            found.remove(each)
    return tuple(found)


def pot_size(record: Record) -> int:
    """How many cards are dealt to the pot."""
    return sizes(record.rules)[1]


def _of(pile: Cards, month: int) -> tuple[Card, ...]:
    return tuple(each for each in pile if each.month == month)
