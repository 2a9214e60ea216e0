"""A traced scene before any light falls on it: its solids, lamps and camera, and its labels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from hand_pose import pose_hand
from scene_camera import Camera
from scene_canvas import NOBODY
from scene_cards import SeenCard, rounded_outline, seen_cards
from scene_compose import draw_camera, from_seat, table_pile
from scene_decks import Deck, dress_deck
from scene_faces import Array, Art, as_bgr, level_for
from scene_plan import Difficulty, SceneSpec, draw_kind
from scene_tables import GROUNDS
from traced_light import Exposure, Lighting, draw_exposure, draw_lighting
from traced_rest import CardBody, Rested, cards_of, rest_cards
from traced_shapes import FOOT, RIM, TOP, placed, slab
from traced_things import Grain, Look, Solid, arm, draw_solid, moved_to

TRACED = Difficulty(
    card_width_px=(46, 100),
    tilt_deg=(0, 24),
    bend=0.0,
    light=0.5,
    shot=0.3,
    hands=0.45,
    things=2.5,
    variety=1.0,
)
"""Tables as phones and webcams see them; light and shot are traced's own."""
SURFACES = {
    "fuzz": Look(roughness=0.95, fuzz=0.6, grain=Grain("noise", 1.6, 0.5, 0.27)),
    "felt": Look(roughness=0.95, fuzz=0.4, grain=Grain("noise", 0.9, 0.25, 0.22)),
    "grain": Look(roughness=0.4, grain=Grain("streaks", 2.0, 0.05, 0.12)),
    "speckle": Look(roughness=0.3, grain=Grain("noise", 1.5, 0.02, 0.12)),
    "weave": Look(roughness=0.85, fuzz=0.2, grain=Grain("weave", 1.3, 0.2, 0.17)),
    "mesh": Look(roughness=0.8, grain=Grain("weave", 3.5, 0.6, 0.12)),
}
"""What a ground with each of the weaves of scene_tables.py is made of."""
MATT = ("newspaper", "cardboard")
"""Grounds of paper, whatever their weave is."""
THICK_MM = 40.0
FLOOR_MM = -720.0


@dataclass(frozen=True, slots=True, eq=False)
class Staged:
    """Everything a path tracer needs to know, and what the picture will show."""

    camera: Camera
    aperture_mm: float
    """Width of the lens's opening; what is near or far blurs with it."""
    solids: tuple[Solid, ...]
    lighting: Lighting
    exposure: Exposure
    owner: Array
    """(h, w) int16: the `order` of the card each pixel shows, or -1."""
    cards: tuple[SeenCard, ...]
    kind: str
    sources: tuple[str, ...]


def stage(
    arts: Sequence[Art], rng: np.random.Generator, size_px: tuple[int, int], as_drawn: bool
) -> Staged:
    """A table with cards at rest on it; the same generator gives the same one."""
    hard = replace(TRACED, variety=0.0) if as_drawn else TRACED
    spec = SceneSpec(size_px, hard, draw_kind(rng))
    camera = draw_camera(spec, rng)
    # Textures are looked at a little closer than the middle of the table, and never enlarged.
    level = level_for(camera.px_per_mm * 54 * 1.5)
    deck = dress_deck(arts, rng, height_px=level, strength=hard.variety)
    if as_drawn:
        deck = with_own_back(deck, arts)
    pile = table_pile(spec.kind, deck, camera, rng)
    body = CardBody((33.0, deck.style.height_mm), float(rng.uniform(0.5, 0.9)))
    cards = rest_cards(cards_of(pile, body, float(rng.uniform(0.05, 0.45)), rng))
    things = things_beside(rng, cards, camera, int(rng.poisson(hard.things)))
    arms = _arms(rng, cards, camera, int(rng.poisson(hard.hands)))
    radius = deck.style.corner_radius
    outline = rounded_outline(radius, radius * 33.0 / body.size_mm[1]) * 2 - 1
    owner = owners(camera, cards, outline, (*things, *arms))
    quads = {c.order: camera.project(c.corners_mm()) for c in cards if c.order is not None}
    faces = [laid.printed[0] for laid in pile]
    return Staged(
        camera,
        float(rng.uniform(0.8, 4.0)),
        (*_table(rng, cards, camera), *_card_solids(rng, cards, deck), *things, *arms),
        draw_lighting(rng, camera.view_mm[0] / 2),
        draw_exposure(rng),
        owner,
        seen_cards(faces, [quads[i] for i in range(len(faces))], owner),
        spec.kind,
        deck.sources,
    )


def owners(camera: Camera, cards: Sequence[Rested], outline: Array, over: Sequence[Solid]) -> Array:
    """(h, w) int16: which card each pixel shows, or -1.

    `outline`: (n, 2) of a card in shares -1 to 1 of its half size; `over`: what lies over cards.
    """
    owner = np.full(camera.size_px[::-1], NOBODY, np.int16)
    for card in cards:
        order = NOBODY if card.order is None else card.order
        _fill(owner, camera.project(card.on_top_mm(outline)), order)
    for solid in over:
        for mesh in solid.meshes:
            seen = camera.project(mesh.points_mm).astype(np.float32)
            _fill(owner, cv2.convexHull(seen)[:, 0], NOBODY)
    return owner


