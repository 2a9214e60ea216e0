"""Measures the localizer's ONNX file on scenes and on photographs, and writes the figures as JSON.

    python models/evaluate_localizer.py --weights localizer.onnx --out metrics.json \\
        --tune FOLDER --scenes FOLDER --photos FOLDER [--runtime openvino]

--tune: scenes of make_scenes.py in decks that were trained on; only they choose the confidence
and which boxes are doubles.
--scenes: the same in decks held out. --photos: `images/` and YOLO boxes in `labels/`. A scene's
card counts when at least 35 % of it shows; a photograph's boxes have no angle, so found ones are
compared by their enclosing boxes.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from localizer_net import RUNTIMES, Localizer, Located, Net
from match_boxes import Judged, Score, Truth, best_confidence, judge, total
from rotated_boxes import Array, upright
from scene_labels import safe_box

LEAST_VISIBLE = 0.35
OPEN_FROM = 0.8
"""A card that shows this much counts as open."""
LEAST_CONFIDENCE = 0.05
"""Boxes below are not looked at."""
DOUBLES_ABOVE = (0.3, 0.4, 0.5, 0.6, 0.7)
"""The IoUs to choose from, above which two boxes are one card."""
SCENE_SIDES_PX = (640, 960, 1280)
PHOTO_SIDES_PX = (640, 960)
TUNED_SIDE_PX = 1280
WIDTHS_PX = (12.0, 18.0, 27.0, 40.0)
"""Edges between the classes of card widths, at the size that the net sees."""
THREADS = 2
TIMED_FRAMES = 20


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One picture and what it shows."""

    path: Path
    truth: Truth
    visible: Array
    """(n,) share of each card that shows."""
    widths: Array
    """(n,) shorter side of each card as a share of the picture's longer side."""


