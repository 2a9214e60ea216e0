"""The pages of the docs hold together: links, pictures, and the guide's figures."""

import re
import runpy
from pathlib import Path

import pytest

from tests.test_docs import PAGES, ROOT
from vision.calibration import CARD_MM
from webui.setup import checks
from webui.words import words

PICTURES = {".png", ".jpg", ".svg"}
MOST_BYTES = 500_000
"""Of a picture."""


def links() -> list[tuple[Path, str]]:
    """Every link and picture of the pages that does not leave the project."""
    pattern = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
    found = [(path, a or b) for path in PAGES for a, b in pattern.findall(path.read_text())]
    return [(path, link) for path, link in found if "://" not in link]


def anchors(path: Path) -> set[str]:
    """What a `#` link may name: the headings, as they are addressed."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_every_link_leads_somewhere() -> None:
    for page, link in links():
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{page}: {link}"
        assert not anchor or anchor in anchors(target), f"{page}: {link}"


def test_every_picture_is_shown_and_small() -> None:
    shown = {(page.parent / link).resolve() for page, link in links()}
    pictures = [each for each in (ROOT / "docs").iterdir() if each.suffix in PICTURES]
    assert [each for each in pictures if each.resolve() not in shown] == []
    assert [each for each in pictures if each.stat().st_size > MOST_BYTES] == []


def test_every_page_is_led_to() -> None:
    led = {(page.parent / link.partition("#")[0]).resolve() for page, link in links()}
    assert [each for each in (ROOT / "docs").glob("*.md") if each.resolve() not in led] == []


def test_the_guide_says_what_the_checks_demand() -> None:
    guide = (ROOT / "docs/GUIDE.md").read_text()
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) m \| ([\d.]+) m \|$", guide, re.MULTILINE)
    assert len(rows) == 4
    for pixels, good, least in rows:
        for told, width_px in ((good, checks.GOOD_CARD_PX), (least, checks.LEAST_CARD_PX)):
            assert told == f"{int(pixels) * CARD_MM[0] / width_px / 1000:.1f}", pixels
    percent = {"Glare": (checks.GOOD_GLARE, checks.MOST_GLARE)}
    percent["Flicker"] = (checks.GOOD_FLICKER, checks.MOST_FLICKER)
    for name, (good, most) in percent.items():
        assert f"| {name} | up to {100 * good:g} % | above {100 * most:g} % |" in guide
    source = Path(str(checks.__file__)).read_text()
    for name in set(re.findall(r'Finding\(\s*"([A-Z][\w ]+)"', source)):
        assert f"| {name} |" in guide
    assert f"| from {checks.GOOD_CARD_PX:g} pixels | below {checks.LEAST_CARD_PX:g} |" in guide
    assert f"| up to {checks.GOOD_MS:g} ms a picture | above {checks.MOST_MS:g} ms |" in guide


def test_the_buttons_that_the_guide_names_are_on_the_pages() -> None:
    """What stands in italics is what a page says."""
    text = (ROOT / "docs/GUIDE.md").read_text()
    named = re.findall(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", text)
    said = [re.sub(r"\d+", "{count}", name.replace("\n", " ")) for name in named]
    assert len(said) >= 15
    assert [name for name in said if not any(name in key for key in words("ko"))] == []


@pytest.mark.parametrize("count", [2, 3])
def test_the_drawings_of_the_zones_are_those_of_the_template(count: int) -> None:
    """Run `python docs/draw_table.py` after a change."""
    made = runpy.run_path(str(ROOT / "docs/draw_table.py"))
    drawn = made["drawing"](made["PEOPLE"][:count])
    assert (ROOT / f"docs/zones_{count}.svg").read_text() == drawn
