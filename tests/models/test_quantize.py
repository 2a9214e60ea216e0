"""The int8 forms are measured on what the networks are given."""

from pathlib import Path

import numpy as np
import pytest

import quantize
from judge_cards import scene_cases
from vision.boxes import Array
from vision.runtime import Loaded
from vision.weights import NETWORKS


def test_scenes_are_chosen_alike_every_time_and_of_every_folder(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quantize, "PICTURES", 4)
    some = [case.path for case in quantize.chosen([made, made])]
    assert len(some) == 4
    assert some == [case.path for case in quantize.chosen([made, made])]
    assert len(quantize.chosen([made])) == 3  # there are no more


def test_what_the_networks_are_given_is_kept_in_bytes(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def net(shown: Array) -> tuple[Array, ...]:
        """One box in the middle of every picture; every crop is of the first class."""
        if shown.shape[3] == 3:
            height, width = shown.shape[1:3]
            box = (width / 2, height / 2, 44, 72, 0.9, 0)
            return (np.array(box, np.float32).reshape(1, 6, 1),)
        count = len(shown)
        if shown.shape[3] == 6:
            return (np.zeros((count, 5), np.float32),)
        return np.eye(count, 42), np.eye(count, 128), np.ones(count)

    def load(weights: Path, *, numbers: str, pictures: bool) -> Loaded:
        assert pictures
        asked.append((weights.name, numbers))
        return Loaded(net, "openvino")

    monkeypatch.setattr(quantize, "load", load)
    kept = quantize.inputs(tmp_path, list(scene_cases(made)))
    assert asked == [(name, "float") for name in NETWORKS]
    assert all(each.dtype == np.uint8 for some in kept.values() for each in some)
    assert {each.shape[::3] for each in kept["localizer"]} == {(1, 3)}
    assert {each.shape[1:] for each in kept["refiner"]} == {(112, 72, 6)}
    assert {each.shape[1:] for each in kept["recogniser"]} == {(144, 96, 4)}
    assert max(each.max() for each in kept["localizer"]) > 200


def test_a_folder_without_scenes_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert quantize.main(["--scenes", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"quantize: {tmp_path}")
    assert error.count("\n") == 1
