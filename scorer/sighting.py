"""What is to be seen of a round at one moment: the door by which a camera enters the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from scorer.cards import Card

Place = Literal["pot"] | int
"""Where face-up cards lie: in the pot, or as the captures of a seat."""
Chances = Mapping[Card, tuple[float, ...]]
"""Of each face the chances, falling, that one, two, ... of it lie there."""


class Laid(NamedTuple):
    """When a card was laid into the pot, as far as that was seen."""

    after_s: float
    """Its place was last seen without it."""
    seen_s: float
    """It was first seen there."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A settled table."""

    time_s: float
    settled_s: float
    """Since when nothing moved: of sightings that share it the last knows most."""
    places: Mapping[Place, Chances]
    shown: Mapping[int, Chances] = field(default_factory=dict)
    """Face-up cards in no zone, by the nearest seat: laid open for a moment, or on their way."""
    dim: frozenset[Place] = frozenset()
    """Places that a hand covers, in whole or in part: cards there may be unseen."""
    laid: Mapping[Card, tuple[Laid, ...]] = field(default_factory=dict)
    """When cards of each face came to lie in the pot, the earliest first; lately, not ever."""
    reached: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """When the hand of each seat was seen over the table; lately, not ever."""
    at_stock: tuple[float, ...] = ()
    """When a hand was seen over the stock; lately, not ever."""
