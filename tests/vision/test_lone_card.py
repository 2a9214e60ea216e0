"""A picture of nothing but a card, laid on a table."""

import numpy as np
import pytest

from vision.crops import outline_of
from vision.lone_card import MOST_PX, TABLE, on_a_table


@pytest.mark.parametrize("shape", [(160, 98), (98, 160), (3200, 2000)])
def test_the_card_lies_amid_the_table_and_is_brought_back(shape: tuple[int, int]) -> None:
    view = on_a_table(np.zeros((*shape, 3), np.uint8))
    assert view is not None
    assert view.back(view.outline_px[None])[0] == pytest.approx(outline_of((*shape, 3)), abs=3)
    margins = view.outline_px.min(axis=0)
    long = np.ptp(view.outline_px, axis=0).max()
    assert margins == pytest.approx(TABLE * long, rel=0.02)
    assert view.frame_bgr[:, :, 0].size <= MOST_PX * (1 + 2 * TABLE) ** 2 * 1.8


def test_what_is_not_shaped_like_a_card_is_laid_nowhere() -> None:
    assert on_a_table(np.zeros((300, 400, 3), np.uint8)) is None
