"""What is laid open outside of all places: a triple or four of a month that is shown."""

from collections.abc import Iterator, Mapping

from scorer.actions import Action, Quads, Show
from scorer.sighting import Chances
from scorer.table import Position

Shown = Mapping[int, Chances]
"""Cards that lie in no place, by the nearest seat."""

SHOWN, SHOWN_QUAD = 2.4, 3.4
"""So many cards of a month seen laid open are a triple or four that is shown."""
DECLARED = 4.0
"""For saying so: they would not lie open by chance."""
SHOWN_TWO, DECLARED_BY_TWO = 1.6, 1.5
"""The same where of a triple one is missed: two that did not lie on the table before."""


def declarations(shown: Shown, position: Position) -> Iterator[tuple[Action, float]]:
    """What a seat may say by laying cards open, and what speaks for it."""
    for seat, chances in shown.items():
        for month, much in _months(chances).items():
            if much >= SHOWN_QUAD and position.opening:
                yield Quads(seat, months=(month,)), DECLARED
            elif seat == position.to_act and much >= SHOWN:
                yield Show(seat, month), DECLARED
            elif seat == position.to_act and _are_two(chances, month, much, position):
                yield Show(seat, month), DECLARED_BY_TWO


def is_triple(shown: Shown, position: Position) -> bool:
    """Whether the seat to act seems to lay a triple of a month open."""
    chances = shown.get(position.to_act, {})
    return any(
        much >= SHOWN or _are_two(chances, month, much, position)
        for month, much in _months(chances).items()
    )


def _are_two(shown: Chances, month: int, much: float, position: Position) -> bool:
    """Whether two cards of a month lie open that did not lie on the table before."""
    if much < SHOWN_TWO:
        return False
    unseen = position.unseen()
    from_hand = [
        sum(copies[: unseen.count(each)]) for each, copies in shown.items() if each.month == month
    ]
    return sum(from_hand) >= SHOWN_TWO


def _months(chances: Chances) -> dict[int, float]:
    """Of each month how many cards lie open."""
    found: dict[int, float] = {}
    for each, copies in chances.items():
        if each.month:
            # What else is taken for a face lies there no more often than the deck has it.
            found[each.month] = found.get(each.month, 0.0) + sum(copies[: each.copies])
    return found
