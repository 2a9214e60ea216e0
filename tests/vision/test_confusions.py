"""What the faces of a strange print are taken for, told by the cards that lie beside them."""

from collections.abc import Iterable

import numpy as np
import pytest

from scorer.cards import Card, card
from scorer.presets import house_rules
from scorer.table import deck
from tests.vision.table_seen import FAR, ITS, MINE, POT, box, look, still
from vision.confusions import Confusions, PrintWatch, watched
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD
from vision.looks import Look

DECK = frozenset(deck(house_rules("matgo", 2)))
PLUM, CHERRY = map(card, ("02-junk", "03-junk"))
PLACES = (FAR, MINE, ITS, POT)
STRANGE = {PLUM: 0.9, CHERRY: 0.08}
"""What the model says of a cherry of this print."""


def learned(looks: Iterable[Look]) -> Confusions:
    return watched(looks, DECK).known


def cherry(at: tuple[float, float]) -> Detection:
    return box(PLUM, at, STRANGE[PLUM], others={CHERRY: STRANGE[CHERRY]})


def plums_and_cherries(times: int = 12) -> list[Look]:
    """Both plums of the deck and two cherries that look like plums; for longer one of these."""
    plums = [box(PLUM, at) for at in PLACES[:2]]
    alone = [look(100.0 + k, cherry(POT)) for k in range(5)]
    return still(*plums, *(cherry(at) for at in PLACES[2:]), times=times) + alone


def named(seen: Look) -> list[Card]:
    return sorted((each.card for each in seen.detections), key=lambda each: each.order)


def test_a_face_that_is_taken_for_another_is_told_by_the_deck() -> None:
    known = learned(plums_and_cherries())
    assert known.misread() == ((CHERRY, PLUM),)
    (says,) = known.says()
    assert says.startswith("03-junk of this print looks like 02-junk to the model")
    assert known.shares[CLASSES.index("03-junk"), CLASSES.index("02-junk")] > 0.5


def test_looks_are_corrected_by_it() -> None:
    looks = plums_and_cherries()
    known = learned(looks)
    assert named(known.corrected(looks[0])) == [PLUM, PLUM, CHERRY, CHERRY]
    (lone,) = known.corrected(looks[-1]).detections
    before = looks[-1].detections[0]
    assert lone.probabilities.sum() == pytest.approx(1)
    assert lone.probabilities[CLASSES.index("03-junk")] > 0.3  # no longer out of the question
    assert (lone.confidence, lone.visible) == (before.confidence, before.visible)


def test_a_print_that_is_known_is_left_as_it_is() -> None:
    cards = [box(card(face), at) for face, at in zip(("02-junk", "03-junk"), PLACES, strict=False)]
    looks = still(*cards, times=30)
    known = learned(looks)
    assert known.misread() == ()
    assert known.says() == ()
    assert known.corrected(looks[0]) is looks[0]


def test_one_look_is_not_enough() -> None:
    assert learned(plums_and_cherries(times=1)).misread() == ()


def test_nothing_is_known_where_nothing_was_seen() -> None:
    known = learned(())
    assert known.misread() == ()
    assert known.shares.sum(axis=1)[:NO_CARD].max() == pytest.approx(1)
    jokers = [k for k, face in enumerate(CLASSES) if card(face).is_joker]
    assert not known.shares[jokers].any(), "faces that this table does not play with"


def test_glances_covered_cards_and_doubtful_boxes_tell_nothing() -> None:
    cards = [
        (box(PLUM, at, STRANGE[PLUM], visible, confidence, {CHERRY: STRANGE[CHERRY]}))
        for at in PLACES
        for visible, confidence in ((0.3, 0.9), (0.9, 0.05))
    ]
    looks = still(*cards, times=12)
    looks += [look(50.0 + k, *(cherry(at) for at in PLACES), glance=True) for k in range(12)]
    assert learned(looks).misread() == ()


def test_a_watch_reads_by_what_it_learned_when_it_was_asked_to() -> None:
    watch, looks = PrintWatch(DECK), plums_and_cherries()
    for each in looks:
        watch.see(each)
        assert watch.known.corrected(each) is each
    assert watch.seen == len(looks)
    assert watch.learn().misread()
    assert named(watch.known.corrected(looks[0])) == [PLUM, PLUM, CHERRY, CHERRY]


def test_a_misread_face_is_told_once() -> None:
    watch = watched(plums_and_cherries(), DECK)
    assert len(watch.news()) == 1
    assert watch.news() == ()


def test_chances_are_those_of_one_word_or_another() -> None:
    shares = np.eye(NO_CARD + 1)
    plum, cherry_ = CLASSES.index("02-junk"), CLASSES.index("03-junk")
    shares[cherry_, [plum, cherry_]] = 1.0, 0.0
    told = Confusions(shares).chances(np.eye(NO_CARD + 1)[[plum]])
    assert told[0, [plum, cherry_]] == pytest.approx([0.5, 0.5])
