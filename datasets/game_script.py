"""Hands that carry cards: what happens next on the table, written down as tracks."""

from collections.abc import Iterable, Sequence

import numpy as np

from game_layout import Layout
from game_manner import Manner
from game_tracks import HandKey, HandTrack, Key, Place, Pose, Track
from hand_pose import pose_hand
from scene_decks import Printed
from scene_layout import THICK_MM
from vision.setup import Point

HELD = 10_000
"""Cards in a hand lie over all others: their order counts from here."""
HELD_LIFT_MM = 20.0
FAN_LIFT_MM = 45.0
SHOULDER_MM = 620.0
"""How far behind the edge of the table an arm begins."""


class Script:
    """The film so far: `now` is the time up to which it is written."""

    def __init__(
        self, layout: Layout, deck: Sequence[Printed], manner: Manner, rng: np.random.Generator
    ) -> None:
        """The deck lies face down where the stock belongs, its first card on top."""
        self.layout, self.manner, self.rng = layout, manner, rng
        self.now = 0.0
        self._printed = tuple(deck)
        self._top = len(deck)
        self._pace = float(rng.uniform(0.85, 1.2))
        self._keys: list[list[Key]] = []
        for level in reversed(range(len(deck))):
            self._keys.append([Key(0.0, 0.0, self._in_stock(level), "stock")])
        self._hands = [[HandKey(0.0, 0.0, seat.outside, 50.0)] for seat in layout.seats]
        self._held: list[list[int]] = [[] for _ in layout.seats]
        self._poses = [pose_hand(rng, arm_mm=1200.0) for _ in layout.seats]

    def pose(self, card: int) -> Pose:
        """How a card lies once all that is written has happened."""
        return self._keys[card][-1].pose

    def tip(self, seat: int) -> Point:
        """Where a seat's hand is once all that is written has happened."""
        return self._hands[seat][-1].tip_mm

    def pause(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self.now += seconds

    def travel(self, seat: int, to: Point, *, lift_mm: float = 22.0, haste: float = 1.0) -> None:
        """The hand goes there, and what it holds goes with it."""
        self._go(seat, to, lift_mm, haste)

    def grab(self, seat: int, *cards: int) -> None:
        """The hand takes hold of cards where they are."""
        self._held[seat] += cards

    def drop(self, seat: int, *cards: int) -> None:
        """The hand lets go of cards where they are."""
        for card in cards:
            self._held[seat].remove(card)

    def take(self, seat: int, card: int) -> None:
        """The hand goes to a card and takes hold of it."""
        self.travel(seat, self.pose(card).centre_mm, lift_mm=10.0)
        self.grab(seat, card)

    def lay(
        self,
        seat: int,
        card: int,
        to: Point,
        angle_deg: float,
        place: Place,
        *,
        face_up: bool = True,
        haste: float = 1.0,
    ) -> None:
        """The hand goes there with what it holds and leaves one card, over what lies there."""
        self._held[seat].remove(card)
        start, end = self._go(seat, to, 10.0, haste)
        pose = Pose(to, angle_deg, 0.0, face_up, self.next_order())
        self._key(card, start, end, pose, place)

    def withdraw(self, seat: int) -> float:
        """When the hand will have left the table, which it begins to now; the script goes on."""
        now = self.now
        _, end = self._go(seat, self.layout.seats[seat].outside, 50.0, 1.0)
        self.now = now
        return end

    def slide(self, cards: Iterable[tuple[int, Point, float]], seconds: float) -> None:
        """Cards move as they lie, from now on; the script goes on."""
        for card, to, angle in cards:
            old = self._keys[card][-1]
            pose = Pose(to, angle, old.pose.lift_mm, old.pose.face_up, old.pose.order)
            self._move(card, seconds, pose, old.place)

    def fan(self, seat: int, cards: Sequence[int], *, seconds: float = 0.25) -> None:
        """The cards in a player's other hand, backs up and spread; the script goes on."""
        for n, card in enumerate(cards):
            at, angle = self.layout.seats[seat].fan(n, len(cards))
            pose = Pose(at, angle, FAN_LIFT_MM, False, HELD // 2 + n)
            if self.pose(card) != pose:
                self._move(card, seconds, pose, "hand")

    def gather(self, poses: Iterable[tuple[int, Pose]], seconds: float, place: Place) -> None:
        """Many cards go to new poses together, from now on; the script goes on."""
        for card, pose in poses:
            self._move(card, seconds, pose, place)

    def stack(self, cards: Sequence[int], seconds: float) -> None:
        """The deck comes to lie where the stock belongs, the first on top; the script goes on."""
        for level, card in enumerate(reversed(cards)):
            self._move(card, seconds, self._in_stock(level), "stock")

    def _in_stock(self, level: int) -> Pose:
        """How a card lies in the stock over so many others."""
        x, y = self.layout.stock
        crooked = self.rng.normal(0, (0.6, 0.6, 0.8)) * (1 + self.manner.mess)
        return Pose(
            (float(x + crooked[0]), float(y + crooked[1])),
            self.layout.stock_deg + float(crooked[2]),
            # The pile is thin to the eye: its height must not pass for a hand's.
            min(level * THICK_MM * 0.12, 5.5),
            False,
            level,
        )

    def tracks(self) -> tuple[Track, ...]:
        """Every card's way through the film."""
        pairs = zip(self._printed, self._keys, strict=True)
        return tuple(Track(printed, tuple(keys)) for printed, keys in pairs)

    def hands(self) -> tuple[HandTrack, ...]:
        """Every hand's way through the film."""
        both = zip(self.layout.seats, self._poses, self._hands, strict=True)
        return tuple(
            HandTrack(hand, seat.at(60.0, -SHOULDER_MM), tuple(keys)) for seat, hand, keys in both
        )

    def _go(self, seat: int, to: Point, lift_mm: float, haste: float) -> tuple[float, float]:
        last = self._hands[seat][-1]
        start = max(self.now, last.end_s)
        far = float(np.hypot(*np.subtract(to, last.tip_mm)))
        slow = self._pace * float(self.rng.uniform(0.85, 1.2)) / haste
        end = start + (0.16 + far / 1300) * slow
        self._hands[seat].append(HandKey(start, end, to, lift_mm))
        frame = self.layout.seats[seat]
        for n, card in enumerate(self._held[seat]):
            off = np.subtract(frame.at(3.0 * n, 12.0 - 4.0 * n), frame.edge_mm)
            old = self._keys[card][-1]
            pose = Pose(
                (float(to[0] + off[0]), float(to[1] + off[1])),
                frame.angle_deg + 6.0 * n,
                HELD_LIFT_MM,
                old.pose.face_up,
                HELD + n,
            )
            self._key(card, start, end, pose, "hand")
        self.now = end
        return start, end

    def _move(self, card: int, seconds: float, pose: Pose, place: Place) -> None:
        start = max(self.now, self._keys[card][-1].end_s)
        self._key(card, start, start + seconds, pose, place)

    def _key(self, card: int, start: float, end: float, pose: Pose, place: Place) -> None:
        start = max(start, self._keys[card][-1].end_s)
        self._keys[card].append(Key(start, max(end, start + 0.05), pose, place))

    def next_order(self) -> int:
        """Over everything that was laid before."""
        self._top += 1
        return self._top
