"""Two boxes on one card, and two cards of which one lies over the other."""

import numpy as np
import pytest

from vision.boxes import corners, log_odds
from vision.doubles import APART, by_sureness, likeness, odds_of_double, one_box_a_card
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.weights import Doubles, find_weights

FITTED = find_weights().settings.doubles
Told = tuple[float, str, float, float]
"""Where a card 40 px wide lies across, its face, the box's confidence and the face's chance."""


def said(*told: Told, no_card: float = 0.0) -> tuple[Located, Recognised]:
    """What the networks might say of a row of boxes, the last of which may hold no card."""
    boxes = np.array([(x, 50, 40, 66, 0) for x, *_ in told], float).reshape(-1, 5)
    chances = np.zeros((len(told), OUTPUTS))
    for row, (_, face, _, chance) in zip(chances, told, strict=True):
        row += (1 - chance) / OUTPUTS
        row[CLASSES.index(face)] += chance
    if len(told):
        chances[-1] *= 1 - no_card
        chances[-1, NO_CARD] += no_card
    located = Located(corners(boxes), np.array([sure for _, _, sure, _ in told], float))
    return located, Recognised(chances, np.full(len(told), 0.9), np.zeros((len(told), 128)))


@pytest.mark.parametrize(
    ("shift", "other", "sure", "left"),
    [
        (10, "01-bright", 0.6, 1),  # a quarter of a card off, the same face, not so sure
        (12, "06-junk", 0.2, 1),  # hardly sure of the box
        (20, "02-ribbon", 0.8, 2),  # half a card off, both sure of what they show: one lies over it
        (20, "01-bright", 0.3, 1),  # a deck holds one crane
        (36, "01-bright", 0.9, 2),  # hardly meeting: a second deck may lie there
    ],
)
def test_doubles_of_a_surer_box_go(shift: float, other: str, sure: float, left: int) -> None:
    located, seen = said((0, "01-bright", 0.9, 0.9), (shift, other, sure, 0.9))
    assert one_box_a_card(located, seen, FITTED).tolist() == [0, 1][:left]


def test_a_box_that_may_hold_no_card_is_sooner_a_double() -> None:
    cards = (0, "01-bright", 0.9, 0.9), (18, "02-ribbon", 0.25, 0.9)
    assert len(one_box_a_card(*said(*cards), FITTED)) == 2
    assert one_box_a_card(*said(*cards, no_card=0.9), FITTED).tolist() == [0]


def test_two_plain_junks_in_one_row_are_two_cards() -> None:
    cards = (0, "06-junk", 0.9, 0.9), (18, "06-junk", 0.8, 0.9)
    assert len(one_box_a_card(*said(*cards), FITTED)) == 2


def test_of_doubles_the_one_surer_of_box_and_face_together_stays() -> None:
    located, seen = said((0, "01-bright", 0.9, 0.3), (8, "01-bright", 0.5, 0.9))
    assert by_sureness(located, seen) == [1, 0]
    assert one_box_a_card(located, seen, Doubles(-1.0, 2.0, 0.0, 0.0, 0.0, 0.0)).tolist() == [1]


def test_no_boxes_have_no_doubles() -> None:
    assert one_box_a_card(*said(), FITTED).tolist() == []


def test_what_speaks_for_one_card() -> None:
    located, seen = said((0, "01-bright", 0.9, 1.0), (20, "01-bright", 0.6, 1.0), no_card=0.36)
    told = likeness(located, seen, 1, 0)
    assert told is not None
    sure = float(log_odds(np.array(0.6)))
    assert told == pytest.approx((0.5, sure, 0.8 / 3, 0.8, 0.36), abs=1e-5)
    odds = odds_of_double(located, seen, 1, 0, Doubles(0.1, 0.2, 0.3, 0.4, 0.5, 0.6))
    assert odds == pytest.approx(0.1 + told @ (0.2, 0.3, 0.4, 0.5, 0.6))


def test_twins_are_not_of_a_face_that_a_deck_holds_once() -> None:
    located, seen = said((0, "06-junk", 0.9, 1.0), (20, "06-junk", 0.6, 1.0))
    told = likeness(located, seen, 1, 0)
    assert told is not None
    assert told[3] == pytest.approx(0)


def test_boxes_that_hardly_meet_are_not_of_one_card() -> None:
    located, seen = said((0, "01-bright", 0.9, 1.0), (31, "01-bright", 0.6, 1.0))
    agree = 9 / 71
    assert agree < APART
    assert likeness(located, seen, 1, 0) is None
    assert odds_of_double(located, seen, 1, 0, Doubles(9.0, 0, 0, 0, 0, 0)) == -np.inf
