"""A played round brought to the table: hands lay, flip, gather and hand over cards.

game = play_game(rules, ("A", "B"), random.Random(7), lucky=True)
stage = staged(game, DIFFICULTIES["middle"], np.random.default_rng(7))
stage.at(12.5), stage.moments()
"""

from collections.abc import Sequence

import numpy as np

from game_evening import Sale, Seated
from game_layout import draw_layout
from game_manner import Manner
from game_moves import Moves
from game_piles import Packet, Piles, numbered, packets, prints
from game_play import Game, Step
from game_script import Script
from game_table import Stage, Times
from scorer.actions import Call, Quads, Show, Turn
from scorer.cards import Cards
from scorer.table import months_with


def staged(game: Game, manner: Manner, rng: np.random.Generator) -> Stage:
    """The whole film of one round, from the deal until the cards are gathered."""
    seats = len(game.replay.record.seats)
    return staged_evening((Seated(game, tuple(range(seats))),), seats, manner, rng)


def staged_evening(
    rounds: Sequence[Seated], people: int, manner: Manner, rng: np.random.Generator
) -> Stage:
    """The whole film of rounds at one table with one deck, as many people around it."""
    deck, _ = _dealt(rounds[0])
    script = Script(draw_layout(people, rng), prints(deck), manner, rng)
    times = []
    for number, seated in enumerate(rounds):
        director = _Director(seated, deck, script)
        if number:
            director.brings_deck()
        times.append(director.plays())
        director.ends(following=number + 1 < len(rounds))
    return Stage(script.layout, script.tracks(), script.hands(), tuple(times), script.now)


def _dealt(seated: Seated) -> tuple[Cards, tuple[Packet, ...]]:
    record = seated.game.replay.record
    return packets(seated.game.deal, record.rules, record.dealer)


class _Director:
    """Tells the hands what to do in a round, step by step.

    A seat is a place at the table here: of those who play, or of who sits out.
    """

    def __init__(self, seated: Seated, deck: Cards, script: Script) -> None:
        self.seated, self.script, self.layout = seated, script, script.layout
        self.dealer = seated.dealer
        order, self.packets = _dealt(seated)
        self.order = numbered(order, deck)
        """The deck before the deal, its top first."""
        self.piles = Piles(deck, self.order, len(self.layout.seats))
        self.moves = Moves(script, self.piles)
        self.habits, self.rng = self.moves.habits, script.rng

    def brings_deck(self) -> None:
        """The dealer has shuffled the deck in his hands, and lays it down."""
        self.script.pause(float(self.rng.uniform(2.0, 3.5)))
        self.script.stack(self.order, 0.8)
        self.script.travel(self.dealer, self.layout.stock, lift_mm=12.0)
        self.script.now = max(self.script.now, self.script.withdraw(self.dealer))

    def plays(self) -> Times:
        """The round from its deal to its last turn."""
        script, game = self.script, self.seated.game
        script.pause(float(self.rng.uniform(1.0, 2.5)))
        start_s = script.now
        self.deal()
        for sale in self.seated.sales:
            self._sells(sale)
        times: dict[int, float] = {}
        for step in game.steps:
            self.act(step, times)
        turns_s = tuple(times[turn] for turn in range(len(game.replay.turns)))
        return Times(turns_s, start_s, script.now)

    def deal(self) -> None:
        """Packets to the hands and into the pot; jokers among these to the dealer (B15)."""
        script, piles, dealer = self.script, self.piles, self.dealer
        for to, dealt in self.packets:
            cards = [self.order[place] for place in dealt]
            script.travel(dealer, self.layout.stock, lift_mm=12.0)
            script.grab(dealer, *cards)
            del piles.stock[: len(cards)]
            if to is not None:
                seat = self.seated.places[to]
                script.travel(dealer, self.layout.seats[seat].fan(0, 1)[0], haste=1.3)
                script.drop(dealer, *cards)
                piles.hands[seat] += cards
                script.fan(seat, piles.hands[seat])
                continue
            for card in cards:
                self.moves.to_pot(dealer, card, haste=1.4)
        while jokers := [card for card in piles.pot if piles.deck[card].is_joker]:
            for card in jokers:
                piles.pot.remove(card)
                script.take(dealer, card)
                self.moves.to_row(dealer, card)
                self.moves.flip(dealer)
        self.moves.leave(dealer)

    def _sells(self, sale: Sale) -> None:
        """Who sits out is dealt cards from below the stock, shows his brights, gives all back."""
        script, seat, cards = self.script, sale.place, self.piles.stock[-sale.hand :]
        lay = {card: script.pose(card) for card in cards}
        script.travel(seat, self.layout.stock, lift_mm=12.0)
        script.grab(seat, *cards)
        script.travel(seat, self.layout.seats[seat].fan(0, 1)[0])
        script.drop(seat, *cards)
        script.fan(seat, cards)
        shown = [card for card in cards if self.piles.deck[card] in sale.brights]
        if shown:
            self.moves.lay_open(seat, shown)
            self.moves.take_back(seat, shown, cards)
        script.travel(seat, self.layout.seats[seat].fan(0, 1)[0])
        script.gather(lay.items(), 0.8, "stock")
        script.travel(seat, self.layout.stock, lift_mm=12.0)
        self.moves.leave(seat)

    def act(self, step: Step, times: dict[int, float]) -> None:
        """One action, until its cards lie, which is noted as the time of its turn."""
        places = self.seated.places
        seat = places[step.action.seat]
        match step.action:
            case Turn():
                self._turn(step, step.action)
            case Show(month=month):
                cards = self.moves.of_month(seat, month)
                self.moves.lay_open(seat, cards)
                self.moves.take_back(seat, cards, self.piles.hands[seat])
            case Quads(play_on=False, months=months):
                hand = [self.piles.deck[card] for card in self.piles.hands[seat]]
                self.moves.lay_open(
                    seat, self.moves.of_month(seat, (months or months_with(hand, 4))[0])
                )
        for giver, face in step.report.stolen:
            self.moves.hand_over(places[giver], places[step.before.mover], face)
        if not isinstance(step.action, Call) or step.turn not in times:
            times[step.turn] = self.script.now
        if isinstance(step.action, Turn | Quads):
            self.moves.leave(seat)
        elif isinstance(step.action, Call):
            self.script.pause(float(self.rng.uniform(0.4, 1.5)))

    def _turn(self, step: Step, turn: Turn) -> None:
        seat, script, piles = self.seated.places[turn.seat], self.script, self.piles
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
                self.moves.to_row(seat, card)
                left.remove(piles.deck[card])
            else:
                self.moves.to_pot(seat, card)
                laid.append(card)
        for _ in turn.drawn:
            card = piles.stock.pop(0)
            script.take(seat, card)
            script.travel(seat, self.layout.seats[seat].fan(0, 1)[0])
            script.drop(seat, card)
            piles.hands[seat].append(card)
            script.fan(seat, piles.hands[seat])
        laid += [self.moves.flip(seat) for _ in turn.flipped]
        if left:
            script.pause(float(self.rng.uniform(0.15, 0.9)))
            self.moves.gather(seat, piles.out_of_pot(left, laid))

    def ends(self, *, following: bool) -> None:
        """Everybody pushes his cards together; the deck is taken for the next deal, or at times."""
        self.script.pause(float(self.rng.uniform(2.0, 4.0)))
        self.habits.heaps()
        if following or self.rng.random() < 0.5:
            self.habits.takes_all(self.dealer)
        self.script.pause(1.0)
