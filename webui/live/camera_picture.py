"""The picture of the camera as the page shows it, made only where somebody looks."""

from dataclasses import dataclass
from html import escape
from threading import Lock

import numpy as np

from vision.boxes import Array
from vision.calibration import Calibration
from vision.evidence import Detection
from vision.looks import Look
from vision.setup import Setup, Zone
from vision.video import Frame
from webui.jpegs import jpeg

QUALITY = 75
SHOWN, SURE = 0.3, 0.6
"""Boxes less sure than the first are not shown, less sure than the second with broken lines."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The last look and what it is read with."""

    look: Look
    setup: Setup
    calibration: Calibration


class CameraPicture:
    """The last picture, and over it the outlines and names of what was seen in the last look."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._frame: Frame | None = None
        self._seen: _Seen | None = None
        self._jpeg: tuple[Frame, bytes] | None = None

    def show(self, frame: Frame) -> None:
        """Takes a new picture."""
        self._frame = frame

    def see(self, look: Look, setup: Setup, calibration: Calibration) -> None:
        """Takes a new look."""
        self._seen = _Seen(look, setup, calibration)

    def forget(self) -> None:
        """Nothing watches any more."""
        self._frame = self._seen = self._jpeg = None

    def jpeg(self) -> bytes | None:
        """The picture; None before the first."""
        frame = self._frame
        if frame is None:
            return None
        with self._lock:
            if self._jpeg is None or self._jpeg[0] is not frame:
                self._jpeg = (frame, jpeg(frame.bgr(), None, QUALITY))
            return self._jpeg[1]

    def outlines(self, names: dict[str, str]) -> str:
        """An SVG to lay over the picture: zones, cards and hands, with their names.

        `names`: what the pot and the stock are called.
        """
        seen = self._seen
        if seen is None:
            return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>'
        look, (width, height) = seen.look, seen.look.size_px
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="system-ui, sans-serif" stroke-width="{width / 500:.1f}">'
        ]
        parts += [_zone(zone, seen, names) for zone in seen.setup.zones]
        parts += [f'<polygon points="{_points(each)}" opacity=".25"/>' for each in look.hands_px]
        parts += [_card(each, width) for each in look.detections if each.confidence >= SHOWN]
        return "".join([*parts, "</svg>"])


def _card(seen: Detection, width: int) -> str:
    strength = "" if seen.confidence >= SURE else ' stroke-dasharray="6 5"'
    outline = f'<polygon points="{_points(seen.quad_px)}" fill="none" stroke="#ffd65a"{strength}/>'
    x, y = seen.centre_px
    return outline + _name(x, y, seen.card.face, f'font-size="{width / 60:.1f}" fill="#fff"')


def _name(x: float, y: float, name: str, how: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" stroke="#000" stroke-width="4" '
        f'paint-order="stroke" {how}>{escape(name)}</text>'
    )


def _zone(zone: Zone, seen: _Seen, names: dict[str, str]) -> str:
    polygon = seen.calibration.to_px(np.array(zone.polygon_mm), seen.look.size_px)
    x, y = polygon.min(axis=0)
    size = seen.look.size_px[0] / 48
    outline = f'<polygon points="{_points(polygon)}" fill="none" stroke="#8fe0b5"/>'
    how = f'font-size="{size:.1f}" font-weight="600" fill="#c9ffe2"'
    name = zone.seat or names.get(zone.name, zone.name)
    return outline + _name(x + 8, y + size, name, how, "start")


def _points(outline: Array) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)
