"""Photographs of a deck laid out openly, and the cards that they show, each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorer.cards import DECK, FACES
from scorer.remark import Told
from vision.boxes import Array, without_doubles
from vision.brightness import brightened
from vision.deck_views import PICTURE, card_pictures
from vision.evidence import Evidence
from vision.faces import CLASSES

OPEN = 0.75
"""A card must show this much of itself to be learned from."""
SURE_BOX = 0.4
SURE_FACE = 0.5
APART = 0.3
"""Of cards laid out openly no two boxes agree by so much."""
AS_TAKEN = 3
"""Cards by which another side up must fit better than the picture as it was taken."""
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
    return Pictures(np.array(classes, int), card_pictures(brightened(photo.frame_bgr), quads))


def newest(parts: Sequence[Pictures]) -> Pictures:
    """All pictures together, of each face only the last few."""
    classes = np.concatenate([part.classes for part in parts])
    later = [np.sum(classes[i + 1 :] == each) for i, each in enumerate(classes)]
    kept = np.array(later, int) < MOST_OF_A_FACE
    return Pictures(classes[kept], np.concatenate([part.bgr for part in parts])[kept])


def told_by_order(photos: Sequence[Photo], bonus: Sequence[str] = ()) -> list[Chosen]:
    """For each photograph its boxes and their classes, where all show the 48 cards in order.

    After these lie the bonus cards of these faces. What the network takes them for has no say: it
    does not know such a deck.

    Raises:
        BadDeck: they show more or fewer; the message says how many each shows.
    """
    cards = [lying_open(photo.look) for photo in photos]
    counts = [len(found) for found in cards]
    faces = (*(card.face for card in DECK), *bonus)
    if sum(counts) != len(faces):
        told = " + ".join(map(str, counts))
        raise BadDeck(
            "{counts} open cards in the photographs; in order there must be {size}",
            counts=told,
            size=len(faces),
        )
    return laid_in(photos, cards, [CLASSES.index(face) for face in faces])


def laid_in(
    photos: Sequence[Photo], cards: Sequence[Sequence[int]], classes: Sequence[int]
) -> list[Chosen]:
    """These boxes in the order in which they lie, and these classes dealt to them in turn."""
    deck = iter(classes)
    result = []
    for photo, boxes in zip(photos, cards, strict=True):
        theirs = [next(deck) for _ in boxes]
        result.append((likeliest_order(photo.look, boxes, theirs), theirs))
    return result


def lying_open(look: Evidence) -> list[int]:
    """The boxes of a photograph in which no card covers another."""
    sure = np.flatnonzero(look.boxes >= SURE_BOX)
    kept = without_doubles(look.quads_px[sure], look.boxes[sure], APART)
    result: list[int] = sure[kept].tolist()
    return result


def likeliest_order(look: Evidence, boxes: Sequence[int], classes: Sequence[int]) -> list[int]:
    """These boxes in the order in which they show these classes, read from one side or another.

    A telephone held flat above a table does not know which side is up. What the network makes of
    the cards tells, if little of it is right; as the picture was taken, where it does not.
    """
    taken_for = look.probabilities[:, : len(CLASSES)].argmax(axis=1)
    orders = [
        [boxes[k] for k in reading_order(turned(look.quads_px[list(boxes)], quarters))]
        for quarters in range(4)
    ]
    fits = [int(np.sum(taken_for[order] == classes)) for order in orders]
    fits[0] += AS_TAKEN
    return orders[int(np.argmax(fits))]


def turned(quads_px: Array, quarters: int) -> Array:
    """(n, 4, 2) quads with the picture turned so that cards lie straight, then by quarters."""
    if not len(quads_px):
        return quads_px
    edges = quads_px[:, 1] - quads_px[:, 0]
    ways = np.arctan2(edges[:, 1], edges[:, 0])
    slant = np.angle(np.exp(4j * ways).mean()) / 4  # a quarter turn is none to a rectangle's edges
    way = quarters * np.pi / 2 - slant
    cos, sin = np.cos(way), np.sin(way)
    result: Array = quads_px @ np.array(((cos, sin), (-sin, cos)))
    return result


def reading_order(quads_px: Array) -> list[int]:
    """Places of (n, 4, 2) quads row below row, in each from left to right."""
    middles = quads_px.mean(axis=1)
    height = float(np.median(np.ptp(quads_px[..., 1], axis=1))) if len(quads_px) else 0.0
    rows: list[list[int]] = []
    for i in np.argsort(middles[:, 1], kind="stable").tolist():
        if not rows or middles[i, 1] - middles[rows[-1][-1], 1] > height / 2:
            rows.append([])
        rows[-1].append(i)
    return [i for row in rows for i in sorted(row, key=lambda i: float(middles[i, 0]))]
