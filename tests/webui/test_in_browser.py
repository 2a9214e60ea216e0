"""The dashboard in a real browser: Chromium, headless, on the recorded game that is shipped."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Browser, Page, expect

from tests.webui.browser import DESKTOP, FOLLOWED_MS, MINUS, NO_BROWSER, PHONE, Open, dashboard
from webui.dashboard import Dashboard

pytestmark = NO_BROWSER


def receives(page: Page, *amounts: str) -> None:
    """Waits until the flag of the round that is over says so."""
    expect(page.locator(".payout .much")).to_have_text(list(amounts))


def wide_as_the_screen(page: Page) -> bool:
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(script))


def test_from_the_first_start_to_a_settled_round(served: Dashboard, page_of: Open) -> None:
    page = page_of(served, DESKTOP)
    page.wait_for_url("**/setup/camera")
    page.locator('input[name="source"][value="demo"]').check()
    page.get_by_role("button", name="Use this one").click()
    page.goto(f"http://127.0.0.1:{served.port}/setup/checks")
    page.get_by_role("button", name="Start a new evening").click()
    page.wait_for_url(f"http://127.0.0.1:{served.port}/")
    page.locator(".turns li").first.wait_for()
    assert page.locator(".pot .card").count() > 0
    page.get_by_text("In the ledger.").wait_for(timeout=FOLLOWED_MS)
    receives(page, "+12", MINUS + "12")
    page.goto(f"http://127.0.0.1:{served.port}/ledger")
    assert "12" in page.locator("main").inner_text()


def test_a_correction_changes_the_payout_and_the_ledger(served: Dashboard, page_of: Open) -> None:
    page = page_of(served, DESKTOP)
    page.get_by_text("In the ledger.").wait_for()
    turn = page.locator(".turns li button:has(.event-go)")
    turn.click()
    text = page.locator('dialog input[name="text"]')
    text.fill(text.input_value().replace("; go", "; stop"))
    page.get_by_role("button", name="Change", exact=True).click()
    receives(page, "+11", MINUS + "11")
    expect(page.locator("dialog")).to_be_hidden()
    state = served.table.state
    assert state is not None
    assert state.ledger.balances() == {"A": 11, "B": -11}
    assert state.ledger.entries[-1].kind == "correction"
    page.keyboard.press("u")
    receives(page, "+12", MINUS + "12")
    assert served.table.state is not None
    assert served.table.state.ledger.balances() == {"A": 12, "B": -12}
    page.keyboard.press("r")
    receives(page, "+11", MINUS + "11")


def test_a_card_is_put_right_by_tapping_it(served: Dashboard, page_of: Open) -> None:
    page = page_of(served, DESKTOP)
    page.locator(".seat .card").first.wait_for()
    state = served.table.state
    assert state is not None
    before = state.rounds[0].text
    page.locator('.seat button[data-dialog*="card=12-double"]').click()
    page.locator("dialog .picker .card").first.click()
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator('.seat button[data-dialog*="card=12-double"]')).to_have_count(0)
    page.locator('[data-do*="undo"]').click()
    expect(page.locator('.seat button[data-dialog*="card=12-double"]')).to_have_count(1)
    assert served.table.state is not None
    assert served.table.state.rounds[0].text == before


def test_two_pages_show_the_same_at_once(served: Dashboard, page_of: Open) -> None:
    first, second = page_of(served, DESKTOP), page_of(served, PHONE)
    second.locator(".turns li").first.wait_for()
    turns = second.locator(".turns li").count()
    first.locator(".turns li button").first.click()
    first.get_by_role("button", name="This turn never was").click()
    expect(second.locator(".turns li")).to_have_count(turns - 1)
    expect(first.locator("dialog")).to_be_hidden()
    first.keyboard.press("u")
    expect(second.locator(".turns li")).to_have_count(turns)


def test_a_table_by_hand_on_a_phone(tmp_path: Path, chromium: Browser, page_of: Open) -> None:
    with dashboard(tmp_path) as served:
        page = page_of(served, PHONE)
        page.locator('input[name="source"][value="hand"]').check()
        page.get_by_role("button", name="Use this one").click()
        page.goto(f"http://127.0.0.1:{served.port}/setup/checks")
        page.get_by_role("button", name="Start a new evening").click()
        page.get_by_role("button", name="Deal by hand").click()
        for face in ("01-junk", "02-junk", "03-junk", "04-junk", "05-junk", "06-junk", "07-junk"):
            tap(page, face)
        tap(page, "08-junk")
        page.locator("dialog button.primary", has_text="Deal").click()
        tap(page, "01-bright")
        tap(page, "08-bright")
        page.locator(".turns li").first.wait_for(state="attached")
        page.get_by_role("button", name="Close").click()
        assert page.locator(".seat .card").count() == 4
        assert wide_as_the_screen(page)
        page.locator('[data-do*="undo"]').click()
        expect(page.locator(".seat .card")).to_have_count(0)
        page.close()


def tap(page: Page, face: str) -> None:
    """Taps a card of the deck in the dialog, and waits for what it opens."""
    card = page.locator(f'dialog .deck button:not([disabled]):has(img[src*="/{face}"])').first
    card.wait_for()
    dialog = page.locator("dialog")
    before = dialog.get_attribute("data-address") or ""
    card.click()
    expect(dialog).not_to_have_attribute("data-address", before)


def test_a_phone_sees_the_same_table(served: Dashboard, page_of: Open) -> None:
    page = page_of(served, PHONE)
    page.get_by_text("In the ledger.").wait_for()
    assert wide_as_the_screen(page)
    sizes = [
        button.bounding_box() for button in page.locator(".call-row button, .tool-row button").all()
    ]
    assert all(size is not None and size["height"] >= 44 for size in sizes)
