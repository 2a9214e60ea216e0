"""What speaks for every box of a picture, and the cards that follow from it."""

from dataclasses import dataclass

import numpy as np

from scorer.cards import Card, card
from vision.boxes import Array, iou, short_sides
from vision.faces import CLASSES, NO_CARD
from vision.localizer import Located
from vision.one_deck import dealt
from vision.recogniser import Recognised
from vision.weights import Confidence

SAME_CARD = 0.3
"""Two boxes of the same face that agree more than this are one card, where a deck holds one."""
BACK = CLASSES.index("back")


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

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the card."""
        x, y = self.quad_px.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the two networks and the deck say of n boxes."""

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
    embeddings: Array
    """(n, 128)."""

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


def weighed(located: Located, seen: Recognised, doubles_above: float) -> Evidence:
    """One box a card, and all of them named together."""
    kept = one_box_a_card(located, seen, doubles_above)
    located, seen = located.some(kept), seen.some(kept)
    faces, chances = dealt(seen.probabilities)
    return Evidence(
        located.quads_px,
        located.confidences,
        faces,
        chances,
        seen.visible,
        seen.probabilities,
        seen.embeddings,
    )


def one_box_a_card(located: Located, seen: Recognised, doubles_above: float) -> Array:
    """Indices of the boxes less the doubles of surer ones: sure of the box and of its face.

    Doubles agree by more than doubles_above, or by more than SAME_CARD where both show a face
    that a deck holds once.
    """
    faces = seen.probabilities[:, :NO_CARD].argmax(axis=1)
    sure = located.confidences * seen.probabilities[np.arange(len(faces)), faces]
    low, high = located.quads_px.min(axis=1), located.quads_px.max(axis=1)
    meet = ((low[:, None] <= high) & (low <= high[:, None])).all(axis=2)
    kept: list[int] = []
    for i in np.argsort(-sure, kind="stable"):
        single = card(CLASSES[faces[i]]).copies == 1
        near = [k for k in kept if meet[i, k]]
        limits = (SAME_CARD if single and faces[k] == faces[i] else doubles_above for k in near)
        agreements = (iou(located.quads_px[i], located.quads_px[k]) for k in near)
        if all(much <= limit for much, limit in zip(agreements, limits, strict=True)):
            kept.append(int(i))
    return np.array(sorted(kept), int)


def log_odds(chances: Array) -> Array:
    """(n,) of chances, kept within what a network can know."""
    kept = np.clip(chances, 1e-4, 1 - 1e-4)
    result: Array = np.log(kept / (1 - kept))
    return result
