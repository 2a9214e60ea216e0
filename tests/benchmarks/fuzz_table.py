"""What was thrown at every reader and every route, how often, and how it was answered.

    python tests/benchmarks/fuzz_table.py [--seconds 300] [--seed 0]

A third of the time goes to the readers, a third to the routes, the rest to bytes at the server
itself. What does neither answer nor refuse in one line is printed with what made it, and the exit
status is 1. docs/FUZZ.md says what must hold.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # for `tests.fuzz`, which holds what is thrown

from tests.fuzz.hostile import Lot  # noqa: E402
from tests.fuzz.raw import sent_raw, serving, still_serves  # noqa: E402
from tests.fuzz.readers import READERS, Fault, thrown  # noqa: E402
from tests.fuzz.siege import Broken, besieged  # noqa: E402

BATCH = 500
"""Requests to a dashboard before it is thrown at anew."""
RAW = "bytes that are hardly HTTP, at the server"


@dataclass(slots=True)
class Row:
    """What came of one reader or route."""

    answers: Counter[str] = field(default_factory=Counter)
    slowest_ms: float = 0.0

    def add(self, answer: str, ms: float) -> None:
        """Counts an answer."""
        self.answers[answer] += 1
        self.slowest_ms = max(self.slowest_ms, ms)


@dataclass(slots=True)
class Found:
    """Everything that was found."""

    readers: dict[str, Row] = field(default_factory=dict)
    routes: dict[str, Row] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def fault(self, says: str) -> None:
        """Notes a fault, and tells it at once."""
        self.faults.append(says)
        print(says, file=sys.stderr, flush=True)


def fuzzed(seconds: float, seed: int) -> Found:
    """What is found in about so many seconds."""
    found = Found()
    with TemporaryDirectory() as name, patch.dict(os.environ, XDG_DATA_HOME=f"{name}/data"):
        folder = Path(name)
        with chdir(folder):
            _readers(found, folder, seconds / 3, seed)
        _routes(found, folder, seconds / 3, seed)
        _server(found, folder / "served", seconds / 3, seed)
    return found


def _readers(found: Found, folder: Path, seconds: float, seed: int) -> None:
    """To each reader as much time."""
    for name in READERS:
        row = found.readers[name] = Row()
        for number in _until(seconds / len(READERS), seed):
            begun = time.perf_counter()
            try:
                answer = thrown(name, number, folder)
            except Fault as error:
                answer = "fault"
                found.fault(str(error))
            row.add(answer, 1000 * (time.perf_counter() - begun))


def _routes(found: Found, folder: Path, seconds: float, seed: int) -> None:
    end_s = time.monotonic() + seconds
    for number in _until(seconds, seed):
        with besieged(folder / f"siege{number}") as siege:
            lot = Lot(number)
            for _ in range(BATCH):
                try:
                    siege.throw(lot)
                except Broken as error:
                    found.fault(f"siege {number}: {error}")
                    break
                if time.monotonic() > end_s:
                    break
            for rule in siege.thrower.rules:
                row = found.routes.setdefault(rule.rule, Row())
                row.slowest_ms = max(row.slowest_ms, siege.slowest_ms.get(rule.rule, 0.0))
            for (rule_name, how), count in siege.outcomes.items():
                found.routes[rule_name].answers[how] += count


def _server(found: Found, folder: Path, seconds: float, seed: int) -> None:
    row = found.routes[RAW] = Row()
    folder.mkdir()
    with serving(folder) as served:
        for number in _until(seconds, seed):
            begun = time.perf_counter()
            row.add(sent_raw(served, Lot(number)), 1000 * (time.perf_counter() - begun))
        if not still_serves(served):
            found.fault(f"{RAW}: no page is served any more")


def _until(seconds: float, seed: int) -> Iterator[int]:
    """Seeds for so long, at least one."""
    end_s, number = time.monotonic() + seconds, seed
    while True:
        yield number
        number += 1
        if time.monotonic() > end_s:
            return


def lines(found: Found) -> Iterator[str]:
    """The tables, as they stand in docs/FUZZ.md."""
    columns: tuple[tuple[str, dict[str, Row], tuple[str, ...]], ...] = (
        ("reader", found.readers, ("answered", "refused", "fault")),
        ("route", found.routes, ("2xx", "3xx", "4xx", "5xx", "501", "closed", "waits")),
    )
    for what, rows, answers in columns:
        yield f"| {what} | thrown | {' | '.join(answers)} | slowest ms |"
        yield "| --- |" + " ---: |" * (len(answers) + 2)
        for name, row in rows.items():
            counts = " | ".join(str(row.answers[each] or "") for each in answers)
            yield f"| {_code(name)} | {row.answers.total()} | {counts} | {row.slowest_ms:.0f} |"
        yield ""


def _code(name: str) -> str:
    return f"`{name}`" if name.startswith("/") else name


def main(argv: Sequence[str] | None = None, run: Callable[[float, int], Found] = fuzzed) -> int:
    """Prints the tables; 1 where there was a fault."""
    parser = argparse.ArgumentParser(description="Throws hostile input at everything, and counts.")
    parser.add_argument("--seconds", type=float, default=300.0, help="about so long")
    parser.add_argument("--seed", type=int, default=0, help="other inputs with another one")
    asked = parser.parse_args(argv)
    found = run(asked.seconds, asked.seed)
    print("\n".join(lines(found)))
    print(f"{len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
