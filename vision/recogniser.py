"""Which face a box shows: the third network, and what it learned of a deck that was enrolled."""

from dataclasses import dataclass

import numpy as np

from vision.batches import in_batches
from vision.boxes import Array
from vision.crops import card_crops
from vision.deck_naming import Naming
from vision.faces import CLASSES, OUTPUTS
from vision.jokers import JokerReader
from vision.runtime import Net

SURE = 0.8
"""A face that the network gives this chance is not asked for again the other way up: a card may
lie either way."""
CLEAR = 0.95
"""A thorough look reads a box again from places nearby where the network gives less than this to
what it shows: which face a covered card has may hang on a hair's breadth of its box."""
NEARBY = ((0.03, 0.02), (-0.03, 0.02), (-0.03, -0.02), (0.03, -0.02))
"""How far these lie from it, along its first edge and its second: shares of their lengths."""
SQUARE = 1.25
"""A box less than so many times as long as wide is a card seen aslant: which of its edges are the
short ones is not known, and it is read either way."""

EMBEDDING, PLACES = 128, 48 * 9 * 6
"""The features of a card: so many tell what it is like as a whole, then so many what lies where."""

Answers = tuple[Array, Array, Array]
"""Of n crops: (n, OUTPUTS) logits, (n, 2720) features and (n,) shares that show."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """What each of n boxes shows."""

    probabilities: Array
    """(n, OUTPUTS): of every class, and last that there is no card."""
    visible: Array
    """(n,) share of the card that shows."""
    features: Array
    """(n, 2720): the embedding and the places, each of length one."""

    def some(self, which: Array) -> "Recognised":
        """Those at these places."""
        return Recognised(self.probabilities[which], self.visible[which], self.features[which])


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The network, and the enrolled deck if there is one."""

    net: Net
    """(n, 144, 96, 4) uint8, n as in `in_batches`, to logits, features and visible shares."""
    temperature: float = 1.0
    """Logits are divided by it, so that the probabilities are honest."""
    deck: Naming | None = None
    """Of the deck that lies on the table, where one was enrolled."""
    jokers: JokerReader | None = None
    """Tells jokers from one another, where it is there."""

    def recognise(
        self,
        frame_bgr: Array,
        quads_px: Array,
        outline_px: Array | None = None,
        *,
        thorough: bool = False,
    ) -> Recognised:
        """What (n, 4, 2) quads of a picture show, each beginning with an upper or lower edge.

        `outline_px`: see vision.crops.card_crops. `thorough`: unsure ones are read from places
        nearby, too.
        """
        told = self._read(card_crops(frame_bgr, quads_px, outline_px=outline_px))
        quads_px, told = self._either_way(frame_bgr, quads_px, outline_px, told)
        if thorough:
            told = self._nearby(frame_bgr, quads_px, outline_px, told)
        logits, features, visible = told
        features = each_of_length_one(features)
        if self.deck is not None:
            logits = self.deck.joined(logits, features)
        return Recognised(softmax(logits / self.temperature), visible, features)

    def _either_way(
        self, frame_bgr: Array, quads_px: Array, outline_px: Array | None, told: Answers
    ) -> tuple[Array, Answers]:
        """The quads and what was told of them, square ones on the side on which they are surer."""
        square = np.flatnonzero(longer_by(quads_px) < SQUARE)
        if not len(square):
            return quads_px, told
        turned = quads_px.copy()
        turned[square] = np.roll(quads_px[square], 1, axis=1)
        crops = card_crops(frame_bgr, turned[square], turned, outline_px=outline_px)
        others = self._read(crops)
        surer = _best_face(others[0]) > _best_face(told[0][square])
        for part, other in zip(told, others, strict=True):
            part[square[surer]] = other[surer]
        turned[square[~surer]] = quads_px[square[~surer]]
        return turned, told

    def _nearby(
        self, frame_bgr: Array, quads_px: Array, outline_px: Array | None, told: Answers
    ) -> Answers:
        """What was told of boxes; of unsure ones the mean of that and what places nearby tell."""
        best = softmax(told[0] / self.temperature).max(axis=1, initial=0)
        unsure = np.flatnonzero(best < CLEAR)
        if not len(unsure):
            return told
        sides = quads_px[unsure][:, [1, 2]] - quads_px[unsure][:, [0, 1]]
        crops = []
        for shares in NEARBY:
            moved = quads_px.copy()
            moved[unsure] += (np.array(shares)[:, None] * sides).sum(axis=1, keepdims=True)
            crops.append(card_crops(frame_bgr, moved[unsure], moved, outline_px=outline_px))
        logits, features, visible = (part.copy() for part in told)
        nearby = self._read(np.concatenate(crops))
        for part, theirs in zip((logits, features, visible), nearby, strict=True):
            places = theirs.reshape(len(NEARBY), *part[unsure].shape)
            part[unsure] = (part[unsure] + places.sum(axis=0)) / (1 + len(NEARBY))
        return logits, features, visible

    def _read(self, crops: Array) -> Answers:
        """What the network says of crops; where it is unsure, of both ways up together."""
        answers = self.answers(crops)
        unsure = softmax(answers[0]).max(axis=1, initial=0) < SURE
        if unsure.any():
            again = self.answers(np.ascontiguousarray(crops[unsure][:, ::-1, ::-1]))
            for first, second in zip(answers, again, strict=True):
                first[unsure] = (first[unsure] + second) / 2
        logits, features, visible = answers
        if self.jokers is not None:
            logits = self.jokers.read(crops, logits)
        return logits, features, visible

    def answers(self, crops: Array) -> Answers:
        """Logits, features and visible shares of (n, 144, 96, 4) crops, one way up."""
        if not len(crops):
            return np.zeros((0, OUTPUTS)), np.zeros((0, EMBEDDING + PLACES)), np.zeros(0)
        logits, features, visible = in_batches(self.net, crops)
        return logits, features, visible


def longer_by(quads_px: Array) -> Array:
    """(n,) how many times as long as their first edges the second ones of (n, 4, 2) quads are."""
    sides = np.linalg.norm(quads_px - np.roll(quads_px, -1, axis=1), axis=2)
    result: Array = (sides[:, 1] + sides[:, 3]) / np.maximum(sides[:, 0] + sides[:, 2], 1e-6)
    return result


def _best_face(logits: Array) -> Array:
    chances: Array = softmax(logits)[:, : len(CLASSES)].max(axis=1)
    return chances


def of_length_one(rows: Array) -> Array:
    """(n, k) the same rows, each by its length."""
    result: Array = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return result


def each_of_length_one(features: Array) -> Array:
    """(n, k) the same features, the embedding by its length and the places by theirs."""
    parts = (features[:, :EMBEDDING], features[:, EMBEDDING:])
    return np.hstack([of_length_one(part) for part in parts])


def softmax(logits: Array) -> Array:
    """(n, k) probabilities."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: Array = shifted / shifted.sum(axis=1, keepdims=True)
    return result
