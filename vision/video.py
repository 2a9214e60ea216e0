"""Pictures of videos, streams and cameras: upright, in order, each with its time."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import av
import cv2
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.plane import VideoPlane
from av.video.stream import VideoStream

from scorer.remark import Remark, Told
from vision.boxes import Array
from vision.pictures import LEAST_SIDE_PX, quiet
from vision.small_pictures import resized, small_of, small_size

PLANES = tuple(f"yuv{full}{kind}p" for full in ("", "j") for kind in ("420", "422", "444"))
"""Formats of a picture as a plane of brightness and two of colour, in bytes."""
USUAL_FPS = 30.0
"""Where a file tells neither times nor a rate."""
NO_VIDEO = ("tty", "image2", "concat")
"""What FFmpeg makes of texts, pictures and lists of other files."""
EXPECTED = Remark("expected MP4, MOV, MKV, WebM or AVI")
NO_PICTURE = Remark("no picture in it can be decoded; {expected}", expected=EXPECTED)
NEAR_S = 8.0
"""Nearer than this, the way ahead is decoded; to jump costs the way from the key frame before."""
UNTIMED = "mpjpeg"
"""Pictures of a network camera that tells no times: they are those at which they come."""
BACK_S, AHEAD_S = 1.0, 60.0
"""A stream without an end whose times leap by more than this goes on from the last one."""
CAMERA_PX = (1920, 1080)
"""What a camera of this machine is asked for; it gives the nearest that it has."""
SIDES = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
OPEN_S, READ_S = 15.0, 15.0
"""How long a stream may be silent."""


class BadVideo(Told):
    """A video, stream or camera cannot be used; its line names it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture; its pixels are computed where they are asked for, at each call."""

    time_s: float
    """Presentation time: since the start of the video, or since the camera was opened."""
    index: int
    small: Callable[[], Array]
    """(3, h, w) uint8, see `small_of`."""
    bgr: Callable[[], Array]
    """(h, w, 3) uint8."""


@dataclass(frozen=True, slots=True)
class About:
    """What a video says of itself; 0 where it does not say."""

    seconds: float
    frames: int
    size_px: tuple[int, int]
    """Width and height, upright."""
    fps: float


@dataclass(slots=True)
class Tally:
    """What has been read of a video up to now."""

    frames: int = 0
    broken: int = 0
    """Packets and pictures that could not be decoded."""
    seconds: float = 0.0
    """Time of the last picture, and how long it stands."""


def frames(
    source: Path | str, tally: Tally | None = None, threads: int | None = None
) -> Iterator[Frame]:
    """The pictures of a file or URL; what is broken is skipped and counted in the tally.

    `threads`: as many decode it; one a core where not told.

    Raises:
        BadVideo: there is no such file, it is no video, or none of its pictures can be decoded.
    """
    tally = Tally() if tally is None else tally
    with _opened(source) as (container, stream):
        stream.thread_type, stream.codec_context.thread_count = "AUTO", threads or 0
        start_s, step_s, time_s = _start_s(stream), 1 / _rate(stream), -np.inf
        endless = not (stream.duration or container.duration)
        began = time.monotonic() if container.format.name == UNTIMED and _remote(source) else None
        for picture in _pictures(container, stream, tally):
            told_s = tally.seconds
            if began is not None:
                told_s = time.monotonic() - began
            elif picture.time is not None and np.isfinite(picture.time):
                told_s = picture.time - start_s
            if endless and tally.frames and not -BACK_S <= told_s - time_s <= AHEAD_S:
                start_s += told_s - time_s - step_s  # a camera's clock was set
                told_s = time_s + step_s
            if told_s <= time_s:
                tally.broken += 1  # time does not run backwards: nobody knows where this belongs
                continue
            time_s = told_s
            stands = float((picture.duration or 0) * (picture.time_base or 0))
            tally.seconds = time_s + (stands or step_s)
            tally.frames += 1
            yield Frame(time_s, tally.frames - 1, partial(_small, picture), partial(_bgr, picture))
    if not tally.frames:
        raise _bad(source, NO_PICTURE)


def probe(source: Path | str) -> About:
    """What a video says of itself, its first picture looked at.

    Raises:
        BadVideo: as for frames.
    """
    with _opened(source) as (container, stream):
        first = next(_pictures(container, stream, Tally()), None)
        if first is None:
            raise _bad(source, NO_PICTURE)
        size = (first.width, first.height)
        length = stream.duration and stream.time_base and float(stream.duration * stream.time_base)
        if not length:
            length = (container.duration or 0) / av.time_base
        upright = size[::-1] if _quarters(first) % 2 else size
        return About(max(0.0, length), stream.frames, upright, _rate(stream))


def stills(path: Path, times_s: Iterable[float]) -> Iterator[Array]:
    """The picture (h, w, 3) uint8 BGR that is shown at each of the times; beyond the end the last.

    Raises:
        BadVideo: as for frames.
    """
    with _opened(path) as (container, stream):
        stream.thread_type = "AUTO"
        start_s = _start_s(stream) + 1e-3
        pictures = _pictures(container, stream, Tally())
        shown = ahead = next(pictures, None)
        for time_s in times_s:
            wanted = time_s + start_s
            if not _at(shown) <= wanted < _at(ahead) + NEAR_S and stream.time_base:
                _to(container, stream, wanted, path)
                pictures = _pictures(container, stream, Tally())
                shown = ahead = next(pictures, None)
            while ahead is not None and _at(ahead) <= wanted:
                shown, ahead = ahead, next(pictures, None)
            if shown is None:
                raise _bad(
                    path, Remark("no picture can be decoded at {time} s", time=f"{time_s:.1f}")
                )
            yield _bgr(shown)


def _to(container: InputContainer, stream: VideoStream, time_s: float, path: Path) -> None:
    """Goes to the key frame before a time by the stream's own clock."""
    try:
        container.seek(max(0, int(time_s / (stream.time_base or 1))), stream=stream)
    except (av.FFmpegError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        said = Remark("cannot be searched: {why}; {expected}", why=why, expected=EXPECTED)
        raise _bad(path, said) from None


def plugged_in(number: int) -> cv2.VideoCapture:
    """The camera of this number, asked for pictures as large as it takes to see cards well."""
    with quiet():
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            # Without compression a camera sends large pictures a few times a second at most.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            for side, px in zip(SIDES, CAMERA_PX, strict=True):
                capture.set(side, px)
    return capture


def camera(number: int) -> Iterator[Frame]:
    """The pictures of a camera of this machine, as they come.

    Raises:
        BadVideo: there is no such camera, or it has stopped.
    """
    capture = plugged_in(number)
    try:
        if not capture.isOpened():
            raise BadVideo(
                Remark(
                    "camera {number}: cannot be opened; expected the number of a camera",
                    number=number,
                )
            )
        began, index = time.monotonic(), 0
        while True:
            there, bgr = capture.read()
            if not there:
                raise BadVideo("camera {number}: gives no more pictures", number=number)
            small = partial(small_of, bgr)
            yield Frame(time.monotonic() - began, index, small, partial(np.asarray, bgr))
            index += 1
    finally:
        capture.release()


def source_frames(source: str) -> Iterator[Frame]:
    """The pictures of a camera by its number, of a URL or of a file.

    Raises:
        BadVideo: as for frames and camera.
    """
    return camera(int(source)) if source.isdecimal() else frames(source)


@contextmanager
def _opened(source: Path | str) -> Iterator[tuple[InputContainer, VideoStream]]:
    """The container and its video; whatever FFmpeg says against it becomes a BadVideo."""
    remote = _remote(source)
    try:
        if not remote and not Path(source).stat().st_size:
            raise _bad(source, Remark("the file is empty"))
        timeout = (OPEN_S, READ_S) if remote else None
        container = av.open(str(source), "r", metadata_errors="ignore", timeout=timeout)
    except FileNotFoundError:
        raise _bad(source, Remark("there is no such file")) from None
    except IsADirectoryError:
        raise _bad(source, Remark("a folder; {expected}", expected=EXPECTED)) from None
    except (av.FFmpegError, OSError, ValueError) as error:
        if isinstance(error, BadVideo):
            raise
        raise _bad(source, _why(source, error, remote)) from None
    with container:
        stream = container.streams.best("video")
        name = container.format.name
        if not isinstance(stream, VideoStream) or name in NO_VIDEO or name.endswith("_pipe"):
            raise _bad(source, Remark("holds no video; {expected}", expected=EXPECTED))
        yield container, stream


def _remote(source: Path | str) -> bool:
    return "://" in str(source)


def _bad(source: Path | str, why: Remark) -> BadVideo:
    return BadVideo("{file}: {why}", file=str(source), why=why)


def _why(source: Path | str, error: Exception, remote: bool) -> Remark:
    if isinstance(error, av.EOFError):
        return NO_PICTURE
    if not isinstance(error, av.InvalidDataError):
        why = getattr(error, "strerror", None) or str(error)
        return Remark("cannot be read: {why}", why=why)
    if not remote and b"ftyp" in _beginning(source):
        return Remark(
            "cut off: the index of an MP4 stands at its end and is missing; expected it whole"
        )
    return Remark("not a video that can be read; {expected}", expected=EXPECTED)


def _beginning(source: Path | str) -> bytes:
    with Path(source).open("rb") as file:
        return file.read(16)


def _pictures(container: InputContainer, stream: VideoStream, tally: Tally) -> Iterator[VideoFrame]:
    """Every picture that can be decoded; a demuxer that gives up ends the video."""
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets, None)
        except (av.FFmpegError, OSError):
            tally.broken += 1
            packet = None
        try:
            pictures = stream.decode(packet)
        except av.EOFError:
            return
        except (av.FFmpegError, ValueError):
            tally.broken += 1
            pictures = []
        for picture in pictures:
            if picture.is_corrupt or min(picture.width, picture.height) < LEAST_SIDE_PX:
                tally.broken += 1
            else:
                yield picture
        if packet is None:
            return


