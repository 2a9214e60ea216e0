"""Who sits out and sells brights (B3), and the boar's pot (D24), on the live page and in the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webui.tables import client_of, table_of
from webui.live.table import LiveTable

PEOPLE = ("Ann", "Bea", "Cho", "Dan")
POT = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon"
WON = ("01-bright / 03-bright", "02-junk / 04-junk", "05-junk / 07-junk", "08-bright / 09-junk")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    found = table_of(tmp_path, *PEOPLE, preset="gostop-3p", bright_sale_price=2, boar_ante=1)
    yield found
    found.store.close()


@pytest.fixture
def client(table: LiveTable) -> FlaskClient:
    return client_of(table)


def sold(table: LiveTable) -> None:
    table.do({"do": "sell", "seller": "Dan", "cards": "11-bright 12-bright"}, "Ann")


def test_who_sits_out_is_asked_for_his_brights_until_he_has_sold(
    table: LiveTable, client: FlaskClient
) -> None:
    table.do({"do": "deal", "pot": POT}, "Ann")
    assert "/live/sell" in client.get("/").text
    dialog = client.get("/live/sell").text
    assert "<option>Dan</option>" in dialog
    assert "Each who plays pays 2 for each bright." in dialog
    sold(table)
    page = client.get("/").text
    assert "Dan sold brights: +12" in page
    assert "/live/sell" not in page
    assert "<option>" not in client.get("/live/sell").text


def test_in_the_next_round_another_may_sell(table: LiveTable) -> None:
    table.do({"do": "deal", "pot": POT}, "Ann")
    sold(table)
    for turn in WON:
        table.do({"do": "act", "text": turn}, "Ann")
    table.do({"do": "act", "text": "stop"}, "Ann")
    table.do({"do": "settle"}, "Ann")
    evening = table.snapshot()["evening"]
    assert (evening["sold"], evening["sellers"]) == ({}, evening["waiting"])


def test_where_nothing_is_sold_nobody_is_asked(tmp_path: Path) -> None:
    table = table_of(tmp_path, *PEOPLE, preset="gostop-3p")
    assert table.snapshot()["evening"]["sellers"] == []
    assert "/live/sell" not in client_of(table).get("/").text
    table.store.close()


def test_the_boar_pot_is_shown_and_told_of_when_the_evening_ends(
    table: LiveTable, client: FlaskClient
) -> None:
    table.do({"do": "deal", "pot": POT}, "Ann")
    assert "4 in the boar pot" in client.get("/").text
    for turn in WON:
        table.do({"do": "act", "text": turn}, "Ann")
    table.do({"do": "act", "text": "stop"}, "Ann")
    table.do({"do": "close"}, "Ann")
    assert "Nobody has won what is in the boar pot" in client.get("/ledger/1").text
    page = client.get("/").text
    assert 'href="/ledger/1"' in page
    assert "sitting out" not in page
