"""One whole scene: spec and generator in, picture and labels out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hand_pose import pose_hand
from scene_camera import Camera, look_down
from scene_canvas import NOBODY, Canvas, Sun
from scene_cards import SeenCard, Sheen, draw_cards, seen_cards
from scene_decks import Deck, dress_deck, with_jokers
from scene_faces import Array, Art, level_for
from scene_hands import draw_hand
from scene_layout import BACK, Placement, fan, moved
from scene_light import draw_light, draw_shot, draw_sun, gleam, lit, metered, shoot
from scene_plan import DIFFICULTIES, MIXED, Difficulty, SceneSpec, draw_kind, lay_out
from scene_stretch import stretched, taken_size
from scene_tables import draw_table
from scene_things import draw_thing


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A finished picture and everything known about it."""

    frame_bgr: Array
    """(h, w, 3) uint8."""
    owner: Array
    """(h, w) int16: the `order` of the card each pixel shows, or -1."""
    cards: tuple[SeenCard, ...]
    kind: str
    sources: tuple[str, ...]
    """Art folders the deck is drawn from."""


def draw_spec(
    rng: np.random.Generator, size_px: tuple[int, int] = (1920, 1080), difficulty: str = "mixed"
) -> SceneSpec:
    """What the next scene shall be; difficulty is a key of DIFFICULTIES, or `mixed`."""
    name = str(rng.choice(MIXED)) if difficulty == "mixed" else difficulty
    hard, kind = DIFFICULTIES[name], draw_kind(rng)
    bare = hard.bare > 0 and rng.random() < hard.bare
    return SceneSpec(size_px, hard, "empty" if bare else kind)


def make_scene(arts: Sequence[Art], spec: SceneSpec, rng: np.random.Generator) -> Scene:
    """The scene of this spec in a deck of its own; the same generator gives the same scene."""
    hard, size_px = spec.difficulty, spec.size_px
    if hard.stretch:
        spec = replace(spec, size_px=taken_size(size_px, hard.stretch, rng))
    camera = draw_camera(spec, rng)
    card_height_px = camera.px_per_mm * 54
    deck = dress_deck(arts, rng, height_px=level_for(card_height_px), strength=hard.variety)
    if spec.jokers:
        deck = with_jokers(deck, spec.jokers)
    sun = draw_sun(rng, hard.light)
    sheen = Sheen(chance=0.3 * hard.light, veil=float(rng.uniform(0.2, 1)) * hard.light)
    ground = draw_table(camera, rng, hard.black, hard.clutter, hard.tiled)
    canvas = Canvas(ground, np.full(spec.size_px[::-1], NOBODY, np.int16))
    pile = table_pile(spec.kind, deck, camera, rng)
    things = int(rng.poisson(hard.things * (2 if spec.kind == "empty" else 1)))
    below = things // 2
    _lay_things(canvas, camera, sun, rng, below, 0.45)
    quads = draw_cards(canvas, camera, deck, pile, sun=sun, sheen=sheen, rng=rng)
    _lay_things(canvas, camera, sun, rng, things - below, 0.5)
    pile = pile + _reach_over(canvas, camera, deck, pile, quads, sun, sheen, hard, rng)
    frame = lit(canvas.frame_bgr, draw_light(rng, hard.light, spec.size_px))
    frame = gleam(frame, rng, hard.light)
    shot = metered(draw_shot(rng, hard.shot), frame, rng)
    frame = shoot(frame, shot, rng)
    cards = seen_cards([p.printed[0] for p in pile], quads, canvas.owner)
    owner = canvas.owner
    if hard.stretch:
        frame, owner, cards = stretched(frame, owner, cards, size_px)
    return Scene(frame, owner, cards, spec.kind, deck.sources)


def draw_camera(spec: SceneSpec, rng: np.random.Generator) -> Camera:
    """A camera within the difficulty's limits."""
    hard = spec.difficulty
    low, high = np.log(hard.card_width_px)
    least_deg, most_deg = hard.tilt_deg
    width_px = float(np.exp(rng.uniform(low, high))) * spec.size_px[0] / 1920
    return look_down(
        spec.size_px,
        card_width_px=max(width_px, min(18.0, hard.card_width_px[0])),
        tilt_deg=least_deg + (most_deg - least_deg) * float(rng.beta(1.2, 1.6)),
        towards_deg=float(rng.choice((0, 0, 180, 90, -90)) + rng.normal(0, 25)),
        turn_deg=_camera_turn_deg(rng),
        bend=float(rng.uniform(-hard.bend, hard.bend * 0.5)),
        focal=float(rng.uniform(0.7, 1.4)),
    )


