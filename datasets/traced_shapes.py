"""Meshes in millimetres: thin slabs that may curl, turned shapes, rounded sticks.

The axes are those of the table: x to the right, y towards the player at the lower edge, z up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scene_faces import Array

TOP, RIM, FOOT = 0, 1, 2
"""What a face of a mesh belongs to."""


@dataclass(frozen=True, slots=True)
class Curl:
    """How much higher than its middle a card is, in mm; all 0: flat."""

    along: float = 0.0
    """At the middle of its upper and lower end."""
    across: float = 0.0
    """At the middle of its sides."""
    twist: float = 0.0
    """At two opposite corners; as much lower at the other two."""

    def rise_mm(self, u: Array, v: Array) -> Array:
        """mm at shares -1 to 1 of the half width and the half height."""
        risen: Array = self.along * v * v + self.across * u * u + self.twist * u * v
        return risen


FLAT = Curl()


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A closed surface."""

    points_mm: Array
    """(n, 3)."""
    faces: tuple[tuple[int, ...], ...]
    """Indices of their corners."""
    parts: tuple[int, ...]
    """TOP, RIM or FOOT of each face."""
    uv: Array
    """(n, 2) where each point lies in the picture on it, 0 to 1 from its top left."""


def placed(mesh: Mesh, turn: Array, at_mm: Array) -> Mesh:
    """The mesh turned by a matrix (3, 3) about the origin, then moved by (3,) mm."""
    return Mesh(mesh.points_mm @ turn.T + at_mm, mesh.faces, mesh.parts, mesh.uv)


def slab(
    size_mm: tuple[float, float],
    thick_mm: float,
    *,
    radius_mm: float,
    bevel_mm: float,
    curl: Curl = FLAT,
) -> Mesh:
    """A plate with rounded corners and broken edges; the middle of its foot is the origin."""
    half = np.asarray(size_mm) / 2
    radius = float(np.clip(radius_mm, bevel_mm + 0.05, 0.98 * half.min()))
    outer = rounded_grid(half, radius)
    inner = rounded_grid(half - bevel_mm, radius - bevel_mm)
    rows, columns = outer.shape[:2]
    edge = _around(rows, columns)
    n, m = rows * columns, len(edge)
    rim = outer.reshape(-1, 2)[edge]
    flat = np.vstack((inner.reshape(-1, 2), rim, rim, inner.reshape(-1, 2)))
    z = np.repeat((thick_mm, thick_mm - bevel_mm, bevel_mm, 0.0), (n, m, m, n))
    shares = flat / half
    points = np.column_stack((flat, z + curl.rise_mm(shares[:, 0], shares[:, 1])))
    top = _cells(rows, columns)
    foot = [tuple(n + 2 * m + k for k in face[::-1]) for face in top]
    belts = [edge, *(list(range(n + k * m, n + (k + 1) * m)) for k in (0, 1))]
    belts.append([n + 2 * m + k for k in edge])
    sides = [
        (above[i], below[i], below[i - 1], above[i - 1])
        for above, below in pairwise(belts)
        for i in range(m)
    ]
    parts = (TOP,) * len(top) + (RIM,) * len(sides) + (FOOT,) * len(foot)
    return Mesh(points, (*top, *sides, *foot), parts, shares / 2 + 0.5)


def rounded_grid(half_mm: Array, radius_mm: float) -> Array:
    """(rows, columns, 2) mm of a grid over a rectangle whose corners are drawn in to arcs."""
    xs, ys = (_lines(float(h), radius_mm) for h in half_mm)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    past = np.maximum(np.abs(grid) - (half_mm - radius_mm), 0)
    reach = np.hypot(past[..., 0], past[..., 1])
    drawn_in = past.max(axis=-1) / np.maximum(reach, 1e-9)
    inward = past * (1 - np.where((past > 1e-9).all(axis=-1), drawn_in, 1.0))[..., None]
    rounded: Array = grid - np.sign(grid) * inward
    return rounded


def _lines(half: float, radius: float) -> Array:
    corner = radius * np.array((0.0, 0.1, 0.3, 0.6, 1.0))
    middle = np.linspace(-(half - radius), half - radius, 8)[1:-1]
    lines: Array = np.concatenate((corner - half, middle, half - corner[::-1]))
    return lines


def _around(rows: int, columns: int) -> list[int]:
    """Indices of a grid's rim, clockwise from its top left."""
    top = list(range(columns))
    right = [i * columns + columns - 1 for i in range(1, rows)]
    bottom = [(rows - 1) * columns + j for j in range(columns - 2, -1, -1)]
    return top + right + bottom + [i * columns for i in range(rows - 2, 0, -1)]


def _cells(rows: int, columns: int) -> list[tuple[int, ...]]:
    corners = (i * columns + j for i in range(rows - 1) for j in range(columns - 1))
    return [(k, k + columns, k + columns + 1, k + 1) for k in corners]


def turned(profile_mm: Sequence[tuple[float, float]], steps: int = 48) -> Mesh:
    """What a lathe makes of (radius, z), begun at the foot; its last ring is closed as its TOP."""
    angles = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    ring = np.column_stack((np.cos(angles), np.sin(angles)))
    points = np.vstack([np.column_stack((ring * r, np.full(steps, z))) for r, z in profile_mm])
    sides = [
        (k * steps + i, k * steps + i - 1, (k + 1) * steps + i - 1, (k + 1) * steps + i)
        if i
        else (k * steps, (k + 1) * steps - 1, (k + 2) * steps - 1, (k + 1) * steps)
        for k in range(len(profile_mm) - 1)
        for i in range(steps)
    ]
    last = (len(profile_mm) - 1) * steps
    caps = (tuple(range(last, last + steps)[::-1]), tuple(range(steps)))
    widest = max(r for r, _ in profile_mm)
    uv = points[:, :2] / (2 * widest) + 0.5
    return Mesh(points, (caps[0], *sides, caps[1]), (TOP, *(RIM,) * len(sides), FOOT), uv)


def stick(
    start_mm: Array, end_mm: Array, start_radius_mm: float, end_radius_mm: float, steps: int = 20
) -> Mesh:
    """A rounded stick between two points (3,) in mm."""
    way = end_mm - start_mm
    length = max(float(np.linalg.norm(way)), 1e-3)
    quarter = np.radians((4, 25, 50, 75, 90))
    profile = [
        *((start_radius_mm * np.sin(a), -start_radius_mm * np.cos(a)) for a in quarter),
        *((end_radius_mm * np.sin(a), length + end_radius_mm * np.cos(a)) for a in quarter[::-1]),
    ]
    return placed(turned(profile, steps), upright_to(way / length), start_mm)


def upright_to(way: Array) -> Array:
    """(3, 3) the least turn that brings z to a direction (3,) of length 1."""
    x, y, z = (float(v) for v in way)
    if z < -0.9999:
        return np.diag((1.0, -1.0, -1.0))
    k = 1 / (1 + z)
    return np.array(((1 - x * x * k, -x * y * k, x), (-x * y * k, 1 - y * y * k, y), (-x, -y, z)))
