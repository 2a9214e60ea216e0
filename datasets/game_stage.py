"""A played round brought to the table: hands lay, flip, gather and hand over cards.

game = play_game(rules, ("A", "B"), random.Random(7), lucky=True)
stage = staged(game, DIFFICULTIES["middle"], np.random.default_rng(7))
stage.at(12.5), stage.moments()
"""

import numpy as np

from game_habits import Habits
from game_layout import draw_layout
from game_manner import Manner
from game_piles import Piles, packets, prints
from game_play import Game, Step
from game_script import Script
from game_table import Stage
from scene_layout import CARD_MM
from scorer.actions import Call, Quads, Show, Turn
from scorer.cards import Card
from scorer.table import months_with
from vision.setup import Point


def staged(game: Game, manner: Manner, rng: np.random.Generator) -> Stage:
    """The whole film of a game, from the deal until the cards are gathered."""
    director = _Director(game, manner, rng)
    director.deal()
    start_s = director.dealt_s
    for step in game.steps:
        director.act(step)
    end_s = director.script.now
    director.clear_away()
    script = director.script
    return Stage(
        script.layout,
        script.tracks(),
        script.hands(),
        tuple(director.times[turn] for turn in range(len(game.replay.turns))),
        start_s,
        end_s,
        script.now,
    )


