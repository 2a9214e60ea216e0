"""A tiny deck drawn here, so that no test needs art from elsewhere."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scene_faces import FACES, Array, Art, load_art


def tiny_card(seed: int) -> Array:
    """(110, 68, 3) uint8: a red border and a few shapes that no other seed draws."""
    rng = np.random.default_rng(seed)
    card = np.full((110, 68, 3), 245, np.uint8)
    for _ in range(5):
        x, y = rng.integers(12, 56), rng.integers(12, 98)
        ink = [(20, 20, 20), (40, 30, 200), (180, 90, 30), (40, 200, 230)][int(rng.integers(4))]
        cv2.circle(card, (int(x), int(y)), int(rng.integers(6, 20)), ink, -1, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (67, 109), (30, 30, 200), 8)
    return card


@pytest.fixture(scope="session")
def art_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every face but jokers and back; the plain junk of month 1 drawn twice."""
    folder = tmp_path_factory.mktemp("art")
    for seed, face in enumerate(FACES):
        if face.startswith("joker") or face == "back":
            continue
        name = {"11-double": "11-junk3", "12-double": "12-junk1", "01-junk": "01-junk1"}
        cv2.imwrite(str(folder / f"{name.get(face, face)}.png"), tiny_card(seed))
    cv2.imwrite(str(folder / "01-junk2.png"), tiny_card(500))
    return folder


@pytest.fixture(scope="session")
def art(art_folder: Path) -> Art:
    return load_art(art_folder)
