"""Reviews that are kept: each recording's rounds as an evening of their own, beside the ledger.

A study is corrected as the live table is, by events; what is accepted is copied into the ledger's
store. What does not belong to a round - questions, remarks, when rounds began - lies in a file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from scorer.house_rules import HouseRules
from scorer.payout import Amount
from scorer.record import written
from vision.setup import Setup, setup_json
from webui.evening.booking import Selling
from webui.evening.commands import Command, events_of
from webui.evening.events import (
    BadEvent,
    Booked,
    Closed,
    Event,
    Opened,
    Round,
    Settled,
    Stored,
)
from webui.evening.log import folded, tried
from webui.evening.table_state import RoundState, TableState
from webui.kept_files import read_object, write_whole
from webui.kept_lines import line_kept
from webui.review import Task
from webui.reviews.jobs import Jobs, Json
from webui.store.database import StoreError
from webui.store.event_store import Store

STORE, NOTES = "studies.db", "studies"
BY, CAMERA = "review", "camera"
OWN = "own"
"""Accepted as an evening of its own."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a review asks a person, in no language (`webui.questions.Question`)."""

    time_s: float
    round: int
    turn: int
    """0 where the round was not seen to end."""
    names: tuple[str, ...]
    readings: tuple[Json, ...]
    """What the turn may have been, as `turn_view` tells it."""


@dataclass(frozen=True, slots=True)
class Study:
    """The review of one recording."""

    film: str
    state: TableState
    spans: tuple[tuple[float, float], ...]
    """When each round began and ended."""
    questions: tuple[Asked, ...]
    remarks: tuple[str, ...]
    seconds: float
    accepted: int
    """The evening of the ledger that it went into; 0 for none."""


class Studies:
    """The studies of a data folder."""

    def __init__(self, folder: Path, folders: tuple[Path, ...] = ()) -> None:
        self.folder, self.folders = folder, folders
        self.store = Store(folder / STORE)
        self.jobs = Jobs()
        self._lock = Lock()

    def close(self) -> None:
        """Ends the reviews that run, and lets go of the store."""
        self.jobs.close()
        self.store.close()

    def review(
        self,
        film: str,
        path: Path,
        rules: HouseRules,
        chosen: Json,
        seats: tuple[str, ...],
        setup: Setup | None,
    ) -> bool:
        """Begins the review of a film; False where one runs already."""
        agreed = Opened(film, seats, chosen, seats[0], source=film)
        if setup is not None:
            agreed = replace(agreed, setup=setup_json(setup))
        task = Task(path, rules, seats, setup, deck=setup.deck if setup else "")
        return self.jobs.begin(film, task, lambda found: self.keep(film, agreed, found))

    def keep(self, film: str, agreed: Opened, found: Json) -> None:
        """Writes down what a review found: a new evening, whatever was found before."""
        with self._lock:
            rounds = [
                Round(
                    number,
                    each["record"],
                    by_camera=True,
                    certainties=tuple(each["certainties"]),
                    times_s=tuple(each["times_s"]),
                    recording=film,
                )
                for number, each in enumerate(found["rounds"], 1)
            ]
            evening = self.store.new_evening(agreed, CAMERA, rounds).evening
            spans = [[each["start_s"], each["end_s"]] for each in found["rounds"]]
            notes = {key: found[key] for key in ("seconds", "remarks", "questions")}
            self._note(film, {**notes, "evening": evening, "spans": spans, "accepted": 0})

    def of(self, film: str) -> Study | None:
        """The study of a recording; None where it was not reviewed or cannot be read."""
        notes = read_object(self._path(film))
        if not notes:
            return None
        try:
            state = folded(self.store.events(int(notes["evening"])), self.folders)
            spans = tuple((float(start), float(end)) for start, end in notes["spans"])
            return Study(
                film,
                state,
                spans,
                tuple(map(_asked, notes["questions"])),
                tuple(map(line_kept, notes["remarks"])),
                float(notes["seconds"]),
                int(notes["accepted"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, StoreError):
            return None

    def correct(self, film: str, command: Command) -> None:
        """Follows a command of the live table in a study.

        Raises:
            BadCommand: it cannot be followed. StoreError: nothing could be written.
            KeyError: there is no such study.
        """
        study = self._there(film)
        events = events_of(study.state, command)
        self.store.append_all(study.state.id, events, BY, expected=study.state.number)

    def accept(self, film: str, ledger: Store, into: TableState | None) -> int:
        """The evening of the ledger that the finished rounds of a study now stand in.

        `into`: the evening they are added to; None for one of their own.

        Raises:
            BadEvent: they do not fit into it, or are in the ledger already. StoreError: nothing
                could be written. KeyError: there is no such study.
        """
        study = self._there(film)
        if study.accepted:
            raise BadEvent("{file}: is in the ledger already", file=film)
        if into is None:
            _, events = _settled(_begun(study), study)
            evening = ledger.new_evening(study.state.opened, BY, (*events, Closed())).evening
        else:
            evening = into.id
            state = folded(ledger.events(evening), self.folders)
            ledger.append_all(evening, _settled(state, study)[1], BY, state.number)
        notes = read_object(self._path(film))
        self._note(film, {**notes, "accepted": evening})
        return evening

    def _there(self, film: str) -> Study:
        study = self.of(film)
        if study is None:
            raise KeyError(film)
        return study

    def _path(self, film: str) -> Path:
        return self.folder / NOTES / f"{film}.json"

    def _note(self, film: str, notes: dict[str, Any]) -> None:
        write_whole(self._path(film), json.dumps(notes, ensure_ascii=False).encode())


def _asked(kept: Json) -> Asked:
    names, readings = tuple(map(str, kept["names"])), tuple(map(dict, kept["readings"]))
    return Asked(float(kept["time_s"]), int(kept["round"]), int(kept["turn"]), names, readings)


def _sales(state: TableState, number: int) -> tuple[Booked, ...]:
    """The brights that were sold for a round, as they are told while it lies on the table."""
    sold = (each for each in state.steps if isinstance(each, Selling) and each.round == number)
    return tuple(Booked("bright_sale", seller=each.seller, cards=each.cards) for each in sold)


def balances(study: Study) -> Mapping[str, Amount]:
    """What every account has won or lost by the rounds that are over; empty where they do not fit.

    As the ledger would say it of the study as an evening of its own.
    """
    try:
        return _settled(_begun(study), study)[0].ledger.balances()
    except BadEvent:
        return {}


def _begun(study: Study) -> TableState:
    """The evening of a study before its first round."""
    opened = Stored(1, 0, datetime.now(UTC), BY, study.state.opened)
    return folded((opened,), study.state.folders)


def _settled(state: TableState, study: Study) -> tuple[TableState, list[Event]]:
    """The finished rounds as the next ones of an evening, each settled; none is written yet."""
    events = list[Event]()
    for each in study.state.rounds:
        if not each.over or each.dropped:
            continue
        sold = _sales(study.state, each.number)
        played: list[Event] = [_for(state, each, state.folders), *sold, Settled(state.next_round)]
        for event in played:
            state = tried(state, event, BY)
        events += played
    return state, events


def _for(state: TableState, there: RoundState, folders: tuple[Path, ...]) -> Round:
    """A round as the next one of an evening: for its stakes, and what it carries over."""
    if there.record is None:
        raise BadEvent("round {round}: {why}", round=there.number, why=there.error)
    record = replace(there.record, terms=state.evening.terms(), result=None)
    text = written(record, folders)
    return replace(there.event, round=state.next_round, record=text, undoes=0)
