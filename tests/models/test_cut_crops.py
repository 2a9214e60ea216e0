"""The training crops of the localizer and their labels."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import cut_crops
from cut_crops import (
    AROUND_A_CARD,
    CROP_PX,
    MIN_VISIBLE,
    NO_CARD_PX,
    WIDTH_PX,
    WINDOWS,
    cut,
    window,
)
from made_scenes import MadeScene, card_width_px, read_record, read_scene, scene_files
from scene_labels import SLACK
from vision.boxes import Array, iou


@pytest.fixture(scope="module")
def scene(made: Path) -> MadeScene:
    return read_scene(scene_files(made)[0])


def quads(labels: list[str], size: tuple[int, int]) -> Array:
    """(n, 4, 2) of the lines `0 x1 y1 ... x4 y4`."""
    return np.array([line.split()[1:] for line in labels], float).reshape(-1, 4, 2) * size


@pytest.mark.parametrize("letter", WINDOWS)
def test_windows_lie_inside_and_show_cards_as_wide_as_is_asked(
    scene: MadeScene, letter: str
) -> None:
    rng = np.random.default_rng(1)
    low, high = WINDOWS[letter]
    for _ in range(50):
        x, y, width, height = window(scene, WINDOWS[letter], rng)
        assert 0 <= x <= x + width <= 960
        assert 0 <= y <= y + height <= 540
        assert width / height == pytest.approx(CROP_PX[0] / CROP_PX[1], rel=0.01)
        card_px = card_width_px(scene.cards, 0) * CROP_PX[0] / width
        if WIDTH_PX[0] < width < 540 * CROP_PX[0] // CROP_PX[1]:
            assert low * 0.99 <= card_px <= high * 1.01


def test_most_windows_have_a_card_about_their_middle(scene: MadeScene) -> None:
    rng = np.random.default_rng(2)
    middles = np.array([card.quad_px.mean(axis=0) for card in scene.cards])
    hits = []
    for _ in range(100):
        x, y, width, height = window(scene, WINDOWS["n"], rng)
        low, high = np.array((x, y)), np.array((x + width, y + height))
        hits.append(((middles > low) & (middles < high)).all(axis=1).any())
    assert np.mean(hits) >= AROUND_A_CARD - 0.05


def test_a_table_without_cards_has_windows_too(made: Path) -> None:
    empty = read_scene(scene_files(made)[2])
    box = window(empty, (NO_CARD_PX, NO_CARD_PX), np.random.default_rng(1))
    assert box[2:] == CROP_PX
    assert cut(empty, box).labels == []


def test_a_crop_shows_the_cards_where_its_labels_say(scene: MadeScene) -> None:
    box = (100, 50, 640, 384)
    crop = cut(scene, box)
    assert crop.picture_bgr.shape == (CROP_PX[1], CROP_PX[0], 3)
    assert (crop.picture_bgr == scene.frame_bgr[50:434, 100:740]).all()
    assert all(line.startswith("0 ") and len(line.split()) == 9 for line in crop.labels)
    found = quads(crop.labels, CROP_PX)
    assert (found >= -SLACK * np.array(CROP_PX) - 1).all()
    assert (found <= (1 + SLACK) * np.array(CROP_PX) + 1).all()
    for card in scene.cards:
        there = card.quad_px - box[:2]
        inside = (there > 0).all() and (there < CROP_PX).all()
        best = max(iou(there, quad) for quad in found)
        if inside and card.visible > MIN_VISIBLE + 0.05:
            assert best > 0.99


def test_cards_that_the_window_cuts_off_are_not_labelled(scene: MadeScene) -> None:
    card = max(scene.cards, key=lambda c: c.visible)
    right = int(card.quad_px[:, 0].min()) + 3  # three px of the card are in the window
    crop = cut(scene, (max(0, right - 320), 100, min(320, right), 192))
    shown = quads(crop.labels, (320, 192)) + np.array((max(0, right - 320), 100))
    assert all(iou(card.quad_px, quad) < 0.2 for quad in shown)


def test_two_runs_write_the_same_and_say_what_they_did(made: Path, tmp_path: Path) -> None:
    for out in ("a", "b"):
        argv = ["--scenes", str(made), "--out", str(tmp_path / out), "--seed", "3"]
        assert cut_crops.main(argv) == 0
    names = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*.*"))
    stems = [f"{made.name}-{n:06d}{letter}" for n in range(3) for letter in "nw"]
    assert [str(n) for n in names] == [
        *(f"images/{stem}.jpg" for stem in stems),
        *(f"labels/{stem}.txt" for stem in stems),
        "recipe.json",
    ]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    recipe = json.loads((tmp_path / "a" / "recipe.json").read_text())
    assert recipe["scenes"] == {made.name: 3}
    assert recipe["decks"] == read_record(scene_files(made)[0])["sources"]
    assert recipe["seed"] == 3
    picture = cv2.imread(str(tmp_path / "a" / "images" / f"{stems[0]}.jpg"))
    assert picture is not None
    assert picture.shape == (CROP_PX[1], CROP_PX[0], 3)


def test_a_missing_folder_is_one_line_and_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cut_crops.main(["--scenes", str(tmp_path / "no"), "--out", str(tmp_path)]) == 2
    found = capsys.readouterr().err
    assert found.startswith(f"cut_crops: {tmp_path / 'no'}: no scenes/*.json")
    assert found.count("\n") == 1
