"""Pages in Chromium, headless; none of them may fail, or ask anybody but this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.webui.browser import PATIENCE_MS, Open, dashboard
from tests.webui.reviews.test_pages import found, round_won
from webui.dashboard import Dashboard
from webui.evening.events import Opened, Settled
from webui.reviews.pages import studies

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    with dashboard(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module")
def filled(served: Dashboard) -> Dashboard:
    """A dashboard with the demo chosen, a study of two rounds, and one of them in the ledger."""
    agreed = Opened("demo", ("Ann", "Bea"), {"preset": "matgo", "threshold": 3}, "Ann", 100)
    with served.app.app_context():
        kept = studies()
    kept.keep("demo", agreed, found(round_won("Ann"), round_won("Bea")))
    study = kept.of("demo")
    assert study is not None
    evening = served.table.store.new_evening(agreed, "test").evening
    for event in (study.state.rounds[0].event, Settled(1)):
        served.table.store.append(evening, event, "test")
    return served


@pytest.fixture
def page_of(chromium: Browser) -> Iterator[Open]:
    """Opens pages; in the end none of them may have failed, or asked anybody but this machine."""
    faults: list[str] = []
    with ExitStack() as stack:

        def opened(served: Dashboard, size: tuple[int, int], path: str = "/") -> Page:
            context = chromium.new_context(
                viewport={"width": size[0], "height": size[1]}, locale="en-GB"
            )
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console", lambda said: faults.append(said.text) if said.type == "error" else None
            )
            page.on("request", lambda request: faults.extend(_elsewhere(request.url)))
            page.goto(f"http://127.0.0.1:{served.port}{path}")
            return page

        yield opened
    assert not faults


def _elsewhere(url: str) -> list[str]:
    parts = urlsplit(url)
    local = parts.scheme in ("data", "blob") or parts.hostname == "127.0.0.1"
    return [] if local else [f"a request left the machine: {url}"]
