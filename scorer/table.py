"""A position: everything the rules know of a round between two actions.

Positions are values. What a camera does not see is a `BACK` in a hand or in the stock; the rules
work on it as far as it goes.

`Seat` and `Position` are named tuples because the engine copies them several times a turn and
that is what named tuples do fastest.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from scorer.cards import DECK, MONTHS, Card, Cards, card
from scorer.house_rules import HouseRules


class Phase(StrEnum):
    """What is asked of the seat to act."""

    QUADS = "quads"
    """Show the four of a month dealt to the hand, or play on (E10)."""
    PLAY = "play"
    GIVE = "give"
    """Hand over a junk card."""
    CALL = "call"
    """Go or stop."""
    OVER = "over"


class Stack(NamedTuple):
    """Three cards of a month that lie in the pot as one and only go together (C4, B16, D1)."""

    month: int
    maker: int | None
    """The seat whose ppuk it is; None where it was dealt."""
    jokers: Cards = ()
    """Jokers trapped with it (F4)."""


class Seat(NamedTuple):
    """One active seat."""

    hand: Cards
    captures: Cards = ()
    gos: int = 0
    go_points: int = 0
    """Points at the last go: another choice needs more (H2)."""
    flips: int = 0
    """Turns that may still be a flip alone, after a bomb (D11)."""
    shown: tuple[int, ...] = ()
    """Months of the triples shown (E1)."""
    bombs: int = 0
    """Bombs that count for the payout (D13, D14)."""
    ppuks: int = 0
    turns: int = 0
    first_quad: bool = False
    """Took four of a month on the first turn (D20, D21)."""
    shodang: bool = False
    """Has shown a shodang that was refused (D27)."""
    played_on: bool = False
    """Held four of a month from the deal and played on (E10)."""


class Payment(NamedTuple):
    """Chips paid at once, outside the payout (D2, D3, D20, D25)."""

    reason: str
    to: int
    chips: int
    """From each opponent."""


EndKind = Literal[
    "stop", "most_points", "chongtong", "three_ppuk", "dealer_wins",
    "nagari", "shodang", "void", "void_doubled",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended."""

    kind: EndKind
    winners: tuple[int, ...] = ()
    """One seat; two where both hold four of a month (E7); none for a drawn or void round."""
    points: tuple[int, ...] = ()
    """For each winner the fixed points of his win (H14); empty where the cards are counted."""

    @property
    def drawn(self) -> bool:
        """Whether nobody has won."""
        return not self.winners


class Position(NamedTuple):
    """A round between two actions."""

    rules: HouseRules
    seats: tuple[Seat, ...]
    """The active seats in turn order."""
    dealer: int
    to_act: int
    phase: Phase
    pot: Cards
    stacks: tuple[Stack, ...]
    stock: Cards
    """Top first."""
    mover: int
    """The seat whose turn it is: `to_act` too, except while others hand over junk."""
    showing: int = 0
    """The month of a triple just shown, of which a card has to be played at once (E3)."""
    drawn: Card | None = None
    """The card the mover has just drawn for a joker; he plays again (F1)."""
    gives: tuple[int, ...] = ()
    """Seats that still hand over one junk card each to the mover, in order."""
    payments: tuple[Payment, ...] = ()
    boar: int | None = None
    """The seat that captured 07-animal (D24)."""
    outcome: Outcome | None = None
    breaches: tuple[str, ...] = ()
    """What was done against the rules and accepted all the same."""

    @property
    def opening(self) -> bool:
        """Whether nobody has played yet."""
        mine = self.seats[self.to_act]
        return not mine.turns and self.drawn is None and not any(s.turns for s in self.seats)

    def stack_of(self, month: int) -> Stack | None:
        """The stack of a month in the pot."""
        return next((each for each in self.stacks if each.month == month), None)

    def cards(self) -> Cards:
        """Every card of the round, wherever it lies."""
        trapped = (each for stack in self.stacks for each in stack.jokers)
        piles = [pile for seat in self.seats for pile in (seat.hand, seat.captures)]
        return (*self.pot, *self.stock, *trapped, *(each for pile in piles for each in pile))

    def unseen(self) -> Cards:
        """The cards of the deck that a known place does not account for, in order."""
        return _unseen(self)


@lru_cache(maxsize=4096)
def _unseen(position: Position) -> Cards:
    known = Counter(position.cards())
    left: list[Card] = []
    for each, copies in copies_of(deck(position.rules)).items():
        left += [each] * (copies - known[each])
    return tuple(left)


@cache
def copies_of(deck: Cards) -> Mapping[Card, int]:
    """How many of each face a deck holds, in its order."""
    return Counter(deck)


def deck(rules: HouseRules) -> Cards:
    """The cards a table plays with: the 48 and its jokers (A1)."""
    return DECK + tuple(card(face) for face in rules.jokers)


def of_month(pile: Iterable[Card], month: int) -> list[Card]:
    """The cards of a month in a pile."""
    return [each for each in pile if each.month == month]


def by_month(pile: Iterable[Card]) -> dict[int, list[Card]]:
    """A pile's cards by month."""
    found: dict[int, list[Card]] = {}
    for each in pile:
        found.setdefault(each.month, []).append(each)
    return found


def months_with(pile: Iterable[Card], count: int) -> tuple[int, ...]:
    """The months that a pile holds exactly that many cards of, in order."""
    held = [0] * 13
    for each in pile:
        held[each.month] += 1
    if count not in held:
        return ()
    return tuple(month for month in MONTHS if held[month] == count)
