"""What a scene is asked to be, and a whole table laid out for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from scene_decks import Printed
from scene_layout import BACK, Pile, fan, heap, moved, row, scatter, stack, stock
from vision.calibration import CARD_MM


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard the pictures are; ranges are drawn from evenly unless said otherwise."""

    card_width_px: tuple[float, float]
    """At 1920 wide, drawn evenly by its logarithm."""
    tilt_deg: tuple[float, float]
    """How far the camera looks away from straight down."""
    bend: float
    """The most that the lens bends outwards, see Camera.bend."""
    light: float
    """0 even light to 1 lamps, shadows and glare."""
    shot: float
    """0 a clean sensor to 1 blur, noise, colour casts and JPEG."""
    hands: float
    """Mean number of hands in the picture."""
    things: float
    """Mean number of things that are not cards."""
    variety: float
    """0 the deck as drawn to 1 far from it."""
    black: float = 0.0
    """Chance of a ground to be black."""
    clutter: float = 0.0
    """Chance that what is seen is no table, see table_clutter."""
    bare: float = 0.0
    """Chance that no card lies there, beside what KINDS says."""
    tiled: float = 0.0
    """Chance of a ground of cells as large as cards, see table_grounds.lattice."""
    stretch: float = 0.0
    """By how much the picture is made higher or lower afterwards at most, see scene_stretch."""


DIFFICULTIES = {
    "clean": Difficulty((45, 90), (0, 6), 0.0, 0.2, 0.1, 0.2, 1.0, 0.7),
    "middle": Difficulty((34, 90), (0, 18), 0.04, 0.55, 0.45, 0.8, 3.0, 1.0),
    "nasty": Difficulty((18, 120), (0, 42), 0.1, 1.0, 1.0, 1.6, 5.0, 1.0),
    "aslant": Difficulty((40, 160), (22, 54), 0.05, 0.7, 0.45, 0.4, 2.5, 1.0, 0.1),
    "clutter": Difficulty((30, 120), (0, 30), 0.05, 0.5, 0.35, 0.15, 1.0, 1.0, 0.0, 1.0, 0.6),
    "tiled": Difficulty((20, 120), (0, 40), 0.05, 0.7, 0.6, 0.4, 1.5, 1.0, bare=0.25, tiled=1.0),
    "stretched": Difficulty((40, 160), (0, 30), 0.05, 0.6, 0.45, 0.4, 2.5, 1.0, 0.1, stretch=0.5),
}
"""`aslant`: photographs from a chair, not from above the table; `clutter`: mostly no cards;
`tiled`: on tiles and checked cloths; `stretched`: brought to squares, say."""
MIXED = ("clean", "middle", "middle", "nasty")
"""What `mixed` draws from, scene by scene."""

KINDS = {"game": 0.56, "scatter": 0.14, "grid": 0.09, "heap": 0.07, "fans": 0.06, "empty": 0.08}
"""Layouts and how often each is drawn."""


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """One scene, before anything is drawn."""

    size_px: tuple[int, int]
    """Width and height."""
    difficulty: Difficulty
    kind: str
    """One of KINDS."""
    jokers: int = 0
    """Of each worth, every one of a design of its own; 0: as decks have them."""


def draw_kind(rng: np.random.Generator) -> str:
    """A kind of layout, as often as KINDS says."""
    return str(rng.choice(list(KINDS), p=list(KINDS.values())))


def lay_out(
    kind: str, cards: Sequence[Printed], view_mm: tuple[float, float], rng: np.random.Generator
) -> Pile:
    """The cards of a scene, lowest first, from one deck without backs; view_mm is what is seen."""
    shuffled = [cards[int(i)] for i in rng.permutation(len(cards))]
    width, height = min(view_mm[0] * 0.96, 1000.0), min(view_mm[1] * 0.96, 640.0)
    play_mm = (width, height)
    if kind == "game":
        return _game(shuffled, play_mm, rng)
    if kind == "scatter":
        count = int(rng.integers(1, min(len(shuffled), _room_for(play_mm)) + 1))
        return scatter(
            _some_backs(shuffled[:count], rng, 0.08),
            rng,
            area_mm=play_mm,
            turn_deg=float(rng.choice((8, 40, 180))),
        )
    if kind == "grid":
        return _grid(shuffled, play_mm, rng)
    if kind == "heap":
        count = int(rng.integers(8, 40))
        reach_mm = float(rng.uniform(50, max(50.0, 0.45 * height + 20)))
        return heap(_some_backs(shuffled[:count], rng, 0.2), rng, reach_mm=reach_mm)
    if kind == "fans":
        dealt = iter(shuffled)
        pile: Pile = []
        for _ in range(int(rng.integers(1, 4))):
            cards_held = list(islice(dealt, int(rng.integers(3, 11))))
            centre = rng.uniform(-0.4, 0.4, 2) * play_mm
            turn_deg = float(rng.choice((0, 90, 180, -90)) + rng.normal(0, 15))
            pile += moved(fan(cards_held, rng), (centre[0], centre[1]), turn_deg)
        return pile
    return []


def _room_for(play_mm: tuple[float, float]) -> int:
    return max(1, int(play_mm[0] * play_mm[1] / (CARD_MM[0] * CARD_MM[1]) / 1.8))


def _some_backs(cards: Sequence[Printed], rng: np.random.Generator, share: float) -> list[Printed]:
    return [BACK if rng.random() < share else card for card in cards]


