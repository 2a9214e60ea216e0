"""A picture in, the cards that lie in it out."""

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Protocol

from vision.boxes import Array, without_doubles
from vision.brightness import brightened
from vision.cut_cards import completed
from vision.deck_naming import Naming
from vision.evidence import Detection, Evidence, weighed
from vision.localizer import SIZED_BY, TWICE_ABOVE, Localizer, Located
from vision.recogniser import Recognised, Recogniser
from vision.refiner import Refiner
from vision.runtime import Numbers, load
from vision.weights import Settings, Weights, find_weights

MOSTLY = 0.5
"""Of the boxes that say how large cards are, at least so many should hold one."""


class Detector(Protocol):
    """Anything that finds cards in pictures."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """The cards of a picture (h, w, 3) uint8, the surest first; only those to act on.

        `card_px`: the width of a card, where it is known; it saves a look from afar. With
        `unsure`, every box that may hold a card, for who weighs them against more.
        """
        ...


@dataclass(frozen=True, slots=True)
class CardDetector:
    """The localizer, the refiner, the recogniser, then the deck as a whole."""

    localizer: Localizer
    refiner: Refiner
    recogniser: Recogniser
    settings: Settings
    thorough: bool = False
    """More of the covered cards, in more than twice the time, see `places`."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """See Detector."""
        found = self._seen(frame_bgr, card_px).found
        least = 0.0 if unsure else self.settings.act_from
        return tuple(each for each in found if each.confidence >= least)

    def look(self, frame_bgr: Array, card_px: float | None = None) -> Evidence:
        """What speaks for every box, sure or not."""
        return self._seen(frame_bgr, card_px).evidence

    def ask(self, frame_bgr: Array, card_px: float | None = None) -> tuple[Located, Recognised]:
        """What the networks say, doubles and all."""
        seen = self._seen(frame_bgr, card_px)
        return seen.located, seen.recognised

    def _seen(self, frame_bgr: Array, card_px: float | None) -> "_Seen":
        """The look that counts, at the picture as in good light.

        Where most of what is found is no card, its size says nothing of how large cards are: then
        a nearer look counts, if it finds more of them.
        """
        frame_bgr = brightened(frame_bgr)
        seen = self._look(self.localizer, frame_bgr, card_px)
        if card_px is not None or seen.cards >= MOSTLY * len(seen.located.above(SIZED_BY)):
            return seen
        nearer = self._look(replace(self.localizer, afar=False), frame_bgr)
        return max(seen, nearer, key=attrgetter("cards"))

    def _look(
        self, localizer: Localizer, frame_bgr: Array, card_px: float | None = None
    ) -> "_Seen":
        located = places(localizer, self.refiner, frame_bgr, card_px, self.thorough)
        recognised = self.recogniser.recognise(frame_bgr, located.quads_px)
        evidence = weighed(located, recognised, self.settings.doubles)
        found = evidence.detections(self.settings.calibration)
        return _Seen(located, recognised, evidence, found)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """One look at a picture."""

    located: Located
    recognised: Recognised
    evidence: Evidence
    found: tuple[Detection, ...]

    @property
    def cards(self) -> float:
        """How many are to be expected."""
        return sum(each.confidence for each in self.found)


def places(
    localizer: Localizer,
    refiner: Refiner,
    frame_bgr: Array,
    card_px: float | None = None,
    thorough: bool = False,
) -> Located:
    """Where cards may lie in a picture: the boxes of the first network, refined by the second.

    `thorough`: found in the picture upside down, too, and refined twice.
    """
    if not thorough:
        return set_right(refiner, frame_bgr, localizer.locate(frame_bgr, card_px))
    located = set_right(refiner, frame_bgr, localizer.locate_both_ways(frame_bgr, card_px))
    return set_right(refiner, frame_bgr, located)


def set_right(refiner: Refiner, frame_bgr: Array, located: Located) -> Located:
    """The boxes refined, without those that were brought to where a surer one lies.

    Those that the border cuts are completed first: what is beyond it cannot be seen.
    """
    refined = refiner.refine(frame_bgr, completed(located, frame_bgr.shape))
    return refined.some(without_doubles(refined.quads_px, refined.confidences, TWICE_ABOVE))


def open_detector(
    weights: Weights | None = None,
    *,
    runtime: str | None = None,
    threads: int | None = None,
    numbers: Numbers | None = None,
    thorough: bool = False,
) -> CardDetector:
    """The detector that is shipped, ready to be used.

    `runtime`, `threads` and `numbers`: see vision.runtime.load; `thorough`: see CardDetector.

    Raises:
        NoWeights: its files are missing. NoRuntime: nothing here can run them.
    """
    weights = weights or find_weights()
    settings = weights.settings
    nets = (
        load(path, runtime, threads, numbers, pictures=True).net
        for path in (weights.localizer, weights.refiner, weights.recogniser)
    )
    return CardDetector(
        Localizer(next(nets), settings.least_confidence),
        Refiner(next(nets)),
        Recogniser(next(nets), settings.temperature),
        settings,
        thorough,
    )


def with_deck(detector: CardDetector, deck: Naming) -> CardDetector:
    """The same detector for a deck that was enrolled."""
    return replace(detector, recogniser=replace(detector.recogniser, deck=deck))
