"""Makes the crops that the localizer trains on: two windows of every scene, with YOLO labels.

    python models/cut_crops.py --art FOLDER [--art FOLDER ...] --out FOLDER --count 99 --seed 1

Scene n gives `images/000000w.jpg` (most of the table) and `images/000000n.jpg` (a part of it,
nearer), `labels/*.txt` of one class, and once a folder `recipe.json`. Scene n of a seed is the
same in every run: to use two processes, give each its own --first. Every NEAR_EVERY-th scene shows
a table from close by.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from make_scenes import nth_scene
from scene_cards import seen_cards
from scene_compose import Scene
from scene_faces import Array, Art, BadInput, load_art
from scene_labels import obb_lines

SCENE_PX = (1280, 720)
CROP_PX = (640, 384)
WINDOWS = {"w": (960.0, 1200.0), "n": (420.0, 960.0)}
"""Width of the window in the scene, drawn evenly by its logarithm."""
NEAR_EVERY = 4
NEAR_CARD_PX = (100.0, 300.0)
"""Card widths of a near table, at 1920 wide."""
MIN_VISIBLE = 0.2
"""Cards that show less of themselves inside the crop are not labelled."""
JPEG_QUALITY = 90


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """One training picture and its labels."""

    picture_bgr: Array
    """(CROP_PX[1], CROP_PX[0], 3) uint8."""
    labels: list[str]
    """`0 x1 y1 ... x4 y4` a card, in shares of the crop."""


def table_scene(arts: Sequence[Art], seed: int, n: int) -> Scene:
    """Scene n of a seed: mixed difficulty, every NEAR_EVERY-th from close by."""
    near = n % NEAR_EVERY == NEAR_EVERY - 1
    return nth_scene(arts, seed, n, SCENE_PX, "mixed", NEAR_CARD_PX if near else None)


def cut(scene: Scene, widths_px: tuple[float, float], rng: np.random.Generator) -> Crop:
    """A window of the scene brought to CROP_PX; what shows of a card is counted anew inside it."""
    low, high = np.log(widths_px)
    width = round(float(np.exp(rng.uniform(low, high))))
    height = round(width * CROP_PX[1] / CROP_PX[0])
    x = int(rng.integers(0, SCENE_PX[0] - width + 1))
    y = int(rng.integers(0, SCENE_PX[1] - height + 1))
    shrinks = width >= CROP_PX[0]
    picture = cv2.resize(
        scene.frame_bgr[y : y + height, x : x + width],
        CROP_PX,
        interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR,
    )
    owner = np.ascontiguousarray(scene.owner[y : y + height, x : x + width])
    faces = [""] * (1 + max((card.order for card in scene.cards), default=-1))
    far_off = np.full((4, 2), -1e6)
    quads = [far_off] * len(faces)
    for card in scene.cards:
        faces[card.order] = card.face
        quads[card.order] = card.quad_px - (x, y)
    cards = seen_cards(faces, quads, owner)
    return Crop(picture, obb_lines(cards, (width, height), MIN_VISIBLE))


def write_crops(arts: Sequence[Art], out: Path, seed: int, n: int) -> None:
    """The crops of scene n under `out`."""
    scene = table_scene(arts, seed, n)
    rng = np.random.default_rng((seed, n, len(WINDOWS)))
    for letter, widths_px in WINDOWS.items():
        crop = cut(scene, widths_px, rng)
        name = f"{n:06d}{letter}"
        path = out / "images" / f"{name}.jpg"
        if not cv2.imwrite(str(path), crop.picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]):
            raise BadInput(f"{path}: the picture cannot be written there")
        (out / "labels" / f"{name}.txt").write_text("".join(f"{x}\n" for x in crop.labels))


def recipe(arts: Sequence[Art], seed: int) -> dict[str, object]:
    """What these crops are made of, as train_localizer.py puts it beside the weights."""
    return {
        "decks": [art.name for art in arts],
        "seed": seed,
        "scene_px": SCENE_PX,
        "crop_px": CROP_PX,
        "windows_px": WINDOWS,
        "near_every": NEAR_EVERY,
        "near_card_px_at_1920": NEAR_CARD_PX,
        "min_visible": MIN_VISIBLE,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--count", type=int, default=100, help="scenes; each gives two crops")
    add("--first", type=int, default=0, help="number of the first scene")
    add("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    try:
        arts = [load_art(folder) for folder in args.art]
        for folder in ("images", "labels"):
            (args.out / folder).mkdir(parents=True, exist_ok=True)
        text = json.dumps(recipe(arts, args.seed), indent=2) + "\n"
        (args.out / "recipe.json").write_text(text, encoding="utf-8")
        start = time.perf_counter()
        for n in range(args.first, args.first + args.count):
            write_crops(arts, args.out, args.seed, n)
    except (BadInput, OSError) as error:
        print(f"cut_crops: {error}", file=sys.stderr)
        return 2
    rate = args.count / max(1e-9, time.perf_counter() - start)
    print(f"{args.count} scenes, {2 * args.count} crops: {rate:.1f} scenes/s -> {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
