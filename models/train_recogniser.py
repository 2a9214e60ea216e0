"""Trains the recogniser on crops of made scenes.

    python models/train_recogniser.py --scenes FOLDER [--scenes ...] --val FOLDER --run FOLDER \\
        [--lite] [--resume] [--start EARLIER/last.pt] [--steps N] [--minutes M] [--lr RATE]

--lite: on a trunk that photographs taught, see lite_net.py. Two processes, a core each, by
`torchrun --nproc-per-node 2 --` before the script, see peers.py.
The scenes come from `datasets/make_scenes.py --masks`; --val in decks that --scenes never showed.
A run that was broken off goes on with --resume; --start begins with the weights of a finished one.
At the end `recogniser.onnx` and `recogniser.json` (what it was made of and what it measures) are
written together to the run's folder. Nothing is chosen by --val: the weights are the running mean
of the last steps.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from fast_cpu import has_fast_bf16
from lite_net import LiteRecogniser, pretrained
from made_scenes import read_scene, scene_files
from recogniser_data import Sample, batches, samples
from recogniser_net import Head, Recogniser, Shape
from training_command import Training, arguments, trained
from training_run import Run, RunKnobs, losses_of
from vision.crops import CROP_PX
from vision.faces import CLASSES, NO_CARD, OUTPUTS

CROP_SHAPE = (4, *CROP_PX[::-1])
"""Planes, height and width of a crop: blue, green, red and the others' plane, 0 to 1."""
ANSWERS = ("logits", "features", "visible")
"""(n, classes), (n, 2720) the embedding and what lies in each place, (n,) the share that shows."""
ALL = range(OUTPUTS)
VISIBLE_EDGES = (0.25, 0.4, 0.6, 0.8, 1.01)
"""Between the classes of visible shares that are reported apart."""


@dataclass(frozen=True, slots=True)
class Knobs(RunKnobs):
    """Everything that a run depends on beside its data."""

    shape: Shape = field(default_factory=Shape)
    lite: bool = False
    """On a trunk that photographs taught; else from nothing, in this shape."""
    started: bool = False
    """Whether it goes on from a checkpoint."""
    steps: int = 1800
    buffer: int = 4000
    """Crops that are mixed with one another."""
    lr: float = 2.5e-3
    muon: bool = True
    """From nothing it takes two thirds of the steps so."""
    warmup: int = 100
    """Steps."""
    smoothing: float = 0.05
    """Of the labels."""
    own_weight: float = 0.5
    """Of the loss of the map of the card's own part."""
    mean_decay: float = 0.995
    """Of the running mean of the weights, a step."""
    keep_every: int = 200
    """Steps between checkpoints."""


KNOBS = Knobs()
AnyKnobs = TypeVar("AnyKnobs", bound=Knobs)


def tensors(batch: Sequence[Sample], device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Crops (n, 4, 144, 96) 0 to 1, labels (n,), own parts (n, 1, 18, 12) 0 to 1."""
    crops = torch.from_numpy(np.stack([s.crop for s in batch])).permute(0, 3, 1, 2)
    own = torch.from_numpy(np.stack([s.own for s in batch]))[:, None]
    labels = torch.tensor([s.label for s in batch])
    planes = crops.to(device).float().div_(255).contiguous(memory_format=torch.channels_last)
    return planes, labels.to(device), own.to(device).float() / 255


def loss_of(net: Head, batch: Sequence[Sample], knobs: Knobs, device: torch.device) -> Tensor:
    """What is to become small."""
    return loss_of_planes(net, *tensors(batch, device), knobs)


def loss_of_planes(
    net: Head,
    planes: Tensor,
    labels: Tensor,
    own: Tensor,
    knobs: Knobs,
    among: Sequence[int] = ALL,
) -> Tensor:
    """The same of what `tensors` gives; labels are places in `among`, the classes that count."""
    device = planes.device
    fast = device.type == "cuda" or has_fast_bf16()
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=fast):
        embedding, _, seen = net.features(planes)
    said = net.logits(embedding)[:, among]
    face = functional.cross_entropy(said, labels, label_smoothing=knobs.smoothing)
    part = functional.binary_cross_entropy_with_logits(seen.float(), own)
    return face + knobs.own_weight * part


def losses(net: Head, knobs: Knobs, run: Run, paths: Sequence[Path]) -> Callable[[], Tensor]:
    """What gives the loss of the next batch of crops of these scenes."""
    items = partial(batches, paths, knobs.batch, knobs.buffer)
    return losses_of(run, knobs.seed, items, lambda batch: loss_of(net, batch, knobs, run.device))


@torch.no_grad()
def measure(net: torch.nn.Module, folder: Path, seed: int) -> dict[str, Any]:
    """Share of faces right, by how much of the card shows, and of empty boxes seen as such."""
    net.eval()
    device = next(net.parameters()).device
    rng = np.random.default_rng(seed)
    said, true, visible = [], [], []
    for path in scene_files(folder):
        some = samples(read_scene(path), rng, restyle=False)
        if some:
            logits = net(tensors(some, device)[0])[0]
            said += logits.argmax(1).tolist()
            true += [s.label for s in some]
            visible += [s.visible for s in some]
    right = np.array(said) == np.array(true)
    shown, card = np.array(visible), np.array(true) != NO_CARD
    face = card & (np.array(true) != CLASSES.index("back"))
    report = {"faces": share(right[face]), "backs": share(right[card & ~face])}
    for low, high in pairwise(VISIBLE_EDGES):
        name = f"faces {low:g}-{min(high, 1):g} visible"
        report[name] = share(right[face & (shown >= low) & (shown < high)])
    return report | {"no card": share(right[~card])}


def share(right: "np.ndarray[Any, Any]") -> dict[str, float]:
    """How many there were and which share of them was right."""
    return {"count": len(right), "right": round(float(right.mean()), 4) if len(right) else 0.0}


def fresh(knobs: Knobs) -> Head:
    """A recogniser that knows no card yet."""
    if not knobs.lite:
        return Recogniser(OUTPUTS, knobs.shape)
    return LiteRecogniser(OUTPUTS) if knobs.started else pretrained(OUTPUTS)


def with_lite(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The same, with the option that `as_told` reads."""
    parser.add_argument("--lite", action="store_true", help="on a trunk that photographs taught")
    return parser


def as_told(args: argparse.Namespace, knobs: AnyKnobs) -> AnyKnobs:
    """The knobs of what is to be trained: a trunk that knows something learns by AdamW."""
    if not args.lite:
        return knobs
    return replace(knobs, lite=True, muon=False, started=bool(args.start or args.resume))


def begun(knobs: Knobs) -> Training:
    """A recogniser that is to be taught."""
    net = fresh(knobs)
    measured = partial(measure, seed=knobs.seed)
    taught = partial(losses, net, knobs)
    return Training("recogniser", net, taught, measured, CROP_SHAPE, ANSWERS)


def main(argv: Sequence[str] | None = None) -> int:
    """See training_command.trained."""
    args = with_lite(arguments(__doc__, KNOBS)).parse_args(argv)
    return trained(args, as_told(args, KNOBS), begun)


if __name__ == "__main__":
    sys.exit(main())
