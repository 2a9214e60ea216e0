"""What stays the same throughout a film: table, light, deck and camera's way of taking pictures."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from deck_variety import PLAIN_STYLE
from game_hands import Sprite, draw_sprite, hand_quad, lay_hand
from game_layout import Layout
from game_manner import Manner
from game_table import Stage, inside
from game_view import View
from scene_camera import Camera
from scene_canvas import NOBODY, Canvas, Sun, blend_into
from scene_cards import Sheen
from scene_decks import Deck, dress_deck
from scene_faces import Array, Art, level_for, with_alpha
from scene_light import Shot, draw_light, draw_shot, draw_sun, gleam, lit, metered, shoot
from scene_tables import draw_ground
from scene_things import draw_thing

EVEN = 120
"""The gain that stands for light as it is, in 8 bits."""

PAPER = 235
"""White of the cards that will lie on the table: the meter takes them into account."""


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """Everything of a film that does not move."""

    ground_bgr: Array
    """(h, w, 3) uint8: the empty table, as flat as it is painted."""
    gains: Array
    """(h, w, 3) uint8 of light, EVEN for as it is."""
    glow: Array
    """(h, w, 3) uint8 of reflected light."""
    develops: Shot
    """What the camera does to each pixel by itself, always alike."""
    lens: Shot
    """Its blur and its noise."""
    sun: Sun
    sheen: Sheen
    deck: Deck
    sprites: tuple[Sprite, ...]
    """By seat."""

    def developed(self, raw_bgr: Array, box: tuple[int, int, int, int]) -> Array:
        """A part of the picture, cut out of it at this box, as the camera would show it."""
        x0, y0, x1, y1 = box
        frame = cv2.multiply(raw_bgr, self.gains[y0:y1, x0:x1], scale=1 / EVEN)
        cv2.add(frame, self.glow[y0:y1, x0:x1], frame)
        return shoot(frame, self.develops, _UNUSED)


_UNUSED = np.random.default_rng(0)
"""`shoot` draws nothing of it where there is no noise."""


def draw_room(art: Art, stage: Stage, view: View, manner: Manner, rng: np.random.Generator) -> Room:
    """A table, its light, a deck as the art draws it, and hands for every seat."""
    camera = view.camera
    sun = draw_sun(rng, manner.light)
    ground = _ground(view, stage.layout, manner, sun, rng)
    sprites = tuple(draw_sprite(track.hand, camera.px_per_mm, rng) for track in stage.hands)
    owner = np.full(ground.shape[:2], NOBODY, np.int16)
    _hold(Canvas(ground, owner), stage.layout, view, sun, sprites)
    light = draw_light(rng, manner.light, camera.size_px)
    gains = lit(np.full_like(ground, EVEN), light)
    glow = gleam(np.zeros_like(ground), rng, manner.light)
    shot = draw_shot(rng, manner.shot)
    bright = ground.copy()
    bright[: len(bright) // 8] = PAPER
    shot = metered(shot, cv2.multiply(bright, gains, scale=1 / EVEN), rng)
    still = replace(shot, jpeg_quality=100, shake_px=0.0)
    height_px = level_for(camera.px_per_mm * 54)
    return Room(
        ground,
        gains,
        glow,
        replace(still, defocus_px=0.0, shrink=1.0, noise=0.0, sharpen=0.0),
        replace(still, gains_bgr=(1.0, 1.0, 1.0), gamma=1.0, saturation=1.0),
        sun,
        Sheen(0.25 * manner.light, float(rng.uniform(0.2, 0.8)) * manner.light),
        dress_deck([art], rng, height_px=height_px, style=PLAIN_STYLE),
        sprites,
    )


def bumped_room(room: Room, before: Camera, after: Camera) -> Room:
    """The room as the camera sees it after a knock; lamps and lens stay with the camera."""
    moved = after.plane_homography() @ np.linalg.inv(before.plane_homography())
    ground = cv2.warpPerspective(
        room.ground_bgr, moved, before.size_px, borderMode=cv2.BORDER_REFLECT_101
    )
    return replace(room, ground_bgr=ground)


def _ground(
    view: View, layout: Layout, manner: Manner, sun: Sun, rng: np.random.Generator
) -> Array:
    """The empty table, at times with its edge and the floor beyond, and things laid aside."""
    camera = view.camera
    top = draw_ground(camera, rng)
    if rng.random() < 0.5:
        floor = cv2.convertScaleAbs(draw_ground(camera, rng), None, float(rng.uniform(0.3, 0.7)))
        (width, height), (dx, dy) = layout.size_mm, rng.uniform(4, 40, 2)
        edge = ((-dx, -dy), (width + dx, -dy), (width + dx, height + dy), (-dx, height + dy))
        mask = np.zeros(top.shape[:2], np.uint8)
        outline = np.round(view.px(np.array(edge), 0.0) * 8).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 3)
        blend_into(floor, with_alpha(top, mask))
        top = floor
    canvas = Canvas(top, np.full(top.shape[:2], NOBODY, np.int16))
    for _ in range(int(rng.poisson(3 * manner.mess))):
        _lay_aside(canvas, view, layout, sun, rng)
    return top


def _lay_aside(
    canvas: Canvas, view: View, layout: Layout, sun: Sun, rng: np.random.Generator
) -> None:
    """Something that is no card, where no cards belong; nothing where there is no room."""
    zones = [np.array(zone.polygon_mm) for zone in layout.zones("ABCD"[: len(layout.seats)])]
    around = np.array([(x, y) for x in (-70, 0, 70) for y in (-70, 0, 70)], float)
    for _ in range(20):
        at = rng.uniform((0, 0), layout.size_mm)
        if not any(inside(at + around, zone).any() for zone in zones):
            x, y = at - view.aim_mm
            draw_thing(canvas, view.camera, sun, rng, (float(x), float(y)))
            return


def _hold(
    canvas: Canvas, layout: Layout, view: View, sun: Sun, sprites: tuple[Sprite, ...]
) -> None:
    """The hands in which the players hold their cards: beyond the edge, and always there."""
    for seat, sprite in zip(layout.seats, sprites, strict=True):
        x, y = np.subtract(seat.at(*seat.holds), view.aim_mm)
        quad = hand_quad((float(x), float(y)), seat.angle_deg, 20.0)
        lay_hand(canvas, view.camera, sprite.other, quad, sun)
