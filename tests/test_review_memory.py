"""The benchmark of a long review: the film that it makes."""

from pathlib import Path

import pytest

from review_memory import held_mb, made_longer
from vision.video import Tally, frames, probe
from webui.recordings.demo import VIDEO


def test_a_film_is_put_after_itself(tmp_path: Path) -> None:
    long, once = tmp_path / "long.mp4", probe(VIDEO)
    seconds = made_longer(VIDEO, once.seconds + 1, long)
    twice = probe(long)
    assert seconds == pytest.approx(twice.seconds) == pytest.approx(2 * once.seconds, abs=0.1)
    assert (twice.frames, twice.size_px) == (2 * once.frames, once.size_px)
    tally = Tally()
    times = [frame.time_s for frame in frames(long, tally)]
    assert times == sorted(set(times))
    assert len(times) == twice.frames


def test_what_is_held_is_at_most_what_was_held() -> None:
    assert 1 < held_mb() <= held_mb("VmHWM")
