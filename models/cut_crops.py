"""Makes the crops that the localizer trains on: windows of made scenes, with YOLO labels.

    python models/cut_crops.py --scenes FOLDER [--scenes FOLDER ...] --out FOLDER --seed 1

The scenes come from `datasets/make_scenes.py --masks`. Of each, every one of WINDOWS gives a crop
in which a card is as wide as the window says, mostly with a card in its middle:
`images/SET-000000w.jpg`, `labels/*.txt` of one class, and once a folder `recipe.json`.
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
from made_scenes import MadeScene, card_width_px, read_scene, scene_files
from scene_cards import seen_cards
from scene_faces import BadInput
from scene_labels import obb_lines
from vision.boxes import Array

CROP_PX = (640, 384)
WINDOWS = {"w": (18.0, 44.0), "n": (32.0, 90.0)}
"""Width of a card in the crop, drawn evenly by its logarithm."""
WIDTH_PX = (320, 1200)
"""Least and most width of the window in the scene."""
AROUND_A_CARD = 0.75
"""Chance of a window to have a card about its middle; elsewhere it lies anywhere."""
MIN_VISIBLE = 0.2
"""Cards that show less of themselves inside the crop are not labelled."""
NO_CARD_PX = 60.0
"""Taken for the width of a card where a scene has none."""
JPEG_QUALITY = 90


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """One training picture and its labels."""

    picture_bgr: Array
    """(CROP_PX[1], CROP_PX[0], 3) uint8."""
    labels: list[str]
    """`0 x1 y1 ... x4 y4` a card, in shares of the crop."""


def window(
    scene: MadeScene, card_px: tuple[float, float], rng: np.random.Generator
) -> tuple[int, int, int, int]:
    """x, y, width and height of a window in which cards get a width drawn from card_px."""
    full_width, full_height = scene.size_px
    low, high = np.log(card_px)
    scale = float(np.exp(rng.uniform(low, high))) / card_width_px(scene.cards, NO_CARD_PX)
    most = min(WIDTH_PX[1], full_width, full_height * CROP_PX[0] // CROP_PX[1])
    width = int(np.clip(CROP_PX[0] / scale, WIDTH_PX[0], most))
    height = round(width * CROP_PX[1] / CROP_PX[0])
    room = (full_width - width, full_height - height)
    x, y = rng.integers(0, np.add(room, 1))
    if scene.cards and rng.random() < AROUND_A_CARD:
        middle = scene.cards[int(rng.integers(len(scene.cards)))].quad_px.mean(axis=0)
        corner = middle - np.array((width, height)) * rng.uniform(0.2, 0.8, 2)
        x, y = np.clip(corner.round(), 0, room).astype(int)
    return int(x), int(y), width, height


def cut(scene: MadeScene, box: tuple[int, int, int, int]) -> Crop:
    """The window brought to CROP_PX; what shows of a card is counted anew inside it."""
    x, y, width, height = box
    way = cv2.INTER_AREA if width >= CROP_PX[0] else cv2.INTER_LINEAR
    part = np.s_[y : y + height, x : x + width]
    picture = cv2.resize(scene.frame_bgr[part], CROP_PX, interpolation=way)
    owner = np.ascontiguousarray(scene.owner[part])
    faces = [""] * (1 + max((card.order for card in scene.cards), default=-1))
    far_off = np.full((4, 2), -1e6)
    quads = [far_off] * len(faces)
    for card in scene.cards:
        faces[card.order] = card.face
        quads[card.order] = card.quad_px - (x, y)
    cards = seen_cards(faces, quads, owner)
    return Crop(picture, obb_lines(cards, (width, height), MIN_VISIBLE))


def write_crops(scene: MadeScene, out: Path, prefix: str, rng: np.random.Generator) -> None:
    """The crops of a scene under `out`."""
    for letter, card_px in WINDOWS.items():
        crop = cut(scene, window(scene, card_px, rng))
        name = f"{prefix}-{scene.path.stem}{letter}"
        path = out / "images" / f"{name}.jpg"
        if not cv2.imwrite(str(path), crop.picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]):
            raise BadInput(f"{path}: the picture cannot be written there")
        (out / "labels" / f"{name}.txt").write_text("".join(f"{x}\n" for x in crop.labels))


def recipe(folders: Sequence[Path], sources: set[str], seed: int) -> dict[str, object]:
    """What these crops are made of, as train_localizer.py puts it beside the weights."""
    return {
        "decks": sorted(sources),
        "scenes": {folder.name: len(scene_files(folder)) for folder in folders},
        "seed": seed,
        "crop_px": CROP_PX,
        "card_px": WINDOWS,
        "around_a_card": AROUND_A_CARD,
        "min_visible": MIN_VISIBLE,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--scenes", type=Path, action="append", required=True, help="made scenes; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    sources: set[str] = set()
    count = 0
    start = time.perf_counter()
    try:
        for name in ("images", "labels"):
            (args.out / name).mkdir(parents=True, exist_ok=True)
        for i, folder in enumerate(args.scenes):
            for path in scene_files(folder):
                rng = np.random.default_rng((args.seed, i, int(path.stem)))
                write_crops(read_scene(path), args.out, folder.name, rng)
                sources |= set(json.loads(path.read_text(encoding="utf-8"))["sources"])
                count += len(WINDOWS)
        text = json.dumps(recipe(args.scenes, sources, args.seed), indent=2) + "\n"
        (args.out / "recipe.json").write_text(text, encoding="utf-8")
    except (BadInput, OSError) as error:
        print(f"cut_crops: {error}", file=sys.stderr)
        return 2
    rate = count / max(1e-9, time.perf_counter() - start)
    print(f"{count} crops: {rate:.1f} crops/s -> {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
