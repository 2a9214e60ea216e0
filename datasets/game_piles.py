"""Which of the deck's cards are where: the cards of a game one by one, each by its number."""

from collections.abc import Iterable, Sequence

from scene_decks import Printed
from scorer.cards import Card, Cards, Kind
from scorer.deal import Deal
from scorer.house_rules import HouseRules

Packet = tuple[int | None, tuple[int, ...]]
"""To which seat's hand, or None for the pot, and which cards."""


def packets(dealt: Deal, rules: HouseRules, dealer: int) -> tuple[Cards, tuple[Packet, ...]]:
    """The deck from its top as it was before the deal, and the packets that are dealt of it."""
    seats = len(dealt.hands)
    hands, pot = [iter(hand) for hand in dealt.hands], iter(dealt.pot)
    deck: list[Card] = []
    found: list[Packet] = []
    for packet in rules.deal:
        to, count = packet.split()
        order = [(dealer + 1 + k) % seats for k in range(seats)] if to == "hand" else [None]
        for seat in order:
            source = pot if seat is None else hands[seat]
            first = len(deck)
            deck += [next(source) for _ in range(int(count))]
            found.append((seat, tuple(range(first, len(deck)))))
    return (*deck, *dealt.stock), tuple(found)


def numbered(order: Cards, deck: Cards) -> tuple[int, ...]:
    """The cards of a deck in this order, each by its place in the deck."""
    places: dict[Card, list[int]] = {}
    for place, each in enumerate(deck):
        places.setdefault(each, []).append(place)
    return tuple(places[each].pop(0) for each in order)


def prints(deck: Cards) -> tuple[Printed, ...]:
    """Each card's face and which of the drawings of that face it wears."""
    seen: dict[str, int] = {}
    found: list[Printed] = []
    for card in deck:
        found.append((card.face, seen.get(card.face, 0)))
        seen[card.face] = seen.get(card.face, 0) + 1
    return tuple(found)


class Piles:
    """Where each card is while a game is staged; a number is a place in `deck`."""

    def __init__(self, deck: Cards, stock: Iterable[int], seats: int) -> None:
        self.deck = deck
        self.stock = list(stock)
        """Its top first."""
        self.pot: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self._rows: list[dict[Kind, list[int | None]]] = [{} for _ in range(seats)]

    def from_hand(self, seat: int, faces: Iterable[Card]) -> list[int]:
        """The cards of these faces, out of a hand."""
        return [self._out_of(self.hands[seat], face) for face in faces]

    def in_pot(self, month: int) -> list[int]:
        """The cards of a month in the pot, the first laid first."""
        return [card for card in self.pot if self.deck[card].month == month]

    def out_of_pot(self, faces: Iterable[Card], first: Sequence[int]) -> list[int]:
        """The cards of these faces, out of the pot; those of `first` rather than their twins."""
        ordered = [*reversed(first), *(card for card in self.pot if card not in first)]
        found = []
        for face in faces:
            card = next(c for c in ordered if c in self.pot and self.deck[c] is face)
            self.pot.remove(card)
            found.append(card)
        return found

    def capture(self, seat: int, card: int) -> int:
        """Which place in its row the card gets that a seat has captured."""
        row = self._rows[seat].setdefault(self.deck[card].kind, [])
        row.append(card)
        return len(row) - 1

    def give(self, seat: int, face: Card) -> int:
        """The card of a face, out of a seat's row: its place stays empty."""
        row = self._rows[seat][face.kind]
        place = max(k for k, card in enumerate(row) if card is not None and self.deck[card] is face)
        card = row[place]
        assert card is not None
        row[place] = None
        while row and row[-1] is None:
            row.pop()
        return card

    def captured(self, seat: int) -> list[int]:
        """Every card in front of a seat."""
        return [card for row in self._rows[seat].values() for card in row if card is not None]

    def closed_up(self, seat: int) -> list[tuple[int, Kind, int]]:
        """The cards of a seat with their kinds and places, once its rows have no gaps."""
        found = []
        for kind, row in self._rows[seat].items():
            row[:] = [card for card in row if card is not None]
            found += [(card, kind, n) for n, card in enumerate(row) if card is not None]
        return found

    def _out_of(self, pile: list[int], face: Card) -> int:
        card = next(c for c in pile if self.deck[c] is face)
        pile.remove(card)
        return card
