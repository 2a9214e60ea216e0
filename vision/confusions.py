"""What the cards of the print on the table are taken for, learned from all looks at it.

A model that does not know a print may take one of its faces for another, every time. What lies on
the table beside it tells: a deck holds two plain cards of the plum, so of four that seem to be such
two are another face, and which that is the model's second choice says.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from scorer.cards import BACK, Card, card
from scorer.remark import Remark
from vision.belief import LEAST_CONFIDENCE
from vision.boxes import Array
from vision.even_sample import EvenSample
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.looks import Look
from vision.one_deck import dealt

MOST_LOOKS = 240
"""So many looks are remembered, of all the time alike."""
SHOWS = 0.5
"""So much of itself a card must show to be learned from."""
OTHERWISE = 0.03
"""How often a face is taken for another one before anything is known of the print."""
SAME_MONTH, SAME_KIND = 6.0, 3.0
"""By how many times more than one of another month and kind."""
BEFORE, MOST = 3.0, 20.0
"""So many looks at a face that is worth; and all looks at one are worth as many at most: they show
few cards, and those lie still."""
ROUNDS = 4
LEAST = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Confusions:
    """How often a card of each class of a print is taken for each."""

    shares: Array
    """(OUTPUTS, OUTPUTS) each row of a class that lies there; zero where a deck has none such."""

    def misread(self) -> tuple[tuple[Card, Card], ...]:
        """The faces that are mostly taken for another one, each with that one."""
        faces = self.shares[:NO_CARD, :NO_CARD]
        taken_for = faces.argmax(axis=1)
        wrong = np.flatnonzero(faces.any(axis=1) & (taken_for != np.arange(NO_CARD)))
        return tuple((card(CLASSES[k]), card(CLASSES[taken_for[k]])) for k in wrong)

    def says(self) -> tuple[Remark, ...]:
        """A line about each of these."""
        return tuple(
            Remark(
                "{card} of this print looks like {other} to the model: what lies beside it told"
                " them apart",
                card=Remark(face.face),
                other=Remark(other.face),
            )
            for face, other in self.misread()
        )

    def chances(self, probabilities: Array) -> Array:
        """(n, OUTPUTS) chances of each class where the model says these."""
        told = probabilities @ self.shares.T + LEAST
        result: Array = told / told.sum(axis=1, keepdims=True)
        return result

    def corrected(self, look: Look) -> Look:
        """The look as who knows the print would tell it; the same where nothing is misread."""
        if not look.detections or not self.misread():
            return look
        chances = self.chances(np.array([each.probabilities for each in look.detections]))
        classes, _ = dealt(chances)
        told = (
            replace(
                each,
                probabilities=mine,
                card=each.card if label == NO_CARD else card(CLASSES[label]),
            )
            for each, mine, label in zip(look.detections, chances, classes, strict=True)
        )
        return replace(look, detections=tuple(told))


@dataclass(slots=True)
class PrintWatch:
    """Remembers what looks showed, and learns from it what the faces are taken for."""

    deck: frozenset[Card]
    """The faces that this table plays with."""
    known: Confusions = field(init=False)
    """What was learned when it was last asked to."""
    _looks: EvenSample[Array] = field(default_factory=lambda: EvenSample(MOST_LOOKS))
    _told: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        self.known = Confusions(_before(self.deck))

    @property
    def seen(self) -> int:
        """So many looks told something."""
        return self._looks.came

    def see(self, look: Look) -> None:
        """Takes in one more look; a glance tells nothing."""
        if look.glance:
            return
        rows = [
            each.probabilities
            for each in look.detections
            if each.confidence >= LEAST_CONFIDENCE and each.visible >= SHOWS
        ]
        if rows:
            self._looks.add(np.array(rows))

    def learn(self) -> Confusions:
        """What the faces are taken for in all that was seen; looks are read by it from now on."""
        before = _before(self.deck)
        found = Confusions(before)
        for _ in range(ROUNDS):
            counts = np.zeros_like(before)
            for rows in self._looks.items:
                _count(counts, rows, found)
            seen = counts.sum(axis=1, keepdims=True)
            worth = np.minimum(seen, MOST)
            shares = (BEFORE * before + counts / np.maximum(seen, LEAST) * worth) / (BEFORE + worth)
            found = Confusions(np.where(before.any(axis=1, keepdims=True), shares, 0.0))
        self.known = found
        return found

    def news(self) -> tuple[Remark, ...]:
        """Learns; a line about each misread face that was not told of yet."""
        fresh = tuple(each for each in self.learn().says() if each not in self._told)
        self._told += fresh
        return fresh


def watched(looks: Iterable[Look], deck: frozenset[Card]) -> PrintWatch:
    """A watch that has seen all these looks, and learned from them."""
    watch = PrintWatch(deck)
    for look in looks:
        watch.see(look)
    watch.learn()
    return watch


def _count(counts: Array, rows: Array, known: Confusions) -> None:
    """Adds what the cards of a look are taken for to the faces that they are, dealt together."""
    classes, sure = dealt(known.chances(rows))
    words = rows.copy()
    words[:, [NO_CARD, CLASSES.index(BACK.face)]] = 0
    words /= np.maximum(words.sum(axis=1, keepdims=True), LEAST)
    for label, chance, word in zip(classes, sure, words, strict=True):
        if label != NO_CARD and CLASSES[label] != BACK.face:
            counts[label] += chance * word


def _before(deck: frozenset[Card]) -> Array:
    """(OUTPUTS, OUTPUTS) shares of a print of which nothing is known."""
    faces, result = [card(face) for face in CLASSES], np.eye(OUTPUTS)
    for k, face in enumerate(faces):
        if face is BACK:
            continue
        weights = np.array([_alike(face, other) for other in faces])
        result[k, :NO_CARD] = (face in deck) * OTHERWISE * weights / weights.sum()
        result[k, k] = (face in deck) * (1 - OTHERWISE)
    return result


def _alike(one: Card, other: Card) -> float:
    """How often a face is taken for another one, beside others."""
    if other is one or other is BACK:
        return 0.0
    return 1.0 + SAME_MONTH * (one.month == other.month) + SAME_KIND * (one.kind == other.kind)
