"""What the pointer learns from: moments of films, turned with their arms."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pointer_data import (
    SIZES,
    Moment,
    batches,
    decks,
    film_files,
    lit,
    read_moments,
    targets,
    turned,
)
from scene_faces import BadInput
from vision.pointing import PLANES, pointed

WIDTH, HEIGHT = 320, 180


def moment(*arms: tuple[tuple[float, float], tuple[float, float]]) -> Moment:
    """Grey, with a bright spot at the tip of each arm."""
    shown = np.full((PLANES, HEIGHT, WIDTH), 90, np.uint8)
    for (x, y), _ in arms:
        cv2.circle(shown[0], (round(x), round(y)), 4, 250.0, -1)
    return Moment(shown, np.array(arms, np.float32).reshape(-1, 2, 2))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(6))
def test_an_arm_is_turned_with_its_picture(size: tuple[int, int], seed: int) -> None:
    found = turned(moment(((150, 80), (150, 179))), size, np.random.default_rng(seed))
    assert found.shown.shape == (PLANES, *size[::-1])
    ((tip, foot),) = found.arms
    rows, columns = np.nonzero(found.shown[0] > 200)
    assert tip == pytest.approx((columns.mean(), rows.mean()), abs=1.5)
    assert np.linalg.norm(foot - tip) > 60


def test_an_arm_whose_tip_is_out_of_sight_is_none() -> None:
    far = moment(((318, 2), (319, 0)))
    kept = [len(turned(far, (320, 180), np.random.default_rng(seed)).arms) for seed in range(30)]
    assert 0 in kept
    assert 1 in kept


def test_another_light_changes_no_place() -> None:
    before = moment(((150, 80), (150, 179)))
    after = lit(before, np.random.default_rng(2))
    assert after.arms is before.arms
    assert not np.array_equal(after.shown, before.shown)


@pytest.mark.parametrize(
    "arms",
    [
        (),
        (((150, 80), (150, 179)),),
        (((150.4, 80.9), (0, 10)), ((20, 140), (60, 179))),
    ],
)
def test_who_answers_the_targets_tells_the_arms(
    arms: tuple[tuple[tuple[float, float], tuple[float, float]], ...],
) -> None:
    told = targets(moment(*arms).arms, (WIDTH, HEIGHT)).astype(float)
    sure = np.clip(told[0], 1e-3, 1 - 1e-3)
    answer = np.concatenate((np.log(sure / (1 - sure))[None], told[1:5]))
    found = sorted(pointed(answer, WIDTH, HEIGHT), key=lambda each: -each.tip[0])
    assert len(found) == len(arms)
    for each, (tip, foot) in zip(found, arms, strict=True):
        assert each.tip == pytest.approx(tip, abs=0.01)
        assert each.foot == pytest.approx(foot, abs=0.5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of two moments, an arm in the second."""
    shown = np.stack([moment().shown, moment(((150, 80), (150, 179))).shown])
    arms = np.array([(1, 150, 80, 150, 179)])
    np.savez_compressed(tmp_path / "000007.npz", shown=shown, arms=arms, deck="some")
    return tmp_path


def test_moments_are_read_with_their_arms(folder: Path) -> None:
    (path,) = film_files(folder)
    first, second = read_moments(path)
    assert first.arms.shape == (0, 2, 2)
    assert second.arms.tolist() == [[[150, 80], [150, 179]]]
    assert decks([path]) == ["some"]


def test_a_batch_is_of_one_size(folder: Path) -> None:
    moments = read_moments(film_files(folder)[0])
    shown, told = next(batches(moments, 3, np.random.default_rng(1)))
    assert shown.shape[:2] == (3, PLANES)
    assert told.shape == (3, 6, -(-shown.shape[2] // 4), -(-shown.shape[3] // 4))


def test_a_folder_without_games_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no \*\.npz; expected what models/film_hands\.py writes"):
        film_files(tmp_path)
