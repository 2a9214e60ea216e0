"""The cards of a scene drawn lowest first, and what of each can still be seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scene_camera import Camera
from scene_canvas import Canvas, Sun, paste
from scene_decks import Deck
from scene_faces import Array, as_bgr, with_alpha
from scene_layout import Placement, corners_mm
from scene_polygons import area_px
from vision.calibration import CARD_MM


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """One card of a finished picture."""

    face: str
    quad_px: Array
    """(4, 2) float: corners clockwise, the top left of the card's own upright first, unclipped."""
    visible: float
    """Share of its area that the picture shows, after cards, hands, things and the frame's edge."""
    order: int
    """Higher lies over lower; also the card's value in the owner image."""


@dataclass(frozen=True, slots=True)
class Sheen:
    """How the lamp shows in glossy cards."""

    chance: float
    """Of a card to catch it."""
    veil: float
    """How white a card that catches it gets, 0 to 1."""


def draw_cards(
    canvas: Canvas,
    camera: Camera,
    deck: Deck,
    pile: Sequence[Placement],
    *,
    sun: Sun,
    sheen: Sheen,
    rng: np.random.Generator,
    first_order: int = 0,
) -> list[Array]:
    """The (4, 2) quads of the placed cards, drawn with orders counted from first_order."""
    card_mm = (CARD_MM[0], deck.style.height_mm)
    radius = deck.style.corner_radius
    outline = rounded_outline(radius, radius * card_mm[0] / card_mm[1])
    quads = []
    for i, placed in enumerate(pile):
        top, foot = corners_mm(placed, card_mm)
        printed = placed.printed
        if printed[0] == "back":
            # The backs of a deck are one print, but no two are scratched alike.
            printed = ("back", int(rng.integers(5)))
        face = _lit(deck.texture(printed), deck.style.gloss, sheen, rng)
        is_pile = placed.depth_mm > 2
        side = np.asarray(deck.style.edge_bgr) * (0.62 if is_pile else 0.8)
        quads.append(
            paste(
                canvas,
                camera,
                face,
                top,
                foot,
                sun=sun,
                owner=first_order + i,
                outline=outline,
                side_bgr=as_bgr(side),
            )
        )
    return quads


def rounded_outline(radius_x: float, radius_y: float) -> Array:
    """(16, 2) outline of a rounded rectangle across its box, in 0 to 1, clockwise."""
    turns = np.radians((0, 30, 60, 90))
    arc = np.stack((-np.cos(turns), -np.sin(turns)), axis=1)
    radius = np.array((radius_x, radius_y))
    corners = []
    for quarter, corner in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        turned = arc @ np.array(((c, s), (-s, c)))
        inward = np.where(np.array(corner) == 0, radius, 1 - radius)
        corners.append(inward + turned * radius)
    return np.vstack(corners)


def _lit(face_bgra: Array, gloss: float, sheen: Sheen, rng: np.random.Generator) -> Array:
    """The card as it faces the lamps: a little brighter or darker, here and there washed out."""
    h, w = face_bgra.shape[:2]
    gain = float(rng.normal(1, 0.03))
    veil = 0.0
    if rng.random() < sheen.chance * (0.4 + gloss):
        veil = sheen.veil * float(rng.beta(1.5, 2)) * 230
    ramp = rng.normal(0, 0.02, (2, 2)) + gain
    gains = cv2.resize(ramp.astype(np.float32), (w, h))
    colour = cv2.multiply(face_bgra[..., :3], cv2.merge((gains, gains, gains)), dtype=cv2.CV_8U)
    if veil > 2:
        # Often the whole card mirrors a bright wall or sky, sometimes only a part a lamp.
        uneven = float(rng.choice((0.3, 1.0)))
        corner = (1 - uneven * rng.uniform(0, 1, (3, 2))) * veil
        haze = cv2.resize(corner.astype(np.float32), (w, h), None, 0, 0, cv2.INTER_LINEAR)
        share = np.clip(haze / 255, 0, 0.85)[..., None]
        colour = (colour * (1 - share) + np.float32(238) * share).astype(np.uint8)
    return with_alpha(colour, face_bgra[..., 3])


def seen_cards(
    faces: Sequence[str], quads_px: Sequence[Array], owner: Array
) -> tuple[SeenCard, ...]:
    """What can be seen of each card, by the owner image; cards wholly outside are left out."""
    shifted = (owner + 1).view(np.uint16)
    bins = len(faces) + 1
    counts = cv2.calcHist([shifted], [0], None, [bins], [0, bins]).ravel()[1:]
    height, width = owner.shape
    seen = []
    for order, (face, quad) in enumerate(zip(faces, quads_px, strict=True)):
        outside = (quad.max(axis=0) < 0).any() or (quad.min(axis=0) > (width, height)).any()
        if outside:
            continue
        visible = min(1.0, float(counts[order]) / max(1.0, area_px(quad)))
        seen.append(SeenCard(face, quad, visible, order))
    return tuple(seen)
