"""A recogniser that asks two."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.faces import OUTPUTS
from vision.recogniser import softmax
from vision.runtime import Net
from vision.second_opinion import SAY, SecondOpinion

SHOWN = np.zeros((2, 144, 96, 4), np.uint8)


def saying(face: int, odds: float, visible: float = 0.5) -> Net:
    """So many to one that it is this face and not any other."""

    def net(shown: Array) -> tuple[Array, ...]:
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        logits[:, face] = np.log(odds)
        seen = np.full(len(shown), visible, np.float32)
        return logits, np.full((len(shown), 3), face, np.float32), seen

    return net


@pytest.mark.parametrize(
    ("first", "second", "told"), [(1e3, 1e3, 3), (1e2, 1e4, 4), (1e12, 1e3, 3)]
)
def test_the_second_is_followed_where_it_is_much_surer(
    first: float, second: float, told: int
) -> None:
    logits, *_ = SecondOpinion(saying(3, first), saying(4, second))(SHOWN)
    assert logits.shape == (2, OUTPUTS)
    assert set(logits.argmax(axis=1)) == {told}


def test_two_that_agree_say_what_each_does() -> None:
    alone = saying(3, 20)
    logits, _, visible = SecondOpinion(alone, alone)(SHOWN)
    assert np.allclose(logits, alone(SHOWN)[0])  # as high, too: an enrolled deck is told by that
    assert np.allclose(visible, 0.5)


def test_how_high_logits_lie_gives_nobody_more_of_a_say() -> None:
    def higher(shown: Array) -> tuple[Array, ...]:
        logits, *others = saying(4, 10)(shown)
        return (logits + 50, *others)

    plain, raised = (SecondOpinion(saying(3, 100), net)(SHOWN) for net in (saying(4, 10), higher))
    assert np.allclose(softmax(plain[0]), softmax(raised[0]), atol=1e-4)


def test_features_are_the_firsts_and_what_shows_is_weighed() -> None:
    _, features, visible = SecondOpinion(saying(3, 2, 0.9), saying(4, 2, 0.1))(SHOWN)
    assert (features == 3).all()
    assert np.allclose(visible, 0.9 * (1 - SAY) + 0.1 * SAY)
