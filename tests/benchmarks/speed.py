"""How fast the whole is: every figure beside a baseline that was measured in the same run.

    python tests/benchmarks/speed.py [--only live review ...] [--seconds 20] [--minutes 10]

live: a still and a played table at 1080p, 30 pictures a second, watched as they come.
commit: from a table that has settled to the turn told; and from there to eight browsers' pixels.
review: a whole review of the demo's film, its looks taken anew. folder: of two such films.
memory: what is held after minutes of play. start: until `hwatu score` has answered and `hwatu demo` shows its page.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import quantiles
from typing import NamedTuple

import speed_live
import speed_start
from chromium_path import CHROMIUM, MISSING
from pixel_latency import measured


class Row(NamedTuple):
    """One figure, and what it is held against."""

    what: str
    value: float
    unit: str
    beside: str
    baseline: float
    baseline_unit: str = ""

    def line(self) -> str:
        """The row as it is printed."""
        ratio = self.value / self.baseline if self.baseline else float("nan")
        held = f"{self.baseline:.3g} {self.baseline_unit or self.unit} {self.beside}"
        return f"{self.what:44}{self.value:8.3g} {self.unit:12}{held:52}{ratio:6.2f} x"


def live_rows(seconds: float) -> Iterator[Row]:
    """Pictures a second, and what watching costs of one core."""
    most = speed_live.throughput()
    yield Row("pictures watched a second, played", most.watched, "a second",
              "with the detector at each", most.detected)  # fmt: skip
    idle, played = speed_live.cpu_share(seconds, still=True), speed_live.cpu_share(seconds)
    yield Row("CPU while nobody plays", 100 * idle, "% of a core", "while played", 100 * played)
    yield Row("CPU while played", 100 * played, "% of a core",
              "with the detector at each", 100 * most.detector_cores)  # fmt: skip


def commit_rows(pages: int) -> Iterator[Row]:
    """From the table to the turn told, from there to the pixels."""
    told = speed_live.settled_to_told()
    yield Row("settled to told, median", 1000 * told.settled_s, "ms",
              "from the last movement on", 1000 * told.median_s)  # fmt: skip
    yield Row("last movement to told, median", 1000 * told.median_s, "ms",
              "of it waiting and looking", 1000 * told.looked_s)  # fmt: skip
    yield Row("the same, the slowest of twenty", 1000 * told.p95_s, "ms",
              "the median", 1000 * told.median_s)  # fmt: skip
    if CHROMIUM is None:
        print(f"told to pixels: {MISSING}", file=sys.stderr)
        return
    one, many = (quantiles(measured(n, 50, CHROMIUM), n=20)[18] for n in (1, pages))
    yield Row(f"told to pixels, p95, {pages} browsers", many, "ms", "with one browser", one)


def review_rows() -> Iterator[Row]:
    """A whole review, beside the film's length and its decoding alone."""
    took = speed_live.review_times()
    yield Row("review of a film", took.review_s, "s", "its length", took.film_s)
    yield Row("the same", took.review_s, "s", "decoding alone", took.decoding_s)


def folder_rows() -> Iterator[Row]:
    """A review of a folder with the demo's film twice, as many at a time as there are cores."""
    yield Row("review of a folder of two films", speed_live.folder_s(), "s",
              "one after the other", speed_live.folder_s("--jobs", "1"))  # fmt: skip


def memory_rows(minutes: float) -> Iterator[Row]:
    """What is held after minutes of play, beside what was held early."""
    early, late = speed_live.memory_mb(60 * minutes)
    yield Row(f"memory after {minutes:g} minutes of play", late, "MB", "after two", early)


def start_rows() -> Iterator[Row]:
    """How long one waits for the first answer."""
    bare = speed_start.python_s()
    yield Row("until hwatu score answers", speed_start.score_s(), "s", "python alone", bare)
    yield Row("until hwatu demo shows its page", speed_start.demo_s(), "s",
              "python that imports flask and cv2", speed_start.libraries_s())  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parts: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
        "live": lambda asked: live_rows(asked.seconds),
        "commit": lambda asked: commit_rows(asked.pages),
        "review": lambda asked: review_rows(),
        "folder": lambda asked: folder_rows(),
        "memory": lambda asked: memory_rows(asked.minutes),
        "start": lambda asked: start_rows(),
    }
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--seconds", type=float, default=20, help="of watching live")
    parser.add_argument("--minutes", type=float, default=10, help="of play, for memory")
    parser.add_argument("--pages", type=int, default=8, help="browsers at one table")
    asked = parser.parse_args(argv)
    print(f"{'':44}{'':22}{'beside':52}{'ratio':>8}")
    for name in asked.only:
        for row in parts[name](asked):
            print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
