"""A sentence that can be said in other languages too, and the errors that say one.

>>> said = Remark("camera {number}: gives no more pictures", number=2)
>>> said, said.key
('camera 2: gives no more pictures', 'camera {number}: gives no more pictures')
>>> Told("there is no round {round}", round=7).line.values
{'round': 7}
"""

from collections.abc import Sequence
from typing import Any


class Remark(str):
    """An English sentence that still knows its words (`key`) and what was put into them.

    A value may be a number, a text, a remark itself, or a tuple of them, which is a list; anything
    else is put in as its text.
    """

    key: str
    values: dict[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> "Remark":
        values = {name: _plain(value) for name, value in values.items()}
        put_in = {
            name: " ".join(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }
        self = super().__new__(cls, key.format(**put_in) if values else key)
        self.key, self.values = str(key), values
        return self


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | tuple) else str(value)


class Told(ValueError):
    """An error whose line can be told in every language: a key of words, and its values."""

    def __init__(self, key: str, /, **values: Any) -> None:
        self.line = key if isinstance(key, Remark) and not values else Remark(key, **values)
        super().__init__(self.line)


NOTHING = Remark("nothing")


def both(parts: Sequence[str], none: Remark = NOTHING) -> str:
    """The parts as one line: this and that; `none` where there is no part."""
    first, *more = parts or (none,)
    for each in more:
        first = Remark("{one} and {other}", one=first, other=each)
    return first


def either(parts: Sequence[str]) -> str:
    """One or two parts as one line: this or that."""
    first, *more = parts
    return Remark("{one} or {other}", one=first, other=more[0]) if more else first


def seat_at(place: int) -> Remark:
    """The seat of a place in turn order, from 0, where nobody knows who sits there."""
    return Remark("seat {number}", number=place + 1)


_SEAT = seat_at(0).key


def with_names(line: str, names: Sequence[str]) -> str:
    """The line with the names of who sits there in place of the seats that it tells.

    >>> with_names(Remark("junk goes to {seat}", seat=seat_at(1)), ("Ann", "Bea"))
    'junk goes to Bea'
    """
    if not names or not isinstance(line, Remark):
        return line
    if line.key == _SEAT:
        number: int = line.values["number"]
        return names[number - 1] if 0 < number <= len(names) else line
    values = {
        name: with_names(value, names) if isinstance(value, Remark) else value
        for name, value in line.values.items()
    }
    return Remark(line.key, **values)
