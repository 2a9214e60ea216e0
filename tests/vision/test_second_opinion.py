"""A recogniser that asks another one where it is unsure."""

import numpy as np
import pytest

from vision.batches import BATCH
from vision.boxes import Array
from vision.faces import OUTPUTS
from vision.recogniser import SURE, Recogniser, softmax
from vision.runtime import Net, planes_of
from vision.second_opinion import SAY, SecondOpinion

FRAME = np.zeros((200, 200, 3), np.uint8)
QUAD = np.array(((50, 50), (109, 50), (109, 148), (50, 148)), float)[None]


def saying(face: int, odds: float, visible: float = 0.5, higher: float = 0.0) -> Net:
    """So many to one that it is this face and not any other."""

    def net(shown: Array) -> tuple[Array, ...]:
        logits = np.full((len(shown), OUTPUTS), higher, np.float32)
        logits[:, face] += np.log(odds)
        seen = np.full(len(shown), visible, np.float32)
        return logits, np.full((len(shown), 128), face, np.float32), seen

    return net


def told(first: Net, second: Net | None, *, of_all: bool = False) -> tuple[Array, Array, Array]:
    """Chances, share that shows and features of the one card, read by these."""
    other = SecondOpinion(second, of_all) if second else None
    seen = Recogniser(first, second=other).recognise(FRAME, QUAD)
    return seen.probabilities[0], seen.visible, seen.features[0]


@pytest.mark.parametrize(("first", "second", "face"), [(40, 40, 3), (40, 1e4, 4), (40, 5, 3)])
def test_the_second_is_followed_where_it_is_much_surer(
    first: float, second: float, face: int
) -> None:
    assert told(saying(3, first), saying(4, second))[0].argmax() == face


def test_it_is_not_asked_where_the_first_is_sure() -> None:
    def never(_: Array) -> tuple[Array, ...]:
        raise AssertionError("it was asked")

    sure, unsure = saying(3, 1e3), saying(3, 40)
    assert told(sure, never)[0].max() > SURE
    with pytest.raises(AssertionError, match="it was asked"):
        told(unsure, never)


def test_asked_of_all_it_mends_what_the_first_is_sure_of() -> None:
    first, second = saying(3, 1e3), saying(4, 1e9)
    assert [told(first, second, of_all=each)[0].argmax() for each in (False, True)] == [3, 4]


@pytest.mark.parametrize("of_all", [False, True])
def test_two_that_agree_say_what_each_does(*, of_all: bool) -> None:
    alone = saying(3, 20)
    for one, both in zip(told(alone, None), told(alone, alone, of_all=of_all), strict=True):
        assert np.allclose(one, both)


def test_of_what_is_unsure_it_says_the_same_asked_of_all_or_of_that() -> None:
    first, second = saying(3, 20, 0.9), saying(4, 10, 0.1)
    each = (told(first, second, of_all=of_all) for of_all in (False, True))
    for some, everything in zip(*each, strict=True):
        assert np.allclose(some, everything)


def test_how_high_logits_lie_gives_nobody_more_of_a_say() -> None:
    plain, raised = (told(saying(3, 40), saying(4, 10, higher=by))[0] for by in (0, 50))
    assert np.allclose(plain, raised, atol=1e-4)


def test_logits_stay_as_high_as_those_of_the_two() -> None:
    """An enrolled deck's cards are weighed against them: no chances, which are none above 1."""
    crops, first = np.zeros((3, 144, 96, 4), np.uint8), saying(3, 40, higher=9)
    answers = first(crops)
    logits, features, _ = SecondOpinion(first).heard(crops, answers, either_way=True)
    assert np.allclose(logits, answers[0])
    assert features is answers[1]


def test_features_are_the_firsts_and_what_shows_is_weighed() -> None:
    _, visible, features = told(saying(3, 20, 0.9), saying(4, 20, 0.1))
    assert visible == pytest.approx([0.9 * (1 - SAY) + 0.1 * SAY])
    assert features[:128] == pytest.approx(np.full(128, 128**-0.5))


def test_it_reads_cards_either_way_up() -> None:
    """It knows the one that is lit above, and of the other nothing."""

    def lit(shown: Array) -> tuple[Array, ...]:
        assert shown.shape == (BATCH, 144, 96, 4)
        logits = np.zeros((BATCH, OUTPUTS), np.float32)
        logits[:, 5] = 20 * planes_of(shown)[:, 0, :72].mean(axis=(1, 2))
        return logits, np.zeros((BATCH, 128), np.float32), np.zeros(BATCH, np.float32)

    crops = np.zeros((2, 144, 96, 4), np.uint8)
    crops[0, :72] = crops[1, 72:] = 255
    nothing = (np.zeros((2, OUTPUTS)), np.zeros((2, 128)), np.zeros(2))
    logits = SecondOpinion(lit).heard(crops, nothing, either_way=True)[0]
    assert logits[:, 5] == pytest.approx([10 * SAY] * 2)
    assert softmax(logits).argmax(axis=1).tolist() == [5, 5]
