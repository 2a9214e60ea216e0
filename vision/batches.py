"""How a network is shown crops: as planes from 0 to 1, so many at a time."""

import numpy as np

from vision.boxes import Array
from vision.runtime import Net

BATCH = 8
"""Crops at a time; the last ones are filled up, so that the network has one shape only.

Twice as many at a time save 3 % a crop, and fill up more."""


def planes_of(crops: Array) -> Array:
    """(n, planes, height, width) float32 0 to 1 of (n, height, width, planes) uint8 crops."""
    result = np.empty((len(crops), *np.roll(crops.shape[1:], 1)), np.float32)
    # cv2.dnn.blobFromImages tells the same numbers, and mostly takes 1.6 to 2.5 times as long.
    np.multiply(crops.transpose(0, 3, 1, 2), np.float32(1 / 255), out=result)
    return result


def in_batches(net: Net, planes: Array) -> tuple[Array, ...]:
    """What a network says of (n, ...) float32 planes, at least one: its outputs, n long."""
    missing = -len(planes) % BATCH
    whole = len(planes) - len(planes) % BATCH
    said = [net(planes[start : start + BATCH]) for start in range(0, whole, BATCH)]
    if missing:
        nothing = np.zeros((missing, *planes.shape[1:]), np.float32)
        said.append(net(np.concatenate((planes[whole:], nothing))))
    return tuple(np.concatenate(each)[: len(planes)] for each in zip(*said, strict=True))
