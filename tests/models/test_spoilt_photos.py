"""Photographs spoilt in every way keep their cards where their labels say."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from judge_cards import photo_cases
from spoilt_photos import NEAR, WAYS, main, spoilt

BOX = (300, 220, 90, 150)
"""x, y, width and height of a white card, in a picture of 800 x 600 px."""


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    picture = np.full((600, 800, 3), (30, 60, 40), np.uint8)
    x, y, width, height = BOX
    picture[y : y + height, x : x + width] = 235
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.jpg"), picture)
    place = ((x + width / 2) / 800, (y + height / 2) / 600, width / 800, height / 600)
    (tmp_path / "labels" / "a.txt").write_text("0 " + " ".join(f"{each:.6f}" for each in place))
    return tmp_path


@pytest.mark.parametrize("way", [*WAYS, "one card, 3 its length"])
def test_labels_go_with_the_picture(photos: Path, way: str) -> None:
    (case,) = photo_cases(photos)
    picture, lying = spoilt(case, way, 3)
    assert picture.dtype == np.uint8
    bright = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(float)
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, lying.cards[0].quad_px.round().astype(np.int32), 1)
    inner = cv2.erode(inside, np.ones((3, 3)), iterations=2)
    outer = cv2.dilate(inside, np.ones((3, 3)), iterations=12) - cv2.dilate(
        inside, np.ones((3, 3)), iterations=6
    )
    assert inner.any()
    assert outer.any()
    assert bright[inner > 0].mean() > 1.3 * bright[outer > 0].mean()


@pytest.mark.parametrize("way", NEAR)
def test_a_camera_over_one_card_sees_it_whole_and_little_else(photos: Path, way: str) -> None:
    (case,) = photo_cases(photos)
    (card,) = case.cards
    beside = replace(card, quad_px=card.quad_px - (60, 0))
    away = replace(card, quad_px=card.quad_px + 300)
    picture, lying = spoilt(replace(case, cards=(card, beside, away)), way, 0)
    assert picture.shape[:2] == pytest.approx((NEAR[way] * BOX[3],) * 2, abs=1)
    own, other = lying.cards
    assert own.visible == pytest.approx(1, abs=0.01)
    assert own.quad_px.mean(axis=0) == pytest.approx(np.array(picture.shape[1::-1]) / 2, abs=2)
    ends_px = picture.shape[1] / 2 + BOX[2] / 2 - 60
    assert other.visible == pytest.approx(min(1.0, ends_px / BOX[2]), abs=0.02)


def test_a_folder_without_photographs_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--photos", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
