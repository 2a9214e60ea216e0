"""What runs the networks."""

from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision import runtime
from vision.boxes import Array
from vision.processor import Processor
from vision.runtime import (
    AGAIN,
    MOST_SHAPES,
    RUNTIMES,
    SOURCE,
    Loaded,
    NoRuntime,
    Numbers,
    default_threads,
    int8_form,
    load,
    planes_of,
)
from vision.weights import find_weights


def net(planes: Array) -> tuple[Array, ...]:
    return (np.zeros(1),)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.onnx"
    path.write_bytes(b"\x08\x07 not a network")
    return path


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no weights here"):
        load(tmp_path / "no.onnx")


@pytest.mark.parametrize("data", [b"", b"nonsense", bytes(range(256))])
def test_a_broken_file_is_no_runtime_and_each_says_why(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(NoRuntime) as caught:
        load(file)
    said = str(caught.value)
    assert all(f"{name}: " in said for name in RUNTIMES)
    assert "Exception from" not in said
    assert "\n" not in said


@pytest.mark.parametrize("name", RUNTIMES)
def test_only_the_runtime_that_is_named_is_tried(file: Path, name: str) -> None:
    with pytest.raises(NoRuntime) as caught:
        load(file, name)
    assert str(caught.value).startswith(f"{name}: ")
    assert "; " not in str(caught.value)


@pytest.mark.parametrize("error", [ImportError("no openvino"), RuntimeError("no AVX2"), OSError()])
def test_where_openvino_does_not_work_onnxruntime_does(
    file: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuses(*_: object) -> Loaded:
        raise error

    monkeypatch.setitem(runtime._MAKERS, "openvino", refuses)
    monkeypatch.setitem(runtime._MAKERS, "onnxruntime", lambda *_: Loaded(net, "onnxruntime"))
    loaded = load(file)
    assert loaded.runtime == "onnxruntime"
    assert loaded.net is net


def test_it_runs_on_as_many_threads_as_it_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def makes(_: Path, threads: int, __: Numbers | None, ___: bool) -> Loaded:
        asked.append(threads)
        return Loaded(net, "openvino")

    monkeypatch.setitem(runtime._MAKERS, "openvino", makes)
    load(file)
    load(file, threads=7)
    assert asked == [default_threads(), 7]
    assert default_threads() >= 1


@pytest.mark.parametrize(("threads", "pinned"), [(1, False), (3, False), (4, True)])
def test_only_a_network_that_has_all_cores_is_bound_to_them(
    monkeypatch: pytest.MonkeyPatch, threads: int, pinned: bool
) -> None:
    """Bound ones all take the first cores: two on one thread each took turns on one core of two."""
    openvino = pytest.importorskip("openvino")
    compiles = openvino.Core.compile_model
    told: list[bool] = []

    def compiled(core: object, model: object, device: str, options: dict[str, object]) -> object:
        network = compiles(core, model, device, options)
        told.append(network.get_property("ENABLE_CPU_PINNING"))
        return network

    monkeypatch.setattr(openvino.Core, "compile_model", compiled)
    monkeypatch.setattr(runtime, "default_threads", lambda: 4)
    load(find_weights().refiner, "openvino", threads, "float")
    assert told == [pinned]


class Core:
    """OpenVINO; a model is its file and its note."""

    def __init__(self, made_from: str | None) -> None:
        self.made_from = made_from

    def read_model(self, path: Path) -> SimpleNamespace:
        return SimpleNamespace(
            path=path,
            has_rt_info=lambda key: key == SOURCE and self.made_from is not None,
            get_rt_info=lambda _: SimpleNamespace(astype=lambda _: self.made_from),
        )


PICTURES = np.random.default_rng(0).integers(0, 256, (8, 112, 72, 6), np.uint8)
VECTORS = Processor(avx2=True, bf16=False, tiles=False, amd=False)
AMX = Processor(avx2=True, bf16=True, tiles=True, amd=False)
OURS = sha256(b"weights").hexdigest()


@pytest.mark.parametrize(
    ("processor", "made_from", "asked", "used"),
    [
        (VECTORS, OURS, None, "int8"),
        (VECTORS, OURS, "float", "float"),
        (AMX, OURS, None, "float"),
        (AMX, OURS, "int8", "int8"),
        (VECTORS, "of weights that lay there before", None, "float"),
        (VECTORS, None, None, "float"),
    ],
)
def test_the_faster_form_is_used_if_it_is_of_these_weights(
    tmp_path: Path,
    processor: Processor,
    made_from: str | None,
    asked: Numbers | None,
    used: Numbers,
) -> None:
    weights = tmp_path / "net.onnx"
    weights.write_bytes(b"weights")
    core = Core(made_from)
    assert runtime._model(core, weights, None, processor)[1] == "float"  # there is no other
    int8_form(weights).write_text("<net/>")
    model, numbers = runtime._model(core, weights, asked, processor)
    assert numbers == used
    assert model.path == (int8_form(weights) if used == "int8" else weights)


def test_a_form_that_is_asked_for_and_not_there_is_named(file: Path) -> None:
    with pytest.raises(NoRuntime, match=r"openvino: .*net_int8\.xml: not there.*; onnxruntime: "):
        load(file, numbers="int8")


class Shaped:
    """A network of OpenVINO's that says which form of it was run."""

    def __init__(self, shape: tuple[int, ...] | None = None) -> None:
        self.shape = shape

    def clone(self) -> "Shaped":
        return Shaped(self.shape)

    def reshape(self, shape: tuple[int, ...]) -> None:
        self.shape = shape


def test_a_shape_that_keeps_coming_gets_a_form_of_its_own() -> None:
    forms = runtime._Forms(Shaped(), lambda model: model)
    came = [(1, 3, 64, 96), (1, 3, 32, 32), (1, 3, 64, 96), (1, 3, 64, 96), (1, 3, 32, 32)]
    taken = [forms.fitting(shape).shape for shape in came]
    assert taken == [None, None, None, (1, 3, 64, 96), None]
    assert forms.any.shape is None


def test_no_more_shapes_than_memory_is_meant_for_get_one() -> None:
    forms = runtime._Forms(Shaped(), lambda model: model)
    shapes = [(1, 3, 32, 32 * n) for n in range(1, MOST_SHAPES + 3)]
    for _ in range(AGAIN + 2):
        taken = [forms.fitting(shape).shape for shape in shapes]
    assert taken == [*shapes[:MOST_SHAPES], None, None]


def test_a_form_of_its_own_answers_as_the_one_for_any_shape() -> None:
    pytest.importorskip("openvino")
    refiner = load(find_weights().refiner, "openvino", 1, "float")
    answers = [refiner.net(planes_of(PICTURES))[0] for _ in range(AGAIN + 1)]
    for answer in answers[1:]:
        np.testing.assert_allclose(answer, answers[0], atol=0.02)  # in bf16


def test_planes_are_pictures_from_0_to_1_as_opencv_makes_them() -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (3, 14, 9, 4), np.uint8)
    told = planes_of(pictures)
    assert told.dtype == np.float32
    assert told == pytest.approx(cv2.dnn.blobFromImages(list(pictures), 1 / 255))


@pytest.mark.parametrize("name", RUNTIMES)
def test_a_network_that_is_given_pictures_says_what_it_says_of_their_planes(name: str) -> None:
    pytest.importorskip(name)
    of_planes = load(find_weights().refiner, name, 1, "float").net(planes_of(PICTURES))[0]
    of_pictures = load(find_weights().refiner, name, 1, "float", pictures=True).net(PICTURES)[0]
    np.testing.assert_allclose(of_pictures, of_planes, atol=0.02)  # in bf16
    assert np.ptp(of_planes, axis=0).max() > 0.1
