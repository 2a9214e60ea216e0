"""What moves the weights of networks in training; skipped where torch is missing."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: optimizers go untested")

from torch import Tensor  # noqa: E402

from optimizers import LayerMuon, as_matrix, optimizers  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402

SMALL = Shape(widths=(16, 16, 32), blocks=(1, 1, 2))


def small() -> Recogniser:
    """One whose blocks add something already."""
    torch.manual_seed(1)
    net = Recogniser(5, SMALL)
    for norm in (each for each in net.modules() if isinstance(each, torch.nn.BatchNorm2d)):
        torch.nn.init.ones_(norm.weight)
    net.to(memory_format=torch.channels_last)
    return net


def moved(net: Recogniser, *, muon: bool) -> dict[str, Tensor]:
    """How far each weight went in one step in which few directions of each are asked for."""
    before = {name: weight.detach().clone() for name, weight in net.named_parameters()}
    ways = optimizers(net, 1e-2, 0.0, muon=muon)
    net.features(torch.rand(2, 4, 144, 96))[0][0, 0].backward()
    for way in ways:
        way.step()
    return {name: weight.detach() - before[name] for name, weight in net.named_parameters()}


def test_every_weight_is_moved_by_one_of_them() -> None:
    net = small()
    ways = optimizers(net, 1e-2, 0.0, muon=True)
    held = [weight.numel() for way in ways for g in way.param_groups for weight in g["params"]]
    assert sum(held) == sum(weight.numel() for weight in net.parameters())
    assert len(optimizers(net, 1e-2, 0.0, muon=False)) == 1


def test_a_layer_is_moved_in_all_directions_alike_however_little_some_are_asked_for() -> None:
    net = small()
    weight = net.far[1].second.weight
    rows = torch.linalg.qr(torch.randn(9 * 32, 32)).Q.T
    asked = torch.logspace(0, -2, 32)
    weight.grad = (asked[:, None] * rows).view(32, 3, 3, 32).permute(0, 3, 1, 2)
    before = weight.detach().clone()
    for way in optimizers(net, 1e-2, 0.0, muon=True):
        way.step()
    went = torch.linalg.svdvals(as_matrix(weight.detach() - before))
    assert went[-1] > 0.5 * went[0] > 0


@pytest.mark.parametrize("shape", [(32, 288), (64, 48)])
def test_it_steps_as_torchs_own_does(shape: tuple[int, int]) -> None:
    torch.manual_seed(2)
    mine = torch.nn.Parameter(torch.randn(shape))
    theirs = torch.nn.Parameter(mine.detach().clone())
    began = mine.detach().clone()
    alike = "match_rms_adamw"
    ways = LayerMuon([mine], 0.01, 0.1), torch.optim.Muon([theirs], 0.01, adjust_lr_fn=alike)
    for _ in range(3):
        mine.grad = torch.randn(shape)
        theirs.grad = mine.grad.clone()
        for way in ways:
            way.step()
    # Theirs counts in bf16.
    assert (mine - theirs).norm() < 0.03 * (mine - began).norm()


def test_colours_and_prototypes_are_left_to_adamw() -> None:
    even, plain = moved(small(), muon=True), moved(small(), muon=False)
    assert torch.equal(even["stem.0.weight"], plain["stem.0.weight"])
    assert not torch.equal(even["far.0.first.weight"], plain["far.0.first.weight"])


def test_a_step_is_as_long_as_one_of_adamw() -> None:
    even, plain = (moved(small(), muon=muon)["far.0.first.weight"] for muon in (True, False))
    assert 0.1 < float(even.norm() / plain.norm()) < 1


def test_weights_that_lie_otherwise_are_refused() -> None:
    with pytest.raises(RuntimeError):
        as_matrix(torch.zeros(16, 8, 3, 3))
