"""`hwatu review` and `hwatu watch` as people call them."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scorer.notation import parse
from scorer.presets import house_rules
from scorer.replay import replay
from tests.vision.decks_seen import empty_deck
from vision.decks import save_deck
from vision.setup import setup_json
from vision.video import Tally
from webui import cli
from webui.command_line import following as review_live
from webui.deck_folder import deck_folder, model_hash
from webui.recordings.demo import demo_setup
from webui.review import Progress, Reviewed, Task
from webui.reviews import work as review_work
from webui.reviews.work import Work, outcomes
from webui.session import Review
from webui.updates import SeenRound

Film = Callable[..., Path]
TIMES = [k / 10 for k in range(12)]
ROUND = "rules: matgo\nseats: A, B\npot: 01-junk 02-junk\nA: 01-bright / 03-junk\n"


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main([str(each) for each in arguments])
    return int(caught.value.code or 0)


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The reviews that were asked for; each finds one round of one turn."""
    asked: list[Task] = []

    def fake(task: Task, progress: Progress) -> Reviewed:
        asked.append(task)
        if "crash" in task.video.name:
            raise ZeroDivisionError("an error of ours")
        seen = SeenRound(0.1, 1.0, replay(parse(ROUND)), (0.5,), (0.9,))
        return Reviewed(task, Tally(12, 0, 1.2), Review((seen,), (), ()), ("a note",))

    monkeypatch.setattr(review_work, "reviewed", fake)
    return asked


