"""The camera over the table of a filmed game: where it hangs, and what its setup file says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from game_layout import Layout
from game_manner import Manner
from scene_camera import Camera, look_down
from scene_faces import Array
from vision.setup import Point, Setup

MARGIN_MM = 22.0
"""Of the surroundings that the picture shows at least, so that the table's corners are in it."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a camera sees, and from when on somebody's knock makes it see otherwise."""

    camera: Camera
    bumped: Camera
    bumped_s: float
    """inf where nobody knocks it."""
    aim_mm: Point
    """The place on the table that it looks at."""

    def at(self, time_s: float) -> Camera:
        """The camera at that time; its millimetres count from the place it looks at."""
        return self.camera if time_s < self.bumped_s else self.bumped

    def px(self, points_mm: Array, time_s: float, lift_mm: float = 0.0) -> Array:
        """(n, 2) px of points (n, 2) in millimetres from the table's upper left corner."""
        centred = points_mm - np.array(self.aim_mm)
        return self.at(time_s).project(np.column_stack((centred, np.full(len(points_mm), lift_mm))))


def draw_view(
    layout: Layout,
    size_px: tuple[int, int],
    seconds: float,
    manner: Manner,
    rng: np.random.Generator,
) -> View:
    """A camera that sees the whole table, as square to it as the manner says."""
    tilt_deg = manner.tilt_deg * float(rng.beta(1.6, 1.4))
    camera = look_down(
        size_px,
        card_width_px=40.0 * size_px[0] / 1920,
        tilt_deg=tilt_deg,
        towards_deg=float(rng.choice((0, 180, 90, -90)) + rng.normal(0, 12)),
        turn_deg=float(rng.normal(0, 0.4 + 2.0 * manner.mess)),
        bend=-manner.bend * float(rng.uniform(0, 1)),
        focal=float(rng.uniform(0.8, 1.2)),
    )
    camera, aim = _framed(camera, layout)
    bumped, bumped_s = camera, float("inf")
    if rng.random() < manner.bumps:
        bumped_s = float(rng.uniform(0.3, 0.8)) * seconds
        knock, _ = cv2.Rodrigues(np.radians(rng.normal(0, 0.35, 3)))
        bumped = replace(camera, rotation=knock @ camera.rotation)
    return View(camera, bumped, bumped_s, aim)


def _framed(camera: Camera, layout: Layout) -> tuple[Camera, Point]:
    """The camera from where the table just fills the picture, and where it then looks."""
    width, height = layout.size_mm
    m = MARGIN_MM
    corners = np.array(((-m, -m), (width + m, -m), (width + m, height + m), (-m, height + m)))
    aim, middle = corners.mean(axis=0), np.array(camera.size_px) / 2
    for _ in range(20):
        seen = camera.project(np.column_stack((corners - aim, np.zeros(4)))) + 0.5
        low, high = seen.min(axis=0), seen.max(axis=0)
        off = np.append((low + high) / 2, 1.0) @ np.linalg.inv(camera.plane_homography()).T
        aim = aim + off[:2] / off[2]
        fills = float(((high - low) / 2 / middle).max())
        camera = replace(camera, distance_mm=camera.distance_mm * fills)
    return camera, (float(aim[0]), float(aim[1]))


def setup_of_view(
    view: View, layout: Layout, seats: Sequence[str], rules: str | dict[str, Any]
) -> Setup:
    """The table as the wizard would describe it before anybody knocked the camera."""
    width, height = layout.size_mm
    corners = view.px(np.array(((0, 0), (width, 0), (width, height), (0, height)), float), 0.0)
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return Setup(
        "simulated",
        view.camera.size_px,
        (a, b, c, d),
        (round(width, 1), round(height, 1)),
        layout.zones(seats),
        tuple(seats),
        rules,
    )
