"""Trains the localizer on scenes that are made meanwhile, on a machine with a GPU.

    python models/teach_localizer.py --fresh FOLDER --run FOLDER [--start EARLIER/last.pt] \\
        [--minutes M] [--steps N] [--lr RATE] [--resume]

fresh_scenes.py fills --fresh. The network and its loss are those of train_localizer.py; windows
are mirrored and coloured on the GPU. At the end `run/weights/last.pt` and `localizer.json` are
written to --run; localizer_export.py makes the ONNX file out of the former.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from importlib.metadata import version
from math import pi
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

import cpu_torchvision
import train_localizer
from batch_restyle import bgr, hsv
from fast_cpu import has_fast_bf16
from fresh_bank import FRESH, Bank  # before the modules of datasets/
from scene_faces import BadInput
from training_command import run_arguments
from training_run import Run, RunKnobs

cpu_torchvision.install()
_tasks: Any = import_module("ultralytics.nn.tasks")
_cfg: Any = import_module("ultralytics.cfg")


@dataclass(frozen=True, slots=True)
class Knobs(RunKnobs):
    """Everything that a run depends on beside its data."""

    steps: int = 20000
    batch: int = 128
    lr: float = 3e-3
    warmup: int = 150
    weight_decay: float = 5e-4
    mean_decay: float = 0.998
    clip: float = 10.0
    flip: float = 0.5
    hsv: tuple[float, float, float] = (0.03, 0.6, 0.35)
    kept: int = 24_000
    """Windows that are learnt from again and again, 740 kB each."""
    first: int = 600
    """Windows that there are to be before it begins."""


KNOBS = Knobs()
CHECKPOINT_EVERY = 500
"""Steps, as ultralytics can read it."""


def empty(folder: Path) -> nn.Module:
    """The network before it was taught anything."""
    told = train_localizer.write_net(folder, train_localizer.KNOBS)
    net: nn.Module = _tasks.OBBModel(str(told), ch=3, nc=1, verbose=False)
    net.args = _cfg.get_cfg()  # type: ignore[assignment]  # its loss reads its weights there
    return net


def begin_with(net: nn.Module, start: Path) -> None:
    """Takes over the weights of a checkpoint; BadInput where it is of another network."""
    model = torch.load(start, weights_only=False, map_location="cpu")["model"]
    try:
        net.load_state_dict(model.float().state_dict())
    except RuntimeError as error:
        raise BadInput(f"{start}: {error}") from None


def write_checkpoint(net: nn.Module, path: Path) -> None:
    """As ultralytics and train_localizer.py's --start take it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = {"model": net, "epoch": -1, "ema": None, "optimizer": None, "train_args": {}}
    torch.save(told, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def batch_of(some: dict[str, Tensor], knobs: Knobs) -> dict[str, Tensor]:
    """As ultralytics' loss takes it, of windows mirrored and coloured otherwise."""
    pictures, boxes = some["pictures"], some["boxes"].clone()
    count, height, width = pictures.shape[:3]
    hue, saturation, value = hsv(pictures.permute(0, 3, 1, 2).float() / 255)
    moved = (2 * torch.rand(3, count, 1, 1, device=boxes.device) - 1).unbind(0)
    hue = (hue + moved[0] * knobs.hsv[0]) % 1
    saturation = (saturation * (1 + moved[1] * knobs.hsv[1])).clamp(0, 1)
    value = (value * (1 + moved[2] * knobs.hsv[2])).clamp(0, 1)
    planes = bgr(hue, saturation, value).flip(1)
    for axis, (side, length) in enumerate(((3, width), (2, height))):
        mirrored = torch.rand(count, device=boxes.device) < knobs.flip
        planes = torch.where(mirrored[:, None, None, None], planes.flip(side), planes)
        boxes[mirrored, :, axis] = length - boxes[mirrored, :, axis]
        boxes[mirrored, :, 4] = (pi / 4 - boxes[mirrored, :, 4]) % pi - pi / 4
    there = ~boxes[..., 0].isnan()
    size = torch.tensor((width, height, width, height, 1), device=boxes.device)
    which = torch.arange(count, device=boxes.device)[:, None].expand(there.shape)
    return {
        "img": planes.contiguous(memory_format=torch.channels_last),
        "batch_idx": which[there].float(),
        "cls": torch.zeros(int(there.sum()), 1, device=boxes.device),
        "bboxes": boxes[there] / size,
    }


def loss_of(net: nn.Module, batch: dict[str, Tensor]) -> Tensor:
    """What is to become small: how far boxes are off, how unsure, how turned."""
    kind = batch["img"].device.type
    fast = kind == "cuda" or has_fast_bf16()
    with torch.autocast(kind, dtype=torch.bfloat16, enabled=fast):
        said = net(batch["img"])
    # Places are told in more digits than bf16 has.
    said = {
        name: [each.float() for each in told] if isinstance(told, list) else told.float()
        for name, told in said.items()
    }
    total: Tensor = net.loss(batch, said)[0].sum()  # type: ignore[operator]
    return total


def losses(
    net: nn.Module, knobs: Knobs, run: Run, recipes: Sequence[Path], out: Path
) -> Callable[[], Tensor]:
    """What gives the loss of the next batch; now and then what it has come to is kept."""
    bank = Bank({recipe.parent for recipe in recipes}, knobs.kept, run.device)
    bank.take(knobs.first)

    def loss() -> Tensor:
        if run.step % CHECKPOINT_EVERY == CHECKPOINT_EVERY - 1:
            write_checkpoint(run.mean.module, out)
            print(f"{bank.rows} windows so far", flush=True)
        bank.take()
        with torch.no_grad():
            batch = batch_of(bank.draw(knobs.batch), knobs)
        return loss_of(net, batch)

    return loss


def taught(args: argparse.Namespace, knobs: Knobs) -> dict[str, Any]:
    """What the run was; its weights are in run/weights/last.pt of its folder."""
    recipes = [recipe for folder in args.folders for recipe in FRESH.files(folder)]
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(knobs.seed)
    args.run.mkdir(parents=True, exist_ok=True)
    net = empty(args.run)
    if args.start:
        begin_with(net, args.start)
    run = Run(net, knobs, None, device)
    if args.resume:
        run.load(args.run / "last.pt")
    start, out = time.perf_counter(), args.run / "run" / "weights" / "last.pt"
    run.train(losses(net, knobs, run, recipes, out), knobs, args.run)
    write_checkpoint(run.mean.module.cpu().eval(), out)
    return {
        "knobs": asdict(knobs),
        "steps": run.step,
        "minutes": round((time.perf_counter() - start) / 60, 1),
        "device": str(device),
        "versions": {name: version(name) for name in ("torch", "ultralytics")},
        "started_from": "/".join(args.start.parts[-2:]) if args.start else None,
        "data": {"train": {"decks": FRESH.sources(recipes)}},
    }


def main(argv: Sequence[str] | None = None) -> int:
    """0 when weights and figures are written; 2 with one line on standard error on bad input."""
    args = run_arguments(__doc__, KNOBS, FRESH).parse_args(argv)
    torch.backends.cudnn.benchmark = True
    knobs = replace(KNOBS, steps=args.steps, minutes=args.minutes, lr=args.lr)
    try:
        report = taught(args, knobs)
    except (BadInput, OSError) as error:
        print(f"teach_localizer: {error}", file=sys.stderr)
        return 2
    text = json.dumps(report, indent=2) + "\n"
    (args.run / "localizer.json").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
