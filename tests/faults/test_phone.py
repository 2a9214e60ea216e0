"""The network goes away for a phone and comes back: the page says so, and catches up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Browser, Page, expect

from tests.faults.wireless import Wireless, wireless
from tests.webui.browser import NO_BROWSER, PATIENCE_MS, PHONE, dashboard
from tests.webui.tables import POT, WON
from webui.dashboard import Dashboard
from webui.evening.events import Opened
from webui.live import table as live_table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = NO_BROWSER
PING_S = 0.4


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dashboard]:
    """A table on which a round was dealt, that says often that it is there."""
    monkeypatch.setattr(live_table, "PING_S", PING_S)
    with dashboard(tmp_path) as found:
        found.table.open(Opened("Friday", ("Ann", "Bea"), {"threshold": 3}, "Ann"), "test")
        found.table.do({"do": "deal", "pot": POT}, "Ann")
        yield found


@pytest.fixture
def network(served: Dashboard) -> Iterator[Wireless]:
    with wireless(served.port) as found:
        yield found


@pytest.fixture
def phone(chromium: Browser, network: Wireless) -> Iterator[Page]:
    """The page on a phone in that network."""
    context = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="fr-FR")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{network.port}/")
    page.locator(".pot .card").first.wait_for()
    yield page
    context.close()


def line(page: Page) -> Locator:
    return page.locator("#line")


def turns(page: Page) -> Locator:
    return page.locator(".turns li")


@pytest.mark.parametrize("fails", [Wireless.cut, Wireless.silence], ids=["cut", "silent"])
def test_a_phone_without_a_network_says_so_and_catches_up(
    served: Dashboard, network: Wireless, phone: Page, fails: object
) -> None:
    expect(line(phone)).to_be_hidden()
    fails(network)  # type: ignore[operator]
    expect(line(phone)).to_be_visible()
    expect(line(phone)).to_contain_text("La connexion à la table est perdue")
    for text in WON[:2]:
        served.table.do({"do": "act", "text": text}, "Ann")
    expect(turns(phone)).to_have_count(0)
    network.back()
    expect(turns(phone)).to_have_count(2)
    expect(line(phone)).to_be_hidden()


def test_what_is_said_without_a_network_is_refused_in_words(
    served: Dashboard, network: Wireless, phone: Page
) -> None:
    faults: list[str] = []
    phone.on("pageerror", lambda error: faults.append(str(error)))
    network.cut()
    expect(line(phone)).to_be_visible()
    phone.locator('[data-dialog*="/live/"]').first.click()
    expect(phone.locator("#fault")).to_contain_text("La connexion à la table est perdue")
    expect(phone.locator("dialog")).to_be_hidden()
    assert faults == []
    network.back()
    expect(line(phone)).to_be_hidden()
