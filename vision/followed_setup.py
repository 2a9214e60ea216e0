"""A setup that goes with its camera: where the table lies in the picture, look by look."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from scorer.remark import Remark
from vision.boxes import Array
from vision.calibration import Calibration, calibration_of, moved
from vision.looks import Look
from vision.setup import Setup

LOST_LOOKS = 4
"""In a row, until a person is told that the camera's place is not known."""


@dataclass(slots=True)
class FollowedSetup:
    """A setup whose corners go with the camera, look by look."""

    setup: Setup
    """For the camera as it stood at the first look."""
    calibration: Calibration = field(init=False)
    """For the last look."""
    _shift: Array | None = None
    _moved: bool = False
    _lost: int = 0
    """Looks in a row at which the camera was lost."""

    def __post_init__(self) -> None:
        self.calibration = calibration_of(self.setup)

    def see(self, look: Look) -> Iterator[str]:
        """What a person should know of the camera at one more look, each thing once.

        Raises:
            BadSetup: the look's picture has another shape than those the setup was made for.
        """
        if not _equal(look.shift, self._shift):
            self._shift = look.shift
            setup = self.setup
            if look.shift is not None:
                setup = moved(setup, look.shift, look.size_px)
            self.calibration = calibration_of(setup)
            if not self._moved:
                self._moved = True
                yield Remark(
                    "the camera was moved at {time} s; the setup was moved with it",
                    time=f"{look.time_s:.0f}",
                )
        if not look.glance:
            self._lost = self._lost + 1 if look.lost else 0
            if self._lost == LOST_LOOKS:
                yield Remark(
                    "where the camera is cannot be told from {time} s on: if it was moved, "
                    "set the corners again",
                    time=f"{look.time_s:.0f}",
                )


def _equal(shift: Array | None, other: Array | None) -> bool:
    if shift is None or other is None:
        return shift is other
    return np.array_equal(shift, other)
