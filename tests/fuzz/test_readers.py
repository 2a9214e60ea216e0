"""Spoilt input at every reader: an answer or one clear line, never a crash and never a hang."""

from pathlib import Path

import pytest

from tests.fuzz.readers import READERS, thrown

SHORT, LONG = 25, 1500
SLOW = ("store files (`games.db`)", "notes of a study")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; a user's data would lie in it too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("name", READERS)
def test_spoilt_input_is_answered_or_refused_in_a_line(name: str, folder: Path) -> None:
    found = {thrown(name, seed, folder) for seed in range(SHORT // 5 if name in SLOW else SHORT)}
    assert found <= {"answered", "refused"}


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_much_spoilt_input(name: str, folder: Path) -> None:
    for seed in range(LONG // 5 if name in SLOW else LONG):
        thrown(name, SHORT + seed, folder)
