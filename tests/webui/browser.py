"""What the tests in a browser share: Chromium, sizes, a dashboard that serves."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from webui.dashboard import Dashboard
from webui.live.table import LiveTable
from webui.security import Door
from webui.store.event_store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--lang=en"]
DESKTOP, PHONE = (1440, 900), (360, 740)
MINUS = "\N{MINUS SIGN}"
PATIENCE_MS, POLL_MS = 30_000, 50
FOLLOWED_MS = 300_000
"""For the whole demo, followed as fast as the machine allows."""

NO_BROWSER = pytest.mark.skipif(
    not CHROMIUM, reason="NO CHROMIUM FOUND: the pages were not tested in a browser"
)
Open = Callable[..., "Page"]


@contextmanager
def dashboard(folder: Path, door: Door | None = None) -> Iterator[Dashboard]:
    """A dashboard on a data folder of its own, as fast as the machine allows."""
    table = LiveTable(Store(folder / "games.db"), folder)
    with Dashboard(table, door=door, pace=0.0) as served:
        thread = threading.Thread(target=served.run, daemon=True)
        thread.start()
        yield served


def until(page: Page, script: str) -> None:
    """Waits until a script says yes; the page's own policy forbids what Playwright's wait does."""
    for _ in range(PATIENCE_MS // POLL_MS):
        if page.evaluate(script):
            return
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"not in {PATIENCE_MS} ms: {script}")
