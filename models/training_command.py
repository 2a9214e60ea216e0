"""The command line of a training, and how one goes from scenes to an ONNX file."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import cv2
import torch
from torch import Tensor, nn

from made_scenes import scene_files
from onnx_export import export_onnx
from peers import Peers, joined
from scene_faces import BadInput
from training_run import Run, RunKnobs

AnyKnobs = TypeVar("AnyKnobs", bound=RunKnobs)


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained, and how it is measured."""

    name: str
    """Of the files that are written."""
    learner: nn.Module
    losses: Callable[[Run, Sequence[Path]], Callable[[], Tensor]]
    """Of a run with these scenes: what gives the loss of the next batch."""
    measure: Callable[[nn.Module, Path], dict[str, Any]]
    """How well it does on scenes kept out."""
    shape: Sequence[int]
    """Of one of its inputs."""
    answers: Sequence[str]
    """The names of its outputs."""
    free: Sequence[str] = ()
    """The names of its last axes where it takes any size."""


@dataclass(frozen=True, slots=True)
class Data:
    """What a network learns from."""

    option: str
    """As the command line has it."""
    files: Callable[[Path], list[Path]]
    """Those of a folder; BadInput where there is none."""
    sources: Callable[[Sequence[Path]], list[str]]
    """The decks that such files are drawn from."""


def sources(paths: Sequence[Path]) -> list[str]:
    """The decks that scenes are drawn from."""
    names: set[str] = set()
    for path in paths:
        names |= set(json.loads(path.read_text(encoding="utf-8"))["sources"])
    return sorted(names)


SCENES = Data("--scenes", scene_files, sources)


def arguments(doc: str | None, knobs: RunKnobs, data: Data = SCENES) -> argparse.ArgumentParser:
    """What a training is told that measures what came of it."""
    parser = run_arguments(doc, knobs, data)
    kept = "such ones kept out; repeat"
    asked = data is SCENES
    parser.add_argument("--val", type=Path, action="append", default=[], required=asked, help=kept)
    return parser


def run_arguments(doc: str | None, knobs: RunKnobs, data: Data) -> argparse.ArgumentParser:
    """What every training is told."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    add = parser.add_argument
    given = f"made {data.option.strip('-')}; repeat"
    add(data.option, type=Path, action="append", required=True, help=given, dest="folders")
    add("--run", type=Path, required=True, help="folder for checkpoints and results")
    add("--start", type=Path, help="last.pt of a finished run to begin with")
    add("--steps", type=int, default=knobs.steps)
    add("--minutes", type=float, default=knobs.minutes, help="it ends after so many, too")
    add("--lr", type=float, default=knobs.lr, help="highest learning rate; less to go on gently")
    add("--resume", action="store_true", help="go on where this run was broken off")
    return parser


def trained(
    args: argparse.Namespace,
    knobs: AnyKnobs,
    begun: Callable[[AnyKnobs], Training],
    data: Data = SCENES,
) -> int:
    """0 when weights and metrics are written; 2 with one line on standard error on bad input.

    `begun`: what is to be trained, its first weights drawn by the knobs' seed. Peers share a batch.
    """
    peers = joined()
    batch = knobs.batch // peers.count
    knobs = replace(knobs, steps=args.steps, minutes=args.minutes, lr=args.lr, batch=batch)
    torch.set_num_threads(knobs.threads)
    cv2.setNumThreads(1)
    try:
        written = _report(args, knobs, begun, data, peers)
    except (BadInput, OSError) as error:
        print(f"{Path(sys.argv[0]).stem}: {error}", file=sys.stderr)
        return 2
    if written is None:
        return 0
    report, out = written
    text = json.dumps(report, indent=2) + "\n"
    out.write_text(text, encoding="utf-8")
    print(text)
    return 0


def _report(
    args: argparse.Namespace,
    knobs: AnyKnobs,
    begun: Callable[[AnyKnobs], Training],
    data: Data,
    peers: Peers,
) -> tuple[dict[str, Any], Path] | None:
    """What came of the training, and where that is to be written; of its peers one tells."""
    paths = [path for folder in args.folders for path in data.files(folder)]
    args.run.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(knobs.seed)
    training = begun(knobs)
    run = Run(training.learner, knobs, args.start, device, peers)
    if args.resume:
        run.load(args.run / "last.pt")
    start = time.perf_counter()
    run.train(training.losses(run, paths), knobs, args.run)
    if peers.rank:
        return None
    minutes = (time.perf_counter() - start) / 60
    net, onnx = run.mean.module, args.run / f"{training.name}.onnx"
    report = {
        "knobs": asdict(knobs),
        "processes": peers.count,
        "minutes": round(minutes, 1),
        "device": str(device),
        "versions": {name: version(name) for name in ("torch", "numpy")},
        "started_from": "/".join(args.start.parts[-2:]) if args.start else None,
        data.option.strip("-"): len(paths),
        "decks": data.sources(paths),
        "val": {folder.name: training.measure(net, folder) for folder in args.val},
        "onnx": export_onnx(net, onnx, training.shape, training.answers, training.free),
    }
    return report, onnx.with_suffix(".json")
