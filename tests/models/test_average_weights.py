"""A network halfway between two; skipped where ONNX files cannot be written."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip("onnx", reason="onnx is not installed: no weights are averaged")

from average_weights import main  # noqa: E402  # only where onnx is installed


def network(path: Path, weight: float, channels: int = 2, prefix: str = "") -> Path:
    """One convolution of equal weights, and a scale that keeps its name."""
    helper, of = onnx.helper, onnx.numpy_helper.from_array
    kernel = np.full((channels, 3, 1, 1), weight, np.float32)
    bias = np.full(channels, 10 * weight, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["x", f"{prefix}w", f"{prefix}b"], ["y"]),
            helper.make_node("Mul", ["y", "scale"], ["z"]),
        ],
        "net",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, 3, 4, 4])],
        [helper.make_tensor_value_info("z", onnx.TensorProto.FLOAT, None)],
        [
            of(kernel, f"{prefix}w"),
            of(bias, f"{prefix}b"),
            of(np.array([weight], np.float32), "scale"),
        ],
    )
    onnx.save(helper.make_model(graph), path)
    return path


def weights(path: Path) -> dict[str, float]:
    """One number of each of a file's weights."""
    arrays = {e.name: onnx.numpy_helper.to_array(e) for e in onnx.load(path).graph.initializer}
    return {name: float(array.ravel()[0]) for name, array in arrays.items()}


def averaged(tmp_path: Path, one: Path, other: Path, *more: str) -> int:
    files = ["--one", str(one), "--other", str(other), "--out", str(tmp_path / "mean.onnx")]
    return main([*files, *more])


@pytest.mark.parametrize(("share", "weight"), [(0.5, 2.0), (0.25, 2.5), (0.0, 3.0), (1.0, 1.0)])
def test_convolutions_are_paired_by_their_order_and_the_rest_by_name(
    tmp_path: Path, share: float, weight: float
) -> None:
    one = network(tmp_path / "one.onnx", 1.0, prefix="old_")
    other = network(tmp_path / "other.onnx", 3.0)
    assert averaged(tmp_path, one, other, "--share", str(share)) == 0
    assert weights(tmp_path / "mean.onnx") == {"w": weight, "b": 10 * weight, "scale": weight}


def test_networks_of_other_shapes_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (network(tmp_path / f"{k}.onnx", 1.0, channels=k) for k in (2, 3))
    assert averaged(tmp_path, one, other) == 2
    assert f"{other}: w is of another shape than {one}" in capsys.readouterr().err
    assert not (tmp_path / "mean.onnx").exists()


def prototypes(path: Path, rows: list[list[float]]) -> Path:
    """Rows that are divided by their lengths, as the recogniser's file has its prototypes."""
    helper, of = onnx.helper, onnx.numpy_helper.from_array
    array = np.array(rows, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Abs", ["lengths"], ["long"]),
            helper.make_node("Div", ["rows", "long"], ["y"]),
        ],
        "net",
        [],
        [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)],
        [of(array, "rows"), of(np.linalg.norm(array, axis=1, keepdims=True), "lengths")],
    )
    onnx.save(helper.make_model(graph), path)
    return path


def test_rows_that_are_divided_by_their_lengths_have_a_length_of_one_again(tmp_path: Path) -> None:
    one = prototypes(tmp_path / "one.onnx", [[2.0, 0.0], [0.0, 4.0]])
    other = prototypes(tmp_path / "other.onnx", [[0.0, 2.0], [0.0, 2.0]])
    assert averaged(tmp_path, one, other) == 0
    graph = onnx.load(tmp_path / "mean.onnx").graph
    rows, lengths = (onnx.numpy_helper.to_array(each) for each in graph.initializer)
    assert rows == pytest.approx(np.array([[1.0, 1.0], [0.0, 3.0]]))
    assert lengths == pytest.approx(np.array([[2**0.5], [3.0]]))
