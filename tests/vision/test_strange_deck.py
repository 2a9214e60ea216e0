"""A deck that the network half knows, learned from many pictures of it that nobody labelled."""

from collections.abc import Sequence

import numpy as np
import pytest

from scorer.cards import DECK
from tests.vision.decks_seen import LOOKS, pictures
from vision.boxes import Array
from vision.evidence import Evidence
from vision.faces import CLASSES, OUTPUTS
from vision.one_deck import dealt
from vision.recogniser import softmax
from vision.strange_deck import ASKED, PICTURES, is_strange, learned_from


def right(seen: Sequence[Evidence], true: Sequence[Array], chances: Sequence[Array]) -> float:
    """The share of the cards that are named rightly when each picture's are dealt together."""
    named = [dealt(each)[0] for each in chances]
    assert len(seen) == len(named)
    return float(np.mean(np.concatenate(named) == np.concatenate(true)))


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_flowers_that_the_network_takes_for_one_another_are_told_apart(seed: int) -> None:
    """In pictures that were not learned from, too."""
    naming = learned_from(pictures(20, seed=seed)[0], 1.0)
    assert naming is not None
    seen, true = pictures(20, seed=seed + 100)
    before = right(seen, true, [each.probabilities for each in seen])
    told = [softmax(naming.joined(np.log(e.probabilities), e.embeddings)) for e in seen]
    assert before < 0.97
    assert right(seen, true, told) > 0.99


def test_a_deck_that_the_network_knows_is_left_alone() -> None:
    seen, _ = pictures(20, strange=False)
    assert not is_strange(seen)
    assert learned_from(seen, 1.0) is None


def test_few_pictures_teach_nothing() -> None:
    seen, _ = pictures(PICTURES - 1)
    assert learned_from(seen, 1.0) is None
    assert learned_from([], 1.0) is None


def test_pictures_without_cards_teach_nothing() -> None:
    none = np.zeros(0)
    bare = Evidence(
        *(np.zeros((0, 4, 2)), none, none.astype(int), none, none),
        *(np.zeros((0, OUTPUTS)), np.zeros((0, 128))),
    )
    assert learned_from([bare] * 20, 1.0) is None


def test_pictures_of_part_of_a_deck_teach_nothing() -> None:
    """The same table again and again: that a face is not there says nothing of the others."""
    part = [CLASSES.index(card.face) for card in DECK][:30]
    assert learned_from(pictures(20, cards=part)[0], 1.0) is None


def test_what_is_no_card_and_what_is_a_back_stays_so() -> None:
    naming = learned_from(pictures(20)[0], 1.0)
    assert naming is not None
    others = [k for k in range(OUTPUTS) if k not in ASKED]
    logits = np.zeros((len(others), OUTPUTS))
    logits[np.arange(len(others)), others] = 8
    joined = naming.joined(logits, LOOKS[others])
    assert joined.argmax(axis=1).tolist() == others
