"""A staged game as pictures: what lies still is drawn once, and what moves over it.

film = Film(stage, view, draw_room(art, stage, view, manner, rng), manner, seed=7)
film.frame(12.5)                     # (h, w, 3) uint8
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from game_hands import hand_box, hand_quad, lay_hand
from game_manner import Manner
from game_room import Room, bumped_room
from game_table import Stage
from game_tracks import Key, Pose, placement
from game_view import View
from scene_camera import Camera
from scene_canvas import NOBODY, Canvas
from scene_cards import draw_cards
from scene_faces import Array
from scene_layout import corners_mm, moved
from scene_light import shoot
from vision.calibration import CARD_MM

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, the last two not included."""

SHADOW_MM = 30.0
"""How far around a lying card its shadow may be seen."""
CARRIED_SHADOW_MM = 70.0
STOCK_SHOWN = 2
"""Cards of the stock that are drawn: the others lie below them."""


class Film:
    """Gives the picture of any time; fastest when asked in order."""

    def __init__(self, stage: Stage, view: View, room: Room, manner: Manner, seed: int) -> None:
        self.stage, self.view, self.manner, self.seed = stage, view, manner, seed
        rng = np.random.default_rng((seed, 1))
        self._drift = rng.uniform((0.1, 0.0), (1.5, 6.28), (3, 2))
        """Angular speed and phase of the waves in which the exposure wanders."""
        self._hum = float(rng.uniform(12.0, 80.0))
        self._middle = np.array(view.aim_mm)
        self._enter(view.camera, room)

    def frame(self, time_s: float) -> Array:
        """(h, w, 3) uint8: the picture at that time."""
        camera = self.view.at(time_s)
        if camera is not self._camera:
            self._enter(camera, bumped_room(self._room, self._camera, camera))
        there = self._in_sight(self.stage.at(time_s))
        self._settle({card: key.pose for card, key in there if not key.moves(time_s)})
        carried = [(card, key.pose) for card, key in there if key.moves(time_s)]
        frame = self._with_moving(carried, time_s)
        gain = self._exposure(time_s)
        lens = replace(self._room.lens, gains_bgr=(gain, gain, gain))
        return shoot(frame, lens, np.random.default_rng((self.seed, round(time_s * 90_000))))

    def _enter(self, camera: Camera, room: Room) -> None:
        """Begin with an empty table."""
        self._camera, self._room = camera, room
        self._still: dict[int, Pose] = {}
        self._boxes: dict[int, Box] = {}
        self._raw = room.ground_bgr.copy()
        height, width = self._raw.shape[:2]
        self._done = room.developed(self._raw, (0, 0, width, height))
        self._canvas = Canvas(self._raw.copy(), np.full((height, width), NOBODY, np.int16))

    def _in_sight(self, there: list[tuple[int, Key]]) -> list[tuple[int, Key]]:
        """The cards, lowest first, but those that lie deep in the stock."""
        stock = [card for card, key in there if key.place == "stock"]
        deep = set(stock[:-STOCK_SHOWN])
        return [each for each in there if each[0] not in deep]

    def _settle(self, lying: dict[int, Pose]) -> None:
        """Draw again what lies where a card has come or gone; `lying` is lowest first."""
        changed = {
            card
            for card in lying.keys() | self._still.keys()
            if lying.get(card) != self._still.get(card)
        }
        if not changed:
            return
        boxes = [self._boxes[card] for card in changed if card in self._boxes]
        for card in changed:
            self._boxes.pop(card, None)
            if card in lying and (box := self._card_box(lying[card], SHADOW_MM)) is not None:
                self._boxes[card] = box
                boxes.append(box)
        self._still = lying
        for box in _apart(boxes):
            x0, y0, x1, y1 = box
            self._canvas.frame_bgr[y0:y1, x0:x1] = self._room.ground_bgr[y0:y1, x0:x1]
            near = [c for c in lying if c in self._boxes and _meet(self._boxes[c], box)]
            self._draw([(card, lying[card]) for card in near])
            self._raw[y0:y1, x0:x1] = self._canvas.frame_bgr[y0:y1, x0:x1]
            self._done[y0:y1, x0:x1] = self._room.developed(self._raw[y0:y1, x0:x1], box)

    def _with_moving(self, carried: Sequence[tuple[int, Pose]], time_s: float) -> Array:
        """The settled table with the hands and the cards on their way over it."""
        frame = self._done.copy()
        camera, sun = self._camera, self._room.sun
        boxes = [self._card_box(pose, CARRIED_SHADOW_MM) for _, pose in carried]
        hands = []
        for track, sprite in zip(self.stage.hands, self._room.sprites, strict=True):
            key = track.at(time_s)
            x, y = np.subtract(track.palm(key.tip_mm), self._middle)
            quad = hand_quad((float(x), float(y)), track.angle_deg(key.tip_mm), key.lift_mm + 12)
            box = hand_box(camera, quad, sun)
            if box is not None:
                boxes.append(box)
                hands.append((sprite, quad))
        areas = _apart(each for each in boxes if each is not None)
        for x0, y0, x1, y1 in areas:
            self._canvas.frame_bgr[y0:y1, x0:x1] = self._raw[y0:y1, x0:x1]
        self._draw(carried)
        for sprite, quad in hands:
            lay_hand(self._canvas, camera, sprite, quad, sun)
        for box in areas:
            x0, y0, x1, y1 = box
            part = self._canvas.frame_bgr[y0:y1, x0:x1]
            frame[y0:y1, x0:x1] = self._room.developed(part, box)
        return frame

    def _draw(self, cards: Iterable[tuple[int, Pose]]) -> None:
        """The cards onto the canvas, each lit in its own way wherever it goes."""
        room = self._room
        for card, pose in cards:
            placed = moved(
                [placement(self.stage.cards[card].printed, pose)],
                (-float(self._middle[0]), -float(self._middle[1])),
                0.0,
            )
            rng = np.random.default_rng((self.seed, card, pose.face_up))
            draw_cards(
                self._canvas,
                self._camera,
                room.deck,
                placed,
                sun=room.sun,
                sheen=room.sheen,
                rng=rng,
            )

    def _card_box(self, pose: Pose, around_mm: float) -> Box | None:
        """The pixels that a card and its shadow may change; None where it is out of sight."""
        quad = corners_mm(placement(("back", 0), pose), CARD_MM)[0]
        quad[:, :2] -= self._middle
        middle = quad.mean(axis=0)
        grown = (quad - middle) * (1 + 2 * around_mm / CARD_MM[1]) + middle
        seen = self._camera.project(grown)
        width, height = self._camera.size_px
        x0, y0 = (max(0, int(v)) for v in seen.min(axis=0))
        x1, y1 = min(width, int(seen[:, 0].max()) + 2), min(height, int(seen[:, 1].max()) + 2)
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def _exposure(self, time_s: float) -> float:
        """How bright the picture is at that time: the meter wanders, the lamps flicker."""
        waves = np.sin(self._drift[:, 0] * time_s + self._drift[:, 1]).mean()
        hum = np.sin(self._hum * time_s)
        return float(np.exp(self.manner.drift * waves + self.manner.flicker * hum))


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _apart(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover the same pixels and more, no two of which meet."""
    found: list[Box] = []
    for box in boxes:
        while meeting := [each for each in found if _meet(each, box)]:
            for each in meeting:
                found.remove(each)
                box = (
                    min(box[0], each[0]),
                    min(box[1], each[1]),
                    max(box[2], each[2]),
                    max(box[3], each[3]),
                )
        found.append(box)
    return found
