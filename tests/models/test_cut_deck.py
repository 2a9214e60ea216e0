"""A deck cut out of photographs of which it is known what lies where."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

import cut_deck
from cut_deck import cut, drawings, likeness
from scene_faces import FACES
from scorer.cards import card
from tests.models.conftest import card as drawn
from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import OUTPUTS
from vision.pictures import read_picture

HEIGHT, WIDTH = 220, 134
PLACES = ((40, 40), (240, 60), (440, 50))


def detection(face: str, x: float, y: float) -> Detection:
    sides = np.array(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), float)
    return Detection(card(face), 0.99, sides + np.array((x, y)), 1.0, np.zeros(OUTPUTS))


@dataclass
class Told:
    """A detector that finds what it is told to."""

    found: tuple[Detection, ...]

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        return self.found


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """One dark photograph: a crane, a moon labelled amiss, and a ribbon."""
    frame = np.full((320, 640, 3), 30, np.uint8)
    faces = ("01-bright", "08-bright", "01-ribbon")
    for seed, (x, y) in enumerate(PLACES):
        frame[y : y + HEIGHT, x : x + WIDTH] = drawn(seed) // 2
    for name in ("images", "labels"):
        (tmp_path / name).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "one.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, 98])
    lines = [
        f"{FACES.index(face)} {(x + WIDTH / 2) / 640} {(y + HEIGHT / 2) / 320} "
        f"{WIDTH / 640} {HEIGHT / 320}"
        for face, (x, y) in zip(faces, PLACES, strict=True)
    ]
    (tmp_path / "labels" / "one.txt").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def test_only_what_is_labelled_as_found_and_lies_apart_is_cut(
    photos: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (crane, moon, ribbon), out = PLACES, tmp_path / "deck"
    told = Told(
        (
            detection("01-bright", *crane),
            detection("02-junk", *moon),
            detection("01-ribbon", *ribbon),
            detection("back", ribbon[0] + 40, ribbon[1]),
        )
    )
    monkeypatch.setattr(cut_deck, "open_detector", lambda **how: told)
    assert cut_deck.main(["--photos", str(photos), "--out", str(out)]) == 0
    assert [path.name for path in out.iterdir()] == ["01-bright.png"]
    assert capsys.readouterr().out.startswith("1 faces; missing: 01-ribbon 01-junk ")
    found = cv2.resize(read_picture(out / "01-bright.png"), (WIDTH, HEIGHT))
    assert np.abs(found.astype(int) - drawn(0)).mean() < 12  # as bright as it was before


def test_of_junk_the_sharpest_is_kept_and_the_one_least_like_it() -> None:
    first, other = (cv2.resize(drawn(seed), cut_deck.SIZE_PX) for seed in (5, 9))
    blurred = cv2.GaussianBlur(first, (0, 0), 12)
    kept = drawings("03-junk", [blurred, blurred[::-1, ::-1], first, other])
    assert list(kept) == ["03-junk1", "03-junk2"]
    assert kept["03-junk1"] is first
    assert kept["03-junk2"] is other
    assert list(drawings("03-junk", [first])) == ["03-junk1"]
    assert drawings("03-bright", [blurred, first])["03-bright"] is first


def test_cards_are_alike_whichever_way_up_they_are() -> None:
    one, other = drawn(1), drawn(2)
    assert likeness(one, one[::-1, ::-1]) == pytest.approx(1, abs=1e-3)
    assert likeness(one, other) < 0.9


def test_a_card_that_lies_aslant_is_set_upright() -> None:
    frame = np.full((600, 600, 3), 40, np.uint8)
    turn = cv2.getRotationMatrix2D((300, 300), 30, 1.0)
    frame[190:410, 233:367] = drawn(3)
    turned = cv2.warpAffine(frame, turn, (600, 600), borderValue=(40, 40, 40))
    corners = np.array(((233, 190), (367, 190), (367, 410), (233, 410)), float)
    quad = corners @ turn[:, :2].T + turn[:, 2]
    assert likeness(cut(turned, quad), drawn(3)) > 0.98


def test_a_folder_without_photographs_is_one_line(
    tmp_path: Path, weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cut_deck.main(["--photos", str(tmp_path), "--out", str(tmp_path / "deck")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
