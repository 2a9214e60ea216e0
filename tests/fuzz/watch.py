"""Which files a program opens, makes or removes while it is watched: Python tells, once asked.

What FFmpeg and OpenCV open by themselves is not told; for that there are files outside of the data
folder whose content must not come back.
"""

import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.mkdir", "os.remove", "os.rmdir", "os.rename", "os.link", "os.symlink", "os.chmod")
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pty.spawn")
_told: list[tuple[str, str]] | None = None
_hooked = False


def _hook(event: str, given: tuple[Any, ...]) -> None:
    if _told is None:
        return
    if event == "open":
        path, mode, flags = given
        if isinstance(path, str | bytes | os.PathLike):
            changes = bool(isinstance(mode, str) and set(mode) & set("wxa+")) or bool(
                flags & WRITES
            )
            _told.append(("write" if changes else "read", os.fsdecode(path)))
    elif event in CHANGES:
        _told.extend(
            ("write", os.fsdecode(each)) for each in given[:2] if isinstance(each, str | bytes)
        )
    elif event == "sqlite3.connect":
        _told.append(("write", os.fsdecode(given[0])))
    elif event in STARTS:
        _told.append(("start", str(given[0])))


@contextmanager
def watched() -> Iterator[list[tuple[str, str]]]:
    """What is done to files from now on, as (read, write or start, path)."""
    global _told, _hooked
    if not _hooked:
        sys.addaudithook(_hook)  # which can never be taken away again
        _hooked = True
    found: list[tuple[str, str]] = []
    _told = found
    try:
        yield found
    finally:
        _told = None


def strayed(done: list[tuple[str, str]], data: Path) -> list[tuple[str, str]]:
    """What of it was outside of the data folder and no part of the program or of Python."""
    own = [data.resolve()]
    programs = [
        *own,
        ROOT,
        *_of_python(),
        *map(Path, ("/dev", "/proc", "/sys", "/usr/share", "/etc/mime.types")),
    ]
    return [
        (what, path)
        for what, path in dict.fromkeys(done)
        if not _within(path, own if what == "write" else programs)
    ]


def _of_python() -> list[Path]:
    found = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()}
    return [Path(each).resolve() for each in found]


def _within(path: str, folders: list[Path]) -> bool:
    if path == ":memory:" or path.isdigit():
        return True
    place = Path(path.removeprefix("file:").partition("?")[0]).resolve()
    return any(
        place.is_relative_to(each) for each in (*folders, Path(tempfile.gettempdir()) / "ours")
    )
