"""Which cards that a look shows are those that lay on the table before it."""

from collections.abc import Mapping

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import NO_CARD
from vision.spots import CLEARLY, OTHER_FACE, STILL_MM, Spot

SAME_MM = 13.0
"""A card whose centre moved no more than this lies where it lay."""
SHIFTED_MM, LIKE = 40.0, 0.5
"""A captured card that agrees so much moved no more than this as its row was opened for another:
by the step of a row, each comes to lie where its neighbour lay."""
PUSHED_MM, PILE_MM = 6.0, 40.0
"""One that moved more than this was pushed; what lay so near to it is of the same pile."""
OTHER_FACE_MM = 8.0
"""So much further away is a card that shows another face, for telling which is which."""


def matched(spots: tuple[Spot, ...], seen: list[Detection], quads: list[Array]) -> dict[int, int]:
    """Of the cards seen those that were seen before in the same place: index to spot's index."""
    if not spots or not seen:
        return {}
    here = np.array([quad.mean(axis=0) for quad in quads])
    there = np.array([spot.quad_mm.mean(axis=0) for spot in spots])
    far = np.linalg.norm(here[:, None] - there[None], axis=2)
    chances = np.array([each.probabilities[:NO_CARD] for each in seen])
    faces = np.array([np.exp(spot.logs[:NO_CARD]) for spot in spots])
    agree = np.minimum(1, chances @ faces.T)
    cost = far + OTHER_FACE_MM * (1 - agree)
    clear = np.array([each.confidence > CLEARLY for each in seen])
    over = (far > STILL_MM) & (agree < OTHER_FACE) & clear[:, None]
    cost[(far > SAME_MM) | over] = 1e6
    captured = np.array([spot.zone is not None and not spot.in_pot for spot in spots])
    shifted = captured & (agree > LIKE) & (far < SHIFTED_MM)
    cost[shifted] = np.minimum(cost, far * (SAME_MM / SHIFTED_MM))[shifted]
    pairs = _assigned(cost)
    rest = _pushed(pairs, here, there)
    rest[(agree < OTHER_FACE) | (rest > SAME_MM)] = 1e6
    return pairs | _assigned(rest)


def _assigned(cost: Array) -> dict[int, int]:
    """Row to column, in the cheapest way; none that costs 1e6."""
    rows, columns = linear_sum_assignment(cost)
    return {int(i): int(k) for i, k in zip(rows, columns, strict=True) if cost[i, k] < 1e6}


def _pushed(pairs: Mapping[int, int], here: Array, there: Array) -> Array:
    """(seen, spots) how far cards of a pile lie from where its push would have brought them, mm.

    Where one of them was pushed, what lay next to it was pushed as far. 1e6 for all the others.
    """
    far = np.full((len(here), len(there)), 1e6)
    seen = [i for i in range(len(here)) if i not in pairs]
    spots = np.array([k for k in range(len(there)) if k not in pairs.values()], int)
    for i, k in pairs.items():
        push = here[i] - there[k]
        near = spots[np.linalg.norm(there[spots] - there[k], axis=1) < PILE_MM]
        if seen and len(near) and np.linalg.norm(push) > PUSHED_MM:
            away = np.linalg.norm(here[seen][:, None] - (there[near] + push)[None], axis=2)
            far[np.ix_(seen, near)] = np.minimum(far[np.ix_(seen, near)], away)
    return far