def _at(picture: VideoFrame | None) -> float:
    """The time of a picture by the stream's own clock; before all times where there is none."""
    return -np.inf if picture is None or picture.time is None else picture.time


def _start_s(stream: VideoStream) -> float:
    return float((stream.start_time or 0) * (stream.time_base or 0))


def _rate(stream: VideoStream) -> float:
    rate = float(stream.average_rate or stream.guessed_rate or 0)
    return rate if 0 < rate <= 1000 else USUAL_FPS


def _quarters(picture: VideoFrame) -> int:
    """By how many right angles, counter-clockwise, the picture is to be turned."""
    return round(picture.rotation / 90) % 4


def _bgr(picture: VideoFrame) -> Array:
    return _turned(picture.to_ndarray(format="bgr24"), _quarters(picture))


def _small(picture: VideoFrame) -> Array:
    """From the planes of the picture where it has such, in bytes: that takes half the time."""
    size = small_size(picture.width, picture.height)
    if picture.format.name in PLANES:
        small = np.array([resized(_pixels(plane), size) for plane in picture.planes])
    else:
        width, height = size
        small = picture.reformat(width, height, "yuv444p", interpolation="AREA").to_ndarray()
    return np.ascontiguousarray(np.rot90(small, _quarters(picture), axes=(1, 2)))


def _pixels(plane: VideoPlane) -> Array:
    """(h, w) uint8: what a plane of bytes holds."""
    rows = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width]


def _turned(picture: Array, quarters: int) -> Array:
    return np.ascontiguousarray(np.rot90(picture, quarters)) if quarters else picture
