"""Turns a trained network into an ONNX file, and checks it."""

import hashlib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch

MOST_BYTES = 15_000_000
OPSET = 17


def export_onnx(
    net: torch.nn.Module,
    out: Path,
    shape: Sequence[int],
    outputs: Sequence[str],
    free: Sequence[str] = (),
) -> dict[str, Any]:
    """What was written: its size, its SHA-256 and how far its answers are from torch's.

    `shape`: of one input, called `crops`, of which the network takes any number; its answers get
    these names. `free`: names for the last axes of all of them, where the network takes any size.
    """
    net = net.to("cpu").float().eval()
    noise = torch.rand((3, *shape), generator=torch.Generator().manual_seed(3))
    axes = {0: "n"} | {k - len(free) + 4: name for k, name in enumerate(free)}
    torch.onnx.export(
        net,
        (noise,),
        str(out),
        input_names=["crops"],
        output_names=list(outputs),
        dynamic_axes=dict.fromkeys(("crops", *outputs), axes),
        opset_version=OPSET,
        dynamo=False,
    )
    data = out.read_bytes()
    if len(data) > MOST_BYTES:
        raise ValueError(f"{out}: {len(data)} bytes; expected at most {MOST_BYTES}")
    session = import_module("onnxruntime").InferenceSession(out, providers=["CPUExecutionProvider"])
    got = session.run(list(outputs), {"crops": noise.numpy()})
    with torch.no_grad():
        answers = net(noise)
    expected = (answers,) if isinstance(answers, torch.Tensor) else answers
    off_by = max(float(np.abs(g - e.numpy()).max()) for g, e in zip(got, expected, strict=True))
    return {
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "off_by": round(off_by, 5),
    }
