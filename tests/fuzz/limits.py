"""A time after which what runs is taken for hung."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LIMIT_S = 60.0
"""For one input; a machine may be busy, and a picture may claim to be 30,000 px square."""


class Hung(RuntimeError):
    """It did not end in time."""


@contextmanager
def in_time(what: str, limit_s: float = LIMIT_S) -> Iterator[None]:
    """Ends what runs in here when it takes too long.

    Raises:
        Hung: it did; the message names it.
    """

    def ended(number: int, frame: FrameType | None) -> None:
        raise Hung(f"not done after {limit_s} s: {what:.500}")

    before = signal.signal(signal.SIGALRM, ended)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
