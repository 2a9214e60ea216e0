"""Cards that a deck cannot have: two cranes on one table."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from scorer.cards import BACK, FACES
from scorer.remark import Remark
from vision.calibration import Calibration
from vision.looks import Look
from vision.zones import Zones

SURE = 0.7
"""A card less sure than this may be another."""
LOOKS = 3
"""At so many looks in a row at a still table: one may be misread."""


@dataclass(slots=True)
class Surplus:
    """Says which face lies in the zones more often than a deck has it, look by look."""

    _looks: Counter[str] = field(default_factory=Counter)
    """In a row, by face."""
    says: str = ""
    """What a person should know; empty while all is as it can be."""

    def see(self, look: Look, calibration: Calibration, zones: Zones) -> None:
        """Takes in one more look at a table with these zones; a glance tells nothing."""
        if look.glance:
            return
        seen = [each for each in look.detections if each.confidence >= SURE]
        centres = np.array([each.centre_px for each in seen]).reshape(-1, 2)
        places = calibration.to_mm(centres, look.size_px) if seen else ()
        counts = Counter(
            each.card.face
            for each, (x, y) in zip(seen, places, strict=True)
            if each.card != BACK and zones.place_of((float(x), float(y))) is not None
        )
        over = [face for face, count in counts.items() if count > FACES[face].copies]
        self._looks = Counter({face: self._looks[face] + 1 for face in over})
        self.says = next(
            (_words(face, counts[face]) for face in over if self._looks[face] >= LOOKS), ""
        )


def _words(face: str, count: int) -> Remark:
    return Remark(
        "{count} cards are read as {card}, and a deck has {copies}: "
        "one is misread, or of another deck",
        count=count,
        card=Remark(face),
        copies=FACES[face].copies,
    )
