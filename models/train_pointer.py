"""Trains the pointer, which tells the tips of arms, on filmed games.

    python models/train_pointer.py --films FOLDER [--films ...] --val FOLDER --run FOLDER \\
        [--resume] [--start EARLIER/last.pt] [--steps N] [--lr RATE]

The games come from models/film_hands.py. At the end `pointer.onnx` and `pointer.json` are written
together to the run's folder. Nothing is chosen by --val.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from fast_cpu import has_fast_bf16
from pointer_data import batches, decks, film_files, read_moments
from pointer_net import PointerNet
from training_command import Data, Training, arguments, trained
from training_run import Run, RunKnobs, losses_of
from vision.boxes import Array
from vision.pointing import PLANES, pointed
from vision.small_pictures import SMALL_PX

FOUND_PX = 8.0
"""Of the small picture: an arm is found where its tip is no farther off."""


@dataclass(frozen=True, slots=True)
class Knobs(RunKnobs):
    """Everything that a run depends on beside its data."""

    batch: int = 24
    steps: int = 4000
    places: float = 1.0
    """Weight of where in its place a tip is, beside that it is there."""
    ways: float = 0.5


KNOBS = Knobs()
FILMS = Data("--films", film_files, decks)


def loss_of(
    net: PointerNet, batch: tuple[Array, Array], knobs: Knobs, device: torch.device
) -> Tensor:
    """As of key points (CenterNet): focal, then how far off the places and ways are."""
    shown, told = (torch.as_tensor(each).to(device) for each in batch)
    planes = shown.float().contiguous(memory_format=torch.channels_last)
    fast = device.type == "cuda" or has_fast_bf16()
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=fast):
        answer = net(planes)
    answer = answer.float()
    arms = told[:, 0].eq(1).sum().clamp(min=1)
    sure = answer[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    there = told[:, 0].eq(1)
    focal = torch.where(
        there,
        -((1 - sure) ** 2) * sure.log(),
        -((1 - told[:, 0]) ** 4) * sure**2 * (1 - sure).log(),
    ).sum()
    near = told[:, 5:]
    off = functional.smooth_l1_loss(answer[:, 1:] * near, told[:, 1:5] * near, reduction="none")
    places, ways = off[:, :2].sum(), off[:, 2:].sum()
    count = near.sum().clamp(min=1)
    return focal / arms + (knobs.places * places + knobs.ways * ways) / count


def losses(net: PointerNet, knobs: Knobs, run: Run, paths: Sequence[Path]) -> Callable[[], Tensor]:
    """What gives the loss of the next batch of moments."""
    moments = [moment for path in paths for moment in read_moments(path)]
    items = partial(batches, moments, knobs.batch)
    return losses_of(run, knobs.seed, items, lambda batch: loss_of(net, batch, knobs, run.device))


@torch.no_grad()
def measure(net: torch.nn.Module, folder: Path) -> dict[str, Any]:
    """How many arms are found, how many are none, and how far their tips and feet are off, px."""
    net.eval()
    tips: list[float] = []
    feet: list[float] = []
    arms = said = 0
    for path in film_files(folder):
        for moment in read_moments(path):
            planes = torch.from_numpy(moment.shown[None]).float()
            answer = net(planes.to(next(net.parameters()).device))[0].cpu().numpy().astype(float)
            found = list(pointed(answer, moment.shown.shape[2], moment.shown.shape[1]))
            arms, said = arms + len(moment.arms), said + len(found)
            for tip, foot in moment.arms:
                nearest = min(found, key=lambda p: float(np.hypot(*(p.tip - tip))), default=None)
                if nearest is not None and np.hypot(*(nearest.tip - tip)) < FOUND_PX:
                    tips.append(float(np.hypot(*(nearest.tip - tip))))
                    feet.append(float(np.hypot(*(nearest.foot - foot))))
    return {
        "arms": arms,
        "precision": round(len(tips) / max(1, said), 4),
        "recall": round(len(tips) / max(1, arms), 4),
        "tips_px": [round(float(q), 2) for q in np.quantile(tips or [np.nan], (0.5, 0.9, 0.99))],
        "feet_px": [round(float(q), 2) for q in np.quantile(feet or [np.nan], (0.5, 0.9, 0.99))],
    }


def begun(knobs: Knobs) -> Training:
    """A pointer that knows nothing yet."""
    net, shape = PointerNet(), (PLANES, 180, SMALL_PX)
    taught = partial(losses, net, knobs)
    return Training("pointer", net, taught, measure, shape, ("arms",), ("h", "w"))


def main(argv: Sequence[str] | None = None) -> int:
    """See training_command.trained."""
    parser = arguments(__doc__, KNOBS, FILMS)
    return trained(parser.parse_args(argv), KNOBS, begun, FILMS)


if __name__ == "__main__":
    sys.exit(main())
