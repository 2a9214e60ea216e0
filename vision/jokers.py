"""How many junk cards a joker is worth: read by a network of its own.

No two prints draw them alike; what tells them apart is a figure, hangul or a few flowers.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import log_softmax, logsumexp

from vision.batches import in_batches
from vision.boxes import Array
from vision.faces import CLASSES
from vision.runtime import Net

JOKERS = tuple(k for k, face in enumerate(CLASSES) if face.startswith("joker-"))
"""Their places in CLASSES."""
MAYBE = 0.3
"""What is a joker with this chance is asked what it is worth."""


@dataclass(frozen=True, slots=True)
class JokerReader:
    """See the module."""

    net: Net
    """(n, 144, 96, 4) uint8 to (n, OUTPUTS) logits, of which those of jokers count."""

    def read(self, crops: Array, logits: Array) -> Array:
        """(n, OUTPUTS) the logits of (n, 144, 96, 4) crops, with jokers told from one another.

        How likely it is that there is one stays as it was. They are read either way up, and what
        was said before has as much of a say: of covered ones it knows more.
        """
        theirs = logsumexp(logits[:, JOKERS], axis=1)
        maybe = np.flatnonzero(theirs - logsumexp(logits, axis=1) > np.log(MAYBE))
        if not len(maybe):
            return logits
        shown = crops[maybe]
        turned = np.ascontiguousarray(shown[:, ::-1, ::-1])
        worth = sum(_worth(in_batches(self.net, each)[0]) for each in (shown, turned))
        before = _worth(logits[maybe])
        told = log_softmax((before + worth / 2) / 2, axis=1)
        result = logits.copy()
        result[maybe[:, None], JOKERS] = theirs[maybe, None] + told
        return result


def _worth(logits: Array) -> Array:
    """(n, 3) logarithms of the chances of each joker where there is one."""
    result: Array = log_softmax(logits[:, JOKERS], axis=1)
    return result
