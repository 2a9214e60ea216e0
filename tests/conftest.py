"""Tiny films, made when a test asks for them; which tests are to cover the rules, and on which core."""

import gc
import os
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
import pytest
from hypothesis import settings

from vision.boxes import Array

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CLOCK = 1000
"""Ticks a second."""

PATIENCE_MS = 30_000
"""So long a page may take on a busy machine."""

settings.register_profile("no clock", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("no clock")


@pytest.fixture
def small_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks of networks that tell nothing of places: few views, few features to learn from."""
    monkeypatch.setattr("vision.deck_teaching.VIEWS", 12)
    for module in ("decks", "recogniser"):
        monkeypatch.setattr(f"vision.{module}.PLACES", 0)


def pytest_configure() -> None:
    """Each of several workers keeps to a core: on all of them they would wait for each other."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(worker.removeprefix("gw")) % len(cores)]})


def pytest_collection_finish() -> None:
    """What was loaded stays loaded: to look for rubbish in it took a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """Lines are counted where the rules are tested: counted everywhere they would take twice as long.

    pytest-cov's own `no_cover` counts on in a worker, where two of its counters run.
    """
    folder = item.path.parent.relative_to(Path(__file__).parent)
    if folder.parts[:1] in ((), ("scorer",)) and not item.get_closest_marker("uncounted"):
        return (yield)
    counting, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(counting)
        threading.settrace(in_threads)


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """A browser without a window."""
    from playwright.sync_api import expect, sync_playwright

    from tests.webui.browser import CHROMIUM, FLAGS

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def scene(time_s: float, size: tuple[int, int] = (96, 64)) -> Array:
    """(h, w, 3) uint8 BGR: a table with something in each corner, its upper left one white."""
    width, height = size
    rows, columns = np.mgrid[:height, :width]
    picture = np.stack([60 + columns % 32, 90 + rows % 32, np.full_like(rows, 120)], axis=2)
    picture[: height // 4, : width // 4] = 255
    return picture.astype(np.uint8)


def write_film(
    path: Path,
    times_s: Sequence[float],
    picture: Callable[[float], Array] = scene,
    turned: int | None = None,
    index_first: bool = True,
) -> Path:
    """A film with pictures at these times."""
    height, width = picture(0.0).shape[:2]
    options = {"movflags": "faststart"} if index_first else {}
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream(
            "libx264", rate=30, options={"preset": "ultrafast", "g": "10"}
        )
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.time_base = Fraction(1, CLOCK)
        if turned is not None:
            stream.set_display_rotation(turned)
        container.start_encoding()
        for time_s in times_s:
            frame = av.VideoFrame.from_ndarray(picture(time_s), format="bgr24")
            frame.pts, frame.time_base = round(time_s * CLOCK), Fraction(1, CLOCK)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


@pytest.fixture
def film(tmp_path: Path) -> Callable[..., Path]:
    """Makes a film of these times in the test's folder."""

    def make(times_s: Sequence[float], name: str = "game.mp4", **more: object) -> Path:
        return write_film(tmp_path / name, times_s, **more)  # type: ignore[arg-type]

    return make
