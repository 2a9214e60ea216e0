"""Whole pictures judged: which of the cards that lie there were found and named, and which not.

A found card is right when it names a true card's face and its centre lies inside it. True cards
that show less than LEAST_VISIBLE are not asked for: finding one neither helps nor hurts.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from made_scenes import read_record, scene_files
from scene_faces import FACES, BadInput
from vision.boxes import Array
from vision.evidence import Detection
from vision.pictures import read_picture

LEAST_VISIBLE = 0.35
VISIBLE_EDGES = (0.35, 0.6, 0.8, 1.01)
KINDS = ("faces", "backs", "jokers")
NOTHING = "nothing"
BARE = "no cards"
PICTURES = (".jpeg", ".jpg", ".png", ".webp")
BROWN, GROUNDS = "brown ground", ("dark ground", "grey ground", "light ground")
BROWN_FROM = 136
"""In OpenCV's b of 8-bit L*a*b*, where 128 is grey: cardboard and wood are above."""
LIGHT_FROM = (70, 150)
"""In its L, 0 to 255: where grey begins, and where light does."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueCard:
    """One card that lies there."""

    face: str
    quad_px: Array
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One picture and what lies there."""

    path: Path
    cards: tuple[TrueCard, ...]
    group: str
    """What it is reported under: the layout of a scene, the ground of a photograph."""

    def read(self) -> Array:
        """The picture (h, w, 3) uint8."""
        return read_picture(self.path)


@dataclass(frozen=True, slots=True)
class Judged:
    """One found card: is it right? None where it was not asked for."""

    confidence: float
    right: bool | None
    said: str
    true: str
    """The face of the card there, or `nothing`."""


@dataclass(frozen=True, slots=True)
class Result:
    """One picture, judged."""

    case: Case
    found: tuple[Judged, ...]
    missed: tuple[TrueCard, ...]
    """Asked for, and not named."""

    @property
    def asked_for(self) -> tuple[TrueCard, ...]:
        """The cards that were to be found."""
        return tuple(c for c in self.case.cards if c.visible >= LEAST_VISIBLE)


def scene_cases(folder: Path) -> Iterator[Case]:
    """The scenes of a folder that make_scenes.py wrote."""
    for path in scene_files(folder):
        scene = read_record(path)
        cards = [TrueCard(c["card"], np.array(c["quad"]), c["visible"]) for c in scene["cards"]]
        yield Case(folder / scene["image"], tuple(cards), scene["kind"])


def photo_cases(folder: Path) -> Iterator[Case]:
    """Photographs with YOLO boxes, `labels/*.txt` beside `images/`; every card is asked for.

    Grouped by what they lie on, see `ground`.

    Raises:
        BadInput: there are none, or a line is no box.
    """
    paths = sorted((folder / "images").glob("*.jpg"))
    if not paths:
        raise BadInput(f"{folder}: no images/*.jpg; expected photographs with labels/")
    for path in paths:
        frame = read_picture(path)
        height, width = frame.shape[:2]
        labels = folder / "labels" / f"{path.stem}.txt"
        cards = []
        for line in labels.read_text(encoding="utf-8").splitlines():
            try:
                number, x, y, w, h = (float(v) for v in line.split()[:5])
                face = FACES[int(number)]
            except (ValueError, IndexError):
                raise BadInput(f"{labels}: {line!r:.60}; expected a class and a box") from None
            signs = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) / 2
            quad = (np.array((x, y)) + signs * (w, h)) * (width, height)
            cards.append(TrueCard(face, quad, 1.0))
        yield Case(path, tuple(cards), ground(frame, cards))


def bare_cases(folder: Path) -> Iterator[Case]:
    """Pictures in which no card lies: whatever is found there is wrong.

    Raises:
        BadInput: there are none.
    """
    paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in PICTURES)
    if not paths:
        raise BadInput(f"{folder}: no pictures; expected {', '.join(PICTURES)}")
    for path in paths:
        yield Case(path, (), BARE)


def ground(frame_bgr: Array, cards: Sequence[TrueCard]) -> str:
    """What cards lie on, by its colour: `brown`, or `dark`, `grey` or `light`."""
    beyond = np.full(frame_bgr.shape[:2], 255, np.uint8)
    for card in cards:
        cv2.fillConvexPoly(beyond, card.quad_px.round().astype(np.int32), 0)
    lab = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2LAB)[beyond > 0]
    if not len(lab):
        return GROUNDS[1]
    light, _, yellow = np.median(lab, axis=0)
    return BROWN if yellow >= BROWN_FROM else GROUNDS[int(np.digitize(light, LIGHT_FROM))]


def clearest(card: TrueCard, found: Detection) -> tuple[float, float]:
    """How well a card fits a found one at its place: by how much shows, then by how near it is.

    The labels of photographs are upright boxes, which lie over one another where the cards do not.
    """
    return card.visible, -float(np.linalg.norm(card.quad_px.mean(axis=0) - found.centre_px))


