"""A table of which nobody said where it lies: guessed when enough cards lie open at a time.

By then a turn or two may have been played: a deal for three shows six cards, and those that lie
beneath others do not count. So the looks until then are kept, to be read once the table is known.
"""

from collections import deque

from vision.boxes import Array
from vision.calibration import NotFound
from vision.evidence import open_quads
from vision.guess import guessed_setup
from vision.looks import Look
from vision.setup import Setup

ENOUGH_OPEN = 8
"""Open cards in one look from which a table is guessed: as many as a deal for two lays out."""
MOST = 240
"""Looks that are kept, the newest: a minute or two of play."""


def first_looks() -> deque[Look]:
    """Room for the looks until the table is guessed."""
    return deque(maxlen=MOST)


def table_of(look: Look, seats: tuple[str, ...]) -> Setup | None:
    """The table as a look shows it; None where too little lies open."""
    quads_px = opened_px(look)
    if len(quads_px) < ENOUGH_OPEN:
        return None
    try:
        return guessed_setup(quads_px, look.size_px, seats)
    except NotFound:
        return None


def opened_px(look: Look) -> Array:
    """(n, 4, 2) px, in the first look's picture, of the cards that lie open."""
    return look.as_first(open_quads(look.detections).reshape(-1, 2)).reshape(-1, 4, 2)
