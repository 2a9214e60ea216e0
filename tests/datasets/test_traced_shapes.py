"""Meshes that are closed, look outwards and are as large as they were asked to be."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from scene_faces import Array
from traced_shapes import (
    FLAT,
    TOP,
    Curl,
    Mesh,
    placed,
    rounded_grid,
    slab,
    stick,
    turned,
    upright_to,
)

CARD = slab((33, 54), 0.7, radius_mm=2.0, bevel_mm=0.2)
BENT = slab((33, 54), 0.7, radius_mm=2.0, bevel_mm=0.2, curl=Curl(0.8, -0.3, 0.2))
PHONE = slab((72, 149), 8, radius_mm=9.0, bevel_mm=0.4)
SQUARE = slab((20, 20), 3, radius_mm=30.0, bevel_mm=1.0)
CHIP = turned([(19, 0), (20, 1), (20, 2.3), (19, 3.3)])
FINGER = stick(np.array((3.0, -4.0, 10.0)), np.array((10.0, 30.0, 2.0)), 8, 6)
SHAPES = {
    "card": CARD,
    "bent card": BENT,
    "phone": PHONE,
    "as round as can be": SQUARE,
    "chip": CHIP,
    "finger": FINGER,
}


def volume_mm3(mesh: Mesh) -> float:
    """Above 0 where the faces look outwards, for Blender, whose y points the other way."""
    total = 0.0
    points = mesh.points_mm * (1, -1, 1)
    for face in mesh.faces:
        a = points[face[0]]
        for i, j in pairwise(face[1:]):
            total += float(a @ np.cross(points[i], points[j])) / 6
    return total


@pytest.mark.parametrize("mesh", SHAPES.values(), ids=SHAPES)
def test_a_shape_is_closed(mesh: Mesh) -> None:
    ways = Counter((face[i - 1], face[i]) for face in mesh.faces for i in range(len(face)))
    assert set(ways.values()) == {1}
    assert all((j, i) in ways for i, j in ways), "each edge has a face on both of its sides"
    assert len(mesh.parts) == len(mesh.faces)
    assert len(mesh.uv) == len(mesh.points_mm)


@pytest.mark.parametrize(
    ("mesh", "cm3"),
    [
        (CARD, 3.3 * 5.4 * 0.07),
        (BENT, 3.3 * 5.4 * 0.07),
        (PHONE, 7.2 * 14.9 * 0.8),
        (CHIP, np.pi * 4 * 0.33),
        (FINGER, np.pi * 0.49 * (np.hypot(0.7, 3.4) + 0.93)),
    ],
)
def test_a_shape_holds_as_much_as_it_should(mesh: Mesh, cm3: float) -> None:
    assert volume_mm3(mesh) / 1000 == pytest.approx(cm3, rel=0.05)


def test_a_card_stands_on_the_origin_and_its_picture_lies_upright() -> None:
    assert CARD.points_mm.min(axis=0) == pytest.approx((-16.5, -27, 0))
    assert CARD.points_mm.max(axis=0) == pytest.approx((16.5, 27, 0.7))
    top_left = CARD.points_mm[:, :2].sum(axis=1).argmin()
    assert CARD.uv[top_left] == pytest.approx((0.02, 0.01), abs=0.03)
    tops = [face for face, part in zip(CARD.faces, CARD.parts, strict=True) if part == TOP]
    assert {float(CARD.points_mm[k, 2]) for face in tops for k in face} == {0.7}


@pytest.mark.parametrize(
    ("curl", "at", "rise"),
    [
        (FLAT, (1, 1), 0.0),
        (Curl(along=0.5), (0, -1), 0.5),
        (Curl(along=0.5), (1, 0), 0.0),
        (Curl(across=0.2), (1, 0), 0.2),
        (Curl(twist=0.3), (1, 1), 0.3),
        (Curl(twist=0.3), (-1, 1), -0.3),
        (Curl(0.5, 0.2, 0.3), (0, 0), 0.0),
    ],
)
def test_a_card_curls(curl: Curl, at: tuple[int, int], rise: float) -> None:
    assert curl.rise_mm(np.array(at[:1]), np.array(at[1:])) == pytest.approx([rise])


def test_corners_are_arcs() -> None:
    grid = rounded_grid(np.array((10.0, 20.0)), 3.0)
    corner = grid[0, 0] - (-7, -17)
    assert np.hypot(*corner) == pytest.approx(3)
    assert grid[0, grid.shape[1] // 2, 1] == -20


@pytest.mark.parametrize("way", [(0, 0, 1), (1, 0, 0), (0.6, 0, -0.8), (0, 0, -1)])
def test_up_is_brought_to_a_direction(way: tuple[float, float, float]) -> None:
    turn = upright_to(np.array(way))
    assert turn @ (0, 0, 1) == pytest.approx(way)
    assert turn @ turn.T == pytest.approx(np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1)


def test_a_mesh_is_turned_then_moved() -> None:
    quarter: Array = np.array(((0.0, -1, 0), (1, 0, 0), (0, 0, 1)))
    moved = placed(CARD, quarter, np.array((100.0, 0, 5)))
    assert moved.points_mm.min(axis=0) == pytest.approx((73, -16.5, 5))
