"""The store: every event of every evening, in SQLite or on PostgreSQL.

`append` has committed before it returns: what a caller may show as done survives a process that is
killed. Events are added and never changed.

>>> from tempfile import TemporaryDirectory
>>> from webui.evening.events import Opened
>>> folder = TemporaryDirectory()
>>> store = Store(f"{folder.name}/games.db")
>>> opened = store.new_evening(Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann"), "Ann")
>>> [stored.event.name for stored in store.events(opened.evening)]
['Friday']
>>> store.close()
>>> folder.cleanup()
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Row, case, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from scorer.remark import Remark
from webui.evening.events import (
    BadEvent,
    Closed,
    Event,
    Opened,
    Stored,
    body_of,
    event_of,
    kind_of,
    round_of,
)
from webui.store.database import (
    WAIT_S,
    StoreError,
    engine_of,
    lock_for_migration,
    path_of,
    told_of,
    url_of,
)
from webui.store.recovery import mended
from webui.store.tables import evenings, events

ROUND_CHANGED = "round {round} was changed meanwhile (event {event}): look again"
EVENING_CHANGED = "the evening was changed meanwhile (event {event}): look again"
CANNOT_HOLD = "a number or a sign that cannot be kept"
MIGRATIONS = Path(__file__).with_name("migrations")


class Conflict(StoreError):
    """Somebody else has written about the same round meanwhile: look again."""


class Listed(NamedTuple):
    """An evening in the list of all."""

    evening: int
    name: str
    """Empty where the event that opened it could not be recovered."""
    at: datetime
    """When it was opened."""
    last: int
    """The number of its last event."""
    closed: bool


class Store:
    """The events of all evenings; may be used by many threads.

    `where`: a file, created with its folder where it is not there, or a database's URL such as
    `postgresql://club@server/hwatu`.

    Raises:
        StoreError: it cannot be opened; here as everywhere one line says why.
    """

    def __init__(self, where: str | Path, wait_s: float = WAIT_S) -> None:
        url = url_of(str(where))
        self.where = str(path_of(url) or url.render_as_string())
        self.remarks: tuple[str, ...] = ()
        """What the user should know of how the store was found."""
        path = path_of(url)
        if path is not None:
            self.remarks = self._ready(path)
        self._engine = engine_of(url, wait_s)
        self._writer = self._engine.execution_options(writes=True)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def new_evening(self, opened: Opened, by: str, then: Iterable[Event] = ()) -> Stored:
        """The first event of a new evening, committed together with those that follow it.

        Raises:
            StoreError: it could not be written, and nothing was.
        """
        with self._writing() as connection:
            row = connection.execute(insert(evenings).returning(evenings.c.id)).one()
            first = _added(connection, row.id, opened, by)
            for event in then:
                _added(connection, row.id, event, by)
            return first

    def append(self, evening: int, event: Event, by: str, expected: int | None = None) -> Stored:
        """The event as it stands in the log, committed; otherwise as append_all."""
        (stored,) = self.append_all(evening, (event,), by, expected)
        return stored

    def append_all(
        self, evening: int, new: Iterable[Event], by: str, expected: int | None = None
    ) -> tuple[Stored, ...]:
        """The events as they stand in the log, committed together.

        `expected`: the number of the last event that the writer has seen.

        Raises:
            Conflict: another event about the same round came after `expected`.
            StoreError: they could not be written, and none was.
        """
        with self._writing() as connection:
            held = select(evenings.c.id).where(evenings.c.id == evening).with_for_update()
            if connection.execute(held).first() is None:
                raise StoreError("evening {evening}: there is none", evening=evening)
            written = list[Stored]()
            for event in new:
                if expected is not None and not written:
                    _check_seen(connection, evening, round_of(event), expected)
                written.append(_added(connection, evening, event, by))
            return tuple(written)

    def events(self, evening: int, after: int = 0) -> tuple[Stored, ...]:
        """The events of an evening in order, those after a number.

        One that cannot be read is left out, and told in `remarks`; it stays in the store.

        Raises:
            StoreError: they cannot be read.
        """
        wanted = (
            select(events)
            .where(events.c.evening == evening, events.c.number > after)
            .order_by(events.c.number)
        )
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return tuple(self._readable(rows))

    def evenings(self) -> tuple[Listed, ...]:
        """Every evening, the latest first.

        Raises:
            StoreError: they cannot be read.
        """
        closed = case((events.c.kind == kind_of(Closed()), 1), else_=0)
        sums = (
            select(
                events.c.evening,
                func.min(events.c.at).label("at"),
                func.max(events.c.number).label("last"),
                func.max(closed).label("closed"),
            )
            .group_by(events.c.evening)
            .subquery()
        )
        opened = (events.c.evening == sums.c.evening) & (events.c.kind == "opened")
        wanted = (
            select(sums, events.c.kind, events.c.body)
            .outerjoin(events, opened)
            .order_by(sums.c.evening.desc())  # not by time: a clock may have been set back
        )
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return tuple(
            Listed(row.evening, _name(row), row.at, row.last, bool(row.closed)) for row in rows
        )

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._in_words(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._in_words(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise told_of(error, self.where) from error
        except (OverflowError, UnicodeError) as error:  # the driver's, before it asks the database
            raise StoreError("{where}: {why}", where=self.where, why=CANNOT_HOLD) from error

    def _readable(self, rows: Sequence[Row[Any]]) -> Iterator[Stored]:
        for row in rows:
            try:
                yield _stored(row)
            except BadEvent as error:
                says = Remark(
                    "event {number} of evening {evening} cannot be read: {why}",
                    number=row.number,
                    evening=row.evening,
                    why=error.line,
                )
                if says not in self.remarks:
                    self.remarks = (*self.remarks, says)

    def _ready(self, path: Path) -> tuple[str, ...]:
        """Remarks on a file that is now there to be opened: its folder made, itself mended."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return mended(path, lambda fresh: Store(fresh).close())
        except OSError as error:
            raise StoreError(
                "{file}: cannot be opened: {why}", file=self.where, why=error.strerror
            ) from error
        except sqlite3.Error as error:
            raise StoreError(
                "{file}: damaged, and cannot be recovered here: {why}", file=self.where, why=error
            ) from error

    def _migrate(self) -> None:
        """Brings the tables to their newest form."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self._writing() as connection:
            lock_for_migration(connection)
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise StoreError(
                    "{file}: written by a newer version of this program: {why}",
                    file=self.where,
                    why=error,
                ) from error


def _check_seen(connection: Connection, evening: int, round_: int, expected: int) -> None:
    """Raises where the writer has not seen everything about the round."""
    latest = select(func.max(events.c.number)).where(
        events.c.evening == evening, events.c.round == round_
    )
    last = connection.execute(latest).scalar() or 0
    if last > expected:
        raise Conflict(ROUND_CHANGED if round_ else EVENING_CHANGED, round=round_, event=last)


def _added(connection: Connection, evening: int, event: Event, by: str) -> Stored:
    at = datetime.now(UTC)
    values = {
        "evening": evening,
        "round": round_of(event),
        "at": at,
        "by": by,
        "kind": kind_of(event),
        "body": json.dumps(body_of(event), ensure_ascii=False),
    }
    row = connection.execute(insert(events).values(values).returning(events.c.number)).one()
    return Stored(row.number, evening, at, by, event)


def _stored(row: Row[Any]) -> Stored:
    try:
        body = json.loads(row.body)
    except (ValueError, RecursionError) as error:
        raise BadEvent("{kind}: no JSON: {why}", kind=row.kind, why=error) from error
    return Stored(row.number, row.evening, row.at, row.by, event_of(row.kind, body))


def _name(row: Row[Any]) -> str:
    """The name of an evening, where the event that opened it can be read."""
    try:
        opened = event_of(row.kind or "", json.loads(row.body or "{}"))
    except (ValueError, RecursionError):
        return ""
    return opened.name if isinstance(opened, Opened) else ""
