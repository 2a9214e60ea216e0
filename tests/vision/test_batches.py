"""How a network is shown crops."""

import cv2
import numpy as np
import pytest

from vision.batches import BATCH, in_batches, planes_of
from vision.boxes import Array


def test_planes_are_the_crops_from_0_to_1_as_opencv_makes_them() -> None:
    crops = np.random.default_rng(1).integers(0, 256, (3, 14, 9, 4), np.uint8)
    told = planes_of(crops)
    assert told.dtype == np.float32
    assert told == pytest.approx(cv2.dnn.blobFromImages(list(crops), 1 / 255))


@pytest.mark.parametrize("count", [1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH])
def test_the_last_batch_is_filled_up_and_cut_again(count: int) -> None:
    shown: list[Array] = []

    def net(planes: Array) -> tuple[Array, ...]:
        shown.append(planes)
        return planes[:, 0, 0, 0], np.stack((planes[:, 0, 0, 0], planes[:, 1, 0, 0]), axis=1)

    planes = np.random.default_rng(2).random((count, 2, 5, 4), np.float32)
    first, both = in_batches(net, planes)
    assert (first == planes[:, 0, 0, 0]).all()
    assert (both == planes[:, :, 0, 0]).all()
    assert [each.shape for each in shown] == [(BATCH, 2, 5, 4)] * -(-count // BATCH)
    assert all(each.dtype == np.float32 for each in shown)
    assert not np.concatenate(shown)[count:].any()
