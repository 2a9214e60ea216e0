"""A deck that the network half knows, learned from pictures of it that nobody labelled."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import DECK
from tests.vision.decks_seen import STRANGE, laid, look, looks_like, pictures, printed
from vision.boxes import Array
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.one_deck import dealt
from vision.recogniser import softmax
from vision.strange_deck import (
    ASKED,
    OPEN_CARDS,
    PICTURES,
    Shown,
    is_strange,
    learned_from,
    shown,
    surely_seen,
)

pytestmark = pytest.mark.usefixtures("small_decks")


def right(seen: Sequence[Evidence], true: Sequence[Array], chances: Sequence[Array]) -> float:
    """The share of the cards that are named rightly when each picture's are dealt together."""
    named = [dealt(each)[0] for each in chances]
    assert len(seen) == len(named)
    return float(np.mean(np.concatenate(named) == np.concatenate(true)))


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_flowers_that_the_network_takes_for_one_another_are_told_apart(seed: int) -> None:
    """In pictures that were not learned from, too."""
    naming = learned_from(pictures(20, seed=seed)[0], STRANGE)
    assert naming is not None
    seen, true = pictures(20, seed=seed + 100)
    evidence = [each.evidence for each in seen]
    before = right(evidence, true, [each.probabilities for each in evidence])
    told = [softmax(naming.joined(np.log(e.probabilities), e.shown)) for e in evidence]
    after = right(evidence, true, told)
    assert before < 0.97
    assert after > 0.99


def test_a_deck_that_the_network_knows_is_left_alone() -> None:
    seen, _ = pictures(20, strange=False)
    assert not is_strange(seen)


@pytest.mark.parametrize(("shows", "strange"), [(1.0, True), (0.5, True), (0.3, False)])
def test_a_deck_that_the_network_half_knows_is_strange(shows: float, strange: bool) -> None:
    """Covered cards tell it, too, but not those that hardly show."""
    seen = [
        replace(each, evidence=replace(each.evidence, visible=shows * each.evidence.visible))
        for each in pictures(20)[0]
    ]
    assert is_strange(seen) == strange


def test_few_open_cards_teach_nothing_nor_does_one_picture() -> None:
    few = [CLASSES.index(card.face) for card in DECK][: OPEN_CARDS // PICTURES - 1]
    assert learned_from(pictures(PICTURES, cards=few)[0], STRANGE) is None
    assert learned_from(pictures(PICTURES - 1)[0], STRANGE) is None
    assert learned_from([], STRANGE) is None


def test_pictures_without_cards_teach_nothing() -> None:
    none = np.zeros(0)
    bare = Evidence(
        *(np.zeros((0, 4, 2)), none, none.astype(int), none, none),
        *(np.zeros((0, OUTPUTS)), np.zeros((0, 128))),
    )
    none_open = Shown(bare, none.astype(int), np.zeros((0, 115, 77, 3), np.uint8))
    assert learned_from([none_open] * 20, STRANGE) is None
    assert not is_strange([none_open])


PART = [CLASSES.index(card.face) for card in DECK][:30]


def test_faces_that_are_surely_seen_are_counted() -> None:
    assert 15 < surely_seen(pictures(20, cards=PART)[0]) < len(set(PART))
    assert surely_seen([]) == 0


@pytest.mark.parametrize("count", [PICTURES, 4])
def test_pictures_of_part_of_a_deck_teach_these_cards(count: int) -> None:
    """The same table again and again: that a face is not there says nothing of the others."""
    seen, true = pictures(count, cards=PART)
    naming = learned_from(seen, STRANGE)
    assert naming is not None
    evidence = [each.evidence for each in seen]
    before = right(evidence, true, [each.probabilities for each in evidence])
    told = [softmax(naming.joined(np.log(e.probabilities), e.shown)) for e in evidence]
    assert right(evidence, true, told) >= before


def test_what_is_no_card_and_what_is_a_back_stays_so() -> None:
    naming = learned_from(pictures(20)[0], STRANGE)
    assert naming is not None
    others = [k for k in range(OUTPUTS) if k not in ASKED]
    logits = np.zeros((len(others), OUTPUTS))
    logits[np.arange(len(others)), others] = 8
    joined = naming.joined(logits, looks_like()[others])
    assert joined.argmax(axis=1).tolist() == others


def test_of_a_picture_the_cards_that_lie_open_are_remembered() -> None:
    """Each by itself; neither covered ones, nor boxes that may hold none."""
    frame, quads = laid([0, 1, 2, 3])
    seen = look(quads, np.zeros(4, int))
    seen = replace(
        seen,
        visible=np.array([1.0, 0.5, 1.0, 1.0]),
        boxes=np.array([0.9, 0.9, 0.2, 0.9]),
        probabilities=np.eye(OUTPUTS)[[0, 1, 2, NO_CARD]],
    )
    kept = shown(frame, seen)
    assert kept.opened.tolist() == [0]
    assert kept.evidence is seen
    assert np.abs(kept.bgr[0].astype(int) - printed(0)).mean() < 8
