"""Where pictures of a table may come from, and pictures of it for the setup wizard."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import cv2
import numpy as np

from scorer.remark import Told
from vision.boxes import Array
from vision.calibration import Found, NotFound, calibration_of
from vision.detector import Detector
from vision.evidence import open_quads
from vision.guess import guessed
from vision.pictures import quiet
from vision.setup import BadSetup, Setup, setup_json, setup_of
from vision.sheet import from_sheet
from vision.video import BadVideo, camera, frames, plugged_in, probe, source_frames, stills
from vision.zones import template
from webui.recordings.films import BadFilm, film
from webui.setup.draft import HAND, plain_setup

Kind = Literal["hand", "demo", "camera", "file", "stream"]
STREAMS = ("rtsp", "rtsps", "http", "https")
MOST_URL = 500
MOST_CAMERAS = 8
SKIPPED = 5
"""The first pictures of a camera are dark while it sets its exposure."""
BURST = 20
"""Pictures one after another, for what changes in time; at most BURST_S seconds of them."""
BURST_S = 3.0
SHARES = (0.06, 0.25, 0.5, 0.75)
"""Of a film, where it is looked at for open cards."""


class BadSource(Told):
    """No pictures can be had; the message is one line that names the source."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where pictures come from, as it stands in a draft."""

    kind: Kind
    where: str
    """The number of a camera, a file's name, a URL; empty for the others."""

    def __str__(self) -> str:
        return f"file:{self.where}" if self.kind == "file" else self.where or self.kind


def source_of(text: str) -> Source:
    """The source that a draft or a form names.

    Raises:
        BadSource: it names none.
    """
    text = text.strip()
    if text in (HAND, "demo"):
        return Source("hand" if text == HAND else "demo", "")
    if text.isascii() and text.isdecimal() and len(text) <= 2:
        return Source("camera", text)
    if text.startswith("file:"):
        return Source("file", text.removeprefix("file:"))
    try:
        parts = urlsplit(text)
        stream = parts.scheme in STREAMS and bool(parts.hostname)
    except ValueError:
        stream = False
    if stream and text.isprintable() and len(text) <= MOST_URL:
        return Source("stream", text)
    raise BadSource(
        '"{text}": expected a camera\'s number or an address such as rtsp://...',
        text=" ".join(text.split())[:60],
    )


def cameras() -> Iterator[tuple[int, Array]]:
    """The number of each camera of this machine that gives a picture, and the picture."""
    devices = sorted(Path("/dev").glob("video*")) if Path("/dev").is_dir() else []
    numbers = sorted({int("".join(filter(str.isdigit, each.name)) or 0) for each in devices})
    for number in (numbers or [0])[:MOST_CAMERAS]:
        capture = plugged_in(number)
        with quiet():
            there, bgr = capture.read() if capture.isOpened() else (False, None)
            capture.release()
        if there and bgr is not None:
            yield number, bgr


def pictures(source: Source, folder: Path, detector: Detector) -> list[Array]:
    """Pictures (h, w, 3) uint8 of a source one after another; the last shows most open cards.

    `folder`: where the data of this program is kept.

    Raises:
        BadSource: it gives none.
    """
    try:
        if source.kind in ("camera", "stream"):
            return _burst(source)
        if source.kind == "hand":
            raise BadSource("a table without a camera has no pictures")
        return _of_film(film(folder, source.where or source.kind), detector)
    except (BadFilm, BadVideo) as error:
        raise BadSource(error.line) from error


def _burst(source: Source) -> list[Array]:
    """Pictures as a camera gives them."""
    taken, until_s = list[Array](), time.monotonic() + BURST_S
    coming = camera(int(source.where)) if source.kind == "camera" else source_frames(source.where)
    with closing(coming):  # type: ignore[type-var]  # both are generators
        for frame in islice(coming, SKIPPED, SKIPPED + BURST):
            taken.append(frame.bgr())
            if time.monotonic() > until_s:
                break
    if not taken:
        raise BadSource("{source}: gives no pictures", source=source)
    return taken


def _of_film(path: Path, detector: Detector) -> list[Array]:
    """The first pictures of a film, and at last the one of some that shows most open cards."""
    with closing(frames(path)) as coming:  # type: ignore[type-var]  # a generator
        first = [frame.bgr() for frame in islice(coming, BURST)]
    length = probe(path).seconds
    some = list(stills(path, [share * length for share in SHARES]))
    counts = [len(open_quads(detector.detect(each))) for each in some]
    return [*first, some[int(np.argmax(counts))]]


def seen_setup(picture: Array, seats: tuple[str, ...], detector: Detector) -> tuple[Setup, str]:
    """A setup of a picture, and how it was found: `sheet`, `cards`, or `nothing` to start from."""
    height, width = picture.shape[:2]
    size_px = (width, height)
    plain = plain_setup(size_px, seats)
    try:
        return _with(plain, from_sheet(picture)), "sheet"
    except (NotFound, BadSetup):
        pass
    try:
        return _with(plain, guessed(open_quads(detector.detect(picture)), size_px)), "cards"
    except (NotFound, BadSetup):
        return plain, "nothing"


def _with(plain: Setup, found: Found) -> Setup:
    """The setup with a table that was found; what a setup file could not hold is refused."""
    size_mm = found.table_size_mm
    corners, zones = found.table_corners, template(plain.seats, size_mm)
    setup = replace(plain, table_corners=corners, table_size_mm=size_mm, zones=zones)
    return setup_of(setup_json(setup))


def straightened(picture: Array, setup: Setup, px_per_mm: float) -> Array:
    """The table as from straight above."""
    height, width = picture.shape[:2]
    wide, high = (round(side * px_per_mm) for side in setup.table_size_mm)
    corners = np.array(((0, 0), (wide, 0), (wide, high), (0, high)), np.float32)
    there = calibration_of(setup).to_px(corners / px_per_mm, (width, height)).astype(np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(there, corners), (wide, high))
