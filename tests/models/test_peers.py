"""Processes that teach one network together; skipped with the reason where torch is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: peers go untested")

from peers import ALONE, Peers, joined  # noqa: E402

MODELS = Path(__file__).resolve().parents[2] / "models"
CODE = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import torch
from peers import joined
peers = joined()
torch.manual_seed(peers.rank)
net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4))
net = net.to(memory_format=torch.channels_last)
peers.agree(net)
torch.manual_seed(0)
first = torch.nn.Conv2d(3, 4, 3)
assert torch.equal(net[0].weight, first.weight)
shown = torch.arange(2 * 3 * 5 * 5.0).reshape(2, 3, 5, 5).sin()
net[0](shown[peers.rank : peers.rank + 1]).square().sum().backward()
first(shown).square().sum().backward()
peers.share_gradients(net)
assert torch.allclose(net[0].weight.grad * peers.count, first.weight.grad, atol=1e-4)
assert torch.allclose(net[0].bias.grad * peers.count, first.bias.grad, atol=1e-4)
assert net[1].weight.grad is None
assert peers.told(7.0 + peers.rank) == 7.0
(Path(sys.argv[2]) / str(peers.rank)).write_text(str(peers.count))
torch.distributed.barrier()
torch.distributed.destroy_process_group()
"""


def test_two_learn_as_one_that_sees_what_both_see(tmp_path: Path) -> None:
    script = tmp_path / "peer.py"
    script.write_text(CODE, encoding="utf-8")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node"]
    done = subprocess.run(
        [*command, "2", str(script), str(MODELS), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert [(tmp_path / rank).read_text() for rank in "01"] == ["2", "2"]


def test_one_by_itself_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert joined() is ALONE
    net = torch.nn.Linear(2, 1)
    net(torch.ones(1, 2)).sum().backward()
    before = net.weight.grad.clone()
    ALONE.agree(net)
    ALONE.share_gradients(net)
    assert torch.equal(net.weight.grad, before)
    assert (ALONE, ALONE.told(3.5)) == (Peers(1, 0), 3.5)
