"""The model card tells what was measured, and of which networks."""

import json
from pathlib import Path
from typing import Any

import pytest

import card_rows
from card_rows import ROWS, Row, main, markdown, sure
from evaluate import fingerprints
from vision.weights import CLONE

EARLIER = "**These rows are of earlier networks.**"
"""What the card says where the networks were changed since it was measured."""


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    report: dict[str, Any] = json.loads((CLONE / "card_rows.json").read_text(encoding="utf-8"))
    return report


@pytest.fixture(scope="module")
def card() -> list[str]:
    return (CLONE / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_card_has_the_figures_of_the_row(
    row: Row, told: dict[str, Any], card: list[str]
) -> None:
    assert markdown(row, told["rows"][row.name]) in card


def test_the_card_says_how_sure_it_was(told: dict[str, Any], card: list[str]) -> None:
    lines = sure(told["rows"])
    first = card.index(lines[0])
    assert card[first : first + len(lines)] == lines


def test_the_card_says_whether_they_are_of_the_networks_beside_it(
    told: dict[str, Any], card: list[str]
) -> None:
    assert (told["weights_sha256"] != fingerprints(CLONE)) == (EARLIER in card)


def test_rows_are_put_together_by_how_much_they_hold() -> None:
    rows = {
        "a": {"reliability": [{"said": 0.72, "right": 0.5, "count": 10}]},
        "b": {
            "reliability": [
                {"said": 0.76, "right": 1.0, "count": 30},
                {"said": 0.99, "right": 1.0, "count": 1200},
            ]
        },
    }
    assert sure(rows) == ["| 0.750 | 0.875 | 40 |", "| 0.990 | 1.000 | 1,200 |"]


SMALL = ("--size", "960x540", "--difficulty", "clean")


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two scenes in the deck drawn here, one in a deck that nobody has, and all photographs."""
    few = (
        Row("drawn", "two scenes", "drawn", 2, 6, SMALL),
        Row("lost", "one scene", "lost", 1, 6, SMALL),
        Row("photographs", "all photographs", card_rows.PHOTOGRAPHS),
    )
    monkeypatch.setattr(card_rows, "ROWS", few)


@pytest.mark.usefixtures("weights", "rows")
@pytest.mark.long
def test_a_row_is_made_looked_at_and_kept(
    drawn_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the deck of circles no face is known: what counts here is that all its cards are asked."""
    art = tmp_path / "drawn"
    art.symlink_to(drawn_folder, target_is_directory=True)
    words = ("--art", art, "--photos", tmp_path / "none", "--made", tmp_path / "made")
    out = tmp_path / "rows.json"
    argv = [str(word) for word in (*words, "--out", out, "--row", "drawn", "--row", "lost")]
    assert main(argv) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert list(report["rows"]) == ["drawn"]
    assert report["rows"]["drawn"]["pictures"] == 2
    asked = sum(
        card["visible"] >= 0.35
        for path in (tmp_path / "made" / "rows" / "drawn-6" / "scenes").glob("*.json")
        for card in json.loads(path.read_text(encoding="utf-8"))["cards"]
    )
    assert report["rows"]["drawn"]["cards"] == asked
    assert report["weights_sha256"] == fingerprints(CLONE)
    assert f"| two scenes | {asked} |" in capsys.readouterr().out

    photos = tmp_path / "photos"
    for name in ("images", "labels"):
        (photos / name).mkdir(parents=True)
    (made,) = sorted((tmp_path / "made" / "rows" / "drawn-6" / "images").glob("*0.jpg"))
    (photos / "images" / "a.jpg").write_bytes(made.read_bytes())
    (photos / "labels" / "a.txt").write_text("")
    argv = [str(word) for word in ("--photos", photos, "--made", tmp_path, "--out", out)]
    assert main([*argv, "--row", "photographs"]) == 0
    assert list(json.loads(out.read_text(encoding="utf-8"))["rows"]) == ["drawn", "photographs"]


@pytest.mark.usefixtures("weights", "rows")
def test_rows_of_other_networks_are_not_put_beside_these(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rows.json"
    out.write_text(json.dumps({"rows": {"drawn": {}}, "weights_sha256": {}}))
    words = ("--photos", tmp_path, "--made", tmp_path, "--out", out, "--row", "lost")
    assert main([str(word) for word in words]) == 2
    assert f"card_rows: {out}: measured with other networks" in capsys.readouterr().err


@pytest.mark.usefixtures("weights", "rows")
def test_no_photographs_are_a_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--photos", tmp_path, "--made", tmp_path, "--out", tmp_path / "rows.json")
    assert main([str(word) for word in words]) == 2
    assert f"card_rows: {tmp_path}: no images/*.jpg" in capsys.readouterr().err
