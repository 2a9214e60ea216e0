"""Views of a deck's cards that no camera took."""

import numpy as np
import pytest

from tests.vision.decks_seen import laid, printed
from vision.deck_views import card_pictures, imagined_views, plain_view

PICTURES = np.stack([printed(number) for number in range(6)])


def test_a_card_is_cut_out_of_a_photograph() -> None:
    pictures = card_pictures(*laid([3, 4, 5]))
    assert pictures.shape == (3, 115, 77, 3)
    for number, picture in zip((3, 4, 5), pictures, strict=True):
        off = np.abs(picture.astype(int) - printed(number))
        assert np.median(off) <= 2


def test_a_card_alone_fills_its_crop_but_for_the_margin() -> None:
    view = plain_view(printed(1))
    assert view.shape == (144, 96, 4)
    assert not view[..., 3].any(), "no other card"
    inner = np.abs(view[14:129, 10:87, :3].astype(int) - printed(1))
    assert np.median(inner) <= 2
    assert (view[:4, :, :3] == 114).all()


def test_so_many_views_of_each_and_always_the_same() -> None:
    views, which = imagined_views(PICTURES, 3, np.random.default_rng(1))
    assert views.shape == (18, 144, 96, 4)
    assert which.tolist() == np.repeat(np.arange(6), 3).tolist()
    again = imagined_views(PICTURES, 3, np.random.default_rng(1))[0]
    assert (views == again).all()
    assert len({view.tobytes() for view in views}) == 18


def test_others_are_noted_where_they_lie_in_most_views() -> None:
    views = imagined_views(PICTURES, 20, np.random.default_rng(1))[0]
    noted = [bool(view[..., 3].any()) for view in views]
    assert 0.6 < np.mean(noted) < 1
    assert set(np.unique(views[..., 3])) == {0, 255}


@pytest.mark.parametrize("kind", ["no pictures", "one card"])
def test_few_pictures_are_enough(kind: str) -> None:
    some = PICTURES[: kind == "one card"]
    views, which = imagined_views(some, 5, np.random.default_rng(1))
    assert len(views) == len(which) == 5 * len(some)
