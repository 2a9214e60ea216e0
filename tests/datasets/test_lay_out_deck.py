"""A deck laid out in order to be enrolled."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from lay_out_deck import COLUMNS, STEP_MM, in_order, main, rows
from scene_decks import Deck, dress_deck
from scene_faces import Art
from scorer.cards import DECK


@pytest.fixture(scope="module")
def tiny_deck(art: Art) -> Deck:
    rng = np.random.default_rng(1)
    return dress_deck([art], rng, height_px=100, strength=0.0)


def test_the_deck_lies_in_its_order_and_two_alike_are_two_drawings(tiny_deck: Deck) -> None:
    cards = in_order(tiny_deck)
    assert [face for face, _ in cards] == [card.face for card in DECK]
    assert [number for face, number in cards if face == "01-junk"] == [0, 1]


def test_cards_lie_in_rows_and_apart(tiny_deck: Deck) -> None:
    pile = rows(in_order(tiny_deck)[:24], np.random.default_rng(1))
    places = np.array([card.centre_mm for card in pile]).reshape(-1, COLUMNS, 2)
    assert (np.abs(np.diff(places[..., 0], axis=1) - STEP_MM[0]) < 8).all()
    assert (np.abs(np.diff(places[..., 1], axis=0) - STEP_MM[1]) < 8).all()


def test_two_photographs_are_written_the_same_each_time(art_folder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert main(["--art", str(art_folder), "--out", str(tmp_path / name), "--seed", "3"]) == 0
    for half in ("0.jpg", "1.jpg"):
        picture = cv2.imread(str(tmp_path / "one" / half))
        assert picture is not None
        assert picture.shape == (1080, 1920, 3)
        assert (tmp_path / "one" / half).read_bytes() == (tmp_path / "two" / half).read_bytes()


def test_a_folder_without_art_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--art", str(tmp_path), "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("lay_out_deck: ")
