"""A detector that watches one table, and learns its deck from that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scorer.cards import DECK
from tests.vision.decks_seen import STRANGE, pictures
from vision import learning_detector
from vision.boxes import Array
from vision.deck_naming import Naming
from vision.evidence import Detection, Evidence
from vision.faces import CLASSES
from vision.learning_detector import ALL_FACES, FIRST_AT, MOST_LOOKS, LearningDetector
from vision.strange_deck import Shown

pytestmark = pytest.mark.usefixtures("small_decks")

SHOWN: dict[int, Shown] = {}
"""Of each look."""
WHOLE, PART = np.zeros((90, 160, 3), np.uint8), np.zeros((41, 54, 3), np.uint8)


class Seeing:
    """A detector that says what it was told to, in its order, and then over again."""

    recogniser = STRANGE

    def __init__(self, seen: Sequence[Shown], deck: Naming | None = None) -> None:
        self.seen, self.deck, self.asked = seen, deck, 0

    def detect_and_look(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[tuple[Detection, ...], Evidence]:
        self.asked += 1
        return (), self.seen[(self.asked - 1) % len(self.seen)].evidence


@pytest.fixture(autouse=True)
def decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning_detector, "shown", lambda frame_bgr, look: SHOWN[id(look)])
    monkeypatch.setattr(
        learning_detector, "with_deck", lambda seeing, deck: Seeing(seeing.seen, deck)
    )


def learning(seen: Sequence[Shown], *, at_once: bool = True) -> LearningDetector:
    seeing: Any = Seeing(seen)
    SHOWN.update({id(each.evidence): each for each in seen})
    return LearningDetector(seeing, at_once)


def learns(detector: LearningDetector) -> None:
    """Waits for what is being learned, and has one more look."""
    assert detector._coming is not None
    detector._coming.result()
    detector.detect(WHOLE)


def deck_of(detector: LearningDetector) -> Naming | None:
    inner: Any = detector.detector
    deck: Naming | None = inner.deck
    return deck


def test_a_strange_deck_is_learned_after_some_looks() -> None:
    detector = learning(pictures(24)[0])
    for _ in range(FIRST_AT - 1):
        detector.detect(WHOLE)
    assert not detector.strange
    assert deck_of(detector) is None
    detector.detect(WHOLE)
    assert not detector.strange, "it learns beside the table"
    learns(detector)
    assert detector.strange
    assert deck_of(detector) is not None


def test_what_later_rounds_show_is_learned_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def told(looks: Sequence[Shown], recogniser: object) -> Any:
        asked.append(len(looks))
        return f"deck {len(asked)}"

    monkeypatch.setattr(learning_detector, "learned_from", told)
    detector = learning(pictures(24)[0])
    for looks, deck in ((FIRST_AT, "deck 1"), (FIRST_AT // 2 - 1, "deck 2")):
        for _ in range(looks):
            detector.detect(WHOLE)
        learns(detector)
        assert str(deck_of(detector)) == deck


def test_a_deck_that_is_known_is_looked_at_as_before() -> None:
    detector = learning(pictures(24, strange=False)[0])
    for _ in range(2 * FIRST_AT):
        detector.detect(WHOLE)
    assert not detector.strange
    assert deck_of(detector) is None
    assert detector.learned() is None


def test_glances_at_a_part_of_the_table_teach_nothing() -> None:
    detector = learning(pictures(24)[0])
    detector.detect(WHOLE)
    for _ in range(3 * FIRST_AT):
        detector.detect(PART)
    assert not detector.strange
    assert detector.learned() is None


def test_a_short_film_tells_too_little() -> None:
    detector = learning(pictures(24)[0], at_once=False)
    for _ in range(FIRST_AT - 1):
        detector.detect(WHOLE)
    assert detector.learned() is None
    detector.detect(WHOLE)
    assert detector.learned() is not None


def test_a_table_that_shows_the_same_few_cards_again_and_again_teaches_nothing() -> None:
    few = [CLASSES.index(card.face) for card in DECK][:30]
    detector = learning(pictures(24, cards=few)[0])
    for _ in range(2 * FIRST_AT):
        detector.detect(WHOLE)
    assert not detector.strange
    assert detector.learned() is None


def test_a_film_is_looked_at_to_its_end_before_its_deck_is_told() -> None:
    detector = learning(pictures(24)[0], at_once=False)
    for _ in range(2 * FIRST_AT):
        detector.detect(WHOLE)
    assert not detector.strange
    assert deck_of(detector) is None
    assert detector.learned() is not None


def test_looks_of_all_the_time_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of which only the deal was remembered would tell of a dozen cards."""
    seen, asked = [replace(each) for each in pictures(1)[0] * 400], list[Sequence[Shown]]()
    seen = [replace(each, evidence=replace(each.evidence)) for each in seen]

    def told(looks: Sequence[Shown], *_: object) -> None:
        asked.append(looks)

    monkeypatch.setattr(learning_detector, "surely_seen", lambda looks: ALL_FACES)
    monkeypatch.setattr(learning_detector, "learned_from", told)
    detector = learning(seen, at_once=False)
    for _ in seen:
        detector.detect(WHOLE)
    detector.learned()
    places = [next(k for k, each in enumerate(seen) if each is look) for look in asked[-1]]
    assert MOST_LOOKS / 2 <= len(places) <= MOST_LOOKS
    assert np.ptp(np.diff(places)) == 0
    assert places[0] == 0
    assert places[-1] >= 350
