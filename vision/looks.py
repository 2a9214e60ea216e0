"""Looks: what one picture of the table showed, as a value that can be kept and read again.

A recording of looks replays an evening in seconds, without the video and without the networks.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from scorer.cards import card
from vision.boxes import Array
from vision.calibration import mapped
from vision.evidence import Detection
from vision.faces import OUTPUTS
from vision.history import Since

LEAST_CHANCE = 0.002
"""Smaller chances of a face are not worth keeping."""


@dataclass(frozen=True, slots=True, eq=False)
class Reaching:
    """How far an arm reached into the picture at one moment."""

    time_s: float
    tip_px: Array
    """(2,) its furthest point."""
    foot_px: Array
    """(2,) where it comes into the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture of the table."""

    time_s: float
    """Presentation time of the picture."""
    settled_s: float
    """Since when nothing had moved: looks that share it show the same still table."""
    size_px: tuple[int, int]
    """Width and height of the picture."""
    detections: tuple[Detection, ...]
    """Every box that may hold a card, unsure ones too."""
    hands_px: tuple[Array, ...] = ()
    """(k, 2) outlines of what reaches over the table: what lies below is no evidence."""
    glance: bool = False
    """Taken while something moved, of a part of the table: tells what came, not what is gone."""
    shift: Array | None = None
    """(3, 3) px of the first look's picture to px of this one, where the camera was moved."""
    lost: bool = False
    """Whether the camera may have been moved and it cannot be told how; shift is the last known."""
    reaches: tuple[Reaching, ...] = ()
    """The ways of arms since the look or glance before."""
    part_px: Array | None = None
    """(4, 2) corners of what was looked at, where that is not the whole picture."""

    def as_first(self, points_px: Array) -> Array:
        """(n, 2) px where points of this picture would lie in the first look's."""
        return points_px if self.shift is None else mapped(points_px, np.linalg.inv(self.shift))


def look_json(look: Look) -> dict[str, Any]:
    """The look as JSON values; `look_of` is its inverse but for rounding."""
    return {
        "time_s": round(look.time_s, 4),
        "settled_s": round(look.settled_s, 4),
        "size_px": list(look.size_px),
        "cards": [_detection_json(each) for each in look.detections],
        "hands": [outline.round(1).tolist() for outline in look.hands_px],
        "glance": look.glance,
        "shift": None if look.shift is None else look.shift.tolist(),
        "lost": look.lost,
        "reaches": [
            [round(each.time_s, 4), *each.tip_px.round(1), *each.foot_px.round(1)]
            for each in look.reaches
        ],
        "part": None if look.part_px is None else look.part_px.round(1).tolist(),
    }


def look_of(values: dict[str, Any]) -> Look:
    """The look that `look_json` wrote.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    width, height = values["size_px"]
    return Look(
        float(values["time_s"]),
        float(values["settled_s"]),
        (int(width), int(height)),
        tuple(_detection(each) for each in values["cards"]),
        tuple(np.array(outline, float) for outline in values["hands"]),
        bool(values["glance"]),
        None if values["shift"] is None else np.array(values["shift"], float).reshape(3, 3),
        bool(values["lost"]),
        tuple(_reaching(each) for each in values["reaches"]),
        None if values["part"] is None else np.array(values["part"], float).reshape(4, 2),
    )


def _reaching(values: list[Any]) -> Reaching:
    time_s, *points = map(float, values)
    tip, foot = np.array(points).reshape(2, 2)
    return Reaching(time_s, tip, foot)


def _detection_json(seen: Detection) -> dict[str, Any]:
    return {
        "card": seen.card.face,
        "confidence": round(seen.confidence, 4),
        "quad": seen.quad_px.round(1).tolist(),
        "visible": round(seen.visible, 3),
        "chances": {
            str(k): round(float(chance), 4)
            for k, chance in enumerate(seen.probabilities)
            if chance >= LEAST_CHANCE
        },
        "since": None if seen.since is None else _since_json(seen.since),
    }


def _since_json(since: Since) -> list[float | None]:
    after_s = None if since.after_s == -inf else round(since.after_s, 4)
    return [after_s, round(since.seen_s, 4)]


def _detection(values: dict[str, Any]) -> Detection:
    chances = np.zeros(OUTPUTS)
    for k, chance in values["chances"].items():
        chances[int(k)] = chance
    return Detection(
        card(values["card"]),
        float(values["confidence"]),
        np.array(values["quad"], float).reshape(4, 2),
        float(values["visible"]),
        chances,
        None if values["since"] is None else _since(values["since"]),
    )


def _since(values: list[Any]) -> Since:
    after_s, seen_s = values
    return Since(-inf if after_s is None else float(after_s), float(seen_s))
