"""What else lies on or reaches over a traced table: slabs with a print, cups, arms."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from flat_things import card_box, paper, phone, playing_card, swatch
from hand_pose import Hand, Stick
from round_things import chips, coin
from scene_faces import Array, Bgr, as_bgr
from scene_polygons import turning
from thing_parts import Thing
from traced_shapes import FOOT, RIM, TOP, Mesh, placed, slab, stick, turned


@dataclass(frozen=True, slots=True)
class Grain:
    """Fine unevenness of a surface."""

    kind: str
    """`noise`, `weave` or `streaks`."""
    pitch_mm: float
    depth_mm: float
    shade: float = 0.0
    """How much darker its hollows are, 0 to 1."""

    def times(self, size: float) -> "Grain":
        """The same so many times as coarse."""
        return replace(self, pitch_mm=self.pitch_mm * size, depth_mm=self.depth_mm * size)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a surface is made of."""

    bgr: Bgr = (0, 0, 0)
    picture: Array | None = None
    """(h, w, 3) uint8 BGR instead of the colour."""
    roughness: float = 0.5
    coat: float = 0.0
    """Clear lacquer over it, 0 to 1."""
    coat_roughness: float = 0.1
    metal: float = 0.0
    fuzz: float = 0.0
    """Fibres that catch light from the side, 0 to 1."""
    grain: Grain | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """Something in the scene."""

    meshes: tuple[Mesh, ...]
    """Convex ones, or such as hide what their hull hides."""
    looks: dict[int, Look]
    """Of TOP, RIM and FOOT; what is missing looks like its TOP."""
    fuse_mm: float = 0.0
    """Above 0 its meshes are melted into one surface with details of this size."""


PRINTED: tuple[tuple[Callable[[np.random.Generator], Thing], float, Look], ...] = (
    (phone, 9.0, Look(roughness=0.3, coat=1.0, coat_roughness=0.03)),
    (chips, 0.0, Look(roughness=0.5, coat=0.2)),
    (coin, 0.0, Look(roughness=0.4, metal=0.85)),
    (card_box, 1.0, Look(roughness=0.5, coat=0.3)),
    (playing_card, 3.0, Look(roughness=0.5, coat=0.2)),
    (paper, 0.3, Look(roughness=0.9)),
    (swatch, 2.0, Look(roughness=0.5, coat=0.3)),
)
"""What draws the face of a thing, the radius of its corners in mm, and what it is made of."""


SKIN_BGR = (0.92, 0.95, 1.03)
"""What light that goes through skin adds to its colour."""


def draw_solid(rng: np.random.Generator) -> tuple[Solid, float]:
    """A thing that is no card, standing in the origin, and the radius in mm it takes up."""
    if rng.random() < 0.3:
        return _cup(rng)
    draw, corner_mm, look = PRINTED[int(rng.integers(len(PRINTED)))]
    thing = draw(rng)
    return _printed(thing, corner_mm, look), float(np.hypot(*thing.size_mm)) / 2


def moved_to(solid: Solid, at_mm: tuple[float, float], angle_deg: float) -> Solid:
    """The solid turned and brought to its place on the table."""
    about_z = np.eye(3)
    about_z[:2, :2] = turning(angle_deg)
    at = np.array((*at_mm, 0.0))
    return replace(solid, meshes=tuple(placed(mesh, about_z, at) for mesh in solid.meshes))


def _printed(thing: Thing, corner_mm: float, look: Look) -> Solid:
    """A flat picture of a thing as a plate or a disc as thick as the thing is high."""
    thick = max(thing.height_mm, 0.25)
    bevel = min(0.4, thick / 3)
    if thing.is_round:
        radius = thing.size_mm[0] / 2
        profile = [(radius - bevel, 0.0), (radius, bevel), (radius, thick - bevel)]
        mesh = turned([*profile, (radius - bevel, thick)])
    else:
        mesh = slab(thing.size_mm, thick, radius_mm=corner_mm, bevel_mm=bevel)
    top = replace(look, picture=np.ascontiguousarray(thing.face_bgra[..., :3]))
    side = replace(look, bgr=thing.side_bgr)
    return Solid((mesh,), {TOP: top, RIM: side, FOOT: side})


def _cup(rng: np.random.Generator) -> tuple[Solid, float]:
    """A cup, mug or small bowl with something in it."""
    radius = float(rng.uniform(24, 44))
    height = radius * float(rng.uniform(0.7, 2.2))
    foot = radius * float(rng.uniform(0.6, 0.95))
    wall = float(rng.uniform(1.8, 3.5))
    filled = height * float(rng.uniform(0.4, 0.9))
    inner_foot = foot + (radius - foot) * filled / height - wall
    outside = [(foot - 1, 0.0), (foot, 1.0), (radius, height - 1), (radius - 0.4, height)]
    inside = [(radius - wall + 0.4, height), (radius - wall, height - 1), (inner_foot, filled)]
    glaze = as_bgr(
        np.asarray(((235, 238, 240), (190, 205, 215), (60, 60, 62), (140, 90, 50), (50, 60, 150)))[
            int(rng.integers(5))
        ]
        + rng.normal(0, 10, 3)
    )
    drink = ((20, 30, 50), (60, 120, 190), (40, 90, 60), (215, 225, 225))[int(rng.integers(4))]
    china = Look(glaze, roughness=0.25, coat=0.8, coat_roughness=0.05)
    tea = Look(as_bgr(drink), roughness=0.08)
    return Solid((turned([*outside, *inside]),), {TOP: tea, RIM: china, FOOT: china}), radius


def arm(
    hand: Hand, centre_mm: tuple[float, float], angle_deg: float, lift_mm: float
) -> list[Solid]:
    """A hand and its forearm; `lift_mm`: how high its lowest point is over the table."""
    about_z = turning(angle_deg)
    base = lift_mm + 20.0

    def limbs(sticks: tuple[Stick, ...]) -> tuple[Mesh, ...]:
        made = []
        for part in sticks:
            ends = []
            for x, y in (part.start, part.end):
                flat = about_z @ np.array((x, y)) + centre_mm
                # The elbow is held higher than the hand.
                ends.append(np.array((*flat, base + part.height + 0.25 * max(0.0, y - 40))))
            made.append(stick(ends[0], ends[1], 0.9 * part.start_radius, 0.9 * part.end_radius))
        return tuple(made)

    tone = np.asarray(hand.skin_bgr) * SKIN_BGR
    skin = Look(as_bgr(tone), roughness=0.5, grain=Grain("noise", 1.2, 0.12, 0.12))
    cloth = Look(
        as_bgr(hand.sleeve_bgr), roughness=0.9, fuzz=0.3, grain=Grain("noise", 14.0, 3.0, 0.1)
    )
    solids = [Solid(limbs(hand.skin), {TOP: skin}, fuse_mm=2.0)]
    if hand.sleeve:
        solids.append(Solid(limbs(hand.sleeve), {TOP: cloth}, fuse_mm=4.0))
    return solids
