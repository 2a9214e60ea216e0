"""Makes labelled pictures of hwatu tables from any folder of card art.

    python datasets/make_scenes.py --art FOLDER [--art FOLDER ...] --out FOLDER --count 99 --seed 1

Writes `images/000000.jpg` and `scenes/000000.json` a scene; with --yolo-obb `labels/000000.txt`
(one class, `card`) and `data.yaml` for ultralytics; with --masks `masks/000000.png`, 16 bit: 0 or
the order of the card that the pixel shows plus 1. Scene n of a seed is the same in every run: to
use several processes, give each its own --first.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scene_compose import Scene, draw_spec, make_scene
from scene_faces import Array, Art, BadInput, load_art
from scene_labels import obb_lines, scene_record
from scene_plan import DIFFICULTIES

WRITTEN_JPEG_QUALITY = 92


@dataclass(frozen=True, slots=True)
class Job:
    """What to make and where to put it."""

    out: Path
    count: int
    first: int
    seed: int
    size_px: tuple[int, int]
    difficulty: str
    card_px: tuple[float, float] | None
    """Least and most card width at 1920 wide, instead of the difficulty's."""
    as_drawn: bool
    """Cards in the deck as it is drawn, not in one made out of it."""
    jokers: int
    """Of each worth, every one of a design of its own; 0: as decks have them."""
    yolo_obb: bool
    masks: bool
    min_visible: float


def nth_scene(
    arts: Sequence[Art],
    seed: int,
    n: int,
    size_px: tuple[int, int] = (1920, 1080),
    difficulty: str = "mixed",
    card_px: tuple[float, float] | None = None,
    as_drawn: bool = False,
    jokers: int = 0,
) -> Scene:
    """Scene n of a seed, whichever scenes were made before it."""
    rng = np.random.default_rng((seed, n))
    spec = draw_spec(rng, size_px, difficulty)
    hard = spec.difficulty
    if card_px is not None:
        hard = replace(hard, card_width_px=card_px)
    if as_drawn:
        hard = replace(hard, variety=0.0)
    spec = replace(spec, difficulty=hard, jokers=jokers)
    return make_scene(arts, spec, rng)


def write_scene(scene: Scene, job: Job, n: int) -> None:
    """The scene's files under job.out."""
    name = f"{n:06d}"
    write_picture(job.out / "images" / f"{name}.jpg", scene.frame_bgr)
    masks = f"masks/{name}.png" if job.masks else None
    if masks:
        write_picture(job.out / masks, (scene.owner + 1).astype(np.uint16))
    record = scene_record(
        f"images/{name}.jpg",
        job.size_px,
        (job.seed, n),
        scene.kind,
        scene.sources,
        scene.cards,
        masks,
    )
    (job.out / "scenes" / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    if job.yolo_obb:
        lines = obb_lines(scene.cards, job.size_px, job.min_visible)
        (job.out / "labels" / f"{name}.txt").write_text("".join(f"{x}\n" for x in lines))


def write_picture(path: Path, picture: Array) -> None:
    """The picture in a JPEG or PNG file; BadInput where it cannot be written."""
    options = [cv2.IMWRITE_JPEG_QUALITY, WRITTEN_JPEG_QUALITY] if path.suffix == ".jpg" else []
    if not cv2.imwrite(str(path), picture, options):
        raise BadInput(f"{path}: the picture cannot be written there")


def make_all(arts: Sequence[Art], job: Job) -> float:
    """The seconds it took to make and write job.count scenes."""
    folders = ["images", "scenes"] + ["labels"] * job.yolo_obb + ["masks"] * job.masks
    for folder in folders:
        (job.out / folder).mkdir(parents=True, exist_ok=True)
    if job.yolo_obb:
        yaml = "path: .\ntrain: images\nval: images\nnames:\n  0: card\n"
        (job.out / "data.yaml").write_text(yaml)
    start = time.perf_counter()
    for n in range(job.first, job.first + job.count):
        scene = nth_scene(
            arts, job.seed, n, job.size_px, job.difficulty, job.card_px, job.as_drawn, job.jokers
        )
        write_scene(scene, job, n)
    return time.perf_counter() - start


def picture_size(text: str) -> tuple[int, int]:
    """Width and height as the command line has them."""
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if not match or int(match[1]) < 320 or int(match[2]) < 240:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; expected one like 1920x1080")
    return int(match[1]), int(match[2])


def _card_px(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    if not match or not 8 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no range; expected one like 40-60")
    return float(match[1]), float(match[2])


def count(text: str) -> int:
    """A whole number from 0 on, as the command line has it."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no count; expected 0 or more")
    return int(text)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--count", type=count, default=100)
    add("--first", type=count, default=0, help="number of the first scene")
    add("--seed", type=count, default=0)
    add("--size", type=picture_size, default=(1920, 1080), metavar="1920x1080")
    add("--difficulty", choices=("mixed", *DIFFICULTIES), default="mixed")
    add("--card-px", type=_card_px, metavar="40-60", help="card widths at 1920 wide")
    add("--as-drawn", action="store_true", help="leave the deck as it is drawn")
    add("--jokers", type=count, default=0, help="so many of each worth, no two alike")
    add("--yolo-obb", action="store_true", help="also write labels for ultralytics")
    add("--masks", action="store_true", help="also write which card each pixel shows")
    add("--min-visible", type=float, default=0.2, help="least visible share for --yolo-obb")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    args = parse(argv)
    cv2.setNumThreads(1)
    job = Job(
        args.out,
        args.count,
        args.first,
        args.seed,
        args.size,
        args.difficulty,
        args.card_px,
        args.as_drawn,
        args.jokers,
        args.yolo_obb,
        args.masks,
        args.min_visible,
    )
    try:
        arts = [load_art(folder) for folder in args.art]
        seconds = make_all(arts, job)
    except (BadInput, OSError) as error:
        print(f"make_scenes: {error}", file=sys.stderr)
        return 2
    rate = job.count / seconds if seconds > 0 else 0.0
    print(f"{job.count} scenes in {seconds:.1f} s: {rate:.1f} scenes/s -> {job.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
