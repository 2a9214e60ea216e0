"""Serving the dashboard: what `hwatu`, `hwatu demo` and `hwatu watch` have in common."""

import json
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import wraps
from typing import Any

import click

from webui.bad_input import BadInput
from webui.command_line.camera import told_plainly
from webui.data_folder import data_folder, data_option, rule_folders


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the dashboard is served, and by which database."""

    host: str
    port: int
    browser: bool
    store: str | None = None
    """The database's URL; None for a file of its own in the data folder."""

    @property
    def loopback(self) -> bool:
        """Whether only this machine reaches it."""
        from webui.security import LOOPBACK

        return self.host in LOOPBACK


OPTIONS = (
    click.option(
        "--store",
        metavar="URL",
        help="A database for many tables, such as postgresql://HOST/hwatu; see docs/STORE.md.",
    ),
    data_option,
    click.option("--no-browser", is_flag=True, help="Open no browser."),
    click.option(
        "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port."
    ),
    click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        help="Who reaches it: 0.0.0.0 for phones too, which then need the PIN.",
    ),
)


def serving_options(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the options of serving to a command, which gets them together as `there`."""

    @wraps(command)
    def gathered(
        *arguments: Any,
        host: str,
        port: int,
        no_browser: bool,
        store: str | None,
        **more: Any,
    ) -> int:
        there = Serving(host, port, not no_browser, store)
        return command(*arguments, there=there, **more)

    for option in OPTIONS:
        gathered = option(gathered)
    return gathered


def opened_table(there: Serving) -> Any:
    """The live table of the data folder, with no evening shown yet.

    Raises:
        BadInput: the folder cannot be had, or the games there cannot be read.
        NotHere: a library is missing, or nobody can tell where the folder would be.
    """
    with told_plainly():
        from webui.live.table import LiveTable
        from webui.store.database import StoreError
        from webui.store.event_store import Store

    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror
        raise BadInput(f"{folder}: cannot be made: {reason}: expected a folder") from error
    try:
        store = Store(there.store or folder / "games.db")
        return LiveTable(store, folder, rule_folders())
    except StoreError as error:
        raise BadInput(str(error)) from error


def show_latest(table: Any) -> None:
    """Shows the evening that was open last, a demo's left out; nothing where there is none.

    Raises:
        BadInput: it cannot be read.
    """
    from webui.evening.events import BadEvent
    from webui.recordings.demo import DEMO
    from webui.store.database import StoreError

    try:
        for listed in table.store.evenings():
            begun = table.beginning(listed.evening)
            if not listed.closed and begun is not None and begun.source != DEMO:
                table.show(listed.evening)
                return
    except (StoreError, BadEvent) as error:
        raise BadInput(str(error)) from error


def serve_evening(
    there: Serving, source: str, setup: Any, names: tuple[str, ...], rules: Any
) -> int:
    """Serves the evening of a source: the one that was broken off, or a new one.

    Raises:
        BadInput: it cannot be opened.
    """
    from vision.setup import setup_json
    from vision.video import BadVideo, probe
    from webui.evening.chosen_rules import chosen
    from webui.evening.commands import BadCommand
    from webui.evening.events import BadEvent, Opened
    from webui.seating import MOST_ACTIVE
    from webui.store.database import StoreError

    try:
        if not source.isdecimal() and "://" not in source:
            probe(source)
    except BadVideo as error:
        raise BadInput(str(error)) from error
    values = None if setup is None else json.loads(json.dumps(setup_json(setup)))
    agreed = chosen(rules, min(len(names), MOST_ACTIVE), rule_folders())
    evening = Opened(f"{date.today()}", names, agreed, names[0], 1, values, source)

    def begin(table: Any) -> None:
        try:
            table.go_on_or_open(evening, "watch")
        except (BadCommand, BadEvent, StoreError) as error:
            raise BadInput(str(error)) from error

    return serve(there, begin)


def serve(there: Serving, begin: Callable[[Any], None], pace: float = 1.0) -> int:
    """Serves the table of the data folder until Ctrl-C.

    `begin` shows an evening on it. It is asked when the address is had, so that nothing is written
    where the table is served already.

    Raises:
        BadInput: the address or the folder cannot be had, or what `begin` raises.
        NotHere: as for opened_table.
    """
    table = opened_table(there)
    from webui.dashboard import Dashboard
    from webui.security import Door, new_pins

    door = Door() if there.loopback else Door(new_pins(), ())
    try:
        dashboard = Dashboard(table, there.host, there.port, door, pace)
    except OSError as error:
        table.store.close()
        reason = error.strerror or error
        unknown = isinstance(error, socket.gaierror)
        expected = "an address of this machine" if unknown else "a free port, such as 0"
        raise BadInput(
            f"--host {there.host} --port {there.port}: {reason}: expected {expected}"
        ) from error

    def ended(number: int, frame: object) -> None:
        table.close()  # who listens would keep the server waiting
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended)
    with dashboard:
        begin(table)
        _tell(there, dashboard.port, door)
        dashboard.run()
    return 0


def _tell(there: Serving, port: int, door: Any) -> None:
    """Says where the table is, with the PINs and a code to scan, and opens the browser."""
    name = "localhost" if there.loopback else _own_address()
    url = f"http://{name}:{port}/"
    click.echo(f"the table is at {url}   (Ctrl-C ends it)")
    for role, pin in door.pins.items():
        click.echo(f"  PIN {pin}  {ROLES[str(role)]}")
    if door.pins:
        import segno

        player = next(pin for role, pin in door.pins.items() if role == "player")
        address = f"{url}door?pin={player}"
        click.echo(f"for a player's phone: {address}")
        segno.make(address, micro=False).terminal(compact=True)
        url = f"http://localhost:{port}/door?pin={next(iter(door.pins.values()))}"
    if there.browser and _has_screen():
        threading.Timer(0.3, webbrowser.open, (url,)).start()


ROLES = {
    "table": "for who keeps the table: everything",
    "player": "for who plays: calls and corrections of the round",
    "viewer": "for who looks on",
}


def _has_screen() -> bool:
    """Whether a browser would open a window; one in the terminal would hide what is said there."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, screens))


def _own_address() -> str:
    """This machine's address in the local network; nothing is sent to learn it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
