"""What the detector goes by, fitted; the networks' answers are made up here."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

import fit_detector
from fit_detector import (
    ACT_FROM,
    AS_GOOD,
    FLAT,
    NO_DOUBLES,
    Asked,
    believed,
    best_temperature,
    calibrated,
    card_of,
    fit,
    judged,
    kept,
    tempered,
    told_apart,
)
from judge_cards import Case, TrueCard, scores
from scene_faces import BadInput
from vision.boxes import Array, corners
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.localizer import Located
from vision.recogniser import Recognised
from vision.weights import Doubles, Settings

FACES = CLASSES[:24]
SETTINGS = Settings(0.15, Doubles(-1.0, 0.5, 0.0, 0.0, 0.0, 0.0), 2.0, 0.5, FLAT)
WRONG = 6
"""Boxes a picture beside the cards, which the localizer is less sure of."""


def row(count: int) -> Array:
    """(count, 4, 2) quads beside one another."""
    return corners(np.array([(60 * i + 50, 50, 40, 66, 0) for i in range(count)]).astype(float))


def picture(rng: np.random.Generator, sharp: float = 1.0) -> Asked:
    """24 cards, found and named well but for the last boxes, where none lies."""
    quads = row(len(FACES) + WRONG)
    cards = tuple(TrueCard(face, quad, 1.0) for face, quad in zip(FACES, quads, strict=False))
    right = np.arange(len(quads)) < len(FACES)
    boxes = np.where(right, rng.uniform(0.6, 0.95, len(quads)), rng.uniform(0.1, 0.5, len(quads)))
    chances = np.full((len(quads), OUTPUTS), 0.2 / OUTPUTS)
    for i in range(len(quads)):
        sure = right[i] and rng.random() < 0.8
        chances[i, i if sure else int(rng.integers(NO_CARD))] += 0.8
    seen = Recognised(tempered(chances, 1 / sharp), np.where(right, 0.9, 0.3), np.zeros((30, 128)))
    return Asked(Case(Path("a.jpg"), cards, "group"), Located(quads, boxes), seen)


@pytest.fixture(scope="module")
def pictures() -> list[Asked]:
    rng = np.random.default_rng(1)
    return [picture(rng) for _ in range(10)]


def test_a_temperature_divides_the_logits() -> None:
    chances = np.array(((0.7, 0.2, 0.1),))
    assert tempered(chances, 1) == pytest.approx(chances)
    hot = np.exp(np.log(chances) / 2)
    assert tempered(chances, 2) == pytest.approx(hot / hot.sum())
    assert tempered(np.eye(3), 0.5).sum(axis=1) == pytest.approx(1)


def test_overconfident_faces_are_cooled_down() -> None:
    rng = np.random.default_rng(2)
    honest = best_temperature([picture(rng) for _ in range(20)])
    rng = np.random.default_rng(2)
    sharp = best_temperature([picture(rng, sharp=2.0) for _ in range(20)])
    assert honest == pytest.approx(1, abs=0.15)
    assert sharp == pytest.approx(2 * honest, rel=0.05)


def test_calibrated_chances_are_as_often_right_as_they_say(pictures: list[Asked]) -> None:
    looks = [each.look(NO_DOUBLES) for each in pictures]
    results = judged(looks, calibrated(looks), 0.0)
    said = np.array([j.confidence for r in results for j in r.found])
    right = np.array([j.right for r in results for j in r.found], float)
    assert said.mean() == pytest.approx(right.mean(), abs=0.02)
    assert said[right == 1].mean() > said[right == 0].mean() + 0.2


def test_only_cards_to_act_on_are_judged(pictures: list[Asked]) -> None:
    looks = [pictures[0].look(NO_DOUBLES)]
    assert len(judged(looks, FLAT, 0.0)[0].found) == len(FACES) + WRONG
    assert judged(looks, FLAT, 1.1)[0].found == ()


def test_fitted_settings_act_from_the_highest_chance_that_costs_no_f1(
    pictures: list[Asked],
) -> None:
    settings = fit(pictures[:3])
    assert settings.doubles == NO_DOUBLES  # no two boxes meet in these pictures
    some = [each.tempered(settings.temperature).look(settings.doubles) for each in pictures[:3]]
    f1 = {
        least: scores(judged(some, settings.calibration, least))["f1"] for least in (0.0, *ACT_FROM)
    }
    best = max(f1.values())
    assert best > 0.7
    assert settings.act_from in ACT_FROM
    assert f1[settings.act_from] >= best - AS_GOOD
    assert all(f1[least] < best - AS_GOOD for least in ACT_FROM if least > settings.act_from)


def test_what_is_kept_is_not_fitted_anew(pictures: list[Asked]) -> None:
    cool = believed(pictures, SETTINGS.temperature, SETTINGS.doubles)
    assert (cool.temperature, cool.doubles) == (SETTINGS.temperature, SETTINGS.doubles)
    some = [each.tempered(SETTINGS.temperature).look(SETTINGS.doubles) for each in pictures]
    assert cool.calibration == calibrated(some)


def doubled(rng: np.random.Generator) -> Asked:
    """Pairs of cards, one half over the other, and a loose second box on every pair's first."""
    quads, cards, boxes, faces = [], [], [], []
    for n in range(8):
        first, second = rng.choice(len(FACES), 2, replace=False)
        for shift, face, sure in ((0, first, 0.9), (20, second, 0.8), (7, first, 0.5)):
            x = 100 * n + shift + rng.normal(0, 1)
            quads.append(corners(np.array([(x, 50, 40, 66, 0)], float))[0])
            boxes.append(sure + rng.uniform(-0.08, 0.08))
            faces.append(face)
        cards += [
            TrueCard(FACES[f], q, 1.0) for f, q in zip((first, second), quads[-3:-1], strict=True)
        ]
    chances = np.full((len(quads), OUTPUTS), 0.1 / OUTPUTS)
    chances[np.arange(len(quads)), faces] += 0.9
    seen = Recognised(chances, np.full(len(quads), 0.9), np.zeros((len(quads), 128)))
    located = Located(np.array(quads), np.array(boxes))
    return Asked(Case(Path("a.jpg"), tuple(cards), "group"), located, seen)


