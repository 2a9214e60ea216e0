"""What tells the cards of an enrolled deck from one another, learned from views of them.

The recogniser's features hold more of a strange print than its own prototypes make use of: 128
numbers of a card as a whole, and what lies where on it. A linear layer on them, learned from views
of the deck's cards, names these; how far the network's own word is to be trusted on this deck is
learned with it.
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
RIDGE = 1e-6
STEPS = 120


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """Names the cards of one deck."""

    classes: Array
    """(c,) places in CLASSES of the faces it knows, rising."""
    factors: Array
    """(c, k) of the features."""
    constants: Array
    """(c,)."""
    trust: float
    """How much the network's own logit counts."""
    plain: Array
    """(m, 128) of length one: the embeddings of the deck's cards lying alone. None of an incomplete
    deck: its print's cards look alike a little, and those it lacks would be taken for others."""

    def joined(self, logits: Array, features: Array) -> Array:
        """(n, OUTPUTS) logits in which the deck's faces are told from one another by what was
        learned, and together are as likely as the network says or as its cards are alike."""
        if not len(self.classes):
            return logits
        theirs = logits[:, self.classes]
        own = features @ self.factors.T + self.constants + self.trust * theirs
        alike = (features[:, : self.plain.shape[1]] @ self.plain.T).max(axis=1, initial=-1.0)
        together = np.maximum(logsumexp(theirs, axis=1), SHARPNESS * alike - HANDICAP)
        result = logits.copy()
        result[:, self.classes] = together[:, None] + log_softmax(own, axis=1)
        return result


def learned(
    logits: Array,
    features: Array,
    classes: Array,
    plain: Array,
    *,
    ridge: float = RIDGE,
    trust: float | None = None,
) -> Naming:
    """Learned from (n, OUTPUTS) logits and (n, k) features of views of these (n,) classes.

    `trust`: how much the network's own logit counts, where that is not to be learned, too.
    """
    faces, which = np.unique(classes, return_inverse=True)
    size = (len(faces), features.shape[1])
    wanted = (1 - SMOOTHING) * np.eye(len(faces))[which] + SMOOTHING / max(1, len(faces))
    theirs, features = logits[:, faces], features.astype(np.float32)

    def loss(numbers: Array) -> tuple[float, Array]:
        factors, constants, own = _parts(numbers, size)
        said = log_softmax(
            features @ factors.astype(np.float32).T + constants + own * theirs, axis=1
        )
        off = (np.exp(said) - wanted) / len(classes)
        slopes = (off.astype(np.float32).T @ features + 2 * ridge * factors).ravel()
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
