"""Crops to train the recogniser on, cut from made scenes as the detector cuts them.

Where mine_boxes.py noted what the localizer finds, most scenes are cut by that, doubles and all;
else by the true boxes, pushed about, covered cards' more, and by others where no card is: NO_CARD.
Every crop comes with the part of it that is the card's own.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from crop_restyle import restyled
from made_scenes import MadeScene, read_found, read_scene
from scene_cards import SeenCard
from vision.boxes import Array, corners, iou, near
from vision.crops import CLOSE, CROP_PX, card_crops
from vision.faces import CLASSES, NO_CARD
from vision.localizer import Located

Each = TypeVar("Each")

LEAST_VISIBLE = 0.25
"""Cards that show less are not taught: there is too little to tell them by."""
NOTED_VISIBLE = 0.15
"""Cards that show less are not found by the localizer, hence are nobody's others."""
MOST_BACKS = 6
"""Of each scene: many alike teach nothing."""
OPEN_FROM, OPEN_SHARE = 0.7, 0.22
"""Of the faces that show so much only such a share is taught: covered ones are harder."""
FOUND_SHARE = 0.65
"""Of the scenes that were mined are cut by the boxes that were found."""
FOUND_SURE = (0.1, 0.25)
"""Of a box, to be there at all: the detector's own limit lies between."""
FOUND_PUSH = 0.32
"""How much found boxes are pushed, for a scene to look new: a share of what true ones are."""
FOUND_IOU, FOUND_AHEAD = 0.5, 0.1
"""A found box shows the card it agrees with so much, and so much more than with another face."""
OWN_PX = (12, 18)
"""The map of the card's own part, width and height."""
SHIFT, SIZE, TURN_DEG = 0.025, 0.025, 1.2
"""Standard deviations of the push: shares of the card's size, and degrees."""
UNNOTED = 0.08
"""Chance of another card not to have been found."""
EMPTY_SHARE = 0.15
"""Of the crops of a scene hold no card."""
MOST_FALSE = 8
"""Of a scene's mined boxes without a card are shown at a time."""
NO_CARD_IOU = 0.25
"""A box that overlaps a visible card no more than this is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One crop and what the net is to say of it."""

    crop: Array
    """(144, 96, 4) uint8, see vision/crops.py."""
    label: int
    own: Array
    """(18, 12) uint8, 0 to 255: how much of that part is the card's own."""
    visible: float


def rectangles(quads_px: Array) -> Array:
    """(n, 5) centre, size and turn of the rectangles that come nearest to (n, 4, 2) quads."""
    across = (quads_px[:, 1] - quads_px[:, 0] + quads_px[:, 2] - quads_px[:, 3]) / 2
    down = (quads_px[:, 3] - quads_px[:, 0] + quads_px[:, 2] - quads_px[:, 1]) / 2
    # The turn that serves both directions: that of the sum of one and the other turned back.
    both = across + np.stack((down[:, 1], -down[:, 0]), axis=1)
    return np.column_stack(
        (
            quads_px.mean(axis=1),
            np.linalg.norm(across, axis=1),
            np.linalg.norm(down, axis=1),
            np.arctan2(both[:, 1], both[:, 0]),
        )
    )


def pushed(xywhr: Array, much: Array, rng: np.random.Generator) -> Array:
    """(n, 4, 2) quads of these boxes pushed about, (n, 1) `much` times the usual, either way up."""
    out = xywhr.copy()
    out[:, :2] += turned(rng.normal(0, SHIFT, (len(out), 2)) * much * xywhr[:, 2:4], xywhr[:, 4])
    out[:, 2:4] *= np.exp(rng.normal(0, SIZE, (len(out), 2)) * much)
    out[:, 4] += np.radians(rng.normal(0, TURN_DEG, len(out)) * much[:, 0])
    out[:, 4] += np.pi * rng.integers(0, 2, len(out))
    return corners(out)


def as_located(xywhr: Array, visible: Array, rng: np.random.Generator) -> Array:
    """(n, 4, 2) quads as a localizer might give them for these cards, either way up."""
    much = (1 + 1.5 * (visible < 0.8))[:, None] * rng.choice((0.5, 1.0, 1.8), (len(xywhr), 1))
    return pushed(xywhr, much, rng)


def turned(offsets: Array, radians: Array) -> Array:
    """(n, 2) offsets, each turned by its own angle."""
    cos, sin = np.cos(radians), np.sin(radians)
    x, y = offsets[:, 0], offsets[:, 1]
    return np.stack((x * cos - y * sin, x * sin + y * cos), axis=1)


