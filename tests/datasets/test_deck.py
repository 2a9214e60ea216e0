"""Our own deck: every face drawn, one source, light enough for a page."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from deck.cards import NAMES, render
from make_deck import main
from scorer.cards import FACES

SHIPPED = Path(__file__).parents[2] / "webui" / "static" / "cards"


def test_every_face_is_drawn() -> None:
    """Both plain junks of a month have a drawing of their own."""
    drawn = {name.rstrip("12") if name.endswith(("junk1", "junk2")) else name for name in NAMES}
    assert drawn == set(FACES)
    assert len(NAMES) == 40 + 1 + 11  # faces, the back, and a second junk in eleven months


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shipped_is_what_is_drawn(name: str) -> None:
    """Run `python datasets/make_deck.py --out webui/static/cards` after a change."""
    path = SHIPPED / f"{name}.svg"
    assert path.read_text() == render(name)
    assert path.stat().st_size < 40_000
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(path.read_text()).iter()}
    assert tags <= {"svg", "title", "g", "path", "rect", "clipPath", "circle"}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path / "cards")]) == 0
    assert "52 cards" in capsys.readouterr().err
    assert len(list((tmp_path / "cards").glob("*.svg"))) == 52
    (tmp_path / "file").write_text("")
    assert main(["--out", str(tmp_path / "file")]) == 2
    assert "file" in capsys.readouterr().err
