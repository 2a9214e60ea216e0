"""One folder for what is the house's own, whichever command asks and however it is named."""

import json
import os
from pathlib import Path

import click
import pytest

from webui import cli
from webui.data_folder import VARIABLE, data_folder
from webui.deck_folder import deck_folder

OURS = 'source = "us"\nsays = "ours"\nbase = "matgo"\n\n[rules]\nthreshold = 5\n'
SHEET = {"id": 1, "rules": "ours", "seats": ["A", "B"], "captures": {"A": [], "B": []}}
ROUND = "rules: ours\nseats: Ann, Bea\npot: 01-junk 02-junk 03-junk\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a preset of its own; the user's folder has none."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = tmp_path / "house"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "ours.toml").write_text(OURS)
    (tmp_path / "sheet.json").write_text(json.dumps(SHEET))
    (tmp_path / "round.hwatu").write_text(ROUND)
    return folder


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main(list(map(str, arguments)))
    return int(caught.value.code or 0)


COMMANDS = (("rules", "ours"), ("score", "sheet.json"), ("replay", "round.hwatu"))


@pytest.mark.parametrize("command", COMMANDS)
def test_presets_are_found_in_the_folder_that_is_named(
    house: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, str]
) -> None:
    monkeypatch.chdir(house.parent)
    assert run(*command) != 0
    assert run(*command, "--data", house) == 0
    assert run("--data", "house", *command) == 0
    assert VARIABLE not in os.environ
    monkeypatch.setenv(VARIABLE, str(house))
    assert run(*command) == 0
    assert run(*command, "--data", house.parent) != 0
    assert os.environ[VARIABLE] == str(house)


def test_so_are_decks_and_setups(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", "no.mp4", "--setup", "kitchen", "--data", house) == 2
    assert str(house / "setups" / "kitchen.json") in capsys.readouterr().err
    assert run("doctor", "--json", "--data", house) in (0, 1)
    checks = {each["name"]: each for each in json.loads(capsys.readouterr().out)["checks"]}
    assert str(house) in checks["disk"]["says"]


def test_a_folder_named_from_where_one_stands_stays_the_same(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(house.parent)
    monkeypatch.setenv(VARIABLE, "house")
    assert data_folder() == house
    assert deck_folder() == house / "decks"


@pytest.mark.parametrize("name", ["A" * 3000, "/a" * 2045], ids=["one name", "its files"])
def test_a_folder_that_no_disk_can_hold_is_told_in_a_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("review", "no.mp4", "--rules", "nothing", "--data", name) == 2
    assert "unknown preset" in capsys.readouterr().err
    assert run("review", "no.mp4", "--setup", "kitchen", "--data", name) == 2
    (says,) = capsys.readouterr().err.splitlines()
    assert "File name too long: expected another folder" in says
    assert len(says) < 300


def test_every_command_takes_it() -> None:
    def options(command: click.Command) -> set[str]:
        return {each for one in command.params for each in one.opts}

    commands = [cli.hwatu, *cli.hwatu.commands.values()]
    commands += [one for each in commands[1:] if isinstance(each, click.Group)
                 for one in each.commands.values()]  # fmt: skip
    alone = [each for each in commands if not isinstance(each, click.Group) or each is cli.hwatu]
    assert [each.name for each in alone if "--data" not in options(each)] == []
