"""What the recogniser tells apart, in the order of its outputs."""

from scorer.cards import FACES

CLASSES: tuple[str, ...] = tuple(FACES)
"""The 40 faces and `back`."""

NO_CARD = len(CLASSES)
"""The output after the last class: the box holds no card."""

OUTPUTS = len(CLASSES) + 1