def test_the_account_is_printed(
    film: Film, tasks: list[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    video = film(TIMES)
    assert run("review", video, "--fresh") == 0
    found = capsys.readouterr()
    assert found.out.startswith("game.mp4: 12 pictures, 0:01, 1 round\n")
    assert found.err == "hwatu: a note\n"
    (task,) = tasks
    assert (task.video, task.setup, task.seats, task.fresh) == (video, None, ("A", "B"), True)
    assert task.rules == house_rules("matgo", 2)


def test_json_to_standard_output_is_one_document(
    film: Film, tasks: list[Task], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("review", film(TIMES), "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["video"] == "game.mp4"


def test_a_deck_is_that_of_the_option_or_else_of_the_setup(
    film: Film, tasks: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("hers", "his"):
        save_deck(empty_deck(name, model_hash()), deck_folder())
    setup = tmp_path / "table.json"
    setup.write_text(json.dumps(setup_json(replace(demo_setup(), deck="his"))))
    video = film(TIMES)
    for more in ((), ("--deck", "hers"), ("--setup", setup), ("--setup", setup, "--deck", "hers")):
        assert run("review", video, *more) == 0
    assert [task.deck for task in tasks] == ["", "hers", "his", "hers"]
    assert run("watch", "--deck", "hers") == 2, "the page keeps a deck with the setup"


def test_results_go_where_they_are_asked_for(
    film: Film, tasks: list[Task], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    json_out, page = tmp_path / "deep" / "out.json", tmp_path / "page.html"
    assert run("review", film(TIMES), "--json", json_out, "--report", page) == 0
    assert json.loads(json_out.read_text())["frames"] == 12
    assert page.read_text().startswith("<!doctype html>")
    assert capsys.readouterr().out == ""


def test_a_bad_video_of_a_folder_stops_no_other(
    film: Film, tasks: list[Task], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("c.mp4", "a.mp4", "crash.mp4", "note.txt"):
        (tmp_path / name).write_bytes(film(TIMES, "x.mp4").read_bytes())
    (tmp_path / "x.mp4").unlink()
    assert run("review", tmp_path, "--jobs", "1", "--json", tmp_path / "out") == 2
    assert [task.video.name for task in tasks] == ["a.mp4", "c.mp4", "crash.mp4"]
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.json", "c.json"]
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"hwatu: {tmp_path / 'crash.mp4'}: cannot be reviewed: ZeroDivisionError: an error of ours"
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_videos_that_are_none_are_one_line_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: int
) -> None:
    (tmp_path / "a.mp4").touch()
    (tmp_path / "b.mp4").write_text("seats")
    assert run("review", tmp_path / "a.mp4", tmp_path / "b.mp4", "--jobs", str(jobs)) == 2
    found = capsys.readouterr()
    first, second = found.err.splitlines()
    assert first == f"hwatu: {tmp_path / 'a.mp4'}: the file is empty"
    assert second.startswith(f"hwatu: {tmp_path / 'b.mp4'}: not a video that can be read")
    assert found.out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("review",), "Missing argument 'VIDEO...'"),
        (("review", "{}"), "{}: holds no video: expected 3gp, avi"),
        (("review", "{}/a.mp4", "{}/b.mp4", "--json", "-"), "-: several videos: expected a folder"),
        (("review", "{}/a.mp4", "{}/c/a.mov", "--json", "{}/o"), "{}/a.mp4: several results would"),
        (("review", "{}/a.mp4", "--setup", "{}/no.json"), "{}/no.json: cannot be read"),
        (("review", "{}/a.mp4", "--rules", "poker"), "unknown preset 'poker'"),
        (("review", "{}/a.mp4", "--rules", "{}/no.toml"), "{}/no.toml: cannot be read"),
        (("review", "{}/a.mp4", "--rules", "{}/rules.json"), "{}/rules.json: not a JSON file"),
        (("watch", "--source", "{}/no.mp4"), "{}/no.mp4: there is no such file"),
        (("review", "{}/a.mp4", "--deck", "hers"), "no deck 'hers' is enrolled (known: none)"),
        (("watch", "--terminal", "--deck", "hers"), "no deck 'hers' is enrolled (known: none)"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    says: str,
) -> None:
    (tmp_path / "rules.json").write_text("{")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("webui.command_line.review.opened", lambda deck: None)
    assert run(*(each.format(tmp_path) for each in arguments)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"hwatu: {says.format(tmp_path)}")


@pytest.mark.parametrize(
    ("name", "text", "threshold", "seats"),
    [
        (None, "", 7, 2),
        (None, "", 3, 3),
        ("matgo", "", 7, 2),
        ("ours.json", '{"preset": "matgo", "threshold": 5}', 5, 2),
        ("ours.json", '{"threshold": 4}', 4, 3),
        ("ours.toml", 'base = "matgo"\n[rules]\nthreshold = 6\n', 6, 2),
    ],
)
def test_rules_are_a_name_or_a_file(
    film: Film,
    tasks: list[Task],
    tmp_path: Path,
    name: str | None,
    text: str,
    threshold: int,
    seats: int,
) -> None:
    asked = []
    if name:
        path = tmp_path / name
        asked = ["--rules", str(path) if text else name]
        if text:
            path.write_text(text)
    assert run("review", film(TIMES), "--seats", str(seats), *asked) == 0
    assert tasks[0].rules.threshold == threshold
    assert len(tasks[0].seats) == seats


def setup_file(folder: Path, *seats: str, **rules: object) -> Path:
    zone = [[0, 0], [400, 0], [400, 300], [0, 300]]
    setup = {
        "name": "home",
        "frame_size": [96, 64],
        "table_corners": [[0, 0], [95, 0], [95, 63], [0, 63]],
        "table_size_mm": [900, 600],
        "zones": [{"name": "pot", "seat": None, "polygon_mm": zone}]
        + [{"name": "captures", "seat": seat, "polygon_mm": zone} for seat in seats],
        "seats": seats,
        "rules": rules,
    }
    path = folder / "home.json"
    path.write_text(json.dumps(setup))
    return path


def test_a_setup_tells_seats_and_rules(film: Film, tasks: list[Task], tmp_path: Path) -> None:
    path = setup_file(tmp_path, "Ann", "Bea", preset="matgo", threshold=9)
    assert run("review", film(TIMES), "--setup", path) == 0
    assert tasks[0].seats == ("Ann", "Bea")
    assert tasks[0].rules.threshold == 9
    assert run("review", film(TIMES), "--setup", path, "--rules", "matgo") == 0
    assert tasks[1].rules.threshold == 7


def test_of_four_who_sits_out_may_be_said(
    film: Film, tasks: list[Task], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = setup_file(tmp_path, "Ann", "Bea", "Cho", "Dan", preset="gostop-3p")
    assert run("review", film(TIMES), "--setup", path) == 0
    assert tasks[0].seats == ("Ann", "Bea", "Cho", "Dan")
    assert run("review", film(TIMES), "--setup", path, "--sits-out", "Bea") == 0
    assert tasks[1].seats == ("Ann", "Cho", "Dan")
    assert tasks[1].setup is not None
    assert {zone.seat for zone in tasks[1].setup.zones} == {None, "Ann", "Cho", "Dan"}
    assert "all 4 played" not in capsys.readouterr().err
    assert run("watch", "--terminal", "--source", "no.mp4", "--setup", path) == 2
    said = capsys.readouterr()
    assert "Ann, Bea, Cho, Dan: read as if all 4 played; else say --sits-out NAME" in said.err


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("Eve",), "--sits-out Eve: expected one of Ann, Bea, Cho"),
        (("Ann", "Bea"), "--sits-out: fewer than two would play: Cho"),
    ],
)
def test_who_cannot_sit_out(
    film: Film,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    names: tuple[str, ...],
    says: str,
) -> None:
    path = setup_file(tmp_path, "Ann", "Bea", "Cho", preset="gostop-3p")
    out = [each for name in names for each in ("--sits-out", name)]
    assert run("review", film(TIMES), "--setup", path, *out) == 2
    assert says in capsys.readouterr().err


def test_the_bar_shows_only_on_a_terminal(
    film: Film,
    tasks: list[Task],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("review", film(TIMES), "--json", "-") == 0
    found = capsys.readouterr()
    assert "game.mp4" in found.err
    assert json.loads(found.out)


def test_watch_prints_what_happens(
    film: Film, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake(source: str, *more: object) -> Iterator[str]:
        yield f"watching {source}"

    monkeypatch.setattr(review_live, "watched", fake)
    monkeypatch.setattr("webui.command_line.review.opened", lambda deck: None)
    assert run("watch", "--terminal", "--source", "0") == 0
    assert capsys.readouterr().out == "watching 0\n"


@pytest.mark.skipif(find_spec("distributed") is None, reason="the extra [cluster]")
@pytest.mark.filterwarnings("ignore")  # the library's own
def test_a_cluster_does_the_same_work(film: Film, tmp_path: Path) -> None:
    distributed: Any = import_module("distributed")
    (tmp_path / "a.mp4").touch()
    (tmp_path / "b.mp4").write_text("seats")
    names = (film(TIMES).name, "a.mp4", "b.mp4", "no.mp4")
    rules = house_rules("matgo", 2)
    works = [Work(Task(tmp_path / name, rules, ("A", "B"), fresh=True), False) for name in names]
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        there = list(outcomes(works, 1, cluster.scheduler_address))
    assert there == list(outcomes(works, 1, None))
    assert there[0].document["frames"] == len(TIMES)
    assert there[0].document["remarks"] == ["no table was found: too few open cards at any time"]
    assert [each.fault.partition(": ")[2][:17] for each in there[1:]] == [
        "the file is empty",
        "not a video that ",
        "there is no such ",
    ]


@pytest.mark.skipif(find_spec("distributed") is None, reason="the extra [cluster]")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer(
    film: Film, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(review_work, "ANSWER_S", 1)
    assert run("review", film(TIMES), "--cluster", "tcp://127.0.0.1:1") == 2
    assert "tcp://127.0.0.1:1: no Dask scheduler answers here" in capsys.readouterr().err
