"""Pictures from files: what is read, what is refused, and with which words."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.boxes import Array
from vision.pictures import BadPicture, decode_picture, quiet, read_picture

ORIENTED = {1: (0, 0), 3: (1, 1), 6: (0, 1), 8: (1, 0)}
"""EXIF orientation: row and column, 0 or 1, where the upper left corner is shown."""


def encoded(picture: Array, suffix: str = ".jpg") -> bytes:
    done, data = cv2.imencode(suffix, picture)
    assert done
    return data.tobytes()


def marked() -> Array:
    """60 px high, 100 px wide, white in its upper left quarter."""
    picture = np.zeros((60, 100, 3), np.uint8)
    picture[:30, :50] = 255
    return picture


def oriented(jpeg: bytes, orientation: int) -> bytes:
    """The same JPEG with an EXIF note of how the camera was held."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it is this large, and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(100)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_is_read_in_colour(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"사진 1{suffix}"
    path.write_bytes(encoded(marked(), suffix))
    frame = read_picture(path)
    assert frame.shape == (60, 100, 3)
    assert frame.dtype == np.uint8
    assert np.abs(frame.astype(int) - marked()).mean() < 3


@pytest.mark.parametrize("orientation", ORIENTED)
def test_a_picture_is_turned_as_its_exif_says(orientation: int) -> None:
    frame = decode_picture(oriented(encoded(marked()), orientation), "a.jpg")
    assert frame.shape == ((60, 100, 3) if orientation in (1, 3) else (100, 60, 3))
    row, column = ORIENTED[orientation]
    height, width = frame.shape[:2]
    assert frame[height // 4 + row * height // 2, width // 4 + column * width // 2].min() > 250
    assert frame.mean() == pytest.approx(255 / 4, abs=3)


@pytest.mark.parametrize(
    "picture",
    [
        marked()[..., 0],
        np.dstack((marked(), np.full((60, 100), 128, np.uint8))),
        marked().astype(np.uint16) * 257,
    ],
    ids=["grey", "alpha", "16 bit"],
)
def test_grey_see_through_and_deep_pictures_come_as_colour_of_8_bit(picture: Array) -> None:
    frame = decode_picture(encoded(picture, ".png"), "a.png")
    assert frame.dtype == np.uint8
    assert (frame == marked()).all()


def test_a_very_wide_picture_is_read() -> None:
    wide = np.zeros((16, 20_000, 3), np.uint8)
    assert decode_picture(encoded(wide, ".png"), "a.png").shape == wide.shape


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b"seats: Ann, Bea\n", "not a picture that can be read; expected JPEG, PNG or WebP"),
        (encoded(marked())[:400], "not a picture that can be read"),
        (encoded(marked(), ".png")[:90], "not a picture that can be read"),
        (encoded(np.zeros((1, 1, 3), np.uint8), ".png"), "1x1 px; expected at least 16 each way"),
        (encoded(np.zeros((15, 99, 3), np.uint8), ".png"), "99x15 px; expected at least 16"),
        (png_of(100_000, 100_000), "the picture is too large to be read"),
        (png_of(2_000_000, 16), "not a picture that can be read"),
    ],
)
def test_what_cannot_be_used_is_one_line_that_names_the_file(data: bytes, says: str) -> None:
    with pytest.raises(BadPicture) as caught:
        decode_picture(data, "mine.jpg")
    assert str(caught.value).startswith(f"mine.jpg: {says}")
    assert "\n" not in str(caught.value)


def test_a_picture_of_too_many_pixels_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.pictures.MOST_PX", 5999)
    with pytest.raises(BadPicture, match="100x60 px; expected at most 5,999 in all"):
        decode_picture(encoded(marked()), "a.jpg")


def test_a_file_that_is_not_there_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="there is no such file"):
        read_picture(tmp_path / "no.jpg")
    with pytest.raises(BadPicture, match="cannot be read: Is a directory"):
        read_picture(tmp_path)


def test_opencv_is_as_loud_afterwards_as_before(capfd: pytest.CaptureFixture[str]) -> None:
    log = cv2.utils.logging
    before = log.getLogLevel()
    with quiet():
        assert log.getLogLevel() == log.LOG_LEVEL_SILENT
    assert log.getLogLevel() == before
    with pytest.raises(BadPicture):
        decode_picture(encoded(marked(), ".png")[:40], "a.png")
    assert capfd.readouterr().err == ""
