"""A deck unlike those that the model knows, learned from pictures of it that nobody labelled.

Cards that lie open are read before covered ones, and tell what the deck looks like, also to who
knows none of its prints. What the network is unsure of in one picture others tell: every deck holds
the same cards, so in many pictures of it all faces come about as often as it holds them, and in
none oftener. The faces are dealt so, what tells them apart on this deck is learned from that, and
so again a few times. By then nearly all cards that lie open are named rightly: the surest teach the
deck, as the photographs of one that is enrolled do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.boxes import Array
from vision.brightness import brightened
from vision.deck_naming import Naming, learned
from vision.deck_photos import Pictures
from vision.deck_teaching import taught
from vision.deck_views import card_pictures
from vision.evidence import OPEN, Evidence
from vision.faces import HELD, WHOLE
from vision.one_deck import dealt
from vision.recogniser import EMBEDDING, Recogniser, softmax

PICTURES, OPEN_CARDS = 2, 20
"""Fewer pictures, or fewer cards lying open in them, say too little of a deck: one by itself takes
several times as long so, and is read hardly better."""
UNSURE, STRANGE_FROM = 0.8, 0.04
"""A deck is strange if so many of its cards are taken for a face with less than that. In films of
decks that are known it is one in two hundred, of others nearly always more; in pictures of known
decks, whose cards are covered, it may be as many, and what is learned does no harm."""
SURE = 0.9
SHOWS = 0.4
"""So much of itself a card must show to be learned from."""
TRUST, RIDGE = 0.3, 1e-3
"""How much the network's own word counts, and how little is learned beside it: labels that nobody
gave teach less than those of an enrolled deck."""
ROUNDS = 6
PICTURED, SURE_BOX = 0.85, 0.4
"""A card that shows so much, in a box that is so sure, lies open."""
OF_A_FACE = 4
"""Pictures that teach each face."""
LEAST = 1e-6
"""A chance is taken to be this at least."""
EVENLY = 0.67
"""How far, as a power, faces are brought to come as often as a deck holds them."""
ASKED = np.flatnonzero(HELD)
"""The classes of the cards that every deck has."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What a picture shows of a deck."""

    evidence: Evidence
    opened: Array
    """(k,) places in it of the cards that lie open."""
    bgr: Array
    """(k, 115, 77, 3) uint8: these, each by itself."""


def shown(frame_bgr: Array, evidence: Evidence) -> Shown:
    """What is remembered of a picture (h, w, 3) uint8 to learn its deck from."""
    sure = _faces(evidence) & (evidence.visible >= PICTURED) & (evidence.boxes >= SURE_BOX)
    opened = np.flatnonzero(sure)
    return Shown(evidence, opened, card_pictures(brightened(frame_bgr), evidence.quads_px[opened]))


def learned_from(looks: Sequence[Shown], recogniser: Recogniser) -> Naming | None:
    """What tells the cards of the deck in these pictures from one another.

    None where there are too few to tell.
    """
    if len(looks) < PICTURES or len(_chances(looks, OPEN)) < OPEN_CARDS:
        return None
    pictures = _pictures(looks, recogniser.temperature)
    return taught(pictures, recogniser) if len(pictures.classes) else None


def is_strange(looks: Sequence[Shown]) -> bool:
    """Whether the network is unsure of many cards, of covered ones above all."""
    best = _chances(looks, SHOWS).max(axis=1, initial=0.0)
    return bool(len(best)) and float(np.mean(best < UNSURE)) >= STRANGE_FROM


def surely_seen(looks: Sequence[Shown]) -> int:
    """How many of the 37 faces the network is sure of on cards that lie open."""
    return int(np.any(_chances(looks, OPEN) >= SURE, axis=0).sum())


def _chances(looks: Sequence[Shown], visible: float) -> Array:
    """(n, faces) chances of the cards that show so much of themselves."""
    each = [look.evidence for look in looks]
    some = [look.probabilities[_faces(look) & (look.visible >= visible)] for look in each]
    return np.concatenate([np.zeros((0, len(ASKED))), *(chances[:, ASKED] for chances in some)])


def _pictures(looks: Sequence[Shown], temperature: float) -> Pictures:
    """Those cards that lie open and are most surely the faces that all of them come to together."""
    evidence = [each.evidence for each in looks]
    used = [np.flatnonzero(_faces(look) & (look.visible >= SHOWS)) for look in evidence]
    told = list(zip(evidence, used, strict=True))
    chances = np.concatenate([look.probabilities[mine] for look, mine in told])
    features = np.concatenate([look.shown[mine] for look, mine in told])
    pictures = np.repeat(np.arange(len(looks)), [len(mine) for mine in used])
    logits = temperature * np.log(np.maximum(chances, LEAST))
    classes, sure = taught_by_itself(logits, features, pictures, temperature)
    opened = [np.isin(mine, each.opened) for each, mine in zip(looks, used, strict=True)]
    own = np.flatnonzero(np.concatenate(opened))
    surest = np.argsort(-sure[own], kind="stable")
    kept = [i for face in ASKED for i in surest[classes[own][surest] == face][:OF_A_FACE]]
    bgr = np.concatenate([each.bgr for each in looks])
    return Pictures(classes[own][kept], bgr[kept])


def taught_by_itself(
    logits: Array, features: Array, pictures: Array, temperature: float
) -> tuple[Array, Array]:
    """(n,) classes and (n,) chances of cards in these (n,) pictures, all told together.

    By (n, OUTPUTS) logits and (n, k) features of them.
    """
    none = np.zeros((0, EMBEDDING))
    naming = Naming(
        ASKED, np.zeros((len(ASKED), features.shape[1])), np.zeros(len(ASKED)), 1.0, none
    )
    for _ in range(ROUNDS):
        classes, _ = _told(naming, logits, features, pictures, temperature)
        known = np.isin(classes, ASKED)
        rows = (logits[known], features[known], classes[known], none)
        naming = learned(*rows, trust=TRUST, ridge=RIDGE)
    return _told(naming, logits, features, pictures, temperature)


def _told(
    naming: Naming, logits: Array, features: Array, pictures: Array, temperature: float
) -> tuple[Array, Array]:
    """(n,) classes and the chances of them, by what has been learned so far."""
    chances = softmax(naming.joined(logits, features) / temperature)
    classes = _dealt_evenly(chances, pictures)
    return classes, chances[np.arange(len(classes)), classes]


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
