"""Turns a checkpoint of the localizer into an ONNX file with the raw head, and checks it.

    python models/localizer_export.py --weights last.pt --out localizer.onnx

Input `images` (n, 3, h, w) float RGB 0 to 1, any n, h and w multiples of 32; output (n, 6, boxes):
centre x, centre y, width, height in pixels, confidence, angle in radians. No suppression inside.
"""

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import cpu_torchvision

MOST_BYTES = 15_000_000
OPSET = 17
CHECKED_SHAPES = ((1, 3, 384, 640), (2, 3, 736, 1280))
PLACE_AND_TIME = ("description", "date")
"""Of what ultralytics notes in the file; the rest it needs to run it itself."""
AGREES_PX = 0.5
"""How far the ONNX file's boxes may be from torch's."""


def export_onnx(weights: Path, out: Path) -> dict[str, Any]:
    """What was written: its size, its SHA-256 and how far its answers are from torch's."""
    cpu_torchvision.install()
    yolo = import_module("ultralytics").YOLO
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "localizer.pt"
        shutil.copy(weights, copy)
        made = yolo(copy, task="obb").export(
            format="onnx", imgsz=(384, 640), dynamic=True, simplify=True, opset=OPSET, device="cpu"
        )
        without_place_and_time(Path(made), out)
    data = out.read_bytes()
    if len(data) > MOST_BYTES:
        raise ValueError(f"{out}: {len(data)} bytes; expected at most {MOST_BYTES}")
    return {
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "off_by_px": {str(shape): off_by(weights, out, shape) for shape in CHECKED_SHAPES},
    }


def without_place_and_time(made: Path, out: Path) -> None:
    """Writes an ONNX file without the notes of where and when it was made."""
    onnx: Any = import_module("onnx")
    model = onnx.load(made)
    notes = [each for each in model.metadata_props if each.key not in PLACE_AND_TIME]
    del model.metadata_props[:]
    model.metadata_props.extend(notes)
    onnx.save(model, out)


def off_by(weights: Path, onnx: Path, shape: tuple[int, ...]) -> float:
    """The most that any number of the ONNX file's answer differs from torch's, on noise."""
    import torch

    noise = np.random.default_rng(3).random(shape, np.float32)
    net = import_module("ultralytics").YOLO(weights, task="obb").model.float().eval()
    with torch.no_grad():
        answer = net(torch.from_numpy(noise))
    expected = (answer[0] if isinstance(answer, tuple) else answer).numpy()
    session = import_module("onnxruntime").InferenceSession(
        onnx, providers=["CPUExecutionProvider"]
    )
    (got,) = session.run(None, {session.get_inputs()[0].name: noise})
    return round(float(np.abs(got - expected).max()), 5)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the file is written and agrees with torch."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    written = export_onnx(args.weights, args.out)
    print(written)
    return 0 if max(written["off_by_px"].values()) < AGREES_PX else 1


if __name__ == "__main__":
    sys.exit(main())
