"""Boxes that the localizer takes for cards where none is."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest

import mine_false_boxes
from made_scenes import false_boxes_path, read_false_boxes, read_scene, scene_files
from mine_false_boxes import false_boxes
from vision.boxes import Array
from vision.localizer import Localizer, Located


class Told:
    """A localizer that finds these boxes."""

    def __init__(self, quads: Array) -> None:
        self.quads = quads

    def locate(self, frame_bgr: Array) -> Located:
        return Located(self.quads, np.ones(len(self.quads)))


def localizer(quads: Array) -> Localizer:
    return cast(Localizer, Told(quads))


def test_boxes_on_cards_are_left_out_and_others_kept(made: Path) -> None:
    scene = read_scene(scene_files(made)[0])
    cards = np.array([c.quad_px for c in scene.cards if c.visible > 0.5])
    assert len(cards)
    beyond = cards[:1] + 5000
    wrong = false_boxes(localizer(np.concatenate((cards, beyond))), scene)
    assert wrong.tolist() == beyond.tolist()


def test_what_was_mined_is_read_back(made: Path) -> None:
    path = scene_files(made)[0]
    assert read_false_boxes(path) is None
    out = false_boxes_path(path)
    out.parent.mkdir()
    out.write_text("[[[0, 0], [3, 0], [3, 5], [0, 5]]]")
    found = read_false_boxes(path)
    out.unlink()
    assert found is not None
    assert found.shape == (1, 4, 2)


def test_missing_scenes_are_one_line_and_two(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--localizer", str(weights), "--scenes", str(tmp_path)]
    assert mine_false_boxes.main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1
