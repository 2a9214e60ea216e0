"""A network that is not asked twice."""

import numpy as np
import pytest

from vision.boxes import Array
from vision.remembering import Remembering


class Counted:
    """Says the mean of what it is shown, and counts how often it is asked."""

    asked = 0

    def __call__(self, shown: Array, /) -> tuple[Array, ...]:
        self.asked += 1
        return (np.full(100, shown.mean(), np.float32),)


def picture(value: int, height: int = 4) -> Array:
    return np.full((1, height, 24 // height, 3), value, np.uint8)


def test_what_was_shown_before_is_not_asked_again() -> None:
    net = Counted()
    remembering = Remembering(net)
    said = [float(remembering(picture(value))[0][0]) for value in (1, 2, 1, 2, 1)]
    assert said == [1, 2, 1, 2, 1]
    assert net.asked == 2


def test_the_same_pixels_in_another_shape_are_asked() -> None:
    net = Counted()
    remembering = Remembering(net)
    for height in (4, 6, 4):
        remembering(picture(1, height))
    assert net.asked == 2


def test_a_picture_that_lies_otherwise_in_memory_is_the_same() -> None:
    net, turned = Counted(), np.arange(72, dtype=np.uint8).reshape(1, 4, 6, 3)
    remembering = Remembering(net)
    remembering(turned[:, ::-1, ::-1])
    remembering(turned[:, ::-1, ::-1].copy())
    assert net.asked == 1


def test_the_oldest_answers_make_room() -> None:
    net = Counted()
    remembering = Remembering(net, room=2 * 400)
    for value in (1, 2, 3, 3, 2):
        remembering(picture(value))
    assert net.asked == 3
    remembering(picture(1))
    assert net.asked == 4


def test_an_answer_cannot_be_spoilt() -> None:
    (said,) = Remembering(Counted())(picture(1))
    with pytest.raises(ValueError, match="read-only"):
        said[0] = 5
