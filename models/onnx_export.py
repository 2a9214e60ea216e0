"""Turns a trained recogniser into an ONNX file, and checks it.

Input `crops` (n, 4, 144, 96) float, blue, green, red and the others' plane, 0 to 1, any n; outputs
`logits` (n, classes), `embedding` (n, 128) of length one, `visible` (n,): the share of the card
that shows.
"""

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.crops import CROP_PX

MOST_BYTES = 15_000_000
OPSET = 17
OUTPUTS = ("logits", "embedding", "visible")


def export_onnx(net: torch.nn.Module, out: Path) -> dict[str, Any]:
    """What was written: its size, its SHA-256 and how far its answers are from torch's."""
    net = net.to("cpu").float().eval()
    noise = torch.rand((3, 4, *CROP_PX[::-1]), generator=torch.Generator().manual_seed(3))
    torch.onnx.export(
        net,
        (noise,),
        str(out),
        input_names=["crops"],
        output_names=list(OUTPUTS),
        dynamic_axes={name: {0: "n"} for name in ("crops", *OUTPUTS)},
        opset_version=OPSET,
        dynamo=False,
    )
    data = out.read_bytes()
    if len(data) > MOST_BYTES:
        raise ValueError(f"{out}: {len(data)} bytes; expected at most {MOST_BYTES}")
    session = import_module("onnxruntime").InferenceSession(out, providers=["CPUExecutionProvider"])
    got = session.run(list(OUTPUTS), {"crops": noise.numpy()})
    with torch.no_grad():
        expected = net(noise)
    off_by = max(float(np.abs(g - e.numpy()).max()) for g, e in zip(got, expected, strict=True))
    return {
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "off_by": round(off_by, 5),
    }
