"""Fits what the detector goes by beside its weights, on pictures kept for that.

    python models/fit_detector.py --weights FOLDER --tune FOLDER [--tune ...] [--ship FOLDER]
        [--keep detector.json]

FOLDER holds localizer.onnx, refiner.onnx, recogniser.onnx, second.onnx and jokers.onnx;
detector.json is written beside them, or beside those of --ship: networks trained in the same way,
but on the decks of --tune too. --tune: scenes of make_scenes.py in decks that the weights were not
trained on, and that nothing is measured on: what makes two boxes one card, the temperature of the
faces, the calibration of the confidence, and the confidence from which the program acts: the
highest that costs no F1.
--keep: what makes two boxes one card and the temperature are those of this file, and only the other
two are fitted: networks that were taught on tell doubles as before, but how far they are to be
believed has changed.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from judge_cards import Case, Result, TrueCard, judge, scene_cases, scores
from scene_faces import BadInput
from vision.boxes import Array, iou
from vision.brightness import brightened
from vision.doubles import by_sureness, likeness
from vision.evidence import Evidence, acted_on, weighed
from vision.faces import CLASSES
from vision.jokers import JokerReader
from vision.localizer import Localizer, Located
from vision.pictures import BadPicture
from vision.places import places
from vision.recogniser import Recognised, Recogniser
from vision.refiner import Refiner
from vision.runtime import NoRuntime, load
from vision.second_opinion import SecondOpinion
from vision.weights import FITTED, JOKERS, Confidence, Doubles, Settings, read_settings

LEAST_CONFIDENCE = 0.15
"""Of a box, to be looked at; below there are few cards and much work."""
ACT_FROM = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
AS_GOOD = 0.001
"""So much F1 is chance. Of what is as good the highest confidence counts, for least is wrong there:
a card that is not there costs a player more than one that is asked for."""
FLAT = Confidence(0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
NO_DOUBLES = Doubles(-1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Every box is a card of its own."""
RIDGE = 1e-3
SAME_BOX = 0.5
"""A box that agrees with a true card more than this shows what it looks like."""
OF_CARD = 0.3
"""A box that agrees with a true card more than this, and with none better, is of that card."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """One picture, and what the networks say of it."""

    case: Case
    located: Located
    seen: Recognised

    def look(self, doubles: Doubles) -> "Look":
        """The boxes weighed, as the detector does with these settings."""
        return Look(self.case, weighed(self.located, self.seen, doubles))

    def tempered(self, temperature: float) -> "Asked":
        """The same where the logits of faces are divided by this."""
        chances = tempered(self.seen.probabilities, temperature)
        return replace(self, seen=replace(self.seen, probabilities=chances))


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture, and what speaks for its boxes."""

    case: Case
    evidence: Evidence


def asked(folder: Path, cases: Sequence[Case]) -> list[Asked]:
    """What the networks of a folder say of every picture: of a plain look, and a thorough one."""
    names = (*FITTED, JOKERS)
    nets = (load(folder / name, numbers="float", pictures=True).net for name in names)
    localizer, refiner = Localizer(next(nets), LEAST_CONFIDENCE), Refiner(next(nets))
    first, second, jokers = nets
    quick = Recogniser(first, jokers=JokerReader(jokers))
    both = replace(quick, net=SecondOpinion(first, second))
    result = []
    for case in cases:
        frame = brightened(case.read())
        for thorough in (False, True):
            located = places(localizer, refiner, frame, thorough=thorough)
            recogniser = both if thorough else quick
            seen = recogniser.recognise(frame, located.quads_px, thorough=thorough)
            result.append(Asked(case, located, seen))
    return result


def tempered(chances: Array, temperature: float) -> Array:
    """(n, k) the chances as they are when logits are divided by the temperature."""
    powers = np.maximum(chances, 1e-9) ** (1 / temperature)
    result: Array = powers / powers.sum(axis=1, keepdims=True)
    return result


def judged(some: Sequence[Look], calibration: Confidence, act_from: float) -> list[Result]:
    """The pictures judged as the program would act on them."""
    results = []
    for each in some:
        found = each.evidence.detections(calibration)
        results.append(judge(each.case, acted_on(found, act_from)))
    return results


def calibrated(some: Sequence[Look]) -> Confidence:
    """Logistic regression of right or wrong on the features of every box."""
    rows, right = [], []
    for each in some:
        features = each.evidence.features()
        places = {quad.tobytes(): i for i, quad in enumerate(each.evidence.quads_px)}
        found = each.evidence.detections(FLAT)
        for detection, verdict in zip(found, judge(each.case, found).found, strict=True):
            if verdict.right is not None:
                rows.append(features[places[detection.quad_px.tobytes()]])
                right.append(verdict.right)
    start = np.array((0.0, 1.0, 1.0, 0.0, 0.0, 0.0))
    return Confidence(*logistic(np.array(rows), np.array(right, float), start))


