"""Scenes read back as they were made."""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from made_scenes import card_width_px, read_record, read_scene, scene_files
from scene_cards import SeenCard
from scene_faces import FACES, BadInput
from vision.faces import CLASSES


@pytest.fixture
def scene(made: Path, tmp_path: Path) -> Path:
    """The JSON of a scene in a folder that may be spoilt."""
    shutil.copytree(made, tmp_path / "scenes_of_its_own")
    return scene_files(tmp_path / "scenes_of_its_own")[0]


def rewrite(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_scene_comes_with_its_picture_its_cards_and_who_owns_each_pixel(made: Path) -> None:
    full, few, empty = (read_scene(path) for path in scene_files(made))
    assert full.size_px == (960, 540)
    assert full.frame_bgr.shape == (540, 960, 3)
    assert full.owner.shape == (540, 960)
    assert (len(full.cards), len(few.cards), len(empty.cards)) == (36, 8, 0)
    assert set(np.unique(empty.owner)) == {-1}
    for card in full.cards:
        x, y = card.quad_px.mean(axis=0).astype(int)
        if card.visible > 0.99 and 0 <= x < 960 and 0 <= y < 540:
            assert full.owner[y, x] == card.order


def test_the_scene_maker_and_the_detector_name_the_same_faces_in_the_same_order() -> None:
    assert CLASSES == FACES


def test_the_width_of_a_card_is_the_usual_one() -> None:
    quads = [np.array(((0, 0), (w, 0), (w, 99), (0, 99)), float) for w in (30, 40, 400)]
    cards = [SeenCard("back", quad, 1.0, i) for i, quad in enumerate(quads)]
    assert card_width_px(cards, 7) == 40
    assert card_width_px([], 7) == 7


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no scenes/\*.json; expected what make_scenes.py --masks"):
        scene_files(tmp_path)


def test_scenes_made_without_masks_are_refused(scene: Path) -> None:
    rewrite(scene, masks=None)
    with pytest.raises(BadInput, match="made without masks"):
        read_scene(scene)


@pytest.mark.parametrize("lost", ["images", "masks"])
def test_a_lost_picture_or_mask_is_told(scene: Path, lost: str) -> None:
    shutil.rmtree(scene.parent.parent / lost)
    with pytest.raises(BadInput, match="its picture or its mask cannot be read"):
        read_scene(scene)


def test_a_spoilt_picture_is_told(scene: Path) -> None:
    (scene.parent.parent / "images" / f"{scene.stem}.jpg").write_bytes(b"no picture")
    with pytest.raises(BadInput, match="cannot be read"):
        read_scene(scene)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "3", '{"image": "a.jpg", "cards": []}'])
def test_what_is_no_scene_is_said_to_be_none(scene: Path, text: str) -> None:
    scene.write_text(text)
    with pytest.raises(BadInput, match=str(scene)) as caught:
        read_record(scene)
    assert "\n" not in str(caught.value)


def test_masks_tell_more_cards_than_a_byte_holds(scene: Path) -> None:
    mask = np.full((540, 960), 301, np.uint16)
    cv2.imwrite(str(scene.parent.parent / "masks" / f"{scene.stem}.png"), mask)
    assert (read_scene(scene).owner == 300).all()
