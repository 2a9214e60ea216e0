"""Traces labelled pictures of hwatu tables with real light and shadow, to judge a detector on.

    python datasets/trace_scenes.py --art FOLDER [--art FOLDER ...] --out FOLDER --count 24 --seed 1

Writes `images/000000.jpg` and `scenes/000000.json` a scene, as make_scenes.py does. Scene n of a
seed is the same in every run: to use several processes, give each its own --first. Needs the
package bpy (Blender) and Python 3.11.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from make_scenes import count, picture_size, write_picture
from scene_faces import Array, Art, BadInput, load_art
from scene_labels import scene_record
from traced_light import developed
from traced_render import blender, traced
from traced_scene import Staged, stage

FEWEST_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class Job:
    """What to trace and where to put it."""

    out: Path
    count: int
    first: int
    seed: int
    size_px: tuple[int, int]
    as_drawn: bool
    """Cards in the deck as it is drawn, not in one made out of it."""
    samples: int
    """Light paths a pixel."""
    threads: int


def nth_staged(
    arts: Sequence[Art], seed: int, n: int, size_px: tuple[int, int], as_drawn: bool
) -> Staged:
    """Scene n of a seed before it is traced, whichever were made before it."""
    # Other scenes than make_scenes.py lays for the same seed.
    return stage(arts, np.random.default_rng((seed, n, 3)), size_px, as_drawn)


def photographed(bpy: Any, staged: Staged, job: Job, n: int) -> Array:
    """(h, w, 3) uint8: the picture of scene n."""
    seed = 1000 * job.seed + n
    light = traced(bpy, staged, samples=job.samples, threads=job.threads, seed=seed)
    rng = np.random.default_rng((job.seed, n, 4))
    return developed(light, staged.exposure, staged.lighting.mean_rgb(), rng)


def record(staged: Staged, job: Job, n: int) -> dict[str, Any]:
    """The JSON of scene n."""
    return scene_record(
        f"images/{n:06d}.jpg",
        job.size_px,
        (job.seed, n),
        staged.kind,
        staged.sources,
        staged.cards,
    )


def trace_all(bpy: Any, arts: Sequence[Art], job: Job) -> None:
    """Traces and writes job.count scenes, and says of each how long it took."""
    for folder in ("images", "scenes"):
        (job.out / folder).mkdir(parents=True, exist_ok=True)
    for n in range(job.first, job.first + job.count):
        start = time.perf_counter()
        staged = nth_staged(arts, job.seed, n, job.size_px, job.as_drawn)
        write_picture(job.out / "images" / f"{n:06d}.jpg", photographed(bpy, staged, job, n))
        text = json.dumps(record(staged, job, n))
        (job.out / "scenes" / f"{n:06d}.json").write_text(text, encoding="utf-8")
        seconds = time.perf_counter() - start
        print(f"{n:06d} {staged.kind}: {len(staged.cards)} cards in {seconds:.1f} s", flush=True)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--count", type=count, default=24)
    add("--first", type=count, default=0, help="number of the first scene")
    add("--seed", type=count, default=0)
    add("--size", type=picture_size, default=(1280, 720), metavar="1280x720")
    add("--as-drawn", action="store_true", help="leave the deck as it is drawn")
    add("--samples", type=count, default=40, help="light paths a pixel")
    add("--threads", type=count, default=1)
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    args = parse(argv)
    job = Job(
        args.out,
        args.count,
        args.first,
        args.seed,
        args.size,
        args.as_drawn,
        args.samples,
        args.threads,
    )
    try:
        if job.samples < FEWEST_SAMPLES:
            raise BadInput(f"--samples {job.samples}: expected {FEWEST_SAMPLES} or more")
        if job.threads < 1:
            raise BadInput(f"--threads {job.threads}: expected 1 or more")
        cv2.setNumThreads(job.threads)
        arts = [load_art(folder) for folder in args.art]
        trace_all(blender(), arts, job)
    except (BadInput, OSError) as error:
        print(f"trace_scenes: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
