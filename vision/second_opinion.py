"""Two recognisers that name a card together: in a strange deck each sees what the other misses."""

from dataclasses import dataclass

import numpy as np

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
        """Logits and the share that shows, weighed by SAY; the first's features.

        The logits stay as high as they are: what an enrolled deck's cards are like is weighed
        against them (`Naming.joined`).
        """
        logits, features, visible = self.first(shown)
        others, _, seen = self.second(shown)
        return _both(logits, others), features, _both(visible, seen)


def _both(first: Array, second: Array) -> Array:
    """The mean of what two say, the second by SAY."""
    return np.asarray((1 - SAY) * first + SAY * second)
