"""What watching and reviewing the demo's film costs; its pictures enlarged to 1080p."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from shutil import copy
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np

from scorer.presets import house_rules, usual_preset
from vision.boxes import Array
from vision.detector import CardDetector, open_detector
from vision.evidence import Detection
from vision.motion import Gate
from vision.pipeline import looks_of, usual_card_px
from vision.small_pictures import small_of
from vision.video import Frame, Tally, frames
from webui.recordings.demo import SETUP, VIDEO, demo_setup
from webui.review import Task, reviewed
from webui.session import Session

RULES = house_rules(usual_preset(2), 2)
"""Of the film's two players."""
SIZE_PX = (1920, 1080)
PICTURES_A_SECOND = 30.0
STILL_S = 16.0
"""A time in the demo's film at which nothing moves."""
PLAYED_S = (15.0, 45.0)
NOISE = 1.5
"""Levels of the sensor's noise on the table that lies still."""
EARLY_S = 120.0
RUNS = 5


class Throughput(NamedTuple):
    """Pictures a second, as fast as it goes."""

    watched: float
    detected: float
    """With the detector at each."""
    detector_cores: float
    """In use where the detector looks at each of a camera's pictures, if there were so many."""


class Told(NamedTuple):
    """Times from the last movement on the table to its turn told."""

    median_s: float
    p95_s: float
    looked_s: float
    """Of the median the wait until it counts as settled, and the detector."""
    settled_s: float
    """The median from when the table counted as settled."""


class Review(NamedTuple):
    """Times of a whole review."""

    review_s: float
    decoding_s: float
    film_s: float


def throughput() -> Throughput:
    """Of the played part of the film, with all its pictures in memory."""
    detector, film = open_detector(), list(_played())
    card_px = _card_px(film[0], detector)
    begin_s = time.perf_counter()
    for _ in looks_of(film, detector, Gate(), card_px):
        pass
    watched_s = time.perf_counter() - begin_s
    begin_cpu_s = time.process_time()
    each_s = _seconds(partial(detector.detect, film[0].bgr(), card_px))
    cores = (time.process_time() - begin_cpu_s) / RUNS * PICTURES_A_SECOND
    return Throughput(len(film) / watched_s, 1 / each_s, cores)


def cpu_share(seconds: float, *, still: bool = False) -> float:
    """Cores in use while pictures come as a camera gives them."""
    detector = open_detector()
    pictures = _still() if still else _looped(list(_played()))
    first = next(pictures)
    gate, card_px = Gate(), _card_px(first, detector)
    watching = looks_of(_paced(pictures, seconds), detector, gate, card_px)
    begin_s, begin_cpu_s = time.perf_counter(), time.process_time()
    for _ in watching:
        pass
    return (time.process_time() - begin_cpu_s) / (time.perf_counter() - begin_s)


def settled_to_told() -> Told:
    """Over all turns of the film, each look taken and read as it comes."""
    detector, setup = _Timed(open_detector()), demo_setup()
    session = Session(setup, RULES)
    whole, looked, seen = list[float](), list[float](), list[float]()
    for look in looks_of(frames(VIDEO), detector, Gate()):
        begin_s = time.perf_counter()
        updates = session.see(look)
        read_s = time.perf_counter() - begin_s
        if not look.glance and any(each.kind == "turn" for each in updates):
            looked.append(look.time_s - look.settled_s + detector.took_s)
            whole.append(looked[-1] + read_s)
            seen.append(detector.took_s + read_s)
    return Told(median(whole), quantiles(whole, n=20)[18], median(looked), median(seen))


def review_times() -> Review:
    """Of the demo's film, in a folder where nothing is known of it."""
    with TemporaryDirectory() as folder:
        video, setup = Path(copy(VIDEO, folder)), demo_setup()
        review_s = _seconds(partial(reviewed, Task(video, RULES, setup.seats, setup)), runs=1)
    tally = Tally()
    decoding_s = _seconds(lambda: [each.small() for each in frames(VIDEO, tally)], runs=1)
    return Review(review_s, decoding_s, tally.seconds)


