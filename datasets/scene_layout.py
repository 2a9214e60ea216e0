"""Where cards lie: piles, rows, fans and heaps as lists of placements, the lowest card first."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scene_decks import Printed
from scene_faces import Array
from scene_polygons import turning
from vision.calibration import CARD_MM

THICK_MM = 0.9
BACK: Printed = ("back", 0)


@dataclass(frozen=True, slots=True)
class Placement:
    """One card on the table."""

    printed: Printed
    centre_mm: tuple[float, float]
    angle_deg: float
    """Of the card's own upright; 0 looks at the player at the lower edge, clockwise."""
    lift_mm: float = 0.0
    """Of the card's lower side above the table."""
    depth_mm: float = THICK_MM
    """Thickness of the card, or of a whole pile of which it is the top."""
    tilt_mm: float = 0.0
    """How much higher its upper end lies than its lower end."""


Pile = list[Placement]


def row(
    cards: Sequence[Printed],
    rng: np.random.Generator,
    *,
    step_mm: float,
    tidy: float,
    left_on_top: bool = False,
) -> Pile:
    """Cards side by side around the origin; a step below the card's width makes them overlap."""
    xs = (np.arange(len(cards)) - (len(cards) - 1) / 2) * step_mm
    overlaps = step_mm < CARD_MM[0]
    placed = [
        Placement(
            printed,
            (float(x + rng.normal(0, 2.2 * (1 - tidy))), float(rng.normal(0, 3.0 * (1 - tidy)))),
            float(rng.normal(0, 5 * (1 - tidy))),
            lift_mm=0.5 * (i > 0) * overlaps,
        )
        for i, (printed, x) in enumerate(zip(cards, xs, strict=True))
    ]
    return placed[::-1] if left_on_top else placed


def stack(cards: Sequence[Printed], rng: np.random.Generator, *, spread_mm: float) -> Pile:
    """Cards on one another, each a little further: a ppuk of three, a matched pair."""
    way = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        way = rng.choice((0, np.pi / 2, np.pi, -np.pi / 2)) + rng.normal(0, 0.15)
    return [
        Placement(
            printed,
            (
                float(i * spread_mm * np.cos(way) + rng.normal(0, 1.2)),
                float(i * spread_mm * np.sin(way) + rng.normal(0, 1.2)),
            ),
            float(rng.normal(0, 6)),
            lift_mm=i * THICK_MM,
        )
        for i, printed in enumerate(cards)
    ]


def stock(height: int, rng: np.random.Generator) -> Pile:
    """A pile of backs; a few lower ones stick out."""
    height = max(1, height)
    lower = [
        Placement(
            BACK,
            (float(rng.normal(0, 2.0)), float(rng.normal(0, 2.0))),
            float(rng.normal(0, 4)),
            lift_mm=float(lift_mm),
            depth_mm=float(lift_mm) + THICK_MM,
        )
        for lift_mm in sorted(rng.uniform(0, height * THICK_MM, int(rng.integers(0, 4))))
    ]
    top_mm = (height - 1) * THICK_MM
    return [*lower, Placement(BACK, (0, 0), float(rng.normal(0, 1)), top_mm, top_mm + THICK_MM)]


def fan(cards: Sequence[Printed], rng: np.random.Generator, *, lift_mm: float = 0.0) -> Pile:
    """Cards in an arc around a hand below the origin."""
    step_deg = float(rng.uniform(7, 15))
    radius_mm = float(rng.uniform(70, 130))
    placed = []
    for i, printed in enumerate(cards):
        a_deg = (i - (len(cards) - 1) / 2) * step_deg + float(rng.normal(0, 1.2))
        a = np.radians(a_deg)
        centre = (radius_mm * np.sin(a), radius_mm * (1 - np.cos(a)))
        placed.append(
            Placement(
                printed,
                (float(centre[0]), float(centre[1])),
                a_deg,
                lift_mm=lift_mm + 0.5 * i,
                tilt_mm=0.3 * lift_mm,
            )
        )
    return placed


def heap(cards: Sequence[Printed], rng: np.random.Generator, *, reach_mm: float) -> Pile:
    """Cards thrown together."""
    centres = rng.normal(0, reach_mm / 2, (len(cards), 2))
    return [
        Placement(
            printed,
            (float(x), float(y)),
            float(rng.uniform(-180, 180)),
            lift_mm=float(rng.uniform(0, 2.5)),
            tilt_mm=float(rng.normal(0, 1.5)),
        )
        for printed, (x, y) in zip(cards, centres, strict=True)
    ]


def scatter(
    cards: Sequence[Printed],
    rng: np.random.Generator,
    *,
    area_mm: tuple[float, float],
    turn_deg: float,
) -> Pile:
    """Cards apart from one another as far as the area allows, turned up to turn_deg."""
    columns = max(1, round(np.sqrt(len(cards) * area_mm[0] / max(area_mm[1], 1) * 54 / 33)))
    rows = -(-len(cards) // columns)
    cells = rng.permutation(columns * rows)[: len(cards)]
    cell_mm = np.array((area_mm[0] / columns, area_mm[1] / rows))
    slack_mm = np.maximum(cell_mm - CARD_MM, 4.0)
    placed = []
    for printed, cell in zip(cards, cells, strict=True):
        middle = (np.array((cell % columns, cell // columns)) + 0.5) * cell_mm - np.array(
            area_mm
        ) / 2
        x, y = middle + rng.uniform(-0.4, 0.4, 2) * slack_mm
        angle = float(rng.uniform(-turn_deg, turn_deg)) + 180.0 * (rng.random() < 0.15)
        placed.append(Placement(printed, (float(x), float(y)), angle))
    return placed


def moved(pile: Pile, centre_mm: tuple[float, float], angle_deg: float) -> Pile:
    """The pile turned about the origin, then brought to its place."""
    a = np.radians(angle_deg)
    c, s = float(np.cos(a)), float(np.sin(a))
    return [
        Placement(
            p.printed,
            (
                centre_mm[0] + c * p.centre_mm[0] - s * p.centre_mm[1],
                centre_mm[1] + s * p.centre_mm[0] + c * p.centre_mm[1],
            ),
            p.angle_deg + angle_deg,
            p.lift_mm,
            p.depth_mm,
            p.tilt_mm,
        )
        for p in pile
    ]


def corners_mm(placed: Placement, card_mm: tuple[float, float]) -> tuple[Array, Array]:
    """(4, 3) corners of the card's top and of its foot, clockwise from its own top left."""
    w, h = card_mm[0] / 2, card_mm[1] / 2
    flat = np.array(((-w, -h), (w, -h), (w, h), (-w, h)))
    xy = flat @ turning(placed.angle_deg).T + placed.centre_mm
    rise = np.array((0.5, 0.5, -0.5, -0.5)) * placed.tilt_mm
    top_z = placed.lift_mm + THICK_MM + np.maximum(rise - rise.min(), 0)
    foot_z = np.maximum(top_z - placed.depth_mm, 0)
    return np.column_stack((xy, top_z)), np.column_stack((xy, foot_z))
