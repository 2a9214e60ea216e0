"""What jokers are worth, told by a network of its own."""

import numpy as np
import pytest
from scipy.special import softmax

from vision.boxes import Array
from vision.faces import CLASSES, OUTPUTS
from vision.jokers import JOKERS, JokerReader

CRANE, BACK = CLASSES.index("01-bright"), CLASSES.index("back")
OTHERS = [k for k in range(OUTPUTS) if k not in JOKERS]


def crops(*brightness: int) -> Array:
    """(n, 144, 96, 4): the upper half so bright, the lower one dark."""
    result = np.zeros((len(brightness), 144, 96, 4), np.uint8)
    result[:, :72] = np.array(brightness, np.uint8)[:, None, None, None]
    return result


def by_brightness(shown: Array) -> tuple[Array, ...]:
    """Which joker it is by the upper half: dark is the first, grey the second, light the third."""
    upper = shown[:, :72].mean(axis=(1, 2, 3))
    said = np.zeros((len(shown), OUTPUTS))
    said[:, CRANE] = 20.0  # of other cards it knows nothing
    said[np.arange(len(shown)), np.array(JOKERS)[np.clip(upper // 85, 0, 2).astype(int)]] = 5.0
    return (said,)


READER = JokerReader(by_brightness)


def sure_of(*classes: int) -> Array:
    logits = np.zeros((len(classes), OUTPUTS))
    logits[np.arange(len(classes)), classes] = 9.0
    return logits


def of_any_worth() -> Array:
    logits = np.zeros((1, OUTPUTS))
    logits[:, list(JOKERS)] = 9.0
    return logits


def test_the_worths_are_those_of_the_deck() -> None:
    assert sorted(CLASSES[k] for k in JOKERS) == ["joker-double", "joker-other", "joker-triple"]
    assert list(JOKERS) == sorted(JOKERS)


@pytest.mark.parametrize(("brightness", "joker"), [(100, 1), (250, 2)])
def test_a_joker_of_any_worth_is_what_its_reader_says(brightness: int, joker: int) -> None:
    """By both ways up together: of these the one shows a dark half, and is taken for the first."""
    found = READER.read(crops(brightness), of_any_worth())
    chances = softmax(found[0])[list(JOKERS)]
    assert chances[joker] == pytest.approx(chances[0])
    assert chances[joker] > 2 * np.delete(chances, (0, joker)).max()


def test_the_recogniser_has_as_much_of_a_say() -> None:
    """Of a joker that shows nothing to its reader it is the one that it was taken for."""

    def nothing(shown: Array) -> tuple[Array, ...]:
        return (np.zeros((len(shown), OUTPUTS)),)

    logits = of_any_worth()
    logits[0, JOKERS[2]] += 2.0
    found = JokerReader(nothing).read(crops(100), logits)
    assert found[0, list(JOKERS)].argmax() == 2
    apart = np.diff(np.sort(found[0, list(JOKERS)]))
    assert apart == pytest.approx((0.0, 1.0))
    assert READER.read(crops(0), logits)[0, list(JOKERS)].argmax() == 0


@pytest.mark.parametrize("taken_for", JOKERS)
def test_that_there_is_a_joker_stays_as_likely(taken_for: int) -> None:
    logits = sure_of(taken_for) + np.random.default_rng(2).normal(0, 0.3, OUTPUTS)
    found = softmax(READER.read(crops(90), logits), axis=1)
    before = softmax(logits, axis=1)
    assert found[:, OTHERS] == pytest.approx(before[:, OTHERS])
    assert found[:, list(JOKERS)].sum() == pytest.approx(before[:, list(JOKERS)].sum())


def test_what_is_no_joker_is_not_asked() -> None:
    asked: list[int] = []

    def counts(shown: Array) -> tuple[Array, ...]:
        asked.append(len(shown))
        return by_brightness(shown)

    logits = sure_of(CRANE, BACK, JOKERS[1], CRANE)
    found = JokerReader(counts).read(crops(0, 90, 180, 250), logits)
    assert len(asked) == 2  # the one joker, either way up
    assert np.array_equal(found[[0, 1, 3]], logits[[0, 1, 3]])
    assert not np.array_equal(found[2], logits[2])


def test_no_crops_are_no_jokers() -> None:
    assert READER.read(crops(), np.zeros((0, OUTPUTS))).shape == (0, OUTPUTS)
