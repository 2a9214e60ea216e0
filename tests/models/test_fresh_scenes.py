"""Scenes that are made while networks learn: what is laid down of each."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import fresh_scenes
from fresh_scenes import Job, crops, enclosing, made, windows
from recogniser_data import OWN_PX
from scene_faces import Art, load_art
from vision.crops import CROP_PX
from vision.faces import OUTPUTS


@pytest.fixture(scope="module")
def arts(drawn_folder: Path) -> list[Art]:
    return [load_art(drawn_folder)]


def test_scene_n_of_a_seed_is_always_the_same(arts: list[Art]) -> None:
    one, again, other = (made(arts, 7, n) for n in (3, 3, 4))
    assert np.array_equal(one.frame_bgr, again.frame_bgr)
    assert not np.array_equal(one.frame_bgr, other.frame_bgr)


def test_what_is_laid_down_fits_together(arts: list[Art]) -> None:
    scene = next(each for each in (made(arts, 7, n) for n in range(20)) if len(each.cards) > 9)
    rng = np.random.default_rng(1)
    told = crops(scene, None, rng)
    assert told is not None
    count = len(told["labels"])
    assert told["crops"].shape == (count, *CROP_PX[::-1], 4)
    assert told["own"].shape == (count, *OWN_PX[::-1])
    assert 0 <= told["labels"].min() <= told["labels"].max() < OUTPUTS
    seen = windows(scene, rng)
    assert len(seen["pictures"]) == len(seen["boxes"])
    there = seen["boxes"][~np.isnan(seen["boxes"][..., 0])]
    assert len(there)
    assert (there[:, 2] >= there[:, 3]).all(), "the longer side comes first"


@pytest.mark.parametrize("turn_deg", [-44, 0, 30, 89, 134])
def test_a_box_is_told_as_it_lies(turn_deg: float) -> None:
    corners = cv2.boxPoints(((320.0, 190.0), (54.0, 33.0), float(turn_deg)))
    assert enclosing(corners) == pytest.approx((320, 190, 54, 33, np.radians(turn_deg)), abs=1e-3)


def test_workers_end_when_it_is_over(drawn_folder: Path, tmp_path: Path) -> None:
    job = Job((drawn_folder,), tmp_path, 7, 1, None, windows=False)
    for folder in job.folders:
        folder.mkdir()
    (tmp_path / "over").touch()
    fresh_scenes.work(job, 0)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["crops"]
    assert len(list((tmp_path / "crops").iterdir())) <= 1


def test_what_it_is_made_of_is_told(drawn_folder: Path, tmp_path: Path) -> None:
    told = ["--art", str(drawn_folder), "--out", str(tmp_path), "--seed", "7", "--workers", "0"]
    assert fresh_scenes.main(told) == 0
    recipe = json.loads((tmp_path / "recipe.json").read_text(encoding="utf-8"))
    assert recipe == {"decks": [drawn_folder.name], "seed": 7}


def test_a_missing_localizer_is_named(
    drawn_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--art", str(drawn_folder), "--out", str(tmp_path), "--seed", "7"]
    assert fresh_scenes.main([*told, "--localizer", str(tmp_path / "none.onnx")]) == 2
    assert "none.onnx: no such file" in capsys.readouterr().err
