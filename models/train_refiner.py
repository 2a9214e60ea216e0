"""Trains the refiner on the boxes that the localizer finds in made scenes.

    python models/train_refiner.py --scenes FOLDER [--scenes ...] --val FOLDER --run FOLDER \\
        --recogniser RUN/last.pt [--resume] [--start EARLIER/last.pt] [--steps N] [--lr RATE]

The scenes come from `datasets/make_scenes.py`, what the localizer finds in them from
models/mine_boxes.py. --recogniser: a run of train_recogniser.py whose first stages it begins with.
At the end `refiner.onnx` and `refiner.json` are written together to the run's folder. Nothing is
chosen by --val.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from made_scenes import read_found, read_scene, scene_files
from recogniser_net import Recogniser
from refiner_data import Sample, batches, samples
from refiner_net import Refiner, moved_corners
from scene_faces import BadInput
from training_command import Training, arguments, trained
from training_run import Run, RunKnobs, losses_of
from vision import refiner
from vision.boxes import iou
from vision.crops import WIDE
from vision.faces import OUTPUTS
from vision.runtime import planes_of

VISIBLE_EDGES = (0.12, 0.35, 0.6, 0.8, 1.01)
"""Between the classes of visible shares that are reported apart."""


@dataclass(frozen=True, slots=True)
class Knobs(RunKnobs):
    """Everything that a run depends on beside its data."""

    buffer: int = 3000
    """Boxes that are mixed with one another."""
    near_px: float = 1.5
    """Of a corner in its crop: nearer ones are pulled the less, the nearer they are."""


KNOBS = Knobs()


def shown(batch: Sequence[Sample], device: torch.device) -> Tensor:
    """(n, 6, 112, 72) 0 to 1."""
    crops, usual = np.stack([s.crop for s in batch]), np.stack([s.usual for s in batch])
    told = torch.from_numpy(planes_of(refiner.shown(crops, usual))).to(device)
    return told.contiguous(memory_format=torch.channels_last)


def loss_of(net: Refiner, batch: Sequence[Sample], knobs: Knobs, device: torch.device) -> Tensor:
    """How far corners are off, in px of the crop."""
    corners = torch.from_numpy(np.stack([s.corners_px for s in batch])).to(device)
    off = moved_corners(net(shown(batch, device)))
    return functional.smooth_l1_loss(off, corners, beta=knobs.near_px)


def losses(net: Refiner, knobs: Knobs, run: Run, paths: Sequence[Path]) -> Callable[[], Tensor]:
    """What gives the loss of the next batch of boxes in these scenes.

    Raises:
        BadInput: nothing was found in any of them.
    """
    if not any(read_found(path) for path in paths):
        raise BadInput(f"{paths[0]}: no scene was mined; run models/mine_boxes.py first")
    items = partial(batches, paths, knobs.batch, knobs.buffer)
    return losses_of(run, knobs.seed, items, lambda batch: loss_of(net, batch, knobs, run.device))


@torch.no_grad()
def measure(net: torch.nn.Module, folder: Path, seed: int) -> dict[str, Any]:
    """How far boxes agree with their cards as found and as refined, by how much of a card shows."""
    net.eval()
    rng = np.random.default_rng(seed)
    rows = []
    for path in scene_files(folder):
        found = read_found(path)
        some = samples(read_scene(path), found, rng, push=False) if found is not None else []
        if some:
            moves = net(shown(some, next(net.parameters()).device))
            for each, corners in zip(some, moved_corners(moves).cpu().numpy(), strict=True):
                was = iou(WIDE.corners(), each.corners_px)
                rows.append((each.visible, was, iou(corners, each.corners_px)))
    table = np.array(rows).reshape(-1, 3)
    report = {}
    for low, high in pairwise(VISIBLE_EDGES):
        here = table[(table[:, 0] >= low) & (table[:, 0] < high), 1:]
        was, now = here.mean(axis=0).round(4).tolist() if len(here) else (0.0, 0.0)
        name = f"{low:g}-{min(high, 1):g} visible"
        report[name] = {"count": len(here), "found": was, "refined": now}
    return report


def begun(recogniser: Path | None, knobs: Knobs) -> Training:
    """A refiner that moves nothing yet, with the first stages of a recogniser if one is named."""
    net = Refiner()
    if recogniser:
        first = Recogniser(OUTPUTS)
        first.load_state_dict(torch.load(recogniser, weights_only=True)["mean"])
        net.begin_as(first)
    measured = partial(measure, seed=knobs.seed)
    shape = (6, *WIDE.size_px[::-1])
    return Training("refiner", net, partial(losses, net, knobs), measured, shape, ("moves",))


def main(argv: Sequence[str] | None = None) -> int:
    """See training_command.trained."""
    parser = arguments(__doc__, KNOBS)
    parser.add_argument("--recogniser", type=Path, help="last.pt of a recogniser to begin as")
    args = parser.parse_args(argv)
    return trained(args, KNOBS, partial(begun, args.recogniser))


if __name__ == "__main__":
    sys.exit(main())
