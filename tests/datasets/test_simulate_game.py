"""The simulator as a person runs it: a tiny film, and the files beside it."""

import json
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from game_film import Film
from game_hands import draw_sprite, hand_quad, lay_hand
from game_manner import DIFFICULTIES
from game_room import draw_room
from game_video import frame_times
from hand_pose import pose_hand
from scene_camera import look_down
from scene_canvas import Canvas, Sun
from scene_faces import Art
from simulate_game import Job, main, set_up
from vision.looks import look_of

TINY = ["--size", "480x270", "--fps", "2"]


def job(difficulty: str, seed: int = 4, players: int = 2) -> Job:
    rules = "matgo" if players == 2 else "gostop-3p"
    return Job(None, Path(), players, seed, rules, difficulty, (480, 270), 2.0, False)


@pytest.fixture(scope="module")
def film_folder(art_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("film")
    argv = ["--art", str(art_folder), "--out", str(out), "--seed", "4", "--vfr", *TINY]
    assert main(argv) == 0
    return out


def test_the_film_has_the_pictures_and_times_that_it_says(film_folder: Path) -> None:
    told = json.loads((film_folder / "truth.json").read_text())
    with av.open(str(film_folder / "game.mp4")) as container:
        times = [float(frame.time or 0.0) for frame in container.decode(video=0)]
        stream = container.streams.video[0]
        assert (stream.codec_context.width, stream.codec_context.height) == (480, 270)
    assert len(times) == told["frames"]
    assert times == sorted(set(times))
    assert times[-1] == pytest.approx(told["seconds"], abs=2.0)
    assert len({round(b - a, 2) for a, b in pairwise(times)}) > 5


def test_the_truth_tells_the_round(film_folder: Path) -> None:
    told = json.loads((film_folder / "truth.json").read_text())
    (played,) = told["rounds"]
    assert told["rules"] == "matgo"
    assert 0 < played["start_s"] < played["turns"][0]["time_s"]
    assert played["turns"][-1]["time_s"] <= played["end_s"] < told["seconds"]
    assert set(played["captures"]) == {"A", "B"}


def test_looks_only_writes_the_same_game(film_folder: Path, tmp_path: Path) -> None:
    argv = ["--out", str(tmp_path), "--seed", "4", "--looks-only", *TINY]
    assert main(argv) == 0
    looks = [
        look_of(json.loads(line)) for line in (tmp_path / "looks.jsonl").read_text().splitlines()
    ]
    assert len(looks) > 30
    assert not (tmp_path / "game.mp4").exists()
    told, film = (json.loads((f / "truth.json").read_text()) for f in (tmp_path, film_folder))
    assert told["rounds"] == film["rounds"]
    assert (tmp_path / "setup.json").read_text() == (film_folder / "setup.json").read_text()


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--out", "x"], "--art is missing"),
        (["--out", "x", "--looks-only", "--size", "641x360"], "even sides"),
        (["--out", "x", "--looks-only", "--fps", "0"], "1 to 60"),
        (["--out", "x", "--looks-only", "--seed", "-1"], "seed"),
        (["--out", "x", "--looks-only", "--players", "5"], "--players"),
        (["--out", "x", "--looks-only", "--rounds", "0"], "--rounds"),
        (["--out", "x", "--looks-only", "--rules", "nowhere.json"], "nowhere.json"),
    ],
)
def test_wrong_usage_is_named(
    argv: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(argv)
    assert exit_.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--looks-only", "--rules", "poker"], "poker"),
        (["--art", "/nowhere"], "/nowhere"),
    ],
)
def test_bad_input_is_one_line(
    argv: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "--out", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("simulate_game: ")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_settled_picture_shows_the_cards_where_the_moment_has_them(
    art: Art, difficulty: str
) -> None:
    task = job(difficulty, players=3)
    table, manner = set_up(task), DIFFICULTIES[difficulty]
    room = draw_room(art, table.stage, table.view, manner, task.rng(3))
    film = Film(table.stage, table.view, room, manner, 4)
    empty = film.frame(0.2).astype(int)
    moment = table.stage.moments()[12]
    frame = film.frame((moment.start_s + moment.end_s) / 2).astype(int)
    checked = 0
    for lying in moment.cards:
        if lying.place == "pot" and lying.visible > 0.95:
            x, y = table.view.px(lying.quad_mm, moment.start_s).mean(axis=0).round().astype(int)
            change = np.abs(frame - empty)[y - 3 : y + 4, x - 3 : x + 4].max()
            assert change > 20
            checked += 1
    assert checked


def test_a_picture_is_the_same_however_one_gets_there(art: Art) -> None:
    task = job("middle")
    table, manner = set_up(task), DIFFICULTIES["middle"]
    room = draw_room(art, table.stage, table.view, manner, task.rng(3))
    walking, jumping = (Film(table.stage, table.view, room, manner, 4) for _ in range(2))
    for time_s in np.arange(0, 30, 0.4):
        walking.frame(float(time_s))
    far = np.abs(walking.frame(30.1).astype(int) - jumping.frame(30.1).astype(int))
    assert (far > 8).mean() < 0.002


def test_a_hand_covers_what_lies_below_it() -> None:
    camera = look_down((320, 240), card_width_px=33)
    sprite = draw_sprite(pose_hand(np.random.default_rng(1)), 1.0, np.random.default_rng(1))
    canvas = Canvas(np.full((240, 320, 3), 128, np.uint8), np.zeros((240, 320), np.int16))
    lay_hand(canvas, camera, sprite, hand_quad((0.0, 0.0), 30.0, 10.0), Sun((0.3, 0.2), 0.4, 0.4))
    assert (canvas.frame_bgr[110:130, 150:170] != 128).all(axis=2).mean() > 0.9
    assert (canvas.frame_bgr[:20, :20] == 128).all()


def test_frame_times_hold_the_rate() -> None:
    assert frame_times(1.0, 4) == (0.0, 0.25, 0.5, 0.75)
    varied = frame_times(60.0, 30, np.random.default_rng(1))
    assert 1200 < len(varied) < 1800
