"""The demo killed at any moment: nothing is shown that was not written, nothing shown is lost.

A browser listens while a person writes to the ledger as fast as he is answered. After each kill
the table, its ledger and its log have to be those that the browser was shown last.
"""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest

from webui.evening.events import Booked, Closed, Settled, Stored
from webui.evening.log import folded, more
from webui.live.table import CAMERA, LiveTable
from webui.live.views import table_view
from webui.store.event_store import Store

Json = dict[str, Any]
LATE = timedelta(seconds=2)
"""So long before the kill something may have been written that was not shown any more."""
STILL = "0.00001"
"""A pace at which the demo does not go on while it is looked at."""
NOT_KEPT = ("number", "begun", "camera", "store")
"""What a table shows of the program that runs."""


class Life(NamedTuple):
    """What was to be seen of a program until it was killed."""

    tables: tuple[Json, ...]
    """What the browser showed, from message to message."""
    answered: tuple[int, ...]
    """The numbers of the events that the person was told are written."""
    killed: datetime


class Browser:
    """A page that listens, and a person who writes to the ledger."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.tables: list[Json] = []
        self.answered: list[int] = []
        self.first = Event()
        self._gone = Event()
        self._threads = [Thread(target=each, daemon=True) for each in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Waits until everything that was sent is read."""
        self._gone.set()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def _listen(self) -> None:
        table: Json = {}
        try:
            with urllib.request.urlopen(f"{self.address}events", timeout=60) as stream:
                for line in stream:
                    if not line.startswith(b"data: ") or not line.endswith(b"\n"):
                        continue
                    message = json.loads(line[6:])
                    table = {**table, **message.get("parts", message)}
                    self.tables.append(table)
                    self.first.set()
        except (OSError, http.client.HTTPException):
            return  # it was killed

    def _speak(self) -> None:
        said = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        try:
            with said.open(self.address, timeout=30) as page:
                found = re.search(r'name="csrf-token" content="([^"]+)"', page.read().decode())
            assert found
            headers = {"Content-Type": "application/json", "X-CSRFToken": found[1]}
            while not self._gone.wait(0.2):
                value = {"A": 1, "B": -1} if len(self.answered) % 2 else {"A": -1, "B": 1}
                body = json.dumps({"do": "book", "transfers": value, "note": "said"}).encode()
                asked = urllib.request.Request(f"{self.address}do", body, headers)
                with said.open(asked, timeout=30) as answer:
                    self.answered.append(json.load(answer)["number"])
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            return  # it was killed


@contextmanager
def started(folder: Path, pace: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A demo and its address; in the end it is killed with everything that it started."""
    options = ["--no-browser", "--port", "0", "--data", str(folder), "--pace", pace]
    program = subprocess.Popen(
        [sys.executable, "-m", "webui", "demo", *options],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert program.stdout is not None
        line = program.stdout.readline()
        assert line.startswith("the table is at http://"), line
        yield program, line.split()[4]
    finally:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate(timeout=30)


def lived(folder: Path, seconds: float) -> Life:
    """A demo that is killed so long after it was shown first."""
    with started(folder, "100") as (_, address):
        browser = Browser(address)
        assert browser.first.wait(60)
        time.sleep(seconds)
        killed = datetime.now(UTC)
    browser.end()
    return Life(tuple(browser.tables), tuple(browser.answered), killed)


def kept(shown: Json) -> Json:
    """What of a shown table is kept."""
    return {name: part for name, part in shown.items() if name not in NOT_KEPT}


def logged(folder: Path) -> tuple[tuple[Stored, ...], ...]:
    """Every event of every evening, the latest evening first."""
    store = Store(folder / "games.db")
    try:
        found = tuple(store.events(each.evening) for each in store.evenings())
        assert store.remarks == ()
        return found
    finally:
        store.close()


def restarted(folder: Path, evening: int) -> Json:
    """What a table shows of the evening that it finds in the store, before any camera looks."""
    store = Store(folder / "games.db")
    table = LiveTable(store, folder)
    table.show(evening)
    store.close()
    found: Json = json.loads(json.dumps(table.snapshot()))
    return found


def unshown(life: Life, events: tuple[Stored, ...], known: int) -> tuple[Stored, ...]:
    """The events of the evening that were written and not shown any more.

    Each table that was shown has to be what the log came to at some moment after `known` events,
    one after the other.
    """
    at = max(known, 1)
    state = folded(events[:at])
    for table in life.tables:
        while json.loads(json.dumps(table_view(state))) != kept(table):
            assert at < len(events), f"never written: {json.dumps(kept(table))[:2000]}"
            state, at = more(state, events[at : at + 1]), at + 1
    return events[at:]


def judged(folder: Path, life: Life, before: tuple[tuple[Stored, ...], ...]) -> int:
    """How many events were written and not shown any more; fails where anything was lost."""
    after, shown = logged(folder), life.tables[-1]
    evening = shown["evening"]["id"]
    for old in before:
        new = next(each for each in after if each[0].evening == old[0].evening)
        assert new[: len(old)] == old
        added = new[len(old) :]
        if old[0].evening != evening:  # its round was over: the demo has begun another evening
            assert all(isinstance(each.event, Settled | Closed) for each in added)
    events = next(each for each in after if each[0].evening == evening)
    known = next((len(each) for each in before if each[0].evening == evening), 0)
    late = unshown(life, events, known)
    assert all(life.killed - each.at < LATE for each in late), late
    told = {each.number for each in events if isinstance(each.event, Booked)}
    assert set(life.answered) <= told
    found = restarted(folder, evening)
    if not late:
        assert kept(found) == kept(shown)
    assert found["store"] == []
    return len(late)


def killed(folder: Path, kills: int, most_s: float, seed: int) -> Json:
    """Figures of so many kills at random moments."""
    chance = random.Random(seed)
    behind: list[int] = []
    answered = shown = 0
    for _ in range(kills):
        before = logged(folder) if behind else ()
        life = lived(folder, chance.uniform(0.0, most_s))
        behind.append(judged(folder, life, before))
        answered, shown = answered + len(life.answered), shown + len(life.tables)
    log = logged(folder)
    return {
        "kills": kills,
        "shown": shown,
        "answered": answered,
        "events": sum(map(len, log)),
        "by_camera": sum(each.by == CAMERA for events in log for each in events),
        "evenings": len(log),
        "all_shown": behind.count(0),
        "most_unshown": max(behind),
    }


def still_shown(folder: Path) -> None:
    """The program itself shows what it finds, before the demo goes on."""
    (events, *_) = logged(folder)
    with (
        started(folder, STILL) as (_, address),
        urllib.request.urlopen(f"{address}snapshot.json", timeout=30) as answer,
    ):
        found = json.load(answer)
    shown = found["evening"]["id"]
    assert kept(found) == kept(restarted(folder, shown))
    grown = next(each for each in logged(folder) if each[0].evening == events[0].evening)
    assert grown[: len(events)] == events
    if shown != events[0].evening:  # its round was over: the demo has begun another evening
        assert all(isinstance(each.event, Settled | Closed) for each in grown[len(events) :])


def test_a_killed_demo_shows_what_it_showed(tmp_path: Path) -> None:
    killed(tmp_path, kills=2, most_s=5.0, seed=5)
    still_shown(tmp_path)


@pytest.mark.long
def test_a_hundred_kills(tmp_path: Path) -> None:
    figures = killed(tmp_path, kills=100, most_s=10.0, seed=2026)
    still_shown(tmp_path)
    print(json.dumps(figures))
