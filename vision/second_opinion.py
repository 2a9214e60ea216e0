"""A second recogniser, asked where the first is unsure: each sees what the other misses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.batches import in_batches
from vision.boxes import Array
from vision.runtime import Net

SAY = 0.35
"""Of the second, of 1: with less of it strange decks gain less, with more known ones lose."""


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """See the module."""

    net: Net
    """(BATCH, 144, 96, 4) uint8 to logits, features and visible shares."""
    of_all: bool = False
    """Whether it is asked of all cards: that takes longer, and now and then mends what is sure."""

    def heard(
        self, crops: Array, answers: Sequence[Array], *, either_way: bool
    ) -> tuple[Array, ...]:
        """The first's answers to (n, 144, 96, 4) crops, with what this one says of them weighed in.

        `either_way`: it is asked the other way up, too. Logits stay as high as networks give them:
        what an enrolled deck's cards are like is weighed against them (`Naming.joined`). The
        features, which decks are known by, stay the first's.
        """
        ways = [crops, np.ascontiguousarray(crops[:, ::-1, ::-1])] if either_way else [crops]
        said = in_batches(self.net, np.concatenate(ways))
        shape = len(ways), len(crops)
        others = [each.reshape(*shape, *each.shape[1:]).mean(axis=0) for each in said]
        logits, visible = (np.asarray((1 - SAY) * answers[i] + SAY * others[i]) for i in (0, 2))
        return logits, answers[1], visible
