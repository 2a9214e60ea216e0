"""What a review is asked for: whose table, which rules; and the same game by other rules."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkzeug.datastructures import MultiDict

from scorer.errors import ScorerError, short
from scorer.house_rules import HouseRules
from scorer.presets import house_rules, usual_preset
from vision.setup import BadSetup, Setup, read_setup
from webui.data_folder import rule_folders
from webui.evening.chosen_rules import rules_of
from webui.recordings.demo import DEMO, SETUP
from webui.reviews.rule_compare import Otherwise, by_rules
from webui.reviews.studies import Study
from webui.seating import MOST_ACTIVE, with_players
from webui.setup.draft import SEAT_NAMES, BadDraft, Draft, with_people
from webui.setup.rules_form import offered

GUESS = ""
"""No setup: the table is guessed from its cards."""
OF_SETUP = ""
"""No rules: those of the setup, or the usual ones."""
SITS_OUT = "sits_out "
"""Before a setup's name: the field that tells who of its seats sat out; as is seen, where none."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A study by other rules."""

    preset: str
    rounds: tuple[tuple[int, tuple[str, ...], Otherwise, Otherwise], ...]
    """Number, seats, as it was played, as it would have been."""


def choices(name: str, folder: Path) -> dict[str, Any]:
    """What the forms offer."""
    kept = sorted(path.stem for path in _setups(folder))
    return {
        "setups": [*([DEMO] if name == DEMO else []), *(each for each in kept if each != DEMO)],
        "crowds": _crowds(folder),
        "sits_out": SITS_OUT,
        "presets": list(offered()),
        "usual_names": ", ".join(SEAT_NAMES[:2]),
    }


def _setups(folder: Path) -> list[Path]:
    """The files of the setups that are kept."""
    return list((folder / "setups").glob("*.json"))


def _crowds(folder: Path) -> dict[str, tuple[str, ...]]:
    """The seats of each setup at which more sit than play."""
    found = {}
    for path in _setups(folder):
        with suppress(BadSetup):  # it is told when it is chosen
            seats = read_setup(path).seats
            if len(seats) > MOST_ACTIVE:
                found[path.stem] = seats
    return found


def asked(
    form: MultiDict[str, str], name: str, folder: Path
) -> tuple[HouseRules, dict[str, Any], tuple[str, ...], Setup | None]:
    """House rules as values and as chosen, the seats, and the setup that a form asks for.

    Raises:
        BadDraft: the names or the setup cannot be used. BadRules: there is no such preset.
    """
    chosen_setup = form.get("setup", GUESS)
    setup = _setup(chosen_setup, name, folder)
    if setup is not None:
        setup = _of_players(setup, form.getlist(f"{SITS_OUT}{chosen_setup}"))
        seats = setup.seats
    else:
        seats = _named(form.get("names", ""))
    chosen: Any = form.get("rules", OF_SETUP)
    if chosen == OF_SETUP:
        chosen = setup.rules if setup else usual_preset(len(seats))
    chosen = dict(chosen) if isinstance(chosen, dict) else {"preset": chosen}
    return rules_of(chosen, len(seats), rule_folders()), chosen, seats, setup


def _of_players(setup: Setup, sits_out: Sequence[str]) -> Setup:
    """The setup of those who may have played."""
    for name in sits_out:
        if name not in setup.seats:
            raise BadDraft(
                "no seat is called {name}: {names} are",
                name=short(name),
                names=", ".join(setup.seats),
            )
    playing = [name for name in setup.seats if name not in sits_out]
    if len(playing) < 2:
        raise BadDraft("fewer than two would play: {names} wait", names=", ".join(sits_out))
    return with_players(setup, playing)


def _named(text: str) -> tuple[str, ...]:
    """The seats of a table without a setup."""
    typed = [each for each in text.split(",") if each.strip()]
    seats = with_people(Draft(), typed or SEAT_NAMES[:2]).people
    if len(seats) > MOST_ACTIVE:
        raise BadDraft("{count} names: expected the 2 or 3 who play", count=len(seats))
    return seats


def _setup(asked: str, name: str, folder: Path) -> Setup | None:
    if asked == GUESS:
        return None
    try:
        if asked == DEMO and name == DEMO:
            return read_setup(SETUP)
        for path in _setups(folder):
            if path.stem == asked:
                return read_setup(path)
    except BadSetup as error:
        raise BadDraft(error.line) from error
    raise BadDraft('"{name}": there is no such setup', name=asked[:40])


def compared(study: Study, preset: str) -> Compared | None:
    """The study's rounds by another preset; None where none is asked for, or there is none."""
    if not preset:
        return None
    rounds = []
    for each in study.state.rounds:
        if each.record is None or each.dropped:
            continue
        try:
            rules = house_rules(preset, len(each.record.seats), folders=rule_folders())
        except ScorerError:
            return None
        was, would = by_rules(each.record, each.record.rules), by_rules(each.record, rules)
        rounds.append((each.number, each.record.seats, was, would))
    return Compared(preset, tuple(rounds))
