"""Where the house keeps what is its own: one folder for games, setups, films, presets and decks.

It is the one that `--data` names, else the environment variable HWATU_DATA, else the platform's
for a user's data. Every command asks here, and so do the processes that it starts: they inherit
the variable.
"""

import os
from collections.abc import Callable
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any, TypeVar

import click

from scorer.errors import short
from webui.bad_input import NotHere

VARIABLE = "HWATU_DATA"
Command = TypeVar("Command", bound=Callable[..., Any])


def data_folder() -> Path:
    """The folder of the house's own files; it need not be there yet.

    Raises:
        NotHere: nobody named one and this user has no home, so nobody can tell where it would be;
            or no folder can have the name.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return _possible(Path(named).absolute())
    from platformdirs import user_data_path

    try:
        folder = user_data_path("hwatu-table", appauthor=False)
    except RuntimeError:  # as newer versions of platformdirs say it
        folder = Path()
    if not folder.is_absolute():
        raise NotHere("no home folder is known here: set HOME, or say --data FOLDER")
    return folder


def _possible(folder: Path) -> Path:
    """The folder, if a disk could hold files of that name; whether it is there does not matter."""
    try:
        os.stat(folder / "rules")
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            why = f"{error.strerror}: expected another folder"
            raise NotHere(f"{VARIABLE} or --data: {short(folder)}: {why}") from error
    return folder


def rule_folders() -> list[Path]:
    """Where a house keeps presets of its own: `rules/*.toml`; nowhere where it has no folder."""
    try:
        return [data_folder() / "rules"]
    except NotHere:
        return []


def data_option(command: Command) -> Command:
    """Adds `--data FOLDER` to a command: the folder of the house's own files while it runs."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        expose_value=False,
        callback=_chosen,
        help="Where games, setups, films, rules and decks are kept; the user data folder else.",
    )(command)


def _chosen(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    """Names the folder in the environment until the command ends."""
    if folder is None:
        return
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(folder.absolute())

    def restored() -> None:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before

    context.call_on_close(restored)
