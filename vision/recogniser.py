"""Which face a box shows: the third network, and the prototypes of decks that a user enrolled."""

from dataclasses import dataclass, field

import numpy as np

from vision.batches import in_batches, planes_of
from vision.boxes import Array
from vision.crops import card_crops
from vision.faces import CLASSES, OUTPUTS
from vision.runtime import Net

SURE = 0.8
"""A face that the network gives this chance is not asked for again the other way up: a card may
lie either way."""
SQUARE = 1.25
"""A box less than so many times as long as wide is a card seen aslant: which of its edges are the
short ones is not known, and it is read either way."""
SHARPNESS = 16.0
"""What the network multiplies a cosine by to make it a logit."""
HANDICAP = 5.0
"""What a logit of an enrolled card is less: all cards of a print look alike a little, and without
it the enrolled ones draw those to them that are not, and boxes without a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """What the cards of one enrolled deck look like to the network."""

    embeddings: Array
    """(k, 128), of length one."""
    classes: Array
    """(k,) places in CLASSES."""

    def joined(self, logits: Array, embeddings: Array) -> Array:
        """(n, OUTPUTS) logits, and those of this deck's cards less HANDICAP where higher."""
        result = logits.copy()
        cosines = embeddings @ self.embeddings.T
        for face in np.unique(self.classes):
            nearest = cosines[:, self.classes == face].max(axis=1)
            result[:, face] = np.maximum(result[:, face], SHARPNESS * nearest - HANDICAP)
        return result


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """What each of n boxes shows."""

    probabilities: Array
    """(n, OUTPUTS): of every class, and last that there is no card."""
    visible: Array
    """(n,) share of the card that shows."""
    embeddings: Array
    """(n, 128), of length one."""

    def some(self, which: Array) -> "Recognised":
        """Those at these places."""
        return Recognised(self.probabilities[which], self.visible[which], self.embeddings[which])


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The network, and the enrolled deck if there is one."""

    net: Net
    """(BATCH, 4, 144, 96) float 0 to 1 to logits, embeddings and visible shares."""
    temperature: float = 1.0
    """Logits are divided by it, so that the probabilities are honest."""
    prototypes: Prototypes | None = field(default=None)

    def recognise(self, frame_bgr: Array, quads_px: Array) -> Recognised:
        """What (n, 4, 2) quads of a picture show, each beginning with an upper or lower edge."""
        logits, embeddings, visible = self._read(card_crops(frame_bgr, quads_px))
        square = np.flatnonzero(longer_by(quads_px) < SQUARE)
        if len(square):
            turned = quads_px.copy()
            turned[square] = np.roll(quads_px[square], 1, axis=1)
            others = self._read(card_crops(frame_bgr, turned[square], turned))
            surer = _best_face(others[0]) > _best_face(logits[square])
            for told, other in zip((logits, embeddings, visible), others, strict=True):
                told[square[surer]] = other[surer]
        embeddings /= np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-6)
        if self.prototypes is not None:
            logits = self.prototypes.joined(logits, embeddings)
        return Recognised(softmax(logits / self.temperature), visible, embeddings)

    def _read(self, crops: Array) -> tuple[Array, Array, Array]:
        """What the network says of crops; where it is unsure, of both ways up together."""
        answers = self._run(crops)
        unsure = softmax(answers[0]).max(axis=1, initial=0) < SURE
        again = self._run(np.ascontiguousarray(crops[unsure][:, ::-1, ::-1]))
        for first, second in zip(answers, again, strict=True):
            first[unsure] = (first[unsure] + second) / 2
        return answers

    def _run(self, crops: Array) -> tuple[Array, Array, Array]:
        if not len(crops):
            return np.zeros((0, OUTPUTS)), np.zeros((0, 128)), np.zeros(0)
        logits, embeddings, visible = in_batches(self.net, planes_of(crops))
        return logits, embeddings, visible


def longer_by(quads_px: Array) -> Array:
    """(n,) how many times as long as their first edges the second ones of (n, 4, 2) quads are."""
    sides = np.linalg.norm(quads_px - np.roll(quads_px, -1, axis=1), axis=2)
    result: Array = (sides[:, 1] + sides[:, 3]) / np.maximum(sides[:, 0] + sides[:, 2], 1e-6)
    return result


def _best_face(logits: Array) -> Array:
    chances: Array = softmax(logits)[:, : len(CLASSES)].max(axis=1)
    return chances


def softmax(logits: Array) -> Array:
    """(n, k) probabilities."""
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: Array = shifted / shifted.sum(axis=1, keepdims=True)
    return result
