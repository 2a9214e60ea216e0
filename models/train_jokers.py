"""Trains the reader of jokers: a recogniser of which nothing but what it says of these counts.

    python models/train_jokers.py --scenes FOLDER [--scenes ...] --val FOLDER --run FOLDER \\
        --start EARLIER/last.pt [--lite] [--resume] [--steps N] [--lr RATE]

What a joker is worth a figure, hangul or a few flowers tell, smaller than anything else that tells
cards apart, and of all cards few are jokers. The scenes come from `datasets/make_scenes.py --masks
--jokers 16`, which lays jokers of no two designs. --start: the recogniser that it begins as, a
checkpoint of its training or of begin_again.py. At the end `jokers.onnx` and `jokers.json` are
written together to the run's folder. Nothing is chosen by --val.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from made_scenes import read_found, read_scene, scene_files
from recogniser_data import Sample, mixed, samples
from recogniser_net import Head
from scene_cards import SeenCard
from train_recogniser import (
    ANSWERS,
    CROP_SHAPE,
    VISIBLE_EDGES,
    as_told,
    fresh,
    loss_of_planes,
    share,
    tensors,
    with_lite,
)
from train_recogniser import Knobs as RecogniserKnobs
from training_command import Training, arguments, trained
from training_run import Run, losses_of
from vision.faces import CLASSES
from vision.jokers import JOKERS


@dataclass(frozen=True, slots=True)
class Knobs(RecogniserKnobs):
    """Everything that a run depends on beside its data."""

    buffer: int = 2000
    lr: float = 1.5e-3
    smoothing: float = 0.03
    mean_decay: float = 0.99


KNOBS = Knobs()


def is_joker(card: SeenCard | None) -> bool:
    """Whether a box shows one."""
    return card is not None and CLASSES.index(card.face) in JOKERS


def batches(
    paths: Sequence[Path], size: int, buffer: int, rng: np.random.Generator
) -> Iterator[list[Sample]]:
    """Endless batches of jokers, mixed over at least `buffer` of many scenes."""

    def cut(path: Path) -> list[Sample]:
        return samples(read_scene(path), rng, found=read_found(path), asked=is_joker)

    return mixed(paths, cut, size, buffer, rng)


def worths(labels: Tensor) -> Tensor:
    """(n,) places in JOKERS of (n,) places in CLASSES."""
    return torch.searchsorted(torch.tensor(JOKERS, device=labels.device), labels)


def loss_of(net: Head, batch: Sequence[Sample], knobs: Knobs, device: torch.device) -> Tensor:
    """What is to become small."""
    planes, labels, own = tensors(batch, device)
    return loss_of_planes(net, planes, worths(labels), own, knobs, JOKERS)


def losses(net: Head, knobs: Knobs, run: Run, paths: Sequence[Path]) -> Callable[[], Tensor]:
    """What gives the loss of the next batch of jokers of these scenes."""
    items = partial(batches, paths, knobs.batch, knobs.buffer)
    return losses_of(run, knobs.seed, items, lambda batch: loss_of(net, batch, knobs, run.device))


@torch.no_grad()
def measure(net: torch.nn.Module, folder: Path, seed: int) -> dict[str, Any]:
    """Share of jokers read rightly, by how much of them shows."""
    net.eval()
    device = next(net.parameters()).device
    rng = np.random.default_rng(seed)
    right: list[bool] = []
    visible: list[float] = []
    for path in scene_files(folder):
        some = samples(read_scene(path), rng, restyle=False, asked=is_joker)
        if some:
            planes, labels, _ = tensors(some, device)
            right += (net(planes)[0][:, JOKERS].argmax(1) == worths(labels)).tolist()
            visible += [s.visible for s in some]
    told, shown = np.array(right), np.array(visible)
    report = {"jokers": share(told)}
    for low, high in pairwise(VISIBLE_EDGES):
        report[f"{low:g}-{min(high, 1):g} visible"] = share(told[(shown >= low) & (shown < high)])
    return report


def begun(knobs: Knobs) -> Training:
    """A reader that knows nothing unless it is begun as a recogniser."""
    net = fresh(knobs)
    measured = partial(measure, seed=knobs.seed)
    return Training("jokers", net, partial(losses, net, knobs), measured, CROP_SHAPE, ANSWERS)


def main(argv: Sequence[str] | None = None) -> int:
    """See training_command.trained."""
    args = with_lite(arguments(__doc__, KNOBS)).parse_args(argv)
    return trained(args, as_told(args, KNOBS), begun)


if __name__ == "__main__":
    sys.exit(main())
