"""Cards of one deck in several pictures, all of them told together: each by what the others show.

A face that the network mistakes in one picture it knows in another, and every deck holds the same
cards: in many pictures of it all faces come about as often as it holds them, in none oftener. So
the faces are dealt; a ridge regression of them on what the cards look like then says of each card
what those of the other pictures make of it, and they are dealt again. Of its own picture a card is
told nothing: what it was once taken for would bear itself out.
"""

import numpy as np
from scipy.linalg import inv, solve
from scipy.special import log_softmax, logsumexp

from vision.boxes import Array
from vision.faces import HELD, WHOLE
from vision.one_deck import dealt
from vision.recogniser import softmax

ASKED = np.flatnonzero(HELD)
"""The classes of the cards that every deck has."""
ROUNDS = 6
RIDGE = 0.5
"""How little is made of single cards: of two pictures of a card the features multiply to 2."""
GAIN = 4.0
"""What it is worth, as a logit, that the others' cards of a face are wholly like a card."""
LEAST = 1e-6
"""A chance is taken to be this at least."""
EVENLY = 0.67
"""How far, as a power, faces are brought to come as often as a deck holds them."""


def told_together(
    logits: Array, features: Array, pictures: Array, temperature: float, trust: float = 1.0
) -> tuple[Array, Array]:
    """(n,) classes and (n,) chances of cards in these (n,) pictures.

    By (n, OUTPUTS) logits and (n, k) features of them. `trust`: how much the logits of the faces
    count beside what the other pictures tell.
    """
    weights = heard(features, pictures)
    own = logits[:, ASKED]
    together = logsumexp(own, axis=1, keepdims=True)
    told = logits.copy()
    for _ in range(ROUNDS):
        classes = _dealt_evenly(softmax(told / temperature), pictures)
        others = GAIN * weights @ faces_of(classes)
        told[:, ASKED] = together + log_softmax(others + trust * own, axis=1)
    chances = softmax(told / temperature)
    classes = _dealt_evenly(chances, pictures)
    return classes, chances[np.arange(len(classes)), classes]


def heard(features: Array, pictures: Array) -> Array:
    """(n, n): how much each card is told by what each other one is; by none of its own picture."""
    inverse: Array = inv(features @ features.T + RIDGE * np.eye(len(features)))
    result = np.zeros_like(inverse)
    for picture in np.unique(pictures):
        mine, others = np.flatnonzero(pictures == picture), np.flatnonzero(pictures != picture)
        # What a regression without these would say of them, by the one that has them.
        result[np.ix_(mine, others)] = -solve(
            inverse[np.ix_(mine, mine)], inverse[np.ix_(mine, others)], assume_a="pos"
        )
    return result


def told_by(features: Array, classes: Array) -> Array:
    """(faces, k) factors of features: what these cards tell of another of their deck, as logits."""
    between = features @ features.T + RIDGE * np.eye(len(features))
    result: Array = GAIN * solve(between, faces_of(classes), assume_a="pos").T @ features
    return result


def faces_of(classes: Array) -> Array:
    """(n, faces): 1 where that is the face of a card, less what it would be of any."""
    result: Array = (classes[:, None] == ASKED) - 1 / len(ASKED)
    return result


def _dealt_evenly(chances: Array, pictures: Array) -> Array:
    """(n,) classes of cards, each picture's dealt together, after their chances were evened out."""
    even = np.full_like(chances, LEAST)
    even[:, ASKED] = _evened(chances[:, ASKED])
    classes = np.empty(len(chances), int)
    for picture in np.unique(pictures):
        theirs = pictures == picture
        classes[theirs] = dealt(even[theirs])[0]
    return classes


def _evened(chances: Array) -> Array:
    """(n, faces) with a weight of each face such that all come nearly as often as they should."""
    wanted = np.array(HELD)[ASKED] / len(WHOLE) * len(chances)
    weights = np.ones(len(ASKED))
    for _ in range(50):
        rows = chances / (chances @ weights)[:, None]
        weights = (wanted / np.maximum(rows.sum(axis=0), 1e-9)) ** EVENLY
    result: Array = chances * weights / (chances @ weights)[:, None]
    return result
