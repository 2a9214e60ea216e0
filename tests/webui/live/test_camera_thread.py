"""What watches the table: films at their pace, faults told, one source at a time."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.webui.tables import table_of
from vision.learning_detector import LearningDetector
from vision.looks import Look
from vision.runtime import NoRuntime
from vision.video import Frame
from webui.live import camera_thread
from webui.live.camera_thread import Camera, CameraThread, _beside
from webui.live.table import LiveTable, no_answers

PATIENCE_S = 20.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = table_of(tmp_path)
    yield table
    table.store.close()


def frame(time_s: float) -> Frame:
    picture = np.zeros((36, 64, 3), np.uint8)
    return Frame(time_s, round(time_s * 10), lambda: picture[..., 0], lambda: picture)


def look(time_s: float) -> Look:
    return Look(time_s, 0.0, (64, 36), ())


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("77", "camera 77: cannot be opened"),
        ("file:none.mp4", "there is no such recording"),
        ("nowhere.mp4", "nowhere.mp4: there is no such file"),
    ],
)
def test_a_source_that_cannot_be_had_is_told(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch, source: str, fault: str
) -> None:
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": None)
    camera = Camera(table)
    camera.watch(source)
    until(lambda: table.watching.attention == "failed")
    assert fault in table.watching.fault
    assert table.snapshot()["camera"]["fault"] == table.watching.fault
    camera.stop()


def test_a_camera_model_that_cannot_run_is_told(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(threads: int | None, deck: str = "") -> None:
        raise NoRuntime("openvino: no AVX2")

    monkeypatch.setattr(camera_thread, "detector", fails)
    camera = Camera(table)
    camera.watch("nowhere.mp4")
    until(lambda: table.watching.attention == "failed")
    assert table.watching.fault == ("the detector cannot run: openvino: no AVX2; try: hwatu doctor")
    camera.stop()


def test_nothing_watches_where_there_is_no_source(table: LiveTable) -> None:
    camera = Camera(table)
    camera.watch("")
    assert table.watching.attention == "off"
    camera.stop()


def test_a_camera_that_is_let_go_has_no_other_readings(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be those of another evening's round."""
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": None)
    camera = Camera(table)
    camera.watch("nowhere.mp4")
    assert table.answers is not no_answers
    camera.watch("")
    assert table.answers is no_answers


def test_a_strange_deck_that_was_learned_is_told_once(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeing: Any = None
    learned = LearningDetector(seeing, strange=True)
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": None)
    monkeypatch.setattr(camera_thread, "learning", lambda detector: learned)
    monkeypatch.setattr(
        camera_thread, "source_frames", lambda source: iter((frame(0.0), frame(0.1)))
    )
    monkeypatch.setattr(
        camera_thread, "looks_of", lambda frames, *more: (look(each.time_s) for each in frames)
    )
    camera = Camera(table)
    camera.watch("film.mp4")
    until(lambda: table.watching.attention == "ended")
    assert table.watching.remarks == (camera_thread.STRANGE,), "it stays when the film is over"
    camera.stop()


def test_a_film_that_is_over(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": None)
    monkeypatch.setattr(camera_thread, "source_frames", lambda source: iter((frame(0.0),)))
    monkeypatch.setattr(
        camera_thread, "looks_of", lambda frames, *more: (look(each.time_s) for each in frames)
    )
    camera = Camera(table)
    camera.watch("film.mp4")
    until(lambda: table.watching.attention == "ended")
    assert table.picture.jpeg()
    camera.stop()
    assert table.picture.jpeg() is None


def test_an_evening_that_is_opened_is_watched(table: LiveTable) -> None:
    watched: list[str] = []
    table.on_evening = watched.append
    assert table.state is not None
    table.open(table.state.opened, "test")
    assert watched == [""]


@pytest.mark.parametrize(("pace", "least_s"), [(1.0, 0.4), (4.0, 0.1), (0.0, 0.0)])
def test_a_film_runs_no_faster_than_it_was_played(
    table: LiveTable, pace: float, least_s: float
) -> None:
    camera = CameraThread(table, "film.mp4", pace)
    began = time.monotonic()
    shown = list(camera._shown([frame(0.0), frame(0.4)]))
    assert [each.time_s for each in shown] == [0.0, 0.4]
    assert time.monotonic() - began >= least_s
    if not pace:
        assert time.monotonic() - began < 0.3


def test_looks_come_with_their_pictures() -> None:
    seen: list[float] = []

    def pictures() -> Iterator[Frame]:
        for time_s in (0.0, 1.0, 2.0):
            seen.append(-time_s)
            yield frame(time_s)

    for each in _beside(map(look, (0.0, 0.5, 2.0, 9.0)), pictures()):
        seen.append(each.time_s)
    assert seen == [0.0, 0.0, -1.0, 0.5, -2.0, 2.0]


def test_a_film_that_goes_on_leaves_out_the_looks_before() -> None:
    looks = _beside(map(look, (0.0, 0.5, 1.0, 1.5)), iter((frame(1.0), frame(2.0))))
    assert [each.time_s for each in looks] == [1.0, 1.5]
