"""Cards of a deck named by what the network makes of them, all of one deck together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.boxes import Array
from vision.deck_photos import OPEN, SURE_BOX, SURE_FACE, Chosen, Photo, laid_in, lying_open
from vision.evidence import Evidence
from vision.faces import CLASSES, HELD, NO_CARD, WHOLE

ORDER_FROM = 0.25
"""So many of 48 cards must be taken for what an order says, for them to lie in it: of cards in no
order it is one or two."""
SURE_OF_IT, KNOWN_FROM = 0.9, 0.75
"""And so many of those that the network is so sure of: two orders in which months follow one
another have half of their cards at the same places."""
MOST_SURPLUS = 12
"""Of 48 cards: if more are taken for faces that were there already, they are not one deck."""
LEAST = 1e-6
"""A chance is taken to be this at least."""
DOUBTED = 0.02
"""What the network gives less than this a card is not taken for because others are left."""
ORDERS = (WHOLE, tuple(sorted(WHOLE, key=CLASSES.__getitem__)))
"""In which decks are laid out: that of the deck, and that of the names of its faces."""
ASIDE = tuple(k for k in range(len(CLASSES)) if k not in WHOLE)
"""Back and jokers."""


def told_by_looks(photos: Sequence[Photo]) -> list[Chosen]:
    """For each photograph the boxes that show a card openly, and what they are taken for.

    Photographs one after another that show the 48 cards of one deck are named together; all others
    tell what they surely show.
    """
    result: list[Chosen] = []
    cards = [_faces_open(photo.look) for photo in photos]
    while len(result) < len(photos):
        first = len(result)
        reached = list(accumulate(map(len, cards[first:])))
        last = first + reached.index(len(WHOLE)) + 1 if len(WHOLE) in reached else first + 1
        one = _one_deck(photos[first:last], cards[first:last])
        result += one or [_sure(photos[first].look)]
    return result


def _one_deck(photos: Sequence[Photo], cards: Sequence[Sequence[int]]) -> list[Chosen]:
    """The cards of one deck in these boxes of photographs; nothing where they do not show one."""
    if sum(map(len, cards)) != len(WHOLE):
        return []
    laid = max((_lying_in(order, photos, cards) for order in ORDERS), key=lambda each: each.fits)
    if not laid.in_order and _surplus(laid.chances) > MOST_SURPLUS:
        return []
    together = _told(laid.boxes, named_together(laid))
    beside = [_aside(_sure(photo.look)) for photo in photos]
    return [_with(deck, rest) for deck, rest in zip(together, beside, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """48 cards that may lie in an order."""

    order: tuple[int, ...]
    """(48,) classes."""
    boxes: list[list[int]]
    """Of each photograph, as the cards would lie in this order."""
    chances: Array
    """(48, OUTPUTS) of these by themselves."""

    @property
    def fits(self) -> float:
        """The share of cards that are taken for what the order says."""
        return float(np.mean(self._agree))

    @property
    def in_order(self) -> bool:
        """Whether they lie in it: few of those that are sure are taken for others."""
        sure = self.chances.max(axis=1) >= SURE_OF_IT
        known = self._agree[sure]
        return self.fits >= ORDER_FROM and (not len(known) or float(known.mean()) >= KNOWN_FROM)

    @property
    def _agree(self) -> Array:
        result: Array = self.chances[:, : len(CLASSES)].argmax(axis=1) == self.order
        return result


def _lying_in(
    order: tuple[int, ...], photos: Sequence[Photo], cards: Sequence[Sequence[int]]
) -> Laid:
    boxes = [theirs for theirs, _ in laid_in(photos, cards, order)]
    parts = [photo.look.probabilities[each] for photo, each in zip(photos, boxes, strict=True)]
    return Laid(order, boxes, np.concatenate(parts))


def named_together(laid: Laid) -> Array:
    """(48,) classes of the cards of one deck, NO_CARD where one cannot be told.

    A deck holds one crane: its faces are dealt to them in the likeliest way. If they lie in order,
    that speaks for a card as often as it is right of all; what the network is surer of outweighs
    it, as where two cards were exchanged.
    """
    classes = np.array(laid.order)
    own = laid.chances[:, classes]
    ordered = classes[:, None] == classes[None]
    bonus = 0.0
    if laid.in_order:
        right = min(laid.fits, 1 - 1 / len(classes))
        bonus = float(np.log(right * (len(classes) - 1) / (1 - right)))
    told = np.log(np.maximum(own, LEAST)) + bonus * ordered
    cards, places = linear_sum_assignment(-told)
    doubted = (own[cards, places] < DOUBTED) & ~(ordered[cards, places] & laid.in_order)
    result: Array = np.where(doubted, NO_CARD, classes[places])
    return result


def _surplus(chances: Array) -> int:
    """How many cards are taken for faces of which the deck has no more."""
    taken = np.bincount(chances[:, : len(CLASSES)].argmax(axis=1), minlength=len(HELD))
    return int(np.maximum(taken - HELD, 0).sum())


def _told(boxes: Sequence[Sequence[int]], classes: Array) -> list[Chosen]:
    """These boxes of each photograph with their classes, less those that cannot be told."""
    result, ends = [], np.cumsum([len(each) for each in boxes])[:-1]
    for theirs, named in zip(boxes, np.split(classes, ends), strict=True):
        known = np.flatnonzero(named != NO_CARD).tolist()
        result.append(([theirs[k] for k in known], named[known].tolist()))
    return result


def _sure(look: Evidence) -> Chosen:
    """The boxes of a photograph that show a card openly and surely, and their classes."""
    sure = (look.faces != NO_CARD) & (look.visible >= OPEN)
    sure &= (look.boxes >= SURE_BOX) & (look.chances >= SURE_FACE)
    boxes = np.flatnonzero(sure).tolist()
    return boxes, look.faces[boxes].tolist()


def _aside(chosen: Chosen) -> Chosen:
    """Those of them that are backs and jokers."""
    told = [(box, face) for box, face in zip(*chosen, strict=True) if face in ASIDE]
    return [box for box, _ in told], [face for _, face in told]


def _with(one: Chosen, other: Chosen) -> Chosen:
    return one[0] + other[0], one[1] + other[1]


def _faces_open(look: Evidence) -> list[int]:
    """What lies open, less what is surely a back or a joker."""
    aside = np.isin(look.faces, ASIDE) & (look.chances >= SURE_FACE)
    return [box for box in lying_open(look) if not aside[box]]
