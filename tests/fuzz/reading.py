"""Every reader of what people and disks bring, and spoilt input for each.

A reader is given a lot and a folder. It returns when the input was answered, and raises `Refused`
with the one line that a person is told; anything else that it raises is a fault.
"""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from tests.fuzz.hostile import Lot
from tests.fuzz.limits import in_time
from webui import cli

MOST_LINE = 1500
MANY = ("detect", "review")
"""Commands that are given several files."""


class Refused(Exception):
    """The input was refused; the message is what a person is told."""


class Fault(AssertionError):
    """A reader did neither answer nor refuse in one line."""


Reader = Callable[[Lot, Path], None]
READERS: dict[str, Reader] = {}


def reader(name: str) -> Callable[[Reader], Reader]:
    """Enters a reader under the name that the table shows."""

    def entered(function: Reader) -> Reader:
        READERS[name] = function
        return function

    return entered


def thrown(name: str, seed: int, folder: Path) -> str:
    """How a reader took the input of a seed: `answered` or `refused`.

    Raises:
        Fault: in neither way; the message tells the seed.
    """
    lot = Lot(f"{name} {seed}")
    try:
        with in_time(f"{name} {seed}"):
            READERS[name](lot, folder)
    except Refused as error:
        says = str(error)
        if not says or len(says.splitlines()) != 1 or len(says) > MOST_LINE:
            raise Fault(f"{name}, seed {seed}: no line for a person: {says!r:.800}") from error
        return "refused"
    except Exception as error:
        raise Fault(f"{name}, seed {seed}: {type(error).__name__}: {error}") from error
    return "answered"


@contextmanager
def refusing(*kinds: type[Exception]) -> Iterator[None]:
    """What is raised on purpose is the refusal."""
    try:
        yield
    except kinds as error:
        raise Refused(str(error)) from error


def command(*arguments: str) -> str:
    """What a command prints; its exit status and its words on errors are as they should be."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    status = None
    # A command that is refused early leaves the folder it named in the environment.
    with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ):
        try:
            cli.main(arguments)
        except SystemExit as error:
            status = error.code
    out.flush()
    printed = out.buffer.getvalue().decode()
    says = err.getvalue()
    if status == 2:
        if arguments and arguments[0] in MANY:  # a line for each that is refused
            says = max(says.splitlines(), key=len, default="")
        raise Refused(says.removesuffix("\n"))
    if status not in (0, 1):
        raise Fault(f"exit status {status!r}: {says}")
    return printed
