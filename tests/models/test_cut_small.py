"""Sheets of small pictures that few cards fill, and their labels."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import cut_small
from cut_crops import CROP_PX
from cut_small import CELL_PX, FRAME_PX, LENGTHS, LONG_PX, cell, sheet, window
from made_scenes import MadeScene, read_scene, scene_files
from scene_cards import SeenCard
from vision.boxes import Array


@pytest.fixture(scope="module")
def scene(made: Path) -> MadeScene:
    return read_scene(scene_files(made)[0])


@pytest.fixture
def lone() -> MadeScene:
    """A white card of 90 x 150 px on a green cloth."""
    frame, owner = np.full((540, 960, 3), (30, 90, 30), np.uint8), np.full((540, 960), -1, np.int16)
    frame[150:300, 400:490], owner[150:300, 400:490] = 255, 0
    quad = np.array(((400, 150), (490, 150), (490, 300), (400, 300)), float)
    return MadeScene(Path("0.json"), frame, owner, (SeenCard("01-bright", quad, 1.0, 0),))


def test_a_window_shows_so_many_lengths_of_a_card(lone: MadeScene) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        x, y, width, height = window(lone, rng)
        assert LENGTHS[0] * 150 - 1 <= max(width, height) <= LENGTHS[1] * 150
        assert 400 - width < x < 490
        assert 150 - height < y < 300


def test_the_labels_lie_where_the_card_does(lone: MadeScene) -> None:
    rng = np.random.default_rng(2)
    for _ in range(30):
        picture, (quad,) = cell(lone, rng)
        assert picture.shape == (CELL_PX[1], CELL_PX[0], 3)
        white = (picture.min(axis=2) > 140).astype(np.uint8)
        inside = np.zeros_like(white)
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
        assert (white & inside).sum() / (white | inside).sum() > 0.85
        rim = (picture[0], picture[-1], picture[:, 0], picture[:, -1])
        assert len(np.unique(np.concatenate(rim), axis=0)) == 1


def test_small_pictures_are_as_small_as_is_asked_and_framed(lone: MadeScene) -> None:
    rng = np.random.default_rng(3)
    lone.frame_bgr[:] = rng.integers(0, 256, lone.frame_bgr.shape)
    for _ in range(20):
        picture, _ = cell(lone, rng)
        busy = np.argwhere(np.abs(picture.astype(int) - picture[0, 0]).max(axis=2) > 20)
        low, high = busy.min(axis=0), busy.max(axis=0)
        assert max(high - low) <= LONG_PX[1]
        assert low.min() >= FRAME_PX - 1
        assert (high < np.array(CELL_PX[::-1]) - FRAME_PX + 1).all()


def labelled(lines: list[str]) -> Array:
    """(n, 4, 2) shares of a sheet."""
    return np.array([line.split()[1:] for line in lines], float).reshape(-1, 4, 2)


def test_a_sheet_holds_four(scene: MadeScene) -> None:
    crop = sheet(scene, np.random.default_rng(4))
    assert crop.picture_bgr.shape == (CROP_PX[1], CROP_PX[0], 3)
    cells = {tuple(x) for x in (labelled(crop.labels).mean(axis=1) * 2).astype(int).tolist()}
    assert cells == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_a_folder_is_written_as_the_training_reads_it(made: Path, tmp_path: Path) -> None:
    argv = ["--scenes", str(made), "--out", str(tmp_path), "--each", "2", "--seed", "5"]
    assert cut_small.main(argv) == 0
    pictures = sorted(path.stem for path in (tmp_path / "images").iterdir())
    assert len(pictures) == 6
    assert pictures == sorted(path.stem for path in (tmp_path / "labels").iterdir())
    assert json.loads((tmp_path / "recipe.json").read_text())["scenes"] == {made.name: 3}


def test_a_folder_without_scenes_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cut_small.main(["--scenes", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert str(tmp_path) in capsys.readouterr().err
