"""What was against the rules, in the words of the page.

The rules say it in one English line (`scorer.verify`). Here each such line is a key of words again:
its cards, months and seats are taken out, and put in as the language calls them.
"""

import re
from collections.abc import Sequence
from functools import cache

from scorer.cards import FACES
from webui.words import said

BREACHES = (
    "the round is over",
    "out of turn: seat {seat} is to play a card",
    "out of turn: seat {seat} is to hand over junk",
    "out of turn: seat {seat} is to say go or stop",
    "out of turn: seat {seat} is to show four of a month, or play on",
    "a junk card has to be handed over first",
    "go or stop has to be said first",
    "four of a month is to be shown, or played on, first",
    "a triple of {month} cannot be shown now",
    "no go or stop here: the points have not reached a new threshold",
    "no four of a month to show",
    "no shodang: the two cards do not make two opponents win",
    "no junk is to be handed over",
    "junk goes to seat {seat}, whose turn it is",
    "{cards} is not to be given: one of {others} is",
    "the cards taken are not what the rules give",
    "a joker is not played on the first turn",
    "no card is left to draw for a joker",
    "a card is drawn only for a joker from the hand",
    "a card has to be played: a flip alone is for after a bomb",
    "the hand does not hold {cards}",
    "a card of the triple of {month} has to be played at once",
    "{cards} are no bomb here: three on the fourth",
    "{cards} are no bomb here: three on the fourth, on a triple shown before",
    "{cards} are no bomb here: three on the fourth, on one not shown",
    "{cards} matches nothing, and another card of the hand does",
    "after a joker the seat draws a card and plays again before it flips",
    "the card drawn is not the top of the stock: {cards}",
    "too many cards flipped: {cards}",
    "not enough cards flipped: none",
    "not enough cards flipped: {cards}",
    "{cards} is not what lies on the stock",
    "to choose is nothing, not {cards}",
    "to choose is one of {others}, not nothing",
    "to choose is one of {others}, not {cards}",
    "to choose is one of {others} and one of {more}, not nothing",
    "to choose is one of {others} and one of {more}, not {cards}",
    "{cards} is not to choose: one of {others} is",
)
"""The lines of the rules; each is a key of words."""
_FACES = r"[\w-]+(?: [\w-]+)*"
_VALUES = {"seat": r"\d", "month": r"\d\d", "cards": _FACES, "others": _FACES, "more": _FACES}


def breach_words(line: str, names: Sequence[str]) -> str:
    """A line of the rules in the language of the request; as it is where it has no words.

    `names`: of the round's seats.

    >>> breach_words("junk goes to seat 2, whose turn it is", ("Ann", "Bea"))
    'junk goes to Bea, whose turn it is'
    """
    for key in BREACHES:
        found = _pattern(key).fullmatch(line)
        if found is not None and _known(found.groupdict(), names):
            values = {part: _said(part, text, names) for part, text in found.groupdict().items()}
            return said(key, **values)
    return line


@cache
def _pattern(key: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", key)
    return re.compile(
        "".join(
            f"(?P<{part}>{_VALUES[part]})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
    )


def _known(values: dict[str, str], names: Sequence[str]) -> bool:
    """Whether what was taken out is what it should be: faces, and a seat of the round."""
    return all(
        0 < int(text) <= len(names)
        if part == "seat"
        else part == "month" or all(face in FACES for face in text.split())
        for part, text in values.items()
    )


def _said(part: str, text: str, names: Sequence[str]) -> str:
    if part == "seat":
        return names[int(text) - 1]
    return str(int(text)) if part == "month" else ", ".join(map(said, text.split()))
