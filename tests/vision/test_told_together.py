"""Cards of several pictures, each told by what the others show."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.faces import OUTPUTS
from vision.told_together import ASKED, GAIN, faces_of, heard, told_by, told_together

FACES = 6
"""Of the deck, that the pictures show; a network takes the last for the one before."""


def cards(seed: int, pictures: int = 8) -> tuple[Array, Array, Array, Array]:
    """Logits, features, pictures and true classes: FACES cards in each picture."""
    rng = np.random.default_rng(seed)
    looks = rng.normal(size=(FACES, 40))
    which = np.tile(np.arange(FACES), pictures)
    features = looks[which] + rng.normal(0, 0.4, (len(which), 40))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    logits = rng.normal(0, 0.3, (len(which), OUTPUTS))
    taken = np.minimum(which, FACES - 1 - (rng.random(len(which)) < 0.4))
    logits[np.arange(len(which)), ASKED[taken]] += 6
    return logits, features, np.repeat(np.arange(pictures), FACES), ASKED[which]


def test_no_card_is_told_anything_by_its_own_picture() -> None:
    _, features, pictures, _ = cards(1)
    weights = heard(features, pictures)
    assert not weights[pictures[:, None] == pictures].any()
    assert weights[pictures[:, None] != pictures].all()


def test_the_factors_of_some_cards_tell_another_as_these_do() -> None:
    _, features, pictures, classes = cards(2)
    mine = pictures == 3
    told = features[mine] @ told_by(features[~mine], classes[~mine]).T
    weights = heard(features, pictures)[mine]
    assert told == pytest.approx(GAIN * weights @ faces_of(classes))


@pytest.mark.parametrize("seed", range(5))
def test_a_face_that_is_mistaken_in_some_pictures_others_know(seed: int) -> None:
    logits, features, pictures, true = cards(seed)
    before = ASKED[logits[:, ASKED].argmax(axis=1)]
    classes, sure = told_together(logits, features, pictures, 1.0, 0.3)
    assert np.mean(before == true) < 0.98
    assert np.mean(classes == true) == 1
    assert sure.min() > 0


@pytest.mark.parametrize("count", [0, 1])
def test_a_picture_alone_is_told_nothing(count: int) -> None:
    logits, features, pictures, _ = (each[: count * FACES] for each in cards(1))
    assert not heard(features, pictures).any()
    classes, sure = told_together(logits, features, pictures, 1.0)
    assert classes.shape == sure.shape == (count * FACES,)