def test_doubles_are_learnt_from_pairs_of_boxes_of_one_card_and_of_two() -> None:
    rng = np.random.default_rng(3)
    learnt = told_apart([doubled(rng) for _ in range(10)])
    fresh = doubled(rng)
    assert fresh.look(NO_DOUBLES).evidence.faces.size == 24
    assert fresh.look(learnt).evidence.faces.size == 16


def test_a_box_is_of_the_card_that_it_agrees_with_best() -> None:
    quads = row(3)
    cards = [TrueCard("01-bright", quad, 1.0) for quad in quads]
    assert card_of(quads[1] + (8, 0), cards) == 1
    assert card_of(quads[2] + (30, 0), cards) is None
    assert card_of(quads[0], []) is None


def test_networks_that_find_nothing_cannot_be_fitted() -> None:
    nothing = Recognised(np.zeros((0, OUTPUTS)), np.zeros(0), np.zeros((0, 128)))
    case = Case(Path("a.jpg"), (TrueCard("01-bright", row(1)[0], 1.0),), "group")
    with pytest.raises(BadInput, match="no card was found"):
        fit([Asked(case, Located(np.zeros((0, 4, 2)), np.zeros(0)), nothing)])


def test_what_is_kept_says_where_it_was_fitted_first(tmp_path: Path) -> None:
    path = tmp_path / "detector.json"
    told = {"settings": asdict(SETTINGS), "fitted_on": {"strange": 80}}
    path.write_text(json.dumps(told))
    assert kept(path) == (SETTINGS, {"strange": 80})
    path.write_text(json.dumps(told | {"kept_from": {"twelve": 150}}))
    assert kept(path) == (SETTINGS, {"twelve": 150})


@pytest.mark.parametrize(
    "lacking", ["scenes", "weights", "sound weights", "settings", "what they were fitted on"]
)
def test_bad_input_is_one_line_and_two(
    made: Path, tmp_path: Path, lacking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tune = tmp_path if lacking == "scenes" else made
    if lacking == "sound weights":
        (tmp_path / "localizer.onnx").write_bytes(b"no network")
    argv = ["--weights", str(tmp_path), "--tune", str(tune)]
    if lacking in ("settings", "what they were fitted on"):
        told = {} if lacking == "settings" else asdict(SETTINGS)
        (tmp_path / "kept.json").write_text(json.dumps({"settings": told}))
        argv += ["--keep", str(tmp_path / "kept.json")]
    assert fit_detector.main(argv) == 2
    found = capsys.readouterr().err
    assert found.startswith("fit_detector: ")
    assert found.count("\n") == 1
    assert not (tmp_path / "detector.json").exists()
