"""What the pointer learns from: moments of filmed games, turned and lit otherwise each time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from scene_faces import BadInput
from vision.boxes import Array
from vision.pointing import STEP_PX
from vision.small_pictures import SMALL_PX

SIZES = ((SMALL_PX, 180), (SMALL_PX, 240), (SMALL_PX, 180), (240, SMALL_PX))
"""Width and height of a batch: films are wide, some cameras less so, some stand upright."""
ZOOM = (0.7, 1.35)
TURN_DEG = 25.0
HALF_TURNED = 0.5
MIRRORED = 0.5
LIT = (0.6, 1.4)
COLOURED = 14.0
"""Steps by which each colour is shifted, at most."""
NEAR = 1.5
"""Places around the tip of an arm that learn where it is."""
SPREAD = 1.2
"""Places within which another one is hardly wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One moment of a game."""

    shown: Array
    """(6, h, w) uint8."""
    arms: Array
    """(n, 2, 2) float32 tip and foot x, y."""


def film_files(folder: Path) -> list[Path]:
    """The games of a folder; BadInput where there is none."""
    paths = sorted(folder.glob("*.npz"))
    if not paths:
        raise BadInput(f"{folder}: no *.npz; expected what models/film_hands.py writes")
    return paths


def decks(paths: Sequence[Path]) -> list[str]:
    """The decks that were played with in these games."""
    return sorted({str(np.load(path)["deck"]) for path in paths})


def read_moments(path: Path) -> list[Moment]:
    """The moments of a game."""
    with np.load(path) as kept:
        shown, arms = kept["shown"], kept["arms"].reshape(-1, 5).astype(np.float32)
    return [
        Moment(each, arms[arms[:, 0] == k, 1:].reshape(-1, 2, 2)) for k, each in enumerate(shown)
    ]


def turned(moment: Moment, size: tuple[int, int], dice: np.random.Generator) -> Moment:
    """The moment in a picture of this width and height, turned, mirrored, nearer or farther."""
    planes = moment.shown.transpose(1, 2, 0)
    height, width = planes.shape[:2]
    angle = np.radians(dice.uniform(-TURN_DEG, TURN_DEG) + 180 * (dice.random() < HALF_TURNED))
    if size[0] < size[1]:
        angle += np.pi / 2
    zoom = float(dice.uniform(*ZOOM))
    cos, sin = zoom * np.cos(angle), zoom * np.sin(angle)
    mirror = -1.0 if dice.random() < MIRRORED else 1.0
    turn = np.array(((cos * mirror, -sin), (sin * mirror, cos)))
    middle, at = np.array((width, height)) / 2, np.array(size) * dice.uniform(0.42, 0.58, 2)
    matrix = np.column_stack((turn, at - turn @ middle))
    shown = cv2.warpAffine(planes, matrix, size, borderMode=cv2.BORDER_REFLECT_101)
    # What is mirrored at the border of the film has arms of its own: it is a still grey instead.
    inside = cv2.warpAffine(np.ones((height, width), np.uint8), matrix, size)
    shown[inside == 0] = (*shown.reshape(-1, planes.shape[2]).mean(axis=0)[:3].astype(int), 0, 0, 0)
    arms = moment.arms @ turn.T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    kept = ((arms[:, 0] > 0) & (arms[:, 0] < np.array(size) - 1)).all(axis=1)
    return Moment(np.ascontiguousarray(shown.transpose(2, 0, 1)), arms[kept])


def lit(moment: Moment, dice: np.random.Generator) -> Moment:
    """The moment in another light."""
    shown = moment.shown.astype(np.float32)
    gain = dice.uniform(*LIT)
    shown[[0, 5]] *= gain
    shown[1:3] += dice.uniform(-COLOURED, COLOURED, (2, 1, 1))
    shown[3] *= dice.uniform(0.8, 1.2)
    return Moment(np.clip(shown, 0, 255).astype(np.uint8), moment.arms)


def targets(arms: Array, size: tuple[int, int]) -> Array:
    """(6, h / 4, w / 4) float32: what is to be answered, see `vision.pointing.pointed`.

    The first plane from 0 to 1, the last one where the others count. The way along the arm is of
    length 1.
    """
    across, down = (-(-each // STEP_PX) for each in size)
    told = np.zeros((6, down, across), np.float32)
    x, y = np.meshgrid(np.arange(across) + 0.5, np.arange(down) + 0.5)
    for tip, foot in arms:
        off = (tip + 0.5) / STEP_PX
        dx, dy = off[0] - x, off[1] - y
        far = np.hypot(dx, dy)
        near = far <= NEAR
        way = (foot - tip) / max(1e-6, float(np.linalg.norm(foot - tip)))
        told[0] = np.maximum(told[0], np.exp(-((far / SPREAD) ** 2) / 2))
        told[0, int(off[1]), int(off[0])] = 1.0
        for plane, value in zip(told[1:], (dx, dy, way[0], way[1], 1.0), strict=True):
            plane[near] = value[near] if isinstance(value, np.ndarray) else value
    return told


def batches(
    moments: Sequence[Moment], count: int, dice: np.random.Generator
) -> Iterator[tuple[Array, Array]]:
    """Endlessly: (n, 6, h, w) uint8 planes and (n, 6, h / 4, w / 4) targets."""
    while True:
        size = SIZES[int(dice.integers(len(SIZES)))]
        some = [
            lit(turned(moments[int(k)], size, dice), dice)
            for k in dice.integers(0, len(moments), count)
        ]
        yield np.stack([m.shown for m in some]), np.stack([targets(m.arms, size) for m in some])