class _Director:
    """Tells the hands what to do, step by step."""

    def __init__(self, game: Game, manner: Manner, rng: np.random.Generator) -> None:
        record = game.replay.record
        self.dealer = record.dealer
        deck, self.packets = packets(game.deal, record.rules, record.dealer)
        self.layout = draw_layout(len(record.seats), rng)
        self.script = Script(self.layout, prints(deck), manner, rng)
        self.piles = Piles(deck, len(record.seats))
        self.habits = Habits(self.script, self.piles, manner, rng)
        self.manner, self.rng = manner, rng
        self.times: dict[int, float] = {}
        self.dealt_s = 0.0
        self.slants: dict[int, Point] = {}
        """For each month the way in which its cards in the pot lie over one another."""
        self.bases: dict[int, Point] = {}

    def deal(self) -> None:
        """Packets to the hands and into the pot; jokers among these to the dealer (B15)."""
        script, piles, dealer = self.script, self.piles, self.dealer
        script.pause(float(self.rng.uniform(1.0, 2.5)))
        self.dealt_s = script.now
        for seat, cards in self.packets:
            script.travel(dealer, self.layout.stock, lift_mm=12.0)
            script.grab(dealer, *cards)
            del piles.stock[: len(cards)]
            if seat is not None:
                script.travel(dealer, self.layout.seats[seat].fan(0, 1)[0], haste=1.3)
                script.drop(dealer, *cards)
                piles.hands[seat] += cards
                script.fan(seat, piles.hands[seat])
                continue
            for card in cards:
                self._to_pot(dealer, card, haste=1.4)
        while jokers := [card for card in piles.pot if piles.deck[card].is_joker]:
            for card in jokers:
                piles.pot.remove(card)
                script.take(dealer, card)
                self._to_row(dealer, card)
                self._flip(dealer)
        self._leave(dealer)

    def act(self, step: Step) -> None:
        """One action, until its cards lie."""
        match step.action:
            case Turn():
                self._turn(step, step.action)
            case Show(seat=seat, month=month):
                self._show(seat, month, back=True)
            case Quads(seat=seat, play_on=False, months=months):
                hand = [self.piles.deck[card] for card in self.piles.hands[seat]]
                self._show(seat, (months or months_with(hand, 4))[0], back=False)
        for giver, face in step.report.stolen:
            self._hand_over(giver, step.before.mover, face)
        if not isinstance(step.action, Call) or step.turn not in self.times:
            self.times[step.turn] = self.script.now
        if isinstance(step.action, Turn | Quads):
            self._leave(step.action.seat)
        elif isinstance(step.action, Call):
            self.script.pause(float(self.rng.uniform(0.4, 1.5)))

    def _turn(self, step: Step, turn: Turn) -> None:
        seat, script, piles = turn.seat, self.script, self.piles
        self.habits.takes_back(seat)
        cards = piles.from_hand(seat, turn.played)
        left = list(step.report.captured)
        laid: list[int] = []
        if cards:
            script.travel(seat, script.pose(cards[0]).centre_mm)
            script.grab(seat, *cards)
            script.fan(seat, piles.hands[seat])
            self.habits.hesitates(seat)
        for card in cards:
            if piles.deck[card].is_joker:
                self._to_row(seat, card)
                left.remove(piles.deck[card])
            else:
                self._to_pot(seat, card)
                laid.append(card)
        for _ in turn.drawn:
            card = piles.stock.pop(0)
            script.take(seat, card)
            script.travel(seat, self.layout.seats[seat].fan(0, 1)[0])
            script.drop(seat, card)
            piles.hands[seat].append(card)
            script.fan(seat, piles.hands[seat])
        laid += [self._flip(seat) for _ in turn.flipped]
        if left:
            script.pause(float(self.rng.uniform(0.15, 0.9)))
            self._gather(seat, piles.out_of_pot(left, laid))

    def _flip(self, seat: int) -> int:
        """The stock's top card, laid open in the pot."""
        card = self.piles.stock.pop(0)
        self.script.take(seat, card)
        self._to_pot(seat, card)
        return card

    def _to_pot(self, seat: int, card: int, *, haste: float = 1.0) -> None:
        """The card beside or over those of its month, or where there is room."""
        spot = self._spot(card)
        angle = self.layout.seats[seat].angle_deg + self._crooked(7.0)
        if len(self.layout.seats) == 3:
            angle = float(self._crooked(8.0)) + 180.0 * (self.rng.random() < 0.3)
        self.script.lay(seat, card, spot, angle, "pot", haste=haste)
        self.piles.pot.append(card)

    def _spot(self, card: int) -> Point:
        month = self.piles.deck[card].month
        same = self.piles.in_pot(month) if month else []
        if not same:
            taken = [self.script.pose(each).centre_mm for each in self.piles.pot]
            spot = self.layout.free_spot(taken, self.rng)
            self.bases[month] = spot
            self.slants[month] = self._slant(spot)
            return spot
        dx, dy = self.slants[month]
        x, y = self.bases[month]
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

    def _gather(self, seat: int, cards: list[int]) -> None:
        """Captured cards, taken up one after the other and laid into their rows."""
        script = self.script
        for card in cards:
            script.take(seat, card)
        self.habits.drops(seat, cards)
        for card in cards:
            self._to_row(seat, card)

    def _to_row(self, seat: int, card: int) -> None:
        frame = self.layout.seats[seat]
        place = self.piles.capture(seat, card)
        x, y = frame.slot(self.piles.deck[card].kind, place)
        off = self.rng.normal(0, 0.6 + 2.2 * self.manner.mess, 2)
        to = (float(x + off[0]), float(y + off[1]))
        angle = frame.angle_deg + self._crooked(4.0)
        self.script.lay(seat, card, to, angle, seat, haste=1.2)

    def _hand_over(self, giver: int, to: int, face: Card) -> None:
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

    def _show(self, seat: int, month: int, *, back: bool) -> None:
        """All of a month in the hand, laid open before the seat for a while."""
        script, frame = self.script, self.layout.seats[seat]
        cards = [card for card in self.piles.hands[seat] if self.piles.deck[card].month == month]
        script.travel(seat, script.pose(cards[0]).centre_mm)
        script.grab(seat, *cards)
        for n, card in enumerate(cards):
            right = frame.shown[0] + (n - (len(cards) - 1) / 2) * 25.0
            to = frame.at(right, frame.shown[1])
            script.lay(seat, card, to, frame.angle_deg + self._crooked(6.0), "shown", haste=1.5)
        script.now = max(script.now, script.withdraw(seat))
        script.pause(float(self.rng.uniform(1.5, 3.0)))
        if back:
            for card in cards:
                script.take(seat, card)
            script.travel(seat, frame.fan(0, 1)[0])
            script.drop(seat, *cards)
            script.fan(seat, self.piles.hands[seat])

    def _leave(self, seat: int) -> None:
        """The hand goes, in its own way, and the next player thinks."""
        self.habits.leaves(seat)
        gone_s = self.script.withdraw(seat)
        if self.rng.random() < self.manner.hurries:
            self.script.pause(float(self.rng.uniform(0.0, 0.2)))
            return
        thinks = self.rng.uniform(2.5, 5.0) if self.rng.random() < 0.1 else self.rng.gamma(2, 0.45)
        self.script.now = gone_s + 0.4 + float(thinks)

    def clear_away(self) -> None:
        """After the round everybody pushes his cards together, and at times the deck is taken."""
        self.script.pause(float(self.rng.uniform(2.0, 4.0)))
        self.habits.heaps()
        if self.rng.random() < 0.5:
            self.habits.takes_all(self.dealer)
        self.script.pause(1.0)

    def _crooked(self, deg: float) -> float:
        return float(self.rng.normal(0, deg * (0.2 + 0.8 * self.manner.mess)))
