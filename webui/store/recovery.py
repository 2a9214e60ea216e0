"""A damaged store: its file kept aside as it was, and every event that can be read in a new one."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorer.remark import Remark

ALL_THERE = (
    "{file} was damaged ({why}): {found} events were recovered; the damaged file is kept as {kept}"
)
SOME_LOST = (
    "{file} was damaged ({why}): {found} events were recovered, {lost} could not be read; "
    "the damaged file is kept as {kept}"
)
MALFORMED = "database disk image is malformed"
"""SQLite's own words for a file of which it can say no more."""
_COLUMNS = "number, evening, round, at, by, kind, body"
_BESIDE = ("-wal", "-shm")
_FAR = 10_000
"""So many numbers without an event, where the last number cannot be read, are the end."""


def damage(path: Path) -> str:
    """What is wrong with a store's file; empty where it is whole, new or in use."""
    if not path.exists() or not path.stat().st_size:
        return ""
    try:
        with closing(sqlite3.connect(path)) as connection:
            (says,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            return "" if says == "ok" else str(says).splitlines()[-1]
    except sqlite3.OperationalError:
        return ""  # locked, or not to be opened: no reason to replace it
    except sqlite3.DatabaseError as error:
        return str(error)
    except UnicodeDecodeError:  # of SQLite's own words, which quote what is damaged
        return MALFORMED


def mended(path: Path, make_empty: Callable[[Path], None]) -> tuple[str, ...]:
    """What to tell the user after a damaged file was replaced; nothing where it is whole.

    `make_empty` makes a store without events at a path.

    Raises:
        OSError: the file cannot be copied; it is left as it is.
    """
    wrong = damage(path)
    if not wrong:
        return ()
    aside = _kept_aside(path)
    fresh = path.with_name(f"{path.name}.recovering")
    fresh.unlink(missing_ok=True)
    make_empty(fresh)
    found, lost = _copied(aside, fresh)
    for suffix in _BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    os.replace(fresh, path)
    values = {"file": path.name, "why": wrong, "found": found, "lost": lost, "kept": aside.name}
    return (Remark(SOME_LOST if lost else ALL_THERE, **values),)


def _kept_aside(path: Path) -> Path:
    """A copy of the file, and of what SQLite keeps beside it."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.stem}.damaged-{moment}{path.suffix}")
    shutil.copy2(path, aside)
    for suffix in _BESIDE:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            shutil.copy2(beside, aside.with_name(aside.name + suffix))
    return aside


def _copied(damaged: Path, fresh: Path) -> tuple[int, int]:
    """How many events were copied, and how many are missing."""
    with closing(sqlite3.connect(damaged)) as source, closing(sqlite3.connect(fresh)) as target:
        last, rows = 0, list(_readable(source))
        if rows:
            last = max(_last(source) or 0, rows[-1][0])
        evenings = sorted({row[1] for row in rows})
        target.executemany("INSERT INTO evenings (id) VALUES (?)", [(each,) for each in evenings])
        marks = ", ".join("?" for _ in _COLUMNS.split())
        target.executemany(f"INSERT INTO events ({_COLUMNS}) VALUES ({marks})", rows)
        target.commit()
        return len(rows), last - len(rows)


def _readable(source: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Every event that can be read, one by one: a page that cannot costs its own events only."""
    last, number, missing = _last(source), 0, 0
    while number < last if last is not None else missing < _FAR:
        number += 1
        missing += 1
        try:
            wanted = f"SELECT {_COLUMNS} FROM events WHERE number = ?"
            row = source.execute(wanted, (number,)).fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue
        if row is not None and all(isinstance(each, int | str) for each in row):
            missing = 0
            yield row


def _last(source: sqlite3.Connection) -> int | None:
    """The highest number that an event had; None where it cannot be read."""
    try:
        wanted = "SELECT seq FROM sqlite_sequence WHERE name = 'events'"
        row = source.execute(wanted).fetchone()
        return int(row[0]) if row else None
    except (sqlite3.DatabaseError, ValueError, TypeError):
        return None
