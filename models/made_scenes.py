"""Reads back what datasets/make_scenes.py wrote with --masks."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from scene_cards import SeenCard
from scene_faces import BadInput
from vision.boxes import Array
from vision.localizer import Located


@dataclass(frozen=True, slots=True, eq=False)
class MadeScene:
    """One made picture and what it shows."""

    path: Path
    frame_bgr: Array
    """(h, w, 3) uint8."""
    owner: Array
    """(h, w) int16: the `order` of the card each pixel shows, or -1."""
    cards: tuple[SeenCard, ...]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.frame_bgr.shape[1], self.frame_bgr.shape[0]


def scene_files(folder: Path) -> list[Path]:
    """The JSON of every scene of a folder; BadInput where there is none."""
    paths = sorted((folder / "scenes").glob("*.json"))
    if not paths:
        raise BadInput(f"{folder}: no scenes/*.json; expected what make_scenes.py --masks writes")
    return paths


def read_record(path: Path) -> dict[str, Any]:
    """The JSON of a scene; BadInput where it is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadInput(f"{path}: {error}; expected JSON") from None
    if not isinstance(record, dict) or not {"image", "masks", "cards"} <= record.keys():
        raise BadInput(f"{path}: not a scene; expected what make_scenes.py --masks writes")
    return record


def read_scene(path: Path) -> MadeScene:
    """The scene of this JSON; BadInput where its picture or its mask is missing."""
    record = read_record(path)
    folder = path.parent.parent
    if record["masks"] is None:
        raise BadInput(f"{path}: made without masks; expected make_scenes.py --masks")
    frame = cv2.imread(str(folder / record["image"]))
    mask = cv2.imread(str(folder / record["masks"]), cv2.IMREAD_UNCHANGED)
    if frame is None or mask is None:
        raise BadInput(f"{path}: its picture or its mask cannot be read")
    cards = tuple(
        SeenCard(c["card"], np.array(c["quad"], float), c["visible"], c["order"])
        for c in record["cards"]
    )
    return MadeScene(path, frame, mask.astype(np.int16) - 1, cards)


def found_path(path: Path) -> Path:
    """Where mine_boxes.py notes what the localizer finds in the scene of this JSON."""
    return path.parent.parent / "found" / path.name


def read_found(path: Path) -> Located | None:
    """What mine_boxes.py noted of the scene of this JSON, or None where it noted nothing."""
    noted = found_path(path)
    if not noted.exists():
        return None
    told = json.loads(noted.read_text(encoding="utf-8"))
    quads = np.array(told["quads"], float).reshape(-1, 4, 2)
    return Located(quads, np.array(told["confidences"], float))


def card_width_px(cards: Sequence[SeenCard], otherwise: float) -> float:
    """Median width of the cards: the mean of their upper and lower sides."""
    if not cards:
        return otherwise
    quads = np.array([card.quad_px for card in cards])
    upper = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    lower = np.linalg.norm(quads[:, 2] - quads[:, 3], axis=1)
    return float(np.median((upper + lower) / 2))
