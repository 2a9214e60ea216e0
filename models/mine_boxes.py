"""The boxes that the localizer finds in made scenes, for the recogniser to learn from.

    python models/mine_boxes.py --localizer localizer.onnx --scenes FOLDER [--count N]

Writes `found/NNNNNN.json` beside the scenes: the corners and the confidence of every box, on a card
or on none. train_recogniser.py cuts crops by them as the detector does.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from made_scenes import found_path, read_scene, scene_files
from scene_faces import BadInput
from vision.localizer import Localizer, Located
from vision.runtime import NoRuntime, load

LEAST_CONFIDENCE = 0.1
THREADS = 1


def write_found(path: Path, found: Located) -> None:
    """Notes what was found in the scene of this JSON, for made_scenes.read_found."""
    out = found_path(path)
    out.parent.mkdir(exist_ok=True)
    told = {
        "quads": found.quads_px.round(2).tolist(),
        "confidences": found.confidences.round(3).tolist(),
    }
    out.write_text(json.dumps(told), encoding="utf-8")


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
        localizer = Localizer(
            load(args.localizer, threads=THREADS, pictures=True).net, LEAST_CONFIDENCE
        )
        for path in scene_files(args.scenes)[: args.count]:
            found = localizer.locate(read_scene(path).frame_bgr)
            boxes += len(found)
            write_found(path, found)
    except (BadInput, NoRuntime, OSError) as error:
        print(f"mine_boxes: {error}", file=sys.stderr)
        return 2
    print(f"{boxes} boxes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
