"""Actions: everything a seat can do in a round."""

from typing import Literal, NamedTuple

from scorer.cards import Card, Cards, exchanged, in_order


class Turn(NamedTuple):
    """A card from the hand to the pot, and one from the stock (C1)."""

    seat: int
    played: Cards = ()
    """From the hand: one card, the cards of a bomb, or nothing for a flip alone (D11)."""
    drawn: Cards = ()
    """The card drawn for a joker that was played; the seat then plays again (F1)."""
    flipped: Cards = ()
    """From the stock in order: jokers and the cards after them (F3)."""
    takes: Cards = ()
    """The card chosen where two of a month match, at most one a month (C3)."""
    captured: Cards | None = None
    """What was really taken, where that is not what the rules give."""


class Show(NamedTuple):
    """Heundeum: a triple of the hand shown before playing (E1)."""

    seat: int
    month: int


class Give(NamedTuple):
    """A junk card handed over (D17)."""

    seat: int
    to: int
    """The seat whose turn it is."""
    card: Card


class Call(NamedTuple):
    """Go or stop; koi-koi is a go (H1, H2)."""

    seat: int
    says: Literal["go", "stop"]


class Quads(NamedTuple):
    """Fours of a month in the hand: shown to win at once, or played on (E5, E9, E10)."""

    seat: int
    play_on: bool = False
    months: tuple[int, ...] = ()
    """Which, where the hand is hidden."""


class Shodang(NamedTuple):
    """Two cards shown of which either makes an opponent win (D27): a draw where accepted."""

    seat: int
    cards: Cards
    accepted: bool


Action = Turn | Show | Give | Call | Quads | Shodang


def laid_as(turn: Turn, old: Card, new: Card) -> Turn:
    """The turn with a card from the stock or the hand another one; a bomb's cards stay in order.

    Raises:
        ValueError: the card came from neither.
    """
    if old in turn.flipped:
        return turn._replace(flipped=exchanged(turn.flipped, old, new))
    if old in turn.drawn:
        return turn._replace(drawn=exchanged(turn.drawn, old, new))
    return turn._replace(played=in_order(exchanged(turn.played, old, new)))
