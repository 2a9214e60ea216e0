"""The pages beside the live table in a real browser: what is dragged, what seeks, every screen."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Locator, Page, expect

from tests.webui.browser import DESKTOP, FOLLOWED_MS, NO_BROWSER, PHONE, Open, dashboard, until
from tests.webui.table_app import keep_a_setup_of_four
from webui.dashboard import Dashboard
from webui.words import LANGUAGES

pytestmark = NO_BROWSER
PATHS = (
    *(f"/setup/{step}" for step in ("camera", "table", "people", "zones", "rules", "checks")),
    *("/ledger", "/ledger/1/1", "/ledger/1/1/1", "/ledger/1/print"),
    *("/review", "/review/demo", "/review/demo/1/2", "/review/demo?again=1", "/statistics"),
)


def chosen(page: Page) -> Page:
    """The wizard after the demo was chosen."""
    page.locator('input[name="source"][value="demo"]').check()
    page.get_by_role("button", name="Use this one").click()
    page.wait_for_url("**/setup/table")
    return page


def dragged(page: Page, what: Locator, by: tuple[int, int]) -> None:
    box = what.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=3)
    page.mouse.up()


def numbers(page: Page, field: str) -> list[float]:
    text = page.locator(f'input[name="{field}"]').input_value()
    return [float(each) for each in re.split(r"[ ,]+", text)]


def test_corners_are_dragged_and_moved_by_keys(filled: Dashboard, page_of: Open) -> None:
    page = chosen(page_of(filled, DESKTOP, "/setup"))
    before = numbers(page, "corners")
    first = page.locator("circle.handle").first
    with page.expect_response("**/setup/straight.jpg?corners*") as shown:
        dragged(page, first, (30, 20))
    assert shown.value.ok
    moved = numbers(page, "corners")
    assert moved[0] > before[0] + 10
    assert moved[1] > before[1] + 10
    assert moved[2:] == before[2:]
    first.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert numbers(page, "corners")[:2] == pytest.approx([moved[0] - 10, moved[1] + 1], abs=0.11)
    kept = numbers(page, "corners")
    page.get_by_role("button", name="Save and go on").click()
    page.goto(page.url.replace("people", "table"))
    assert numbers(page, "corners") == kept


def test_the_picture_of_a_camera_goes_on(filled: Dashboard, page_of: Open) -> None:
    page = chosen(page_of(filled, DESKTOP, "/setup"))
    desk = filled.app.extensions["desk"]
    desk.keep(replace(desk.draft(), source="7"))
    page.route("**/setup/now.jpg", lambda route: route.fulfill(path=desk.folder / "wizard.jpg"))
    page.reload()
    until(page, "document.querySelector('svg image').getAttribute('href').startsWith('blob:')")


def test_zones_are_dragged_and_stay_rectangles(filled: Dashboard, page_of: Open) -> None:
    page = chosen(page_of(filled, DESKTOP, "/setup"))
    page.goto(page.url.replace("table", "zones"))
    before = numbers(page, "zone0")
    dragged(page, page.locator("polygon.zone.pot"), (-20, 10))
    whole = numbers(page, "zone0")
    shifts = [new - old for new, old in zip(whole, before, strict=True)]
    assert shifts[0] < -5
    assert shifts[1] > 2
    assert shifts[::2] == pytest.approx([shifts[0]] * 4, abs=0.2)
    page.get_by_role("button", name=re.compile("^Corner 1 of Pot")).focus()
    page.keyboard.press("Shift+ArrowLeft")
    x, y = numbers(page, "zone0")[::2], numbers(page, "zone0")[1::2]
    assert (x[0], x[1], y[0], y[3]) == pytest.approx((x[3], x[2], y[1], y[2]), abs=0.11)
    assert x[0] == pytest.approx(whole[0] - 10, abs=0.11)


def test_a_click_on_a_turn_seeks_the_film(filled: Dashboard, page_of: Open) -> None:
    page = page_of(filled, DESKTOP, "/review/demo")
    until(page, "document.querySelector('video').readyState >= 1")
    page.get_by_role("button", name="Show 0:12").click()
    until(page, "Math.abs(document.querySelector('video').currentTime - 12) < 0.1")
    expect(page.locator(".turns li.shown")).to_have_count(1)
    expect(page.locator(".turns li.shown .seek")).to_have_text("0:12")
    line = page.locator("svg.timeline").bounding_box()
    assert line is not None
    page.mouse.click(line["x"] + line["width"] / 2, line["y"] + line["height"] - 2)
    until(page, "Math.abs(document.querySelector('video').currentTime - 30) < 1.5")


def test_of_four_who_sat_out_is_said(tmp_path: Path, page_of: Open) -> None:
    keep_a_setup_of_four(tmp_path)
    with dashboard(tmp_path) as served:
        page = page_of(served, PHONE, "/review/demo?language=ko")
        asked = page.get_by_role("group", name="four")
        expect(asked).to_be_hidden()
        page.get_by_label("설정", exact=True).select_option("four")
        expect(asked.get_by_role("checkbox")).to_have_count(4)
        for name in ("Cho", "Dan"):
            asked.get_by_label(name).check()
        page.get_by_role("button", name="다시 보기").click()
        expect(page.locator(".turns li[data-time]")).to_have_count(15, timeout=FOLLOWED_MS)
        page.close()


def test_a_film_is_brought(
    filled: Dashboard,
    page_of: Open,
    film: Callable[..., Path],
) -> None:
    page = page_of(filled, PHONE, "/review")
    page.locator('#upload input[type="file"]').set_input_files(film([k / 10 for k in range(9)]))
    page.wait_for_url(re.compile(r"/review/\d{8}-\d{6}-game\.mp4$"))
    expect(page.get_by_role("button", name="Review")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(
    filled: Dashboard,
    page_of: Open,
    language: str,
) -> None:
    page = chosen(page_of(filled, PHONE, "/setup?language=en"))
    home = page.url.partition("/setup")[0]
    for path in PATHS:
        page.goto(f"{home}{path}{'&' if '?' in path else '?'}language={language}")
        script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(script), path
        assert page.locator("html").get_attribute("lang") == language
