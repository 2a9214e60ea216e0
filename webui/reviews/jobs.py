"""Reviews of recordings in the background: one process at a time, its progress told as it goes.

A process of its own, because the camera's networks would slow down the pages, and because a film
that brings a decoder down must not bring the table down.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any

from scorer.record import written
from scorer.remark import Remark
from webui.data_folder import rule_folders
from webui.kept_lines import kept_line
from webui.live.views import turn_view
from webui.questions import Question
from webui.review import Reviewed, Task, reviewed
from webui.reviews.faults import fault_of

END_S = 5.0
"""How long a process may take to end before it is killed."""
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """A review under way, or how it ended."""

    share: float = 0.0
    """Of the film, how much has been looked at."""
    done: bool = False
    fault: str = ""
    """One line, where nothing came of it."""


class Jobs:
    """Reviews by the name of their recording."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = Lock()
        self._one = Lock()
        """Held by the review that runs; others wait for it."""
        self._processes: set[Any] = set()
        self._threads: list[Thread] = []
        self._closed = False

    def of(self, name: str) -> Job | None:
        """How far the review of a recording is; None where none was begun."""
        with self._lock:
            return self._jobs.get(name)

    def begin(self, name: str, task: Task, keep: Callable[[Json], None]) -> bool:
        """Begins a review unless one of that recording runs; `keep` is given what came of it."""
        with self._lock:
            there = self._jobs.get(name)
            if there is not None and not there.done:
                return False
            self._jobs[name] = Job()
        thread = Thread(target=self._run, args=(name, task, keep), daemon=True)
        self._threads.append(thread)
        thread.start()
        return True

    def close(self) -> None:
        """Ends every review that runs or waits; no other is begun."""
        with self._lock:
            self._closed = True
            processes = tuple(self._processes)
        for each in processes:
            each.terminate()
        for thread in self._threads:
            thread.join(END_S)

    def _run(self, name: str, task: Task, keep: Callable[[Json], None]) -> None:
        with self._one:
            found = self._followed(name, task)
        fault: str = found.get("fault", "")
        if not fault:
            try:
                keep(found)
            except Exception as error:  # whatever it is, the page must not wait for ever
                fault = f"{type(error).__name__}: {error}".splitlines()[0]
        self._set(name, Job(1.0, done=True, fault=fault))

    def _followed(self, name: str, task: Task) -> Json:
        """What the process that works on a task sends at its end."""
        # Spawned: a copy of a process in which OpenVINO or FFmpeg has threads may hang.
        context = get_context("spawn")
        with self._lock:
            if self._closed:
                return {"fault": Remark("{file}: the review was not begun", file=task.video.name)}
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(theirs, task), daemon=True)
            self._processes.add(process)
            process.start()
        theirs.close()
        try:
            while True:
                sent = ours.recv()
                if isinstance(sent, dict):
                    return sent
                self._set(name, Job(sent))
        except EOFError:
            return {"fault": Remark("{file}: the review was ended", file=task.video.name)}
        finally:
            ours.close()
            process.join(END_S)
            with self._lock:
                self._processes.discard(process)
            if process.exitcode is not None:
                process.close()

    def _set(self, name: str, job: Job) -> None:
        with self._lock:
            self._jobs[name] = job


def _work(told: Connection, task: Task) -> None:
    """In the process: shares of the film as it is looked at, at last what was found."""
    last = 0.0

    def progress(share: float) -> None:
        nonlocal last
        if share - last >= 0.005:
            last = share
            told.send(share)

    try:
        found = found_json(reviewed(task, progress))
    except Exception as error:  # told on the page instead of lost with the process
        found = {"fault": fault_of(task.video.name, error)}
    told.send(found)
    told.close()


def found_json(found: Reviewed) -> Json:
    """A review as JSON values in no language, each round in the notation of records."""
    return {
        "seconds": found.tally.seconds,
        "frames": found.tally.frames,
        "remarks": [kept_line(each) for each in (*found.review.remarks, *found.notes)],
        "questions": [_question_json(each) for each in found.review.questions],
        "rounds": [
            {
                "record": written(replace(each.replay.record, result=None), rule_folders()),
                "start_s": each.start_s,
                "end_s": each.end_s,
                "times_s": list(each.times_s),
                "certainties": list(each.confidences),
            }
            for each in found.review.rounds
        ],
    }


def _question_json(asked: Question) -> Json:
    return {
        "time_s": asked.time_s,
        "round": asked.round,
        "turn": asked.turn,
        "names": list(asked.names),
        "readings": [turn_view(each) for each in asked.readings],
    }