def _camera_turn_deg(rng: np.random.Generator) -> float:
    """Half of the cameras hang square to the table, half as it came: photographs from any side."""
    return float(rng.normal(0, 4) if rng.random() < 0.5 else rng.uniform(-180, 180))


def table_pile(kind: str, deck: Deck, camera: Camera, rng: np.random.Generator) -> list[Placement]:
    """The cards as seen from any side, mostly from a seat, and not quite centred."""
    width, height = camera.view_mm
    turn_deg = float(rng.choice((0, 180, 90, 270), p=(0.45, 0.35, 0.1, 0.1)))
    seen_mm = (width, height) if turn_deg in (0, 180) else (height, width)
    pile = lay_out(kind, deck.cards, seen_mm, rng)
    centre = rng.normal(0, 15, 2)
    return moved(pile, (float(centre[0]), float(centre[1])), turn_deg)


def _lay_things(
    canvas: Canvas, camera: Camera, sun: Sun, rng: np.random.Generator, count: int, reach: float
) -> None:
    for _ in range(count):
        x, y = rng.uniform(-reach, reach, 2) * camera.view_mm
        draw_thing(canvas, camera, sun, rng, (float(x), float(y)))


def _reach_over(
    canvas: Canvas,
    camera: Camera,
    deck: Deck,
    pile: Sequence[Placement],
    quads: list[Array],
    sun: Sun,
    sheen: Sheen,
    hard: Difficulty,
    rng: np.random.Generator,
) -> list[Placement]:
    """Draws hands over the scene; gives the cards they hold, whose quads are added to `quads`."""
    held: list[Placement] = []
    unused = [c for c in deck.cards if c not in {p.printed for p in pile}]
    view = np.asarray(camera.view_mm)
    arm_mm = max(900.0, 1.3 * float(np.hypot(*view)))
    for _ in range(int(rng.poisson(hard.hands))):
        x, y = rng.normal(0, 0.3, 2) * view
        if pile and rng.random() < 0.6:
            x, y = pile[int(rng.integers(len(pile)))].centre_mm + rng.normal(0, 25, 2)
        angle_deg = from_seat(x / view[0], y / view[1], rng)
        a = np.radians(angle_deg)
        ahead = np.array((np.sin(a), -np.cos(a)))
        if rng.random() < 0.4:
            tip = np.array((x, y)) + ahead * 82
            some = _held_cards(unused, tip, angle_deg, rng)
            quads += draw_cards(
                canvas,
                camera,
                deck,
                some,
                sun=sun,
                sheen=sheen,
                rng=rng,
                first_order=len(quads),
            )
            held += some
            taken = {p.printed for p in some}
            unused = [c for c in unused if c not in taken]
        draw_hand(
            canvas,
            camera,
            pose_hand(rng, arm_mm),
            sun,
            rng,
            centre_mm=(float(x), float(y)),
            angle_deg=angle_deg,
            lift_mm=float(rng.uniform(15, 70)),
            swing_px=float(rng.uniform(0, 16)) * camera.px_per_mm / 2 * (rng.random() < 0.25),
        )
    return held


def from_seat(x: float, y: float, rng: np.random.Generator) -> float:
    """The angle of an arm whose hand is at this share of the view: mostly from the nearer side."""
    if rng.random() < 0.25:
        x, y = -x, -y
    if abs(x) > abs(y) and rng.random() < 0.6:
        seat_deg = 90.0 if x < 0 else -90.0
    else:
        seat_deg = 0.0 if y > 0 else 180.0
    return seat_deg + float(rng.normal(0, 24))


def _held_cards(
    unused: Sequence[tuple[str, int]], tip_mm: Array, angle_deg: float, rng: np.random.Generator
) -> list[Placement]:
    """One card between the fingers, or the cards of a hand in a fan."""
    at = (float(tip_mm[0]), float(tip_mm[1]))
    if rng.random() < 0.35:
        cards = [BACK] * int(rng.integers(2, 9))
        if rng.random() < 0.3 and unused:
            picks = rng.permutation(len(unused))[: len(cards)]
            cards = [unused[int(i)] for i in picks]
        return moved(fan(cards, rng, lift_mm=30.0), at, angle_deg)
    card = unused[int(rng.integers(len(unused)))] if unused and rng.random() < 0.7 else BACK
    placed = Placement(card, (0.0, 0.0), float(rng.normal(0, 25)), 12.0, tilt_mm=4.0)
    return [replace(p, lift_mm=12.0) for p in moved([placed], at, angle_deg)]
