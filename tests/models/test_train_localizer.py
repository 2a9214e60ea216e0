"""What the training is told; skipped with the reason where ultralytics is not installed."""

from collections.abc import Callable

import pytest

pytest.importorskip("torch", reason="torch is not installed: the training goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")


def test_turns_cover_the_data_and_go_on_after_a_break(run_alone: Callable[[str], str]) -> None:
    code = """
from fast_cpu import Turns
whole = Turns(10, 4, seed=1)
first = [list(whole) for _ in range(5)]
again = Turns(10, 4, seed=1); again.turn = 3
assert list(again) == first[3]
flat = sum(first, [])
assert sorted(flat[:10]) == sorted(flat[10:]) == list(range(10)), flat
assert flat[:10] != flat[10:]
print("ok")
"""
    assert "ok" in run_alone(code)


def test_the_net_has_one_class_and_the_head_that_openvino_takes(
    run_alone: Callable[[str], str],
) -> None:
    code = """
from dataclasses import replace
from pathlib import Path
from train_localizer import KNOBS, overrides, report_of, write_net
net = write_net(Path("."), KNOBS).read_text()
assert "end2end: false" in net and "nc: 1\\n" in net, net
told = overrides(Path("."), Path("crops"), Path("val"), KNOBS)
assert told["seed"] == KNOBS.seed and told["pretrained"] is False and told["val"] is False
assert KNOBS.per_turn % KNOBS.batch == 0
start = Path("earlier/run/weights/last.pt")
assert overrides(Path("."), Path("c"), Path("v"), replace(KNOBS, turns=3), start) == told | {
    "pretrained": str(start), "epochs": 3}
assert report_of(start) == str(start)
start.parent.mkdir(parents=True)
Path("earlier/localizer.json").write_text('{"minutes": 1}')
assert report_of(start) == {"minutes": 1}
print("ok")
"""
    assert "ok" in run_alone(code)


def test_a_folder_without_crops_and_nothing_to_resume_are_one_line_and_two(
    run_alone: Callable[[str], str],
) -> None:
    code = """
import contextlib, io
from pathlib import Path
from train_localizer import main
Path("crops/images").mkdir(parents=True)
for argv in (["--crops", "no"], ["--crops", "crops", "--resume"]):
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        assert main([*argv, "--val", "crops", "--run", "run"]) == 2
    assert said.getvalue().startswith("train_localizer: "), said.getvalue()
    assert said.getvalue().count("\\n") == 1
print("ok")
"""
    assert "ok" in run_alone(code)
