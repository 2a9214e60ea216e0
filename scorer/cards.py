"""Card faces and the deck.

A card is its face (`01-bright`). Two plain junk cards of a month are the same face twice, so
every pile of cards is a multiset: a tuple in which equal faces are the same object.

>>> card("08-bright").month
8
>>> [str(c) for c in cards("01-bright 01-junk 01-junk")]
['01-bright', '01-junk', '01-junk']
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from scorer.errors import BadCard, short
from scorer.remark import Remark, either

MONTHS = range(1, 13)


class Kind(StrEnum):
    """The four kinds of captured cards (A2), and the unseen back."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    JUNK = "junk"
    BACK = "back"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One face. There is one object a face, so cards compare and hash by identity."""

    face: str
    """The notation, `MM-kind`."""
    month: int
    """1 to 12 in the Korean order; 0 for jokers and the back."""
    kind: Kind
    junk: int
    """How many junk cards it is worth as printed: 1, 2 for a double, 2 or 3 for jokers."""
    copies: int
    """How many of them a deck can hold."""
    order: int
    """Place in the order of the deck, for sorting."""
    bit: int
    """A bit of its own: piles of single-copy faces are compared as bit sets."""
    is_joker: bool

    def __str__(self) -> str:
        return self.face

    def __repr__(self) -> str:
        return f"card({self.face!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.face,)


Cards = tuple[Card, ...]

_FACES = """
01-bright 01-ribbon 01-junk*2        02-animal 02-ribbon 02-junk*2
03-bright 03-ribbon 03-junk*2        04-animal 04-ribbon 04-junk*2
05-animal 05-ribbon 05-junk*2        06-animal 06-ribbon 06-junk*2
07-animal 07-ribbon 07-junk*2        08-bright 08-animal 08-junk*2
09-animal 09-ribbon 09-junk*2        10-animal 10-ribbon 10-junk*2
11-bright 11-junk*2 11-double        12-bright 12-animal 12-ribbon 12-double
joker-double joker-triple joker-other*3 back*50
"""
_WORTH = {"junk": 1, "double": 2, "triple": 3, "other": 1}


def _printed_faces() -> Iterable[Card]:
    for order, entry in enumerate(_FACES.split()):
        face, _, copies = entry.partition("*")
        month, _, printed = face.partition("-")
        junk = _WORTH.get(printed, 0)
        kind = Kind.JUNK if junk else Kind(printed or face)
        number = int(month) if month.isdigit() else 0
        yield Card(face, number, kind, junk, int(copies or 1), order, 1 << order, month == "joker")


FACES: dict[str, Card] = {each.face: each for each in _printed_faces()}
"""Every face by its notation, jokers and `back` included, in the order of the deck."""

BACK = FACES["back"]
"""A card whose face is not known: in a hidden hand, in the stock."""

JOKERS: Cards = tuple(each for each in FACES.values() if each.is_joker)

DECK: Cards = tuple(each for each in FACES.values() if each.month for _ in range(each.copies))
"""The 48 cards without jokers (A1), in order."""


def card(face: str) -> Card:
    """The card of a face such as `01-bright`.

    Raises:
        BadCard: there is no such face; the message suggests the nearest ones.
    """
    try:
        return FACES[face]
    except (KeyError, TypeError):
        near = get_close_matches(str(face)[:40], FACES, n=2, cutoff=0.5)
        if near:
            raise BadCard(
                "unknown face {face}: expected MM-kind, did you mean {near}?",
                face=short(face),
                near=either(near),
            ) from None
        raise BadCard(
            "unknown face {face}: expected MM-kind such as 01-bright or 11-double", face=short(face)
        ) from None


def cards(text: str) -> Cards:
    """The cards of faces separated by spaces; no faces give no cards."""
    return tuple(card(face) for face in text.split())


def named(pile: Iterable[Card]) -> tuple[Remark, ...]:
    """The cards as values of a remark: each is said as the language calls it."""
    return tuple(Remark(each.face) for each in pile)


def month_named(month: int) -> Remark:
    """A month as a value of a remark."""
    return Remark(f"{month:02}")


def in_order(pile: Iterable[Card]) -> Cards:
    """The same cards in the order of the deck: the one form in which equal piles look equal."""
    return tuple(sorted(pile, key=lambda each: each.order))


def too_many(pile: Iterable[Card]) -> Cards:
    """The faces that occur more often than a deck can hold them."""
    return tuple(each for each, count in Counter(pile).items() if count > each.copies)


def without(pile: Cards, *gone: Card) -> Cards:
    """The pile less one copy of each given card, the order of the rest kept.

    Raises:
        ValueError: a card is not in the pile.
    """
    for each in gone:
        place = pile.index(each)
        pile = pile[:place] + pile[place + 1 :]
    return pile


def exchanged(pile: Cards, old: Card, new: Card) -> Cards:
    """The pile with one copy of a card another one, in its place.

    Raises:
        ValueError: the card is not in the pile.
    """
    place = pile.index(old)
    return (*pile[:place], new, *pile[place + 1 :])


def set_of(text: str) -> int:
    """The bits of single-copy faces separated by spaces, to compare with a pile's bits."""
    return sum(each.bit for each in cards(text))
