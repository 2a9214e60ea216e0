"""How a network is shown crops: so many at a time."""

import numpy as np

from vision.boxes import Array
from vision.runtime import Net

BATCH = 8
"""Crops at a time; the last ones are filled up, so that the network has one shape only.

Twice as many at a time save 3 % a crop, and fill up more."""


def in_batches(net: Net, crops: Array) -> tuple[Array, ...]:
    """What a network says of (n, ...) crops, at least one: its outputs, n long."""
    missing = -len(crops) % BATCH
    whole = len(crops) - len(crops) % BATCH
    said = [net(crops[start : start + BATCH]) for start in range(0, whole, BATCH)]
    if missing:
        nothing = np.zeros((missing, *crops.shape[1:]), crops.dtype)
        said.append(net(np.concatenate((crops[whole:], nothing))))
    return tuple(np.concatenate(each)[: len(crops)] for each in zip(*said, strict=True))
