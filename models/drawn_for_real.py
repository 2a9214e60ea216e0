"""How much of real decks invented ones teach, told in minutes and without a training.

    python models/drawn_for_real.py --drawn FOLDER [--drawn ...] --art FOLDER [--art ...]

A ridge regression on what a trunk knows that only photographs taught (see lite_net.py) is shown
the cards of the drawn decks, smaller and darker, and names those of the art. It names far fewer
than a recogniser; but which faces it fails at are those that a recogniser fails at that was taught
in such decks alone. Prints the share that is right of each deck, then the faces, the worst first.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from lite_net import LiteRecogniser, pretrained
from scene_faces import Art, BadInput, load_art
from vision.boxes import Array
from vision.crops import CROP_PX
from vision.faces import CLASSES, HELD, OUTPUTS

VIEWS = 4
"""Of each drawing."""
INNER_PX = (84, 130)
"""The card in its crop, width and height."""
PARTS = (3, 2)
"""Down and across: what the trunk sees in each part of a crop is averaged."""
RIDGE = 2000.0


def view(drawing_bgr: Array, rng: np.random.Generator) -> Array:
    """(144, 96, 3) uint8: a drawing from nearer or farther, in some light, either way up."""
    share = float(rng.uniform(0.35, 1))
    small = cv2.resize(drawing_bgr, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    card = cv2.resize(small, INNER_PX)
    if rng.random() < 0.2:
        card = cv2.cvtColor(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    width, height = CROP_PX
    crop = np.full((height, width, 3), rng.integers(30, 200), np.uint8)
    x, y = (
        int(rng.integers(3, side - inner - 2))
        for side, inner in zip(CROP_PX, INNER_PX, strict=True)
    )
    crop[y : y + INNER_PX[1], x : x + INNER_PX[0]] = card
    turned = crop[::-1, ::-1] if rng.random() < 0.5 else crop
    result: Array = np.clip(turned * rng.uniform(0.7, 1.1), 0, 255).astype(np.uint8)
    return result


def views(art: Art, rng: np.random.Generator) -> tuple[list[Array], list[int]]:
    """Views of the faces that every deck has, and their classes."""
    crops, classes = [], []
    for face, drawings in art.drawings.items():
        if HELD[CLASSES.index(face)]:
            for drawing in drawings:
                crops += [view(drawing.picture_bgr, rng) for _ in range(VIEWS)]
                classes += [CLASSES.index(face)] * VIEWS
    return crops, classes


def seen(trunk: LiteRecogniser, crops: Sequence[Array]) -> Array:
    """(n, k) what the trunk sees in the parts of each crop."""
    rows = []
    for start in range(0, len(crops), 16):
        planes = torch.from_numpy(np.stack(crops[start : start + 16])).permute(0, 3, 1, 2)
        with torch.no_grad():
            near = trunk.near(trunk.first(trunk.stem(planes.float() / 127.5 - 1)))
            far = trunk.far(near)
            parts = functional.adaptive_avg_pool2d(far, PARTS)
            row = torch.cat((parts.flatten(1), trunk.deep(far).flatten(1)), 1)
        rows.append(row.numpy())
    return np.concatenate(rows)


def learned(rows: Array, classes: Array) -> Array:
    """(k + 1, OUTPUTS) factors, the constants last, of a ridge regression."""
    wanted = np.eye(OUTPUTS)[classes] - 1 / OUTPUTS
    middle = rows.mean(axis=0)
    even = rows - middle
    factors = even.T @ np.linalg.solve(even @ even.T + RIDGE * np.eye(len(rows)), wanted)
    return np.vstack((factors, -middle @ factors))


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the shares are printed; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--drawn", type=Path, action="append", required=True, help="repeat")
    parser.add_argument("--art", type=Path, action="append", required=True, help="repeat")
    args = parser.parse_args(argv)
    rng = np.random.default_rng(0)
    try:
        trunk = pretrained(OUTPUTS).eval()
        taught = [views(load_art(folder), rng) for folder in args.drawn]
        asked = [views(load_art(folder), rng) for folder in args.art]
    except (BadInput, OSError) as error:
        print(f"drawn_for_real: {error}", file=sys.stderr)
        return 2
    rows = seen(trunk, [crop for crops, _ in taught for crop in crops])
    spread = rows.std(axis=0) + 1e-2
    factors = learned(rows / spread, np.array([k for _, classes in taught for k in classes]))
    told: Counter[int] = Counter()
    right: Counter[int] = Counter()
    for folder, (crops, classes) in zip(args.art, asked, strict=True):
        said = (seen(trunk, crops) / spread @ factors[:-1] + factors[-1]).argmax(axis=1)
        hits = said == np.array(classes)
        print(f"{folder.name:32} {hits.mean():.3f} of {len(hits)}")
        told.update(classes)
        right.update(k for k, hit in zip(classes, hits, strict=True) if hit)
    print(f"{'all':32} {right.total() / told.total():.3f} of {told.total()}")
    for k in sorted(told, key=lambda k: right[k] / told[k]):
        print(f"{CLASSES[k]:32} {right[k] / told[k]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