def best_temperature(some: Sequence[Asked]) -> float:
    """What logits must be divided by for the faces' chances to be honest."""
    chances, true = [], []
    for each in some:
        for quad, row in zip(each.located.quads_px, each.seen.probabilities, strict=True):
            best = max(each.case.cards, key=partial(agreement, quad), default=None)
            if best is not None and agreement(quad, best) > SAME_BOX and best.visible > 0.25:
                chances.append(row)
                true.append(CLASSES.index(best.face))
    if not true:
        raise BadInput("no card was found in the pictures; expected networks that find cards")
    stacked, rows = np.array(chances), np.arange(len(true))

    def loss(temperature: float) -> float:
        return float(-np.mean(np.log(tempered(stacked, temperature)[rows, true])))

    return round(float(minimize_scalar(loss, bounds=(0.3, 3.0), method="bounded").x), 3)


def agreement(quad: Array, true: TrueCard) -> float:
    """Intersection over union with a true card."""
    return iou(quad, true.quad_px)


def told_apart(some: Sequence[Asked]) -> Doubles:
    """Logistic regression of one card or two on what speaks for it, over pairs of boxes.

    Pairs are those that one_box_a_card would ask about if it knew: a box, and a surer one that
    is the first of its card.
    """
    rows, same = [], []
    for each in some:
        first: dict[int, int] = {}
        for box in by_sureness(each.located, each.seen):
            card = card_of(each.located.quads_px[box], each.case.cards)
            for other, surer in first.items():
                told = likeness(each.located, each.seen, box, surer)
                new = card is not None and card not in first
                if told is not None and (new or card == other):
                    rows.append(told)
                    same.append(card == other)
            if card is not None:
                first.setdefault(card, box)
    if len(set(same)) < 2:
        return NO_DOUBLES
    return Doubles(*logistic(np.array(rows), np.array(same, float), np.zeros(6)))


def card_of(quad: Array, cards: Sequence[TrueCard]) -> int | None:
    """Which of the true cards a box is of."""
    best = max(range(len(cards)), key=lambda i: agreement(quad, cards[i]), default=None)
    return best if best is not None and agreement(quad, cards[best]) > OF_CARD else None


def logistic(features: Array, right: Array, start: Array) -> list[float]:
    """Constant and factors that make these features tell what is right."""
    x = np.column_stack((np.ones(len(features)), features))

    def loss(weights: Array) -> float:
        odds = x @ weights
        unsure = float(np.mean(np.logaddexp(0, odds) - right * odds))
        return unsure + RIDGE * float(np.sum(weights[1:] ** 2))

    return [round(float(w), 4) for w in minimize(loss, start).x]


def fit(pictures: Sequence[Asked]) -> Settings:
    """Honest in what they call likely, and acting from where that is best."""
    temperature = best_temperature(pictures)
    doubles = told_apart([each.tempered(temperature) for each in pictures])
    return believed(pictures, temperature, doubles)


def believed(pictures: Sequence[Asked], temperature: float, doubles: Doubles) -> Settings:
    """These settings, honest in how sure they call a card, and acting from where that is best."""
    some = [each.tempered(temperature).look(doubles) for each in pictures]
    calibration = calibrated(some)
    f1 = {least: scores(judged(some, calibration, least))["f1"] for least in ACT_FROM}
    act_from = max(least for least in ACT_FROM if f1[least] >= max(f1.values()) - AS_GOOD)
    return Settings(LEAST_CONFIDENCE, doubles, temperature, act_from, calibration)


def kept(path: Path) -> tuple[Settings, dict[str, int]]:
    """The settings of a detector.json, and on how many scenes of which folders those that stay were
    fitted, by it or before it.

    Raises:
        BadInput: it holds none. OSError: it cannot be read.
    """
    try:
        told = json.loads(path.read_text("utf-8"))
        return read_settings(path), dict(told.get("kept_from", told["fitted_on"]))
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path}: not a detector's settings: {error}") from None


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of the networks of a folder."""
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FITTED}


def main(argv: Sequence[str] | None = None) -> int:
    """0 when detector.json is written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--weights", type=Path, required=True, help="folder of the networks")
    add("--tune", type=Path, action="append", required=True, help="scenes kept for this; repeat")
    add("--ship", type=Path, help="folder of the networks that the settings are for")
    add("--keep", type=Path, help="detector.json: only how sure to be is fitted anew")
    args = parser.parse_args(argv)
    ship = args.ship or args.weights
    out = ship / "detector.json"
    try:
        cases = [case for folder in args.tune for case in scene_cases(folder)]
        before, kept_from = kept(args.keep) if args.keep else (None, None)
        pictures = asked(args.weights, cases)
        settings = (
            believed(pictures, before.temperature, before.doubles) if before else fit(pictures)
        )
        report: dict[str, Any] = {
            "settings": asdict(settings),
            "fitted_on": {folder.name: len(list(scene_cases(folder))) for folder in args.tune},
            "fitted_with": hashes(args.weights),
            "sha256": hashes(ship),
        }
        if kept_from:
            report["kept_from"] = kept_from
        out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except (BadInput, BadPicture, NoRuntime, OSError) as error:
        print(f"fit_detector: {error}", file=sys.stderr)
        return 2
    print(out.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
