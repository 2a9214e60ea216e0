"""Cards that lie in sight and whose face nobody can tell: what they may be.

A print may draw a face unlike all that are known. A line of play lets one card stand for such a
one, and another in its stead as soon as what is taken with it speaks for that.
"""

from collections.abc import Container, Iterable, Iterator, Set

from scorer.actions import Turn
from scorer.cards import Card, Cards
from scorer.likelihood import Fit, piles
from scorer.line import Line
from scorer.table import Position
from scorer.turns import turns

MISSING = 0.3
"""A card that costs more where it should lie was not seen there."""


def guesses(faces: Iterable[Card], months: Container[int]) -> Cards:
    """Of each of these months one face, rather a junk card, and one of any other.

    They stand for a card that nobody could tell: what it is shows when it is taken.
    """
    found: dict[int, Card] = {}
    for each in sorted(faces, key=lambda each: (not each.junk, each.order)):
        if each.month:
            found.setdefault(each.month if each.month in months else 0, each)
    return tuple(found.values())


def nameless_turns(position: Position, new: Set[Card]) -> Iterator[Turn]:
    """The turns all of whose cards are new but one, which stands for a card of no known face."""
    months = {each.month for each in (*position.pot, *new)}
    may_be = guesses((each for each in position.unseen() if each not in new), months)
    for turn in turns(position, new | set(may_be)):
        if sum(each not in new for each in (*turn.played, *turn.flipped)) == 1:
            yield turn


def renamings(line: Line, fit: Fit, new: Set[Card]) -> Iterator[tuple[Card, Card]]:
    """Cards that stand for one of no known face, and what it may be by what has come since."""
    if not fit.unknown:
        return
    position = line.position
    unseen = dict.fromkeys(position.unseen())
    months = {each.month for each in new | fit.laid_since(line.span.done_s)}
    taken = {each.month for each in position.pot} | months
    other = guesses((each for each in unseen if each.month not in taken), ())
    may_be = [each for each in unseen if each.month in months or each in other]
    for place, pile in piles(position):
        for old in dict.fromkeys(pile):
            if old in fit.surplus or line.costs.get((place, old), 0.0) > MISSING:
                yield from ((old, face) for face in may_be)
