"""How a network is shown crops."""

import numpy as np
import pytest

from vision.batches import BATCH, FEW, in_batches
from vision.boxes import Array


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (1, [FEW]),
        (FEW, [FEW]),
        (FEW + 1, [BATCH]),
        (BATCH - 1, [BATCH]),
        (BATCH, [BATCH]),
        (BATCH + 1, [BATCH, FEW]),
        (2 * BATCH + FEW + 1, [BATCH] * 3),
        (3 * BATCH, [BATCH] * 3),
    ],
)
def test_the_last_batch_is_filled_up_and_cut_again(count: int, sizes: list[int]) -> None:
    shown: list[Array] = []

    def net(crops: Array) -> tuple[Array, ...]:
        shown.append(crops)
        return crops[:, 0, 0, 0], crops[:, 0, 0, :2]

    crops = np.random.default_rng(2).integers(0, 256, (count, 5, 4, 2), np.uint8)
    first, both = in_batches(net, crops)
    assert (first == crops[:, 0, 0, 0]).all()
    assert (both == crops[:, 0, 0]).all()
    assert [each.shape for each in shown] == [(size, 5, 4, 2) for size in sizes]
    assert all(each.dtype == np.uint8 for each in shown)
    assert not np.concatenate(shown)[count:].any()
