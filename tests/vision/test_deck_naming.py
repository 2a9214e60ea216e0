"""What names the cards of an enrolled deck, beside what the network says."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.deck_naming import HANDICAP, SHARPNESS, Naming, learned
from vision.faces import NO_CARD, OUTPUTS
from vision.recogniser import of_length_one, softmax

FACES = np.array((3, 7, 9))


def naming(*, trust: float = 0.0, plain: Array | None = None) -> Naming:
    """Tells three faces by the first three numbers of an embedding."""
    none = np.zeros((0, 128))
    return Naming(FACES, 8 * np.eye(128)[:3], np.zeros(3), trust, none if plain is None else plain)


def test_its_faces_are_told_from_one_another_and_stay_as_likely_together() -> None:
    logits = np.random.default_rng(1).normal(0, 2, (3, OUTPUTS))
    before, after = (softmax(each) for each in (logits, naming().joined(logits, np.eye(128)[:3])))
    assert after[:, FACES].sum(axis=1) == pytest.approx(before[:, FACES].sum(axis=1))
    assert FACES[after[:, FACES].argmax(axis=1)].tolist() == FACES.tolist()
    others = np.delete(np.arange(OUTPUTS), FACES)
    assert after[:, others] == pytest.approx(before[:, others])


def test_what_the_network_says_counts_as_far_as_it_is_trusted() -> None:
    logits, seen = np.zeros((1, OUTPUTS)), np.eye(128)[:1]
    logits[0, 7] = 9
    told = [naming(trust=trust).joined(logits, seen)[0].argmax() for trust in (0.0, 1.0)]
    assert told == [3, 7]


@pytest.mark.parametrize(("likeness", "doubted"), [(1.0, False), (0.95, False), (0.3, True)])
def test_a_card_like_one_of_the_deck_is_no_longer_doubted(likeness: float, doubted: bool) -> None:
    """The network says that there is no card, as it does of a strange print."""
    logits = np.zeros((1, OUTPUTS))
    logits[0, NO_CARD] = 8
    seen = np.zeros((1, 128))
    seen[0, (0, 100)] = likeness, np.sqrt(1 - likeness**2)
    said = naming(plain=np.eye(128)[:1]).joined(logits, seen)[0]
    assert (said.argmax() == NO_CARD) == doubted
    if not doubted:
        together = np.log(np.exp(said[FACES]).sum())
        assert together == pytest.approx(SHARPNESS * likeness - HANDICAP)


def test_views_teach_what_tells_faces_apart() -> None:
    """Of five faces, by numbers of which most say nothing."""
    rng = np.random.default_rng(4)
    classes = np.repeat((2, 5, 11, 20, 36), 30)
    embeddings = rng.normal(0, 1, (150, 128))
    embeddings[np.arange(150), classes] += 6
    rows, none = of_length_one(embeddings), np.zeros((0, 128))
    told = learned(np.zeros((150, OUTPUTS)), rows, classes, none)
    assert told.classes.tolist() == [2, 5, 11, 20, 36]
    fresh = rng.normal(0, 1, (50, 128))
    true = np.repeat(told.classes, 10)
    fresh[np.arange(50), true] += 6
    said = told.joined(np.zeros((50, OUTPUTS)), of_length_one(fresh))
    assert np.mean(said[:, told.classes].argmax(axis=1) == np.repeat(np.arange(5), 10)) > 0.9


def test_a_network_that_knows_the_deck_is_trusted_more() -> None:
    rng = np.random.default_rng(6)
    classes = np.repeat(np.arange(10), 20)
    embeddings = of_length_one(rng.normal(0, 1, (200, 128)) + 3 * np.eye(128)[classes])
    guessed, known = rng.normal(0, 2, (2, 200, OUTPUTS))
    known[np.arange(200), classes] += 8
    trusts = [learned(each, embeddings, classes, embeddings[:0]).trust for each in (guessed, known)]
    assert trusts[1] > trusts[0] + 0.3


def test_without_views_nothing_changes() -> None:
    none = np.zeros((0, 128))
    told = learned(np.zeros((0, OUTPUTS)), none, np.zeros(0, int), none)
    logits = np.random.default_rng(2).normal(0, 1, (4, OUTPUTS))
    assert (told.joined(logits, np.eye(128)[:4]) == logits).all()
    assert naming().joined(logits[:0], none).shape == (0, OUTPUTS)
