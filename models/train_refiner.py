"""Trains the refiner on the boxes that the localizer finds in made scenes.

    python models/train_refiner.py --scenes FOLDER [--scenes ...] --val FOLDER --run FOLDER \\
        --recogniser RUN/last.pt [--resume] [--start EARLIER/last.pt] [--steps N] [--lr RATE]

The scenes come from `datasets/make_scenes.py`, what the localizer finds in them from
models/mine_boxes.py. --recogniser: a run of train_recogniser.py whose first stages it begins with.
At the end `refiner.onnx` and `refiner.json` are written together to the run's folder. Nothing is
chosen by --val.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from made_scenes import read_found, read_scene, scene_files
from onnx_export import export_onnx
from recogniser_net import Recogniser
from refiner_data import Sample, batches, samples
from refiner_net import Refiner, moved_corners
from scene_faces import BadInput
from training_run import Run, RunKnobs
from vision.boxes import iou
from vision.crops import WIDE
from vision.faces import OUTPUTS
from vision.refiner import planes

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
    told = torch.from_numpy(planes(crops, usual)).to(device)
    return told.contiguous(memory_format=torch.channels_last)


def loss_of(net: Refiner, batch: Sequence[Sample], knobs: Knobs, device: torch.device) -> Tensor:
    """How far corners are off, in px of the crop."""
    corners = torch.from_numpy(np.stack([s.corners_px for s in batch])).to(device)
    off = moved_corners(net(shown(batch, device)))
    return functional.smooth_l1_loss(off, corners, beta=knobs.near_px)


def train(run: Run, net: Refiner, paths: Sequence[Path], knobs: Knobs, folder: Path) -> None:
    """Goes on to the last step with boxes in these scenes; checkpoints in folder/last.pt."""
    stream = batches(
        paths, knobs.batch, knobs.buffer, np.random.default_rng((knobs.seed, run.step))
    )
    run.train(lambda: loss_of(net, next(stream), knobs, run.device), knobs, folder)


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


def main(argv: Sequence[str] | None = None) -> int:
    """0 when weights and metrics are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--scenes", type=Path, action="append", required=True, help="mined scenes; repeat")
    add("--val", type=Path, action="append", required=True, help="mined scenes kept out; repeat")
    add("--run", type=Path, required=True, help="folder for checkpoints and results")
    add("--recogniser", type=Path, help="last.pt of a recogniser to begin as")
    add("--start", type=Path, help="last.pt of a finished run to begin with")
    add("--steps", type=int, default=KNOBS.steps)
    add("--lr", type=float, default=KNOBS.lr, help="highest learning rate; less to go on gently")
    add("--resume", action="store_true", help="go on where this run was broken off")
    args = parser.parse_args(argv)
    knobs = replace(KNOBS, steps=args.steps, lr=args.lr)
    torch.set_num_threads(knobs.threads)
    cv2.setNumThreads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        paths = [path for folder in args.scenes for path in scene_files(folder)]
        if not any(read_found(path) for path in paths):
            raise BadInput(f"{args.scenes[0]}: not mined; run models/mine_boxes.py on it first")
        args.run.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(knobs.seed)
        learner = Refiner()
        if args.recogniser:
            first = Recogniser(OUTPUTS)
            first.load_state_dict(torch.load(args.recogniser, weights_only=True)["mean"])
            learner.begin_as(first)
        run = Run(learner, knobs, args.start, device)
        if args.resume:
            run.load(args.run / "last.pt")
        start = time.perf_counter()
        train(run, learner, paths, knobs, args.run)
        minutes = (time.perf_counter() - start) / 60
        net = run.mean.module
        shape = (6, *WIDE.size_px[::-1])
        report = {
            "knobs": asdict(knobs),
            "minutes": round(minutes, 1),
            "device": str(device),
            "versions": {name: version(name) for name in ("torch", "numpy")},
            "started_from": str(args.start) if args.start else None,
            "scenes": len(paths),
            "val": {folder.name: measure(net, folder, knobs.seed) for folder in args.val},
            "onnx": export_onnx(net, args.run / "refiner.onnx", shape, ("moves",)),
        }
    except (BadInput, OSError) as error:
        print(f"train_refiner: {error}", file=sys.stderr)
        return 2
    text = json.dumps(report, indent=2) + "\n"
    (args.run / "refiner.json").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
