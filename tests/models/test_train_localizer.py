"""What the training is told; skipped with the reason where ultralytics is not installed."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: the training goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

MODELS = Path(__file__).parents[2] / "models"


def run(code: str, folder: Path) -> str:
    """What the code prints, run by itself: importing ultralytics changes torch for all who follow."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(MODELS)!r})\n{code}"],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    if "No module named 'ultralytics'" in done.stderr:
        pytest.skip("ultralytics is not installed: the training goes untested")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_turns_cover_the_data_and_go_on_after_a_break(tmp_path: Path) -> None:
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
    assert "ok" in run(code, tmp_path)


def test_the_net_has_one_class_and_the_head_that_openvino_takes(tmp_path: Path) -> None:
    code = """
from pathlib import Path
from train_localizer import KNOBS, overrides, write_net
net = write_net(Path("."), KNOBS).read_text()
assert "end2end: false" in net and "nc: 1\\n" in net, net
told = overrides(Path("."), Path("crops"), Path("val"), KNOBS)
assert told["seed"] == KNOBS.seed and told["pretrained"] is False and told["val"] is False
assert KNOBS.per_turn % KNOBS.batch == 0
print("ok")
"""
    assert "ok" in run(code, tmp_path)
