"""The trained localizer: picture in, the cards' oriented boxes out; no torch needed."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np

from rotated_boxes import Array, corners, without_doubles

Net = Callable[[Array], Array]
"""(n, 3, h, w) float RGB 0 to 1 to (n, 6, boxes): centre, size, confidence, radians."""

STRIDE = 32
GREY = 114
MOST_CANDIDATES = 1500


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """The cards of one picture, the surest first."""

    quads_px: Array
    """(n, 4, 2) corners, clockwise; which one is the card's top left is not known."""
    confidences: Array
    """(n,) 0 to 1."""

    def above(self, least: float) -> "Located":
        """Those at least this sure."""
        sure = self.confidences >= least
        return Located(self.quads_px[sure], self.confidences[sure])


def onnxruntime_net(weights: Path, threads: int) -> Net:
    """Runs (n, 3, h, w) to (n, 6, boxes) by onnxruntime."""
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(planes: Array) -> Array:
        answer: Array = session.run(None, {name: planes})[0]
        return answer

    return run


def openvino_net(weights: Path, threads: int) -> Net:
    """Runs (n, 3, h, w) to (n, 6, boxes) by OpenVINO."""
    openvino = import_module("openvino")
    compiled = openvino.Core().compile_model(
        weights, "CPU", {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
    )

    def run(planes: Array) -> Array:
        answer: Array = compiled(planes)[0]
        return answer

    return run


RUNTIMES = {"onnxruntime": onnxruntime_net, "openvino": openvino_net}


@dataclass(frozen=True, slots=True)
class Localizer:
    """The net and how its answers are read."""

    net: Net
    long_side_px: int
    """Pictures are brought to this size before the net sees them."""
    least_confidence: float
    doubles_above: float
    """Of two boxes that agree more than this, only the surer stays."""

    def locate(self, frame_bgr: Array) -> Located:
        """The cards of a picture (h, w, 3) uint8, corners in its own pixels."""
        planes, scale = as_planes(frame_bgr, self.long_side_px)
        found = self.net(planes)[0].T
        found = found[found[:, 4] >= self.least_confidence].astype(float)
        found = found[np.argsort(-found[:, 4], kind="stable")[:MOST_CANDIDATES]]
        xywhr, confidences = found[:, (0, 1, 2, 3, 5)], found[:, 4]
        kept = without_doubles(xywhr, confidences, self.doubles_above)
        return Located(corners(xywhr[kept]) / scale, confidences[kept])


def as_planes(frame_bgr: Array, long_side_px: int) -> tuple[Array, float]:
    """(1, 3, h, w) float RGB 0 to 1, grey added right and below to whole strides; and the scale."""
    height, width = frame_bgr.shape[:2]
    scale = long_side_px / max(height, width)
    if scale != 1:
        size = (round(width * scale), round(height * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        frame_bgr = cv2.resize(frame_bgr, size, interpolation=way)
    height, width = frame_bgr.shape[:2]
    padded = cv2.copyMakeBorder(
        frame_bgr,
        0,
        -height % STRIDE,
        0,
        -width % STRIDE,
        cv2.BORDER_CONSTANT,
        value=(GREY, GREY, GREY),
    )
    rgb = padded[..., ::-1].astype(np.float32) / 255
    return np.ascontiguousarray(rgb.transpose(2, 0, 1)[None]), scale
