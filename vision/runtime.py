"""Runs ONNX weights: by OpenVINO where it can, by onnxruntime where it cannot.

Beside an ONNX file may lie its int8 form. OpenVINO runs that one where int8 takes a third to three
quarters of the time, see `vision.processor`. onnxruntime always runs the ONNX file.
"""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Protocol

import numpy as np

from scorer.remark import Remark, Told
from vision.boxes import Array
from vision.processor import Processor, this_processor

RUNTIMES = ("openvino", "onnxruntime")
"""In the order in which they are tried."""
Numbers = Literal["float", "int8"]
"""What a network computes in; float is bf16 where that is faster."""
SOURCE = "made_from"
"""Where an int8 form notes the SHA-256 of the ONNX file that it was made from."""
AGAIN = 3
"""A shape that comes so often gets a form of the network of its own: OpenVINO makes it in 0.1 to
0.4 s and runs it in a tenth to a third less time than the form that takes any shape."""
MOST_SHAPES = 4
"""So many get one, for one of the localizer holds some 50 MB."""


class NoRuntime(Told):
    """Neither runtime works here; the message says what each of them said."""


class Net(Protocol):
    """A network: one array in, its outputs out."""

    def __call__(self, shown: Array, /) -> tuple[Array, ...]:
        """Outputs in the order of the ONNX file."""
        ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """A network and what runs it."""

    net: Net
    runtime: str
    numbers: Numbers = "float"


def default_threads() -> int:
    """As many as there are cores for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def int8_form(weights: Path) -> Path:
    """Where the int8 form of an ONNX file lies, if there is one; its `.bin` beside it."""
    return weights.with_name(f"{weights.stem}_int8.xml")


def load(
    weights: Path,
    runtime: str | None = None,
    threads: int | None = None,
    numbers: Numbers | None = None,
    *,
    pictures: bool = False,
) -> Loaded:
    """The network of an ONNX file, by the runtime named or the first that works.

    `numbers`: which form of it; else the faster one here. `pictures`: it is given (n, h, w, planes)
    uint8 instead of what `planes_of` makes of them.

    Raises:
        NoRuntime: no runtime works.
        FileNotFoundError: there are no such weights.
    """
    if not weights.is_file():
        raise FileNotFoundError(f"{weights}: no weights here")
    said = []
    for name in [runtime] if runtime else RUNTIMES:
        try:
            return _MAKERS[name](weights, threads or default_threads(), numbers, pictures)
        except Exception as error:  # the errors of the two runtimes share no other base
            said.append(f"{name}: {_gist(error)}")
    raise NoRuntime(Remark("; ".join(said)))


def _gist(error: Exception) -> str:
    """The first line of an error that tells something; OpenVINO's begin with places in its code."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Exception from ")]
    return telling[0] if telling else repr(error)


def planes_of(pictures: Array) -> Array:
    """(n, planes, height, width) float32 0 to 1 of (n, height, width, planes) uint8."""
    result = np.empty((len(pictures), *np.roll(pictures.shape[1:], 1)), np.float32)
    # cv2.dnn.blobFromImages tells the same numbers, and mostly takes 1.6 to 2.5 times as long.
    np.multiply(pictures.transpose(0, 3, 1, 2), np.float32(1 / 255), out=result)
    return result


def _by_openvino(weights: Path, threads: int, numbers: Numbers | None, pictures: bool) -> Loaded:
    openvino: Any = import_module("openvino")
    core = openvino.Core()
    processor = this_processor(core)
    model, numbers = _model(core, weights, numbers, processor)
    if pictures:
        model = _of_pictures(model)
    options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
    # On fewer threads than cores others work beside it: pinned, all would crowd the first cores.
    options["ENABLE_CPU_PINNING"] = threads >= default_threads()
    if numbers == "float" and not processor.bf16_pays:
        options["INFERENCE_PRECISION_HINT"] = "f32"
    fitting = _Forms(model, lambda form: core.compile_model(form, "CPU", options)).fitting

    one_at_a_time = Lock()  # a form has one request: it is busy while another thread asks

    def run(shown: Array) -> tuple[Array, ...]:
        with one_at_a_time:
            answer = fitting(shown.shape)(shown)
            return tuple(np.array(answer[i]) for i in range(len(answer)))

    return Loaded(run, "openvino", numbers)


class _Forms:
    """One network as OpenVINO runs it: for any shape, and for each of those that keep coming."""

    def __init__(self, model: Any, compiled: Callable[[Any], Any]) -> None:
        self.model, self.compiled = model, compiled
        self.any = compiled(model)
        self.own: dict[tuple[int, ...], Any] = {}
        self.came: Counter[tuple[int, ...]] = Counter()

    def fitting(self, shape: tuple[int, ...]) -> Any:
        """The form to run for an input of this shape."""
        self.came[shape] += 1
        if self.came[shape] == AGAIN and len(self.own) < MOST_SHAPES:
            model = self.model.clone()
            model.reshape(shape)
            self.own[shape] = self.compiled(model)
        return self.own.get(shape, self.any)


def _model(
    core: Any, weights: Path, numbers: Numbers | None, processor: Processor
) -> tuple[Any, Numbers]:
    """The network in these numbers, or in the faster ones here, and which they are."""
    form = int8_form(weights)
    if (numbers or ("int8" if processor.int8_pays else "float")) == "int8" and form.is_file():
        model = core.read_model(form)
        source = model.get_rt_info(SOURCE).astype(str) if model.has_rt_info(SOURCE) else None
        if source == sha256(weights.read_bytes()).hexdigest():
            return model, "int8"
    if numbers == "int8":
        raise FileNotFoundError(f"{form}: not there, or made from other weights")
    return core.read_model(weights), "float"


def _of_pictures(model: Any) -> Any:
    """The network with `planes_of` before it: on its threads, and without a detour by memory."""
    openvino, preprocess = import_module("openvino"), import_module("openvino.preprocess")
    steps = preprocess.PrePostProcessor(model)
    steps.input().tensor().set_element_type(openvino.Type.u8)
    steps.input().tensor().set_layout(openvino.Layout("NHWC"))
    steps.input().model().set_layout(openvino.Layout("NCHW"))
    steps.input().preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
    return steps.build()


def _by_onnxruntime(weights: Path, threads: int, numbers: Numbers | None, pictures: bool) -> Loaded:
    if numbers == "int8":
        raise ValueError("runs no int8 form")
    onnxruntime: Any = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(shown: Array) -> tuple[Array, ...]:
        return tuple(session.run(None, {name: planes_of(shown) if pictures else shown}))

    return Loaded(run, "onnxruntime", "float")


_MAKERS: dict[str, Callable[[Path, int, Numbers | None, bool], Loaded]] = {
    "openvino": _by_openvino,
    "onnxruntime": _by_onnxruntime,
}
