"""Evenings for tests: logs that number their events, and short rounds with a known winner."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scorer.benchmark import random_round
from scorer.cards import cards
from scorer.deal import hidden_deal
from scorer.record import Entry, Record, written
from webui.evening.events import Event, Opened, Round, Settled, Stored
from webui.evening.log import folded
from webui.evening.table_state import TableState, fresh_record
from webui.evening.turn_text import entries_of

BEGAN = datetime(2026, 1, 2, 20, tzinfo=UTC)
POT = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon"
IDLE = (
    *("02-junk / 04-junk", "05-junk / 07-junk", "11-junk / 09-ribbon", "02-ribbon / 04-ribbon"),
    "05-ribbon / 07-ribbon",
)
"""Turns that win nothing."""


class Log:
    """The events of an evening in memory."""

    def __init__(self, *people: str, per_point: int = 1, dealer: str = "", **rules: Any) -> None:
        chosen: Mapping[str, Any] = {"threshold": 3, **rules}
        self.events: list[Stored] = []
        self.add(Opened("Friday", people, chosen, dealer or people[0], per_point))

    def add(self, event: Event, by: str = "Ann") -> Stored:
        number = len(self.events) + 1
        self.events.append(Stored(number, 1, BEGAN + timedelta(seconds=number), by, event))
        return self.events[-1]

    @property
    def state(self) -> TableState:
        return folded(self.events)

    def won_by(self, winner: str, **more: Any) -> int:
        """The number of a round that this one won and that was settled."""
        state = self.state
        self.add(Round(state.next_round, written(won(fresh_record(state), winner)), **more))
        self.add(Settled(state.next_round))
        return state.next_round


def won(fresh: Record, winner: str) -> Record:
    """The round stopped by the winner with three brights, on the second turn of everybody."""
    dealt = replace(fresh, deal=hidden_deal(fresh.rules, len(fresh.seats), cards(POT)))
    place, idle = fresh.seats.index(winner), iter(IDLE)
    entries: list[Entry] = []
    for turn, won_with in enumerate(("01-bright / 03-bright", "08-bright / 09-junk; stop")):
        for seat in range(len(fresh.seats) if turn == 0 else place + 1):
            said = won_with if seat == place else next(idle)
            entries += entries_of(said, fresh.seats, seat)
    return replace(dealt, entries=tuple(entries))


def drawn_by_lot(fresh: Record, seed: int, length: int | None = None) -> Record:
    """A round of choices drawn by lot, hands and stock known; its first entries, or all."""
    dealt, played, _ = random_round(fresh.rules, len(fresh.seats), random.Random(seed))
    entries = tuple(Entry(action) for _, action in played)
    return replace(fresh, deal=dealt, entries=entries[:length])
