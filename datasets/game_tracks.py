"""The ways that cards and hands take over the table of a filmed game: where each is at any time.

Millimetres of the table: x to the right, y down from its upper left corner.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np

from hand_pose import Hand
from scene_decks import Printed
from scene_faces import Array
from scene_layout import Placement, corners_mm
from scene_polygons import turning
from vision.calibration import CARD_MM
from vision.held import HELD_MM
from vision.setup import Point

Place = Literal["pot", "stock", "hand", "shown"] | int
"""Where a card belongs: `shown` lies open in no zone, a number is that seat's captures."""

CARRIED_MM = 6.0
"""Cards above this are in somebody's hand."""
FINGERS_MM = 84.0
"""From the middle of the palm to the tips of the fingers."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies or is held."""

    centre_mm: Point
    angle_deg: float
    lift_mm: float
    face_up: bool
    order: int
    """Higher lies over lower."""

    @property
    def carried(self) -> bool:
        """Whether it is in a hand."""
        return self.lift_mm > CARRIED_MM


@dataclass(frozen=True, slots=True)
class Key:
    """A card leaves where it is at start_s and has come to its pose at end_s."""

    start_s: float
    end_s: float
    pose: Pose
    place: Place

    def moves(self, time_s: float) -> bool:
        """Whether the card is on its way at that time."""
        return self.start_s <= time_s < self.end_s


@dataclass(frozen=True, slots=True)
class Track:
    """Where one card is throughout the film; its first key is where it begins."""

    printed: Printed
    keys: tuple[Key, ...]

    def at(self, time_s: float) -> Key:
        """The key of that time, its pose the one at that very moment."""
        last, key, share = _around(self.keys, time_s)
        return key if last is key else replace(key, pose=_between(last.pose, key.pose, share))


@dataclass(frozen=True, slots=True)
class HandKey:
    """A hand leaves at start_s and has come to rest at end_s, the tips of its fingers here."""

    start_s: float
    end_s: float
    tip_mm: Point
    lift_mm: float


@dataclass(frozen=True, slots=True)
class HandTrack:
    """Where one player's hand is throughout the film."""

    hand: Hand
    shoulder_mm: Point
    """Its arm comes from here."""
    keys: tuple[HandKey, ...]

    def at(self, time_s: float) -> HandKey:
        """The key of that time, its place the one at that very moment."""
        last, key, share = _around(self.keys, time_s)
        if last is key:
            return key
        high = 4 * share * (1 - share) * 25
        return replace(
            key,
            tip_mm=_mixed(last.tip_mm, key.tip_mm, share),
            lift_mm=last.lift_mm + (key.lift_mm - last.lift_mm) * share + high,
        )

    def angle_deg(self, tip_mm: Point) -> float:
        """The way it reaches when its tips are there: 0 is up the table, clockwise."""
        dx, dy = np.subtract(tip_mm, self.shoulder_mm)
        return float(np.degrees(np.arctan2(dx, -dy)))

    def palm(self, tip_mm: Point) -> Point:
        """The middle of its palm when its tips are there."""
        return self._ahead(tip_mm, -FINGERS_MM)

    def fingers(self, tip_mm: Point) -> Point:
        """The very end of its fingers when they hold a card whose middle is there."""
        return self._ahead(tip_mm, HELD_MM)

    def _ahead(self, tip_mm: Point, far_mm: float) -> Point:
        """So far along the arm from where its tips are, away from the shoulder."""
        a = np.radians(self.angle_deg(tip_mm))
        x, y = tip_mm[0] + far_mm * np.sin(a), tip_mm[1] - far_mm * np.cos(a)
        return float(x), float(y)

    def outlines(self, tip_mm: Point) -> tuple[Array, ...]:
        """(k, 2) outlines of the hand and of the arm, both convex."""
        turn = turning(self.angle_deg(tip_mm))
        hand = np.array(((-38, 40), (-46, 0), (-34, -70), (-8, -112), (14, -112), (40, -70)))
        hand = np.vstack((hand, ((46, 0), (38, 40))))
        arm = np.array(((-38, 30), (38, 30), (62, 700), (-62, 700)))
        palm = np.array(self.palm(tip_mm))
        return hand @ turn.T + palm, arm @ turn.T + palm


AnyKey = TypeVar("AnyKey", Key, HandKey)


def placement(printed: Printed, pose: Pose) -> Placement:
    """The card as the scene maker draws it, still in millimetres from the table's corner."""
    shown = printed if pose.face_up else ("back", 0)
    return Placement(shown, pose.centre_mm, pose.angle_deg, pose.lift_mm)


def quad_of(pose: Pose) -> Array:
    """(4, 2) mm corners of a card, clockwise from its own top left."""
    quad: Array = corners_mm(placement(("back", 0), pose), CARD_MM)[0][:, :2]
    return quad


def _around(keys: Sequence[AnyKey], time_s: float) -> tuple[AnyKey, AnyKey, float]:
    """The keys that a time lies between, and the share of the way; one key where it rests."""
    k = max(0, bisect_right(keys, time_s, key=lambda key: key.start_s) - 1)
    key = keys[k]
    if time_s >= key.end_s or k == 0:
        return key, key, 1.0
    return keys[k - 1], key, _eased((time_s - key.start_s) / (key.end_s - key.start_s))


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _mixed(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _between(a: Pose, b: Pose, share: float) -> Pose:
    turn = (b.angle_deg - a.angle_deg + 180) % 360 - 180
    return Pose(
        _mixed(a.centre_mm, b.centre_mm, share),
        a.angle_deg + turn * share,
        a.lift_mm + (b.lift_mm - a.lift_mm) * share,
        b.face_up if share > 0.5 else a.face_up,
        b.order,
    )