def _grid(cards: Sequence[Printed], play_mm: tuple[float, float], rng: np.random.Generator) -> Pile:
    """Cards laid out in even rows, as somebody shows a deck."""
    step = np.array(CARD_MM) * rng.uniform(1.02, 1.35)
    columns = max(1, min(12, int(play_mm[0] / step[0])))
    rows = max(1, min(5, int(play_mm[1] / step[1])))
    pile: Pile = []
    for i in range(rows):
        some = cards[i * columns : (i + 1) * columns]
        line = row(some, rng, step_mm=float(step[0]), tidy=0.7)
        pile += moved(line, (0.0, float((i - (rows - 1) / 2) * step[1])), 0.0)
    return moved(pile, (0.0, 0.0), float(rng.choice((0, 180)) + rng.normal(0, 4)))


def _game(cards: list[Printed], play_mm: tuple[float, float], rng: np.random.Generator) -> Pile:
    """A table in the middle of a round: pot and stock, and before each seat captures and a hand."""
    dealt = iter(cards)
    width, height = play_mm
    tidy = float(rng.beta(2.5, 1.5))
    pot_mm = (min(width * 0.5, 330.0), min(height * 0.4, 190.0))
    pile = _pot(list(islice(dealt, int(rng.integers(3, 13)))), dealt, pot_mm, rng)
    stock_x = float(rng.choice((0, -1, 1))) * (pot_mm[0] / 2 + 25)
    if rng.random() < 0.9:
        pile += moved(
            stock(int(rng.integers(1, 27)), rng),
            (stock_x, float(rng.normal(0, 8))),
            float(rng.choice((0, 90), p=(0.8, 0.2)) + rng.normal(0, 4)),
        )
    sides = [(0.0, (0.0, height / 2)), (180.0, (0.0, -height / 2))]
    if rng.random() < 0.45:
        x, turn = (-width / 2, 90.0) if rng.random() < 0.5 else (width / 2, -90.0)
        sides.append((turn, (x, 0.0)))
    for turn_deg, edge in sides:
        along = width if turn_deg in (0.0, 180.0) else height
        before_seat = _seat(dealt, along, tidy, rng)
        centre = (edge[0] + float(rng.normal(0, 12)), edge[1] + float(rng.normal(0, 6)))
        pile += moved(before_seat, centre, turn_deg + float(rng.normal(0, 3)))
    return pile


def _pot(
    cards: list[Printed],
    dealt: Iterator[Printed],
    area_mm: tuple[float, float],
    rng: np.random.Generator,
) -> Pile:
    """Loose cards, some with one or two more on top of them, as matches and ppuks lie."""
    turn_deg = float(rng.choice((6, 25, 180), p=(0.5, 0.35, 0.15)))
    pile: Pile = []
    for placed in scatter(cards, rng, area_mm=area_mm, turn_deg=turn_deg):
        more = int(rng.choice((0, 1, 2), p=(0.74, 0.14, 0.12)))
        piled = [placed.printed, *islice(dealt, more)]
        spread_mm = float(rng.uniform(4, 20))
        pile += moved(stack(piled, rng, spread_mm=spread_mm), placed.centre_mm, placed.angle_deg)
    return pile


def _seat(dealt: Iterator[Printed], along_mm: float, tidy: float, rng: np.random.Generator) -> Pile:
    """Captures in rows by kind, and the hand: seen from the seat, whose edge is the origin."""
    captured = list(islice(dealt, int(rng.integers(0, 20))))
    kinds = ("bright", "animal", "ribbon", "other")
    groups: dict[str, list[Printed]] = {kind: [] for kind in kinds}
    for printed in captured:
        kind = printed[0].split("-")[1]
        groups[kind if kind in groups else "other"].append(printed)
    pile: Pile = []
    left = -along_mm * 0.46
    depth = -float(rng.uniform(80, 105))
    step_mm = float(rng.uniform(7, 24))
    left_on_top = bool(rng.random() < 0.25)
    for kind in kinds:
        group = groups[kind]
        if not group:
            continue
        per_row = int(rng.integers(5, 11))
        rows = [group[i : i + per_row] for i in range(0, len(group), per_row)]
        span_mm = max(len(r) - 1 for r in rows) * step_mm + CARD_MM[0]
        for i, some in enumerate(rows):
            line = row(some, rng, step_mm=step_mm, tidy=tidy, left_on_top=left_on_top)
            shift_mm = span_mm / 2 - (span_mm - (len(some) - 1) * step_mm - CARD_MM[0]) / 2
            y = depth + i * float(rng.uniform(14, 34))
            pile += moved(line, (left + shift_mm, y), float(rng.normal(0, 3 * (1 - tidy))))
        left += span_mm + float(rng.uniform(4, 16))
    return pile + _hand(left, along_mm, rng)


def _hand(left_mm: float, along_mm: float, rng: np.random.Generator) -> Pile:
    """Backs of the cards still in hand: held in a fan, laid in a row, or none to be seen."""
    held = [BACK] * int(rng.integers(1, 11))
    centre = (min(left_mm + 60.0, along_mm * 0.5), -float(rng.uniform(10, 45)))
    way = rng.random()
    if way < 0.4:
        lift_mm = float(rng.uniform(2, 40))
        return moved(fan(held, rng, lift_mm=lift_mm), centre, float(rng.normal(0, 12)))
    if way < 0.65:
        step_mm = float(rng.uniform(4, 36))
        return moved(row(held, rng, step_mm=step_mm, tidy=0.4), centre, float(rng.normal(0, 10)))
    if way < 0.75:
        return moved(stack(held, rng, spread_mm=0.5), centre, float(rng.normal(0, 20)))
    return []
