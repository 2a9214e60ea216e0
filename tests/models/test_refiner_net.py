"""The refiner's net and what it learns from; skipped with the reason where torch is not installed."""

import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

from onnx_export import export_onnx  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402
from refiner_net import MOVES, Refiner, moved_corners  # noqa: E402
from vision.crops import WIDE, mapped  # noqa: E402
from vision.localizer import Located  # noqa: E402
from vision.refiner import Refiner as Refines  # noqa: E402
from vision.refiner import moved  # noqa: E402
from vision.runtime import RUNTIMES, load  # noqa: E402

TINY = Shape(widths=(8, 8, 16), blocks=(1, 1, 2))


@pytest.fixture(scope="module")
def net() -> Refiner:
    torch.manual_seed(1)
    made: Refiner = Refiner(TINY).eval()
    torch.nn.init.normal_(made.moves[2].weight, std=0.2)
    return made


def test_an_untaught_net_leaves_every_box_as_it_is() -> None:
    with torch.no_grad():
        moves = Refiner(TINY).eval()(torch.rand(3, 6, 112, 72))
    assert moves.shape == (3, MOVES)
    assert not moves.any()


def test_it_hears_what_sizes_are_usual(net: Refiner) -> None:
    shown = torch.rand(1, 6, 112, 72)
    shown[:, 4:] = 0.5
    other = shown.clone()
    other[:, 4:] = 0.8
    with torch.no_grad():
        assert not torch.allclose(net(shown), net(other))


def test_it_begins_with_the_first_stages_of_a_recogniser() -> None:
    first, other = Recogniser(4, TINY), Refiner(TINY)
    other.begin_as(first)
    assert torch.equal(first.near[0][0].first.weight, other.near[0][0].first.weight)


def test_what_is_learnt_is_what_the_program_does() -> None:
    moves = np.random.default_rng(1).normal(0, 0.1, (4, MOVES))
    quads = np.tile(WIDE.corners().astype(float), (4, 1, 1)) * 1.3 + 50
    way = WIDE.to_crop(quads[0])
    learnt = moved_corners(torch.from_numpy(moves).float()).numpy()
    assert mapped(way, moved(quads, moves)) == pytest.approx(learnt, abs=0.01)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_file_runs_as_the_program_asks_it(net: Refiner, tmp_path: Path, runtime: str) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: it goes untested")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = export_onnx(net, tmp_path / "refiner.onnx", (6, 112, 72), ("moves",))
    assert written["off_by"] < 1e-3
    quads = np.array([((x, 9), (x + 20, 9), (x + 20, 41), (x, 41)) for x in range(0, 170, 10)])
    picture = np.random.default_rng(1).integers(0, 256, (50, 200, 3), np.uint8)
    refiner = Refines(load(tmp_path / "refiner.onnx", runtime, 1, pictures=True).net)
    found = refiner.refine(picture, Located(quads.astype(float), np.full(17, 0.9)))
    assert found.quads_px.shape == (17, 4, 2)
    assert np.abs(found.quads_px - quads).max() > 0.1


def test_a_run_learns_from_mined_scenes_and_goes_on_where_it_was_broken_off(
    made: Path, tmp_path: Path, run_alone: Callable[[str], str]
) -> None:
    shutil.copytree(made, tmp_path / "made")
    code = """
from pathlib import Path
import numpy as np
import torch
import train_refiner
from made_scenes import read_scene, scene_files
from mine_boxes import write_found
from recogniser_data import rectangles
from refiner_net import Refiner
from train_refiner import Knobs, losses, main, measure
from training_run import Run, rate
from recogniser_net import Shape
from vision.boxes import corners
from vision.localizer import Located
made, here = Path("made"), Path(".")
files = scene_files(made)
assert main(["--scenes", "made", "--val", "made", "--run", "run"]) == 2  # nothing was mined
for path in files:
    quads = np.array([c.quad_px for c in read_scene(path).cards]).reshape(-1, 4, 2)
    write_found(path, Located(quads + 2.0, np.full(len(quads), 0.9)))
tiny = Shape(widths=(8, 8, 16), blocks=(1, 1, 1))
knobs = Knobs(steps=2, batch=4, buffer=8, warmup=1, keep_every=1)
assert rate(2, knobs) < 1e-6
net = Refiner(tiny)
run = Run(net, knobs, None, torch.device("cpu"))
run.train(losses(net, knobs, run, files), knobs, here)
other = Refiner(tiny)
again = Run(other, knobs, None, torch.device("cpu"))
again.load(here / "last.pt")
assert again.step == 2
for a, b in zip(net.parameters(), other.parameters()):
    assert torch.equal(a, b)
report = measure(Refiner(tiny), made, 1)
whole = report["0.8-1 visible"]
assert whole["count"] > 10 and 0.7 < whole["found"] == whole["refined"] < 1, report
print("ok")
"""
    assert "ok" in run_alone(code)
