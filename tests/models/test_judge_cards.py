"""Whole pictures judged."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from judge_cards import (
    LEAST_VISIBLE,
    NOTHING,
    Case,
    Result,
    TrueCard,
    confusions,
    ground,
    judge,
    photo_cases,
    reliability,
    scene_cases,
    scores,
)
from scene_faces import BadInput
from scorer.cards import card
from vision.boxes import corners
from vision.evidence import Detection
from vision.faces import OUTPUTS


def true(face: str, x: float, visible: float = 1.0) -> TrueCard:
    return TrueCard(face, corners(np.array([(x, 50, 40, 66, 0.1)]))[0], visible)


def found(face: str, x: float, confidence: float = 0.9) -> Detection:
    quad = corners(np.array([(x, 50, 40, 66, 0.1)]))[0]
    return Detection(card(face), confidence, quad, 1.0, np.zeros(OUTPUTS))


def result(cards: list[TrueCard], *seen: Detection) -> Result:
    return judge(Case(Path("a.jpg"), tuple(cards), "group"), seen)


TWO = [true("01-bright", 50), true("02-animal", 100)]


def test_perfect_detections_are_all_right() -> None:
    judged = result(TWO, found("01-bright", 53), found("02-animal", 98))
    assert [j.right for j in judged.found] == [True, True]
    assert judged.missed == ()
    row = scores([judged])
    assert row["precision"] == row["recall"] == row["f1"] == 1
    assert row["cards"] == 2
    assert confusions([judged]) == {
        "01-bright": {"01-bright": 1},
        "02-animal": {"02-animal": 1},
    }


def test_a_wrong_face_is_wrong_and_the_card_is_missed() -> None:
    judged = result(TWO, found("01-ribbon", 50), found("02-animal", 100))
    assert sorted((j.said, j.right) for j in judged.found) == [("01-ribbon", False), ("02-animal", True)]  # fmt: skip
    assert [c.face for c in judged.missed] == ["01-bright"]
    assert scores([judged])["precision"] == scores([judged])["recall"] == 0.5
    assert confusions([judged])["01-bright"] == {"01-ribbon": 1, NOTHING: 1}


def test_a_card_where_none_lies_is_wrong() -> None:
    judged = result(TWO, found("01-bright", 300))
    assert [(j.right, j.true) for j in judged.found] == [(False, NOTHING)]
    assert scores([judged])["f1"] == 0


def test_finding_a_card_that_hardly_shows_neither_helps_nor_hurts() -> None:
    hidden = [*TWO, true("03-bright", 200, LEAST_VISIBLE - 0.01)]
    seen = (found("01-bright", 50), found("02-animal", 100))
    without, with_it = result(hidden, *seen), result(hidden, *seen, found("03-bright", 200))
    assert with_it.found[-1].right is None
    assert with_it.missed == without.missed == ()
    assert scores([with_it]) == scores([without])
    assert scores([with_it])["f1"] == 1


def test_of_two_finds_on_one_card_one_is_wrong() -> None:
    judged = result(TWO[:1], found("01-bright", 48, 0.6), found("01-bright", 51, 0.8))
    assert [(j.confidence, j.right) for j in judged.found] == [(0.8, True), (0.6, False)]
    assert judged.missed == ()


def test_two_plain_junks_over_one_another_are_two_cards() -> None:
    cards = [true("05-junk", 50, 0.5), true("05-junk", 60)]
    judged = result(cards, found("05-junk", 55), found("05-junk", 54, 0.8))
    assert [j.right for j in judged.found] == [True, True]
    assert judged.missed == ()


@pytest.mark.parametrize("sure", [(0.9, 0.8, 0.7), (0.7, 0.8, 0.9), (0.8, 0.7, 0.9)])
def test_in_a_fan_each_card_is_taken_by_the_find_that_lies_on_it(
    sure: tuple[float, float, float],
) -> None:
    fan = [true("back", 50, 0.4), true("back", 65), true("back", 80, 0.6)]
    seen = [found("back", x, each) for x, each in zip((50, 65, 80), sure, strict=True)]
    judged = result(fan, *seen)
    assert [j.right for j in judged.found] == [True] * 3
    assert judged.missed == ()
    one_too_many = result(fan, *seen, found("back", 65, 0.5))
    assert [j.right for j in one_too_many.found] == [True] * 3 + [False]


def test_of_two_labels_that_lie_over_one_another_the_nearer_is_meant() -> None:
    cards = [true("05-junk", 50), true("05-junk", 58)]
    judged = result(cards, found("05-junk", 58), found("05-junk", 34, 0.8))
    assert [j.right for j in judged.found] == [True, True]
    assert judged.missed == ()


def test_recall_is_told_by_how_much_of_a_card_shows() -> None:
    cards = [true("01-bright", 50), true("02-animal", 150, 0.7), true("03-bright", 250, 0.4)]
    row = scores([result(cards, found("01-bright", 50))])
    assert row["recall 0.8-1 visible"] == 1
    assert row["recall 0.6-0.8 visible"] == row["recall 0.35-0.6 visible"] == 0
    assert scores([result(TWO)])["recall 0.35-0.6 visible"] is None


def test_recall_is_told_by_kind_of_card() -> None:
    cards = [true("01-bright", 50), true("back", 150), true("back", 250), true("back", 350, 0.2)]
    row = scores([result(cards, found("01-bright", 50), found("back", 150))])
    assert (row["recall of faces"], row["recall of backs"]) == (1, 0.5)
    assert row["recall of jokers"] is None


def test_no_pictures_and_no_cards_have_scores() -> None:
    assert scores([])["f1"] == 0
    assert scores([result([])])["recall"] == 0


def test_reliability_sets_what_was_said_beside_what_was_right() -> None:
    results = [
        result(TWO[:1], found("01-bright", 50, 0.95)),
        result(TWO[:1], found("01-bright", 50, 1.0)),
        result(TWO[:1], found("01-ribbon", 50, 0.32)),
        result(TWO[:1], found("01-bright", 50, 0.38)),
    ]
    low, high = reliability(results)
    assert low == {"said": 0.35, "right": 0.5, "count": 2}
    assert high == {"said": 0.975, "right": 1.0, "count": 2}


def test_scenes_are_judged_by_their_labels(made: Path) -> None:
    cases = list(scene_cases(made))
    assert [len(case.cards) for case in cases] == [36, 8, 0]
    assert cases[0].read().shape == (540, 960, 3)
    assert cases[0].group
    for case in cases[:2]:
        seen = [Detection(card(c.face), 0.9, c.quad_px, 1.0, np.zeros(OUTPUTS)) for c in case.cards]
        assert scores([judge(case, seen)])["f1"] == 1


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """One photograph 200 px wide and 100 high, its labels empty."""
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.jpg"), np.zeros((100, 200, 3), np.uint8))
    (tmp_path / "labels" / "a.txt").write_text("")
    return tmp_path


def test_photographs_are_judged_by_yolo_boxes(photos: Path) -> None:
    (photos / "labels" / "a.txt").write_text("0 0.5 0.5 0.2 0.6\n40 0.1 0.2 0.1 0.1\n")
    (case,) = photo_cases(photos)
    assert [c.face for c in case.cards] == ["01-bright", "back"]
    assert case.cards[0].quad_px.tolist() == [[80, 20], [120, 20], [120, 80], [80, 80]]


@pytest.mark.parametrize("line", ["", "0 0.5 0.5 0.2", "x 0.5 0.5 0.2 0.6", "41 0.5 0.5 0.2 0.6"])
def test_a_line_that_is_no_box_is_named(photos: Path, line: str) -> None:
    (photos / "labels" / "a.txt").write_text(f"0 0.5 0.5 0.2 0.6\n{line}\n")
    with pytest.raises(BadInput, match=r"a\.txt: .*expected a class and a box"):
        list(photo_cases(photos))


def test_a_folder_without_photographs_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no images/\*\.jpg"):
        list(photo_cases(tmp_path))


@pytest.mark.parametrize(
    ("bgr", "group"),
    [
        ((110, 150, 180), "brown ground"),
        ((40, 60, 75), "brown ground"),
        ((20, 20, 20), "dark ground"),
        ((110, 110, 110), "grey ground"),
        ((220, 225, 225), "light ground"),
    ],
)
def test_photographs_are_grouped_by_what_lies_beyond_the_cards(
    bgr: tuple[int, int, int], group: str
) -> None:
    frame = np.full((100, 100, 3), bgr, np.uint8)
    frame[5:95, 5:95] = (30, 30, 200)
    quad = np.array([[5.0, 5], [94, 5], [94, 94], [5, 94]])
    assert ground(frame, [TrueCard("01-bright", quad, 1.0)]) == group


def test_a_picture_full_of_card_still_has_a_group() -> None:
    frame = np.full((40, 40, 3), 90, np.uint8)
    whole = np.array([[-1.0, -1], [41, -1], [41, 41], [-1, 41]])
    assert ground(frame, [TrueCard("01-bright", whole, 1.0)]) == "grey ground"
