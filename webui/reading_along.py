"""A recording read while it is still looked at, by a process of its own.

Looking and reading are both Python for a good part: two threads of one process would wait for each
other, and the second core for both.
"""

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from scorer.house_rules import HouseRules
from vision.looks import Look
from vision.runtime import default_threads
from vision.setup import Setup
from webui.seating import MOST_ACTIVE
from webui.seen_evening import SeenEvening, seen_evening

END_S = 2.0
"""So long the process is waited for when it is not needed any more."""


class Along:
    """Reads the looks that pass; close it in the end."""

    def __init__(self, setup: Setup, rules: HouseRules) -> None:
        self._of = (setup, rules)
        self._process: SpawnProcess | None = None
        self._told: Connection | None = None

    def passing(self, looks: Iterable[Look]) -> Iterator[Look]:
        """The same looks, read as they pass; from the first on when it is called again."""
        self.close()
        # Spawned: a copy of a process in which OpenVINO or FFmpeg has threads may hang.
        context = get_context("spawn")
        theirs, passed = context.Pipe(duplex=False)
        self._told, telling = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_read, args=(theirs, telling, *self._of), daemon=True
        )
        self._process.start()
        theirs.close()
        telling.close()
        with passed, ThreadPoolExecutor(1) as sender:
            for look in looks:
                sender.submit(_send, passed, look)
                yield look
            sender.submit(_send, passed, None)

    def evening(self) -> SeenEvening | None:
        """What they come to; None where none passed, or the process came to nothing."""
        if self._told is None:
            return None
        with suppress(EOFError, OSError):
            found = self._told.recv()
            return found if isinstance(found, SeenEvening) else None
        return None

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._told is not None:
            self._told.close()
        if self._process is not None:
            self._process.terminate()
            self._process.join(END_S)
        self._told = self._process = None


def pays(setup: Setup, threads: int | None) -> bool:
    """Whether a core is free for it; where some sit out, looks are gone through twice instead."""
    alone = threads is None and default_threads() > 1 and not current_process().daemon
    return alone and len(setup.seats) <= MOST_ACTIVE


def _send(passed: Connection, look: Look | None) -> None:
    """A process that has ended reads nothing; then the looks are read from their file."""
    with suppress(OSError):
        passed.send(look)


def _read(looks: Connection, told: Connection, setup: Setup, rules: HouseRules) -> None:
    """In the process; whatever goes wrong is told by who reads the looks after it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(Exception):
        told.send(seen_evening(setup, rules, lambda: iter(looks.recv, None)))
