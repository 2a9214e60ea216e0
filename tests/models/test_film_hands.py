"""Films of hands: what is kept of a game, and where its arms are said to be."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import film_hands
from film_hands import arms_at, jobs, main
from pointer_data import decks, film_files, read_moments
from simulate_game import Job, set_up
from vision.pointing import PLANES, Pointer
from vision.runtime import load
from vision.weights import POINTER

SIZE = (320, 180)
MODELS = Path(film_hands.__file__).parent
NEAR_PX = 8.0
PALM_PX = 25.0
"""From the tips of the fingers, which may be bent, to where there is always a hand."""


def test_the_same_seed_films_the_same_games() -> None:
    art = [Path("a"), Path("b")]
    some = jobs(art, 12, 3, Path("out"))
    assert some == jobs(art, 12, 3, Path("out"))
    assert {each.players for each in some} == {2, 3}
    assert {each.art for each in some} == set(art)
    assert len({each.seed for each in some}) == 12


def test_an_arm_reaches_from_its_seat_to_its_fingers() -> None:
    job = Job(None, Path(), 2, 5, "matgo", "clean", (960, 540), 20.0, False)
    table = set_up(job)
    seen = 0
    for time_s in np.arange(2.0, table.stage.seconds, 0.7):
        for tip, foot in arms_at(table.stage, table.view, float(time_s), SIZE):
            seen += 1
            assert ((tip > 0) & (tip < SIZE)).all()
            edges = [*foot, *(np.array(SIZE) - 1 - foot)]
            assert min(edges) == pytest.approx(0, abs=0.01)
            assert (foot[1] - SIZE[1] / 2) * (foot[1] - tip[1]) > 0, "two sit above and below"
    assert seen > 40


@pytest.fixture(scope="module")
def folder(drawn_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game as it is kept."""
    out = tmp_path_factory.mktemp("hands")
    quick = [
        replace(each, size_px=(480, 270), fps=3.0, difficulty="clean", varies=False)
        for each in jobs([drawn_folder], 1, 4, out)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(film_hands, "jobs", lambda *_: quick)
        assert main(["--art", str(drawn_folder), "--out", str(out), "--games", "1"]) == 0
    return out


def test_arms_are_where_the_table_is_covered(folder: Path, drawn_folder: Path) -> None:
    (path,) = film_files(folder)
    assert decks([path]) == [drawn_folder.name]
    moments = read_moments(path)
    assert all(moment.shown.shape == (PLANES, 180, 320) for moment in moments)
    covered = []
    for moment in moments:
        for tip, foot in moment.arms:
            x, y = tip + (foot - tip) * PALM_PX / max(PALM_PX, float(np.linalg.norm(foot - tip)))
            near = moment.shown[3, max(0, int(y) - 3) : int(y) + 4, max(0, int(x) - 3) : int(x) + 4]
            covered.append(near.max() > 30)
    assert len(covered) > 30
    assert np.mean(covered) > 0.9


def test_the_shipped_pointer_finds_the_arms_of_a_game_in_another_deck(folder: Path) -> None:
    if not (MODELS / POINTER).is_file():
        pytest.skip(f"{POINTER} not in models/: the trained pointer goes untested")
    pointer = Pointer(load(MODELS / POINTER, threads=1).net)
    moments = read_moments(film_files(folder)[0])
    told = [(pointer(moment.shown), moment.arms) for moment in moments]
    right = sum(
        any(np.linalg.norm(each.tip - tip) < NEAR_PX for each in found)
        for found, arms in told
        for tip, _ in arms
    )
    assert right > 0.85 * sum(len(arms) for _, arms in told)
    assert right > 0.85 * sum(len(found) for found, _ in told)


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--art", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    assert err.startswith("film_hands: ")
    assert err.count("\n") == 1
