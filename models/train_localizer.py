"""Trains the localizer: one class, `card`, oriented boxes, from nothing.

    python models/train_localizer.py --crops FOLDER --val FOLDER --run FOLDER [--resume]
    python models/train_localizer.py ... --run FOLDER --start EARLIER/run/weights/last.pt

The folders come from `cut_crops.py`; --val in decks that --crops never showed. A run that was
broken off goes on with --resume; --start begins with the weights of a finished one. At the end
`localizer.onnx` and `localizer.json` (what it was made of and what it measures) are written
together to the run's folder. Nothing is chosen by --val: the weights are those of the last turn.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from fast_cpu import TORCHVISION, TurnTrainer, has_fast_bf16
from localizer_export import export_onnx

_utils: Any = import_module("ultralytics.utils")  # after fast_cpu, which makes it importable


@dataclass(frozen=True, slots=True)
class Knobs:
    """Everything that a run depends on beside its data."""

    net: str = "yolo26n-obb"
    nms_free_head: bool = False
    """YOLO26's second head: it does not compile in OpenVINO and gives duplicates on few classes."""
    picture_px: int = 640
    """Long side; the crops are 640x384 and stay so."""
    batch: int = 16
    turns: int = 32
    per_turn: int = 1008
    """Pictures; a multiple of the batch."""
    optimizer: str = "AdamW"
    lr0: float = 1.5e-3
    lrf: float = 0.02
    """Learning rate at the end, as a share of lr0; in between a cosine."""
    warmup_turns: float = 1.0
    weight_decay: float = 5e-4
    flip: float = 0.5
    """Chance of each of the two flips: where a card lies does not depend on what it shows."""
    hsv: tuple[float, float, float] = (0.03, 0.6, 0.35)
    seed: int = 7
    keep_every: int = 5
    """Turns between checkpoints that are kept."""


KNOBS = Knobs()


def write_net(folder: Path, knobs: Knobs) -> Path:
    """The net's yaml in `folder`, taken from ultralytics and told which heads to have."""
    family = knobs.net.removeprefix("yolo").split("n-")[0]
    source = _utils.ROOT / "cfg" / "models" / family / f"yolo{family}-obb.yaml"
    net = _utils.YAML.load(source) | {"nc": 1, "end2end": knobs.nms_free_head}
    path = folder / f"{knobs.net}.yaml"
    _utils.YAML.save(path, net)
    return path


def write_data(folder: Path, crops: Path, val: Path) -> Path:
    """The yaml that tells ultralytics where the pictures are."""
    path = folder / "data.yaml"
    sets = {"train": str(crops.resolve() / "images"), "val": str(val.resolve() / "images")}
    _utils.YAML.save(path, sets | {"names": {0: "card"}})
    return path


def overrides(
    run: Path, crops: Path, val: Path, knobs: Knobs, start: Path | None = None
) -> dict[str, Any]:
    """What ultralytics is told; what mixes pictures is off: the scenes are mixed enough."""
    hue, saturation, value = knobs.hsv
    cuda = torch.cuda.is_available()
    return {
        "model": str(write_net(run, knobs)),
        "data": str(write_data(run, crops, val)),
        "project": str(run.resolve()),
        "name": "run",
        "exist_ok": True,
        "imgsz": knobs.picture_px,
        "rect": True,
        "batch": knobs.batch,
        "nbs": knobs.batch,
        "device": 0 if cuda else "cpu",
        "workers": 8 if cuda else 0,
        "amp": cuda,
        "epochs": knobs.turns,
        "optimizer": knobs.optimizer,
        "lr0": knobs.lr0,
        "lrf": knobs.lrf,
        "cos_lr": True,
        "warmup_epochs": knobs.warmup_turns,
        "warmup_bias_lr": 0.0,
        "weight_decay": knobs.weight_decay,
        "mosaic": 0.0,
        "close_mosaic": 0,
        "degrees": 0.0,
        "translate": 0.0,
        "scale": 0.0,
        "erasing": 0.0,
        "fliplr": knobs.flip,
        "flipud": knobs.flip,
        "hsv_h": hue,
        "hsv_s": saturation,
        "hsv_v": value,
        "pretrained": str(start) if start else False,
        "val": False,
        "plots": False,
        "patience": 0,
        "save_period": knobs.keep_every,
        "seed": knobs.seed,
        "deterministic": True,
    }