def scene_cases(folder: Path) -> Iterator[Case]:
    """The scenes of a folder that make_scenes.py wrote."""
    for path in sorted((folder / "scenes").glob("*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        size = (scene["width"], scene["height"])
        quads, visible = [], []
        for card in scene["cards"]:
            box = safe_box(np.array(card["quad"]), size)
            if box is not None:
                quads.append(box)
                visible.append(card["visible"])
        shown = np.array(visible, float)
        truth = Truth(np.array(quads, float).reshape(-1, 4, 2), shown >= LEAST_VISIBLE)
        yield Case(folder / scene["image"], truth, shown, shorter_sides(truth.quads_px) / max(size))


def photo_cases(folder: Path) -> Iterator[Case]:
    """Photographs with YOLO boxes, every one of which counts."""
    for path in sorted((folder / "images").glob("*.jpg")):
        height, width = read(path).shape[:2]
        lines = (folder / "labels" / f"{path.stem}.txt").read_text().splitlines()
        boxes = np.array([line.split()[1:5] for line in lines], float).reshape(-1, 4)
        centre, half = boxes[:, :2] * (width, height), boxes[:, 2:] * (width, height) / 2
        low, high = centre - half, centre + half
        quads = upright(np.stack((low, high), axis=1))
        truth = Truth(quads, np.ones(len(quads), bool))
        widths = shorter_sides(quads) / max(width, height)
        yield Case(path, truth, np.ones(len(quads)), widths)


def shorter_sides(quads_px: Array) -> Array:
    """(n,) mean length of the shorter pair of sides of (n, 4, 2) quads."""
    sides = np.linalg.norm(quads_px - np.roll(quads_px, 1, axis=1), axis=2)
    shorter: Array = np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
    return shorter


def read(path: Path) -> Array:
    """The picture (h, w, 3) uint8 BGR, upright."""
    frame = cv2.imread(str(path))
    if frame is None:
        raise ValueError(f"{path}: cannot be read as a picture")
    return frame


def judge_all(
    localizer: Localizer, cases: Sequence[Case], shape: Callable[[Array], Array]
) -> list[Judged]:
    """Every picture judged; `shape` is what is done to the found quads before they are compared."""
    judged = []
    for case in cases:
        located: Located = localizer.locate(read(case.path))
        judged.append(judge(shape(located.quads_px), located.confidences, case.truth))
    return judged


def row(score: Score, pictures: int) -> dict[str, Any]:
    """A score as it stands in the JSON."""
    return {
        "pictures": pictures,
        "cards": score.wanted,
        "recall": round(score.recall, 4),
        "precision": round(score.precision, 4),
        "wrong_per_picture": round(score.wrong / max(1, pictures), 3),
        "average_precision_50": round(score.average_precision, 4),
    }


def recall_of(judged: Sequence[Judged], some: Array, least: float) -> dict[str, Any]:
    """Recall of some of the true cards of all pictures, (n,) bool."""
    found = np.concatenate([j.found for j in judged])
    share = float((found[some] >= least).mean()) if some.any() else 0.0
    return {"cards": int(some.sum()), "recall": round(share, 4)}


def scene_row(
    judged: Sequence[Judged], cases: Sequence[Case], least: float, side_px: int
) -> dict[str, Any]:
    """A score, and the recall of open and covered cards and of open cards by their width."""
    visible = np.concatenate([c.visible for c in cases])
    width_px = np.concatenate([c.widths * side_px for c in cases])
    is_open = visible >= OPEN_FROM
    edges_px = (0.0, *WIDTHS_PX, np.inf)
    score = total(judged, [c.truth for c in cases], least)
    return row(score, len(cases)) | {
        "open": recall_of(judged, is_open, least),
        "covered": recall_of(judged, (visible >= LEAST_VISIBLE) & ~is_open, least),
        "open_by_width_px": {
            f"{low:g}-{high:g}": recall_of(
                judged, is_open & (width_px >= low) & (width_px < high), least
            )
            for low, high in pairwise(edges_px)
        },
    }


def milliseconds(localizer: Localizer, frame: Array) -> float:
    """The median time of one picture, from pixels to boxes."""
    times = []
    for _ in range(TIMED_FRAMES):
        start = time.perf_counter()
        localizer.locate(frame)
        times.append(1000 * (time.perf_counter() - start))
    return round(float(np.median(times)), 1)


def milliseconds_of_all(weights: Path, case: Case, doubles_above: float) -> dict[str, Any]:
    """The times of every runtime that is installed, at every size."""
    times: dict[str, Any] = {"threads": THREADS}
    frame = read(case.path)
    for name, make in RUNTIMES.items():
        try:
            net = make(weights, THREADS)
        except ImportError:
            continue
        times[name] = {
            str(side_px): milliseconds(
                Localizer(net, side_px, LEAST_CONFIDENCE, doubles_above), frame
            )
            for side_px in SCENE_SIDES_PX
        }
    return times


def choose(net: Net, cases: Sequence[Case]) -> tuple[float, float, list[Judged]]:
    """The limit for doubles and the least confidence with the highest F1, and what they judged."""
    truths = [case.truth for case in cases]
    tried = []
    for limit in DOUBLES_ABOVE:
        localizer = Localizer(net, TUNED_SIDE_PX, LEAST_CONFIDENCE, limit)
        judged = judge_all(localizer, cases, as_found)
        least = best_confidence(judged, truths)
        tried.append((total(judged, truths, least).f1, limit, least, judged))
    _, limit, least, judged = max(tried, key=lambda one: one[0])
    return limit, least, judged


def as_found(quads_px: Array) -> Array:
    """The quads as they are."""
    return quads_px


def evaluate(args: argparse.Namespace) -> dict[str, Any]:
    """Everything that is measured."""
    net = RUNTIMES[args.runtime](args.weights, THREADS)

    tune, scenes = list(scene_cases(args.tune)), list(scene_cases(args.scenes))
    photos = list(photo_cases(args.photos)) if args.photos else []
    doubles_above, least, tuned = choose(net, tune)

    def at(side_px: int) -> Localizer:
        return Localizer(net, side_px, LEAST_CONFIDENCE, doubles_above)

    report: dict[str, Any] = {
        "weights_sha256": hashlib.sha256(args.weights.read_bytes()).hexdigest(),
        "runtime": args.runtime,
        "confidence": least,
        "doubles_above": doubles_above,
        "least_visible": LEAST_VISIBLE,
        "tune": {str(TUNED_SIDE_PX): scene_row(tuned, tune, least, TUNED_SIDE_PX)},
        "scenes": {},
        "photos": {},
        "ms_per_picture": milliseconds_of_all(args.weights, scenes[0], doubles_above),
    }
    for side_px in SCENE_SIDES_PX:
        judged = judge_all(at(side_px), scenes, as_found)
        report["scenes"][str(side_px)] = scene_row(judged, scenes, least, side_px)
    for side_px in PHOTO_SIDES_PX if photos else ():
        judged = judge_all(at(side_px), photos, upright)
        report["photos"][str(side_px)] = row(
            total(judged, [c.truth for c in photos], least), len(photos)
        )
    return report


def table(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = [
        f"{'set':8}{'side':>6}{'cards':>7}{'recall':>8}{'prec.':>8}{'AP50':>8}{'wrong/pic':>11}"
    ]
    for name in ("tune", "scenes", "photos"):
        for side, r in report[name].items():
            lines.append(
                f"{name:8}{side:>6}{r['cards']:>7}{r['recall']:>8.3f}{r['precision']:>8.3f}"
                f"{r['average_precision_50']:>8.3f}{r['wrong_per_picture']:>11.2f}"
            )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the figures are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--weights", type=Path, required=True)
    add("--out", type=Path, required=True)
    add("--tune", type=Path, required=True)
    add("--scenes", type=Path, required=True)
    add("--photos", type=Path)
    add("--runtime", choices=RUNTIMES, default="onnxruntime")
    args = parser.parse_args(argv)
    for folder in (args.tune, args.scenes):
        if not any((folder / "scenes").glob("*.json")):
            print(f"evaluate_localizer: {folder}: no scenes/*.json here", file=sys.stderr)
            return 2
    try:
        report = evaluate(args)
    except (OSError, ValueError) as error:
        print(f"evaluate_localizer: {error}", file=sys.stderr)
        return 2
    args.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(table(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
