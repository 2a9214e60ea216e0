"""Two recognisers that name a card together: in a strange deck each sees what the other misses."""

from dataclasses import dataclass

import numpy as np
from scipy.special import log_softmax

from vision.boxes import Array
from vision.runtime import Net

SAY = 0.35
"""Of the second, of 1: with less of it strange decks gain less, with more known ones lose."""


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """A recogniser that asks two; features, which decks are known by, are the first's. A Net."""

    first: Net
    second: Net

    def __call__(self, shown: Array, /) -> tuple[Array, ...]:
        """Log chances and the share that shows, weighed by SAY; the first's features."""
        logits, features, visible = self.first(shown)
        others, _, seen = self.second(shown)
        said = (1 - SAY) * log_softmax(logits, axis=1) + SAY * log_softmax(others, axis=1)
        return said, features, np.asarray((1 - SAY) * visible + SAY * seen)
