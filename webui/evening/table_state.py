"""The state of a table as values: an evening, its rounds, and what holds for the next one.

`webui.evening.log` makes them of an evening's events.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from scorer.cards import Cards
from scorer.deal import hidden_deal
from scorer.evening import Evening
from scorer.house_rules import HouseRules
from scorer.ledger import Ledger
from scorer.notation import parse
from scorer.payout import Amount
from scorer.record import Record
from scorer.remark import Remark
from scorer.replay import Replay, replay
from webui.evening.booking import Going, Step
from webui.evening.events import BadEvent, Changed, Opened, Round
from webui.words import line_of


class Version(NamedTuple):
    """A round as it stood after one event."""

    number: int
    at: datetime
    by: str
    event: Round


@dataclass(frozen=True, slots=True)
class RoundState:
    """One round of the evening."""

    number: int
    versions: tuple[Version, ...]
    """Every form it had; the last one holds."""
    folders: tuple[Path, ...] = ()
    settled: bool = False
    """Whether the ledger follows it."""
    push: bool = False
    dropped: bool = False

    @property
    def event(self) -> Round:
        """The round as the newest event has it."""
        return self.versions[-1].event

    @property
    def text(self) -> str:
        """The round in the notation of records."""
        return self.event.record

    @property
    def record(self) -> Record | None:
        """None where the text cannot be read any more."""
        return _read(self.number, self.text, self.folders).record

    @property
    def replay(self) -> Replay | None:
        """None where the rules do not allow it; `error` says why."""
        return _read(self.number, self.text, self.folders).replay

    @property
    def error(self) -> str:
        """What is wrong with the text; empty where nothing is."""
        return _read(self.number, self.text, self.folders).error

    @property
    def certainties(self) -> tuple[float, ...]:
        return self.event.certainties

    @property
    def times_s(self) -> tuple[float, ...]:
        return self.event.times_s

    @property
    def pinned(self) -> int:
        return self.event.pinned

    @property
    def history(self) -> tuple[int, ...]:
        """The numbers of the events that made it."""
        return tuple(each.number for each in self.versions)

    @property
    def over(self) -> bool:
        """Whether it has ended and can be paid."""
        return self.replay is not None and self.replay.payout is not None

    @property
    def open(self) -> bool:
        """Whether it is still to be played or settled."""
        return not self.dropped and not (self.settled and self.over)


class _Read(NamedTuple):
    """What the text of a round comes to."""

    record: Record | None
    replay: Replay | None
    error: str


@lru_cache(maxsize=256)
def _read(number: int, text: str, folders: tuple[Path, ...]) -> _Read:
    """Read when it is asked for: most versions of a round are replaced before anybody looks."""
    record = None
    try:
        record = parse(text, Remark("round {number}", number=number), folders)
        return _Read(record, replay(record), "")
    except ValueError as error:  # ScorerError, or a round that the engine cannot bend to
        return _Read(record, None, line_of(error))


@dataclass(frozen=True, slots=True)
class TableState:
    """An evening as it stands."""

    id: int
    number: int
    """The number of the last event."""
    opened: Opened
    going: Going
    """The evening as it would be without a mistake: its ledger has no corrections of rounds."""
    steps: tuple[Step, ...]
    """What led there, a round's payout as its newest version gives it."""
    ledger: Ledger
    rounds: tuple[RoundState, ...] = ()
    pending: tuple[Changed, ...] = ()
    """What holds from the next round on."""
    closed: bool = False
    remarks: tuple[str, ...] = ()
    """Events that could not be used, and why."""
    folders: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        return self.opened.name

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody at the table, in turn order."""
        return self.going.evening.people

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who does not play the next round."""
        return tuple(name for name in self.people if name not in self.players)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the next round, the dealer first."""
        return self.going.players

    @property
    def rules(self) -> HouseRules:
        """The house rules of the next round."""
        return self.going.evening.rules

    @property
    def chosen_rules(self) -> Mapping[str, Any]:
        """The preset and what differs from it, as in sheets."""
        return self.going.rules

    @property
    def per_point(self) -> Amount:
        return self.going.evening.per_point

    @property
    def dealer(self) -> str:
        """Who deals the next round."""
        return self.going.evening.dealer

    @property
    def carry(self) -> int:
        """What the next round is multiplied by."""
        return self.going.evening.carry

    @property
    def evening(self) -> Evening:
        """Everything that outlasts a round, with the ledger as it was written."""
        return replace(self.going.evening, ledger=self.ledger)

    @property
    def current(self) -> RoundState | None:
        """The round that is being played or waits to be settled; None between rounds."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].open else None

    @property
    def next_round(self) -> int:
        """The number of the next round to be dealt."""
        if not self.rounds:
            return 1
        return self.rounds[-1].number + (not self.rounds[-1].dropped)

    def round(self, number: int) -> RoundState:
        """The round of that number.

        Raises:
            BadEvent: there is none.
        """
        for each in self.rounds:
            if each.number == number:
                return each
        raise BadEvent("there is no round {round}", round=number)


def fresh_record(state: TableState, pot: Cards = ()) -> Record:
    """The next round of the evening before its first turn: seats, carry, stakes.

    Seats are in turn order from the dealer; where he sits out, the next one deals.

    Raises:
        BadEvent: the match is over: fewer than two are left to play.
    """
    players, rules = state.players, state.rules
    if len(players) < 2:
        raise BadEvent("the match is over: fewer than two are left to play")
    return Record(
        rules=rules,
        seats=players,
        dealer=0,
        deal=hidden_deal(rules, len(players), pot),
        terms=state.evening.terms(),
        waiting=state.waiting,
    )


def shown_round(state: TableState | None) -> RoundState | None:
    """The round that lies on the table: the last one, until the next is dealt."""
    if state is None or not state.rounds or state.rounds[-1].dropped:
        return None
    return state.rounds[-1]
