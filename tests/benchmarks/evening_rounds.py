"""A simulated evening followed by the live table, and kept right by somebody in a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import simulator_path  # noqa: F401  # before the modules of datasets/
from evening_keeper import Keeper, paid, right
from game_evening import Sale, Seated
from game_looks import FAULTS, looks_of
from game_table import Times
from game_view import setup_of_view
from scorer.ledger import Ledger
from scorer.payout import Amount
from simulate_game import SEATS, Job, Table
from vision.looks import Look
from vision.setup import Setup, setup_json
from webui.dashboard import Dashboard
from webui.evening.events import Opened
from webui.live.follower import Follower
from webui.live.table import LiveTable
from webui.store.event_store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = {"preset": "gostop-3p", "bright_sale_price": 2, "boar_ante": 1}
"""Who sits out sells his brights, and the boar has a pot."""
PEOPLE = 4
SOLD_S = 2.0
"""So long after a round was seen dealt somebody thinks of the brights that were sold."""
BEFORE_S = 2.0
"""So long before the next deal a round is looked over."""


@dataclass(frozen=True, slots=True)
class Row:
    """How one round went."""

    number: int
    winner: str
    turns: int
    turns_right: int
    """Before anybody corrected."""
    paid_before: bool
    """Whether winner and payout were right before anybody corrected."""
    paid_after: bool
    asked: int
    """Questions on the page when the round was over."""
    taps: int
    """To put the round right and into the ledger."""
    typed: int
    """Lines that had to be typed."""
    film_s: float
    work_s: float
    """Spent on following it, once its pictures had been looked at."""


def job_of(out: Path, rounds: int, seed: int, difficulty: str, art: Path | None, fps: float) -> Job:
    """An evening of four, of whom three play."""
    size_px = (1920, 1080)
    return Job(art, out, PEOPLE, seed, RULES, difficulty, size_px, fps, False, rounds)


def setup_of(job: Job, told: Table) -> Setup:
    """The table of an evening, as the wizard would write it down."""
    return setup_of_view(told.view, told.stage.layout, SEATS[:PEOPLE], dict(RULES))


def imitated(job: Job, told: Table) -> Sequence[Look]:
    """What a camera model with the mistakes of that difficulty would have seen."""
    return looks_of(told.stage, told.view, FAULTS[job.difficulty], job.rng(5))


@contextmanager
def served(folder: Path) -> Iterator[Dashboard]:
    """The dashboard as `hwatu` serves it."""
    table = LiveTable(Store(folder / "games.db"), folder)
    with Dashboard(table) as found:
        Thread(target=found.run, daemon=True).start()
        yield found


class EveningAtTable:
    """The evening: what the camera saw goes in, and a person puts right what it misread."""

    def __init__(self, told: Table, setup: Setup, dashboard: Dashboard) -> None:
        """Opens the evening; pages are to be opened then."""
        self.told, self.table = told, dashboard.table
        first = SEATS[told.rounds[0].dealer]
        values = json.loads(json.dumps(setup_json(setup)))
        self.table.open(Opened("Evening", setup.seats, RULES, first, 1, values), "host")
        self._follower = Follower(self.table, "film", "film")
        self.table.answers = self._follower.answers

    def played(
        self,
        looks: Iterable[Look],
        page: Page,
        seen: Callable[[int, Keeper], None] = lambda n, k: None,
    ) -> Iterator[Row]:
        """Each round once it is settled; `seen` is told when its first turns have been seen."""
        coming = iter(looks)
        pairs = zip(self.told.rounds, self.told.stage.rounds, strict=True)
        for number, (seated, times) in enumerate(pairs, 1):
            keeper, work_s = Keeper(page, self.table), 0.0
            waits: list[tuple[float, Callable[[], None]]] = self._errands(
                number, seated, keeper, seen
            )
            for look in coming:
                begin_s = time.perf_counter()
                self._follower.see(look)
                work_s += time.perf_counter() - begin_s
                while waits and look.time_s > waits[0][0] and self._dealt(number):
                    waits.pop(0)[1]()
                if look.time_s > self._over_s(number):
                    break
            yield self._row(number, seated, times, keeper, work_s)

    def _errands(
        self, number: int, seated: Seated, keeper: Keeper, seen: Callable[[int, Keeper], None]
    ) -> list[tuple[float, Callable[[], None]]]:
        """What is done on the page while a round is played, and from when on."""
        turns_s = self.told.stage.rounds[number - 1].turns_s
        sold = [each for each in seated.sales if each.brights]

        def sells() -> None:
            for sale in sold:
                keeper.sells(sale.seller, sale.brights)

        middle_s = turns_s[min(4, len(turns_s) - 1)]
        return [(turns_s[0] - SOLD_S, sells), (middle_s, lambda: seen(number, keeper))]

    def _dealt(self, number: int) -> bool:
        state = self.table.state
        return state is not None and len(state.rounds) >= number

    def _over_s(self, number: int) -> float:
        """When the round that was played has been seen to end."""
        rounds = self.told.stage.rounds
        return rounds[number].start_s - BEFORE_S if number < len(rounds) else float("inf")

    def _row(self, number: int, seated: Seated, times: Times, keeper: Keeper, work_s: float) -> Row:
        truth = seated.game.replay
        there = keeper.state.rounds[-1]
        before, turns = paid(there.replay) == paid(truth), right(there.replay, truth)
        asked = sum(each["round"] == number for each in self.table.snapshot()["questions"])
        taps, typed = keeper.taps, keeper.typed
        keeper.puts_right(truth)
        keeper.settles()
        after = keeper.state.round(number)
        winners = truth.position.outcome.winners if truth.position.outcome else ()
        return Row(
            number,
            ", ".join(truth.record.seats[seat] for seat in winners) or "nobody",
            len(truth.turns),
            turns,
            before,
            after.settled and paid(after.replay) == paid(truth),
            asked,
            keeper.taps - taps,
            keeper.typed - typed,
            times.end_s - times.start_s,
            work_s,
        )

    @property
    def sales(self) -> tuple[Sale, ...]:
        """The brights that were sold."""
        return tuple(each for seated in self.told.rounds for each in seated.sales if each.brights)

    def balances(self) -> dict[str, Amount]:
        """What everybody really won, who won or lost anything."""
        return accounts(self.told.evening.ledger)


def accounts(ledger: Ledger) -> dict[str, Amount]:
    """The balances of those who won or lost anything, the boar pot among them."""
    return {name: won for name, won in ledger.balances().items() if won}
