"""Precision and recall on boxes counted by hand."""

import numpy as np
import pytest

from match_boxes import Truth, average_precision, best_confidence, judge, total
from rotated_boxes import Array, corners


def at(*xs: float) -> Array:
    return corners(np.array([(x, 0.0, 33.0, 54.0, 0.0) for x in xs]).reshape(-1, 5))


def truth(*xs: float, wanted: tuple[bool, ...] | None = None) -> Truth:
    return Truth(at(*xs), np.array(wanted if wanted else (True,) * len(xs), bool))


def test_each_card_is_found_once() -> None:
    cards = truth(0, 100)
    judged = judge(at(1, 2, 300), np.array((0.9, 0.8, 0.7)), cards)
    assert judged.right.tolist() == [True, False, False]
    assert judged.found.tolist() == [0.9, 0]
    score = total([judged], [cards], 0.5)
    assert (score.wanted, score.right, score.wrong) == (2, 1, 2)
    assert [score.recall, score.precision] == pytest.approx([1 / 2, 1 / 3])
    assert score.f1 == pytest.approx(0.4)


def test_a_card_that_hardly_shows_neither_helps_nor_hurts() -> None:
    cards = truth(0, 100, wanted=(True, False))
    judged = judge(at(0, 100), np.array((0.9, 0.8)), cards)
    score = total([judged], [cards], 0.0)
    assert (score.wanted, score.right, score.wrong) == (1, 1, 0)


def test_a_wanted_card_is_taken_before_one_that_is_not() -> None:
    cards = truth(0, 6, wanted=(False, True))
    judged = judge(at(1), np.array((0.9,)), cards)
    assert judged.found.tolist() == [0, 0.9]


def test_the_confidence_cuts_the_wrong_ones_off() -> None:
    cards = truth(0, 100)
    judged = judge(at(0, 100, 300), np.array((0.9, 0.6, 0.4)), cards)
    assert total([judged], [cards], 0.5).wrong == 0
    assert 0.4 < best_confidence([judged], [cards]) <= 0.6


def test_a_picture_without_cards_counts_its_wrong_boxes() -> None:
    judged = judge(at(0), np.array((0.9,)), truth())
    assert total([judged], [truth()], 0.5).wrong == 1
    assert judge(at(), np.zeros(0), truth(0)).found.tolist() == [0]


def test_average_precision_by_hand() -> None:
    right = np.array((True, False, True))
    # Recall 1/2 at precision 1, recall 1 at precision 2/3.
    assert average_precision(np.array((0.9, 0.8, 0.7)), right, 2) == pytest.approx(0.5 + 1 / 3)
    assert average_precision(np.zeros(0), np.zeros(0, bool), 2) == 0
