"""The recordings of this table: films in the data folder, and the demo that is shipped."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import IO

from scorer.remark import Told
from vision.video import BadVideo, probe
from webui.recordings.demo import DEMO, VIDEO

FOLDER = "recordings"
PART = "."
"""What the name of a film begins with while it is being brought."""
FILE = "file:"
"""What a source begins with that is a film of this table; its name follows."""
VIDEO_SUFFIXES = {".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi", ".mts", ".3gp"}
MOST_BYTES = 8_000_000_000
"""Of an upload: two hours of a good camera."""
SPARE_BYTES = 500_000_000
"""So much of the disk stays free."""
CHUNK = 1 << 20
_NAMING = Lock()


class BadFilm(Told):
    """A film that cannot be had or kept; the message is one line."""


def films(folder: Path) -> list[Path]:
    """The films in the data folder, the newest first."""
    place = folder / FOLDER
    if not place.is_dir():
        return []
    found = [each for each in place.iterdir() if each.suffix.lower() in VIDEO_SUFFIXES]
    whole = (each for each in found if each.is_file() and not each.name.startswith(PART))
    return sorted(whole, key=_changed, reverse=True)


def _changed(path: Path) -> float:
    return path.stat().st_mtime


def film(folder: Path, name: str) -> Path:
    """The film of that name: one that the folder lists, or the demo. Nothing else is opened.

    Raises:
        BadFilm: there is none.
    """
    if name == DEMO:
        return VIDEO
    for path in films(folder):
        if path.name == Path(name).name:
            return path
    raise BadFilm('"{name}": there is no such recording', name=" ".join(name.split())[:60])


def kept(folder: Path, name: str, stream: IO[bytes], size: int) -> Path:
    """The film that a stream of so many bytes brings, kept under a name of our own.

    Raises:
        BadFilm: it is too large, cut off, or no film; nothing of it is kept then.
    """
    if not 0 < size <= MOST_BYTES:
        raise BadFilm("expected a film of up to {most} GB", most=MOST_BYTES // 10**9)
    suffix = Path(name).suffix.lower()
    if suffix not in VIDEO_SUFFIXES:
        kinds = ", ".join(sorted(each[1:] for each in VIDEO_SUFFIXES))
        raise BadFilm('"{name}": expected one of {kinds}', name=_one_line(name), kinds=kinds)
    place = folder / FOLDER
    try:
        place.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(place).free < size + SPARE_BYTES:
            raise BadFilm("the disk is too full for this film")
        handle, part = _part(place, suffix)
        try:
            with os.fdopen(handle, "wb") as file:
                _copy(stream, file, size)
            probe(part)
            with _NAMING:  # two films of one name may come in one second
                path = _free(place, Path(name).stem, suffix)
                os.replace(part, path)
        finally:
            with suppress(OSError):
                part.unlink()
    except BadVideo as error:
        line = error.line
        raise BadFilm(line.key, **{**line.values, "file": _one_line(name)}) from error
    except OSError as error:
        raise BadFilm("the film cannot be kept: {why}", why=error.strerror or error) from error
    return path


def _one_line(name: str) -> str:
    """The end of a name, as a message may show it."""
    return " ".join(name.split())[-40:]


def _free(place: Path, stem: str, suffix: str) -> Path:
    """A path that is not taken: when it came, and what of its name is plain letters."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", stem).strip("-")[:40]
    begun = f"{datetime.now():%Y%m%d-%H%M%S}" + (f"-{plain}" if plain else "")
    for more in _more():
        path = place / f"{begun}{more}{suffix}"
        if not path.exists():
            return path
    raise AssertionError("there is always another number")


def _more() -> Iterator[str]:
    yield ""
    number = 2
    while True:
        yield f"-{number}"
        number += 1


def _part(place: Path, suffix: str) -> tuple[int, Path]:
    """A new file of its own, open to be written, for a film that is being brought."""
    handle, name = tempfile.mkstemp(prefix=PART, suffix=suffix, dir=place)
    os.chmod(handle, 0o644)  # as any other file: a film is no secret of this program's user
    return handle, Path(name)


def _copy(stream: IO[bytes], file: IO[bytes], size: int) -> None:
    left = size
    while left and (chunk := stream.read(min(CHUNK, left))):
        file.write(chunk)
        left -= len(chunk)
    if left:
        raise BadFilm(
            "the film was cut off: {left} of {size} bytes are missing", left=left, size=size
        )