def judge(case: Case, found: Sequence[Detection]) -> Result:
    """Found cards, the surest first, each beside the true card that it takes."""
    found = sorted(found, key=lambda each: -each.confidence)
    takes = paired(case.cards, found)
    taken = set(takes.values())
    judged = []
    for k, each in enumerate(found):
        here = [i for i, c in enumerate(case.cards) if i not in taken and inside(each, c)]
        nearest = max(here, key=lambda i: clearest(case.cards[i], each), default=None)
        place = takes.get(k, nearest)
        true = NOTHING if place is None else case.cards[place].face
        asked = k not in takes or case.cards[takes[k]].visible >= LEAST_VISIBLE
        judged.append(Judged(each.confidence, k in takes if asked else None, each.card.face, true))
    missed = [c for i, c in enumerate(case.cards) if i not in taken and c.visible >= LEAST_VISIBLE]
    return Result(case, tuple(judged), tuple(missed))


def paired(cards: Sequence[TrueCard], found: Sequence[Detection]) -> dict[int, int]:
    """The true card that each found one takes, by their places: as many as can be.

    Of ways to take as many the one with the surest of what was found, then with the clearest cards.
    In a fan of backs a centre lies inside several; taken one by one, the first took another's.
    """
    worth = np.zeros((len(found), len(cards)))
    for k, each in enumerate(found):
        for i, true in enumerate(cards):
            if true.face == each.card.face and inside(each, true):
                shows, near_px = clearest(true, each)
                worth[k, i] = 1000 + 10 * each.confidence + shows + 1e-4 * near_px
    pairs = zip(*linear_sum_assignment(worth, maximize=True), strict=True)
    return {int(k): int(i) for k, i in pairs if worth[k, i] > 0}


def inside(found: Detection, true: TrueCard) -> bool:
    """Whether the centre of a found card lies inside a true one."""
    quad = true.quad_px.astype(np.float32)
    return cv2.pointPolygonTest(quad, found.centre_px, False) >= 0


def scores(results: Sequence[Result]) -> dict[str, Any]:
    """Precision, recall and F1 of many pictures; recall by how much of a card shows and by kind."""
    right = sum(j.right is True for r in results for j in r.found)
    wrong = sum(j.right is False for r in results for j in r.found)
    asked = sum(len(r.asked_for) for r in results)
    precision, recall = right / max(1, right + wrong), right / max(1, asked)
    row: dict[str, Any] = {
        "pictures": len(results),
        "cards": asked,
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * right / max(1, right + wrong + asked), 4),
        "wrong": wrong,
        "pictures with a wrong card": sum(any(j.right is False for j in r.found) for r in results),
    }
    for low, high in pairwise(VISIBLE_EDGES):
        there = sum(low <= c.visible < high for r in results for c in r.case.cards)
        lost = sum(low <= c.visible < high for r in results for c in r.missed)
        row[f"recall {low:g}-{min(high, 1):g} visible"] = share_found(there, lost)
    for kind in KINDS:
        there = sum(kind_of(c.face) == kind for r in results for c in r.asked_for)
        lost = sum(kind_of(c.face) == kind for r in results for c in r.missed)
        row[f"recall of {kind}"] = share_found(there, lost)
    return row


def share_found(there: int, lost: int) -> float | None:
    """The share that was found; None where nothing was there."""
    return round(1 - lost / there, 4) if there else None


def kind_of(face: str) -> str:
    """One of KINDS."""
    return "backs" if face == "back" else "jokers" if face.startswith("joker") else "faces"


def confusions(results: Sequence[Result]) -> dict[str, dict[str, int]]:
    """What was said of each true face; `nothing` for cards not found and boxes without a card."""
    counts: Counter[tuple[str, str]] = Counter(
        (j.true, j.said) for r in results for j in r.found if j.right is not None
    )
    counts.update((c.face, NOTHING) for r in results for c in r.missed)
    table: dict[str, dict[str, int]] = {}
    for (true, said), count in sorted(counts.items()):
        table.setdefault(true, {})[said] = count
    return table


def reliability(results: Sequence[Result]) -> list[dict[str, float]]:
    """Of what was said with about this confidence, how much was right."""
    judged = [j for r in results for j in r.found if j.right is not None]
    rows = []
    for low in np.arange(0, 1, 0.1):
        some = [j for j in judged if low <= j.confidence < low + 0.1 + 1e-9 * (low > 0.85)]
        if some:
            rows.append(
                {
                    "said": round(float(np.mean([j.confidence for j in some])), 3),
                    "right": round(float(np.mean([bool(j.right) for j in some])), 3),
                    "count": len(some),
                }
            )
    return rows
