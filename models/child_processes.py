"""Scripts of this project run beside each other, watched, and none outlives who began them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scene_faces import BadInput

ROOT = Path(__file__).resolve().parent.parent
LOOK_EVERY_S = 0.5
TELL_EVERY_S = 30.0
"""How often the last words of those that are waited for are told."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process of this run, and where its words go."""

    name: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def has_failed(self) -> bool:
        """Whether it ended, and not well."""
        return bool(self.process.poll())

    def last_words(self) -> str:
        """The last line that it wrote."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "without a word")


def started(command: Sequence[str], name: str, out: Path) -> Child:
    """A process that runs a script of this project; its words go to `out`/`name`.log."""
    log = out / f"{name}.log"
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    told = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"}
    told["OMP_NUM_THREADS"] = "1"  # there are as many processes as cores
    with log.open("wb") as words:
        python = [sys.executable, *command]
        process = subprocess.Popen(python, cwd=ROOT, env=told, stdout=words, stderr=words)
    return Child(name, process, log)


def check(children: Sequence[Child]) -> None:
    """Nothing where all is well; BadInput names the first that failed."""
    for child in children:
        if child.has_failed():
            raise BadInput(f"{child.name} ended with {child.process.poll()}: {child.last_words()}")


def wait_for(children: Sequence[Child], watched: Sequence[Child] = ()) -> None:
    """Until all of these have ended; BadInput names one that failed, at once one of `watched`."""
    told: set[str] = set()
    spoken = time.monotonic()
    while any(child.process.poll() is None for child in children):
        check(watched)
        for child in children:
            if child.has_failed() and child.name not in told:
                told.add(child.name)
                print(f"{child.name} failed: {child.last_words()}", flush=True)
        if time.monotonic() - spoken > TELL_EVERY_S:
            spoken = time.monotonic()
            print(
                *(f"{child.name}: {child.last_words()}" for child in children), sep="\n", flush=True
            )
        time.sleep(LOOK_EVERY_S)
    check((*children, *watched))


@contextmanager
def killed_at_the_end() -> Iterator[list[Child]]:
    """A list of children; however it ends, none outlives it."""
    children: list[Child] = []
    try:
        yield children
    finally:
        for child in children:
            child.process.terminate()
        for child in children:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(10)
            child.process.kill()
