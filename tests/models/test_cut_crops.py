"""The training crops and their labels."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import cut_crops
from cut_crops import CROP_PX, SCENE_PX, cut, table_scene
from scene_faces import Art


def test_a_crop_shows_the_cards_where_its_labels_say(drawn: Art) -> None:
    scene = table_scene([drawn], 3, 1)
    crop = cut(scene, (960.0, 1200.0), np.random.default_rng(1))
    assert crop.picture_bgr.shape == (CROP_PX[1], CROP_PX[0], 3)
    assert crop.labels
    for line in crop.labels:
        name, *shares = line.split()
        assert name == "0"
        assert len(shares) == 8
        assert all(-0.01 <= float(v) <= 1.01 for v in shares)


def test_the_whole_scene_as_a_crop_keeps_its_open_cards(drawn: Art) -> None:
    scene = table_scene([drawn], 3, 1)
    crop = cut(scene, (1199.0, 1200.0), np.random.default_rng(1))
    whole = [c for c in scene.cards if c.visible >= cut_crops.MIN_VISIBLE]
    assert 0 < len(crop.labels) <= len(whole)


def test_two_runs_write_the_same_and_say_what_they_did(drawn_folder: Path, tmp_path: Path) -> None:
    for out in ("a", "b"):
        argv = ["--art", str(drawn_folder), "--out", str(tmp_path / out), "--count", "1"]
        assert cut_crops.main(argv) == 0
    names = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*.*"))
    assert [str(n) for n in names] == [
        "images/000000n.jpg",
        "images/000000w.jpg",
        "labels/000000n.txt",
        "labels/000000w.txt",
        "recipe.json",
    ]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert json.loads((tmp_path / "a" / "recipe.json").read_text())["scene_px"] == list(SCENE_PX)
    assert cv2.imread(str(tmp_path / "a" / "images" / "000000n.jpg")) is not None


def test_a_missing_folder_is_one_line_and_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cut_crops.main(["--art", str(tmp_path / "no"), "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
