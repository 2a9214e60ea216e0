"""What speaks for every box: doubles, confidence, and the cards that follow."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import card
from vision.boxes import Array, corners, log_odds
from vision.evidence import LONE_BACK, Detection, Evidence, acted_on, weighed
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.weights import Confidence, Doubles

FLAT = Confidence(0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
DOUBLES = Doubles(-3.0, 2.0, 0.0, 5.0, 0.0, 0.0)
Told = tuple[float, str, float, float]
"""Where a card 40 px wide lies across, its face, the box's confidence and the face's chance."""


def said(*told: Told) -> tuple[Located, Recognised]:
    """What the networks might say of a row of boxes."""
    boxes = np.array([(x, 50, 40, 66, 0) for x, *_ in told], float).reshape(-1, 5)
    chances = np.zeros((len(told), OUTPUTS))
    for row, (_, face, _, chance) in zip(chances, told, strict=True):
        row += (1 - chance) / OUTPUTS
        row[NO_CARD if face == "no card" else CLASSES.index(face)] += chance
    located = Located(corners(boxes), np.array([sure for _, _, sure, _ in told], float))
    return located, Recognised(chances, np.full(len(told), 0.9), np.zeros((len(told), 128)))


def evidence(*told: Told) -> Evidence:
    return weighed(*said(*told), DOUBLES)


def shown(found: tuple[Detection, ...]) -> list[str]:
    return [each.card.face for each in found]


def test_boxes_of_cards_apart_all_stay() -> None:
    look = evidence(
        (0, "01-bright", 0.9, 0.9), (50, "01-ribbon", 0.8, 0.9), (100, "back", 0.7, 0.9)
    )
    assert [CLASSES[k] for k in look.faces] == ["01-bright", "01-ribbon", "back"]
    assert look.boxes == pytest.approx([0.9, 0.8, 0.7])


def test_the_cards_come_the_surest_first_and_places_without_a_card_not_at_all() -> None:
    look = evidence((0, "01-bright", 0.5, 0.8), (50, "no card", 0.9, 0.9), (100, "back", 0.9, 0.9))
    found = look.detections(FLAT)
    assert shown(found) == ["back", "01-bright"]
    assert found[0].confidence > found[1].confidence
    assert found[0].centre_px == pytest.approx((100, 50))
    assert found[0].visible == pytest.approx(0.9)
    assert found[0].probabilities.shape == (OUTPUTS,)


def test_confidence_is_the_logistic_of_the_weighed_features() -> None:
    look = evidence((0, "01-bright", 0.9, 0.8), (50, "back", 0.6, 0.7))
    told = Confidence(0.1, 0.2, 0.3, 0.4, 0.5, -0.6)
    features = look.features()
    assert features.shape == (2, 5)
    assert features[:, 0] == pytest.approx(log_odds(np.array((0.9, 0.6))))
    assert features[:, 1] == pytest.approx(log_odds(look.chances))
    assert features[:, 2:] == pytest.approx(np.array(((0.9, 0, 0), (0.9, 0, 1))))
    odds = 0.1 + features @ (0.2, 0.3, 0.4, 0.5, -0.6)
    assert look.confidences(told) == pytest.approx(1 / (1 + np.exp(-odds)))


def test_a_box_of_another_size_than_the_sure_ones_stands_out() -> None:
    look = evidence(*[(50 * i, "back", 0.9, 0.9) for i in range(4)], (250, "01-bright", 0.2, 0.9))
    large = look.quads_px.copy()
    large[4] = (large[4] - large[4].mean(axis=0)) * 2 + large[4].mean(axis=0)
    other = Evidence(
        large,
        look.boxes,
        look.faces,
        look.chances,
        look.visible,
        look.probabilities,
        look.shown,
    )
    assert other.features()[:, 3] == pytest.approx([0, 0, 0, 0, np.log(2)])


def test_chances_beyond_what_a_network_can_know_are_kept_finite() -> None:
    assert np.isfinite(log_odds(np.array((0.0, 1.0)))).all()


def test_no_boxes_are_no_cards() -> None:
    look = evidence()
    assert look.features().shape == (0, 5)
    assert look.confidences(FLAT).shape == (0,)
    assert look.detections(FLAT) == ()


BOX = st.tuples(
    st.floats(0, 300), st.sampled_from((*CLASSES, "no card")), st.floats(0, 1), st.floats(0, 1)
)


@settings(max_examples=50)
@given(st.lists(BOX, max_size=12))
def test_any_boxes_give_cards_with_a_chance(told: list[Told]) -> None:
    look = evidence(*told)
    found = look.detections(Confidence(-1.0, 0.7, 0.9, 1.0, -3.0, -0.5))
    assert len(found) == (look.faces != NO_CARD).sum() <= len(told)
    sure = [each.confidence for each in found]
    assert sure == sorted(sure, reverse=True)
    assert all(0 <= chance <= 1 for chance in sure)


def places(look: Evidence) -> Array:
    return np.asarray(look.quads_px.mean(axis=1)[:, 0])


def test_what_is_left_keeps_the_order_of_the_boxes() -> None:
    look = evidence((0, "01-bright", 0.5, 0.9), (2, "01-bright", 0.9, 0.9), (90, "back", 0.7, 0.9))
    assert places(look) == pytest.approx([2, 90])


@pytest.mark.parametrize(
    ("seen", "acted"),
    [
        ("back .8", ""),
        ("back .95, back .8", "back .95"),
        ("01-bright .95, back .8, back .6", "01-bright .95, back .8"),
        ("01-bright .8, back .8", "01-bright .8"),
        ("01-bright .7, 01-ribbon .6", "01-bright .7"),
    ],
)
def test_where_no_face_is_surely_seen_a_back_must_be_sure(seen: str, acted: str) -> None:
    """A book, a uniform's pocket, a tile: as large as any card, and no table near."""

    def read(told: str) -> tuple[Detection, ...]:
        pairs = (each.split() for each in told.split(", ") if each)
        quad = np.zeros((4, 2))
        return tuple(
            Detection(card(face), float(sure), quad, 1.0, np.zeros(OUTPUTS)) for face, sure in pairs
        )

    kept = [(each.card, each.confidence) for each in acted_on(read(seen), 0.65)]
    assert kept == [(each.card, each.confidence) for each in read(acted)]
    assert 0.8 < LONE_BACK < 0.95