def empty_boxes(scene: MadeScene, count: int, rng: np.random.Generator) -> Array:
    """(m, 4, 2) quads of the size of cards, m at most `count`, that hold none."""
    seen = [c.quad_px for c in scene.cards if c.visible >= NOTED_VISIBLE]
    boxes = rectangles(np.array(seen)) if seen else np.zeros((0, 5))
    size = np.median(boxes[:, 2:4], axis=0) if seen else np.array((33, 54)) * rng.uniform(0.8, 3)
    found: list[Array] = []
    for _ in range(3 * count):
        if len(found) == count:
            break
        if seen and rng.random() < 0.6:
            box = boxes[int(rng.integers(len(boxes)))].copy()
            far = rng.uniform(0.55, 1.2) * box[2:4] * rng.choice((-1, 0, 1), 2)
            box[:2] += turned(far[None], box[4:])[0]
            box[4] += np.radians(rng.choice((0, 0, 90)) + rng.normal(0, 6))
        else:
            box = np.array((*rng.uniform(0, 1, 2) * scene.size_px, *size, rng.uniform(0, np.pi)))
        box[2:4] *= np.exp(rng.normal(0, 0.12, 2))
        quad = corners(box[None])[0]
        if all(iou(quad, other) <= NO_CARD_IOU for other in seen):
            found.append(quad)
    return np.array(found).reshape(-1, 4, 2)


def chosen(cards: Sequence[SeenCard], rng: np.random.Generator) -> list[int]:
    """Which cards of a scene are worth a crop."""
    backs = 0
    picks = []
    for i in rng.permutation(len(cards)):
        backs += cards[i].face == "back"
        enough = cards[i].visible >= LEAST_VISIBLE
        if enough and (cards[i].face != "back" or backs <= MOST_BACKS):
            picks.append(int(i))
    return picks


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """What is to be cut out of a scene."""

    quads_px: Array
    """(n, 4, 2)."""
    cards: tuple[SeenCard | None, ...]
    """The card that each shows, if any."""
    noted_px: Array
    """(m, 4, 2) all boxes that are known of, for the fourth plane."""


def true_boxes(scene: MadeScene, empty_px: Array, rng: np.random.Generator) -> Boxes:
    """Those of the cards themselves, pushed about; `empty_px`, (m, 4, 2): some that hold none."""
    cards = scene.cards
    visible = np.array([c.visible for c in cards])
    quads = np.array([c.quad_px for c in cards]).reshape(-1, 4, 2)
    boxes = as_located(rectangles(quads), visible, rng)
    noted = boxes[(visible >= NOTED_VISIBLE) & (rng.random(len(cards)) >= UNNOTED)]
    picks = chosen(cards, rng)
    empty = empty_boxes(scene, max(2, round(EMPTY_SHARE * len(picks))), rng)
    empty = np.concatenate((empty, rng.permutation(empty_px)[:MOST_FALSE]))
    shown = (*(cards[k] for k in picks), *(None for _ in empty))
    return Boxes(np.concatenate((boxes[picks], empty)), shown, noted)


def found_boxes(quads_px: Array, cards: Sequence[SeenCard], rng: np.random.Generator) -> Boxes:
    """(n, 4, 2) quads of a localizer, hardly pushed: those on these cards, and some on none."""
    boxes = pushed(rectangles(quads_px), np.full((len(quads_px), 1), FOUND_PUSH), rng)
    shown = clear(quads_px, cards)
    on = {i: card for i, card in shown.items() if card is not None}
    picks = [list(on)[k] for k in chosen(list(on.values()), rng)]
    empty = np.array([i for i in shown if i not in on], int)
    picks += rng.permutation(empty)[:MOST_FALSE].tolist()
    return Boxes(boxes[picks], tuple(shown[i] for i in picks), boxes)


def clear(quads_px: Array, cards: Sequence[SeenCard]) -> dict[int, SeenCard | None]:
    """The card that each of (n, 4, 2) quads shows, None for no card, by the quad's place.

    Quads of which neither can be said are left out.
    """
    shown: dict[int, SeenCard | None] = {}
    meet = near(quads_px, np.array([card.quad_px for card in cards]).reshape(-1, 4, 2))
    for i, quad in enumerate(quads_px):
        pairs = zip(meet[i], cards, strict=True)
        agreements = [iou(quad, card.quad_px) if may else 0.0 for may, card in pairs]
        much = max(agreements, default=0.0)
        if much <= NO_CARD_IOU:
            shown[i] = None
        elif much >= FOUND_IOU:
            card = cards[agreements.index(much)]
            each = zip(agreements, cards, strict=True)
            others = (a for a, other in each if other.face != card.face)
            if much - max(others, default=0.0) >= FOUND_AHEAD:
                shown[i] = card
    return shown


