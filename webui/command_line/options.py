"""What the commands that follow a game are given: videos, setups, house rules, where to write."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from scorer.errors import ScorerError
from scorer.house_rules import HouseRules
from scorer.presets import read_preset, usual_preset
from vision.deck_photos import BadDeck
from vision.decks import load_deck
from vision.setup import BadSetup, Setup, read_setup
from webui.bad_input import BadInput
from webui.data_folder import data_folder, rule_folders
from webui.deck_folder import deck_folder
from webui.evening.chosen_rules import rules_of
from webui.recordings.films import VIDEO_SUFFIXES
from webui.seating import MOST_ACTIVE, with_players
from webui.setup.draft import SEAT_NAMES


def listed(path: Path) -> list[Path]:
    """The video itself, or those of a folder by name.

    Raises:
        BadInput: the folder holds none, or cannot be read.
    """
    if not os.path.isdir(path):
        return [path]
    try:
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in VIDEO_SUFFIXES)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
    if not found:
        kinds = ", ".join(sorted(each[1:] for each in VIDEO_SUFFIXES))
        raise BadInput(f"{path}: holds no video: expected {kinds}")
    return found


def outputs(out: Path | None, videos: Sequence[Path], suffix: str, several: bool) -> list[Path]:
    """Where the result of each video goes: `out` itself for one, else a file in that folder.

    Raises:
        BadInput: two results would go to one file.
    """
    if out is None or not several:
        return [out or Path()] * len(videos)
    if str(out) == "-":
        raise BadInput("-: several videos: expected a folder for their results")
    paths = [out / f"{video.stem}{suffix}" for video in videos]
    for video, path in zip(videos, paths, strict=True):
        if paths.count(path) > 1:
            raise BadInput(f"{video}: several results would go to {path}: give videos other names")
    return paths


def write(path: Path, text: str) -> None:
    """Writes a result, `-` to standard output; BadInput where that is not possible."""
    if str(path) == "-":
        click.echo(text, nl=False)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from error


def found_setup(name: str | None) -> Setup | None:
    """The setup of a file, or the one that the house keeps under a name.

    Raises:
        BadInput: there is none, or it cannot be used.
    """
    if name is None:
        return None
    path = Path(name)
    if not path.suffix and not os.path.exists(path):  # false too for a name that no file may have
        path = data_folder() / "setups" / f"{name}.json"
        if not os.path.exists(path):
            known = ", ".join(sorted(each.stem for each in path.parent.glob("*.json"))) or "none"
            raise BadInput(f"{path}: there is no such setup (known: {known})")
    try:
        return read_setup(path)
    except BadSetup as error:
        raise BadInput(str(error)) from error


def deck_of(name: str | None, setup: Setup | None) -> str:
    """The enrolled deck that is played with: the one named, else the setup's; empty for none.

    Raises:
        BadInput: no such deck is enrolled.
    """
    deck = name or (setup.deck if setup else "")
    try:
        if deck:
            load_deck(deck, deck_folder())
    except BadDeck as error:
        raise BadInput(str(error)) from error
    return deck


def names_of(setup: Setup | None, seats: int) -> tuple[str, ...]:
    """The names of the seats: the setup's, or letters for so many."""
    return setup.seats if setup else SEAT_NAMES[:seats]


def of_players(setup: Setup | None, sits_out: Sequence[str]) -> Setup | None:
    """The setup of those who play.

    Raises:
        BadInput: who sits out has no seat there, or fewer than two would play.
    """
    names = setup.seats if setup else ()
    for name in sits_out:
        if name not in names:
            there = ", ".join(names) or "a setup, which names the seats"
            raise BadInput(f"--sits-out {name}: expected one of {there}")
    playing = [name for name in names if name not in sits_out]
    if setup is None:
        return None
    if len(playing) < 2:
        raise BadInput(f"--sits-out: fewer than two would play: {', '.join(playing) or 'nobody'}")
    return with_players(setup, playing)


def tell_all_play(setup: Setup | None) -> None:
    """Tells on standard error where more have seats than play, and all of them are followed."""
    if setup is not None and len(setup.seats) > MOST_ACTIVE:
        who = ", ".join(setup.seats)
        says = f"{who}: read as if all {len(setup.seats)} played; else say --sits-out NAME"
        click.echo(f"hwatu: {says}, or leave out --terminal: the page follows who does", err=True)


def agreed(name: str | None, setup: Setup | None, seats: int) -> HouseRules:
    """The house rules by a preset's name or a file, else the setup's, else the usual ones.

    Raises:
        BadInput: there are no such rules.
    """
    asked = name or (setup.rules if setup else usual_preset(seats))
    active = min(seats, MOST_ACTIVE)
    try:
        if name and name.endswith(".toml"):
            return read_preset(Path(name), rule_folders()).house_rules(active)
        if name and name.endswith(".json"):
            asked = _rules_json(Path(name))
        return rules_of(asked, active, rule_folders())
    except ScorerError as error:
        raise BadInput(str(error)) from error


def _rules_json(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not a JSON file: {error}") from error
    if not isinstance(told, dict):
        raise BadInput(f'{path}: expected house rules, an object such as {{"preset": "matgo"}}')
    return told
