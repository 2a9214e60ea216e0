"""Draws the pictures of the dashboard: `python docs/make_screenshots.py`.

The bundled demo is played in a throw-away data folder and looked at with Chromium (CHROMIUM names
another one). It takes a minute or two.
"""

import argparse
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from webui.dashboard import Dashboard
from webui.evening.events import Opened, Round, Settled
from webui.live.demo_evening import show_demo
from webui.live.table import LiveTable
from webui.store.event_store import Store

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ROUNDS = HERE.parent / "tests" / "rounds"
DESKTOP, PHONE = (1280, 760), (390, 780)
PACE = 2.0
"""Slow enough for the picture of the camera to be of the same moment as the table."""
PATIENCE_MS = 600_000
LEVELS = 52
"""Of each colour: enough for cards and letters, and a file half as large."""
SETTLED = '#live:has([data-attention="settled"])'
FRIDAY = (
    "matgo_whole_round_with_go_bak",
    "go_bak_doubles_in_matgo",
    "four_on_the_table_wins_for_the_dealer",
    "bomb_in_matgo_doubles_and_two_flips_alone",
)
"""Written rounds that make an evening for the picture of the ledger."""


@contextmanager
def demo(folder: Path, pace: float = PACE) -> Iterator[str]:
    """The address at which the demo is being played, beside an evening of written rounds."""
    table = LiveTable(Store(folder / "games.db"), folder)
    friday(table.store)
    show_demo(table)
    with served(table, pace) as url:
        yield url


@contextmanager
def served(table: LiveTable, pace: float = PACE) -> Iterator[str]:
    """The address of a table."""
    with Dashboard(table, pace=pace) as dashboard:
        threading.Thread(target=dashboard.run, daemon=True).start()
        yield f"http://127.0.0.1:{dashboard.port}"


def friday(store: Store) -> None:
    """Writes an evening of settled rounds, the first of the store."""
    opened = Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Bea")
    evening = store.new_evening(opened, "table").evening
    for number, name in enumerate(FRIDAY, 1):
        text = (ROUNDS / f"{name}.hwatu").read_text(encoding="utf-8")
        for event in (Round(number, text), Settled(number)):
            store.append(evening, event, "table")


def opened(
    browser: Browser, url: str, size: tuple[int, int], theme: Literal["light", "dark"] = "light"
) -> Page:
    """A page of the dashboard on a screen of this size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
        color_scheme=theme,
        bypass_csp=True,  # for `wait_for_function`
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(url)
    return page


def keep(page: Page, name: str) -> None:
    """Writes what the page shows, in few enough colours for a small file."""
    seen = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    step = 255 / (LEVELS - 1)
    fewer = (np.round(seen / step) * step).astype(np.uint8)
    cv2.imwrite(str(HERE / name), fewer, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    print(f"{HERE / name}: {(HERE / name).stat().st_size // 1000} KB")


def review(page: Page) -> None:
    """Has the demo reviewed, and the film shown at a turn of it."""
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator("svg.timeline").wait_for()
    page.wait_for_function("document.querySelector('video').readyState >= 1")
    page.locator(".turns .seek").nth(4).click()
    page.wait_for_function("!document.querySelector('video').seeking")
    page.wait_for_timeout(1000)  # for the picture of the film


def readme(browser: Browser, folder: Path) -> None:
    """The table, a phone and a review, while the demo is played."""
    with demo(folder) as url:
        phone = opened(browser, url, PHONE, "dark")
        desktop = opened(browser, url, DESKTOP)
        phone.locator(f"{SETTLED}:has(.turns li:nth-child(10)) .flag-ppuk").wait_for()
        keep(phone, "phone.png")
        desktop.locator(f"{SETTLED} .flag-call").wait_for()
        desktop.wait_for_timeout(500)  # for the picture of the camera
        keep(desktop, "table.png")
        desktop.goto(f"{url}/review/demo")
        review(desktop)
        keep(desktop, "review.png")


def guide(browser: Browser, folder: Path) -> None:
    """A correction, a ledger, the wizard's zones and its checks, after the demo was played."""
    with demo(folder, pace=0.0) as url:
        correction(opened(browser, url, DESKTOP))
        ledger(opened(browser, f"{url}/ledger/1", (1000, 900)))
    with served(LiveTable(Store(folder / "games.db"), folder)) as url:  # where nothing is played
        wizard = opened(browser, f"{url}/setup/camera", (1000, 700))
        zones(wizard)
        wizard.set_viewport_size({"width": 1000, "height": 1060})
        checks(wizard)


def correction(page: Page) -> None:
    """What a turn may have been, asked by a tap on it."""
    page.locator('[data-dialog="/live/turn/1/8"]').click()
    page.locator("#dialog .answer").first.wait_for()
    page.wait_for_timeout(500)  # for the table behind it
    keep(page, "guide_correction.png")


def ledger(page: Page) -> None:
    """Who owes whom after four rounds."""
    keep(page, "guide_ledger.png")


def zones(page: Page) -> None:
    """The zones of the demo's table, to be dragged."""
    page.locator('input[value="demo"]').check()
    page.get_by_role("button", name="Use this one").click()
    page.wait_for_url("**/setup/table")
    page.goto(page.url.replace("table", "zones"))
    page.wait_for_function("document.querySelector('svg[data-drawing] circle')")
    keep(page, "guide_zones.png")


def checks(page: Page) -> None:
    """What the camera's checks found on the demo's table."""
    page.goto(page.url.replace("zones", "checks"))
    page.get_by_role("button", name="Check now").click()
    page.locator(".findings li").first.wait_for()
    page.wait_for_function("document.querySelector('img.whole').complete")
    keep(page, "guide_checks.png")


PICTURES = {"readme": readme, "guide": guide}


def main() -> None:
    """Takes the pictures of each group that is named, or of all."""
    parser = argparse.ArgumentParser(description="Draws the pictures of the dashboard.")
    parser.add_argument("--only", choices=PICTURES, help="those of the README or of the guide")
    only = parser.parse_args().only
    for group in [only] if only else PICTURES:
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            PICTURES[group](browser, Path(folder))
            browser.close()


if __name__ == "__main__":
    main()
