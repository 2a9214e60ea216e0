"""The pointer's net; skipped with the reason where torch is not installed."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

from onnx_export import export_onnx  # noqa: E402
from pointer_net import ANSWERS, PointerNet  # noqa: E402
from vision.pointing import PLANES, STEP_PX, Pointer  # noqa: E402
from vision.runtime import RUNTIMES, load  # noqa: E402


@pytest.fixture(scope="module")
def net() -> PointerNet:
    torch.manual_seed(1)
    made: PointerNet = PointerNet().eval()
    return made


@pytest.mark.parametrize(("height", "width"), [(180, 320), (240, 320), (320, 180), (135, 317)])
def test_any_picture_is_answered_place_by_place(net: PointerNet, height: int, width: int) -> None:
    with torch.no_grad():
        answer = net(255 * torch.rand(1, PLANES, height, width))
    assert answer.shape == (1, ANSWERS, -(-height // STEP_PX), -(-width // STEP_PX))


def test_an_untaught_net_sees_no_arm(net: PointerNet) -> None:
    def asked(planes: np.ndarray) -> tuple[np.ndarray, ...]:
        with torch.no_grad():
            return (net(torch.from_numpy(planes)).numpy(),)

    assert Pointer(asked)(np.full((PLANES, 180, 320), 120, np.uint8)) == ()


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_file_takes_pictures_of_any_size(net: PointerNet, tmp_path: Path, runtime: str) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: it goes untested")
    out = tmp_path / "pointer.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = export_onnx(net, out, (PLANES, 180, 320), ("arms",), ("h", "w"))
    assert written["off_by"] < 1e-3
    run = load(out, runtime, 1).net
    for height, width in ((180, 320), (320, 240)):
        shown = np.random.default_rng(1).integers(0, 256, (1, PLANES, height, width))
        (answer,) = run(shown.astype(np.float32))
        with torch.no_grad():
            expected = net(torch.from_numpy(shown.astype(np.float32))).numpy()
        assert answer == pytest.approx(expected, abs=0.1)


def test_it_learns_where_arms_are(run_alone: Callable[[str], str]) -> None:
    """Of one moment shown over and over: the loss falls."""
    code = """
import numpy as np, torch
from pointer_data import targets
from pointer_net import PointerNet
from train_pointer import KNOBS, loss_of
torch.manual_seed(1)
net = PointerNet()
learner = torch.optim.AdamW(net.parameters(), 3e-3)
shown = np.random.default_rng(1).integers(0, 256, (2, 6, 64, 96), np.uint8)
arms = np.array((((40, 30), (40, 63)),), np.float32)
told = np.stack([targets(arms, (96, 64))] * 2)
found = []
for _ in range(30):
    loss = loss_of(net, (shown, told), KNOBS, torch.device("cpu"))
    learner.zero_grad()
    loss.backward()
    learner.step()
    found.append(loss.item())
print(found[0], found[-1])
"""
    first, last = map(float, run_alone(code).split()[-2:])
    assert last < first / 3
