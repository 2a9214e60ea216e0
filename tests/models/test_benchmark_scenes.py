"""What the benchmark of the scene maker prints."""

import re
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: the benchmark goes untested")

from benchmark_scenes import main


def test_the_ratio_is_of_what_was_made_and_learnt(
    drawn_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--art", str(drawn_folder), "--scenes", "2", "--steps", "1"]) == 0
    _, made, learnt, ratio = map(float, re.findall(r"\d+\.?\d*", capsys.readouterr().out))
    assert ratio == pytest.approx(made / learnt, rel=0.2, abs=0.02)


def test_a_folder_without_cards_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--art", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
