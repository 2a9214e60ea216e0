"""Looks kept beside their video."""

import gzip
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from vision.looks import Look, look_json
from vision.looks_file import BadLooks, basis, fingerprint, keep, kept, looks_path
from vision.motion import GateSettings
from vision.video import Tally

LOOKS = [Look(k / 2, k / 2, (640, 480), ()) for k in range(5)]
TALLY = Tally(75, 1, 2.5)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.mp4"
    path.write_bytes(bytes(range(256)) * 10)
    return path


def test_what_is_kept_is_found_again(video: Path) -> None:
    path, rests_on = looks_path(video), basis(video, "abc", GateSettings())
    assert path.name == "game.mp4.looks.jsonl.gz"
    assert kept(path, rests_on) is None
    made = keep(path, rests_on, LOOKS, TALLY)
    found = kept(path, rests_on)
    assert found == made
    assert found is not None
    assert found.tally == TALLY
    assert [look_json(each) for each in found.looks()] == [look_json(each) for each in LOOKS]
    assert [each.time_s for each in found.looks()] == [each.time_s for each in LOOKS]


def test_the_same_looks_make_the_same_bytes(video: Path) -> None:
    rests_on = basis(video, "abc", GateSettings())
    one, other = video.with_name("one.gz"), video.with_name("other.gz")
    keep(one, rests_on, LOOKS, TALLY)
    keep(other, rests_on, LOOKS, TALLY)
    assert one.read_bytes() == other.read_bytes()


def test_other_videos_detectors_and_gates_do_not_use_it(video: Path) -> None:
    path, settings = looks_path(video), GateSettings()
    keep(path, basis(video, "abc", settings), LOOKS, TALLY)
    assert kept(path, basis(video, "other", settings)) is None
    assert kept(path, basis(video, "abc", replace(settings, settle_s=0.5))) is None
    video.write_bytes(video.read_bytes() + b"more")
    assert kept(path, basis(video, "abc", settings)) is None


def test_it_is_written_whole_or_not_at_all(video: Path) -> None:
    def cut() -> Iterator[Look]:
        yield LOOKS[0]
        raise RuntimeError("the detector failed")

    with pytest.raises(RuntimeError):
        keep(looks_path(video), basis(video, "abc", GateSettings()), cut(), TALLY)
    assert list(video.parent.iterdir()) == [video]


def without_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-30],
        lambda data: data[:40] + bytes(20) + data[60:],
        lambda data: b"not gzip at all",
        lambda data: b"",
        without_end,
    ],
)
def test_a_damaged_file_is_told(video: Path, spoil: object) -> None:
    path, rests_on = looks_path(video), basis(video, "abc", GateSettings())
    keep(path, rests_on, LOOKS, TALLY)
    assert callable(spoil)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(BadLooks, match=r"game\.mp4\.looks\.jsonl\.gz: "):
        kept(path, rests_on)


def test_what_a_killed_review_left_goes_with_the_next_and_what_another_writes_stays(
    video: Path,
) -> None:
    path = looks_path(video)
    left, written, of_another = (
        video.with_name(name)
        for name in (f".{path.name}.left", f".{path.name}.now", ".other.mp4.looks.jsonl.gz.old")
    )
    for part in (left, written, of_another):
        part.write_bytes(b"half")
    for part in (left, of_another):
        os.utime(part, (1e9, 1e9))
    keep(path, basis(video, "abc", GateSettings()), LOOKS, TALLY)
    assert [part.exists() for part in (left, written, of_another)] == [False, True, True]


def test_a_fingerprint_changes_with_any_file(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_text("1")
    other.write_text("2")
    before = fingerprint([one, other])
    other.write_text("3")
    assert fingerprint([one, other]) != before