def _fill(owner: Array, outline_px: Array, order: int) -> None:
    points = np.round(np.clip(outline_px, -8000, 8000) * 16).astype(np.int32)
    cv2.fillPoly(owner, [points], order, cv2.LINE_8, 4)


def with_own_back(deck: Deck, arts: Sequence[Art]) -> Deck:
    """The deck with the back its art folder draws, if one does."""
    # Of several, `back.png` comes last: `back-blue.png` sorts before it.
    backs = [art.drawings["back"][-1:] for art in arts if "back" in art.drawings]
    return replace(deck, drawings={**deck.drawings, "back": backs[0]}) if backs else deck


def _card_solids(rng: np.random.Generator, cards: Sequence[Rested], deck: Deck) -> list[Solid]:
    """Each card as a plate of plastic with its face or its back up."""
    gloss = deck.style.gloss
    plastic = Look(
        roughness=0.65 - 0.25 * gloss,
        coat=max(0.0, gloss - 0.25),
        coat_roughness=float(rng.uniform(0.28, 0.45)),
    )
    edge = replace(plastic, bgr=as_bgr(np.asarray(deck.style.edge_bgr) * 0.9))
    looks: dict[tuple[str, int], Look] = {}
    solids = []
    for card in cards:
        printed = card.laid.printed
        if printed not in looks:
            picture = np.ascontiguousarray(deck.texture(printed)[..., :3])
            looks[printed] = replace(plastic, picture=picture)
        mesh = slab(
            card.body.size_mm,
            card.body.thick_mm,
            radius_mm=deck.style.corner_radius * card.body.size_mm[0],
            bevel_mm=0.3 * card.body.thick_mm,
            curl=card.curl,
        )
        mesh = placed(mesh, card.turn(), card.at_mm())
        solids.append(Solid((mesh,), {TOP: looks[printed], RIM: edge, FOOT: edge}))
    return solids


def _table(rng: np.random.Generator, cards: Sequence[Rested], camera: Camera) -> list[Solid]:
    """The table top, wide enough for all cards, and the floor below it."""
    half = np.asarray(camera.view_mm) * rng.uniform(0.62, 1.7, 2)
    if cards:
        half = np.maximum(half, np.abs([c.laid.centre_mm for c in cards]).max(axis=0) + 60)
    top = slab(
        (2 * float(half[0]), 2 * float(half[1])),
        THICK_MM,
        radius_mm=float(rng.uniform(4, 80)),
        bevel_mm=3.0,
    )
    ground = _ground(rng, (2 * float(half[0]), 2 * float(half[1])))
    floor = slab((8000.0, 8000.0), 20.0, radius_mm=10.0, bevel_mm=3.0)
    return [
        Solid((placed(top, np.eye(3), np.array((0, 0, -THICK_MM))),), {TOP: ground}),
        Solid(
            (placed(floor, np.eye(3), np.array((0, 0, FLOOR_MM))),),
            {TOP: _ground(rng, (8000.0, 8000.0))},
        ),
    ]


def _ground(rng: np.random.Generator, size_mm: tuple[float, float]) -> Look:
    """What a table top or a floor of this size is covered with."""
    names = list(GROUNDS)
    odds = np.array([GROUNDS[name][0] for name in names])
    name = str(rng.choice(names, p=odds / odds.sum()))
    ground = GROUNDS[name][1]
    scale = min(2.5, 2400 / max(size_mm))
    width, height = (max(64, round(side * scale)) for side in size_mm)
    paint = ground.paint(rng, height, width, scale)
    surface = SURFACES[ground.weave]
    coarse = float(rng.uniform(0.7, 1.6))
    smoothest = 0.8 if name in MATT else 0.15
    roughness = float(np.clip(surface.roughness + rng.normal(0, 0.07), smoothest, 1))
    return replace(
        surface,
        picture=paint,
        roughness=roughness,
        grain=surface.grain and surface.grain.times(coarse),
    )


def things_beside(
    rng: np.random.Generator, cards: Sequence[Rested], camera: Camera, count: int
) -> list[Solid]:
    """Things beside the cards; what finds no room is left away."""
    taken = [(c.laid.centre_mm, 0.5 * float(np.hypot(*c.body.size_mm))) for c in cards]
    solids = []
    for _ in range(count):
        solid, radius = draw_solid(rng)
        for _ in range(12):
            x, y = (float(v) for v in rng.uniform(-0.5, 0.5, 2) * camera.view_mm)
            if all(np.hypot(x - cx, y - cy) > radius + r for (cx, cy), r in taken):
                solids.append(moved_to(solid, (x, y), float(rng.uniform(0, 360))))
                taken.append(((x, y), radius))
                break
    return solids


def _arms(
    rng: np.random.Generator, cards: Sequence[Rested], camera: Camera, count: int
) -> list[Solid]:
    """Hands with their forearms that reach in over the cards."""
    view = np.asarray(camera.view_mm)
    highest = max((float(c.corners_mm()[:, 2].max()) for c in cards), default=0.0)
    solids: list[Solid] = []
    for _ in range(min(count, 2)):
        x, y = (float(v) for v in rng.normal(0, 0.3, 2) * view)
        hand = pose_hand(rng, max(700.0, 1.2 * float(np.hypot(*view))))
        lift_mm = highest + float(rng.uniform(4, 40))
        solids += arm(hand, (x, y), from_seat(x / view[0], y / view[1], rng), lift_mm)
    return solids
