"""Pictures of videos: times, turning, and files that are broken in every way."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vision.boxes import Array
from vision.video import BadVideo, Tally, frames, probe, source_frames, stills

Film = Callable[..., Path]
STEADY = [k / 10 for k in range(30)]


@pytest.mark.parametrize(
    "times",
    [
        pytest.param([k / 5 for k in range(10)], id="5 fps"),
        pytest.param([k / 50 for k in range(60)], id="50 fps"),
        pytest.param([0, 0.03, 0.4, 0.41, 1.5, 3.0], id="variable"),
    ],
)
def test_every_picture_comes_with_its_time(film: Film, times: list[float]) -> None:
    tally = Tally()
    seen = list(frames(film(times), tally))
    assert [each.time_s for each in seen] == pytest.approx(times, abs=0.002)
    assert [each.index for each in seen] == list(range(len(times)))
    assert (tally.frames, tally.broken) == (len(times), 0)
    assert tally.seconds > times[-1]


@pytest.mark.parametrize(
    ("turned", "size", "white"),
    [
        (None, (96, 64), (0, 0)),
        (90, (64, 96), (-1, 0)),
        (-90, (64, 96), (0, -1)),
        (180, (96, 64), (-1, -1)),
    ],
)
def test_a_sideways_film_is_seen_upright(
    film: Film, turned: int | None, size: tuple[int, int], white: tuple[int, int]
) -> None:
    path = film([0, 0.1], turned=turned)
    first = next(frames(path))
    assert first.bgr().shape == (*size[::-1], 3)
    assert first.small().shape == (3, *size[::-1])
    assert first.bgr()[white].min() > 200
    assert first.small()[(0, *white)] > 200
    assert probe(path).size_px == size


def test_the_small_picture_is_320_long(film: Film) -> None:
    path = film([0], picture=lambda time_s: np.full((400, 640, 3), 90, np.uint8))
    assert next(frames(path)).small().shape == (3, 200, 320)


def test_what_a_video_says_of_itself(film: Film) -> None:
    about = probe(film(STEADY))
    assert about.frames == 30
    assert about.fps == pytest.approx(10, abs=0.5)
    assert about.seconds == pytest.approx(3.0, abs=0.1)


def test_a_cut_off_film_gives_the_pictures_that_are_there(film: Film, tmp_path: Path) -> None:
    whole, cut = film(STEADY), tmp_path / "cut.mp4"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 7 // 10])
    tally = Tally()
    seen = list(frames(cut, tally))
    assert 5 < len(seen) < 30
    assert [each.time_s for each in seen] == pytest.approx(STEADY[: len(seen)], abs=0.002)
    assert probe(cut).frames == 30


def test_broken_packets_are_skipped_and_counted(film: Film, tmp_path: Path) -> None:
    data = bytearray(film(STEADY).read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = bytes(400)
    (tmp_path / "broken.mp4").write_bytes(data)
    tally = Tally()
    seen = list(frames(tmp_path / "broken.mp4", tally))
    assert tally.broken > 0
    assert 10 < len(seen) < 30
    assert seen[-1].time_s == pytest.approx(2.9, abs=0.15)


def write_files(folder: Path, whole: Path) -> None:
    (folder / "note.txt").write_text("seats: Ann, Bea\n" * 40)
    (folder / "note.mp4").write_text("seats: Ann, Bea\n" * 40)
    (folder / "empty.mp4").touch()
    (folder / "late.mp4").write_bytes(whole.read_bytes()[:3000])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no.mp4", "there is no such file"),
        (".", "a folder; expected MP4"),
        ("note.txt", "holds no video; expected MP4"),
        ("note.mp4", "not a video that can be read; expected MP4"),
        ("empty.mp4", "the file is empty"),
        ("late.mp4", "cut off: the index of an MP4 stands at its end and is missing"),
        ("none.mkv", "no picture in it can be decoded"),
    ],
)
def test_what_is_no_video_is_told_in_one_line(
    film: Film, tmp_path: Path, name: str, says: str
) -> None:
    film([], "none.mkv", index_first=False)
    write_files(tmp_path, film(STEADY, "whole.mp4", index_first=False))
    for reader in (probe, lambda path: list(frames(path))):
        with pytest.raises(BadVideo, match=says) as caught:
            reader(tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path / name}:")
        assert "\n" not in str(caught.value)


def test_a_camera_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadVideo, match="camera 99: cannot be opened"):
        next(source_frames("99"))
    assert capfd.readouterr().err == ""


def test_a_source_may_be_a_file(film: Film) -> None:
    assert len(list(source_frames(str(film(STEADY))))) == 30


def brighter(time_s: float) -> Array:
    return np.full((64, 96, 3), 20 + 20 * round(time_s * 2), np.uint8)


def test_stills_are_the_pictures_of_their_times(film: Film) -> None:
    path = film([k / 2 for k in range(11)], picture=brighter)
    asked = [0.0, 0.7, 3.0, 1.0, 99.0, 2.2]
    levels = [float(each.mean()) for each in stills(path, asked)]
    assert levels == pytest.approx([20, 40, 140, 60, 220, 100], abs=4)
