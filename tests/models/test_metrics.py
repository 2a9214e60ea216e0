"""The shipped weights do what models/metrics.json says they do, on a set made here."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from evaluate import each_alone, fingerprints, judge_all
from fixed_set import clutter_cases, fixed_cases
from judge_cards import Case, scores
from vision.detector import open_detector
from vision.processor import AVX2
from vision.runtime import Numbers
from vision.weights import CLONE, find_weights

pytest.importorskip("resvg_py", reason="resvg is not installed: the detector goes unmeasured")

SAME = 0.02
"""Processors round differently; this many of a hundred cards may come out otherwise."""
MORE_WRONG = 3
"""So many cards more may be found where none lies, for the same reason."""
DIM, NOISE = 0.15, 3.0
"""In a dim room a camera sees so much of the light, and this much noise (a standard deviation)."""


@pytest.fixture(scope="module")
def metrics(weights: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((weights.parent / "metrics.json").read_text(encoding="utf-8"))
    return told


def test_the_metrics_are_of_the_weights_beside_them(
    metrics: dict[str, Any],
) -> None:
    assert metrics["weights_sha256"] == fingerprints(CLONE)


@pytest.mark.parametrize(
    ("runtime", "numbers", "thorough"),
    [("openvino", "float", True), ("openvino", "int8", False), ("onnxruntime", "float", False)],
)
def test_the_fixed_set_comes_out_as_written(
    metrics: dict[str, Any], runtime: str, numbers: Numbers, thorough: bool, tmp_path: Path
) -> None:
    """As pictures are looked at, and as films are in int8 and where OpenVINO cannot run."""
    if numbers == "int8" and not cv2.checkHardwareSupport(AVX2):
        pytest.skip("no AVX2: int8 is not used here")
    detector = open_detector(find_weights(), runtime=runtime, numbers=numbers, thorough=thorough)
    got = scores(judge_all(each_alone(detector), fixed_cases(tmp_path)))
    told = metrics["sets"]["fixed"]
    for name in ("precision", "recall", "f1"):
        assert got[name] == pytest.approx(told[name], abs=SAME), name
    assert told["f1"] > 0.9


def test_no_more_is_found_in_clutter_than_was_written(
    metrics: dict[str, Any], tmp_path: Path
) -> None:
    detector = open_detector(find_weights(), numbers="float", thorough=True)
    got = scores(judge_all(each_alone(detector), clutter_cases(tmp_path)))
    assert got["wrong"] <= metrics["sets"]["fixed-clutter"]["wrong"] + MORE_WRONG


def test_in_a_dim_room_the_fixed_set_is_read_as_in_good_light(tmp_path: Path) -> None:
    detector = open_detector(find_weights())
    cases = fixed_cases(tmp_path)
    lit = scores(judge_all(each_alone(detector), cases))["f1"]
    for case in cases:
        dim(case)
    assert scores(judge_all(each_alone(detector), cases))["f1"] == pytest.approx(lit, abs=SAME)


def dim(case: Case) -> None:
    """Writes the picture as it would be taken in a dim room."""
    frame = case.read()
    noise = np.random.default_rng(int(case.path.stem)).normal(0, NOISE, frame.shape)
    seen = np.clip(DIM * frame + noise, 0, 255).astype(np.uint8)
    cv2.imwrite(str(case.path), seen, (cv2.IMWRITE_JPEG_QUALITY, 95))
