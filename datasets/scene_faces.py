"""The 41 faces, and folders of card pictures read into memory.

An art folder holds one picture a face: `01-bright.png`; `01-junk1.png` and `01-junk2.png` are two
drawings of `01-junk`; `11-junk3` is `11-double`, `12-junk1` is `12-double`; any `back*` is a back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import FACES as CARDS

Array = NDArray[Any]
Bgr = tuple[float, float, float]

FACES: tuple[str, ...] = tuple(CARDS)
"""Class order of the detector."""

COPIES: Mapping[str, int] = {face: card.copies for face, card in CARDS.items()}
"""How many cards of a face one deck holds."""

CARD_ASPECT = 33 / 54
"""Width over height of a card, to which every drawing is brought."""

LEVEL_HEIGHTS_PX = (48, 72, 104, 152, 224, 320)
"""Heights at which drawings are kept: a card seen 120 px wide is 196 px high."""


class BadInput(ValueError):
    """What a person gave cannot be used; the message is one line that says what and where."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """One picture of one face; compared by identity, so that its sizes can be cached."""

    face: str
    source: str
    """Name of the art folder."""
    picture_bgr: Array
    """(h, w, 3) uint8, whole card up to its edge, no transparency."""
    native_height_px: int


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """An art folder in memory: every face it draws, with its one or two drawings."""

    name: str
    drawings: Mapping[str, tuple[Drawing, ...]]

    @property
    def native_height_px(self) -> int:
        """The smallest picture's height: how near its cards may be seen."""
        return min(d.native_height_px for ds in self.drawings.values() for d in ds)


def face_of(stem: str) -> str | None:
    """The face a file name stands for, or None.

    >>> face_of("01-junk2"), face_of("11-junk3"), face_of("joker-red"), face_of("back-blue")
    ('01-junk', '11-double', 'joker-other', 'back')
    """
    if stem in ("11-junk3", "12-junk1"):
        return stem[:2] + "-double"
    if stem.startswith("back"):
        return "back"
    if stem.startswith("joker"):
        kind = next((k for k in ("double", "triple") if k in stem), "other")
        return f"joker-{kind}"
    plain = re.sub(r"(?<=-junk)[12]$", "", stem)
    return plain if plain in FACES else None


def load_art(folder: Path) -> Art:
    """The drawings of a folder; BadInput where there is none or one cannot be read."""
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such art folder; expected pictures named like 01-bright.png")
    drawings: dict[str, tuple[Drawing, ...]] = {}
    for path in sorted(folder.glob("*.png")):
        face = face_of(path.stem)
        if face is not None:
            drawings[face] = (*drawings.get(face, ()), _read_drawing(path, face, folder.name))
    if not drawings.keys() - {"back"}:
        raise BadInput(f"{folder}: no card faces here; expected pictures named like 01-bright.png")
    return Art(folder.name, drawings)


def _read_drawing(path: Path, face: str, source: str) -> Drawing:
    packed = np.fromfile(path, np.uint8)
    picture = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED) if packed.size else None
    if picture is None or picture.ndim < 2 or min(picture.shape[:2]) < 8:
        raise BadInput(f"{path}: cannot be read as a picture; expected a PNG of one card")
    if picture.dtype != np.uint8:
        picture = (picture / 257).astype(np.uint8)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    native_height_px = picture.shape[0]
    if native_height_px > LEVEL_HEIGHTS_PX[-1]:
        picture = _resized(picture, LEVEL_HEIGHTS_PX[-1])
    return Drawing(face, source, _opaque(picture), native_height_px)


def _opaque(picture: Array) -> Array:
    """The picture without transparency: see-through corners take the colour of the edge."""
    if picture.shape[2] == 3:
        return picture
    alpha = picture[..., 3:].astype(np.float32) / 255
    ring = np.ones(picture.shape[:2], bool)
    ring[4:-4, 4:-4] = False
    solid = ring & (picture[..., 3] > 250)
    edge_bgr = np.median(picture[solid][:, :3], axis=0) if solid.any() else np.full(3, 255)
    blended: Array = picture[..., :3] * alpha + edge_bgr.astype(np.float32) * (1 - alpha)
    return blended.astype(np.uint8)


def level_for(height_px: float) -> int:
    """The kept height that serves a card seen this high.

    >>> level_for(100), level_for(1000)
    (104, 320)
    """
    return next((h for h in LEVEL_HEIGHTS_PX if h >= height_px), LEVEL_HEIGHTS_PX[-1])


@lru_cache(maxsize=8192)
def drawing_at(drawing: Drawing, height_px: int) -> Array:
    """The drawing brought to (height_px, height_px * CARD_ASPECT, 3) uint8; do not write to it."""
    return _resized(drawing.picture_bgr, height_px)


def _resized(picture: Array, height_px: int) -> Array:
    shrinks = picture.shape[0] >= height_px
    return cv2.resize(
        picture,
        (round(height_px * CARD_ASPECT), height_px),
        interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC,
    )


def with_alpha(bgr: Array, alpha: Array) -> Array:
    """(h, w, 4) uint8 of a picture (h, w, 3) and its cover (h, w)."""
    bgra = cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA)
    bgra[..., 3] = alpha
    return bgra


def as_bgr(values: object) -> Bgr:
    """A colour of three numbers, brought to 0 to 255."""
    b, g, r = np.clip(np.asarray(values, float), 0, 255)
    return float(b), float(g), float(r)
