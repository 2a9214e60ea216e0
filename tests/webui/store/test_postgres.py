"""The same store on PostgreSQL, on a server of the test's own.

Skipped where `initdb` of a PostgreSQL server is not found, or cannot be run.
"""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from webui.evening.events import Changed, Closed, Opened, Round, Settled
from webui.store.database import StoreError
from webui.store.event_store import Conflict, Store

FRIDAY = Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann")

SERVES, AS_ROOT = "nobody", os.geteuid() == 0
"""A server refuses to run as root."""


def programs() -> Path | None:
    """The folder of the newest server here; Debian keeps it off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    there = shutil.which("initdb")
    return found[-1].parent if found else Path(there).parent if there else None


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of an empty database that only this test sees: no port, a socket in a folder."""
    at = programs()
    if at is None:
        pytest.skip("no PostgreSQL server is installed: the store was not tested on one")
    with tempfile.TemporaryDirectory() as name:
        data, log = f"{name}/data", f"{name}/log"
        if AS_ROOT:
            shutil.chown(name, SERVES)
        command(at / "initdb", "-D", data, "-U", "club", "-A", "trust", "--no-sync")
        server = (
            at / "pg_ctl",
            "-D",
            data,
            "-l",
            log,
            "-w",
            "-o",
            f"-k {name} -c listen_addresses=",
        )
        command(*server, "start")
        try:
            yield f"postgresql://club@/postgres?host={name}"
        finally:
            command(*server, "-m", "immediate", "stop")


def command(*words: str | Path) -> None:
    subprocess.run(
        words, check=True, cwd="/", user=SERVES if AS_ROOT else None, capture_output=True
    )


@pytest.fixture
def store(server: str) -> Iterator[Store]:
    with closing(Store(server)) as store:
        yield store


def test_events_come_back_in_order(store: Store) -> None:
    opened = store.new_evening(FRIDAY, "Ann")
    round_ = store.append(opened.evening, Round(1, "길동 / é", True, (0.5,), (3.0,)), "Bea")
    settled = store.append(opened.evening, Settled(1), "Bea", expected=round_.number)
    assert store.events(opened.evening) == (opened, round_, settled)
    assert store.events(opened.evening, after=round_.number) == (settled,)
    assert abs((datetime.now(UTC) - store.events(opened.evening)[0].at).total_seconds()) < 60
    listed = store.evenings()[0]
    assert (listed.evening, listed.name, listed.closed) == (opened.evening, "Friday", False)
    store.append(opened.evening, Closed(), "Ann")
    assert store.evenings()[0].closed


def test_who_has_not_seen_the_last_change_is_told(store: Store) -> None:
    opened = store.new_evening(FRIDAY, "Ann")
    store.append(opened.evening, Round(1, "a"), "camera")
    with pytest.raises(Conflict, match="round 1 was changed meanwhile"):
        store.append(opened.evening, Settled(1), "Ann", expected=opened.number)
    with pytest.raises(StoreError, match="there is none"):
        store.append(10**6, Changed(), "Ann")


def test_two_tables_write_at_once_and_a_reader_misses_nothing(server: str) -> None:
    """Of one evening, an event with a lower number is never seen after one with a higher one."""
    with closing(Store(server)) as first, closing(Store(server)) as second:
        evening = first.new_evening(FRIDAY, "Ann").evening
        seen: list[int] = []
        done = threading.Event()

        def read() -> None:
            while not done.is_set() or first.events(evening, seen[-1] if seen else 0):
                seen.extend(e.number for e in first.events(evening, seen[-1] if seen else 0))

        def write(store: Store) -> None:
            for number in range(60):
                store.append(evening, Round(number, "x"), "camera")

        reader = threading.Thread(target=read)
        writers = [threading.Thread(target=write, args=(each,)) for each in (first, second)]
        for each in (reader, *writers):
            each.start()
        for each in writers:
            each.join()
        done.set()
        reader.join()
        assert len(seen) == 121
        assert seen == [each.number for each in first.events(evening)]


def test_programs_that_start_at_once_make_the_tables_once(server: str) -> None:
    with closing(Store(server)) as store, store._engine.begin() as connection:
        for table in ("events", "evenings", "alembic_version"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
    opened: list[Store] = []
    starting = [threading.Thread(target=lambda: opened.append(Store(server))) for _ in range(4)]
    for each in starting:
        each.start()
    for each in starting:
        each.join()
    assert len(opened) == 4
    for store in opened:
        store.close()


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(StoreError) as refused:
        Store("postgresql://club:secret@127.0.0.1:1/hwatu")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "127.0.0.1" in str(refused.value)
