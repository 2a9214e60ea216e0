"""A tiny deck drawn here and the trained weights, where there are any."""

from pathlib import Path

import cv2
import numpy as np
import pytest

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from scene_faces import FACES, Array, Art, load_art

WEIGHTS = Path(__file__).parents[2] / "models" / "localizer.onnx"


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
def drawn(drawn_folder: Path) -> Art:
    return load_art(drawn_folder)


@pytest.fixture(scope="session")
def weights() -> Path:
    if not WEIGHTS.exists():
        pytest.skip(f"{WEIGHTS} is not here: train it by models/train_localizer.py")
    return WEIGHTS
