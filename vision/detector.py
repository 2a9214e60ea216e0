"""A picture in, the cards that lie in it out."""

from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Protocol

import numpy as np

from scorer.cards import BACK
from vision.boxes import Array, iou
from vision.brightness import brightened
from vision.deck_naming import Naming
from vision.evidence import SURE, Detection, Evidence, acted_on, open_quads, weighed
from vision.jokers import JokerReader
from vision.levelled import levelled
from vision.localizer import SIZED_BY, Localizer, Located, alike, likely, width_px
from vision.lone_card import on_a_table
from vision.places import places
from vision.recogniser import Recognised, Recogniser
from vision.refiner import Refiner
from vision.remembering import Remembering
from vision.runtime import Net, Numbers, load
from vision.second_opinion import SecondOpinion
from vision.seen import Seen
from vision.shapes import MOST_PX, TIMES_AS_WIDE, as_cards, at_best, stretched
from vision.views import View
from vision.weights import Settings, Weights, find_weights

MOSTLY = 0.5
"""Of the boxes that say how large cards are, at least so many should hold one."""
CLEARLY_MORE = 1.1
"""Times as much as the other look one at large cards, or in another shape, must show."""
A_CARD = 0.5
"""So much looks like faces of cards where there is one: in every shape something looks a little
like it, and any square looks like a back in two of them."""
WHOLE = 0.8
"""What agrees so much with the picture's own outline is all of it."""
KEPT = 0.95
"""The share of the cards that a levelled picture must show, or it was levelled wrongly."""
PROMISING = 0.003
"""Of the boxes that a glance leaves so many must look like cards, or a closer look finds none: one
card among MOST_BOXES does, of clutter mostly nothing."""


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
    """More of the covered cards, in more than twice the time, see `places` and `Recogniser`; and of
    cards in a picture that was stretched or taken from the side, in twice that, see `shapes`,
    `levelled`. Its recogniser asks two networks, see `SecondOpinion`."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """See Detector."""
        return self.detect_and_look(frame_bgr, card_px, unsure=unsure)[0]

    def detect_and_look(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[tuple[Detection, ...], Evidence]:
        """What `detect` and what `look` say, by one look."""
        seen = self._seen(frame_bgr, card_px)
        found = seen.found if unsure else acted_on(seen.found, self.settings.act_from)
        return found, seen.evidence

    def look(self, frame_bgr: Array, card_px: float | None = None) -> Evidence:
        """What speaks for every box, sure or not."""
        return self._seen(frame_bgr, card_px).evidence

    def ask(self, frame_bgr: Array, card_px: float | None = None) -> tuple[Located, Recognised]:
        """What the networks say, doubles and all."""
        seen = self._seen(frame_bgr, card_px)
        return seen.located, seen.recognised

    def _seen(self, frame_bgr: Array, card_px: float | None) -> Seen:
        """The look that counts at the picture as in good light; if thorough, in any shape."""
        frame_bgr = brightened(frame_bgr)
        if not self.thorough or card_px is not None:
            return self._sized(frame_bgr, card_px)
        seen = self._lone(frame_bgr)
        if seen is not None:
            return seen
        glance = self._glanced(frame_bgr)
        if not promising(glance):
            return glance
        view = self._shaped(frame_bgr, glance)
        return self._above(view.frame_bgr).brought_back(view) if view else self._above(frame_bgr)

    def _glanced(self, frame_bgr: Array) -> Seen:
        """A quick look, where a thorough one may follow."""
        return replace(self, thorough=False)._sized(frame_bgr, None)

    def _shaped(self, frame_bgr: Array, glance: Seen) -> View | None:
        """The picture in that other shape in which it clearly shows more of cards, if any.

        Where all that a glance found is shaped like cards, the picture is as it was taken; where
        it left no box, it shows none: cards half as wide still leave boxes.
        """
        least = CLEARLY_MORE * as_cards(glance.found)
        if at_best(glance.found) <= least:
            return None
        as_large = min(MOST_PX, frame_bgr.shape[0] * frame_bgr.shape[1])
        found = {}
        for times in TIMES_AS_WIDE:
            view = stretched(frame_bgr, times, as_large)
            found[times] = self._glanced(view.frame_bgr).found
        best = max(found, key=lambda times: as_cards(found[times]))
        faces = [each for each in found[best] if each.card is not BACK]
        better = as_cards(found[best]) > least and as_cards(faces) > A_CARD
        return stretched(frame_bgr, best) if better else None

    def _above(self, frame_bgr: Array) -> Seen:
        """The look at a picture, or at it as from straight above where it was taken aslant."""
        seen = self._sized(frame_bgr, None)
        quads = np.array([each.quad_px for each in seen.found])
        level = levelled(frame_bgr, open_quads(seen.found), quads)
        if level is None:
            return seen
        above = self._sized(level.frame_bgr, None, level.outline_px)
        above = above.brought_back(level).borne_out(seen)
        return above if above.cards >= KEPT * seen.cards else seen

    def _lone(self, frame_bgr: Array) -> Seen | None:
        """The look at a picture that is one card as a whole, or None where it is none."""
        table = on_a_table(frame_bgr)
        if table is None:
            return None
        card_px = float(np.ptp(table.outline_px, axis=0).min()) + 1
        seen = self._look(self.localizer, table.frame_bgr, card_px, None)
        whole = [each for each in seen.found if iou(each.quad_px, table.outline_px) >= WHOLE]
        if not whole or whole[0].confidence < SURE:
            return None
        return replace(seen, found=(whole[0],)).brought_back(table)

    def _sized(
        self, frame_bgr: Array, card_px: float | None, outline_px: Array | None = None
    ) -> Seen:
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
    ) -> Seen:
        located = places(localizer, self.refiner, frame_bgr, card_px, self.thorough, outline_px)
        recognised = self.recogniser.recognise(
            frame_bgr, located.quads_px, outline_px, thorough=self.thorough
        )
        evidence = weighed(located, recognised, self.settings.doubles)
        found = evidence.detections(self.settings.calibration)
        return Seen(located, recognised, evidence, found)


def promising(glance: Seen) -> bool:
    """Whether a closer look may find cards: hundreds of boxes that are none take it minutes."""
    return at_best(glance.found) >= PROMISING * len(glance.located)


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

    def loaded(path: Path, numbers: Numbers | None = numbers) -> Net:
        return load(path, runtime, threads, numbers, pictures=True).net

    localizer, refiner, recogniser = map(
        loaded, (weights.localizer, weights.refiner, weights.recogniser)
    )
    # Of few crops, and never int8: what it reads is small.
    jokers = loaded(weights.jokers, "float")
    if thorough:
        recogniser = SecondOpinion(recogniser, loaded(weights.second, "float"))
        localizer = Remembering(likely(localizer, settings.least_confidence))
        refiner, recogniser, jokers = map(Remembering, (refiner, recogniser, jokers))
    return CardDetector(
        Localizer(localizer, settings.least_confidence),
        Refiner(refiner),
        Recogniser(recogniser, settings.temperature, jokers=JokerReader(jokers)),
        settings,
        thorough,
    )


def with_deck(detector: CardDetector, deck: Naming) -> CardDetector:
    """The same detector for a deck that was enrolled."""
    return replace(detector, recogniser=replace(detector.recogniser, deck=deck))
