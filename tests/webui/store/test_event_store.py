"""The store: what is committed stays, whatever happens to the process, the file or the disk."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from webui.evening.events import Booked, Changed, Closed, Event, Opened, Round, Settled
from webui.store.database import StoreError
from webui.store.event_store import Conflict, Store
from webui.store.tables import metadata

FRIDAY = Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "games" / "games.db")
    yield store
    store.close()


def filled(path: Path, rounds: int = 200) -> None:
    """A store with an evening of so many rounds, some of them large."""
    store = Store(path)
    evening = store.new_evening(FRIDAY, "Ann").evening
    for number in range(1, rounds):
        store.append(evening, Round(number, "x" * 900), "camera")
    store.close()


def test_events_come_back_in_order(store: Store) -> None:
    opened = store.new_evening(FRIDAY, "Ann")
    other = store.new_evening(Opened("Saturday", ("Cho", "Dan"), {}, "Dan"), "Cho")
    said: list[Event] = [
        Round(1, "text", True, (0.5,), (3.0,)),
        Settled(1),
        Booked("correction", {"Ann": 1}),
    ]
    written = [store.append(opened.evening, each, "Bea") for each in said]
    assert store.events(opened.evening) == (opened, *written)
    assert store.events(opened.evening, after=written[0].number) == (*written[1:],)
    assert store.events(99) == ()
    numbers = [opened.number, other.number, *(each.number for each in written)]
    assert numbers == sorted(set(numbers))
    assert all(abs((datetime.now(UTC) - each.at).total_seconds()) < 60 for each in written)


def test_events_that_belong_together_are_written_together_or_not_at_all(store: Store) -> None:
    evening = store.new_evening(FRIDAY, "Ann", (Round(1, "text"), Settled(1))).evening
    assert [each.event for each in store.events(evening)] == [FRIDAY, Round(1, "text"), Settled(1)]

    def broken_off() -> Iterator[Event]:
        yield Round(2, "text")
        raise OSError("out of memory")

    before = store.events(evening)
    with pytest.raises(OSError, match="out of memory"):
        store.append_all(evening, broken_off(), "Ann")
    with pytest.raises(OSError, match="out of memory"):
        store.new_evening(FRIDAY, "Ann", broken_off())
    assert (store.events(evening), len(store.evenings())) == (before, 1)
    with pytest.raises(Conflict):
        store.append_all(evening, (Round(1, "other"), Settled(1)), "Bea", before[0].number)
    assert store.events(evening) == before


def test_the_list_of_evenings(store: Store) -> None:
    first = store.new_evening(FRIDAY, "Ann")
    second = store.new_evening(Opened("Saturday", ("Cho", "Dan"), {}, "Dan"), "Cho")
    last = store.append(first.evening, Closed(), "Ann")
    found = [(each.evening, each.name, each.last, each.closed) for each in store.evenings()]
    assert found == [
        (second.evening, "Saturday", second.number, False),
        (first.evening, "Friday", last.number, True),
    ]
    assert store.evenings()[1].at == first.at


def test_a_store_opened_again_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 3)
    for _ in range(2):
        store = Store(str(path))
        assert len(store.events(1)) == 3
        assert store.remarks == ()
        store.close()


def test_who_has_not_seen_the_last_change_of_a_round_is_told(store: Store) -> None:
    evening = store.new_evening(FRIDAY, "Ann").evening
    seen = store.append(evening, Round(1, "a"), "camera").number
    store.append(evening, Round(2, "other"), "camera")
    store.append(evening, Changed(), "Bea")
    mine = store.append(evening, Round(1, "b"), "Bea", expected=seen)
    with pytest.raises(Conflict, match=rf"round 1 was changed meanwhile \(event {mine.number}\)"):
        store.append(evening, Settled(1), "Ann", expected=seen)
    with pytest.raises(Conflict, match="the evening was changed meanwhile"):
        store.append(evening, Closed(), "Ann", expected=seen)
    assert store.append(evening, Settled(1), "Ann", expected=mine.number)


def test_an_evening_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError, match="evening 7: there is none"):
        store.append(7, Closed(), "Ann")


def test_many_threads_write_one_log(store: Store) -> None:
    evening = store.new_evening(FRIDAY, "Ann").evening
    faults: list[Exception] = []

    def write(who: str) -> None:
        try:
            for number in range(20):
                store.append(evening, Round(number, who), who)
                store.events(evening, after=number)
        except Exception as error:
            faults.append(error)

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert not faults
    events = store.events(evening)[1:]
    assert len(events) == 80
    for name in "abcd":
        assert [each.event.round for each in events if each.by == name
                and isinstance(each.event, Round)] == list(range(20))  # fmt: skip


WRITER = """
import sys
from webui.evening.events import Round
from webui.store.event_store import Store
store = Store(sys.argv[1])
number = 0
while True:
    number += 1
    stored = store.append(1, Round(number, "x" * (number % 5000)), "camera")
    print(stored.number, number, flush=True)