def folder_s(*options: str) -> float:
    """Of `hwatu review`, with these options, of a folder that holds the demo's film twice."""
    with TemporaryDirectory() as folder:
        for name in ("one", "two"):
            copy(VIDEO, Path(folder) / f"{name}{VIDEO.suffix}")
        command = (sys.executable, "-m", "webui", "review", folder, "--setup", str(SETUP), *options)
        return _seconds(partial(subprocess.run, command, check=True, capture_output=True), runs=1)


def memory_mb(seconds: float) -> tuple[float, float]:
    """What this process holds after two minutes of play, and after so many seconds of it."""
    setup, detector = demo_setup(), open_detector()
    session = Session(setup, RULES)
    early = 0.0
    for look in looks_of(_again_and_again(seconds), detector, Gate()):
        session.see(look)
        if look.time_s <= EARLY_S:
            early = _held_mb()
    return early, _held_mb()


class _Timed:
    """A detector, and how long it took the last time."""

    def __init__(self, detector: CardDetector) -> None:
        self.detector, self.took_s = detector, 0.0

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """What the detector says."""
        begin_s = time.perf_counter()
        found = self.detector.detect(frame_bgr, card_px, unsure=unsure)
        self.took_s = time.perf_counter() - begin_s
        return found


def _large(picture: Array) -> Array:
    return cv2.resize(picture, SIZE_PX, interpolation=cv2.INTER_LINEAR)


def _frame(time_s: float, index: int, picture: Array) -> Frame:
    """As a camera gives it: its small picture is made when it is asked for."""
    return Frame(time_s, index, lambda: small_of(picture), lambda: picture)


def _played() -> Iterator[Frame]:
    """Some turns of the film, a tenth of a second from picture to picture."""
    every_s = 0.1
    due_s = PLAYED_S[0]
    for frame in frames(VIDEO):
        if due_s <= frame.time_s < PLAYED_S[1]:
            due_s += every_s
            yield _frame(frame.time_s - PLAYED_S[0], frame.index, _large(frame.bgr()))


def _looped(film: list[Frame]) -> Iterator[Frame]:
    """The film at its pace, each picture shown as often as a camera would; there and back again."""
    there_and_back = [*film, *film[::-1]]
    step_s = 1 / PICTURES_A_SECOND
    for index in count():
        time_s = index * step_s
        shown = there_and_back[int(time_s / 0.1) % len(there_and_back)]
        yield replace(shown, time_s=time_s, index=index)


def _still() -> Iterator[Frame]:
    """A table on which nothing moves, seen by a sensor that is noisy."""
    frame = next(each for each in frames(VIDEO) if each.time_s >= STILL_S)
    rng, picture = np.random.default_rng(0), _large(frame.bgr()).astype(np.int16)
    noisy = [
        np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        for _ in range(6)
    ]
    for index in count():
        yield _frame(index / PICTURES_A_SECOND, index, noisy[int(rng.integers(len(noisy)))])


def _paced(pictures: Iterator[Frame], seconds: float) -> Iterator[Frame]:
    begin_s = time.perf_counter()
    for frame in islice(pictures, int(seconds * PICTURES_A_SECOND)):
        time.sleep(max(0.0, begin_s + frame.time_s - time.perf_counter()))
        yield frame


def _again_and_again(seconds: float) -> Iterator[Frame]:
    """The film over and over, so many seconds of it."""
    from_s = 0.0
    while True:
        last_s = 0.0
        for frame in frames(VIDEO):
            if from_s + frame.time_s > seconds:
                return
            last_s = frame.time_s
            yield replace(frame, time_s=from_s + frame.time_s)
        from_s += last_s + 1.0


def _card_px(frame: Frame, detector: CardDetector) -> float:
    width = usual_card_px(detector.detect(frame.bgr()))
    assert width is not None, "the film's table shows cards"
    return width


def _seconds(task: Callable[[], object], runs: int = RUNS) -> float:
    took = []
    for _ in range(runs):
        begin_s = time.perf_counter()
        task()
        took.append(time.perf_counter() - begin_s)
    return median(took)


def _held_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
