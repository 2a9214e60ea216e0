"""Decks of artists who are not: all cards, each its own, no two decks alike."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import invented_deck
from deck.cards import NAMES
from invented_faces import ANIMALS, OWN_WAYS, PICTURES, Customs, drawn_deck
from invented_flowers import scattered
from invented_hand import drawn_hand, in_inks
from invented_plants import PLANTS
from invented_tradition import TRADITION
from scene_faces import load_art
from scorer.cards import FACES

SEEDS = range(6)


@pytest.mark.parametrize(
    ("seed", "customs"), [*((seed, OWN_WAYS) for seed in SEEDS), (0, TRADITION), (1, TRADITION)]
)
def test_every_card_of_the_twelve_months_is_drawn(seed: int, customs: Customs) -> None:
    """As our own deck has them, less jokers and backs, which scenes invent."""
    faces = drawn_deck(np.random.default_rng(seed), customs)
    wanted = {n for n in NAMES if n != "back" and not n.startswith("joker")}
    assert set(faces) == wanted
    assert len(set(faces.values())) == 48
    for text in faces.values():
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(text).iter()}
        assert tags <= {"svg", "title", "g", "path", "rect", "clipPath"}
        assert "nan" not in text


def test_the_tables_hold_the_cards_of_the_rules() -> None:
    months = [face for face in FACES if face[0] in "01"]
    assert set(PICTURES) == {face for face in months if face.endswith(("bright", "double"))}
    animals = {face for face in months if face.endswith("animal")}
    assert {f"{month:02}-animal" for month in ANIMALS} == animals


def test_a_deck_is_the_same_in_every_run_and_like_no_other() -> None:
    first, again, other = (drawn_deck(np.random.default_rng((3, n))) for n in (0, 0, 1))
    assert first == again
    assert not set(first.values()) & set(other.values())


@pytest.mark.parametrize("customs", [OWN_WAYS, TRADITION], ids=("own ways", "tradition"))
@pytest.mark.parametrize("month", range(1, 13))
def test_a_plant_is_composed_anew_for_every_card(month: int, customs: Customs) -> None:
    hand, rng = drawn_hand(np.random.default_rng(1)), np.random.default_rng(2)
    hand = customs.schooled(hand, rng)
    arts = {customs.plants[month - 1](hand, rng, much) for much in (0.5, 0.8, 1.0, 1.0)}
    assert len(arts) == 4
    assert all(len(art) > 200 for art in arts)


def test_red_and_white_flowers_of_an_artist_mix_on_a_card() -> None:
    hand = drawn_hand(np.random.default_rng(1))
    sorts, tips = (("#aa0000",), ("#ffeedd",)), "#00aa00"
    flowers = replace(hand.peony, sorts=sorts, tips=tips, stamens=5, size=0.6, apart=0.8)
    peony = PLANTS[5](replace(hand, peony=flowers, crowd=1.3), np.random.default_rng(3), 1.0)
    assert all(colour in peony for colour in ("#aa0000", "#ffeedd", tips))
    assert tips not in PLANTS[5](
        replace(hand, peony=replace(flowers, tips=None)), np.random.default_rng(3), 1.0
    )


def test_flowers_bloom_in_their_part_of_the_card() -> None:
    hand = drawn_hand(np.random.default_rng(1))
    low = replace(hand.plum, area=(24.0, 300.0, 306.0, 516.0))
    for seed in range(10):
        art = PLANTS[1](replace(hand, plum=low), np.random.default_rng(seed), 1.0)
        placed = re.findall(r"translate\(([-0-9.]+) ([-0-9.]+)\)", art)
        assert placed
        assert all(float(y) >= 300 for _, y in placed)


def test_twins_are_one_drawing_either_way_round() -> None:
    twins = 0
    for seed in range(10):
        faces, rng = drawn_deck(np.random.default_rng(seed)), np.random.default_rng(seed)
        mirrored = "scale(-1 1)" in faces["03-junk2"] and faces["03-junk2"].count("<path") == faces[
            "03-junk1"
        ].count("<path")
        assert mirrored == drawn_hand(rng).twins
        twins += mirrored
    assert 0 < twins < 10


def test_inks_are_exchanged_all_at_once() -> None:
    assert in_inks("#df2a25 #f7c81e #123456", {"#df2a25": "#f7c81e", "#f7c81e": "#000000"}) == (
        "#f7c81e #000000 #123456"
    )


def test_scattered_places_keep_apart_and_inside() -> None:
    spots = np.array(scattered(np.random.default_rng(4), 12, 60, (24, 30, 300, 500)))
    far = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    assert far[~np.eye(len(spots), dtype=bool)].min() >= 60
    assert (spots.min(axis=0) >= (24, 30)).all()
    assert (spots.max(axis=0) <= (300, 500)).all()
    assert len(scattered(np.random.default_rng(4), 500, 60, (0, 0, 100, 100))) < 9


def test_the_command_writes_decks_that_scenes_can_be_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("resvg_py")
    argv = ["--out", str(tmp_path), "--count", "2", "--seed", "5", "--height", "120"]
    assert invented_deck.main(argv) == 0
    assert "2 decks" in capsys.readouterr().out
    arts = [load_art(folder) for folder in sorted(tmp_path.iterdir())]
    assert [art.name for art in arts] == ["invented-5-000", "invented-5-001"]
    assert all(len(art.drawings) == len(FACES) - 4 for art in arts)  # no jokers, no back
    junks = arts[0].drawings["02-junk"]
    assert (junks[0].picture_bgr != junks[1].picture_bgr).any()


def test_several_processes_draw_the_same_decks(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    for workers in (1, 2):
        invented_deck.write_decks(tmp_path / str(workers), 2, 5, 40, workers)
    for picture in (tmp_path / "1").rglob("*.png"):
        other = tmp_path / "2" / picture.relative_to(tmp_path / "1")
        assert picture.read_bytes() == other.read_bytes()


def test_the_command_draws_what_tradition_composes_when_asked(tmp_path: Path) -> None:
    """No card of the deck of that seed stays as it was."""
    pytest.importorskip("resvg_py")
    for name, more in (("own", []), ("schooled", ["--traditional"])):
        argv = ["--out", str(tmp_path / name), "--seed", "5", "--height", "60", *more]
        assert invented_deck.main(argv) == 0
    for picture in (tmp_path / "own").rglob("*.png"):
        other = tmp_path / "schooled" / picture.relative_to(tmp_path / "own")
        assert picture.read_bytes() != other.read_bytes()


def test_customs_name_cards_that_there_are() -> None:
    assert set(PICTURES) < set(TRADITION.pictures) < set(NAMES)
    assert {name for name in NAMES if name.endswith("ribbon")} < set(TRADITION.pictures)


@pytest.mark.parametrize(
    ("asked", "named"),
    [("--count", "--count 0"), ("--height", "--height 0"), ("--workers", "--workers 0")],
)
def test_bad_numbers_are_named(
    asked: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invented_deck.main(["--out", str(tmp_path), asked, "0"]) == 2
    assert named in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("resvg_py")
    (tmp_path / "file").write_text("")
    assert invented_deck.main(["--out", str(tmp_path / "file")]) == 2
    assert "file" in capsys.readouterr().err
