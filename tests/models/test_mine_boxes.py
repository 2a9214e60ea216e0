"""What the localizer finds in made scenes, noted and read back."""

from pathlib import Path

import numpy as np
import pytest

import mine_boxes
from made_scenes import found_path, read_found, scene_files
from mine_boxes import write_found
from vision.localizer import Located


@pytest.mark.parametrize("count", [0, 2])
def test_what_was_mined_is_read_back(made: Path, count: int) -> None:
    path = scene_files(made)[0]
    assert read_found(path) is None
    quads = np.arange(8.0 * count).reshape(count, 4, 2)
    write_found(path, Located(quads, np.full(count, 0.7)))
    found = read_found(path)
    found_path(path).unlink()
    assert found is not None
    assert found.quads_px.tolist() == quads.tolist()
    assert found.confidences.tolist() == [0.7] * count


def test_boxes_are_mined_of_as_many_scenes_as_asked_for(
    weights: Path, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *others = scene_files(made)
    argv = ["--localizer", str(weights), "--scenes", str(made), "--count", "1"]
    assert mine_boxes.main(argv) == 0
    found = read_found(first)
    found_path(first).unlink()
    assert found is not None
    assert len(found) > 5
    assert capsys.readouterr().out == f"{len(found)} boxes\n"
    assert all(read_found(path) is None for path in others)


def test_missing_scenes_are_one_line_and_two(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--localizer", str(weights), "--scenes", str(tmp_path)]
    assert mine_boxes.main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1
