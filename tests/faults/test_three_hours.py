"""A recording of three hours: its times stay right, and its memory does not grow."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import scene
from tests.faults.filmed import EMPTY, ROUND, filmed
from tests.faults.watched import Watched
from vision.boxes import Array
from vision.evidence import Detection
from vision.looks_file import basis, keep, kept
from vision.motion import Gate, GateSettings
from vision.pipeline import looks_of
from vision.video import Frame, Tally, frames, probe, stills
from webui.review import clock

THREE_HOURS_S = 3 * 3600
EVERY_S = 30
"""A picture so often: a film of a still table need not have more."""
ROUND_S = 100
MOST_GROWTH_MB = 12.0


def memory_mb() -> float:
    """What this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


class Blind:
    """A detector that sees nothing."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        return ()


def weighed(pictures: Iterator[Frame], into: list[float]) -> Iterator[Frame]:
    """The pictures; after each half hour the memory is noted."""
    for frame in pictures:
        if frame.time_s >= 1800 * (len(into) + 1):
            into.append(memory_mb())
        yield frame


def test_a_recording_of_three_hours(film: Callable[..., Path]) -> None:
    path = film(range(0, THREE_HOURS_S, EVERY_S), picture=lambda time_s: scene(time_s))
    tally, held = Tally(), list[float]()
    rests_on = basis(path, "none", GateSettings())
    looks = looks_of(weighed(frames(path, tally), held), Blind(), Gate())
    recording = keep(path.with_suffix(".looks"), rests_on, looks, tally)
    assert tally.seconds == pytest.approx(THREE_HOURS_S, abs=EVERY_S + 0.1)
    assert probe(path).seconds == pytest.approx(THREE_HOURS_S, abs=EVERY_S + 0.1)
    times = [each.time_s for each in recording.looks()]
    assert times == sorted(set(times))
    assert times[-1] > THREE_HOURS_S - 2 * EVERY_S
    assert clock(times[-1]).startswith("2:59:")
    assert len(list(stills(path, [10_700.0, 5.0]))) == 2
    assert kept(path.with_suffix(".looks"), rests_on) is not None
    assert held[-1] - held[0] < MOST_GROWTH_MB, held


@pytest.mark.long
def test_an_evening_of_three_hours_at_the_table(watched: Watched) -> None:
    """A hundred and more rounds in a row, each settled; it takes some minutes."""
    rounds, held = THREE_HOURS_S // ROUND_S, list[float]()
    films = (filmed((*ROUND, EMPTY), from_s=n * ROUND_S) for n in range(rounds))
    pictures = weighed((frame for film in films for frame in film), held)
    watched.film(pictures, patience_s=THREE_HOURS_S)
    assert [each.settled for each in watched.state.rounds] == [True] * rounds
    assert watched.state.ledger.balances() == {"A": 6 * rounds, "B": -6 * rounds}
    assert held[-1] - held[0] < 4 * MOST_GROWTH_MB, held
