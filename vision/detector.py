"""A picture in, the cards that lie in it out."""

from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Protocol

import numpy as np

from scorer.cards import BACK
from vision.boxes import Array, area, iou, without_doubles
from vision.brightness import brightened
from vision.cut_cards import completed
from vision.deck_naming import Naming
from vision.evidence import SURE, Detection, Evidence, open_quads, weighed
from vision.levelled import Levelled, levelled
from vision.localizer import SIZED_BY, TWICE_ABOVE, Localizer, Located, alike, width_px
from vision.lone_card import on_a_table
from vision.recogniser import Recognised, Recogniser
from vision.refiner import Refiner
from vision.runtime import Numbers, load
from vision.weights import Settings, Weights, find_weights

MOSTLY = 0.5
"""Of the boxes that say how large cards are, at least so many should hold one."""
AREA_COUNTS = 1 / 3
"""As a power: at 1 a cloth in the colours of backs outweighs the thirty cards on it, at 0 the two
halves of a card the whole. From a quarter to 0.4 made scenes were found alike."""
CLEARLY_MORE = 1.1
"""Times as much as the other look a look at large cards must show: it is of a small picture."""
WHOLE = 0.8
"""What agrees so much with the picture's own outline is all of it."""
KEPT = 0.95
"""The share of the cards that a levelled picture must show, or it was levelled wrongly."""
BORNE_OUT = 0.2
"""A card of a levelled picture agrees so much with one, sure or not, of the picture as it was
taken: what lies beside the table is levelled to something that nobody knows."""


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
    """More of the covered cards, in more than twice the time, see `places`; and of cards that a
    camera sees from the side, in twice that, see `levelled`."""

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
        """The look that counts, at the picture as in good light and, if thorough, from above."""
        frame_bgr = brightened(frame_bgr)
        if not self.thorough or card_px is not None:
            return self._sized(frame_bgr, card_px)
        seen = self._lone(frame_bgr)
        if seen is not None:
            return seen
        seen = self._sized(frame_bgr, None)
        quads = np.array([each.quad_px for each in seen.found])
        level = levelled(frame_bgr, open_quads(seen.found), quads)
        if level is None:
            return seen
        above = self._sized(level.frame_bgr, None, level.outline_px)
        above = above.brought_back(level).borne_out(seen)
        return above if above.cards >= KEPT * seen.cards else seen

    def _lone(self, frame_bgr: Array) -> "_Seen | None":
        """The look at a picture that is one card as a whole, or None where it is none."""
        table = on_a_table(frame_bgr)
        if table is None:
            return None
        card_px = float(min(frame_bgr.shape[:2]))
        seen = self._look(self.localizer, table.frame_bgr, card_px, None)
        whole = [each for each in seen.found if iou(each.quad_px, table.outline_px) >= WHOLE]
        if not whole or whole[0].confidence < SURE:
            return None
        return replace(seen, found=(whole[0],)).brought_back(table)

    def _sized(
        self, frame_bgr: Array, card_px: float | None, outline_px: Array | None = None
    ) -> "_Seen":
        """The look at a picture at the right size.

        Where most of what is found is no card, its size says nothing of how large cards are: then
        a nearer look counts, if it finds more of them. Where cards seem to fill the picture, and
        larger or smaller ones were found, a look at these, if it shows more.
        """
        seen = self._look(self.localizer, frame_bgr, card_px, outline_px)
        if card_px is not None:
            return seen
        if seen.cards < MOSTLY * len(seen.located.above(SIZED_BY)):
            nearer = self._look(replace(self.localizer, afar=False), frame_bgr, None, outline_px)
            seen = max(seen, nearer, key=attrgetter("cards"))
        large_px = self.localizer.large_card_px(frame_bgr)
        found_px = width_px(seen.located)
        if large_px is None or (found_px is not None and alike(large_px, found_px)):
            return seen
        large = self._look(self.localizer, frame_bgr, large_px, outline_px)
        return large if large.shown > CLEARLY_MORE * seen.shown else seen

    def _look(
        self,
        localizer: Localizer,
        frame_bgr: Array,
        card_px: float | None,
        outline_px: Array | None,
    ) -> "_Seen":
        located = places(localizer, self.refiner, frame_bgr, card_px, self.thorough, outline_px)
        recognised = self.recogniser.recognise(frame_bgr, located.quads_px, outline_px)
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

    @property
    def shown(self) -> float:
        """How much of cards it shows: of two looks at different sizes the greater counts.

        A whole card is more than its parts, which pass for cards, and many cards are more than one
        thing that they lie on, so each counts by its area, but by less than that.
        """
        sure = [each for each in self.found if each.confidence >= SURE]
        sizes = np.array([area(each.quad_px) for each in sure])
        return float(np.dot([each.confidence for each in sure], sizes**AREA_COUNTS))

    def brought_back(self, level: Levelled) -> "_Seen":
        """The same of a levelled picture, where it lies in the picture that was levelled."""
        quads = [level.back(each.quad_px[None])[0] for each in self.found]
        return _Seen(
            replace(self.located, quads_px=level.back(self.located.quads_px)),
            self.recognised,
            replace(self.evidence, quads_px=level.back(self.evidence.quads_px)),
            tuple(replace(e, quad_px=q) for e, q in zip(self.found, quads, strict=True)),
        )

    def borne_out(self, other: "_Seen") -> "_Seen":
        """The same with only those cards for which another look has one, too, sure or not.

        Of backs it must be sure: any plain rectangle looks like one.
        """

        def there(seen: Detection) -> bool:
            least = SURE if seen.card is BACK else 0.0
            return any(
                each.confidence >= least and iou(seen.quad_px, each.quad_px) >= BORNE_OUT
                for each in other.found
            )

        return replace(self, found=tuple(filter(there, self.found)))


def places(
    localizer: Localizer,
    refiner: Refiner,
    frame_bgr: Array,
    card_px: float | None = None,
    thorough: bool = False,
    outline_px: Array | None = None,
) -> Located:
    """Where cards may lie in a picture: the boxes of the first network, refined by the second.

    `thorough`: found in the picture upside down, too, and refined twice. `outline_px`: see
    vision.crops.card_crops.
    """
    if not thorough:
        return set_right(refiner, frame_bgr, localizer.locate(frame_bgr, card_px), outline_px)
    located = localizer.locate_both_ways(frame_bgr, card_px)
    for _ in range(2):
        located = set_right(refiner, frame_bgr, located, outline_px)
    return located


def set_right(
    refiner: Refiner, frame_bgr: Array, located: Located, outline_px: Array | None = None
) -> Located:
    """The boxes refined, without those that were brought to where a surer one lies.

    Those that the border cuts are completed first: what is beyond it cannot be seen.
    """
    refined = refiner.refine(frame_bgr, completed(located, frame_bgr.shape), outline_px)
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
