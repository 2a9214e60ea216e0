"""Stiff cards come to rest: each on the table and on those laid before it, through none of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linprog

from scene_faces import Array
from scene_layout import THICK_MM, Pile, Placement
from scene_polygons import turning
from traced_shapes import FLAT, Curl, upright_to

CLEARANCE_MM = 0.04
"""Air between cards, for contacts between the points that are compared."""
STEEPEST = 1.0
"""Rise over run of the steepest card."""


@dataclass(frozen=True, slots=True)
class CardBody:
    """What all cards of a deck are cut from."""

    size_mm: tuple[float, float]
    thick_mm: float


@dataclass(frozen=True, slots=True)
class Rested:
    """A card where it came to rest."""

    laid: Placement
    """Its lift, depth and tilt are not looked at."""
    order: int | None
    """Which card of the scene; None for one inside a pile."""
    curl: Curl
    body: CardBody
    height_mm: float = 0.0
    """Of the middle of its foot above the table."""
    slope: tuple[float, float] = (0.0, 0.0)
    """mm of rise a mm to the right, and a mm towards the player."""

    def turn(self) -> Array:
        """(3, 3) from the card's own axes to the table's."""
        normal = np.array((-self.slope[0], -self.slope[1], 1.0))
        about_z = np.eye(3)
        about_z[:2, :2] = turning(self.laid.angle_deg)
        turn: Array = upright_to(normal / np.linalg.norm(normal)) @ about_z
        return turn

    def at_mm(self) -> Array:
        """(3,) the middle of its foot."""
        return np.array((*self.laid.centre_mm, self.height_mm))

    def on_top_mm(self, shares: Array) -> Array:
        """(n, 3) mm of points on its face, given (n, 2) in shares -1 to 1 of its half size."""
        z = self.body.thick_mm + self.curl.rise_mm(shares[:, 0], shares[:, 1])
        own = np.column_stack((shares * np.asarray(self.body.size_mm) / 2, z))
        points: Array = own @ self.turn().T + self.at_mm()
        return points

    def corners_mm(self) -> Array:
        """(4, 3) corners of its face, clockwise from its own top left."""
        return self.on_top_mm(np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)), float))


def rest_cards(cards: Sequence[Rested]) -> list[Rested]:
    """The cards, lowest first, let down one after another."""
    rested: list[Rested] = []
    for card in cards:
        rested.append(rest_on(rested, card))
    return rested


def rest_on(below: Sequence[Rested], card: Rested) -> Rested:
    """The card let down on those below: as low as its middle can come with no point inside."""
    shares = _net()
    own_xy = _level(card, shares)
    near = [b for b in below if _distance(b, card) < float(np.hypot(*card.body.size_mm))]
    spots, floors, rises = [own_xy], [np.zeros(len(own_xy))], [_rise(card, shares)]
    for other in near:
        # Where mine lies over the other, and where the other's lies under me.
        theirs = _level(other, shares)
        for xy in (own_xy, theirs):
            on_me, on_other = _shares_of(card, xy), _shares_of(other, xy)
            both = (np.abs(on_me) <= 1.001).all(axis=1) & (np.abs(on_other) <= 1.001).all(axis=1)
            spots.append(xy[both])
            floors.append(_top_at(other, xy[both]) + CLEARANCE_MM)
            rises.append(_rise(card, on_me[both]))
    offsets = np.vstack(spots) - card.laid.centre_mm
    wanted = np.concatenate(floors) - np.concatenate(rises)
    planes = np.column_stack((np.ones(len(offsets)), offsets))
    bounds = [(None, None), (-STEEPEST, STEEPEST), (-STEEPEST, STEEPEST)]
    height, along_x, along_y = linprog((1, 0, 0), A_ub=-planes, b_ub=-wanted, bounds=bounds).x
    return replace(card, height_mm=float(height), slope=(float(along_x), float(along_y)))


def _net() -> Array:
    """(n, 2) shares -1 to 1 all over a card, its rim included."""
    return np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 13)), -1).reshape(-1, 2)


def _level(card: Rested, shares: Array) -> Array:
    """(n, 2) mm on the table below points of the card."""
    own = shares * np.asarray(card.body.size_mm) / 2
    spots: Array = own @ turning(card.laid.angle_deg).T + card.laid.centre_mm
    return spots


def _shares_of(card: Rested, xy: Array) -> Array:
    own = (xy - card.laid.centre_mm) @ turning(card.laid.angle_deg)
    shares: Array = own / (np.asarray(card.body.size_mm) / 2)
    return shares


def _rise(card: Rested, shares: Array) -> Array:
    return card.curl.rise_mm(shares[:, 0], shares[:, 1])


def _top_at(card: Rested, xy: Array) -> Array:
    """(n,) mm height of the card's face over spots of the table."""
    offsets = xy - card.laid.centre_mm
    foot = card.height_mm + offsets @ np.array(card.slope) + _rise(card, _shares_of(card, xy))
    top: Array = foot + card.body.thick_mm * np.sqrt(1 + card.slope[0] ** 2 + card.slope[1] ** 2)
    return top


def _distance(one: Rested, other: Rested) -> float:
    return float(np.hypot(*np.subtract(one.laid.centre_mm, other.laid.centre_mm)))


def cards_of(pile: Pile, body: CardBody, curl_mm: float, rng: np.random.Generator) -> list[Rested]:
    """The single cards of a layout, not yet at rest, those inside of its piles included.

    `curl_mm`: how far the cards of this deck are from flat, as a standard deviation.
    """
    cards: list[Rested] = []
    before: Placement | None = None
    for order, laid in enumerate(pile):
        for _ in range(_hidden(laid, before)):
            x, y = laid.centre_mm + rng.normal(0, 0.5, 2)
            inside = replace(laid, centre_mm=(float(x), float(y)))
            cards.append(Rested(inside, None, FLAT, body))
        bent = rng.normal(0, curl_mm, 3) * (1.0, 0.4, 0.3)
        curl = Curl(*(float(b) for b in bent)) if not _piled(laid) else FLAT
        cards.append(Rested(laid, order, curl, body))
        before = laid
    return cards


def _piled(laid: Placement) -> bool:
    return laid.depth_mm > THICK_MM + 1e-6


def _hidden(laid: Placement, before: Placement | None) -> int:
    """How many cards of a pile lie between this one and the one laid before it."""
    if not _piled(laid):
        return 0
    below_mm = before.depth_mm if before is not None and _piled(before) else 0.0
    return max(0, round((laid.depth_mm - below_mm) / THICK_MM) - 1)
