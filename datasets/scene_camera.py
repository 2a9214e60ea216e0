"""A camera above a table: millimetres of the table to pixels of the picture.

The table is the plane z = 0, x to the right, y towards the player at the lower edge, z up.
"""

from dataclasses import dataclass

import numpy as np

from scene_faces import Array


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole with a bent lens."""

    size_px: tuple[int, int]
    """Width and height of the picture."""
    focal_px: float
    rotation: Array
    """(3, 3), table to camera."""
    distance_mm: float
    """From the middle of the table, which lies in the middle of the picture."""
    bend: float
    """Radial distortion at the corner of the picture: below 0 barrel, above 0 pincushion."""

    @property
    def px_per_mm(self) -> float:
        """Scale at the middle of the table."""
        return self.focal_px / self.distance_mm

    @property
    def view_mm(self) -> tuple[float, float]:
        """Width and height of the table that the picture shows, leaving the tilt aside."""
        return self.size_px[0] / self.px_per_mm, self.size_px[1] / self.px_per_mm

    def project(self, points_mm: Array) -> Array:
        """(n, 3) mm on the table to (n, 2) px; points may fall outside the picture."""
        seen = points_mm @ self.rotation.T + np.array((0.0, 0.0, self.distance_mm))
        depth = np.maximum(seen[:, 2:], 0.05 * self.distance_mm)
        offsets = seen[:, :2] / depth * self.focal_px
        half = np.asarray(self.size_px) / 2
        reach = (offsets**2).sum(axis=1, keepdims=True) / (half**2).sum()
        bent: Array = offsets * (1 + self.bend * np.minimum(reach, 1.5)) + half - 0.5
        return bent

    def plane_homography(self) -> Array:
        """(3, 3) from table mm to px with a straight lens: for backgrounds."""
        columns = np.column_stack(
            (self.rotation[:, 0], self.rotation[:, 1], (0.0, 0.0, self.distance_mm))
        )
        cx, cy = (s / 2 - 0.5 for s in self.size_px)
        intrinsics = np.array(((self.focal_px, 0, cx), (0, self.focal_px, cy), (0, 0, 1)))
        homography: Array = intrinsics @ columns
        return homography


def look_down(
    size_px: tuple[int, int],
    *,
    card_width_px: float,
    tilt_deg: float = 0.0,
    towards_deg: float = 0.0,
    turn_deg: float = 0.0,
    bend: float = 0.0,
    focal: float = 1.1,
) -> Camera:
    """The camera that sees a 33 mm card in the middle of the table card_width_px wide."""
    focal_px = focal * size_px[0]
    rotation = _about_z(turn_deg - towards_deg) @ _about_x(tilt_deg) @ _about_z(towards_deg)
    # Looking down: up is towards the camera, so z counts against its depth.
    rotation = rotation @ np.diag((1.0, 1.0, -1.0))
    return Camera(size_px, focal_px, rotation, focal_px * 33.0 / card_width_px, bend)


def _about_x(deg: float) -> Array:
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.array(((1, 0, 0), (0, c, -s), (0, s, c)))


def _about_z(deg: float) -> Array:
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.array(((c, -s, 0), (s, c, 0), (0, 0, 1)))
