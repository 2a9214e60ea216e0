"""Boxes of the localizer that hold no card, for the recogniser to learn from.

    python models/mine_false_boxes.py --localizer localizer.onnx --scenes FOLDER [--count N]

Writes `false/NNNNNN.json` beside the scenes: the corners of every box that touches no visible card
much. train_recogniser.py shows them to the network as NO_CARD.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from made_scenes import MadeScene, false_boxes_path, read_scene, scene_files
from recogniser_data import NO_CARD_IOU, NOTED_VISIBLE
from scene_faces import BadInput
from vision.boxes import Array, iou
from vision.localizer import Localizer
from vision.runtime import NoRuntime, load

LEAST_CONFIDENCE = 0.1
THREADS = 1


def false_boxes(localizer: Localizer, scene: MadeScene) -> Array:
    """(n, 4, 2) quads that the localizer takes for cards where none is."""
    seen = [card.quad_px for card in scene.cards if card.visible >= NOTED_VISIBLE / 2]
    found = localizer.locate(scene.frame_bgr).quads_px
    wrong = [quad for quad in found if all(iou(quad, card) <= NO_CARD_IOU for card in seen)]
    return np.array(wrong).reshape(-1, 4, 2)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all is written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--localizer", type=Path, required=True, help="localizer.onnx")
    add("--scenes", type=Path, required=True, help="made scenes, with masks")
    add("--count", type=int, help="only so many scenes")
    args = parser.parse_args(argv)
    boxes = 0
    try:
        localizer = Localizer(load(args.localizer, threads=THREADS).net, LEAST_CONFIDENCE)
        for path in scene_files(args.scenes)[: args.count]:
            wrong = false_boxes(localizer, read_scene(path))
            boxes += len(wrong)
            out = false_boxes_path(path)
            out.parent.mkdir(exist_ok=True)
            out.write_text(json.dumps(wrong.round(2).tolist()), encoding="utf-8")
    except (BadInput, NoRuntime, OSError) as error:
        print(f"mine_false_boxes: {error}", file=sys.stderr)
        return 2
    print(f"{boxes} boxes that hold no card")
    return 0


if __name__ == "__main__":
    sys.exit(main())
