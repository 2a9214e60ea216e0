"""What tells the cards of an enrolled deck from one another, learned from views of them.

The recogniser's 128 numbers a card hold more of a strange print than its own prototypes make use
of. A linear layer on them, learned from views of the deck's cards, names these; how far the
network's own word is to be trusted on this deck is learned with it.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, logsumexp

from vision.boxes import Array

SHARPNESS = 16.0
"""What the network multiplies a cosine by to make it a logit."""
HANDICAP = 2.0
"""What the likeness to the deck's nearest card is less, as a logit, before it counts against the
network's doubts that there is a card at all."""
SMOOTHING = 0.05
"""Of the labels."""
RIDGE = 2e-5
STEPS = 200


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """Names the cards of one deck."""

    classes: Array
    """(c,) places in CLASSES of the faces it knows, rising."""
    factors: Array
    """(c, 128) of the embedding."""
    constants: Array
    """(c,)."""
    trust: float
    """How much the network's own logit counts."""
    plain: Array
    """(k, 128) of length one: the deck's cards lying alone. None of an incomplete deck: cards of a
    print look alike a little, and those that it lacks would be taken for those that it has."""

    def joined(self, logits: Array, embeddings: Array) -> Array:
        """(n, OUTPUTS) logits in which the deck's faces are told from one another by what was
        learned, and together are as likely as the network says or as its cards are alike."""
        if not len(self.classes):
            return logits
        theirs = logits[:, self.classes]
        own = embeddings @ self.factors.T + self.constants + self.trust * theirs
        alike = (embeddings @ self.plain.T).max(axis=1, initial=-1.0)
        together = np.maximum(logsumexp(theirs, axis=1), SHARPNESS * alike - HANDICAP)
        result = logits.copy()
        result[:, self.classes] = together[:, None] + log_softmax(own, axis=1)
        return result


def learned(
    logits: Array,
    embeddings: Array,
    classes: Array,
    plain: Array,
    *,
    ridge: float = RIDGE,
    trust: float | None = None,
) -> Naming:
    """Learned from (n, OUTPUTS) logits and (n, 128) embeddings of views of these (n,) classes.

    `trust`: how much the network's own logit counts, where that is not to be learned, too.
    """
    faces, which = np.unique(classes, return_inverse=True)
    size = (len(faces), embeddings.shape[1])
    wanted = (1 - SMOOTHING) * np.eye(len(faces))[which] + SMOOTHING / max(1, len(faces))
    theirs = logits[:, faces]

    def loss(numbers: Array) -> tuple[float, Array]:
        factors, constants, own = _parts(numbers, size)
        said = log_softmax(embeddings @ factors.T + constants + own * theirs, axis=1)
        off = (np.exp(said) - wanted) / len(classes)
        slopes = (off.T @ embeddings + 2 * ridge * factors).ravel()
        value = -np.sum(wanted * said) / len(classes) + ridge * np.sum(factors**2)
        trusting = np.sum(off * theirs) if trust is None else 0.0
        return value, np.concatenate((slopes, off.sum(axis=0), [trusting]))

    numbers = np.zeros(size[0] * (size[1] + 1) + 1)
    numbers[-1] = (
        1.0 if trust is None else trust
    )  # without views the deck is named as the network does
    if len(faces):
        options = {"maxiter": STEPS}
        numbers = minimize(loss, numbers, jac=True, method="L-BFGS-B", options=options).x
    return Naming(faces, *_parts(numbers, size), plain)


def _parts(numbers: Array, size: tuple[int, int]) -> tuple[Array, Array, float]:
    """Factors, constants and trust out of one row of numbers."""
    cut = size[0] * size[1]
    return numbers[:cut].reshape(size), numbers[cut:-1], float(numbers[-1])
