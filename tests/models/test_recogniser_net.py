"""The recogniser's net and its ONNX file; skipped with the reason where torch is not installed."""

import hashlib
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

from onnx_export import export_onnx  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402
from train_recogniser import ANSWERS, CROP_SHAPE  # noqa: E402
from vision.deck_naming import SHARPNESS  # noqa: E402
from vision.faces import OUTPUTS  # noqa: E402
from vision.recogniser import EMBEDDING, PLACES  # noqa: E402
from vision.recogniser import Recogniser as Recognises  # noqa: E402
from vision.runtime import RUNTIMES, load  # noqa: E402

OFF_BY = 0.05
"""Of a logit: OpenVINO takes bf16 where the processor has it."""
TINY = Shape(widths=(8, 8, 16), blocks=(1, 1, 2))


@pytest.fixture(scope="module")
def net() -> Recogniser:
    torch.manual_seed(1)
    made: Recogniser = Recogniser(OUTPUTS, TINY).eval()
    return made


@pytest.fixture(scope="module")
def onnx(net: Recogniser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("onnx") / "recogniser.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = export_onnx(net, out, CROP_SHAPE, ANSWERS)
    assert written["bytes"] == out.stat().st_size
    assert written["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert written["off_by"] < 1e-3
    return out


def test_a_crop_gives_a_face_its_features_and_what_shows(net: Recogniser) -> None:
    with torch.no_grad():
        logits, features, visible = net(torch.rand(3, 4, 144, 96))
        *_, own = net.features(torch.rand(3, 4, 144, 96))
    assert logits.shape == (3, OUTPUTS)
    assert features.shape == (3, EMBEDDING + PLACES)
    for part in (features[:, :EMBEDDING], features[:, EMBEDDING:]):
        assert torch.allclose(part.norm(dim=1), torch.ones(3), atol=1e-5)
    assert visible.shape == (3,)
    assert ((visible >= 0) & (visible <= 1)).all()
    assert own.shape == (3, 1, 18, 12)


def test_a_face_is_the_nearest_of_its_prototypes(net: Recogniser) -> None:
    with torch.no_grad():
        rows = torch.nn.functional.normalize(net.prototypes, dim=1)
        logits = net.logits(rows[[7 * TINY.prototypes]])
    cosines = TINY.sharpness * (rows @ rows[7 * TINY.prototypes]).view(OUTPUTS, -1)
    assert logits.argmax().item() == 7
    assert torch.allclose(logits[0], torch.logsumexp(cosines, 1), atol=1e-4)


def test_the_program_and_the_net_multiply_cosines_by_the_same() -> None:
    assert Shape().sharpness == SHARPNESS
    assert Shape().embedding == 128


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_file_runs_as_the_program_asks_it(onnx: Path, net: Recogniser, runtime: str) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: it goes untested")
    quads = np.array([((x, 9), (x + 20, 9), (x + 20, 41), (x, 41)) for x in range(0, 170, 10)])
    picture = np.random.default_rng(1).integers(0, 256, (50, 200, 3), np.uint8)
    seen = Recognises(load(onnx, runtime, 1, pictures=True).net).recognise(
        picture, quads.astype(float)
    )
    assert seen.probabilities.shape == (17, OUTPUTS)
    assert seen.probabilities.sum(axis=1) == pytest.approx(1)
    noise = np.random.default_rng(2).random((16, 4, 144, 96), np.float32)
    with torch.no_grad():
        expected = [answer.numpy() for answer in net(torch.from_numpy(noise))]
    for got, wanted in zip(load(onnx, runtime, 1).net(noise), expected, strict=True):
        assert got == pytest.approx(wanted, abs=OFF_BY)


def test_a_run_goes_on_where_it_was_broken_off(
    made: Path, tmp_path: Path, run_alone: Callable[[str], str]
) -> None:
    code = f"""
from dataclasses import replace
from pathlib import Path
import torch
import train_recogniser
from made_scenes import scene_files
from recogniser_net import Recogniser, Shape
from train_recogniser import Knobs, losses, main, measure
from training_command import sources
from training_run import Run, rate
from vision.faces import OUTPUTS
from vision.recogniser import EMBEDDING, PLACES
made, here = Path({str(made)!r}), Path(".")
tiny = Shape(widths=(8, 8, 16), blocks=(1, 1, 1))
knobs = Knobs(shape=tiny, steps=2, batch=4, buffer=8, warmup=1, keep_every=1)
assert rate(0, replace(knobs, warmup=4)) == 0.25 and rate(2, knobs) < 1e-6
cpu = torch.device("cpu")
first, second, third = (Recogniser(OUTPUTS, tiny) for _ in range(3))
run = Run(first, knobs, None, cpu)
files = scene_files(made)
run.train(losses(first, knobs, run, files), knobs, here)
again = Run(second, knobs, None, cpu)
again.load(here / "last.pt")
assert again.step == 2
for a, b in zip(first.parameters(), second.parameters()):
    assert torch.equal(a, b)
longer = replace(knobs, steps=3)
again.train(losses(second, longer, again, files), longer, here)
assert again.step == 3
Run(third, knobs, here / "last.pt", cpu)
assert torch.equal(third.prototypes, again.mean.module.prototypes)
report = measure(run.mean.module, made, 1)
assert report["faces"]["count"] > 10 and report["no card"]["count"] >= 6, report
assert len(sources(scene_files(made))) == 1
assert main(["--scenes", "no", "--val", "no", "--run", "run"]) == 2
print("ok")
"""
    assert "ok" in run_alone(code)
