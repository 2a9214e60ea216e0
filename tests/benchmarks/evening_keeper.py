"""Somebody at the table who saw what was really played, and keeps the page to it by tapping."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from scorer.cards import Card
from scorer.deal import hidden_deal
from scorer.play import Report
from scorer.record import Record, written
from scorer.replay import Replay, replay
from webui.evening.commands import BadCommand, events_of
from webui.evening.events import Round
from webui.evening.log import NOT_YET
from webui.evening.refit import split
from webui.evening.table_state import RoundState, TableState, Version
from webui.evening.turn_text import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from webui.live.table import LiveTable

PATIENCE_S = 20.0
MOST_FIXES = 12
"""Corrections of one round, before it is written down as a whole."""
PLAIN = {"match", "no_match"}
"""Events that follow from the cards."""


def done(turn: Report) -> tuple[Any, ...]:
    """What a turn did, as far as it changes the score: not which card came from the hand."""
    cards = Counter((*turn.played, *turn.flipped))
    moved = Counter(turn.captured), Counter(turn.stolen)
    return turn.seat, cards, *moved, frozenset(turn.events) - PLAIN


def paid(replayed: Replay | None) -> tuple[Any, ...] | None:
    """Who won and what everybody got; None while the round is not over."""
    if replayed is None or replayed.payout is None:
        return None
    outcome = replayed.position.outcome
    return outcome and outcome.winners, replayed.payout.transfers, replayed.side_payments


def leading(seen: Replay | None, truth: Replay) -> int:
    """So many turns are right before the first that is not; one more where the payout is too."""
    if seen is None or seen.record.dealer != truth.record.dealer:
        return -1
    pairs = zip(seen.turns, truth.turns, strict=False)
    found = next((n for n, (a, b) in enumerate(pairs) if done(a) != done(b)), None)
    if found is not None:
        return found
    return min(len(seen.turns), len(truth.turns)) + (paid(seen) == paid(truth))


def right(seen: Replay | None, truth: Replay) -> int:
    """How many turns are right in their place."""
    pairs = zip(seen.turns if seen else (), truth.turns, strict=False)
    return sum(done(a) == done(b) for a, b in pairs)


class Keeper:
    """Taps on the live page, and counts the taps."""

    def __init__(self, page: Page, table: LiveTable) -> None:
        self.page, self.table = page, table
        self.taps, self.typed = 0, 0

    @property
    def state(self) -> TableState:
        """The evening as the table has it."""
        assert self.table.state is not None
        return self.table.state

    def tap(self, what: Locator) -> None:
        """Taps something that is to be seen."""
        what.click()
        self.taps += 1

    def changes(self, what: Locator) -> None:
        """Taps something that writes to the log, and waits until it is written and shown."""
        before = self.state.number
        self.tap(what)
        until = time.monotonic() + PATIENCE_S
        while self.state.number == before:
            if time.monotonic() > until:
                says = self.page.locator("#fault").inner_text()
                raise AssertionError(f"nothing was written: {says or 'and nothing was said'}")
            self.page.wait_for_timeout(20)
        self.page.locator("dialog").wait_for(state="hidden")

    def button(self, name: str) -> Locator:
        """A button by its words, in the dialog where one is open."""
        dialog = self.page.locator("dialog[open]")
        place = dialog if dialog.count() else self.page.locator("#live")
        return place.get_by_role("button", name=name, exact=True)

    def sells(self, seller: str, brights: tuple[Card, ...]) -> None:
        """Books the brights that somebody who sits out has sold."""
        self.tap(self.button("Brights sold"))
        form = self.page.locator('dialog form[data-command="sell"]')
        form.locator("select").select_option(seller)
        for card in brights:
            self.tap(form.locator(f'label:has(input[value="{card.face}"])'))
        self.changes(form.get_by_role("button", name="Sell"))

    def opens(self, turn: int) -> None:
        """Opens a turn of the round that is shown."""
        number = self.state.rounds[-1].number
        self.tap(self.page.locator(f'.turns button[data-dialog="/live/turn/{number}/{turn}"]'))
        self.page.locator("dialog[open] .dialog-head").wait_for()

    def slips(self, turn: int) -> None:
        """Takes another reading of a turn, by mistake."""
        self.opens(turn)
        self.changes(self.page.locator("dialog .answer").first)

    def puts_turn_right(self, truth: Replay) -> None:
        """Corrects the first turn of the round that is shown which was not played so."""
        there = self.state.rounds[-1]
        self._better_turn(there, truth, leading(there.replay, truth))

    def slips_in_ledger(self, number: int, turn: int) -> None:
        """Takes the stop of a settled round for a go, by mistake, on the page of its last turn."""
        self._to_ledger(number)
        self.tap(self.page.locator(f'a.fix[href$="/{number}/{turn}"]'))
        written = self.page.locator('input.long[name="text"]')
        written.fill(written.input_value().replace("; stop", "; go"))
        self.typed += 1
        self._goes(self.page.get_by_role("button", name="Take this"))

    def undoes_in_ledger(self, number: int) -> None:
        """Takes the last change of a round back, on the page of the round."""
        self._to_ledger(number)
        self._goes(self.page.get_by_role("button", name="Undo"))

    def closes(self) -> None:
        """Closes the evening on the page where it is settled."""
        self.page.goto(urljoin(self.page.url, "/ledger"))
        self.tap(self.page.locator("summary", has_text="Close the evening"))
        self._goes(self.page.get_by_role("button", name="Close it"))

    def _to_ledger(self, number: int) -> None:
        self.page.goto(urljoin(self.page.url, f"/ledger/{self.state.id}/{number}"))
        self.tap(self.page.locator("summary", has_text="Turns"))

    def _goes(self, button: Locator) -> None:
        """Taps a button that writes to the log and leads to a page."""
        with self.page.expect_navigation():
            self.tap(button)

    def settles(self) -> None:
        """Writes a round that is over into the ledger, where it waits for that."""
        there = self.state.rounds[-1]
        if there.over and not there.settled:
            self.changes(self.button("Into the ledger"))

    def puts_right(self, truth: Replay) -> None:
        """Corrects the round that is shown until its turns are those that were played."""
        for _ in range(MOST_FIXES):
            there = self.state.rounds[-1]
            good = leading(there.replay, truth)
            if paid(there.replay) == paid(truth):
                return
            if not self._better_turn(there, truth, good):
                break
        there = self.state.rounds[-1]
        if paid(there.replay) != paid(truth) and there.record is not None:
            self._writes_round(there, there.record, truth)

    def _better_turn(self, there: RoundState, truth: Replay, good: int) -> bool:
        """Puts the first wrong turn right in the way of the fewest taps; whether there is one."""
        if there.replay is None or not 0 <= good < len(there.replay.turns):
            return False
        self.opens(good + 1)
        for answer in self.page.locator("dialog .answer").all():
            command = json.loads(answer.get_attribute("data-do") or "{}")
            if answer.is_visible() and self._leads(command, truth) > good:
                self.changes(answer)
                return True
        for command, name in self._written(there, truth, good):
            if self._leads(command, truth) > good:
                if "text" in command:
                    self.page.locator('dialog input[name="text"]').fill(command["text"])
                    self.typed += 1
                self.changes(self.button(name))
                return True
        self.tap(self.button("Close"))
        return False

    def _written(
        self, there: RoundState, truth: Replay, good: int
    ) -> Iterator[tuple[Mapping[str, Any], str]]:
        """What else the dialog of a turn can do, and the button that does it."""
        about = {"round": there.number, "turn": good + 1}
        if good < len(truth.turns):
            line = text_of(split(truth, good)[1], truth.record.seats)
            yield {"do": "turn", **about, "text": line.partition(": ")[2]}, "Change"
            yield {"do": "add", **about, "text": line}, "A turn before it"
        yield {"do": "remove", **about}, "This turn never was"

    def _leads(self, command: Mapping[str, Any], truth: Replay) -> int:
        """How far the round would be right after a command."""
        try:
            (event,) = events_of(self.state, command)
        except BadCommand:
            return -1
        assert isinstance(event, Round)
        return leading(RoundState(event.round, (Version(0, NOT_YET, "", event),)).replay, truth)

    def _writes_round(self, there: RoundState, record: Record, truth: Replay) -> None:
        """Writes the whole round down as it was played."""
        told = truth.record
        pot = hidden_deal(record.rules, len(record.seats), told.deal.pot)
        whole = replace(record, deal=pot, dealer=told.dealer, entries=told.entries, result=None)
        assert paid(replay(whole)) == paid(truth)
        self.opens(1)
        self.tap(self.button("The whole round as text"))
        self.page.locator("dialog textarea").fill(written(whole))
        self.typed += 1
        self.changes(self.button("Change"))
