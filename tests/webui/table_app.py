"""An app around a table of its own, for tests of pages."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from flask import Flask

from scorer.record import written
from tests.webui.evenings import won
from vision.setup import read_setup, setup_json
from webui.app import create_app
from webui.evening.events import Opened, Round, Settled
from webui.evening.table_state import fresh_record
from webui.live.table import LiveTable
from webui.recordings.demo import SETUP
from webui.security import Door
from webui.store.event_store import Store


@contextmanager
def served(folder: Path, door: Door | None = None, csrf: bool = False) -> Iterator[Flask]:
    """The app of a data folder; what it has opened is closed in the end."""
    table = LiveTable(Store(folder / "games.db"), folder)
    app = create_app(table, door)
    app.config["WTF_CSRF_ENABLED"] = csrf
    app.testing = True
    try:
        yield app
    finally:
        if "studies" in app.extensions:
            app.extensions["studies"].close()
        table.close()
        table.store.close()


def keep_a_setup_of_four(folder: Path) -> None:
    """The demo's setup under the name `four`, with two more seats, before whom no card ever lies."""
    setup = setup_json(read_setup(SETUP))
    for seat, left in (("Cho", 800), ("Dan", 860)):
        corner = [[left, 0], [left + 50, 0], [left + 50, 50], [left, 50]]
        setup["zones"].append({"name": "captures", "seat": seat, "polygon_mm": corner})
    setup["seats"] += ["Cho", "Dan"]
    (folder / "setups").mkdir(exist_ok=True)
    (folder / "setups" / "four.json").write_text(json.dumps(setup))


def open_evening(app: Flask, *people: str, **rules: object) -> int:
    """The number of a new evening, which the table shows."""
    table: LiveTable = app.extensions["table"]
    preset = "matgo" if len(people) == 2 else "gostop-3p"
    chosen = {"preset": preset, "threshold": 3, **rules}
    return table.open(Opened("Friday", people, chosen, people[0], 100), "test").evening


def play(app: Flask, winner: str, settled: bool = True, **more: object) -> int:
    """The number of one more round of the evening, which this one won."""
    table: LiveTable = app.extensions["table"]
    state = table.state
    assert state is not None
    number = state.next_round
    text = written(won(fresh_record(state), winner))
    event = replace(Round(number, text), **more)  # type: ignore[arg-type]
    table.store.append(state.id, event, "test")
    if settled:
        table.store.append(state.id, Settled(number), "test")
    table.show(state.id)
    return number
