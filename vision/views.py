"""A picture shown otherwise than it was taken: from above, in another shape, on a table."""

from dataclasses import dataclass

from vision.boxes import Array
from vision.calibration import mapped


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The new picture, and where its points are in the old one."""

    frame_bgr: Array
    """(h, w, 3) uint8; grey where the old one shows nothing."""
    homography: Array
    """(3, 3) px of the new picture to px of the old one."""
    outline_px: Array
    """(4, 2) of the old picture, in px of the new one."""

    def back(self, quads_px: Array) -> Array:
        """(n, 4, 2) px in the old picture of (n, 4, 2) px in the new one."""
        return mapped(quads_px.reshape(-1, 2), self.homography).reshape(-1, 4, 2)
