"""A tiny deck drawn here, and scenes made of it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

import make_scenes
from scene_faces import FACES, Array
from vision.weights import NAMES

MODELS = Path(__file__).parents[2] / "models"


def card(seed: int) -> Array:
    """(220, 134, 3) uint8: a red border and a few shapes that no other seed draws."""
    rng = np.random.default_rng(seed)
    picture = np.full((220, 134, 3), 245, np.uint8)
    for _ in range(6):
        x, y = rng.integers(24, 110), rng.integers(24, 196)
        ink = [(20, 20, 20), (40, 30, 200), (180, 90, 30), (40, 200, 230)][int(rng.integers(4))]
        cv2.circle(picture, (int(x), int(y)), int(rng.integers(10, 36)), ink, -1, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (133, 219), (30, 30, 200), 14)
    return picture


@pytest.fixture(scope="session")
def drawn_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every face but jokers and back."""
    folder = tmp_path_factory.mktemp("drawn")
    for seed, face in enumerate(FACES):
        if not face.startswith(("joker", "back")):
            cv2.imwrite(str(folder / f"{face}.png"), card(seed))
    return folder


@pytest.fixture(scope="session")
def made(drawn_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three made scenes with masks: two of cards and an empty table."""
    folder = tmp_path_factory.mktemp("made")
    argv = ["--art", str(drawn_folder), "--out", str(folder), "--masks", "--difficulty", "clean"]
    assert make_scenes.main([*argv, "--count", "3", "--size", "960x540", "--seed", "6"]) == 0
    return folder


@pytest.fixture(scope="session")
def weights() -> Path:
    """The trained localizer, with the other files of the detector beside it."""
    missing = [name for name in NAMES if not (MODELS / name).is_file()]
    if missing:
        pytest.skip(f"{', '.join(missing)} not in models/: the trained detector goes untested")
    return MODELS / NAMES[0]


@pytest.fixture
def run_alone(tmp_path: Path) -> Callable[[str], str]:
    """What code prints, run by itself: importing ultralytics changes torch for all who follow."""

    def run(code: str) -> str:
        paths = f"import sys; sys.path[:0] = [{str(MODELS)!r}, {str(MODELS.parent)!r}]\n"
        done = subprocess.run(
            [sys.executable, "-c", paths + code],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        if "No module named 'ultralytics'" in done.stderr:
            pytest.skip("ultralytics is not installed: the training goes untested")
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
