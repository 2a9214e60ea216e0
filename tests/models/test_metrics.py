"""The shipped weights do what models/metrics.json says they do, on a set made here."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from evaluate import judge_all
from fixed_set import fixed_cases
from judge_cards import scores
from vision.detector import open_detector
from vision.runtime import AVX512_VNNI, Numbers
from vision.weights import CLONE, NETWORKS, SETTINGS, find_weights

pytest.importorskip("resvg_py", reason="resvg is not installed: the detector goes unmeasured")

SAME = 0.02
"""Processors round differently; this many of a hundred cards may come out otherwise."""


@pytest.fixture(scope="module")
def metrics(weights: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((weights.parent / "metrics.json").read_text(encoding="utf-8"))
    return told


def test_the_metrics_are_of_the_weights_beside_them(
    metrics: dict[str, Any],
) -> None:
    from hashlib import sha256

    names = (*NETWORKS, SETTINGS)
    found = {name: sha256((CLONE / name).read_bytes()).hexdigest() for name in names}
    assert metrics["weights_sha256"] == found


@pytest.mark.parametrize(
    ("runtime", "numbers"),
    [("openvino", "float"), ("openvino", "int8"), ("onnxruntime", "float")],
)
def test_the_fixed_set_comes_out_as_written(
    metrics: dict[str, Any], runtime: str, numbers: Numbers, tmp_path: Path
) -> None:
    if numbers == "int8" and not cv2.checkHardwareSupport(AVX512_VNNI):
        pytest.skip("no VNNI: int8 is not used here, and its sums may overflow")
    detector = open_detector(find_weights(), runtime=runtime, numbers=numbers, thorough=True)
    got = scores(judge_all(detector, fixed_cases(tmp_path)))
    told = metrics["sets"]["fixed"]
    for name in ("precision", "recall", "f1"):
        assert got[name] == pytest.approx(told[name], abs=SAME), name
    assert told["f1"] > 0.9
