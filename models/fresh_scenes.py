"""Scenes made while networks learn from them, by as many processes as are asked for.

    python models/fresh_scenes.py --art FOLDER ... --seed N --workers 14 \\
        [--crops /dev/shm/FOLDER ...] [--windows /dev/shm/FOLDER ...] \\
        [--localizer localizer.onnx] [--beside FOLDER [--each N]]

For a machine with a GPU, which learns from more scenes than can be made before. No scene is kept.
Of each, teach_localizer.py is given windows, and teach_recogniser.py crops, in most scenes by
the boxes that --localizer finds; each training has a folder of its own. What waits there to be
learnt from is not added to without end. A checkpoint of a localizer, `*.pt`, runs on the GPU, and
is read anew whenever it was written anew. --beside holds many art folders, say invented decks:
every scene draws --each of them, to be used as --art is. An empty file `over` in one of the folders
ends it.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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
    (0.26, {}),
    (0.1, {"difficulty": "aslant"}),
    (0.08, {"difficulty": "stretched"}),
    (0.08, {"difficulty": "clutter"}),
    (0.06, {"difficulty": "tiled"}),
    (0.1, {"card_px": (90.0, 210.0)}),
    (0.12, {"card_px": (18.0, 40.0)}),
    (0.1, {"jokers": 8}),
    (0.1, {"difficulty": "nasty"}),
)
"""How often scenes are made so, and what is special about them."""
TIMES = 2
"""Each scene is cut so often for the recogniser, its boxes pushed otherwise."""
MINED = 0.75
"""The share of the scenes in which the localizer looks for boxes: without, far more are made."""
MOST_LAID = 400
"""Files that wait to be learnt from, a folder."""
EACH = 8
"""Decks of many that a scene draws."""
MOST_BOXES = 96
"""Of a window."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all workers are told."""

    art: tuple[Art, ...]
    """What every scene may be drawn in."""
    beside: tuple[Art, ...]
    """And what some are: each scene draws `each` of these."""
    each: int
    seed: int
    workers: int
    localizer: Path | None
    """The ONNX file of the one whose boxes crops are cut by."""
    crops: tuple[Path, ...]
    windows: tuple[Path, ...]
    """A folder for every training that learns from such."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where is laid down what is learnt from."""
        return self.crops + self.windows

    def is_over(self) -> bool:
        """Whether it is to end."""
        return any((folder / "over").exists() for folder in self.folders)


def lay(folders: Sequence[Path], name: str, **arrays: Array) -> None:
    """Writes arrays into a file of each of these folders, whole or not at all."""
    part = folders[0] / f"{name}.part"
    with part.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # its types know no names
    for folder in folders:
        os.link(part, folder / f"{name}.npz")
    part.unlink()


def made(job: Job, n: int) -> MadeScene:
    """Scene n of a job's seed."""
    rng = np.random.default_rng((job.seed, n, 1))
    shares, special = zip(*KINDS, strict=True)
    kind = special[int(rng.choice(len(KINDS), p=shares))]
    drawn = rng.permutation(len(job.beside))[: job.each]
    arts = (*job.art, *(job.beside[int(i)] for i in drawn))
    scene = nth_scene(arts, job.seed, n, SIZE_PX, **kind)
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
    """The network of this file."""
    if localizer is None:
        return None
    if localizer.suffix == ".pt":
        from torch_localizer import Checkpoint  # takes seconds, and each worker needs its own

        return Localizer(Checkpoint(localizer), LEAST_CONFIDENCE)
    return Localizer(load(localizer, threads=1, pictures=True).net, LEAST_CONFIDENCE)


def work(job: Job, worker: int) -> None:
    """Makes every so many-th scene until it is over."""
    cv2.setNumThreads(1)
    localizer = finder(job.localizer)
    for n in counted_from(worker, job.workers):
        while not any(map(is_wanting, job.folders)) and not job.is_over():
            time.sleep(0.05)
        if job.is_over():
            return
        scene, rng = made(job, n), np.random.default_rng((job.seed, n, 2))
        name = f"{job.seed}-{n:07d}"
        if to := [each for each in job.crops if is_wanting(each)]:
            mined = localizer if rng.random() < MINED else None
            some = crops(scene, mined.locate(scene.frame_bgr) if mined else None, rng)
            if some is not None:
                lay(to, name, **some)
        if to := [each for each in job.windows if is_wanting(each)]:
            lay(to, name, **windows(scene, rng))


def is_wanting(folder: Path) -> bool:
    """Whether little waits there to be learnt from."""
    return sum(1 for _ in folder.glob("*.npz")) <= MOST_LAID


def read(folders: Sequence[Path]) -> tuple[Art, ...]:
    """The art of these folders; BadInput where one holds none."""
    with ThreadPoolExecutor() as threads:
        return tuple(threads.map(load_art, folders))


def begun(args: argparse.Namespace) -> Job:
    """What the command line asks for, its folders made.

    Raises:
        BadInput: there is no such art, localizer, or no folder to lay anything down in.
    """
    if not args.crops and not args.windows:
        raise BadInput("neither --crops nor --windows; expected a folder to lay something down in")
    many = sorted(each for each in args.beside.iterdir() if each.is_dir()) if args.beside else []
    told = (args.each, args.seed, args.workers, args.localizer)
    job = Job(read(args.art), read(many), *told, tuple(args.crops), tuple(args.windows))
    if job.localizer and not job.localizer.is_file():
        raise BadInput(
            f"{job.localizer}: no such file; expected a localizer's ONNX file or checkpoint"
        )
    recipe = {"decks": sorted(art.name for art in job.art + job.beside), "seed": job.seed}
    for folder in job.folders:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"recipe-{job.seed}.json").write_text(json.dumps(recipe), encoding="utf-8")
    return job


def main(argv: Sequence[str] | None = None) -> int:
    """0 when it was told to end; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--beside", type=Path, help="a folder of many such folders")
    add("--each", type=count, default=EACH, help="of which each scene draws so many")
    for_one = "a folder in memory for one training; repeat"
    add("--crops", type=Path, action="append", default=[], help=for_one)
    add("--windows", type=Path, action="append", default=[], help=for_one)
    add("--seed", type=count, required=True)
    add("--workers", type=count, default=2)
    add("--localizer", type=Path, help="whose boxes crops are cut by")
    try:
        job = begun(parser.parse_args(argv))
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
