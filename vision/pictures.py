"""Pictures from files, upright, or one line that says why not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from scorer.remark import Remark, Told
from vision.boxes import Array

LEAST_SIDE_PX = 16
MOST_PX = 500_000_000
"""A picture 20,000 px square still is one; twice that is somebody's mistake."""


class BadPicture(Told):
    """A picture cannot be used; the message is one line that names it and what is wrong."""


def read_picture(path: Path) -> Array:
    """The picture (h, w, 3) uint8 BGR as it is shown: EXIF rotation applied.

    Raises:
        BadPicture: there is no such file, it is empty, or it is no picture OpenCV reads.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadPicture("{file}: {why}", file=path, why=Remark("there is no such file")) from None
    except OSError as error:
        raise BadPicture(
            "{file}: cannot be read: {why}", file=path, why=error.strerror or error
        ) from None
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Array:
    """The same from a file in memory; `name` is for the message.

    Raises:
        BadPicture: as for read_picture.
    """
    if not data:
        raise BadPicture("{file}: {why}", file=name, why=Remark("the file is empty"))
    try:
        with quiet():
            frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "CV_IO_MAX_IMAGE" not in str(error):
            frame = None
        else:
            raise BadPicture("{file}: the picture is too large to be read", file=name) from None
    if frame is None:
        raise BadPicture(
            "{file}: not a picture that can be read; expected JPEG, PNG or WebP", file=name
        )
    height, width = frame.shape[:2]
    if min(height, width) < LEAST_SIDE_PX:
        raise BadPicture(
            "{file}: {width}x{height} px; expected at least {least} each way",
            file=name,
            width=width,
            height=height,
            least=LEAST_SIDE_PX,
        )
    if height * width > MOST_PX:
        raise BadPicture(
            "{file}: {width}x{height} px; expected at most {most} in all",
            file=name,
            width=width,
            height=height,
            most=f"{MOST_PX:,}",
        )
    return frame


@contextmanager
def quiet() -> Iterator[None]:
    """OpenCV logs nothing in here: the message to people is this program's."""
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)
