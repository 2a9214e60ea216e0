"""All boxes of a picture named at once: a deck holds one crane, so two boxes cannot both be it."""

import numpy as np
from scipy.optimize import linear_sum_assignment

from scorer.cards import FACES
from vision.boxes import Array
from vision.faces import CLASSES, NO_CARD

AGAIN = 3.0
"""What a card beyond the deck's count costs, in natural logarithms: a second deck may lie there."""
THIRD = 9.0
"""What one beyond two decks' counts costs: what comes so often is a pattern, and no card."""
COPIES = tuple(FACES[face].copies for face in CLASSES)
UNLIMITED = 10
"""Faces with so many copies (the back) are never used up."""


def dealt(probabilities: Array) -> tuple[Array, Array]:
    """(n,) classes and (n,) chances of them, from (n, OUTPUTS) chances of each box by itself.

    The likeliest way to name all boxes together in which no face occurs more often than a deck
    holds it; a chance is what is left of the box's own when faces that others hold are counted out.
    """
    count = len(probabilities)
    logs = np.log(np.maximum(probabilities, 1e-6))
    slots = [k for k, copies in enumerate(COPIES) if copies < UNLIMITED for _ in range(copies)]
    first, second = logs[:, slots], logs[:, slots] - AGAIN
    free = [logs[:, k] - (THIRD if copies < UNLIMITED else 0) for k, copies in enumerate(COPIES)]
    free.append(logs[:, NO_CARD])
    # Beside two decks' cards every box has a slot of its own: the best it can be without them.
    best_free = np.argmax(np.stack(free, axis=1), axis=1)
    own = np.full((count, count), 1e6)
    np.fill_diagonal(own, -np.max(np.stack(free, axis=1), axis=1))
    boxes, taken = linear_sum_assignment(np.hstack((-first, -second, own)))
    classes = np.empty(count, int)
    for box, slot in zip(boxes, taken, strict=True):
        dealt_one = slot < 2 * len(slots)
        classes[box] = slots[slot % len(slots)] if dealt_one else best_free[box]
    return classes, _chances(probabilities, classes)


def _chances(probabilities: Array, classes: Array) -> Array:
    """(n,): a face that is used up by others counts for e^-AGAIN of itself, or e^-THIRD."""
    used = np.bincount(classes, minlength=probabilities.shape[1])
    others = used[None, :] - (classes[:, None] == np.arange(len(used)))
    copies = np.array((*COPIES, UNLIMITED))
    decks = np.where(copies < UNLIMITED, others // copies, 0)
    weighed = probabilities * np.exp(-np.array((0, AGAIN, THIRD)))[np.minimum(decks, 2)]
    rows = np.arange(len(classes))
    result: Array = weighed[rows, classes] / weighed.sum(axis=1)
    return result
