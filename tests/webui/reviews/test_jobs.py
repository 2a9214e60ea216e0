"""Reviews in the background: progress, what came of them, and an end before their time."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.presets import house_rules
from webui.recordings.demo import VIDEO
from webui.review import Task
from webui.reviews.jobs import Job, Jobs, Json

PATIENCE_S = 90.0


def until(what: Callable[[], object]) -> None:
    """Waits for something to be so."""
    end_s = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end_s
        time.sleep(0.05)


def task(path: Path) -> Task:
    return Task(path, house_rules("matgo", 2), ("A", "B"), threads=1)


def done(jobs: Jobs, name: str) -> Job | None:
    found = jobs.of(name)
    return found if found is not None and found.done else None


def done_fault(jobs: Jobs, name: str) -> str:
    found = done(jobs, name)
    return found.fault if found is not None else ""


def test_a_review_that_is_ended_says_so(tmp_path: Path) -> None:
    film = tmp_path / "game.mp4"
    shutil.copy(VIDEO, film)  # without its looks: the whole film is looked at
    jobs, kept = Jobs(), list[Json]()
    assert jobs.begin("game", task(film), kept.append)
    assert not jobs.begin("game", task(film), kept.append)
    until(lambda: jobs.of("game") != Job())
    jobs.close()
    assert done(jobs, "game") == Job(1.0, done=True, fault="game.mp4: the review was ended")
    assert kept == []
    jobs.begin("other", task(film), kept.append)
    until(lambda: done(jobs, "other"))
    assert "not begun" in done_fault(jobs, "other")


@pytest.mark.parametrize("fault", [OSError("disk full"), KeyError("rounds")])
def test_what_cannot_be_kept_is_told(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = Jobs()
    monkeypatch.setattr(jobs, "_followed", lambda name, task: {"rounds": []})

    def spoilt(found: Json) -> None:
        raise fault

    jobs.begin("game", task(VIDEO), spoilt)
    until(lambda: done(jobs, "game"))
    assert type(fault).__name__ in done_fault(jobs, "game")
    jobs.close()


def test_a_review_can_be_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, kept = Jobs(), list[Json]()
    monkeypatch.setattr(jobs, "_followed", lambda name, task: {"rounds": [name]})
    for count in (1, 2):
        assert jobs.begin("game", task(VIDEO), kept.append)
        until(lambda: done(jobs, "game"))
        assert len(kept) == count
    jobs.close()
