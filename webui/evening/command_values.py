"""What a command's values may be, and one clear line for those that cannot be."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from scorer.cards import Cards, cards
from scorer.errors import short, unexpected
from scorer.payout import Amount
from scorer.record import Record
from scorer.remark import Remark, Told

Command = Mapping[str, Any]
MOST_TEXT = 2000
MOST_PER_POINT = 1_000_000


class BadCommand(Told):
    """A command that cannot be followed; the message is one line for the person who gave it."""


class BadAmount(Told):
    """A stake that cannot be played for; the message says what was expected."""


def text_of(command: Command, key: str) -> str:
    """A text in one line.

    Raises:
        BadCommand: as all of these, the value is missing or another one is expected.
    """
    return " ".join(lines_of(command, key, MOST_TEXT).split())


def lines_of(command: Command, key: str, most: int) -> str:
    """A text with its lines as they are."""
    value = command.get(key)
    if not isinstance(value, str) or not 0 < len(value.strip()) <= most:
        raise BadCommand(
            "{key}: expected a text of 1 to {most} letters, not {value}",
            key=key,
            most=most,
            value=short(value),
        )
    return value.strip()


def whole_of(command: Command, key: str) -> int:
    """A whole number from 0, as such or as text."""
    value = command.get(key)
    if type(value) is int and 0 <= value <= 10**9:
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    raise _unexpected(key, Remark("a whole number"), value)


def stake_of(command: Command, key: str) -> Amount:
    """An amount a point, as a number or as people type it."""
    try:
        return amount_of(str(command.get(key)))
    except BadAmount as error:
        raise BadCommand(error.line) from error


def cards_of(command: Command, key: str) -> Cards:
    """Cards by their faces, as a list or in one text.

    Raises:
        BadCard: there is no such face.
    """
    value = command.get(key)
    faces = " ".join(map(str, value)) if isinstance(value, list) else value
    if not isinstance(faces, str) or len(faces) > MOST_TEXT:
        raise _unexpected(key, Remark("faces such as 01-bright"), value)
    return cards(faces)


def faces_of(pile: Cards) -> str:
    """The cards as text."""
    return " ".join(each.face for each in pile)


def names_of(command: Command, key: str) -> tuple[str, ...]:
    """Names in a list; empty ones are left out."""
    value = command.get(key)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _unexpected(key, Remark("a list of names"), value)
    return tuple(filter(None, value))


def seat_of(record: Record, command: Command, key: str = "seat") -> int:
    """The seat of a name in the round."""
    name = command.get(key)
    if name not in record.seats:
        raise _unexpected(key, Remark("one of {names}", names=", ".join(record.seats)), name)
    return record.seats.index(name)


def _unexpected(key: str, expected: Remark, value: object) -> BadCommand:
    return BadCommand(unexpected(key, expected, value))


def amount_of(text: str) -> Amount:
    """A stake as people type it, with a point or a comma.

    Raises:
        BadAmount: it is no number above 0, up to MOST_PER_POINT, with at most 2 decimals.
    """
    try:
        amount = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        amount = Decimal(-1)
    if not (amount.is_finite() and 0 < amount <= MOST_PER_POINT and amount == round(amount, 2)):
        raise BadAmount(
            'a point: expected an amount such as 100 or 0.10, not "{text}"', text=text[:20]
        )
    return int(amount) if amount == int(amount) else amount.normalize()
