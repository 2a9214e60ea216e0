"""A checkpoint of the localizer, asked as the detector asks its ONNX file: by torch, on a GPU.

A training that goes on writes its checkpoint anew, and it is read anew: boxes are then those of the
network that learns meanwhile.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import torch

import cpu_torchvision
from vision.boxes import Array


class Checkpoint:
    """The newest network of this file, as a vision.runtime.Net."""

    def __init__(self, path: Path) -> None:
        cpu_torchvision.install()
        import_module("ultralytics.nn.tasks")  # which the file names
        self.path, self.written = path, 0
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.net: Any = None

    def _read(self) -> None:
        written = self.path.stat().st_mtime_ns
        if written != self.written:
            self.written = written
            model = torch.load(self.path, self.device, weights_only=False)["model"]
            self.net = model.float().eval().fuse(verbose=False)

    @torch.inference_mode()
    def __call__(self, shown: Array, /) -> tuple[Array, ...]:
        """(1, 6, boxes) of a picture (1, h, w, 3) uint8 red, green, blue."""
        self._read()
        planes = torch.from_numpy(shown).to(self.device).permute(0, 3, 1, 2) / 255
        answer: Array = self.net(planes)[0].cpu().numpy()
        return (answer,)
