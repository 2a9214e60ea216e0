"""Scenes that are made while networks learn: what is laid down of each."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import fresh_scenes
from fresh_scenes import Job, crops, enclosing, made, windows
from make_scenes import nth_scene
from recogniser_data import OWN_PX
from scene_compose import Scene
from scene_faces import Art, load_art
from vision.crops import CROP_PX
from vision.faces import OUTPUTS


@pytest.fixture(scope="module")
def job(drawn_folder: Path) -> Job:
    """Nothing is laid down anywhere."""
    return Job((load_art(drawn_folder),), (), 0, 7, 1, None, (), ())


def test_scene_n_of_a_seed_is_always_the_same(job: Job) -> None:
    one, again, other = (made(job, n) for n in (3, 3, 4))
    assert np.array_equal(one.frame_bgr, again.frame_bgr)
    assert not np.array_equal(one.frame_bgr, other.frame_bgr)


def test_every_scene_draws_some_of_many_decks(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[str]] = []

    def noted(arts: Sequence[Art], *told: Any, **special: Any) -> Scene:
        drawn.append([art.name for art in arts])
        return nth_scene(arts, *told, **special)

    monkeypatch.setattr(fresh_scenes, "nth_scene", noted)
    many = tuple(replace(job.art[0], name=name) for name in "abcdef")
    for n in range(3):
        made(replace(job, beside=many, each=2), n)
    always = job.art[0].name
    assert [names[0] for names in drawn] == [always] * 3
    assert all(len(set(names)) == 3 and set(names) <= {always, *"abcdef"} for names in drawn)
    assert len({*map(tuple, drawn)}) > 1


def test_what_is_laid_down_fits_together(job: Job) -> None:
    scene = next(each for each in (made(job, n) for n in range(20)) if len(each.cards) > 9)
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


def test_each_training_gets_its_own_and_none_waits_for_another(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_scenes, "MOST_LAID", 2)
    fed, other, full = (tmp_path / name for name in ("fed", "other", "full"))
    for folder in (fed, other, full):
        folder.mkdir()
    for name in "abc":
        (full / f"{name}.npz").touch()
    laid = fresh_scenes.lay

    def until_both(folders: Sequence[Path], name: str, **arrays: Any) -> None:
        laid(folders, name, **arrays)
        if not fresh_scenes.is_wanting(fed) and not fresh_scenes.is_wanting(other):
            (fed / "over").touch()

    monkeypatch.setattr(fresh_scenes, "lay", until_both)
    fresh_scenes.work(replace(job, crops=(fed, full), windows=(other,)), 0)
    assert len(list(fed.glob("*.npz"))) == len(list(other.glob("*.npz"))) == 3
    assert sorted(path.name for path in full.iterdir()) == ["a.npz", "b.npz", "c.npz"]
    assert set(np.load(next(other.glob("*.npz"))).files) == {"pictures", "boxes"}


def test_what_it_is_made_of_is_told(drawn_folder: Path, tmp_path: Path) -> None:
    out, many = tmp_path / "crops", tmp_path / "many"
    shutil.copytree(drawn_folder, many / "a")
    told = ["--art", str(drawn_folder), "--crops", str(out), "--seed", "7", "--workers", "0"]
    assert fresh_scenes.main([*told, "--beside", str(many)]) == 0
    recipe = json.loads((out / "recipe-7.json").read_text(encoding="utf-8"))
    assert recipe == {"decks": sorted(("a", drawn_folder.name)), "seed": 7}


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (["--crops", "{}/crops", "--localizer", "{}/none.onnx"], "none.onnx: no such file"),
        ([], "neither --crops nor --windows"),
        (["--crops", "{}/crops", "--beside", "{}/none"], "none"),
    ],
)
def test_what_cannot_be_used_is_named(
    told: list[str],
    line: str,
    drawn_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [each.format(tmp_path) for each in told]
    assert fresh_scenes.main(["--art", str(drawn_folder), "--seed", "7", *given]) == 2
    assert line in capsys.readouterr().err
