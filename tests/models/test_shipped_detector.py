"""The trained weights that lie in models/; skipped with the reason where they do not."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from vision.detector import open_detector
from vision.pictures import decode_picture
from vision.runtime import RUNTIMES
from vision.weights import NAMES, Weights, changed, find_weights
from webui.doctor import LEAST_FOUND, shipped, shipped_table

MOST_BYTES = 15_000_000


@pytest.fixture(scope="module")
def files_of(weights: Path) -> Weights:
    return find_weights(weights.parent)


def test_the_files_are_small_and_belong_together(files_of: Weights) -> None:
    assert all((files_of.localizer.parent / name).stat().st_size <= MOST_BYTES for name in NAMES)
    assert changed(files_of) is None


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_shipped_table_is_recognised(files_of: Weights, runtime: str) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: the weights go untested")
    asked, found = shipped_table(open_detector(files_of, runtime=runtime, threads=2))
    assert found >= LEAST_FOUND * asked


def test_both_runtimes_see_the_same(files_of: Weights) -> None:
    for runtime in RUNTIMES:
        pytest.importorskip(runtime, reason=f"{runtime} is not installed: nothing to compare")
    frame = decode_picture(shipped("table.jpg"), "table.jpg")
    one, other = (open_detector(files_of, runtime=name, threads=2) for name in RUNTIMES)
    first, second = one.detect(frame), other.detect(frame)
    counts = [Counter(each.card.face for each in found) for found in (first, second)]
    assert (counts[0] & counts[1]).total() >= 0.95 * max(counts[0].total(), counts[1].total())


def test_an_empty_table_has_no_cards(files_of: Weights) -> None:
    assert open_detector(files_of).detect(np.full((720, 1280, 3), 90, np.uint8)) == ()


def test_the_picture_for_the_check_says_what_lies_in_it() -> None:
    told = json.loads(shipped("table.json"))
    assert told["picture"] == "table.jpg"
    assert len(told["cards"]) > 10
    assert decode_picture(shipped("table.jpg"), "table.jpg").shape == (1080, 1920, 3)
    assert Path(str(files("webui").joinpath("demo", "table.jpg"))).stat().st_size < 2_000_000
