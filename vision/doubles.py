"""Two boxes on one card, told from two cards of which one lies over the other."""

import cv2
import numpy as np

from scorer.cards import FACES
from vision.boxes import Array, log_odds, near
from vision.faces import CLASSES, NO_CARD
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.weights import Doubles

APART = 0.15
"""Boxes that agree less than this are never of one card."""
SINGLE = np.array([FACES[face].copies == 1 for face in CLASSES])


def one_box_a_card(located: Located, seen: Recognised, doubles: Doubles) -> Array:
    """Indices of the boxes less the doubles of surer ones: sure of the box and of its face."""
    meet = near(located.quads_px, located.quads_px)
    kept: list[int] = []
    for i in by_sureness(located, seen):
        others = [k for k in kept if meet[i, k]]
        if not any(odds_of_double(located, seen, i, k, doubles) > 0 for k in others):
            kept.append(i)
    return np.array(sorted(kept), int)


def by_sureness(located: Located, seen: Recognised) -> list[int]:
    """Indices of the boxes, the surest of box and face first."""
    sure = located.confidences * seen.probabilities[:, :NO_CARD].max(axis=1, initial=0)
    order: list[int] = np.argsort(-sure, kind="stable").tolist()
    return order


def odds_of_double(
    located: Located, seen: Recognised, box: int, surer: int, doubles: Doubles
) -> float:
    """Log odds that a box is of the same card as a surer one; -inf where they hardly meet."""
    told = likeness(located, seen, box, surer)
    return -np.inf if told is None else doubles.constant + float(told @ np.array(doubles.factors))


def likeness(located: Located, seen: Recognised, box: int, surer: int) -> Array | None:
    """(5,) what speaks for one card, in the order of Doubles.factors; None if they hardly meet.

    How much of one box lies in the other, at most; log odds of the box; how far both agree in
    place and face; how far in a face that a deck holds once; the chance that the box by itself
    holds no card.
    """
    quad, other = (located.quads_px[i].astype(np.float32) for i in (box, surer))
    both = float(cv2.intersectConvexConvex(quad, other)[0])
    area, area_of_other = float(cv2.contourArea(quad)), float(cv2.contourArea(other))
    agree = both / max(area + area_of_other - both, 1e-6)
    if agree < APART:
        return None
    chances = seen.probabilities[box]
    alike = np.sqrt(chances * seen.probabilities[surer])[:NO_CARD]
    return np.array(
        (
            both / max(min(area, area_of_other), 1e-6),
            log_odds(located.confidences[box]),
            agree * alike.sum(),
            alike[SINGLE].sum(),
            chances[NO_CARD],
        )
    )
