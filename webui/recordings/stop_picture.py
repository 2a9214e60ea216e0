"""The picture of the table when a round ended: kept at that moment, or out of its recording."""

from pathlib import Path

from vision.video import BadVideo, stills
from webui.evening.table_state import RoundState
from webui.jpegs import jpeg
from webui.kept_files import write_whole
from webui.recordings.films import FILE, BadFilm, film

PICTURES = "pictures"


def kept_picture(folder: Path, evening: int, round: int) -> Path:
    """Where the picture of a round's end is kept."""
    return folder / PICTURES / f"{evening}-{round}.jpg"


def keep_picture(folder: Path, evening: int, round: int, jpeg: bytes) -> None:
    """Keeps the table as it lies there now: the last one before a round ends is that of its end.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(kept_picture(folder, evening, round), jpeg)


def stop_picture(folder: Path, evening: int, there: RoundState) -> bytes | None:
    """The picture as JPEG; None where nobody took one."""
    path = kept_picture(folder, evening, there.number)
    try:
        return path.read_bytes()
    except OSError:
        pass
    if not there.event.recording or not there.times_s:
        return None
    try:
        path = film(folder, there.event.recording.removeprefix(FILE))
        return next((jpeg(each) for each in stills(path, [there.times_s[-1]])), None)
    except (BadFilm, BadVideo):
        return None
