"""Boxes that cannot but hold a card, whatever they show.

A plain back on a cloth of nearly its colour looks like a book or a coaster. But nothing else on a
table is as large as the cards beside it, and found as surely.
"""

from dataclasses import replace

import numpy as np

from vision.boxes import Array
from vision.cut_cards import sizes_at, sorted_sides
from vision.faces import NO_CARD
from vision.localizer import Located
from vision.recogniser import Recognised

BOX = 0.8
"""So sure the localizer is of such a box."""
AS_LARGE = 0.15
"""The most that its sides differ from those of cards nearby, both logarithms together."""
CARD = 0.9
"""The chance that a box so vouched for holds a card, at least; and that of the cards it is held
against."""
FEWEST = 3
"""So many of these there must be."""


def vouched(located: Located, seen: Recognised) -> Recognised:
    """What n boxes show, where those that are vouched for hold a card with a chance of CARD."""
    cards = 1 - seen.probabilities[:, NO_CARD]
    found = located.confidences >= BOX
    sure = located.some(found & (cards >= CARD))
    doubted = np.flatnonzero(found & (cards < CARD))
    if len(sure) < FEWEST:
        return seen
    quads = located.quads_px[doubted]
    off = np.abs(np.log(sorted_sides(quads) / sizes_at(quads, sure))).sum(axis=1)
    return replace(seen, probabilities=_with_card(seen.probabilities, doubted[off < AS_LARGE]))


def _with_card(probabilities: Array, held: Array) -> Array:
    """(n, OUTPUTS) the same, at these rows with a chance of CARD that there is one."""
    result: Array = probabilities.copy()
    faces = probabilities[held, :NO_CARD]
    result[held, :NO_CARD] = CARD * faces / np.maximum(faces.sum(axis=1, keepdims=True), 1e-9)
    result[held, NO_CARD] = 1 - CARD
    return result
