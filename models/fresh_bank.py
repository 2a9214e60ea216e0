"""What fresh_scenes.py lays down, kept where it is learnt from: the newest, again and again."""

import json
import queue
import threading
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import torch
from torch import Tensor

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from scene_faces import BadInput
from training_command import Data
from vision.boxes import Array

AHEAD = 64
"""Files that are read before they are asked for."""
MOST_AT_ONCE = 16
"""Files that are taken over between two steps."""


class Bank:
    """Rows of the arrays of folders' files, on the device; the oldest give way to new ones."""

    def __init__(self, folders: Collection[Path], most: int, device: torch.device) -> None:
        self.folders, self.most, self.device = folders, most, device
        self.kept: dict[str, Tensor] = {}
        self.rows = 0
        """All that ever were taken over."""
        self.files: queue.Queue[dict[str, Array]] = queue.Queue(AHEAD)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            for path in sorted(path for each in self.folders for path in each.glob("*.npz")):
                try:
                    with np.load(path) as arrays:
                        told = {name: arrays[name] for name in arrays.files}
                except (OSError, BadZipFile):  # another reader was faster
                    continue
                path.unlink(missing_ok=True)
                self.files.put(told)
            time.sleep(0.02)

    def __len__(self) -> int:
        return min(self.rows, self.most)

    def take(self, least: int = 0) -> None:
        """Takes over what was laid down since, and waits until there are `least` rows."""
        for _ in range(MOST_AT_ONCE):
            if self.files.empty():
                break
            self._add(self.files.get())
        if len(self) < least:
            print(f"{len(self)} of {least} rows so far", flush=True)
        while len(self) < least:
            self._add(self.files.get())

    def _add(self, told: dict[str, Array]) -> None:
        count = len(next(iter(told.values())))
        where = torch.arange(self.rows, self.rows + count, device=self.device) % self.most
        for name, array in told.items():
            rows = torch.from_numpy(array)
            if name not in self.kept:
                shape = (self.most, *rows.shape[1:])
                self.kept[name] = torch.empty(shape, dtype=rows.dtype, device=self.device)
            self.kept[name][where] = rows.to(self.device)
        self.rows += count

    def draw(self, count: int) -> dict[str, Tensor]:
        """So many rows, any of those that are kept."""
        some = torch.randint(len(self), (count,), device=self.device)
        return {name: rows[some] for name, rows in self.kept.items()}


def _recipes(folder: Path) -> list[Path]:
    recipes = sorted(folder.glob("recipe-*.json"))
    if not recipes:
        raise BadInput(f"{folder}: no recipe-*.json; expected what fresh_scenes.py lays down")
    return recipes


def _decks(recipes: Sequence[Path]) -> list[str]:
    told = [json.loads(each.read_text(encoding="utf-8")) for each in recipes]
    return sorted({name for each in told for name in each["decks"]})


FRESH = Data("--fresh", _recipes, _decks)
