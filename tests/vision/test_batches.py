"""How a network is shown crops."""

import numpy as np
import pytest

from vision.batches import BATCH, in_batches
from vision.boxes import Array


@pytest.mark.parametrize("count", [1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH])
def test_the_last_batch_is_filled_up_and_cut_again(count: int) -> None:
    shown: list[Array] = []

    def net(crops: Array) -> tuple[Array, ...]:
        shown.append(crops)
        return crops[:, 0, 0, 0], crops[:, 0, 0, :2]

    crops = np.random.default_rng(2).integers(0, 256, (count, 5, 4, 2), np.uint8)
    first, both = in_batches(net, crops)
    assert (first == crops[:, 0, 0, 0]).all()
    assert (both == crops[:, 0, 0]).all()
    assert [each.shape for each in shown] == [(BATCH, 5, 4, 2)] * -(-count // BATCH)
    assert all(each.dtype == np.uint8 for each in shown)
    assert not np.concatenate(shown)[count:].any()
