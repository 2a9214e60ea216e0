"""Checks of a camera over a table: whether the cards can be read there, and what would help.

Each looks at pictures and gives one finding; the thresholds are those at which the shipped camera
model begins to err, measured on pictures that were made worse step by step.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np

from scorer.cards import DECK
from vision.boxes import Array
from vision.calibration import calibration_of, card_px
from vision.detector import Detector
from vision.evidence import Detection
from vision.setup import Setup

Status = Literal["ok", "warn", "fail"]

GOOD_CARD_PX, LEAST_CARD_PX = 27.0, 18.0
"""Widths of a card: below the first a look from near is needed, below the second ribbons blur."""
CROP_PX = (66, 108)
"""Every card is brought to this size before its sharpness is measured."""
GOOD_FOCUS, LEAST_FOCUS = 0.10, 0.075
"""Strength of fine lines for that of all contrast, on the median card."""
BLOWN = 250
"""A pixel whose darkest channel is brighter shows nothing but light."""
GOOD_GLARE, MOST_GLARE = 0.01, 0.04
"""Shares of the table's pixels."""
GOOD_FLICKER, MOST_FLICKER = 0.01, 0.03
"""By what share the brightness of a row of the picture goes up and down, as a deviation."""
QUIET_ROWS = 25
"""Percentile of the rows by which flicker is told."""
GOOD_MS, MOST_MS = 400.0, 1000.0
"""For one picture, from pixels to faces."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `says` and `do` are keys of words, filled in with the values."""

    name: str
    status: Status
    says: str
    do: str = ""
    values: dict[str, Any] = field(default_factory=dict)


def findings(pictures: Sequence[Array], setup: Setup, detector: Detector) -> tuple[Finding, ...]:
    """All checks of pictures (h, w, 3) uint8 in a row, and a last one that is looked at closely."""
    last = pictures[-1]
    height, width = last.shape[:2]
    seen = detector.detect(last)  # the first time, the networks may be made ready
    begun = time.perf_counter()
    seen = detector.detect(last)
    taken_ms = 1000 * (time.perf_counter() - begun)
    return (
        pixels(card_px(setup, (width, height))),
        focus(last, seen),
        glare(last, setup),
        flicker(pictures[:-1]),  # of a film, the last one is of another moment
        speed(taken_ms),
        faces(seen),
    )


def pixels(width_px: float) -> Finding:
    """Whether a card in the middle of the table is wide enough in the picture."""
    status = _status(width_px, GOOD_CARD_PX, LEAST_CARD_PX)
    return Finding(
        "Card size",
        status,
        "A card is {px} pixels wide.",
        "" if status == "ok" else "Move the camera nearer, or choose a higher resolution.",
        {"px": round(width_px)},
    )


def focus(picture: Array, seen: Iterable[Detection]) -> Finding:
    """Whether the cards that lie there are sharp."""
    measured = [_sharpness(picture, each.quad_px) for each in seen]
    if not measured:
        return Finding("Focus", "warn", "No card was found.", "Lay some cards open on the table.")
    found = float(np.median(measured))
    status = _status(found, GOOD_FOCUS, LEAST_FOCUS)
    return Finding(
        "Focus",
        status,
        "The cards are sharp." if status == "ok" else "The cards are blurred.",
        "" if status == "ok" else "Focus on the table, wipe the lens, and give more light.",
    )


def _sharpness(picture: Array, quad_px: Array) -> float:
    width, height = CROP_PX
    crop_corners = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32)
    onto = cv2.getPerspectiveTransform(quad_px.astype(np.float32), crop_corners)
    crop = cv2.warpPerspective(picture, onto, CROP_PX, flags=cv2.INTER_AREA)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(float)
    return float(cv2.Laplacian(grey, cv2.CV_64F).std() / (grey.std() + 1e-6))


def glare(picture: Array, setup: Setup) -> Finding:
    """Whether light is mirrored from the table or its cards."""
    height, width = picture.shape[:2]
    wide, high = setup.table_size_mm
    table_mm = np.array(((0, 0), (wide, 0), (wide, high), (0, high)), float)
    outline = calibration_of(setup).to_px(table_mm, (width, height))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1)
    blown = (picture.min(axis=2) >= BLOWN) & (mask > 0)
    share = float(blown.sum() / max(1, mask.sum()))
    status = _status(-share, -GOOD_GLARE, -MOST_GLARE)
    return Finding(
        "Glare",
        status,
        "{percent} % of the table is only light.",
        "" if status == "ok" else "Turn the lamp away, dim it, or lower the exposure.",
        {"percent": f"{100 * share:.1f}"},
    )


def flicker(pictures: Sequence[Array]) -> Finding:
    """Whether the light comes and goes, or moves through the picture as bands."""
    if len(pictures) < 3:
        return Finding("Flicker", "warn", "Too few pictures came to tell.", "Check again.")
    rows = np.array([picture.mean(axis=(1, 2)) for picture in pictures])
    still = np.median(rows, axis=0)
    # By rows, as bands move through all of them; a hand moves through some, and these are left out.
    share = float(np.percentile((rows / np.maximum(still, 1.0)).std(axis=0), QUIET_ROWS))
    status = _status(-share, -GOOD_FLICKER, -MOST_FLICKER)
    return Finding(
        "Flicker",
        status,
        "The brightness changes by {percent} %.",
        "" if status == "ok" else "Set the camera to your mains frequency, or use another lamp.",
        {"percent": f"{100 * share:.1f}"},
    )


def speed(taken_ms: float) -> Finding:
    """Whether this machine looks at a picture quickly enough."""
    status = _status(-taken_ms, -GOOD_MS, -MOST_MS)
    return Finding(
        "Speed",
        status,
        "A picture takes {ms} ms from pixels to faces.",
        "" if status == "ok" else "Close other programs, or use a faster machine.",
        {"ms": round(taken_ms)},
    )


def faces(seen: Iterable[Detection]) -> Finding:
    """Whether each of the 48 cards is seen when the whole deck is spread out."""
    found = Counter(each.card.face for each in seen)
    lacking = list(missing(found))
    count = len(DECK) - len(lacking)
    if not lacking:
        return Finding("The whole deck", "ok", "All 48 cards are seen.")
    return Finding(
        "The whole deck",
        "warn",
        "{count} of 48 cards are seen.",
        "Spread out all 48 cards, none covering another, and check again.",
        {"count": count, "missing": lacking},
    )


def missing(found: Counter[str]) -> Iterator[str]:
    """The faces of the 48 cards that are not among those found, as often as they lack."""
    lacking = Counter(each.face for each in DECK) - found
    yield from lacking.elements()


def _status(value: float, good: float, least: float) -> Status:
    """Green from `good` on, red below `least`."""
    return "ok" if value >= good else "warn" if value >= least else "fail"
