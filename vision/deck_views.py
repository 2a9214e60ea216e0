"""A deck's cards as they will lie on the table, made out of pictures of them lying open.

Who enrols a deck lays it out openly; in play most of its cards are covered in part, farther away
and in other light. What they look like then is drawn here, other cards of the deck on top.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.boxes import Array, corners
from vision.crop_light import from_afar, other_light
from vision.crops import CLOSE, CROP_PX, OTHERS, Cut, card_crops

PICTURE = Cut((77, 115), 0.0)
"""A card's own picture: as large as it lies in a crop, and nothing around it."""
LEAST_VISIBLE = 0.3
"""A view that shows less of its card says little of it."""
DARK = 0.45
"""Of the light is taken by a card's shadow at its edge."""
MIDDLE = (np.array(CROP_PX) - 1) / 2


def card_pictures(frame_bgr: Array, quads_px: Array) -> Array:
    """(n, 115, 77, 3) uint8: the cards of (n, 4, 2) quads that lie open in a photograph."""
    result: Array = card_crops(frame_bgr, quads_px, cut=PICTURE)[..., :3]
    return result


def plain_view(picture: Array) -> Array:
    """(144, 96, 4) uint8 crop of a card that lies alone on grey."""
    return _crop(_laid(_ground(np.full(3, 114.0)), picture, _quad(MIDDLE))[0], ())


def imagined_views(
    pictures: Array, each: Array | int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """(m, 144, 96, 4) uint8 crops of n cards' pictures, (n,) or so many `each`; (m,) which each
    shows."""
    which = np.repeat(np.arange(len(pictures)), each)
    views = np.empty((len(which), *CROP_PX[::-1], 4), np.uint8)
    for view, k in zip(views, which, strict=True):
        view[:] = _imagined(pictures[k], pictures, rng)
    return views, which


def _imagined(picture: Array, others: Array, rng: np.random.Generator) -> Array:
    """One view that shows enough of its card."""
    while True:
        below, above = (_neighbours(others, rng) for _ in range(2))
        shown = _ground(rng.uniform(20, 230, 3))
        for other, quad in below:
            shown, _ = _laid(shown, other, quad)
        shown, own = _laid(shown, picture, _found(rng))
        whole = int(own.sum())
        for other, quad in above:
            shown, over = _laid(shown, other, quad)
            own &= ~over
        if own.sum() >= LEAST_VISIBLE * whole:
            return _seen(shown, [quad for _, quad in (*below, *above)], rng)


def _found(rng: np.random.Generator) -> Array:
    """(4, 2) the card's corners where its box was found not quite rightly."""
    off = rng.normal(0, 1, 5)
    return _quad(MIDDLE + off[:2] * (1.5, 2), 0.02 * off[2], 1 + 0.02 * off[3:])


def _neighbours(others: Array, rng: np.random.Generator) -> list[tuple[Array, Array]]:
    """Up to two other cards and where they lie."""
    some = rng.integers(len(others), size=int(rng.choice((0, 1, 1, 2))))
    return [(others[k], _beside(rng)) for k in some]


def _beside(rng: np.random.Generator) -> Array:
    """(4, 2) a card's corners that lies over or under the one meant: in a row, a column, a heap."""
    far, way = rng.choice((-1, 1)) * rng.uniform(0.3, 1.05), rng.uniform(0, 2 * np.pi)
    kind = rng.random()
    if kind < 0.55:
        at, turn = (far, rng.normal(0, 0.05)), rng.normal(0, 0.06)
    elif kind < 0.75:
        at, turn = (rng.normal(0, 0.1), far), rng.normal(0, 0.08)
    else:
        at, turn = (far * np.cos(way), far * np.sin(way)), rng.uniform(0, 2 * np.pi)
    return _quad(MIDDLE + np.array(at) * CLOSE.card_px, turn + np.pi * (rng.random() < 0.3))


def _quad(centre: Array, turn: float = 0.0, sizes: Array | float = 1.0) -> Array:
    """(4, 2) corners of a card in a crop, so many times its usual size."""
    width, height = CLOSE.card_px * sizes
    result: Array = corners(np.array([(*centre, width, height, turn)]))[0]
    return result


def _ground(colour: Array) -> Array:
    return np.broadcast_to(colour, (*CROP_PX[::-1], 3)).astype(np.uint8)


def _laid(shown: Array, picture: Array, quad: Array) -> tuple[Array, Array]:
    """The crop with a card laid on it and its shadow, and (144, 96) bool where the card is."""
    height, width = picture.shape[:2]
    source = np.array(((0, 0), (width, 0), (width, height)), np.float32)
    way = cv2.getAffineTransform(source, quad[:3].astype(np.float32))
    over = cv2.warpAffine(picture, way, CROP_PX)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), way, CROP_PX)
    shadow = cv2.GaussianBlur(cv2.dilate(mask, np.ones((3, 3), np.uint8)), (0, 0), 2.0)
    left = cv2.merge([1 - np.float32(DARK / 255) * shadow] * 3)
    under = cv2.multiply(shown, left, dtype=cv2.CV_8U)
    own = mask > 127
    return np.where(own[..., None], over, under), own


def _seen(shown: Array, others: Sequence[Array], rng: np.random.Generator) -> Array:
    """The crop by another camera and in other light, either way up."""
    if rng.random() < 0.6:
        shown = from_afar(shown, rng)
    shown = cv2.LUT(shown, other_light(rng))
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(2, 8), shown.shape)
        shown = np.clip(shown + noise, 0, 255).astype(np.uint8)
    crop = _crop(shown, others)
    return crop[::-1, ::-1] if rng.random() < 0.5 else crop


def _crop(shown: Array, others: Sequence[Array]) -> Array:
    plane = np.zeros(CROP_PX[::-1], np.uint8)
    for quad in others:
        cv2.fillConvexPoly(plane, np.round(quad).astype(np.int32), OTHERS)
    return np.dstack((shown, plane))
