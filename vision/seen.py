"""What one look at a picture saw, and which of several looks counts."""

from dataclasses import dataclass, replace

import numpy as np

from scorer.cards import BACK
from vision.boxes import area, iou
from vision.evidence import SURE, Detection, Evidence
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.shapes import BACK_COUNTS
from vision.views import View

AREA_COUNTS = 1 / 3
"""As a power: at 1 a cloth in the colours of backs outweighs the thirty cards on it, at 0 the two
halves of a card the whole. From a quarter to 0.4 made scenes were found alike."""
BORNE_OUT = 0.2
"""A card of a levelled picture agrees so much with one, sure or not, of the picture as it was
taken: what lies beside the table is levelled to something that nobody knows."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One look at a picture."""

    located: Located
    recognised: Recognised
    evidence: Evidence
    found: tuple[Detection, ...]

    @property
    def cards(self) -> float:
        """How many are to be expected."""
        return sum(each.confidence for each in self.found)

    @property
    def shown(self) -> float:
        """How much of cards it shows: of two looks at different sizes the greater counts.

        A whole card is more than its parts, which pass for cards, and many cards are more than one
        thing that they lie on, so each counts by its area, but by less than that. The planks of a
        table pass for backs, so these count for little.
        """
        sure = [each for each in self.found if each.confidence >= SURE]
        sizes = np.array([area(each.quad_px) for each in sure])
        much = [each.confidence * (BACK_COUNTS if each.card is BACK else 1.0) for each in sure]
        return float(np.dot(much, sizes**AREA_COUNTS))

    def brought_back(self, view: View) -> "Seen":
        """The same of a picture shown otherwise, where it lies in the picture as it was."""
        quads = [view.back(each.quad_px[None])[0] for each in self.found]
        return Seen(
            replace(self.located, quads_px=view.back(self.located.quads_px)),
            self.recognised,
            replace(self.evidence, quads_px=view.back(self.evidence.quads_px)),
            tuple(replace(e, quad_px=q) for e, q in zip(self.found, quads, strict=True)),
        )

    def borne_out(self, other: "Seen") -> "Seen":
        """The same with only those cards for which another look has one, too, sure or not.

        Of backs it must be sure: any plain rectangle looks like one.
        """

        def there(seen: Detection) -> bool:
            least = SURE if seen.card is BACK else 0.0
            return any(
                each.confidence >= least and iou(seen.quad_px, each.quad_px) >= BORNE_OUT
                for each in other.found
            )

        return replace(self, found=tuple(filter(there, self.found)))
