"""Scenes made while networks learn from them, by as many processes as are asked for.

    python models/fresh_scenes.py --art FOLDER ... --out /dev/shm/FOLDER --seed N --workers 14 \\
        [--localizer localizer.onnx] [--no-windows]

For a machine with a GPU, which learns from more scenes than can be made before. No scene is kept.
Of each, teach_localizer.py is given windows (`windows/`), and teach_recogniser.py crops (`crops/`),
in half of them by the boxes that --localizer finds. What waits to be learnt from is not added to
without end. An empty file `over` ends it.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as counted_from
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from cut_crops import CROP_PX, WINDOWS, cut, window
from made_scenes import MadeScene
from make_scenes import count, nth_scene
from mine_boxes import LEAST_CONFIDENCE
from recogniser_data import taught
from scene_faces import Art, BadInput, load_art
from vision.boxes import Array
from vision.localizer import Localizer, Located
from vision.runtime import load

SIZE_PX = (1280, 720)
KINDS: tuple[tuple[float, dict[str, Any]], ...] = (
    (0.58, {}),
    (0.1, {"card_px": (90.0, 210.0)}),
    (0.12, {"card_px": (18.0, 40.0)}),
    (0.1, {"jokers": 8}),
    (0.1, {"difficulty": "nasty"}),
)
"""How often scenes are made so, and what is special about them."""
TIMES = 2
"""Each scene is cut so often for the recogniser, its boxes pushed otherwise."""
MINED = 0.5
"""The share of the scenes in which the localizer looks for boxes: it takes as long as a scene."""
MOST_LAID = 400
"""Files that wait to be learnt from, a folder."""
MOST_BOXES = 96
"""Of a window."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all workers are told."""

    art: tuple[Path, ...]
    out: Path
    seed: int
    workers: int
    localizer: Path | None
    """The ONNX file of the one whose boxes crops are cut by."""
    windows: bool
    """Whether there is a localizer that learns."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where is laid down what is learnt from."""
        return tuple(self.out / name for name in ("crops", "windows")[: 1 + self.windows])


def lay(path: Path, **arrays: Array) -> None:
    """Writes arrays whole or not at all."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # its types know no names
    part.replace(path)


def made(arts: Sequence[Art], seed: int, n: int) -> MadeScene:
    """Scene n of a seed."""
    rng = np.random.default_rng((seed, n, 1))
    shares, special = zip(*KINDS, strict=True)
    scene = nth_scene(arts, seed, n, SIZE_PX, **special[int(rng.choice(len(KINDS), p=shares))])
    return MadeScene(Path(f"{n:07d}.json"), scene.frame_bgr, scene.owner, scene.cards)


def windows(scene: MadeScene, rng: np.random.Generator) -> dict[str, Array]:
    """`pictures` (k, h, w, 3) uint8 and `boxes` (k, MOST_BOXES, 5) in them, NaN where none is."""
    cuts = [cut(scene, window(scene, card_px, rng)) for card_px in WINDOWS.values()]
    boxes = np.full((len(cuts), MOST_BOXES, 5), np.nan, np.float32)
    for row, each in zip(boxes, cuts, strict=True):
        for box, line in zip(row, each.labels, strict=False):
            corners = np.array(line.split()[1:], np.float32).reshape(4, 2) * CROP_PX
            box[:] = enclosing(corners.astype(np.float32))
    return {"pictures": np.stack([each.picture_bgr for each in cuts]), "boxes": boxes}


def enclosing(corners_px: Array) -> tuple[float, ...]:
    """Centre, longer and shorter side, and the longer one's turn of the least rectangle around.

    The turn in radians, from -pi/4 to 3 pi/4, as ultralytics has it.
    """
    box = cv2.boxPoints(cv2.minAreaRect(corners_px))
    sides = box[1] - box[0], box[2] - box[1]
    longer, shorter = sorted(sides, key=lambda side: float(np.hypot(*side)), reverse=True)
    turn = np.arctan2(longer[1], longer[0])
    lengths = (float(np.hypot(*side)) for side in (longer, shorter))
    return (*box.mean(axis=0).tolist(), *lengths, float((turn + np.pi / 4) % np.pi - np.pi / 4))


def crops(
    scene: MadeScene, found: Located | None, rng: np.random.Generator
) -> dict[str, Array] | None:
    """`crops`, `labels` and `own` parts as recogniser_data.Sample has them, if there are any."""
    some = [s for _ in range(TIMES) for s in taught(scene, rng, found=found, restyle=False)]
    if not some:
        return None
    return {
        "crops": np.stack([s.crop for s in some]),
        "labels": np.array([s.label for s in some], np.int16),
        "own": np.stack([s.own for s in some]),
    }


def finder(localizer: Path | None) -> Localizer | None:
    """The network of this ONNX file."""
    if localizer is None:
        return None
    return Localizer(load(localizer, threads=1, pictures=True).net, LEAST_CONFIDENCE)


def work(job: Job, worker: int) -> None:
    """Makes every so many-th scene until it is over."""
    cv2.setNumThreads(1)
    arts, localizer = [load_art(folder) for folder in job.art], finder(job.localizer)
    for n in counted_from(worker, job.workers):
        scene, rng = made(arts, job.seed, n), np.random.default_rng((job.seed, n, 2))
        mined = localizer if rng.random() < MINED else None
        found = mined.locate(scene.frame_bgr) if mined else None
        cut_out = crops(scene, found, rng)
        if cut_out is not None:
            lay(job.out / "crops" / f"{n:07d}.npz", **cut_out)
        if job.windows:
            lay(job.out / "windows" / f"{n:07d}.npz", **windows(scene, rng))
        while any(map(full, job.folders)) and not (job.out / "over").exists():
            time.sleep(0.05)
        if (job.out / "over").exists():
            return


def full(folder: Path) -> bool:
    """Whether enough waits there to be learnt from."""
    return sum(1 for _ in folder.glob("*.npz")) > MOST_LAID


def main(argv: Sequence[str] | None = None) -> int:
    """0 when it was told to end; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="a folder in memory")
    add("--seed", type=count, required=True)
    add("--workers", type=count, default=2)
    add("--localizer", type=Path, help="localizer.onnx, whose boxes crops are cut by")
    add("--no-windows", action="store_true", help="no localizer is to learn")
    args = parser.parse_args(argv)
    told = (args.localizer, not args.no_windows)
    job = Job(tuple(args.art), args.out, args.seed, args.workers, *told)
    try:
        for folder in job.art:
            load_art(folder)
        if job.localizer and not job.localizer.is_file():
            raise BadInput(f"{job.localizer}: no such file; expected a localizer's ONNX file")
        for folder in job.folders:
            folder.mkdir(parents=True, exist_ok=True)
        recipe = {"decks": sorted(folder.name for folder in job.art), "seed": job.seed}
        (job.out / "recipe.json").write_text(json.dumps(recipe), encoding="utf-8")
    except (BadInput, OSError) as error:
        print(f"fresh_scenes: {error}", file=sys.stderr)
        return 2
    each = [multiprocessing.Process(target=work, args=(job, i)) for i in range(job.workers)]
    for process in each:
        process.start()
    for process in each:
        process.join()
    return int(any(process.exitcode for process in each))


if __name__ == "__main__":
    sys.exit(main())
