"""How well found boxes match true ones: counts, precision, recall and average precision."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rotated_boxes import Array, iou

LEAST_IOU = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """The cards that one picture shows."""

    quads_px: Array
    """(n, 4, 2)."""
    wanted: Array
    """(n,) bool: whether finding it counts; finding another neither helps nor hurts."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One picture's found boxes, judged."""

    confidences: Array
    """(m,) of the boxes that count, for better or worse."""
    right: Array
    """(m,) bool."""
    found: Array
    """(n,) of the true cards: the confidence of the box that found it, or 0."""


@dataclass(frozen=True, slots=True)
class Score:
    """Many pictures together."""

    wanted: int
    right: int
    wrong: int
    average_precision: float
    """Area below precision over recall, over all confidences."""

    @property
    def recall(self) -> float:
        """Share of the wanted cards that were found."""
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def precision(self) -> float:
        """Share of the boxes that are cards."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def judge(quads_px: Array, confidences: Array, truth: Truth) -> Judged:
    """Boxes in order of confidence each take the true card that they agree with most.

    Right is a box whose centre lies inside that card and whose IoU with it is at least LEAST_IOU.
    """
    found = np.zeros(len(truth.quads_px))
    counted, right = [], []
    for i in np.argsort(-confidences, kind="stable"):
        scores = [match(quads_px[i], quad) for quad in truth.quads_px]
        free = [k for k, score in enumerate(scores) if score >= LEAST_IOU and not found[k]]
        wanted = [k for k in free if truth.wanted[k]]
        best = max(wanted or free, key=lambda k: scores[k], default=None)
        if best is not None:
            found[best] = confidences[i]
        if best is None or truth.wanted[best]:
            counted.append(confidences[i])
            right.append(best is not None)
    return Judged(np.array(counted, float), np.array(right, bool), found)


def match(quad: Array, true_quad: Array) -> float:
    """The IoU with a true card, 0 where the centre lies outside of it."""
    x, y = quad.mean(axis=0)
    inside = cv2.pointPolygonTest(true_quad.astype(np.float32), (float(x), float(y)), False) >= 0
    return iou(quad, true_quad) if inside else 0.0


def total(judged: Sequence[Judged], truths: Sequence[Truth], least: float) -> Score:
    """The score of all pictures at this least confidence."""
    confidences = np.concatenate([j.confidences for j in judged])
    right = np.concatenate([j.right for j in judged])
    sure = confidences >= least
    wanted = sum(int(t.wanted.sum()) for t in truths)
    return Score(
        wanted=wanted,
        right=int((right & sure).sum()),
        wrong=int((~right & sure).sum()),
        average_precision=average_precision(confidences, right, wanted),
    )


def average_precision(confidences: Array, right: Array, wanted: int) -> float:
    """Area below the precision that is still to be had at each recall."""
    order = np.argsort(-confidences, kind="stable")
    hits = np.cumsum(right[order])
    if not wanted or not len(hits):
        return 0.0
    precision = hits / np.arange(1, len(hits) + 1)
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    return float((best_from_here * right[order]).sum() / wanted)


def best_confidence(judged: Sequence[Judged], truths: Sequence[Truth]) -> float:
    """The least confidence, in steps of a hundredth, with the highest F1."""
    steps: list[float] = (np.arange(5, 95) / 100).tolist()
    return max(steps, key=lambda least: total(judged, truths, least).f1)
