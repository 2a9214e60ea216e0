"""A deck unlike those that the model knows, learned from pictures of it that nobody labelled.

Cards that lie open are read before covered ones, and tell what the deck looks like, also to who
knows none of its prints. What the network is unsure of in one picture others tell. When all cards
were told together nearly all of those that lie open are named rightly: the surest teach the deck,
as the photographs of one that is enrolled do. With that they are told together once more, and each
picture is read by what its deck taught and by what the others show.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.boxes import Array
from vision.brightness import brightened
from vision.deck_naming import Naming
from vision.deck_photos import Pictures
from vision.deck_teaching import taught
from vision.deck_views import card_pictures
from vision.evidence import OPEN, Evidence
from vision.recogniser import Recogniser
from vision.told_together import ASKED, LEAST, told_by, told_together

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
TRUST = 0.3
"""How much the network's own word of a strange deck counts beside what its other pictures tell."""
PICTURED, SURE_BOX = 0.85, 0.4
"""A card that shows so much, in a box that is so sure, lies open."""
OF_A_FACE = 4
"""Pictures that teach each face."""


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


def named_by_the_others(
    looks: Sequence[Shown], deck: Naming, temperature: float
) -> tuple[Naming, ...]:
    """What tells the cards of each picture: what was learned of the deck, and the others."""
    cards = _cards(looks, temperature)
    logits = deck.joined(cards.logits, cards.features)
    classes, _ = told_together(logits, cards.features, cards.pictures, temperature)
    known = np.searchsorted(ASKED, deck.classes)
    result = []
    for picture in range(len(looks)):
        others = cards.pictures != picture
        told = told_by(cards.features[others], classes[others])[known]
        result.append(replace(deck, factors=deck.factors + told))
    return tuple(result)


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """The cards of all pictures that show enough of themselves."""

    places: tuple[Array, ...]
    """Of each picture, (k,) places in its evidence."""
    logits: Array
    """(n, OUTPUTS)."""
    features: Array
    """(n, k)."""
    pictures: Array
    """(n,) which picture each lies in."""


def _cards(looks: Sequence[Shown], temperature: float) -> Cards:
    each = [look.evidence for look in looks]
    places = tuple(np.flatnonzero(_faces(look) & (look.visible >= SHOWS)) for look in each)
    told = list(zip(each, places, strict=True))
    chances = np.concatenate([look.probabilities[mine] for look, mine in told])
    features = np.concatenate([look.shown[mine] for look, mine in told])
    pictures = np.repeat(np.arange(len(looks)), [len(mine) for mine in places])
    return Cards(places, temperature * np.log(np.maximum(chances, LEAST)), features, pictures)


def _pictures(looks: Sequence[Shown], temperature: float) -> Pictures:
    """Those cards that lie open and are most surely the faces that all of them come to together."""
    cards = _cards(looks, temperature)
    classes, sure = told_together(cards.logits, cards.features, cards.pictures, temperature, TRUST)
    opened = [np.isin(mine, each.opened) for each, mine in zip(looks, cards.places, strict=True)]
    own = np.flatnonzero(np.concatenate(opened))
    surest = np.argsort(-sure[own], kind="stable")
    kept = [i for face in ASKED for i in surest[classes[own][surest] == face][:OF_A_FACE]]
    bgr = np.concatenate([each.bgr for each in looks])
    return Pictures(classes[own][kept], bgr[kept])


def _faces(look: Evidence) -> Array:
    """(n,) whether a box more likely shows a face of the deck than anything else."""
    result: Array = look.probabilities[:, ASKED].sum(axis=1) > 0.5
    return result
