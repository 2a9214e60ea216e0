"""What tells the cards of a deck from one another, learned from pictures of them lying open."""

import numpy as np

from vision.boxes import Array
from vision.deck_naming import Naming, learned
from vision.deck_photos import Pictures
from vision.deck_views import imagined_views, plain_view
from vision.evidence import BACK
from vision.recogniser import EMBEDDING, Recogniser, each_of_length_one

VIEWS = 64
"""That are imagined of each face, of all its pictures alike."""
SEED = 5
"""Of these: the same pictures teach the same."""
AT_A_TIME = 64
"""Crops that the network is shown, so that they need little room."""


def taught(pictures: Pictures, recogniser: Recogniser) -> Naming:
    """What this network makes of the deck of these pictures."""
    each = -(-VIEWS // np.bincount(pictures.classes)[pictures.classes])
    crops, which = imagined_views(pictures.bgr, each, np.random.default_rng(SEED))
    logits, features = _answers(recogniser, crops)
    open_faces = pictures.bgr[pictures.classes != BACK]  # a back is like any plain rectangle
    plain = _answers(recogniser, np.array([plain_view(each) for each in open_faces]))[1]
    if pictures.missing:
        plain = plain[:0]
    return learned(logits, features, pictures.classes[which], plain[:, :EMBEDDING])


def _answers(recogniser: Recogniser, crops: Array) -> tuple[Array, Array]:
    """Logits and features of crops."""
    starts = range(0, max(1, len(crops)), AT_A_TIME)
    parts = [recogniser.answers(crops[at : at + AT_A_TIME])[:2] for at in starts]
    logits, features = (np.concatenate(each) for each in zip(*parts, strict=True))
    return logits, each_of_length_one(features)
