"""What hands do beside the game: hesitate, rest, nudge, tidy, drop cards, gather the deck."""

import numpy as np

from game_manner import Manner
from game_piles import Piles
from game_script import Script
from game_tracks import Pose
from vision.setup import Point


class Habits:
    """Accidents and manners, each as often as the manner of the game says."""

    def __init__(
        self, script: Script, piles: Piles, manner: Manner, rng: np.random.Generator
    ) -> None:
        self.script, self.piles, self.manner, self.rng = script, piles, manner, rng

    def hesitates(self, seat: int) -> None:
        """The hand hovers over the pot with its card, there and back."""
        if self.rng.random() < self.manner.hesitates:
            for _ in range(int(self.rng.integers(1, 3))):
                self.script.travel(seat, self._over_pot(), lift_mm=45.0, haste=0.8)
                self.script.pause(float(self.rng.uniform(0.3, 1.2)))

    def takes_back(self, seat: int) -> None:
        """Another card is laid first, and taken back."""
        hand, script = self.piles.hands[seat], self.script
        if len(hand) < 3 or self.rng.random() >= self.manner.takes_back:
            return
        card = hand[int(self.rng.integers(len(hand)))]
        taken = [script.pose(each).centre_mm for each in self.piles.pot]
        to = script.layout.free_spot(taken, self.rng)
        angle = float(self.rng.normal(0, 12))
        script.travel(seat, script.pose(card).centre_mm)
        script.grab(seat, card)
        script.lay(seat, card, to, angle, "pot")
        if self.rng.random() < 0.6:
            script.now = max(script.now, script.withdraw(seat))
        script.pause(float(self.rng.uniform(0.5, 1.3)))
        script.take(seat, card)
        script.travel(seat, script.layout.seats[seat].fan(0, 1)[0])
        script.drop(seat, card)
        script.fan(seat, hand)

    def drops(self, seat: int, cards: list[int]) -> None:
        """One of the cards in the hand falls half-way, lies there, and is taken up again."""
        if self.rng.random() >= self.manner.drops:
            return
        script = self.script
        near = np.array(script.layout.seats[seat].at(0.0, 210.0))
        spot = (near + script.tip(seat)) / 2 + self.rng.normal(0, 25, 2)
        to, card = (float(spot[0]), float(spot[1])), cards[-1]
        script.lay(seat, card, to, float(self.rng.uniform(-60, 60)), "shown")
        script.travel(seat, script.layout.seats[seat].at(0.0, 60.0))
        script.pause(float(self.rng.uniform(0.4, 1.0)))
        script.take(seat, card)

    def leaves(self, seat: int) -> None:
        """What a hand does before it goes: rest, tidy its rows, nudge what lies in its way."""
        script, rng = self.script, self.rng
        if rng.random() < self.manner.tidies:
            self._tidies(seat)
        if rng.random() < self.manner.rests:
            frame = script.layout.seats[seat]
            own = frame.at(float(rng.uniform(*frame.zone)), float(rng.uniform(60, 180)))
            script.travel(seat, self._over_pot() if rng.random() < 0.5 else own)
            script.pause(float(rng.uniform(1.5, 5.0)))
        if rng.random() < self.manner.nudges:
            self._nudges(seat)

    def _tidies(self, seat: int) -> None:
        """The rows closed up and straight again, under a hand that passes over them."""
        script, frame = self.script, self.script.layout.seats[seat]
        cards = self.piles.closed_up(seat)
        if not cards:
            return
        script.travel(seat, frame.at(frame.zone[0] + 40, 110.0), lift_mm=12.0)
        moves = []
        for card, kind, n in cards:
            x, y = frame.slot(kind, n)
            off = self.rng.normal(0, 0.5 + self.manner.mess, 2)
            to = (float(x + off[0]), float(y + off[1]))
            moves.append((card, to, frame.angle_deg + float(self.rng.normal(0, 1.5))))
        script.slide(moves, 0.7)
        script.travel(seat, frame.at(frame.zone[1] - 60, 100.0), lift_mm=12.0, haste=0.7)

    def _nudges(self, seat: int) -> None:
        """A few cards, near to one another, pushed a little."""
        cards = self.piles.pot if self.rng.random() < 0.6 else self.piles.captured(seat)
        if not cards:
            return
        middle = np.array(self.script.pose(cards[int(self.rng.integers(len(cards)))]).centre_mm)
        push = self.rng.normal(0, 7, 2)
        moves = []
        for card in cards:
            pose = self.script.pose(card)
            far = float(np.hypot(*(middle - pose.centre_mm)))
            share = float(np.exp(-((far / 45) ** 2)))
            if share > 0.15:
                x, y = np.array(pose.centre_mm) + push * share
                turn = float(self.rng.normal(0, 7)) * share
                moves.append((card, (float(x), float(y)), pose.angle_deg + turn))
        self.script.travel(seat, (float(middle[0]), float(middle[1])), lift_mm=12.0)
        self.script.slide(moves, 0.2)

    def heaps(self) -> None:
        """Everybody pushes what lies before him, and throws what he holds, into the middle."""
        script, layout = self.script, self.script.layout
        middle = (sum(layout.pot[::2]) / 2, sum(layout.pot[1::2]) / 2)
        for seat, frame in enumerate(layout.seats):
            script.travel(seat, frame.at(sum(frame.zone) / 2, 40.0), lift_mm=12.0)
            cards = self.piles.captured(seat) + self.piles.hands[seat]
            cards += [*self.piles.pot, *self.piles.stock] if seat == 0 else []
            script.gather(((card, self._thrown(card, middle)) for card in cards), 0.9, "pot")
            script.travel(seat, frame.at(0.0, 200.0), lift_mm=12.0, haste=0.8)
            script.withdraw(seat)
        script.pause(1.2)

    def takes_all(self, seat: int) -> None:
        """The whole deck is taken off the table."""
        script, layout = self.script, self.script.layout
        middle = (sum(layout.pot[::2]) / 2, sum(layout.pot[1::2]) / 2)
        script.travel(seat, middle)
        away = layout.seats[seat].outside
        poses = ((card, Pose(away, 0.0, 30.0, False, card)) for card in range(len(self.piles.deck)))
        script.gather(poses, 0.9, "hand")
        script.now = max(script.now + 0.9, script.withdraw(seat))

    def _thrown(self, card: int, middle: Point) -> Pose:
        x, y = middle + self.rng.normal(0, (55, 28))
        face_up = card not in self.piles.stock and bool(self.rng.random() < 0.9)
        turn = float(self.rng.uniform(-180, 180))
        return Pose((float(x), float(y)), turn, 0.0, face_up, self.script.next_order())

    def _over_pot(self) -> Point:
        left, top, right, bottom = self.script.layout.pot
        x, y = self.rng.uniform((left, top), (right, bottom))
        return float(x), float(y)
