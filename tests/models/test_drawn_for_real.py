"""What drawn decks teach of real ones; skipped where torch is not installed."""

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: this goes untested")

import drawn_for_real  # noqa: E402
from lite_net import LiteRecogniser  # noqa: E402
from vision.crops import CROP_PX  # noqa: E402

FACES = ("01-bright", "05-junk1", "05-junk2", "08-junk1", "12-ribbon", "back")
COLOURS = ((0, 0, 255), (0, 255, 0), (0, 255, 0), (255, 0, 0), (255, 255, 255), (0, 0, 0))


@pytest.fixture(autouse=True)
def _untaught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trunk as chance draws it tells colours apart, too."""
    torch.manual_seed(1)
    monkeypatch.setattr(drawn_for_real, "pretrained", LiteRecogniser)
    monkeypatch.setattr(drawn_for_real, "RIDGE", 1.0)  # so few drawings hardly count else


def deck(folder: Path, shift: int = 0) -> Path:
    """A deck whose faces are of one colour each."""
    folder.mkdir()
    for k, face in enumerate(FACES):
        picture = np.full((160, 100, 3), COLOURS[(k + shift) % len(COLOURS)], np.uint8)
        cv2.imwrite(str(folder / f"{face}.png"), picture)
    return folder


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, float]:
    rows = (line.split() for line in capsys.readouterr().out.splitlines())
    return {row[0]: float(row[1]) for row in rows}


def test_a_deck_is_named_by_one_that_looks_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn, real = deck(tmp_path / "drawn"), deck(tmp_path / "real")
    other = deck(tmp_path / "other", shift=3)
    argv = ["--drawn", str(drawn), "--art", str(real), "--art", str(other)]
    assert drawn_for_real.main(argv) == 0
    shares = told(capsys)
    assert shares["real"] > shares["other"] + 0.2
    assert "back" not in shares  # every deck has one of its own
    assert {"01-bright", "05-junk", "08-junk", "12-ribbon"} < set(shares)


def test_a_view_fills_a_crop() -> None:
    rng = np.random.default_rng(2)
    drawing = np.full((480, 300, 3), 255, np.uint8)
    shown = [drawn_for_real.view(drawing, rng) for _ in range(8)]
    assert {each.shape for each in shown} == {(CROP_PX[1], CROP_PX[0], 3)}
    assert all((each > 150).mean() > 0.6 for each in shown)


def test_a_folder_without_art_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    argv = ["--drawn", str(tmp_path / "empty"), "--art", str(deck(tmp_path / "real"))]
    assert drawn_for_real.main(argv) == 2
    assert "empty" in capsys.readouterr().err