def counted(folder: Path) -> dict[str, int]:
    """How many pictures and labelled cards a folder of crops holds."""
    texts = [path.read_text(encoding="utf-8") for path in (folder / "labels").glob("*.txt")]
    return {"pictures": len(texts), "cards": sum(text.count("\n") for text in texts)}


def train(
    run: Path, crops: Path, val: Path, knobs: Knobs, resume: bool, start_from: Path | None = None
) -> dict[str, Any]:
    """What the run was and what it measures; its checkpoints are in run/run/weights."""
    last = run / "run" / "weights" / "last.pt"
    told = overrides(run, crops, val, knobs, start_from)
    if resume:
        told |= {"resume": str(last), "model": str(last)}

    class Trainer(TurnTrainer):
        per_turn = knobs.per_turn

    trainer = Trainer(overrides=told)
    start = time.perf_counter()
    trainer.train()
    minutes = (time.perf_counter() - start) / 60
    measured = {k.removeprefix("metrics/"): float(v) for k, v in trainer.metrics.items()}
    turns_run = knobs.turns - trainer.start_epoch
    return {
        "knobs": asdict(knobs),
        "resumed_at_turn": trainer.start_epoch,
        "minutes": round(minutes, 1),
        "pictures_per_s": round(turns_run * knobs.per_turn / minutes / 60, 2),
        "device": str(trainer.device),
        "bf16_channels_last": trainer.device.type == "cpu" and has_fast_bf16(),
        "torchvision": TORCHVISION.split(" ")[0],
        "versions": {name: version(name) for name in ("torch", "torchvision", "ultralytics")},
        "train": counted(crops),
        "val": counted(val),
        "measured_on_val": {k: round(v, 4) for k, v in measured.items() if "(B)" in k},
    }


def recipe_of(folder: Path) -> Any:
    """What cut_crops.py wrote about a folder, or None."""
    path = folder / "recipe.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def report_of(weights: Path) -> Any:
    """The figures of the finished run whose RUN/run/weights/last.pt this is, or just its path."""
    path = weights.resolve().parents[2] / "localizer.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else str(weights)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when weights and metrics are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--crops", type=Path, required=True, help="folder of training crops")
    add("--val", type=Path, required=True, help="folder of crops in decks held out")
    add("--run", type=Path, required=True, help="folder for checkpoints and results")
    add("--start", type=Path, help="weights of a finished run to begin with")
    add("--lr", type=float, default=KNOBS.lr0, help="highest learning rate; less to go on gently")
    add("--turns", type=int, default=KNOBS.turns, help="turns of the learning rate's one fall")
    add("--resume", action="store_true", help="go on where this run was broken off")
    args = parser.parse_args(argv)
    for folder in (args.crops, args.val):
        if not (folder / "images").is_dir():
            print(f"train_localizer: {folder}: no images/; expected crops", file=sys.stderr)
            return 2
    if args.resume and not (args.run / "run" / "weights" / "last.pt").exists():
        print(f"train_localizer: {args.run}: nothing to resume here", file=sys.stderr)
        return 2
    args.run.mkdir(parents=True, exist_ok=True)
    knobs = replace(KNOBS, turns=args.turns, lr0=args.lr)
    report = train(args.run, args.crops, args.val, knobs, args.resume, args.start)
    report["started_from"] = report_of(args.start) if args.start else None
    report["data"] = {"train": recipe_of(args.crops), "val": recipe_of(args.val)}
    report["onnx"] = export_onnx(
        args.run / "run" / "weights" / "last.pt", args.run / "localizer.onnx"
    )
    text = json.dumps(report, indent=2) + "\n"
    (args.run / "localizer.json").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