def any_box(_: SeenCard | None) -> bool:
    """What every box is."""
    return True


def samples(
    scene: MadeScene,
    rng: np.random.Generator,
    *,
    found: Located | None = None,
    restyle: bool = True,
    asked: Callable[[SeenCard | None], bool] = any_box,
) -> list[Sample]:
    """Crops of a scene. `found`: what a localizer finds in it, to cut by now and then; `asked`:
    by what they show, which are wanted."""
    quads = np.zeros((0, 4, 2)) if found is None else found.above(rng.uniform(*FOUND_SURE)).quads_px
    noted = [card for card in scene.cards if card.visible >= NOTED_VISIBLE / 2]
    if len(quads) and rng.random() < FOUND_SHARE:
        boxes = found_boxes(quads, noted, rng)
    else:
        empty = [quads[i] for i, card in clear(quads, noted).items() if card is None]
        boxes = true_boxes(scene, np.array(empty).reshape(-1, 4, 2), rng)
    wanted = [i for i, card in enumerate(boxes.cards) if asked(card)]
    quads_px, shown = boxes.quads_px[wanted], [boxes.cards[i] for i in wanted]
    crops = card_crops(scene.frame_bgr, quads_px, boxes.noted_px)
    result = []
    for crop, quad, card in zip(crops, quads_px, shown, strict=True):
        own = np.zeros(OWN_PX[::-1], np.uint8) if card is None else own_part(scene, card, quad)
        label = NO_CARD if card is None else CLASSES.index(card.face)
        crop = restyled(crop, own, rng) if restyle else crop
        result.append(Sample(crop, label, own, 0.0 if card is None else card.visible))
    return result


def own_part(scene: MadeScene, card: SeenCard, quad_px: Array) -> Array:
    """(18, 12) uint8: how much of each part of the crop shows this card."""
    low = np.clip(quad_px.min(axis=0) - 20, 0, None).astype(int)
    high = (quad_px.max(axis=0) + 20).astype(int)
    part = scene.owner[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros(OWN_PX[::-1], np.uint8)
    mine = np.where(part == card.order, np.uint8(255), np.uint8(0))
    flags = cv2.INTER_NEAREST
    full = cv2.warpAffine(mine, CLOSE.to_crop(quad_px - low), CROP_PX, flags=flags)
    return cv2.resize(full, OWN_PX, interpolation=cv2.INTER_AREA)


def is_open(card: SeenCard | None) -> bool:
    """Whether it is a face of which little is covered."""
    return card is not None and card.face != "back" and card.visible >= OPEN_FROM


def taught(
    scene: MadeScene,
    rng: np.random.Generator,
    *,
    found: Located | None = None,
    restyle: bool = True,
) -> list[Sample]:
    """Those of `samples` that are taught: not all of the open ones."""

    def asked(card: SeenCard | None) -> bool:
        return not is_open(card) or rng.random() < OPEN_SHARE

    return samples(scene, rng, found=found, restyle=restyle, asked=asked)


def batches(
    paths: Sequence[Path], size: int, buffer: int, rng: np.random.Generator
) -> Iterator[list[Sample]]:
    """Endless batches, mixed over at least `buffer` crops of many scenes."""

    def cut(path: Path) -> list[Sample]:
        return taught(read_scene(path), rng, found=read_found(path))

    return mixed(paths, cut, size, buffer, rng)


def mixed(
    paths: Sequence[Path],
    cut: Callable[[Path], list[Each]],
    size: int,
    buffer: int,
    rng: np.random.Generator,
) -> Iterator[list[Each]]:
    """Endless batches of what is cut from these scenes, mixed over at least `buffer`."""
    kept: list[Each] = []
    while True:
        for i in rng.permutation(len(paths)):
            kept += cut(paths[i])
            while len(kept) >= buffer + size:
                order = rng.permutation(len(kept))
                kept = [kept[k] for k in order]
                yield kept[-size:]
                del kept[-size:]
