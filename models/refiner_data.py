"""What the refiner learns from: the localizer's boxes in made scenes, and where their cards lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from crop_restyle import relit
from made_scenes import MadeScene, read_found, read_scene
from recogniser_data import mixed, pushed, rectangles
from scene_cards import SeenCard
from vision.boxes import Array, iou, portrait
from vision.crops import WIDE, card_crops, mapped
from vision.localizer import Located
from vision.refiner import usual_sizes

LEAST_VISIBLE = 0.12
OF_CARD, AHEAD = 0.4, 0.05
"""A box is of the card it agrees with so much, and so much more than with any other."""
FOUND_SURE = (0.1, 0.2)
"""Of a box, to be there at all: the detector's own limit lies between."""
HARDLY = (0.1, 0.4)
PUSHED = (0.6, 1.4, 2.5)
"""How much boxes are pushed, beside recogniser_data.pushed: most as they were found, some more."""
AS_FOUND, MORE, NEARER = 0.5, 0.25, 0.25
"""Shares of the scenes. In the last, boxes are moved some of the way first: as after one look."""
OPEN_FROM, OPEN_SHARE = 0.85, 0.35
"""Of the cards that show so much only such a share is taught: covered ones are harder."""
MOST_BACKS = 8
"""Of each scene: a stock of many alike teaches nothing."""
MOST_OFF_PX = 40.0
"""A corner farther off in its crop is not to be seen from there."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One box and where its card lies."""

    crop: Array
    """(112, 72, 4) uint8."""
    usual: Array
    """(2,) see vision.refiner.usual_sizes."""
    corners_px: Array
    """(4, 2) float32: of the card, in the crop."""
    visible: float


def cards_of(quads_px: Array, cards: Sequence[SeenCard]) -> list[SeenCard | None]:
    """The card that each of (n, 4, 2) boxes is of, None where that cannot be said."""
    found: list[SeenCard | None] = []
    for quad in quads_px:
        agree = sorted(
            ((iou(quad, c.quad_px), k) for k, c in enumerate(cards) if c.visible >= LEAST_VISIBLE),
            reverse=True,
        )
        clear = agree and agree[0][0] > OF_CARD
        ahead = len(agree) < 2 or agree[0][0] - agree[1][0] > AHEAD
        found.append(cards[agree[0][1]] if clear and ahead else None)
    return found


def as_shown(quads_px: Array, cards: Sequence[SeenCard | None], rng: np.random.Generator) -> Array:
    """(n, 4, 2) boxes as they are to be refined: as found, pushed, or nearer to their cards."""
    boxes = rectangles(quads_px)
    which = rng.choice(3, p=(AS_FOUND, MORE, NEARER))
    if which == 1:
        return pushed(boxes, rng.choice(PUSHED, (len(boxes), 1)), rng)
    if which == 2:
        for box, card in zip(boxes, cards, strict=True):
            if card is not None:
                (true,) = rectangles(portrait(card.quad_px[None]))
                turn = (true[4] - box[4] + np.pi / 2) % np.pi - np.pi / 2
                box += rng.uniform(0.3, 1) * np.array((*(true - box)[:4], turn))
    return pushed(boxes, np.full((len(boxes), 1), rng.choice(HARDLY)), rng)


def in_crop(quad_px: Array, card: SeenCard) -> Array:
    """(4, 2) float32 px: the corners of a card in the crop of this box, beginning at its first.

    Of a card that is seen from the side any corner may be that.
    """
    corners = mapped(WIDE.to_crop(quad_px), card.quad_px).astype(np.float32)
    turned = [np.roll(corners, k, axis=0) for k in range(4)]
    return min(turned, key=lambda each: float(np.abs(each - WIDE.corners()).sum()))


def samples(
    scene: MadeScene, found: Located, rng: np.random.Generator, *, push: bool = True
) -> list[Sample]:
    """The boxes of a scene that are of a card; as they are without `push`."""
    found = found.above(rng.uniform(*FOUND_SURE))
    cards = cards_of(found.quads_px, scene.cards)
    if not any(cards):
        return []
    boxes = as_shown(found.quads_px, cards, rng) if push else found.quads_px
    usual = usual_sizes(Located(boxes, found.confidences))
    result, backs = [], 0
    crops = card_crops(scene.frame_bgr, boxes, cut=WIDE)
    for i in rng.permutation(len(boxes)):
        card = cards[i]
        if card is None or (card.visible >= OPEN_FROM and push and rng.random() > OPEN_SHARE):
            continue
        backs += card.face == "back"
        corners = in_crop(boxes[i], card)
        near = np.abs(corners - WIDE.corners()).max() <= MOST_OFF_PX
        if near and (card.face != "back" or backs <= MOST_BACKS):
            crop = relit(crops[i], rng) if push else crops[i]
            result.append(Sample(crop, usual[i], corners, card.visible))
    return result


def batches(
    paths: Sequence[Path], size: int, buffer: int, rng: np.random.Generator
) -> Iterator[list[Sample]]:
    """Endless batches, mixed over at least `buffer` boxes of many scenes."""

    def cut(path: Path) -> list[Sample]:
        found = read_found(path)
        return samples(read_scene(path), found, rng) if found is not None and len(found) else []

    return mixed(paths, cut, size, buffer, rng)
