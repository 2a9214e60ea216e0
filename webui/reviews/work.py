"""Reviews of several videos at a time: in this process, on the cores of this machine, on a cluster.

Each is the same work on one video, and a video that fails is one line and stops no other.
"""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import click
import cv2

from vision.looks_file import BadLooks
from vision.runtime import default_threads
from webui.bad_input import BadInput, NotHere
from webui.review import Progress, Task, review_json, review_lines, reviewed
from webui.reviews.faults import fault_of

ANSWER_S = 10
"""How long a cluster's scheduler may take to answer."""
BAR = 1000


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done with one video."""

    task: Task
    page: bool
    """Whether the report is asked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it, ready to be written."""

    fault: str = ""
    """One line, where nothing came of it; the rest is empty then."""
    notes: tuple[str, ...] = ()
    document: dict[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    page: str = ""


def work_on(work: Work, progress: Progress = lambda share: None) -> Outcome:
    """The review of one video; whatever goes wrong with it is told in the outcome."""
    video = work.task.video
    try:
        found = reviewed(work.task, progress)
        page = ""
        if work.page:
            from webui.reviews.report import report

            page = report(found)
        return Outcome("", found.notes, review_json(found), tuple(review_lines(found)), page)
    except BadLooks as error:
        return Outcome(f"{error}; try: --fresh")
    except Exception as error:  # one video must not stop a folder of them
        return Outcome(fault_of(str(video), error))


def outcomes(works: Sequence[Work], jobs: int, cluster: str | None) -> Iterator[Outcome]:
    """The outcome of each work in their order, as soon as it and those before it are there.

    Raises:
        NotHere: the cluster's library is missing. BadInput: no cluster answers at the address.
    """
    if cluster is not None:
        yield from _on_cluster(works, cluster)
    elif jobs == 1:
        cv2.setNumThreads(1)  # decoder, networks and reading have the cores
        for work in works:
            with _bar(work.task.video.name, BAR) as show:
                found = work_on(work, partial(_show_share, show))
            yield found
    else:
        yield from _on_cores(works, jobs)


def _show_share(show: Callable[[int], None], share: float) -> None:
    show(round(share * BAR))


def cores() -> int:
    """How many videos are worked on at a time, where nobody says."""
    return default_threads()


def _on_cores(works: Sequence[Work], jobs: int) -> Iterator[Outcome]:
    # Spawned: a copy of a process in which OpenVINO or FFmpeg has threads may hang.
    with (
        ProcessPoolExecutor(jobs, get_context("spawn"), _begin) as pool,
        _bar(f"{len(works)} videos", len(works)) as show,
    ):
        try:
            yield from _collected(works, [pool.submit(work_on, work) for work in works], show)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """In each process: one thread, and Ctrl-C ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    cv2.setNumThreads(1)


def _on_cluster(works: Sequence[Work], address: str) -> Iterator[Outcome]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise NotHere("--cluster needs more: pip install 'hwatu-table[cluster]'") from error
    try:
        client = distributed.Client(address, timeout=ANSWER_S)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(f"{address}: no Dask scheduler answers here: {reason}") from error
    with client, _bar(f"{len(works)} videos", len(works)) as show:
        there = [
            replace(work, task=replace(work.task, video=work.task.video.absolute()))
            for work in works
        ]
        yield from _collected(works, client.map(work_on, there, pure=False), show)


def _collected(
    works: Sequence[Work], futures: Sequence[Any], show: Callable[[int], None]
) -> Iterator[Outcome]:
    for done, (work, future) in enumerate(zip(works, futures, strict=True), 1):
        try:
            found: Outcome = future.result()
        except Exception as error:  # the process or the machine that worked on it is gone
            found = Outcome(fault_of(str(work.task.video), error))
        show(done)
        yield found


@contextmanager
def _bar(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A progress bar with the time left, on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
