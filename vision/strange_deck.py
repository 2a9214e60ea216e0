"""A deck unlike those that the model knows, learned from many pictures of it that nobody labelled.

What the network is unsure of in one picture the others tell: every deck holds the same cards, so in
many pictures of it all faces come about as often as it holds them, and in none oftener. The faces
are dealt so, what tells them apart on this deck is learned from that, and so again a few times.
"""

from collections.abc import Sequence

import numpy as np

from vision.boxes import Array
from vision.deck_naming import Naming, learned
from vision.evidence import OPEN, Evidence
from vision.faces import HELD, WHOLE
from vision.one_deck import dealt
from vision.recogniser import of_length_one, softmax

PICTURES, OPEN_CARDS = 12, 100
"""Fewer pictures, or fewer cards lying open in them, say too little of a deck."""
UNSURE, STRANGE_FROM = 0.8, 0.03
"""A deck is strange if so many of its open cards are taken for a face with less than that: of decks
that are read well it is one in a hundred, or none."""
SURE, ALL_FACES = 0.9, 28
"""So many of the 37 faces must be seen surely: else the pictures do not show all of the deck."""
SHOWS = 0.4
"""So much of itself a card must show to be learned from."""
TRUST, RIDGE = 0.55, 1e-3
"""How much the network's own word counts, and how little is learned beside it: labels that nobody
gave teach less than those of an enrolled deck."""
ROUNDS = 6
LEAST = 1e-6
"""A chance is taken to be this at least."""
EVENLY = 0.67
"""How far, as a power, faces are brought to come as often as a deck holds them."""
ASKED = np.flatnonzero(HELD)
"""The classes of the cards that every deck has."""


def learned_from(looks: Sequence[Evidence], temperature: float) -> Naming | None:
    """What tells the cards of the deck in these pictures from one another.

    None where the model knows the deck, or the pictures tell too little of it. `temperature`: what
    the logits of their chances were divided by.
    """
    if len(looks) < PICTURES or not is_strange(looks):
        return None
    used = [_faces(look) & (look.visible >= SHOWS) for look in looks]
    told = list(zip(looks, used, strict=True))
    chances = np.concatenate([look.probabilities[each] for look, each in told])
    embeddings = np.concatenate([look.embeddings[each] for look, each in told])
    pictures = np.repeat(np.arange(len(looks)), [each.sum() for each in used])
    logits = temperature * np.log(np.maximum(chances, LEAST))
    return taught_by_itself(logits, of_length_one(embeddings), pictures, temperature)


def is_strange(looks: Sequence[Evidence]) -> bool:
    """Whether the network is unsure of many cards that lie open, and all faces are there."""
    opened = [look.probabilities[_faces(look) & (look.visible >= OPEN)][:, ASKED] for look in looks]
    chances = np.concatenate(opened)
    best = chances.max(axis=1, initial=0.0)
    seen = np.unique(chances[best >= SURE].argmax(axis=1))
    enough = len(best) >= OPEN_CARDS and len(seen) >= ALL_FACES
    return enough and float(np.mean(best < UNSURE)) >= STRANGE_FROM


def taught_by_itself(
    logits: Array, embeddings: Array, pictures: Array, temperature: float
) -> Naming:
    """Learned from (n, OUTPUTS) logits and (n, 128) embeddings of cards in these (n,) pictures."""
    none = np.zeros((0, embeddings.shape[1]))
    naming = Naming(ASKED, np.zeros((len(ASKED), none.shape[1])), np.zeros(len(ASKED)), 1.0, none)
    for _ in range(ROUNDS):
        chances = softmax(naming.joined(logits, embeddings) / temperature)
        classes = _dealt_evenly(chances, pictures)
        told = np.isin(classes, ASKED)
        rows = (logits[told], embeddings[told], classes[told], none)
        naming = learned(*rows, trust=TRUST, ridge=RIDGE)
    return naming


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


def _faces(look: Evidence) -> Array:
    """(n,) whether a box more likely shows a face of the deck than anything else."""
    result: Array = look.probabilities[:, ASKED].sum(axis=1) > 0.5
    return result
