"""Draws the README's pictures of the dashboard: `python docs/make_screenshots.py`.

The bundled demo is played in a throw-away data folder and looked at with Chromium (CHROMIUM names
another one). It takes a minute or two.
"""

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
from webui.demo_game import show_demo
from webui.live_table import LiveTable
from webui.store import Store

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
DESKTOP, PHONE = (1280, 760), (390, 780)
PACE = 2.0
"""Slow enough for the picture of the camera to be of the same moment as the table."""
PATIENCE_MS = 600_000
LEVELS = 52
"""Of each colour: enough for cards and letters, and a file half as large."""
SETTLED = '#live:has([data-attention="settled"])'


@contextmanager
def demo(folder: Path) -> Iterator[str]:
    """The address at which the demo is being played."""
    table = LiveTable(Store(folder / "games.db"), folder)
    show_demo(table)
    with Dashboard(table, pace=PACE) as served:
        threading.Thread(target=served.run, daemon=True).start()
        yield f"http://127.0.0.1:{served.port}"


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


def main() -> None:
    """Takes the three pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as driver,
        demo(Path(folder)) as url,
    ):
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
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
        browser.close()


if __name__ == "__main__":
    main()
