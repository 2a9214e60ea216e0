"""A detector that watches one table, and learns its deck from that where the deck is strange."""

from dataclasses import dataclass, field

from vision.boxes import Array
from vision.deck_naming import Naming
from vision.detector import CardDetector, Detector, with_deck
from vision.even_sample import EvenSample
from vision.evidence import Detection, Evidence
from vision.strange_deck import learned_from

MOST_LOOKS = 48
"""So many looks at the whole table are remembered, of all the time alike."""
FIRST_AT, NEXT_AT = 150, 1.5
"""After so many looks, two rounds or more, it is asked whether the deck is strange, and again
whenever there are so many times as many: of one round alone half of the cards never lie there, and
what is taken for them teaches as much that is wrong as that is right."""


@dataclass(slots=True)
class LearningDetector:
    """See the module. A detector, for `vision.pipeline.looks_of`."""

    detector: CardDetector
    at_once: bool = True
    """Whether it goes by what it learned from then on; else only `learned` tells it, in the end."""
    strange: bool = False
    """Whether it has learned the deck, and goes by it."""
    _looks: EvenSample[Evidence] = field(default_factory=lambda: EvenSample(MOST_LOOKS))
    """At the whole table."""
    _due: int = FIRST_AT
    _size: int = 0

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """See Detector."""
        found, evidence = self.detector.detect_and_look(frame_bgr, card_px, unsure=unsure)
        if not self.strange and frame_bgr.size >= self._size:  # of a glance it is less
            self._size = frame_bgr.size
            self._remember(evidence)
        return found

    def learned(self) -> Naming | None:
        """What tells the cards of this deck from one another, or None; see `learned_from`."""
        if self._looks.came < FIRST_AT:
            return None
        return learned_from(self._looks.items, self.detector.recogniser.temperature)

    def _remember(self, evidence: Evidence) -> None:
        self._looks.add(evidence)
        if self.at_once and self._looks.came >= self._due:
            self._due = round(NEXT_AT * self._due)
            naming = self.learned()
            if naming is not None:
                self.detector, self.strange = with_deck(self.detector, naming), True
                self._looks.items.clear()


def learning(detector: Detector, *, at_once: bool = True) -> Detector:
    """The detector, learning strange decks where it can: the shipped one, for any print."""
    if isinstance(detector, CardDetector) and detector.recogniser.deck is None:
        return LearningDetector(detector, at_once)
    return detector
