"""What the recogniser tells apart, in the order of its outputs."""

from collections import Counter

from scorer.cards import DECK, FACES

CLASSES: tuple[str, ...] = tuple(FACES)
"""The 40 faces and `back`."""

NO_CARD = len(CLASSES)
"""The output after the last class: the box holds no card."""

OUTPUTS = len(CLASSES) + 1

WHOLE = tuple(CLASSES.index(card.face) for card in DECK)
"""The classes of the 48 cards in the order of the deck."""

HELD = tuple(Counter(WHOLE)[k] for k in range(OUTPUTS))
"""Of each output, how many of the 48 cards are of it."""
