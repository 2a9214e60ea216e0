"""What the setup wizard keeps: the draft, the last picture, the setups of other cameras."""

import json
import re
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit

import cv2

from vision.boxes import Array
from vision.pictures import BadPicture, read_picture
from webui.jpegs import jpeg
from webui.kept_files import read_object, write_whole
from webui.setup.draft import BadDraft, Draft, draft_json, draft_of, kept_in, setup_file
from webui.setup.preview import Preview
from webui.setup.source import Source, source_of

DRAFT, PICTURE = "wizard.json", "wizard.jpg"
PICTURE_QUALITY = 92


class Desk:
    """The wizard's files in a data folder; one person at a time sets a table up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = Lock()
        """Held while a camera is looked through: two cannot have it at once."""
        self.preview = Preview()
        self.previews: dict[int, bytes] = {}
        """What each camera that was looked for showed, as JPEG."""

    @property
    def setups(self) -> Path:
        """Where the setups are kept, one for each camera or film."""
        return self.folder / "setups"

    @property
    def begun(self) -> bool:
        """Whether anybody has set up anything here."""
        return (self.folder / DRAFT).is_file()

    def draft(self) -> Draft:
        """What was set up last; a table for two without a camera where nothing was."""
        try:
            return draft_of(read_object(self.folder / DRAFT))
        except BadDraft:
            return Draft()

    def keep(self, draft: Draft) -> Draft:
        """Writes the draft, and the setup file of its camera; gives it back.

        Raises:
            OSError: the folder cannot be written.
        """
        write_whole(self.folder / DRAFT, json.dumps(draft_json(draft), ensure_ascii=False).encode())
        if draft.setup is not None:
            name = slug(source_of(draft.source))
            write_whole(self.setups / f"{name}.json", setup_file(draft, name).encode())
        return draft

    def known(self, source: Source) -> Draft | None:
        """What was set up for this camera or film before; None where nothing was."""
        try:
            return kept_in(read_object(self.setups / f"{slug(source)}.json"))
        except BadDraft:
            return None

    def picture(self) -> Array | None:
        """The last picture of the draft's source; None where there is none."""
        try:
            return read_picture(self.folder / PICTURE)
        except BadPicture:
            return None

    def keep_picture(self, picture: Array) -> None:
        """Keeps a picture for the steps that draw on it.

        Raises:
            OSError: as for keep.
        """
        write_whole(self.folder / PICTURE, jpeg(picture, None, PICTURE_QUALITY))

    def picture_mark(self) -> int:
        """Another number for another picture, so that browsers show the newest."""
        path = self.folder / PICTURE
        return path.stat().st_mtime_ns if path.is_file() else 0


def slug(source: Source) -> str:
    """The name under which the setup of a source is kept; `--setup` finds it by that."""
    if source.kind == "camera":
        return f"camera-{source.where}"
    name = str(source)
    if source.kind == "stream":
        parts = urlsplit(source.where)
        name = f"{parts.hostname}{parts.path}"  # and no password
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or source.kind


def small(picture: Array, width: int = 320) -> bytes:
    """A preview of a picture as JPEG."""
    height = max(1, round(picture.shape[0] * width / picture.shape[1]))
    return jpeg(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))
