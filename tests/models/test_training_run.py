"""Runs of training: what they begin with, what they are given; skipped where torch is missing."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: runs go untested")

from torch import Tensor  # noqa: E402

from recogniser_net import Recogniser, Shape  # noqa: E402
from scene_faces import BadInput  # noqa: E402
from training_run import Run, RunKnobs, ahead  # noqa: E402

CPU = torch.device("cpu")
SMALL = Shape(widths=(8, 8, 16), blocks=(1, 1, 1))
DEEPER = Shape(widths=(8, 8, 16), blocks=(1, 2, 3))


def checkpoint(net: Recogniser, folder: Path) -> Path:
    path = folder / "last.pt"
    torch.save({"mean": net.state_dict()}, path)
    return path


def test_a_deeper_network_begins_with_the_answers_of_a_smaller_one(tmp_path: Path) -> None:
    torch.manual_seed(1)
    small, deeper = Recogniser(5, SMALL), Recogniser(5, DEEPER)
    for module in small.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
    Run(deeper, RunKnobs(), checkpoint(small, tmp_path), CPU)
    shown = torch.rand(4, 4, 144, 96)
    with torch.no_grad():
        for got, expected in zip(deeper.eval()(shown), small.eval()(shown), strict=True):
            assert torch.allclose(got, expected, atol=1e-5)
    assert small(shown)[0].std() > 0.1


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    path = checkpoint(Recogniser(5, DEEPER), tmp_path)
    with pytest.raises(BadInput, match=r"last\.pt: another network's by its near\.1\.1\."):
        Run(Recogniser(5, SMALL), RunKnobs(), path, CPU)


def test_a_checkpoint_that_lacks_more_than_blocks_is_refused(tmp_path: Path) -> None:
    small = Recogniser(5, SMALL)
    del small.place
    path = checkpoint(small, tmp_path)
    with pytest.raises(BadInput, match=r"last\.pt: another network's by its place\.weight"):
        Run(Recogniser(5, DEEPER), RunKnobs(), path, CPU)


def counted(most: int) -> Iterator[list[int]]:
    for i in range(most):
        yield [i]


def test_what_is_made_ahead_comes_in_order() -> None:
    assert list(ahead(partial(counted, 9))) == [[i] for i in range(9)]


def test_a_run_that_learns_nothing_any_more_ends_and_keeps_what_it_had(tmp_path: Path) -> None:
    net, losses = Recogniser(5, SMALL), iter([1.0] * 99 + [float("nan")] * 51)
    knobs = RunKnobs(steps=200, keep_every=75)

    def loss() -> Tensor:
        return net.prototypes.square().mean() * next(losses)

    with pytest.raises(BadInput, match=r"step 100: the loss is nan"):
        Run(net, knobs, None, CPU).train(loss, knobs, tmp_path)
    kept = torch.load(tmp_path / "last.pt", weights_only=True)
    assert kept["step"] == 75
    assert all(each.isfinite().all() for each in kept["net"].values())


def test_a_run_does_not_go_on_from_one_that_learned_otherwise(tmp_path: Path) -> None:
    knobs = RunKnobs()
    Run(Recogniser(5, SMALL), knobs, None, CPU).save(tmp_path / "last.pt")
    other = Run(Recogniser(5, Shape(widths=(16, 16, 32))), replace(knobs, muon=True), None, CPU)
    with pytest.raises(BadInput, match=r"last\.pt: of a run that learned otherwise"):
        other.load(tmp_path / "last.pt")
    older = {"net": {}, "mean": {}, "optimizer": {}, "step": 3}
    torch.save(older, tmp_path / "older.pt")
    with pytest.raises(BadInput, match=r"older\.pt: of a run that learned otherwise"):
        other.load(tmp_path / "older.pt")
