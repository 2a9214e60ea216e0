"""Turns of a record as lines of its notation, and lines as turns."""

from collections.abc import Sequence
from dataclasses import replace

from scorer.errors import BadRecord
from scorer.notation import parse
from scorer.record import Entry, written


def lines_of(entries: Sequence[Entry], seats: Sequence[str]) -> tuple[str, ...]:
    """Entries in the notation, a line a turn, such as `Ann: 01-bright / 05-junk; go`."""
    said = written(replace(parse(_seats_line(seats)), entries=tuple(entries)))
    return tuple(said.partition("\n\n")[2].splitlines())


def text_of(entries: Sequence[Entry], seats: Sequence[str]) -> str:
    """Entries of one turn in one line."""
    return " | ".join(lines_of(entries, seats))


def entries_of(text: str, seats: Sequence[str], seat: int) -> tuple[Entry, ...]:
    """The entries that a line says; without a name before a colon they are of that seat.

    Raises:
        BadRecord: it is no line of the notation; the message says what was expected.
    """
    line = text.partition("#")[0].strip()
    if not line or len(line.splitlines()) > 1:
        raise BadRecord("expected one turn in one line, such as 01-bright / 05-junk")
    if ":" not in line:
        line = f"{seats[seat]}: {line}"
    elif line.partition(":")[0].strip() not in seats:
        raise BadRecord(
            "expected the name of a seat before the colon: {names}", names=", ".join(seats)
        )
    try:
        found = parse(f"{_seats_line(seats)}\n{line}").entries
    except BadRecord as error:
        raise BadRecord(error.line.values["why"]) from error  # nobody sees that line 2
    return tuple(replace(each, line=0) for each in found)


def _seats_line(seats: Sequence[str]) -> str:
    return f"seats: {', '.join(seats)}"
