"""axe-core finds nothing serious on any page or dialog, light or dark, desktop or phone.

`npm install axe-core` in this folder or one above it is enough; AXE may name `axe.min.js` instead.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page

from tests.webui.browser import DESKTOP, NO_BROWSER, PHONE, Open, dashboard, until
from tests.webui.tables import POT, WON, dealt
from tests.webui.test_pages_in_browser import PATHS, chosen
from vision.video import Frame
from webui.dashboard import Dashboard
from webui.evening.events import Opened
from webui.live.table import LiveTable, Watching
from webui.security import Door, Role

IN_FOLDER = "node_modules/axe-core/axe.min.js"


def axe_found() -> Path | None:
    """Where axe-core lies; None where there is none."""
    if "AXE" in os.environ:
        return Path(os.environ["AXE"])
    return next(
        (up / IN_FOLDER for up in Path(__file__).parents if (up / IN_FOLDER).is_file()), None
    )


AXE = axe_found()
pytestmark = [
    NO_BROWSER,
    pytest.mark.skipif(
        AXE is None, reason="NO AXE-CORE FOUND (npm install axe-core): the pages were not checked"
    ),
]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
GRAVE = ("serious", "critical")
RUN = "rules => axe.run(document, {resultTypes: ['violations'], ...rules})"
ONLY_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What else there is to find does not depend on the theme."""
DIALOGS = {
    "opened": ("/live/say", "/live/sell", "/live/deal", "/live/deal?picked=01-junk+02-junk"),
    "played": (
        *("/live/say", "/live/hand", "/live/hand?picked=04-junk", "/live/turn/1/0"),
        *("/live/turn/1/1", "/live/turn/1/1?card=01-bright", "/live/text/1"),
    ),
    "call": ("/live/hand",),
    "ppuk": ("/live/hand?picked=02-animal",),  # with both cards it is played at once
    "over": ("/live/hand", "/live/turn/1/3"),
}


def grave(page: Page) -> list[str]:
    """What axe finds serious or critical on the page as it is, in the light and in the dark."""
    assert AXE is not None
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN, {})["violations"]
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(RUN, ONLY_COLOURS)["violations"]
    return [
        f"{page.url}: {each['id']}: {node['target']}: {node['failureSummary']}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def told(faults: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(faults))


@SIZES
def test_every_page(filled: Dashboard, page_of: Open, size: tuple[int, int]) -> None:
    page = chosen(page_of(filled, size, "/setup?language=en"))
    home = page.url.partition("/setup")[0]
    faults = []
    for path in PATHS:
        page.goto(home + path)
        faults += grave(page)
    page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(f"{home}/nowhere")
    faults += grave(page)
    assert not faults, told(faults)


def brought(table: LiveTable, state: str, source: str = "") -> None:
    """Brings a table to a state, by the commands of a person; no camera begins to watch."""
    table.on_evening = lambda _: None
    people = ("Ann", "Bea", "Cho") if state == "opened" else ("Ann", "Bea")
    table.open(Opened("Friday", people, {"threshold": 3}, people[0], 100, None, source), "test")
    if state == "ppuk":
        pot = POT.replace("02-junk", "04-junk")
        table.do({"do": "deal", "pot": pot}, "Ann")
        table.do({"do": "act", "text": "06-junk / 06-junk"}, "Ann")
    elif state != "opened":
        turns = {"played": WON[:1], "call": WON, "over": (*WON, "stop")}
        dealt(table, *turns[state])


@SIZES
@pytest.mark.parametrize("state", DIALOGS)
def test_the_table_and_what_opens_over_it(
    tmp_path: Path, page_of: Open, size: tuple[int, int], state: str
) -> None:
    with dashboard(tmp_path) as served:
        brought(served.table, state)
        page = page_of(served, size)
        until(page, "typeof ask === 'function'")  # the page's own script has run
        faults = grave(page)
        for address in DIALOGS[state]:
            page.evaluate("address => ask(address)", address)
            page.locator(f'dialog[open][data-address="{address}"]').wait_for()
            faults += grave(page)
        page.close()
    assert not faults, told(faults)


@SIZES
def test_the_table_under_a_camera(tmp_path: Path, page_of: Open, size: tuple[int, int]) -> None:
    picture = np.full((72, 128, 3), 90, np.uint8)
    with dashboard(tmp_path) as served:
        brought(served.table, "played", source="0")
        served.table.picture.show(Frame(0.0, 0, lambda: picture[..., 0], lambda: picture))
        page = page_of(served, size)
        faults = []
        for attention in ("settled", "hand_over", "needs_you", "failed"):
            fault = "the camera is gone" if attention == "failed" else ""
            served.table.watch(Watching("0", attention, fault))
            page.locator(f'[data-attention="{attention}"]').wait_for()
            faults += grave(page)
        page.close()
    assert not faults, told(faults)


@SIZES
def test_the_door_and_what_a_viewer_sees(
    tmp_path: Path, page_of: Open, size: tuple[int, int]
) -> None:
    with dashboard(tmp_path, Door({Role.VIEWER: "333333"}, ())) as served:
        brought(served.table, "call")
        page = page_of(served, size, "/door")
        faults = grave(page)
        page.locator('input[name="pin"]').fill("333333")
        page.get_by_role("button", name="Enter").click()
        page.locator("#part-status").wait_for()
        faults += grave(page)
        page.close()
    assert not faults, told(faults)
