"""What the detector goes by, fitted; the networks' answers are made up here."""

from pathlib import Path

import numpy as np
import pytest

import fit_detector
from fit_detector import (
    ACT_FROM,
    DOUBLES_ABOVE,
    FLAT,
    Asked,
    best_temperature,
    calibrated,
    fit,
    judged,
    tempered,
)
from judge_cards import Case, TrueCard, scores
from scene_faces import BadInput
from vision.boxes import Array, corners
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.localizer import Located
from vision.recogniser import Recognised

FACES = CLASSES[:24]
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
    looks = [each.look(0.5) for each in pictures]
    results = judged(looks, calibrated(looks), 0.0)
    said = np.array([j.confidence for r in results for j in r.found])
    right = np.array([j.right for r in results for j in r.found], float)
    assert said.mean() == pytest.approx(right.mean(), abs=0.02)
    assert said[right == 1].mean() > said[right == 0].mean() + 0.2


def test_only_cards_to_act_on_are_judged(pictures: list[Asked]) -> None:
    looks = [pictures[0].look(0.5)]
    assert len(judged(looks, FLAT, 0.0)[0].found) == len(FACES) + WRONG
    assert judged(looks, FLAT, 1.1)[0].found == ()


def test_fitted_settings_are_the_best_of_those_tried(
    pictures: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_detector, "DOUBLES_ABOVE", DOUBLES_ABOVE[:2])
    pictures = pictures[:3]
    settings = fit(pictures)
    assert settings.doubles_above in DOUBLES_ABOVE[:2]
    assert settings.act_from in ACT_FROM
    looks = [each.look(settings.doubles_above, settings.temperature) for each in pictures]
    best = scores(judged(looks, settings.calibration, settings.act_from))["f1"]
    everything = scores(judged(looks, settings.calibration, 0.0))["f1"]
    assert best > everything
    assert best > 0.7


def test_networks_that_find_nothing_cannot_be_fitted() -> None:
    nothing = Recognised(np.zeros((0, OUTPUTS)), np.zeros(0), np.zeros((0, 128)))
    case = Case(Path("a.jpg"), (TrueCard("01-bright", row(1)[0], 1.0),), "group")
    with pytest.raises(BadInput, match="no card was found"):
        fit([Asked(case, Located(np.zeros((0, 4, 2)), np.zeros(0)), nothing)])


@pytest.mark.parametrize("lacking", ["scenes", "weights", "sound weights"])
def test_bad_input_is_one_line_and_two(
    made: Path, tmp_path: Path, lacking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tune = tmp_path if lacking == "scenes" else made
    if lacking == "sound weights":
        (tmp_path / "localizer.onnx").write_bytes(b"no network")
    argv = ["--weights", str(tmp_path), "--tune", str(tune)]
    assert fit_detector.main(argv) == 2
    found = capsys.readouterr().err
    assert found.startswith("fit_detector: ")
    assert found.count("\n") == 1
    assert not (tmp_path / "detector.json").exists()
