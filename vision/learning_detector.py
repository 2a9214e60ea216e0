"""A detector that watches one table, and learns its deck from that where the deck is strange."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from vision.boxes import Array
from vision.deck_naming import Naming
from vision.detector import CardDetector, Detector, with_deck
from vision.even_sample import EvenSample
from vision.evidence import Detection
from vision.strange_deck import Shown, is_strange, learned_from, shown, surely_seen

MOST_LOOKS = 48
"""So many looks at the whole table are remembered, of all the time alike."""
FIRST_AT, NEXT_AT = 48, 1.5
"""After so many looks, most of a round, it is asked whether the deck is strange, and again whenever
there are so many times as many: each round shows cards that lay in no one before."""
ALL_FACES = 24
"""So many of the 37 faces must surely have been seen: what was learned is gone by, and would bear
itself out where a few cards lie there again and again."""


@dataclass(slots=True)
class LearningDetector:
    """See the module. A detector, for `vision.pipeline.looks_of`."""

    detector: CardDetector
    at_once: bool = True
    """Whether it goes by what it learned from then on; else only `learned` tells it, in the end."""
    strange: bool = False
    """Whether it has learned the deck, and goes by it."""
    _looks: EvenSample[Shown] = field(default_factory=lambda: EvenSample(MOST_LOOKS))
    """At the whole table."""
    _due: int = FIRST_AT
    _size: int = 0
    _learns: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    """Beside the table: it takes as long as a turn or two."""
    _coming: Future[Naming | None] | None = None
    """What is being learned."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """See Detector."""
        self._go_by_it()
        found, evidence = self.detector.detect_and_look(frame_bgr, card_px, unsure=unsure)
        if frame_bgr.size >= self._size:  # of a glance it is less
            self._size = frame_bgr.size
            self._looks.add(shown(frame_bgr, evidence))
            if self.at_once and self._looks.came >= self._due and self._coming is None:
                self._due = round(NEXT_AT * self._due)
                self._coming = self._learns.submit(self.learned)
        return found

    def learned(self) -> Naming | None:
        """What tells the cards of this deck from one another, or None; see `learned_from`."""
        looks = tuple(self._looks.items)
        if self._looks.came < FIRST_AT or surely_seen(looks) < ALL_FACES:
            return None
        strange = self.strange or is_strange(looks)
        return learned_from(looks, self.detector.recogniser) if strange else None

    def _go_by_it(self) -> None:
        """From now on by what was learned, if that is done."""
        if self._coming is None or not self._coming.done():
            return
        naming, self._coming = self._coming.result(), None
        if naming is not None:
            self.detector, self.strange = with_deck(self.detector, naming), True


def learning(detector: Detector, *, at_once: bool = True) -> Detector:
    """The detector, learning strange decks where it can: the shipped one, for any print."""
    if isinstance(detector, CardDetector) and detector.recogniser.deck is None:
        return LearningDetector(detector, at_once)
    return detector
