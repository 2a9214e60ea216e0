"""`hwatu demo`: the recording that is shipped is told as it was played."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from vision.looks import Look
from vision.looks_file import looks_path
from vision.runtime import NoRuntime
from vision.setup import BadSetup
from vision.video import Frame, probe
from vision.weights import NoWeights
from webui import cli
from webui.command_line import following
from webui.command_line.following import paced
from webui.recordings import demo as recording
from webui.recordings.demo import VIDEO, demo_setup, shipped_looks

TRUTH = json.loads(VIDEO.with_suffix(".truth.json").read_text())["rounds"][0]
MOST_BYTES = 10_000_000


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main(["demo", "--terminal", *arguments])
    return int(caught.value.code or 0)


def test_the_recording_is_short_and_small() -> None:
    about = probe(VIDEO)
    assert 90 <= about.seconds <= 150
    assert about.size_px == demo_setup().frame_size
    assert VIDEO.stat().st_size < MOST_BYTES


def test_it_starts_at_once_with_the_shipped_detector() -> None:
    """Run `hwatu review webui/demo/demo.mp4 --setup webui/demo/demo.setup.json` after a change."""
    assert shipped_looks() is not None


def test_the_demo_tells_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    found = capsys.readouterr().out
    for number, turn in enumerate(TRUTH["turns"], 1):
        verbs = [("plays", turn["played"]), ("flips", turn["flipped"]), ("takes", turn["captured"])]
        done = "; ".join(f"{verb} {' '.join(cards)}" for verb, cards in verbs if cards)
        assert f"{number}. {turn['seat']}: {done}" in found
    assert "points: A 10, B 0; A may stop: A +10, B -10" in found
    assert f"stop: {TRUTH['winner']}" in found
    (lost,) = (much for much in TRUTH["payout"]["transfers"].values() if much < 0)
    assert f" pays {-lost}: " in found
    assert "look at" not in found


def look(time_s: float) -> Look:
    return Look(time_s, 0.0, (1280, 720), ())


@pytest.mark.parametrize(
    ("pace", "work_s", "slept"),
    [
        (1.0, 0.0, [1.0, 2.0, 1.0]),
        (4.0, 0.0, [0.25, 0.5, 0.25]),
        (1.0, 1.5, [1.0, 0.5, 0.0]),
        (0.0, 0.0, []),
    ],
)
def test_looks_come_at_their_time(
    monkeypatch: pytest.MonkeyPatch, pace: float, work_s: float, slept: list[float]
) -> None:
    waits: list[float] = []
    now_s = 100.0

    def sleep(seconds: float) -> None:
        nonlocal now_s
        waits.append(seconds)
        now_s += seconds

    clock = SimpleNamespace(sleep=sleep, monotonic=lambda: now_s)
    monkeypatch.setattr(following, "time", clock)
    for _ in paced(map(look, (1.0, 3.0, 4.0)), pace):
        now_s += work_s
    assert waits == slept


def test_looks_of_another_detector_are_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def seen(frames: Iterable[Frame], detector: object, gate: object) -> Iterator[Look]:
        yield look(next(iter(frames)).time_s)

    monkeypatch.setattr(recording, "fingerprint", lambda files: "another")
    monkeypatch.setattr(following, "detector", lambda threads: None)
    monkeypatch.setattr(following, "looks_of", seen)
    assert shipped_looks() is None
    assert run() == 0
    assert "no deal was seen" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"", b"rubbish"])
def test_looks_that_are_missing_or_spoilt_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    video = tmp_path / VIDEO.name
    video.write_bytes(VIDEO.read_bytes())
    if content is not None:
        looks_path(video).write_bytes(content)
    monkeypatch.setattr(recording, "VIDEO", video)
    assert shipped_looks() is None


@pytest.mark.parametrize(
    ("where", "error"),
    [
        ("command_line.following.demo_setup", BadSetup("demo.setup.json: cannot be read")),
        ("recordings.demo.find_weights", NoWeights("localizer.onnx missing")),
        ("command_line.following.shipped_looks", NoRuntime("no AVX2")),
    ],
)
def test_a_demo_that_cannot_be_shown_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    error: Exception,
) -> None:
    def fails() -> None:
        raise error

    monkeypatch.setattr(f"webui.{where}", fails)
    assert run() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"hwatu: the demo cannot be shown: {error}; try: hwatu doctor"
