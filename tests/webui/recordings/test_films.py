"""Films brought to the table: kept under a name of our own, or refused with nothing left behind."""

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from webui.recordings import films
from webui.recordings.demo import VIDEO
from webui.recordings.films import BadFilm, film, kept

Film = Callable[..., Path]


def brought(folder: Path, name: str, data: bytes, size: int | None = None) -> Path:
    return kept(folder, name, io.BytesIO(data), len(data) if size is None else size)


def left(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file()]


def test_a_film_is_kept_whole(tmp_path: Path, film: Film) -> None:
    data = film([k / 10 for k in range(10)]).read_bytes()
    folder = tmp_path / "data"
    paths = [brought(folder, "../../My game!.MP4", data) for _ in range(2)]
    assert all(each.read_bytes() == data for each in paths)
    assert all(each.parent == folder / "recordings" for each in paths)
    assert all(each.name.endswith(".mp4") and "My-game" in each.name for each in paths)
    assert len(left(folder)) == 2
    assert sorted(films.films(folder)) == sorted(paths)
    assert films.film(folder, paths[0].name) == paths[0]


@pytest.mark.parametrize(
    ("name", "data", "size", "says"),
    [
        ("game.mp4", b"", 0, "expected a film of up to"),
        ("game.mp4", b"x", films.MOST_BYTES + 1, "expected a film of up to"),
        ("game.exe", b"x", None, "expected one of"),
        ("game", b"x", None, "expected one of"),
        ("game.mp4", b"no film at all", None, "not a video"),
        ("game.mp4", b"cut", 1000, "cut off: 997 of 1000"),
        ("<script>.mp4", b"<svg onload=alert()>", None, "holds no video"),
    ],
)
def test_what_is_no_film_leaves_nothing(
    tmp_path: Path, name: str, data: bytes, size: int | None, says: str
) -> None:
    with pytest.raises(BadFilm, match=says) as caught:
        brought(tmp_path, name, data, size)
    assert str(tmp_path) not in str(caught.value)
    assert left(tmp_path) == []


def test_a_full_disk_is_told(tmp_path: Path, film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    data = film([0.0, 0.1]).read_bytes()
    monkeypatch.setattr(films, "SPARE_BYTES", 10**18)
    with pytest.raises(BadFilm, match="the disk is too full"):
        brought(tmp_path / "data", "game.mp4", data)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(films, "SPARE_BYTES", 0)
    monkeypatch.setattr(films, "_copy", full)
    with pytest.raises(BadFilm, match="No space left"):
        brought(tmp_path / "data", "game.mp4", data)
    assert left(tmp_path / "data") == []


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../games.db", "/etc/passwd", "games.db", "a\0.mp4"]
)
def test_only_films_of_the_folder_are_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "recordings").mkdir()
    (tmp_path / "games.db").write_bytes(b"x")
    with pytest.raises(BadFilm, match="no such recording"):
        film(tmp_path, name)
    assert film(tmp_path, "demo") == VIDEO


def test_films_of_one_name_at_one_moment_are_all_kept(tmp_path: Path, film: Film) -> None:
    """A second upload neither takes the first one's place nor throws away what has come of it."""
    data = film([k / 10 for k in range(4)]).read_bytes()
    data_folder, both = tmp_path / "data", Barrier(2)

    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if not self.tell():
                both.wait(10)
                assert films.films(data_folder) == []  # nothing is listed before it is whole
                both.wait(10)
            return super().read(size)

    with ThreadPoolExecutor(2) as pool:
        coming = [
            pool.submit(kept, data_folder, "game.mp4", Slow(data), len(data)) for _ in range(2)
        ]
        paths = {each.result(20) for each in coming}
    assert len(paths) == 2
    assert [each.read_bytes() for each in paths] == [data, data]
    assert sorted(left(data_folder)) == sorted(paths)
