"""Trains the recogniser on scenes that are made meanwhile, on a machine with a GPU.

    python models/teach_recogniser.py --fresh FOLDER --run FOLDER [--val SCENES] \\
        [--lite] [--start EARLIER/last.pt] [--minutes M] [--steps N] [--lr RATE] [--resume]

fresh_scenes.py fills --fresh. Crops are restyled on the GPU. What is written is what
train_recogniser.py writes.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

import train_recogniser
from batch_restyle import restyled
from fresh_bank import FRESH, Bank
from recogniser_net import Head
from train_recogniser import (
    ANSWERS,
    CROP_SHAPE,
    as_told,
    fresh,
    loss_of_planes,
    measure,
    with_lite,
)
from training_command import Training, arguments, trained
from training_run import Run


@dataclass(frozen=True, slots=True)
class Knobs(train_recogniser.Knobs):
    """Everything that a run depends on beside its data."""

    steps: int = 20000
    batch: int = 512
    lr: float = 4e-3
    mean_decay: float = 0.998
    kept: int = 300_000
    """Crops that are learnt from again and again, 55 kB each."""
    first: int = 10_000
    """Crops that there are to be before it begins."""


KNOBS = Knobs()


def losses(net: Head, knobs: Knobs, run: Run, recipes: Sequence[Path]) -> Callable[[], Tensor]:
    """What gives the loss of the next batch of fresh crops."""
    bank = Bank({recipe.parent for recipe in recipes}, knobs.kept, run.device)
    bank.take(knobs.first)

    def loss() -> Tensor:
        bank.take()
        some = bank.draw(knobs.batch)
        with torch.no_grad():
            planes = some["crops"].permute(0, 3, 1, 2).float() / 255
            own = some["own"][:, None].float() / 255
            planes = restyled(planes, own).contiguous(memory_format=torch.channels_last)
        if run.step % 1000 == 0:
            print(f"{bank.rows} crops so far", flush=True)
        return loss_of_planes(net, planes, some["labels"].long(), own, knobs)

    return loss


def begun(knobs: Knobs) -> Training:
    """A recogniser that is to be taught."""
    net = fresh(knobs)
    taught, measured = partial(losses, net, knobs), partial(measure, seed=knobs.seed)
    return Training("recogniser", net, taught, measured, CROP_SHAPE, ANSWERS)


def main(argv: Sequence[str] | None = None) -> int:
    """See training_command.trained."""
    torch.backends.cudnn.benchmark = True
    args = with_lite(arguments(__doc__, KNOBS, FRESH)).parse_args(argv)
    return trained(args, as_told(args, KNOBS), begun, FRESH)


if __name__ == "__main__":
    sys.exit(main())
