"""Measures the whole detector on scenes and photographs, and writes the figures as JSON.

    python models/evaluate.py --out metrics.json [--weights FOLDER] \\
        [--scenes FOLDER ...] [--photos FOLDER] [--runtime NAME] [--numbers float] [--thorough] \\
        [--bare FOLDER ...] [--deck FOLDER] [--together]

--scenes: of make_scenes.py; each folder is reported by itself. --photos: `images/` and YOLO boxes
in `labels/`. --bare: pictures in which no card lies. Without --weights the shipped ones are
measured. --deck: the one deck that all these pictures show is enrolled first by photographs of
lay_out_deck.py; no fixed sets are measured then. --together: the pictures of each set are looked at
together, as `hwatu detect` looks at several: a strange deck is learned from them.
"""

import argparse
import hashlib
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fixed_set import fixed_sets
from judge_cards import (
    Case,
    Result,
    bare_cases,
    confusions,
    judge,
    photo_cases,
    reliability,
    scene_cases,
    scores,
)
from scene_faces import BadInput
from vision.boxes import Array
from vision.deck_photos import BadDeck, Photo
from vision.decks import enrolled
from vision.detector import CardDetector, Detector, open_detector, with_deck
from vision.drawing import drawn
from vision.evidence import Detection
from vision.looking_together import look_together
from vision.pictures import BadPicture, read_picture
from vision.runtime import NoRuntime, Numbers
from vision.weights import FITTED, JOKERS, SETTINGS, NoWeights, Weights, find_weights

Finding = Callable[[Sequence[Case]], Iterable[Sequence[Detection]]]
"""What is found in each of these pictures."""


def each_alone(detector: Detector) -> Finding:
    """Whatever the other pictures show."""
    return lambda cases: (detector.detect(case.read()) for case in cases)


def all_together(detector: CardDetector) -> Finding:
    """See `look_together`."""

    def found(cases: Sequence[Case]) -> Iterator[Sequence[Detection]]:
        return (look.cards for look in look_together(cases, Case.read, detector) if look)

    return found


def judge_all(find: Finding, cases: Sequence[Case], faults: Path | None = None) -> list[Result]:
    """Every picture, judged; those with a fault drawn to a folder if one is named."""
    results = []
    for case, found in zip(cases, find(cases), strict=True):
        results.append(judge(case, found))
        if faults is not None:
            draw_faults(case.read(), found, results[-1], faults)
    return results


def with_enrolled(detector: CardDetector, photographs: Path) -> CardDetector:
    """The same detector, after the deck that lies in order in these `*.jpg` was enrolled.

    Raises:
        BadDeck: they do not show its 48 cards. BadPicture: one cannot be read.
    """
    frames = [read_picture(path) for path in sorted(photographs.glob("*.jpg"))]
    shown = [Photo(frame, detector.look(frame)) for frame in frames]
    deck = enrolled(photographs.name, shown, detector.recogniser, "", in_order=True)
    return with_deck(detector, deck.naming)


def draw_faults(frame: Array, found: Sequence[Detection], result: Result, folder: Path) -> None:
    """The picture with what was found, and in red what was missed, unless nothing is wrong."""
    if not result.missed and all(j.right is not False for j in result.found):
        return
    picture = drawn(frame, found)
    for card in result.missed:
        cv2.polylines(picture, [card.quad_px.round().astype(np.int32)], True, (0, 0, 255), 4)
        x, y = card.quad_px.mean(axis=0).round().astype(int).tolist()
        cv2.putText(picture, card.face, (x - 30, y), 0, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{result.case.path.stem}.jpg"), picture)


def evaluate(
    find: Finding, weights: Weights, sets: dict[str, list[Case]], faults: Path | None = None
) -> dict[str, Any]:
    """The figures of every set, and of all together."""
    report: dict[str, Any] = {"sets": {}}
    everything: list[Result] = []
    for name, cases in sets.items():
        start = time.perf_counter()
        results = judge_all(find, cases, faults and faults / name)
        ms = 1000 * (time.perf_counter() - start) / max(1, len(cases))
        groups = sorted({case.group for case in cases})
        report["sets"][name] = scores(results) | {"ms_per_picture": round(ms, 1)}
        if len(groups) > 1:
            report["sets"][name]["by_group"] = {
                group: scores([r for r in results if r.case.group == group]) for group in groups
            }
        everything += results
        print(row(name, report["sets"][name]), flush=True)
    return report | {
        "reliability": reliability(everything),
        "confusions": confusions(everything),
        "weights_sha256": fingerprints(weights.localizer.parent),
        "machine": platform.machine(),
    }


def fingerprints(folder: Path) -> dict[str, str]:
    """SHA-256 of the detector's files there, by their names."""
    names = (*FITTED, JOKERS, SETTINGS)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def row(name: str, figures: dict[str, Any]) -> str:
    """One line for people."""
    if not figures["cards"]:
        return (
            f"{name:24} {figures['pictures']:4} pictures, no card in any: {figures['wrong']} found "
            f"in {figures['pictures with a wrong card']}  {figures['ms_per_picture']:.0f} ms"
        )
    return (
        f"{name:24} {figures['pictures']:4} pictures {figures['cards']:5} cards  "
        f"precision {figures['precision']:.3f}  recall {figures['recall']:.3f}  "
        f"F1 {figures['f1']:.3f}  {figures['ms_per_picture']:.0f} ms"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the figures are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--out", type=Path, required=True)
    add("--weights", type=Path, help="folder of the detector's files")
    add("--scenes", type=Path, action="append", default=[], help="made scenes; repeat")
    add("--photos", type=Path, action="append", default=[], help="photographs; repeat")
    add("--bare", type=Path, action="append", default=[], help="pictures without cards; repeat")
    add("--faults", type=Path, help="folder for pictures with what was missed in red")
    add("--runtime", choices=("openvino", "onnxruntime"))
    add("--numbers", choices=("float", "int8"), help="of the weights; else what is faster here")
    add("--thorough", action="store_true", help="as `hwatu detect`, see CardDetector")
    known = parser.add_mutually_exclusive_group()
    laid = "photographs of the deck, laid out in order, to enrol it by"
    known.add_argument("--deck", type=Path, help=laid)
    told = "learn a strange deck from all pictures of a set"
    known.add_argument("--together", action="store_true", help=told)
    args = parser.parse_args(argv)
    try:
        with tempfile.TemporaryDirectory() as made:
            sets = {} if args.deck else fixed_sets(Path(made))
            for folder, cases in (
                *((folder, scene_cases) for folder in args.scenes),
                *((folder, photo_cases) for folder in args.photos),
                *((folder, bare_cases) for folder in args.bare),
            ):
                if folder.name in sets:
                    raise BadInput(f"{folder}: a set named {folder.name} was given before")
                sets[folder.name] = list(cases(folder))
            weights = find_weights(args.weights)
            thorough: Numbers | None = "float" if args.thorough else None
            detector = open_detector(
                weights,
                runtime=args.runtime,
                numbers=args.numbers or thorough,
                thorough=args.thorough,
            )
            if args.deck:
                detector = with_enrolled(detector, args.deck)
            find = all_together(detector) if args.together else each_alone(detector)
            report = evaluate(find, weights, sets, args.faults)
        args.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except (BadInput, BadDeck, BadPicture, NoRuntime, NoWeights, OSError) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
