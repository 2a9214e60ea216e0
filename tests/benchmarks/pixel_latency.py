"""How long from a committed turn to changed pixels, with several browsers at one table.

    python tests/benchmarks/pixel_latency.py [--pages 8] [--turns 50] [--json OUT]

A turn is written and taken back again and again. Each page tells when the first frame with the
change was drawn; the time is taken from when the store had committed it. Needs playwright and a
Chromium (its path in CHROMIUM, or on the path).
"""

import argparse
import json
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from chromium_path import CHROMIUM, FLAGS, MISSING
from webui.dashboard import Dashboard
from webui.evening.events import Opened
from webui.live.table import LiveTable
from webui.store.event_store import Store

POT = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon 02-junk 07-junk"
TURN = {"do": "act", "text": "01-bright / 03-bright"}
BETWEEN_S = 0.15
GOAL_MS = 100.0
DRAWN = """() => {
  window.drawn = [];
  const live = document.getElementById("live");
  live.addEventListener("swapped", () => {
    const number = Number(live.dataset.number);
    requestAnimationFrame(() => setTimeout(() => window.drawn.push([number, Date.now()])));
  });
}"""


def measured(pages: int, turns: int, chromium: str) -> list[float]:
    """Milliseconds from each commit to each page's pixels."""
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        table = LiveTable(Store(Path(folder) / "games.db"), Path(folder))
        table.open(Opened("Benchmark", ("Ann", "Bea"), {"preset": "matgo"}, "Ann"), "benchmark")
        table.do({"do": "deal", "pot": POT}, "benchmark")
        with Dashboard(table) as served:
            threading.Thread(target=served.run, daemon=True).start()
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            opened = [_page(browser.new_context().new_page(), served.port) for _ in range(pages)]
            committed = _played(table, turns)
            time.sleep(1.0)
            drawn: list[list[list[float]]] = [page.evaluate("window.drawn") for page in opened]
            browser.close()
    return [
        min(at_ms for number, at_ms in seen if number >= wanted) - 1000 * at_s
        for seen in drawn
        for wanted, at_s in committed
    ]


def _page(page: Page, port: int) -> Page:
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_timeout(500)
    page.evaluate(DRAWN)
    return page


def _played(table: LiveTable, turns: int) -> list[tuple[int, float]]:
    """The number of each change and when it was committed; every second one is an undo."""
    found = []
    for number in range(turns):
        time.sleep(BETWEEN_S)
        table.do({"do": "undo"} if number % 2 else TURN, "benchmark")
        found.append((table.number, time.time()))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints how long it takes; 1 where it takes longer than the goal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=8)
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    if CHROMIUM is None:
        print(f"pixel_latency: {MISSING}", file=sys.stderr)
        return 2
    times = measured(asked.pages, asked.turns, CHROMIUM)
    median, p95 = (quantiles(times, n=20)[k] for k in (9, 18))
    told: dict[str, Any] = {
        "pages": asked.pages,
        "changes": asked.turns,
        "median_ms": round(median, 1),
        "p95_ms": round(p95, 1),
        "most_ms": round(max(times), 1),
    }
    print(json.dumps(told))
    if asked.json:
        asked.json.write_text(json.dumps(told) + "\n")
    return 0 if p95 <= GOAL_MS else 1


if __name__ == "__main__":
    sys.exit(main())
