"""Photographs of a deck laid out openly, and the cards that they show, each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorer.cards import DECK, FACES
from scorer.remark import Told
from vision.boxes import Array, without_doubles
from vision.deck_views import PICTURE, card_pictures
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD

OPEN = 0.75
"""A card must show this much of itself to be learned from."""
SURE_BOX = 0.4
SURE_FACE = 0.5
APART = 0.3
"""Of cards laid out openly no two boxes agree by so much."""
MOST_OF_A_FACE = 6
"""Pictures of one face that are kept."""
ASKED = tuple(face for face, card in FACES.items() if card.month)
"""Faces that every deck has; jokers and back are learned where they are shown."""


class BadDeck(Told):
    """An enrolled deck cannot be used; the message is one line that says which and why."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph of a deck laid out openly."""

    frame_bgr: Array
    look: Evidence


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """Cards of a deck, each by itself."""

    classes: Array
    """(k,) places in CLASSES."""
    bgr: Array
    """(k, 115, 77, 3) uint8."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that no picture shows, in the order of the deck."""
        known = {CLASSES[k] for k in self.classes}
        return tuple(face for face in ASKED if face not in known)


Chosen = tuple[list[int], list[int]]
"""Boxes of a photograph, and the classes of the cards in them."""
NO_PICTURES = Pictures(np.zeros(0, int), np.zeros((0, *PICTURE.size_px[::-1], 3), np.uint8))


def pictured(photo: Photo, boxes: Sequence[int], classes: Sequence[int]) -> Pictures:
    """The cards in these boxes of a photograph, which are of these classes."""
    quads = photo.look.quads_px[list(boxes)]
    return Pictures(np.array(classes, int), card_pictures(photo.frame_bgr, quads))


def newest(parts: Sequence[Pictures]) -> Pictures:
    """All pictures together, of each face only the last few."""
    classes = np.concatenate([part.classes for part in parts])
    later = [np.sum(classes[i + 1 :] == each) for i, each in enumerate(classes)]
    kept = np.array(later, int) < MOST_OF_A_FACE
    return Pictures(classes[kept], np.concatenate([part.bgr for part in parts])[kept])


def told_by_looks(photos: Sequence[Photo]) -> list[Chosen]:
    """For each photograph the boxes that show a card openly and surely, and their classes."""
    result = []
    for look in (photo.look for photo in photos):
        sure = (look.faces != NO_CARD) & (look.visible >= OPEN)
        sure &= (look.boxes >= SURE_BOX) & (look.chances >= SURE_FACE)
        boxes = np.flatnonzero(sure).tolist()
        result.append((boxes, look.faces[boxes].tolist()))
    return result


def told_by_order(photos: Sequence[Photo]) -> list[Chosen]:
    """For each photograph its boxes and their classes, where all show the 48 cards in order.

    What the network takes them for has no say: it does not know such a deck.

    Raises:
        BadDeck: they show more or fewer; the message says how many each shows.
    """
    cards = [reading_order(photo.look, lying_open(photo.look)) for photo in photos]
    counts = [len(found) for found in cards]
    if sum(counts) != len(DECK):
        told = " + ".join(map(str, counts))
        raise BadDeck(
            "{counts} open cards in the photographs; in order there must be {size}",
            counts=told,
            size=len(DECK),
        )
    faces = iter(CLASSES.index(card.face) for card in DECK)
    return [(found, [next(faces) for _ in found]) for found in cards]


def lying_open(look: Evidence) -> list[int]:
    """The boxes of a photograph in which no card covers another."""
    sure = np.flatnonzero(look.boxes >= SURE_BOX)
    kept = without_doubles(look.quads_px[sure], look.boxes[sure], APART)
    result: list[int] = sure[kept].tolist()
    return result


def reading_order(look: Evidence, boxes: Sequence[int]) -> list[int]:
    """These boxes row below row, each from left to right."""
    middles = look.quads_px.mean(axis=1)
    height = float(np.median(np.ptp(look.quads_px[..., 1], axis=1))) if len(boxes) else 0.0
    rows: list[list[int]] = []
    for i in sorted(boxes, key=lambda i: float(middles[i, 1])):
        if not rows or middles[i, 1] - middles[rows[-1][-1], 1] > height / 2:
            rows.append([])
        rows[-1].append(i)
    return [i for row in rows for i in sorted(row, key=lambda i: float(middles[i, 0]))]
