"""Looks kept beside their video, so that other rules or another setup need no detector.

`game.mp4.looks.jsonl.gz` holds a line of what the looks depend on, one for each look, and a last
one of what was read; a file without its last line is not used.
"""

import glob
import gzip
import json
import os
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from scorer.errors import short
from scorer.remark import Told
from vision.looks import Look, look_json, look_of
from vision.motion import GateSettings
from vision.video import Tally

VERSION = 7
SUFFIX = ".looks.jsonl.gz"
NO_LOOK = (KeyError, TypeError, ValueError, OverflowError)
"""What is raised where a line is not what it should be."""
PART = 1_000_000
"""Bytes at both ends of a video that tell it from others."""
LEFT_S = 86_400.0
"""A file that nobody has written to for so long was left by a review that was killed."""


class BadLooks(Told):
    """A file of looks is damaged; the message is one line that names it."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The looks at one video, in a file."""

    path: Path
    tally: Tally
    count: int

    def looks(self) -> Iterator[Look]:
        """The looks in order, read as they are asked for.

        Raises:
            BadLooks: the file has changed since it was opened.
        """
        lines = _lines(self.path)
        next(lines)
        for _ in range(self.count):
            try:
                yield look_of(_values(self.path, next(lines, b"")))
            except NO_LOOK as error:
                raise BadLooks(
                    "{file}: not a look: {why}", file=self.path, why=short(error, 100)
                ) from error


def looks_path(video: Path) -> Path:
    """Where the looks at a video are kept."""
    return video.with_name(video.name + SUFFIX)


def basis(video: Path, detector: str, settings: GateSettings) -> dict[str, Any]:
    """What looks depend on: the video's bytes, the detector by its fingerprint, the gate.

    Raises:
        OSError: the video cannot be read.
    """
    with video.open("rb") as file:
        first = file.read(PART)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - PART))
        last = file.read(PART)
    parts = [sha256(part).hexdigest() for part in (first, last)]
    gate = json.loads(json.dumps(asdict(settings)))
    return {
        "looks": VERSION,
        "video": {"bytes": size, "first": parts[0], "last": parts[1]},
        "detector": detector,
        "gate": gate,
    }


def fingerprint(files: Iterable[Path]) -> str:
    """The hash of all these files together."""
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in files)).hexdigest()


def kept(path: Path, basis: dict[str, Any]) -> Recording | None:
    """The recording in a file; None where there is none, or one with another basis.

    Raises:
        BadLooks: the file is damaged.
    """
    try:
        lines = _lines(path)
        if _values(path, next(lines, b"")) != basis:
            return None
        count, last = -1, b""
        for line in lines:
            count, last = count + 1, line
        told = _values(path, last)
    except FileNotFoundError:
        return None
    if not isinstance(told, dict) or told.get("looks") != count:
        raise BadLooks("{file}: its end is missing", file=path)
    try:
        tally = Tally(int(told["frames"]), int(told["broken"]), float(told["seconds"]))
    except NO_LOOK as error:
        raise BadLooks(
            "{file}: its end is damaged: {why}", file=path, why=short(error, 100)
        ) from error
    return Recording(path, tally, count)


def keep(path: Path, basis: dict[str, Any], looks: Iterable[Look], tally: Tally) -> Recording:
    """The recording of these looks, written whole or not at all; the tally is read last.

    The same looks make the same bytes.

    Raises:
        OSError: the file cannot be written. And whatever the looks raise.
    """
    _sweep(path)
    handle, name = tempfile.mkstemp(prefix=_hidden(path), dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
            count = 0
            file.write(_line(basis))
            for look in looks:
                file.write(_line(look_json(look)))
                count += 1
            file.write(_line({"looks": count, **asdict(tally)}))
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    return Recording(path, tally, count)


def _hidden(path: Path) -> str:
    """How the names of files begin that are being written to become this one."""
    return f".{path.name}."


def _sweep(path: Path) -> None:
    """Removes what killed reviews left of this file."""
    for part in path.parent.glob(f"{glob.escape(_hidden(path))}*"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > LEFT_S:
                part.unlink()


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"


def _values(path: Path, line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLooks("{file}: not a file of looks: {why}", file=path, why=error) from error


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise BadLooks("{file}: damaged: {why}", file=path, why=error) from error
