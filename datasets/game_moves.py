"""What hands do with the cards of one round: lay, flip, gather, show, hand over."""

from collections.abc import Sequence

from game_habits import Habits
from game_piles import Piles
from game_script import Script
from scorer.cards import Card
from vision.calibration import CARD_MM
from vision.setup import Point


class Moves:
    """The hands at a table; a seat is a place around it."""

    def __init__(self, script: Script, piles: Piles) -> None:
        self.script, self.piles, self.layout = script, piles, script.layout
        self.manner, self.rng = script.manner, script.rng
        self.habits = Habits(script, piles, self.manner, self.rng)
        self._slants: dict[int, Point] = {}
        """For each month the way in which its cards in the pot lie over one another."""
        self._bases: dict[int, Point] = {}

    def flip(self, seat: int) -> int:
        """The stock's top card, laid open in the pot."""
        card = self.piles.stock.pop(0)
        self.script.take(seat, card)
        self.to_pot(seat, card)
        return card

    def to_pot(self, seat: int, card: int, *, haste: float = 1.0) -> None:
        """The card beside or over those of its month, or where there is room."""
        spot = self._spot(card)
        angle = self.layout.seats[seat].angle_deg + self._crooked(7.0)
        if len(self.layout.seats) > 2:
            angle = float(self._crooked(8.0)) + 180.0 * (self.rng.random() < 0.3)
        self.script.lay(seat, card, spot, angle, "pot", haste=haste)
        self.piles.pot.append(card)

    def _spot(self, card: int) -> Point:
        month = self.piles.deck[card].month
        same = self.piles.in_pot(month) if month else []
        if not same:
            taken = [self.script.pose(each).centre_mm for each in self.piles.pot]
            spot = self.layout.free_spot(taken, self.rng)
            self._bases[month] = spot
            self._slants[month] = self._slant(spot)
            return spot
        dx, dy = self._slants[month]
        x, y = self._bases[month]
        jitter = self.rng.normal(0, 1.5 + 2 * self.manner.mess, 2)
        n = len(same)
        return float(x + n * dx + jitter[0]), float(y + n * dy + jitter[1])

    def _slant(self, spot: Point) -> Point:
        """Away from the stock or towards the middle; mostly over the card, at times beside it."""
        left, top, right, bottom = self.layout.pot
        wide = (0.8, 0.95) if self.rng.random() < 0.25 else (0.34, 0.52)
        dx = float(self.rng.uniform(*wide)) * CARD_MM[0]
        dy = float(self.rng.uniform(0.1, 0.3)) * CARD_MM[1]
        stock_x = self.layout.stock[0]
        rightwards = spot[0] < (left + right) / 2
        if abs(spot[0] - stock_x) < 130.0:
            rightwards = spot[0] > stock_x
        return dx if rightwards else -dx, dy if spot[1] < (top + bottom) / 2 else -dy

    def gather(self, seat: int, cards: list[int]) -> None:
        """Captured cards, taken up one after the other and laid into their rows."""
        script = self.script
        for card in cards:
            script.take(seat, card)
        self.habits.drops(seat, cards)
        for card in cards:
            self.to_row(seat, card)

    def to_row(self, seat: int, card: int) -> None:
        """A captured card into the row of its kind."""
        frame = self.layout.seats[seat]
        place = self.piles.capture(seat, card)
        x, y = frame.slot(self.piles.deck[card].kind, place)
        off = self.rng.normal(0, 0.6 + 2.2 * self.manner.mess, 2)
        to = (float(x + off[0]), float(y + off[1]))
        angle = frame.angle_deg + self._crooked(4.0)
        self.script.lay(seat, card, to, angle, seat, haste=1.2)

    def hand_over(self, giver: int, to: int, face: Card) -> None:
        """Junk that a seat owes, laid by its own hand into the row of another."""
        if giver != to:
            self.script.withdraw(to)
            self.script.pause(float(self.rng.uniform(0.2, 0.7)))
        card = self.piles.give(giver, face)
        self.script.take(giver, card)
        frame = self.layout.seats[to]
        place = self.piles.capture(to, card)
        angle = frame.angle_deg + self._crooked(8.0)
        self.script.lay(giver, card, frame.slot(face.kind, place), angle, to)
        self.script.withdraw(giver)

    def of_month(self, seat: int, month: int) -> list[int]:
        """All of a month in the hand."""
        return [card for card in self.piles.hands[seat] if self.piles.deck[card].month == month]

    def lay_open(self, seat: int, cards: Sequence[int]) -> None:
        """Cards of the hand, laid open before the seat for a while."""
        script, frame = self.script, self.layout.seats[seat]
        script.travel(seat, script.pose(cards[0]).centre_mm)
        script.grab(seat, *cards)
        for n, card in enumerate(cards):
            right = frame.shown[0] + (n - (len(cards) - 1) / 2) * 25.0
            to = frame.at(right, frame.shown[1])
            script.lay(seat, card, to, frame.angle_deg + self._crooked(6.0), "shown", haste=1.5)
        script.now = max(script.now, script.withdraw(seat))
        script.pause(float(self.rng.uniform(1.5, 3.0)))

    def take_back(self, seat: int, cards: Sequence[int], hand: Sequence[int]) -> None:
        """Cards that were shown, back among those of the hand."""
        script = self.script
        for card in cards:
            script.take(seat, card)
        script.travel(seat, self.layout.seats[seat].fan(0, 1)[0])
        script.drop(seat, *cards)
        script.fan(seat, hand)

    def leave(self, seat: int) -> None:
        """The hand goes, in its own way, and the next player thinks."""
        self.habits.leaves(seat)
        gone_s = self.script.withdraw(seat)
        if self.rng.random() < self.manner.hurries:
            self.script.pause(float(self.rng.uniform(0.0, 0.2)))
            return
        thinks = self.rng.uniform(2.5, 5.0) if self.rng.random() < 0.1 else self.rng.gamma(2, 0.45)
        self.script.now = gone_s + 0.4 + float(thinks)

    def _crooked(self, deg: float) -> float:
        return float(self.rng.normal(0, deg * (0.2 + 0.8 * self.manner.mess)))
