"""What is to be seen of a round at one moment: the door by which a camera enters the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal, NamedTuple

from scorer.cards import Card

Place = Literal["pot"] | int
"""Where face-up cards lie: in the pot, or as the captures of a seat."""
Chances = Mapping[Card, tuple[float, ...]]
"""Of each face the chances, falling, that one, two, ... of it lie there."""


Point = tuple[float, float]
"""x, y in millimetres of the table."""


class Laid(NamedTuple):
    """When and where a card was laid into the pot, as far as that was seen."""

    after_s: float
    """Its place was last seen without it."""
    seen_s: float
    """It was first seen there."""
    at_mm: Point
    """Its middle."""
    open_s: float = -inf
    """It was last seen to lie there as open as before: until then nothing was laid on it."""


class Faint(NamedTuple):
    """A card that came to lie in the pot and was hardly seen."""

    came: Laid
    chance: float
    """That it was there and of this face."""


class Reach(NamedTuple):
    """How far over the table a hand reached at one moment."""

    time_s: float
    at_mm: Point
    """The middle of the card that it holds, or would hold."""


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
    held: Mapping[Card, tuple[Reach, ...]] = field(default_factory=dict)
    """When and where cards of each face were seen under a hand that moved, which held or had just
    laid them; lately, not ever."""
    reaches: Mapping[int, tuple[Reach, ...]] = field(default_factory=dict)
    """The way of each seat's hand over the table, moment by moment; lately, not ever."""
    stock_mm: Point | None = None
    """Where the stock lies, if that is known."""
    over: frozenset[tuple[Card, Card]] = frozenset()
    """Of cards in the pot that overlap, which one lies over which."""
    nameless: Mapping[Place, tuple[float, ...]] = field(default_factory=dict)
    """The chances that cards lie there which seem to show no face that is known: nobody lays a card
    face down there. They may be any; in `laid` they are `BACK`s."""
    faint: Mapping[Card, tuple[Faint, ...]] = field(default_factory=dict)
    """Of each face the cards that came to lie in the pot, never surely, and may have been of it;
    lately, not ever."""

    def without_laid_since(self, time_s: float) -> "Sighting":
        """The sighting but for the cards that came to lie in the pot after that."""
        laid = {
            face: before
            for face, came in self.laid.items()
            if (before := tuple(each for each in came if each.after_s < time_s))
        }
        faint = {
            face: tuple(each for each in some if each.came.after_s < time_s)
            for face, some in self.faint.items()
        }
        return replace(self, laid=laid, faint=faint)
