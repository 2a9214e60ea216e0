"""Weights taken back out of an ONNX file; skipped with the reason where torch is not installed."""

import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: no weights are taken back")
pytest.importorskip("onnx", reason="onnx is not installed: no weights are taken back")

from onnx_export import export_onnx  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402
from scene_faces import BadInput  # noqa: E402
from train_recogniser import ANSWERS, CROP_SHAPE  # noqa: E402
from unfolding import read_onnx, unfold  # noqa: E402
from vision.faces import OUTPUTS  # noqa: E402

TINY = Shape(widths=(8, 12, 16), blocks=(1, 1, 2))


@pytest.fixture(scope="module")
def taught() -> Recogniser:
    """A net whose normalisation has seen something."""
    torch.manual_seed(1)
    net = Recogniser(OUTPUTS, TINY).train()
    for _ in range(3):
        net(torch.rand(8, *CROP_SHAPE) * 0.7)
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.uniform_(module.bias, -0.5, 0.5)
    made: Recogniser = net.eval()
    return made


@pytest.fixture(scope="module")
def onnx(taught: Recogniser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("onnx") / "recogniser.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        export_onnx(taught, out, CROP_SHAPE, ANSWERS)
    return out


@pytest.fixture
def shown() -> list[Any]:
    torch.manual_seed(2)
    return [torch.rand(16, *CROP_SHAPE) for _ in range(2)]


def test_what_is_taken_back_answers_as_the_file_does(
    taught: Recogniser, onnx: Path, shown: list[Any]
) -> None:
    net = Recogniser(OUTPUTS, TINY)
    unfold(net, read_onnx(onnx), shown)
    with torch.no_grad():
        for got, expected in zip(net.eval()(shown[0]), taught(shown[0]), strict=True):
            assert torch.allclose(got, expected, atol=1e-3)


def test_its_normalisation_fits_what_it_is_shown(onnx: Path, shown: list[Any]) -> None:
    """Taught on, a net measures anew: had it been measured wrong, its answers would jump."""
    net = Recogniser(OUTPUTS, TINY)
    unfold(net, read_onnx(onnx), shown[:1])
    with torch.no_grad():
        before = net.eval()(shown[0])[0]
        taught_on = net.train()(shown[0])[0]
    assert torch.allclose(before, taught_on, atol=0.05)
    assert before.std() > 0.1


def test_a_file_of_another_network_is_refused(onnx: Path, shown: list[Any]) -> None:
    other = Recogniser(OUTPUTS, Shape(widths=(8, 8, 16), blocks=(1, 1, 2)))
    with pytest.raises(BadInput, match="of another network"):
        unfold(other, read_onnx(onnx), shown)


def test_a_file_that_is_no_onnx_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "no.onnx"
    path.write_text("no")
    with pytest.raises(BadInput, match=r"no\.onnx: .*expected an ONNX file"):
        read_onnx(path)
