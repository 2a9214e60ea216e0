"""Trains the recogniser on crops of made scenes.

    python models/train_recogniser.py --scenes FOLDER [--scenes ...] --val FOLDER --run FOLDER \\
        [--resume] [--start EARLIER/last.pt] [--steps N] [--lr RATE]

The scenes come from `datasets/make_scenes.py --masks`; --val in decks that --scenes never showed.
A run that was broken off goes on with --resume; --start begins with the weights of a finished one.
At the end `recogniser.onnx` and `recogniser.json` (what it was made of and what it measures) are
written together to the run's folder. Nothing is chosen by --val: the weights are the running mean
of the last steps.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from fast_cpu import has_fast_bf16
from made_scenes import read_scene, scene_files
from recogniser_data import Sample, batches, samples
from recogniser_export import export_onnx
from recogniser_net import Recogniser, Shape
from scene_faces import BadInput
from vision.faces import CLASSES, NO_CARD, OUTPUTS

VISIBLE_EDGES = (0.25, 0.4, 0.6, 0.8, 1.01)
"""Between the classes of visible shares that are reported apart."""


@dataclass(frozen=True, slots=True)
class Knobs:
    """Everything that a run depends on beside its data."""

    shape: Shape = field(default_factory=Shape)
    steps: int = 1800
    batch: int = 128
    buffer: int = 4000
    """Crops that are mixed with one another."""
    lr: float = 2.5e-3
    warmup: int = 100
    """Steps."""
    weight_decay: float = 0.02
    smoothing: float = 0.05
    """Of the labels."""
    own_weight: float = 0.5
    """Of the loss of the map of the card's own part."""
    mean_decay: float = 0.995
    """Of the running mean of the weights, a step."""
    seed: int = 5
    threads: int = 1
    """One serves two runs beside each other better than two."""
    keep_every: int = 200
    """Steps between checkpoints."""


KNOBS = Knobs()


def tensors(batch: Sequence[Sample], device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Crops (n, 4, 144, 96) 0 to 1, labels (n,), own parts (n, 1, 18, 12) 0 to 1."""
    crops = torch.from_numpy(np.stack([s.crop for s in batch])).permute(0, 3, 1, 2)
    own = torch.from_numpy(np.stack([s.own for s in batch]))[:, None]
    labels = torch.tensor([s.label for s in batch])
    planes = crops.to(device).float().div_(255).contiguous(memory_format=torch.channels_last)
    return planes, labels.to(device), own.to(device).float() / 255


def loss_of(net: Recogniser, batch: Sequence[Sample], knobs: Knobs, device: torch.device) -> Tensor:
    """What is to become small."""
    planes, labels, own = tensors(batch, device)
    fast = device.type == "cuda" or has_fast_bf16()
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=fast):
        embedding, seen = net.features(planes)
    face = functional.cross_entropy(net.logits(embedding), labels, label_smoothing=knobs.smoothing)
    part = functional.binary_cross_entropy_with_logits(seen.float(), own)
    return face + knobs.own_weight * part


def rate(step: int, knobs: Knobs) -> float:
    """The learning rate as a share of its highest: a ramp, then a cosine to nothing."""
    if step < knobs.warmup:
        return (step + 1) / knobs.warmup
    done = (step - knobs.warmup) / max(1, knobs.steps - knobs.warmup)
    return float(0.5 * (1 + np.cos(np.pi * min(1.0, done))))


@dataclass(slots=True)
class Run:
    """A run under way: what a checkpoint holds."""

    net: Recogniser
    mean: torch.optim.swa_utils.AveragedModel
    optimizer: torch.optim.Optimizer
    step: int = 0

    def save(self, path: Path) -> None:
        """Written whole or not at all."""
        state = {
            "net": self.net.state_dict(),
            "mean": self.mean.module.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "shape": asdict(self.net.shape),
        }
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def load(self, path: Path) -> None:
        """Where the checkpoint left off."""
        state = torch.load(path, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.mean.module.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]


def begin(knobs: Knobs, device: torch.device, start: Path | None) -> Run:
    """A fresh run, with the weights of another if one is named."""
    torch.manual_seed(knobs.seed)
    net = Recogniser(OUTPUTS, knobs.shape)
    if start:
        net.load_state_dict(torch.load(start, weights_only=True)["mean"])
    net = net.to(device, memory_format=torch.channels_last)
    decay = torch.optim.swa_utils.get_ema_multi_avg_fn(knobs.mean_decay)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=decay, use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), knobs.lr, weight_decay=knobs.weight_decay)
    return Run(net, mean, optimizer)


def train(run: Run, paths: Sequence[Path], knobs: Knobs, folder: Path) -> None:
    """Goes on to the last step; checkpoints in folder/last.pt."""
    device = next(run.net.parameters()).device
    rng = np.random.default_rng((knobs.seed, run.step))
    stream = batches(paths, knobs.batch, knobs.buffer, rng)
    run.net.train()
    start, begun = time.perf_counter(), run.step
    while run.step < knobs.steps:
        for group in run.optimizer.param_groups:
            group["lr"] = knobs.lr * rate(run.step, knobs)
        loss = loss_of(run.net, next(stream), knobs, device)
        run.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        run.optimizer.step()
        run.mean.update_parameters(run.net)
        run.step += 1
        if run.step % 50 == 0:
            per_s = (run.step - begun) * knobs.batch / (time.perf_counter() - start)
            print(f"step {run.step} loss {loss.item():.3f} {per_s:.0f} crops/s", flush=True)
        if run.step % knobs.keep_every == 0 or run.step == knobs.steps:
            run.save(folder / "last.pt")


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


def sources(paths: Sequence[Path]) -> list[str]:
    """The decks that scenes are drawn from."""
    names: set[str] = set()
    for path in paths:
        names |= set(json.loads(path.read_text(encoding="utf-8"))["sources"])
    return sorted(names)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when weights and metrics are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--scenes", type=Path, action="append", required=True, help="made scenes; repeat")
    add("--val", type=Path, action="append", required=True, help="scenes in decks held out; repeat")
    add("--run", type=Path, required=True, help="folder for checkpoints and results")
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
        args.run.mkdir(parents=True, exist_ok=True)
        run = begin(knobs, device, args.start)
        if args.resume:
            run.load(args.run / "last.pt")
        start = time.perf_counter()
        train(run, paths, knobs, args.run)
        minutes = (time.perf_counter() - start) / 60
        net = run.mean.module
        report = {
            "knobs": asdict(knobs),
            "minutes": round(minutes, 1),
            "device": str(device),
            "versions": {name: version(name) for name in ("torch", "numpy")},
            "started_from": str(args.start) if args.start else None,
            "scenes": len(paths),
            "decks": sources(paths),
            "val": {folder.name: measure(net, folder, knobs.seed) for folder in args.val},
            "onnx": export_onnx(net, args.run / "recogniser.onnx"),
        }
    except (BadInput, OSError) as error:
        print(f"train_recogniser: {error}", file=sys.stderr)
        return 2
    text = json.dumps(report, indent=2) + "\n"
    (args.run / "recogniser.json").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
