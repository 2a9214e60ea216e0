"""The database behind the store: how it is opened, and its errors in words."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from scorer.remark import Told

WAIT_S = 5.0
"""So long a writer waits for another one."""
_LOCK = 7_410_117
"""The number under which programs that start at once wait for each other's migrations."""

BUSY = "{where}: another program is writing to it: close that, or try again"
FULL = "{where}: the disk is full: make room and try again; nothing was written"
UNREADABLE = "{where}: the disk cannot be read or written; nothing was written"
READ_ONLY = "{where}: it may not be written to: check its folder's permissions"
NOT_THERE = "{where}: it cannot be opened: check that its folder is there and writable"
DAMAGED = "{where}: it is damaged: start again, and what can be read is recovered"
WORDS = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: UNREADABLE,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: NOT_THERE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
STATES = {
    "53100": "{where}: the disk of the server is full; nothing was written",
    "55P03": BUSY,
    "28P01": "{where}: the server refuses the password",
    "3D000": "{where}: the server has no such database",
}


class StoreError(Told):
    """The store cannot be opened, read or written; one line says why and what to do."""


def url_of(where: str) -> URL:
    """The database's URL, of a URL or of a file's path.

    Raises:
        StoreError: it looks like a URL and is none.
    """
    if "://" not in where:
        return URL.create("sqlite", database=where)
    try:
        return make_url(where)
    except ArgumentError as error:
        raise StoreError("not a database's URL: expected such as postgresql://...") from error


def path_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for another kind."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def engine_of(url: URL, wait_s: float = WAIT_S) -> Engine:
    """The engine of a database, not connected yet.

    Raises:
        StoreError: there is no driver for it here.
    """
    try:
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        if path_of(url) is None:
            return create_engine(url, pool_pre_ping=True)
        engine = create_engine(url, connect_args={"timeout": wait_s})
    except (NoSuchModuleError, ImportError) as error:
        raise StoreError(
            "{where}: no driver for it is installed: pip install 'hwatu-table[club]'",
            where=url.render_as_string(),
        ) from error
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, _record: object) -> None:
    """Transactions are begun here and not by the driver, and are on the disk when committed."""
    connection.isolation_level = None
    for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begun(connection: Connection) -> None:
    """A writer takes its turn at once, so that it cannot find out late that there is another."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def lock_for_migration(connection: Connection) -> None:
    """Waits until no other program changes the tables; SQLite's one writer does so anyway."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


def told_of(error: SQLAlchemyError, where: str) -> StoreError:
    """What went wrong with the database at a place, as its user understands it."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    code, state = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", None)
    key = STATES.get(state or "") if code is None else WORDS.get(code & 0xFF)
    if key is not None:
        return StoreError(key, where=where)
    why = next(iter(str(cause or error).strip().splitlines()), type(error).__name__)
    return StoreError("{where}: {why}", where=where, why=why)
