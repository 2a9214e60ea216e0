"""What speaks for every box of a picture, and the cards that follow from it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from scorer.cards import Card, card
from vision.boxes import Array, log_odds, short_sides
from vision.doubles import one_box_a_card
from vision.faces import CLASSES, NO_CARD
from vision.history import Since
from vision.localizer import Located
from vision.one_deck import dealt
from vision.recogniser import Recognised
from vision.vouched import vouched
from vision.weights import Confidence, Doubles

BACK = CLASSES.index("back")
FACE_DOWN = card("back")
SURE = 0.5
LONE_BACK = 0.9
"""Where no face is seen so surely a back must be: what is no table at all shows plain rectangles,
and seldom do cards lie there all face down."""
OPEN = 0.75
"""Share of a card that shows, from which its box is as large as the card."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One card seen in a picture."""

    card: Card
    confidence: float
    """The chance that face and place are right."""
    quad_px: Array
    """(4, 2) corners clockwise, beginning with a card's upper or lower edge."""
    visible: float
    """Share of the card that shows."""
    probabilities: Array
    """(OUTPUTS,): what this box alone says of every class, and last that it holds no card."""
    since: Since | None = None
    """Since when its place looks as it does; None where that is not known."""

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the card."""
        x, y = self.quad_px.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the networks and the deck say of n boxes."""

    quads_px: Array
    """(n, 4, 2)."""
    boxes: Array
    """(n,) the localizer's confidences."""
    faces: Array
    """(n,) the class of each, all named together; NO_CARD where there is none."""
    chances: Array
    """(n,) of that class."""
    visible: Array
    """(n,) share of the card that shows."""
    probabilities: Array
    """(n, OUTPUTS): what each box says by itself."""
    shown: Array
    """(n, k) the recogniser's features of what each shows."""

    def features(self) -> Array:
        """(n, 5) what confidence is computed from, in the order of Confidence.factors."""
        if not len(self.boxes):
            return np.zeros((0, 5))
        sizes = short_sides(self.quads_px)
        usual = np.median(sizes[self.boxes >= np.median(self.boxes)])
        return np.column_stack(
            (
                log_odds(self.boxes),
                log_odds(self.chances),
                self.visible,
                np.abs(np.log(sizes / usual)),
                self.faces == BACK,
            )
        )

    def confidences(self, calibration: Confidence) -> Array:
        """(n,) chances of being right."""
        odds = calibration.constant + self.features() @ np.array(calibration.factors)
        result: Array = 1 / (1 + np.exp(-odds))
        return result

    def detections(self, calibration: Confidence) -> tuple[Detection, ...]:
        """The boxes that hold a card, the surest first."""
        sure = self.confidences(calibration)
        return tuple(
            Detection(
                card(CLASSES[self.faces[i]]),
                float(sure[i]),
                self.quads_px[i],
                float(self.visible[i]),
                self.probabilities[i],
            )
            for i in np.argsort(-sure, kind="stable")
            if self.faces[i] != NO_CARD
        )


def acted_on(found: Iterable[Detection], act_from: float) -> tuple[Detection, ...]:
    """The cards of a picture that are sure enough to act on, in their order."""
    kept = tuple(each for each in found if each.confidence >= act_from)
    if any(each.card != FACE_DOWN and each.confidence >= LONE_BACK for each in kept):
        return kept
    return tuple(each for each in kept if each.card != FACE_DOWN or each.confidence >= LONE_BACK)


def open_quads(seen: Iterable[Detection]) -> Array:
    """(n, 4, 2) px of the cards that are surely there and lie open."""
    quads = [each.quad_px for each in seen if each.confidence >= SURE and each.visible >= OPEN]
    return np.array(quads).reshape(-1, 4, 2)


def weighed(located: Located, seen: Recognised, doubles: Doubles) -> Evidence:
    """One box a card, and all of them named together."""
    kept = one_box_a_card(located, seen, doubles)
    located = located.some(kept)
    seen = vouched(located, seen.some(kept))
    faces, chances = dealt(seen.probabilities)
    return Evidence(
        located.quads_px,
        located.confidences,
        faces,
        chances,
        seen.visible,
        seen.probabilities,
        seen.features,
    )
