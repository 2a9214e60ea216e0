"""An evening of four at one table: three play, the fourth sells his brights; corrected, settled.

The looks are imitated, everything else is real. The long form films an evening of six rounds and
looks at it with the shipped camera model: tests/benchmarks/evening.py.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Page, expect

from evening_keeper import Keeper
from evening_rounds import EveningAtTable, accounts, imitated, job_of, served, setup_of
from scorer.ledger import POT, fewest_transfers
from simulate_game import set_up
from tests.webui.browser import DESKTOP, NO_BROWSER, PHONE, Open

pytestmark = NO_BROWSER
ROUNDS, SEED = 2, 20
"""Short rounds, in which brights are sold and the boar's pot is carried over."""
ACCOUNTS = {POT: "the boar pot"}
FIRST, SLIP = 1, 3
"""In the first round somebody takes the third turn for another."""


@pytest.fixture
def slips() -> list[tuple[str, str]]:
    """The round before somebody mistook a turn, and after it."""
    return []


@pytest.fixture
def evening(
    tmp_path: Path, page_of: Open, slips: list[tuple[str, str]]
) -> Iterator[tuple[EveningAtTable, Page, Page]]:
    """The evening, played and settled, with the pages of who keeps it and of who looks on."""
    job = job_of(tmp_path, ROUNDS, SEED, "middle", None, 10.0)
    told = set_up(job)

    def slipped(number: int, keeper: Keeper) -> None:
        if number == FIRST:
            before = keeper.state.rounds[-1].text
            keeper.slips(SLIP)
            slips.append((before, keeper.state.rounds[-1].text))
            keeper.puts_turn_right(told.rounds[0].game.replay)

    with served(tmp_path) as dashboard:
        found = EveningAtTable(told, setup_of(job, told), dashboard)
        page, phone = page_of(dashboard, DESKTOP), page_of(dashboard, PHONE)
        for row in found.played(imitated(job, told), page, slipped):
            assert row.paid_after, row
        yield found, page, phone
        page.close()
        phone.close()


def test_an_evening(
    evening: tuple[EveningAtTable, Page, Page], slips: list[tuple[str, str]]
) -> None:
    at_table, page, phone = evening
    (before, after), keeper = slips[0], Keeper(page, at_table.table)
    assert before != after
    assert accounts(keeper.state.ledger) == at_table.balances()
    kinds = [each.kind for each in keeper.state.ledger.entries]
    assert kinds.count("bright_sale") == len(at_table.sales) == 2
    shows_the_result(phone, at_table)
    correct_a_settled_round(keeper, at_table)
    close(keeper, at_table)


def shows_the_result(phone: Page, at_table: EveningAtTable) -> None:
    """A phone that looked on all the evening shows the last payout."""
    last = at_table.told.rounds[-1].game.replay
    assert last.payout is not None
    expect(phone.get_by_text("In the ledger.")).to_be_visible()
    shown = sorted(each.replace("\N{MINUS SIGN}", "-") for each in texts(phone, ".payout .much"))
    assert shown == sorted(f"{each:+}" if each else "0" for each in last.payout.transfers)
    script = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert phone.evaluate(script)


def correct_a_settled_round(keeper: Keeper, at_table: EveningAtTable) -> None:
    """The first round is changed, and back: every change is a line of the ledger."""
    turns = len(at_table.told.rounds[0].game.replay.turns)
    lines = len(keeper.state.ledger.entries)
    keeper.slips_in_ledger(FIRST, turns)
    wrong = keeper.state
    assert accounts(wrong.ledger) != at_table.balances()
    assert {each.kind for each in wrong.ledger.entries[lines:]} == {"correction"}
    keeper.undoes_in_ledger(FIRST)
    assert accounts(keeper.state.ledger) == at_table.balances()


def close(keeper: Keeper, at_table: EveningAtTable) -> None:
    """The evening is closed; who pays whom is as few payments as can be, and exports agree."""
    keeper.closes()
    assert keeper.state.closed
    owed = fewest_transfers(at_table.balances())
    names = texts(keeper.page, ".transfers strong")
    much = texts(keeper.page, ".transfers .number")
    assert list(zip(names[::2], names[1::2], map(int, much), strict=True)) == [
        (ACCOUNTS.get(a.payer, a.payer), ACCOUNTS.get(a.payee, a.payee), a.amount) for a in owed
    ]
    base = keeper.page.url
    told = json.loads(keeper.page.request.get(f"{base}/evening.json").text())
    assert {name: won for name, won in told["balances"]["points"].items() if won} == (
        at_table.balances()
    )
    assert told["closed"]
    rows = list(csv.reader(io.StringIO(keeper.page.request.get(f"{base}/evening.csv").text())))
    (balance,) = (row for row in rows if row[1] == "balance")
    won = {name: int(much) for name, much in zip(rows[0][6:], balance[6:], strict=True)}
    assert {name: much for name, much in won.items() if much} == at_table.balances()


def texts(page: Page, what: str) -> list[str]:
    return [each.inner_text() for each in page.locator(what).all()]
