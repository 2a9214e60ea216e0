"""What `hwatu review` holds in memory while it looks at a long film and reads it.

    python tests/benchmarks/review_memory.py [--minutes 60] [--film FILM --setup FILE]

The film, the demo's unless another is named, is put after itself as it is until it is so long: its
pictures are copied, not encoded anew. Looks are taken anew, and read by a process of its own where
that pays: what it holds is told beside. Needs /proc, that is Linux.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory

import av

from scorer.presets import house_rules
from vision.setup import read_setup
from webui.recordings.demo import SETUP, VIDEO
from webui.review import Task, reviewed

EVERY_S = 300.0
"""Of film, from one line to the next."""


def made_longer(film: Path, seconds: float, out: Path) -> float:
    """The seconds of a film that shows this one again and again, for so long at least."""
    length = Fraction(0)
    with closing(av.open(str(out), "w")) as written:
        stream = None
        while length < seconds:
            with closing(av.open(str(film))) as read:
                source = read.streams.video[0]
                stream = stream or written.add_stream_from_template(source)
                end = length
                for packet in read.demux(source):
                    if packet.dts is None or packet.pts is None or packet.time_base is None:
                        continue
                    shift = round(length / packet.time_base)
                    packet.dts, packet.pts = packet.dts + shift, packet.pts + shift
                    shown_s = (packet.duration or 0) * packet.time_base
                    end = max(end, packet.pts * packet.time_base + shown_s)
                    packet.stream = stream
                    written.mux(packet)
            if end == length:
                raise ValueError(f"{film}: no picture that can be copied")
            length = end
    return float(length)


def held_mb(what: str = "VmRSS", process: int | str = "self") -> float:
    """What this process, or another one, holds, or with `VmHWM` the most that it held."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    kilobytes = next(line for line in lines if line.startswith(what)).split()[1]
    return int(kilobytes) * 1024 / 1e6


def told_every(seconds: float) -> Callable[[float], None]:
    """Prints what is held at every so many seconds of a film that long."""
    begin_s, due_s = time.perf_counter(), EVERY_S

    def told(share: float) -> None:
        nonlocal due_s
        if share * seconds >= due_s:
            took = time.perf_counter() - begin_s
            reading = sum(held_mb(process=each.pid or "self") for each in active_children())
            print(f"{due_s / 60:>7.0f}{held_mb():>10.0f}{reading:>12.0f}{took:>12.0f}", flush=True)
            due_s += EVERY_S

    return told


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60, help="of film")
    parser.add_argument("--film", type=Path, default=VIDEO)
    parser.add_argument("--setup", type=Path, default=SETUP)
    asked = parser.parse_args(argv)
    setup = read_setup(asked.setup)
    assert isinstance(setup.rules, str)
    rules = house_rules(setup.rules, len(setup.seats))
    with TemporaryDirectory() as folder:
        long = Path(folder) / f"long{asked.film.suffix}"
        seconds = made_longer(asked.film, 60 * asked.minutes, long)
        print(f"{'minutes':>7}{'MB':>10}{'reading MB':>12}{'after s':>12}")
        begin_s = time.perf_counter()
        found = reviewed(Task(long, rules, setup.seats, setup, fresh=True), told_every(seconds))
        took = time.perf_counter() - begin_s
    print(f"{'read':>7}{held_mb():>10.0f}{'':>12}{took:>12.0f}")
    print(
        f"at most {held_mb('VmHWM'):.0f} MB; {len(found.review.rounds)} rounds in {seconds:.0f} s"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