"""


def check_killed(path: Path, after_s: float) -> None:
    """Kills a process that writes, and looks for everything that it said it had written."""
    before = set() if not path.exists() else {each.number for each in read(path)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(after_s)
        os.kill(writer.pid, signal.SIGKILL)
        said = [first, *writer.stdout.readlines()]
    lines = [line.split() for line in said if line.endswith("\n")]
    stored = {each.number: each.event for each in read(path)}
    for number, round_ in ((int(a), int(b)) for a, b in lines):
        assert stored[number] == Round(round_, "x" * (round_ % 5000))
    assert lines
    assert before <= set(stored)
    assert sorted(stored) == list(range(1, len(stored) + 1))
    assert len(stored) - len(before) <= len(lines) + 1  # one may be written and not yet said


def read(path: Path) -> tuple[Any, ...]:
    store = Store(path)
    try:
        assert store.remarks == ()
        return store.events(1)
    finally:
        store.close()


def test_a_killed_process_loses_nothing_that_it_had_written(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 1)
    for after_s in (0.0, 0.05, 0.2):
        check_killed(path, after_s)


@pytest.mark.long
def test_a_process_killed_a_hundred_times(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 1)
    for _ in range(100):
        check_killed(path, random.uniform(0, 0.3))


def test_a_writer_that_waits_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 2)
    with closing(Store(path, wait_s=0.05)) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"games\.db: another program is writing to it"):
            store.append(1, Closed(), "Ann")
        assert len(store.events(1)) == 2  # reading goes on
        with pytest.raises(StoreError, match="another program is writing to it"):
            Store(path, wait_s=0.05)
        other.rollback()
        assert store.append(1, Closed(), "Ann").number == 3


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 2)
    with closing(Store(path)) as store:
        pages = "PRAGMA max_page_count"
        with store._engine.connect() as connection:  # the pool hands out this one again
            used = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"{pages}={used}")
        with pytest.raises(StoreError, match="the disk is full: make room and try again"):
            store.append(1, Round(2, "x" * 100_000), "camera")
        assert len(store.events(1)) == 2
        with store._engine.connect() as connection:
            connection.exec_driver_sql(f"{pages}=1000000")
        assert store.append(1, Round(2, "x" * 100_000), "camera").number == 3


def overwrite(path: Path, at: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * length)


def test_a_damaged_file_is_kept_and_what_can_be_read_is_recovered(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path)
    whole = path.read_bytes()
    overwrite(path, len(whole) // 2, 9000)
    damaged = path.read_bytes()
    with closing(Store(path)) as store:
        (remark,) = store.remarks
        events = store.events(1)
        assert remark.startswith("games.db was damaged (")
        assert f"{len(events)} events were recovered, {200 - len(events)} could not be" in remark
        assert 180 <= len(events) < 200
        assert store.append(1, Closed(), "Ann").number == 201
    (kept,) = tmp_path.glob("games.damaged-*.db")
    assert kept.name in remark
    assert kept.read_bytes() == damaged
    with closing(Store(path)) as again:
        assert again.remarks == ()
        assert len(again.events(1)) == len(events) + 1


@pytest.mark.parametrize("content", [b"no database at all\n" * 99, b"\xff" * 8192])
def test_a_file_of_which_nothing_can_be_read_is_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    with closing(Store(path)) as store:
        assert "0 events were recovered" in store.remarks[0]
        assert store.evenings() == ()
    (kept,) = tmp_path.glob("games.damaged-*.db")
    assert kept.read_bytes() == content


@pytest.mark.parametrize("body", ["{", "[]", '{"round": "1"}', '{"wish": 1}'])
def test_an_event_that_cannot_be_read_is_told_and_left_out(store: Store, body: str) -> None:
    evening = store.new_evening(FRIDAY, "Ann").evening
    lost = store.append(evening, Settled(1), "Ann")
    last = store.append(evening, Closed(), "Ann")
    with closing(sqlite3.connect(store.where)) as connection:
        connection.execute("UPDATE events SET body = ? WHERE number = ?", (body, lost.number))
        connection.commit()
    for _ in range(2):
        assert [each.number for each in store.events(evening)] == [1, last.number]
    (remark,) = store.remarks
    assert remark.startswith(f"event {lost.number} of evening {evening} cannot be read: settled: ")


def test_an_evening_whose_opening_is_lost_is_still_listed(store: Store) -> None:
    evening = store.new_evening(FRIDAY, "Ann").evening
    last = store.append(evening, Round(1, "x"), "Ann")
    for change in (
        "UPDATE events SET body = '{' WHERE number = 1",
        "DELETE FROM events WHERE number = 1",
    ):
        with closing(sqlite3.connect(store.where)) as connection:
            connection.execute(change)
            connection.commit()
        assert [(each.name, each.last) for each in store.evenings()] == [("", last.number)]


def test_a_file_whose_damage_cannot_even_be_told_is_kept_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(Store(path)) as store:
        store.new_evening(FRIDAY, "Ann")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"CREATE TABLE events", b"CREATE \xcbABLE events"))
    assert path.read_bytes() != whole
    with closing(Store(path)) as store:
        (remark,) = store.remarks
    assert remark.startswith("games.db was damaged (database disk image is malformed)")


def test_a_file_damaged_while_it_is_open(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path)
    with closing(Store(path)) as store:
        overwrite(path, 4096, path.stat().st_size - 8192)
        with pytest.raises(StoreError, match="it is damaged: start again"):
            store.evenings()


def test_a_folder_that_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be opened: "):
        Store(tmp_path / "file" / "games.db")
    with pytest.raises(StoreError, match="cannot be opened: check that its folder"):
        Store(tmp_path)


def test_a_store_of_a_newer_program(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    filled(path, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(StoreError, match="written by a newer version of this program"):
        Store(path)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("oracle+none://x", "oracle+none://x: no driver for it is installed"),
        ("://", "not a database's URL"),
    ],
)
def test_a_url_that_is_none(url: str, says: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store(url)
    assert says in str(refused.value)


def test_the_tables_are_what_the_migrations_make(store: Store) -> None:
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
