"""What is no table: boards, pages, fronts of houses, charts, crowds; things made of things.

A part of the picture is filled by one of FILLS, which may cut it into parts of its own. What comes
out has what makes a picture look full of cards (edges, boxes in rows, small print, leaves over one
another), and holds none.
"""

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from scene_faces import Array, Bgr, as_bgr
from table_grounds import cloudy

LEAST_PX = 14
"""Parts less wide or high are left plain."""
MOST_CUTS = 4
"""How often parts are cut into parts."""
LIKE_A_CARD = (1.35, 1.95)
"""So many times as long as wide, a part is not left plain."""
LETTERS = "ABCDEFGHIKLMNOPRSTUVWXYZabcdefghiklmnoprstuvwxyz0123456789"

Fill = Callable[["_Brush", Array, int], None]
"""Paints a part (h, w, 3) in place; how often it may still be cut."""


class _Brush:
    """A generator and the few colours that a picture is made of."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        first, spread = rng.uniform(0, 255, 3), float(rng.choice((45, 110)))
        colours = np.clip(first + rng.normal(0, spread, (5, 3)), 0, 255)
        # Half of them greyish, as most of what is not printed is.
        grey = float(rng.choice((0.0, 0.65)))
        colours = colours * (1 - grey) + colours.mean(axis=1, keepdims=True) * grey
        self.colours = [*colours, rng.uniform(215, 255, 3), rng.uniform(5, 50, 3)]
        self.liked = rng.dirichlet(np.full(len(FILLS), 0.7))

    def colour(self) -> Bgr:
        """One of them, hardly changed."""
        chosen = self.colours[int(self.rng.integers(len(self.colours)))]
        return as_bgr(chosen + self.rng.normal(0, 5, 3))

    def fill(self, part: Array, cuts: int) -> None:
        """The part painted over, in any of the ways."""
        part[:] = self.colour()
        if min(part.shape[:2]) < LEAST_PX:
            return
        fills = FILLS if cuts > 0 else LEAVES
        odds = self.liked[: len(fills)] + 0.02
        long, short = max(part.shape[:2]), min(part.shape[:2])
        if LIKE_A_CARD[0] < long / short < LIKE_A_CARD[1]:
            odds[LEAVES.index(_plain)] = 0  # it might be the back of a card
        fills[int(self.rng.choice(len(fills), p=odds / odds.sum()))](self, part, cuts - 1)


def _lines(brush: _Brush, part: Array, cuts: int) -> None:
    """Writing, in words or as from afar."""
    h, w = part.shape[:2]
    pitch = int(brush.rng.integers(7, 26))
    ink, words = brush.colour(), brush.rng.random() < 0.7
    for y in range(pitch, h, pitch):
        x = 3
        while x < w * brush.rng.uniform(0.5, 1.4):
            count = int(brush.rng.integers(1, 9))
            if words:
                text = "".join(brush.rng.choice(list(LETTERS), count))
                _write(part, text, (x, y), pitch, ink)
            else:
                cv2.line(part, (x, y), (x + count * pitch // 2, y), ink, max(1, pitch // 3))
            x += round((count + 0.7) * pitch * 0.55)


def _write(part: Array, text: str, at: tuple[int, int], pitch: int, ink: Bgr) -> None:
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, pitch // 14)
    cv2.putText(part, text, at, font, pitch / 34, ink, thick, cv2.LINE_AA)


def _picture(brush: _Brush, part: Array, cuts: int) -> None:
    """Something seen out of focus, or sky."""
    h, w = part.shape[:2]
    shade = cloudy(brush.rng, h, w, int(brush.rng.integers(2, 12)))
    tone = np.asarray(brush.colour()) - np.asarray(brush.colour())
    part[:] = np.clip(part + shade[..., None] * tone * 0.5, 0, 255).astype(np.uint8)


def _leaves(brush: _Brush, part: Array, cuts: int) -> None:
    """Shapes over one another, many small and few large, as in what nobody has made."""
    h, w = part.shape[:2]
    count, kind = int(brush.rng.integers(20, 300)), brush.rng.random()
    for size in sorted(min(h, w) * brush.rng.pareto(2.2, count) * 0.05 + 3, reverse=True):
        at = (int(brush.rng.integers(w)), int(brush.rng.integers(h)))
        turn = float(brush.rng.uniform(0, 180))
        long = float(brush.rng.uniform(*((0.75, 1.3) if brush.rng.random() < 0.6 else (2, 3.5))))
        size = min(size, 0.5 * min(h, w))
        if kind < 0.5:
            axes = (max(1, round(size)), max(1, round(size * long)))
            cv2.ellipse(part, at, axes, turn, 0, 360, brush.colour(), -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((at, (size * 2, size * 2 * long), turn if kind < 0.8 else 0.0))
            cv2.fillPoly(part, [np.round(box).astype(np.int32)], brush.colour(), cv2.LINE_AA)


def _bars(brush: _Brush, part: Array, cuts: int) -> None:
    """A chart: bars, or boxes with a line through them, over a grid or none."""
    h, w = part.shape[:2]
    count, afloat = int(brush.rng.integers(3, 24)), brush.rng.random() < 0.5
    inks, line = [brush.colour() for _ in range(int(brush.rng.integers(1, 4)))], brush.colour()
    if brush.rng.random() < 0.5:
        for y in range(0, h, max(8, h // 8)):
            cv2.line(part, (0, y), (w, y), line, 1)
    step = w / count
    for i in range(count):
        top = int(h * brush.rng.uniform(0.05, 0.9))
        foot = min(h - 1, top + int(h * brush.rng.uniform(0.05, 0.35))) if afloat else h - 1
        x0, x1 = round((i + 0.15) * step), round((i + 0.85) * step)
        cv2.rectangle(part, (x0, top), (x1, foot), inks[i % len(inks)], -1)
        cv2.rectangle(part, (x0, top), (x1, foot), line, 1)
        if afloat:
            cv2.line(part, (x0, (top + foot) // 2), (x1, (top + foot) // 2), line, 2)


def _wires(brush: _Brush, part: Array, cuts: int) -> None:
    """Lines with corners, arrows, rays about a point."""
    h, w = part.shape[:2]
    thick = int(brush.rng.integers(1, 5))
    rays = brush.rng.random() < 0.3
    for _ in range(int(brush.rng.integers(3, 25))):
        points = brush.rng.uniform(0, 1, (4, 2)) * (w, h)
        if rays:
            points[0] = points[2] = w / 2, h / 2
        else:
            points[1, 0], points[2, 1] = points[0, 0], points[1, 1]
        ends = np.round(points).astype(np.int32)
        cv2.polylines(part, [ends[:3]], False, brush.colour(), thick, cv2.LINE_AA)
        if brush.rng.random() < 0.4:
            cv2.circle(part, ends[2].tolist(), 3 * thick, brush.colour(), -1, cv2.LINE_AA)


def _plain(brush: _Brush, part: Array, cuts: int) -> None:
    """One colour, which it has already."""


def _frame(brush: _Brush, part: Array, cuts: int) -> None:
    """Something with an edge about it."""
    h, w = part.shape[:2]
    edge = max(1, round(min(h, w) * float(brush.rng.uniform(0.01, 0.14))))
    part[:] = brush.colour()
    brush.fill(part[edge : h - edge, edge : w - edge], cuts)


def _halves(brush: _Brush, part: Array, cuts: int) -> None:
    """Two to four parts beside or above one another."""
    long = int(part.shape[1] > part.shape[0])
    shares = brush.rng.dirichlet(np.full(int(brush.rng.integers(2, 5)), 2.5))
    ends = np.round(np.concatenate(((0,), np.cumsum(shares))) * part.shape[long]).astype(int)
    gap = int(brush.rng.integers(0, 9))
    for low, high in pairwise(ends):
        some = slice(low, max(low + 1, high - gap))
        brush.fill(part[:, some] if long else part[some], cuts)


def _rows(brush: _Brush, part: Array, cuts: int) -> None:
    """One thing over and over in rows: windows, keys, pins, signs; some of them another."""
    h, w = part.shape[:2]
    high = int(brush.rng.integers(LEAST_PX, max(LEAST_PX + 1, h // 2)))
    wide = round(np.clip(high * np.exp(brush.rng.normal(0, 0.6)), LEAST_PX, w))
    tiles = [np.empty((high, wide, 3), np.uint8) for _ in range(int(brush.rng.integers(1, 4)))]
    for tile in tiles:
        brush.fill(tile, cuts)
    step = 1 + float(brush.rng.uniform(0.02, 0.8)), 1 + float(brush.rng.uniform(0.02, 0.8))
    for y in np.arange(0, h - high + 1, high * step[0]).astype(int):
        for x in np.arange(0, w - wide + 1, wide * step[1]).astype(int):
            tile = tiles[int(brush.rng.integers(len(tiles)))]
            part[y : y + high, x : x + wide] = tile


def _strewn(brush: _Brush, part: Array, cuts: int) -> None:
    """A few things, each turned as it fell, over what is filled otherwise."""
    h, w = part.shape[:2]
    brush.fill(part, min(cuts, 1))
    for _ in range(int(brush.rng.integers(2, 14))):
        size = np.clip(min(h, w) * brush.rng.uniform(0.05, 0.4, 2), LEAST_PX, None).astype(int)
        thing = np.empty((size[1], size[0], 3), np.uint8)
        brush.fill(thing, min(cuts, 1))
        middle, turn = brush.rng.uniform(0, 1, 2) * (w, h), float(brush.rng.uniform(0, 360))
        moved = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), turn, 1.0)
        moved[:, 2] += middle - size / 2
        cv2.warpAffine(thing, moved, (w, h), part, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)


LEAVES: tuple[Fill, ...] = (_lines, _picture, _leaves, _bars, _wires, _plain)
FILLS: tuple[Fill, ...] = (*LEAVES, _frame, _halves, _rows, _rows, _halves, _strewn)
"""Those that cut are drawn more often by standing here twice."""


def clutter(rng: np.random.Generator, h: int, w: int) -> Array:
    """(h, w, 3) uint8 of things made of things."""
    picture = np.empty((h, w, 3), np.uint8)
    brush = _Brush(rng)
    first = (_halves, _rows, _strewn, _frame, _leaves)[int(rng.integers(5))]
    picture[:] = brush.colour()
    first(brush, picture, MOST_CUTS)
    return picture
