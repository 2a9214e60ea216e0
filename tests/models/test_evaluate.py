"""The detector measured on scenes and photographs."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import evaluate
from judge_cards import Case, scene_cases
from scorer.cards import card
from vision.boxes import Array
from vision.evidence import Detection
from vision.weights import FITTED, JOKERS, NAMES, POINTER, SETTINGS


@dataclass
class Sees:
    """A detector that finds, of each picture in turn, what lies there."""

    pictures: list[list[Detection]]

    def detect(self, frame_bgr: Array, card_px: float | None = None) -> tuple[Detection, ...]:
        return tuple(self.pictures.pop(0))


def perfect(folder: Path) -> Sees:
    return Sees(
        [
            [Detection(card(c.face), 0.9, c.quad_px, 1.0, c.quad_px) for c in case.cards]
            for case in scene_cases(folder)
        ]
    )


@pytest.fixture(autouse=True)
def no_fixed_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are measured by themselves, and take a while to be made."""
    monkeypatch.setattr(evaluate, "fixed_sets", lambda folder: {})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files that are found, and not run."""
    calibration = dict.fromkeys(("constant", "localizer", "face", "visible", "size", "back"), 0.0)
    doubles = dict.fromkeys(
        ("constant", "contained", "localizer", "alike", "single", "no_card"), 0.0
    )
    numbers = dict.fromkeys(("least_confidence", "temperature", "act_from"), 1.0)
    for name in (*FITTED, JOKERS, POINTER):
        (tmp_path / name).write_bytes(b"no network")
    (tmp_path / "detector.json").write_text(
        json.dumps({"settings": {**numbers, "doubles": doubles, "calibration": calibration}})
    )
    return tmp_path


def test_a_perfect_detector_has_a_perfect_report(
    made: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evaluate, "open_detector", lambda *_, **__: perfect(made))
    out = folder / "metrics.json"
    argv = ["--weights", str(folder), "--scenes", str(made), "--out", str(out)]
    assert evaluate.main(argv) == 0
    report: dict[str, Any] = json.loads(out.read_text())
    figures = report["sets"][made.name]
    assert (figures["pictures"], figures["f1"], figures["precision"]) == (3, 1, 1)
    kinds = {case.group for case in scene_cases(made)}
    assert set(figures.get("by_group", kinds)) == kinds
    assert report["reliability"][0]["right"] == 1
    assert all(set(said) == {face} for face, said in report["confusions"].items())
    assert set(report["weights_sha256"]) == {*FITTED, JOKERS, SETTINGS}
    assert "F1 1.000" in capsys.readouterr().out


def test_pictures_of_a_set_are_looked_at_together(
    made: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[list[str]]()

    def look_together(
        pictures: Sequence[Case], read: Callable[[Case], Array], detector: Sees
    ) -> Iterator[SimpleNamespace]:
        asked.append([case.path.name for case in pictures])
        for case in pictures:
            yield SimpleNamespace(cards=detector.detect(read(case)))

    monkeypatch.setattr(evaluate, "open_detector", lambda *_, **__: perfect(made))
    monkeypatch.setattr(evaluate, "look_together", look_together)
    out = folder / "metrics.json"
    argv = ["--weights", folder, "--scenes", made, "--together", "--out", out]
    assert evaluate.main([str(each) for each in argv]) == 0
    assert asked == [[case.path.name for case in scene_cases(made)]]
    assert json.loads(out.read_text())["sets"][made.name]["f1"] == 1


def test_what_is_found_where_no_card_lies_is_wrong(
    made: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evaluate, "open_detector", lambda *_, **__: perfect(made))
    out, bare = folder / "metrics.json", made / "images"
    assert evaluate.main(["--weights", str(folder), "--bare", str(bare), "--out", str(out)]) == 0
    figures = json.loads(out.read_text())["sets"]["images"]
    found = sum(len(case.cards) for case in scene_cases(made))
    some = sum(bool(case.cards) for case in scene_cases(made))
    assert (figures["wrong"], figures["pictures with a wrong card"]) == (found, some)
    assert f"no card in any: {found} found in {some}" in capsys.readouterr().out


@pytest.mark.parametrize("lacking", ["scenes", "photos", "bare", "weights", "sound weights"])
def test_bad_input_is_one_line_and_two(
    made: Path, folder: Path, lacking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = {
        "scenes": ["--scenes", folder],
        "photos": ["--photos", folder],
        "bare": ["--bare", folder],
    }
    argv = pictures.get(lacking, ["--scenes", made])
    if lacking == "weights":
        (folder / NAMES[1]).unlink()
    out = folder / "metrics.json"
    argv = [*argv, "--weights", folder, "--out", out]
    assert evaluate.main([str(each) for each in argv]) == 2
    found = capsys.readouterr().err
    assert found.startswith("evaluate: ")
    assert found.count("\n") == 1
    assert not out.exists()
