"""Makes torchvision importable beside a CPU torch: the registry's wheel is a CUDA build.

Call `install()` before anything imports torchvision (ultralytics does). Does nothing where
torchvision works.
"""

import sys
from importlib import import_module
from typing import Any

import torch

_library: Any = None


def install() -> str:
    """`native` where torchvision works as it is, else `shim` and why it did not."""
    global _library
    try:
        import_module("torchvision")
    except (RuntimeError, ImportError) as error:
        reason = str(error)
    else:
        return "native"
    for name in [n for n in sys.modules if n == "torchvision" or n.startswith("torchvision.")]:
        del sys.modules[name]
    library: Any = torch.library  # its annotations are not complete
    _library = library.Library("torchvision", "DEF")  # kept alive for the process
    _library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    ops: Any = import_module("torchvision.ops")
    _library.impl("nms", _nms, "CPU")
    ops.nms = ops.boxes.nms = _nms
    return f"shim ({reason})"


def _nms(boxes: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
    kept: torch.Tensor = import_module("ultralytics.utils.nms").TorchNMS.nms(
        boxes, scores, iou_threshold
    )
    return kept
