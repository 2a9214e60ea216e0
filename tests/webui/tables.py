"""Live tables for tests, kept by hand, and their apps."""

from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from webui.app import create_app
from webui.evening.events import Opened
from webui.live.table import LiveTable
from webui.security import Door
from webui.store.event_store import Store

POT = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon 02-junk 07-junk"
WON = ("01-bright / 03-bright", "04-junk / 05-junk", "08-bright / 09-junk")
"""Turns after which the first seat may stop with three brights, where the threshold is 3."""


def table_of(folder: Path, *people: str, opened: bool = True, **rules: Any) -> LiveTable:
    """A table of these people in that folder; to be closed with `closed`."""
    table = LiveTable(Store(folder / "games.db"), folder)
    if opened:
        names = people or ("Ann", "Bea")
        table.open(Opened("Friday", names, {"threshold": 3, **rules}, names[0]), "test")
    return table


def dealt(table: LiveTable, *turns: str) -> LiveTable:
    """The table with a round dealt and these turns played."""
    table.do({"do": "deal", "pot": POT}, "Ann")
    for turn in turns:
        table.do({"do": "act", "text": turn}, "Ann")
    return table


def client_of(table: LiveTable, door: Door | None = None) -> FlaskClient:
    """A browser at the table, that need not prove where its forms come from."""
    app = create_app(table, door)
    app.config["WTF_CSRF_ENABLED"] = False
    app.testing = True
    return app.test_client()
