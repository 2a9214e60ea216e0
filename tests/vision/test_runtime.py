"""What runs the networks."""

from pathlib import Path

import numpy as np
import pytest

from vision import runtime
from vision.boxes import Array
from vision.runtime import RUNTIMES, Net, NoRuntime, default_threads, load


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
    def refuses(_: Path, __: int) -> Net:
        raise error

    monkeypatch.setitem(runtime._MAKERS, "openvino", refuses)
    monkeypatch.setitem(runtime._MAKERS, "onnxruntime", lambda _, __: net)
    loaded = load(file)
    assert loaded.runtime == "onnxruntime"
    assert loaded.net is net


def test_it_runs_on_as_many_threads_as_it_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def makes(_: Path, threads: int) -> Net:
        asked.append(threads)
        return net

    monkeypatch.setitem(runtime._MAKERS, "openvino", makes)
    load(file)
    load(file, threads=7)
    assert asked == [default_threads(), 7]
    assert default_threads() >= 1
