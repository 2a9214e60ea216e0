"""Runs ONNX weights: by OpenVINO where it can, by onnxruntime where it cannot."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vision.boxes import Array

RUNTIMES = ("openvino", "onnxruntime")
"""In the order in which they are tried."""


class NoRuntime(RuntimeError):
    """Neither runtime works here; the message says what each of them said."""


class Net(Protocol):
    """A network: one array in, its outputs out."""

    def __call__(self, planes: Array) -> tuple[Array, ...]:
        """Outputs in the order of the ONNX file."""
        ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """A network and what runs it."""

    net: Net
    runtime: str


def default_threads() -> int:
    """As many as there are cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load(weights: Path, runtime: str | None = None, threads: int | None = None) -> Loaded:
    """The network of an ONNX file, by the runtime named or the first that works.

    Raises:
        NoRuntime: no runtime works.
        FileNotFoundError: there are no such weights.
    """
    if not weights.is_file():
        raise FileNotFoundError(f"{weights}: no weights here")
    said = []
    for name in [runtime] if runtime else RUNTIMES:
        try:
            return Loaded(_MAKERS[name](weights, threads or default_threads()), name)
        except Exception as error:  # the errors of the two runtimes share no other base
            said.append(f"{name}: {_gist(error)}")
    raise NoRuntime("; ".join(said))


def _gist(error: Exception) -> str:
    """The first line of an error that tells something; OpenVINO's begin with places in its code."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Exception from ")]
    return telling[0] if telling else repr(error)


def _by_openvino(weights: Path, threads: int) -> Net:
    openvino: Any = import_module("openvino")
    core = openvino.Core()
    options = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
    compiled = core.compile_model(core.read_model(weights), "CPU", options)

    def run(planes: Array) -> tuple[Array, ...]:
        answer = compiled(planes)
        return tuple(np.array(answer[i]) for i in range(len(answer)))

    return run


def _by_onnxruntime(weights: Path, threads: int) -> Net:
    onnxruntime: Any = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(planes: Array) -> tuple[Array, ...]:
        return tuple(session.run(None, {name: planes}))

    return run


_MAKERS: dict[str, Callable[[Path, int], Net]] = {
    "openvino": _by_openvino,
    "onnxruntime": _by_onnxruntime,
}
