"""The disk and the store fail: nothing that was shown is lost, and who is at the table is told."""

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webui.tables import POT, WON, client_of, dealt, table_of
from webui.live.table import LiveTable
from webui.store.event_store import Store

ROOT = Path(__file__).parents[2]
SMALL_DISK = 'mount -t tmpfs -o size=800k tmpfs "$1" && exec "$2" -m tests.faults.full_disk "$1"'
FRENCH = {"Accept-Language": "fr"}


def in_a_small_disk(folder: Path) -> list[str]:
    """The command that runs with a disk of its own in this folder."""
    return ["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", str(folder), sys.executable]


def can_mount(folder: Path) -> bool:
    """Whether this machine lets its users mount a disk of their own."""
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return (
        bool(shutil.which("unshare"))
        and not subprocess.run(command, capture_output=True).returncode
    )


def test_a_full_disk_is_told_and_what_was_seen_is_written_later(tmp_path: Path) -> None:
    """The disk is full from the first turn until after the round, and then for a person."""
    if not can_mount(tmp_path):
        pytest.skip("NO DISK CAN BE MOUNTED HERE: a full one was not tested for real")
    done = subprocess.run(in_a_small_disk(tmp_path), capture_output=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    found = json.loads(done.stdout)
    assert found["attentions"].count("unwritten") == 1
    assert found["faults"][1].endswith(
        "the disk is full: make room and try again; nothing was written"
    )
    assert found["lines"][-1] == "A: 08-bright / 09-junk; stop"
    assert found["balances"] == {"A": 6, "B": -6}
    *_, (refused, says), (again, _) = found["answers"]
    assert (refused, again) == (503, 200)
    assert "디스크가 가득 찼습니다" in says["error"]
    assert found["pages"]["/"] == 200
    assert all(status < 500 or status == 503 for status in found["forms"].values()), found["forms"]
    # In one event or two, by whether the first turn was looked at before the disk was full.
    assert found["logged"] == {"lines": found["lines"], "balances": found["balances"]}
    assert found["kept"] == found["events"] + len(found["answers"]) - 2


@contextmanager
def no_file_may_grow(most_bytes: int) -> Iterator[None]:
    """As where a quota is used up."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = dealt(table_of(tmp_path), *WON[:2])
    yield table
    table.store.close()


def book(client: FlaskClient, **headers: str) -> tuple[int, str]:
    """The status and what was said to a line of the ledger."""
    line = {"do": "book", "transfers": {"Ann": 1, "Bea": -1}, "note": "said"}
    answer = client.post("/do", json=line, headers=headers)
    return answer.status_code, (answer.json or {}).get("error", "")


def test_a_store_that_may_not_grow_is_told(table: LiveTable, tmp_path: Path) -> None:
    client, before = client_of(table), table.snapshot()
    log = tmp_path / "games.db-wal"
    with no_file_may_grow(log.stat().st_size):
        status, says = book(client)
        assert client.get("/").status_code == 200
    assert (status, says.partition("games.db: ")[2]) == (
        503,
        "the disk cannot be read or written; nothing was written",
    )
    assert table.snapshot() == before
    assert book(client) == (200, "")


HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes to the store."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield


def test_a_locked_store_is_told_and_takes_the_same_again_later(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "games.db", wait_s=0.1)) as store:
        table = LiveTable(store, tmp_path)
        dealt(table_of(tmp_path), *WON[:2]).store.close()
        table.show(1)
        client, before = client_of(table), table.snapshot()
        with held(tmp_path / "games.db"):
            status, says = book(client, **FRENCH)
            assert client.get("/").status_code == 200
        assert status == 503
        assert says.endswith(
            "un autre programme y écrit\N{NO-BREAK SPACE}; fermez-le, ou réessayez"
        )
        assert table.snapshot() == before
        assert book(client) == (200, "")


def test_a_damaged_store_is_kept_recovered_and_told(tmp_path: Path) -> None:
    table = dealt(table_of(tmp_path))
    for turn in (*WON, "stop", "undo") * 12:
        table.do({"do": "undo"} if turn == "undo" else {"do": "act", "text": turn}, "Ann")
        if turn == "undo":
            table.do({"do": "drop"}, "Ann")
            table.do({"do": "deal", "pot": POT}, "Ann")
    events = table.store.events(1)
    table.store.close()
    path = tmp_path / "games.db"
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 6000)
    damaged = path.read_bytes()
    table = table_of(tmp_path, opened=False)
    table.show(1)
    kept = table.store.events(1)
    assert len(events) * 0.6 < len(kept) < len(events)
    assert all(each in events for each in kept)
    page = client_of(table).get("/", headers={"Accept-Language": "ko"}).get_data(as_text=True)
    assert "파일이 손상되어" in page
    assert f"기록 {len(kept)}개를 복구했고 {len(events) - len(kept)}개는 읽지 못했습니다" in page
    (aside,) = tmp_path.glob("games.damaged-*.db")
    assert aside.name in page
    assert aside.read_bytes() == damaged
    assert book(client_of(table)) == (200, "")
    table.store.close()


def test_a_store_damaged_while_it_is_open_is_told(table: LiveTable, tmp_path: Path) -> None:
    client, before = client_of(table), table.snapshot()
    for path in tmp_path.glob("games.db*"):
        path.write_bytes(b"\xff" * path.stat().st_size)
    status, says = book(client)
    assert status == 503
    assert "damaged: start again" in says or "cannot be read" in says
    assert client.get("/").status_code == 200
    assert table.snapshot() == before
