"""Makes sheets of small pictures that few cards fill, for the localizer to learn from.

    python models/cut_small.py --scenes FOLDER [--scenes FOLDER ...] --out FOLDER --seed 1

The scenes come from `datasets/make_scenes.py --masks --card-px 180-560`. Of each, four windows
about a card each lie beside one another on a sheet, as small and framed as `vision/localizer.py`
looks at a picture that a card fills. Written is what cut_crops.py writes.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from cut_crops import CROP_PX, MIN_VISIBLE, Crop, seen_in, write_crop
from made_scenes import MadeScene, read_scene, scene_files
from scene_faces import BadInput
from scene_labels import safe_box
from vision.boxes import Array
from vision.localizer import framed

CELLS = (2, 2)
"""Across and down on a sheet."""
CELL_PX = (CROP_PX[0] // CELLS[0], CROP_PX[1] // CELLS[1])
FRAME_PX = 16
"""At least so wide."""
SHOWN = 0.5
"""A window lies about a card that shows at least as much of itself, where there is one."""
LONG_PX = (120, 208)
"""Of a small picture."""
LENGTHS = (1.05, 3.5)
"""Of a card, in the longer side of a picture, drawn evenly by its logarithm."""
SHAPES = (0.5625, 0.75, 1.0)
"""The shorter side of a picture for its longer one."""
ASIDE = 0.2
"""How far the card may lie from the middle, of the picture's sides."""


def window(scene: MadeScene, rng: np.random.Generator) -> tuple[int, int, int, int]:
    """x, y, width and height of what a camera over one card sees, or over any place."""
    size = np.array(scene.size_px)
    middle, long = rng.uniform(0.3, 0.7, 2) * size, float(min(scene.size_px)) / 2
    quads = [card.quad_px for card in scene.cards if card.visible >= SHOWN]
    if quads:
        quad = quads[int(rng.integers(len(quads)))]
        middle = quad.mean(axis=0)
        long = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    times = np.exp(rng.uniform(*np.log(LENGTHS)))
    sides = times * long * np.array((1.0, rng.choice(SHAPES)))[rng.permutation(2)]
    low = np.clip(middle + (rng.uniform(-ASIDE, ASIDE, 2) - 0.5) * sides, 0, size - 16).astype(int)
    width, height = np.minimum(np.maximum(sides, 16), size - low).astype(int).tolist()
    return int(low[0]), int(low[1]), width, height


def cell(scene: MadeScene, rng: np.random.Generator) -> tuple[Array, list[Array]]:
    """A small picture in the middle of a frame of CELL_PX, and where cards lie there: (4, 2) px."""
    box = window(scene, rng)
    x, y, width, height = box
    room = np.array(CELL_PX) - 2 * FRAME_PX
    by = min(rng.uniform(*LONG_PX) / max(width, height), *(room / (width, height)))
    inner = np.maximum(np.round(by * np.array((width, height))), 1).astype(int)
    part = scene.frame_bgr[y : y + height, x : x + width]
    small = cv2.resize(part, inner.tolist(), interpolation=cv2.INTER_AREA)
    left, top = (np.array(CELL_PX) - inner) // 2
    frame_px = max(CELL_PX)
    wide = framed(small, frame_px)[frame_px - top :, frame_px - left :]
    shown = [card.quad_px for card in seen_in(scene, box) if card.visible >= MIN_VISIBLE]
    inside = [safe_box(quad, (width, height)) for quad in shown]
    exact = inner / (width, height)
    places = [quad * exact + (left, top) for quad in inside if quad is not None]
    return wide[: CELL_PX[1], : CELL_PX[0]], places


def sheet(scene: MadeScene, rng: np.random.Generator) -> Crop:
    """Small pictures of a scene, and what train_localizer.py reads of where cards lie."""
    picture = np.zeros((CROP_PX[1], CROP_PX[0], 3), np.uint8)
    labels = []
    for x, y in product(range(0, CROP_PX[0], CELL_PX[0]), range(0, CROP_PX[1], CELL_PX[1])):
        part, places = cell(scene, rng)
        picture[y : y + CELL_PX[1], x : x + CELL_PX[0]] = part
        for quad in places:
            shares = np.clip(np.add(quad, (x, y)) / CROP_PX, 0, 1)
            labels.append("0 " + " ".join(f"{v:.6f}" for v in shares.ravel()))
    return Crop(picture, labels)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--scenes", type=Path, action="append", required=True, help="made scenes; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--each", type=int, default=3, help="sheets of a scene")
    add("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    sources: set[str] = set()
    try:
        for name in ("images", "labels"):
            (args.out / name).mkdir(parents=True, exist_ok=True)
        for i, folder in enumerate(args.scenes):
            for path in scene_files(folder):
                rng = np.random.default_rng((args.seed, i, int(path.stem)))
                scene = read_scene(path)
                for n in range(args.each):
                    write_crop(sheet(scene, rng), args.out, f"{folder.name}-{path.stem}s{n}")
                sources |= set(json.loads(path.read_text(encoding="utf-8"))["sources"])
        text = json.dumps(recipe(args.scenes, sources, args.seed), indent=2) + "\n"
        (args.out / "recipe.json").write_text(text, encoding="utf-8")
    except (BadInput, OSError) as error:
        print(f"cut_small: {error}", file=sys.stderr)
        return 2
    return 0


def recipe(folders: Sequence[Path], sources: set[str], seed: int) -> dict[str, object]:
    """What these sheets are made of, as train_localizer.py puts it beside the weights."""
    return {
        "decks": sorted(sources),
        "scenes": {folder.name: len(scene_files(folder)) for folder in folders},
        "seed": seed,
        "crop_px": CROP_PX,
        "small_px": LONG_PX,
        "lengths": LENGTHS,
        "min_visible": MIN_VISIBLE,
    }


if __name__ == "__main__":
    sys.exit(main())
