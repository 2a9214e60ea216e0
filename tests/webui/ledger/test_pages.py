"""Settlement: balances, the fewest payments, each payout explained, corrections, export."""

import csv
import io
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.cards import cards
from scorer.ledger import Ledger
from scorer.payout import Amount
from scorer.record import written
from scorer.remark import Remark
from tests.webui.table_app import open_evening, play, served
from tests.webui.tables import POT
from webui.amounts import MINUS, amount
from webui.evening.events import Round
from webui.evening.table_state import fresh_record
from webui.ledger.chart import chart, standings
from webui.live.table import LiveTable
from webui.recordings.stop_picture import keep_picture


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def text(client: FlaskClient, path: str) -> str:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)))


def test_a_table_without_an_evening_leads_to_the_setup(client: FlaskClient) -> None:
    assert "No evening has been opened yet" in text(client, "/ledger")


def test_balances_and_the_fewest_payments(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea", "Cho", "Dan")
    play(app, "Ann")
    play(app, "Ann")
    page = text(client, f"/ledger/{evening}")
    table = app.extensions["table"]
    balances = table.state.ledger.balances()
    assert sum(balances.values()) == 0
    for name, points in balances.items():
        assert f"{name} {amount(points)}" in page
    assert "pays Ann" in page
    assert "Waits" in page
    assert text(client, "/ledger") == page


def test_each_payout_is_explained_line_by_line(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Bea")
    page = text(client, f"/ledger/{evening}/1")
    assert "Ann pays 600 points 3 3 kwang-bak \u00d72 6 for each point \u00d7100 600" in page
    assert "brights 3" in page
    assert client.get(f"/ledger/{evening}/2").status_code == 404
    assert client.get("/ledger/99").status_code == 404


def test_the_picture_of_the_table_at_the_stop(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    assert client.get(f"/ledger/{evening}/1/stop.jpg").status_code == 404
    keep_picture(tmp_path, evening, 1, b"before")
    keep_picture(tmp_path, evening, 1, b"\xff\xd8picture")
    assert client.get(f"/ledger/{evening}/1/stop.jpg").data == b"\xff\xd8picture"
    assert "stop.jpg" in client.get(f"/ledger/{evening}/1").get_data(as_text=True)


def test_the_picture_comes_out_of_the_recording_where_there_is_one(
    app: Flask, client: FlaskClient
) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann", recording="demo", times_s=(1.0, 2.0, 3.0))
    answer = client.get(f"/ledger/{evening}/1/stop.jpg")
    assert answer.data.startswith(b"\xff\xd8\xff")
    play(app, "Ann", recording="../../etc/passwd", times_s=(1.0,))
    assert client.get(f"/ledger/{evening}/2/stop.jpg").status_code == 404


def test_a_round_is_settled_and_the_evening_closed(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann", settled=False)
    assert "not settled" in text(client, f"/ledger/{evening}")
    assert "Points over the rounds" not in text(client, f"/ledger/{evening}"), "nothing to draw"
    client.post(f"/ledger/{evening}/do", data={"do": "settle", "round": "1"})
    assert "Points over the rounds" in text(client, f"/ledger/{evening}")
    assert app.extensions["table"].state.ledger.balances() == {"Ann": 6, "Bea": -6}
    client.post(f"/ledger/{evening}/do", data={"do": "close"})
    assert app.extensions["table"].state.closed
    page = text(client, f"/ledger/{evening}")
    assert "closed" in page
    assert "Close the evening" not in page


def test_what_cannot_be_done_is_said(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    answer = client.post(f"/ledger/{evening}/do", data={"do": "fly"}, follow_redirects=True)
    assert "unknown command" in answer.get_data(as_text=True)
    answer = client.post(f"/ledger/{evening}/do", data={"do": "settle"}, follow_redirects=True)
    assert "no round has been dealt yet" in answer.get_data(as_text=True)


def test_an_earlier_evening_is_corrected_too(app: Flask, client: FlaskClient) -> None:
    first = open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    open_evening(app, "Cho", "Dan")
    said = {"do": "turn", "round": "1", "turn": "3", "text": "08-bright / 09-junk; go"}
    client.post(f"/ledger/{first}/do", data=said)
    page = text(client, f"/ledger/{first}")
    assert "corrected" in page
    assert "correction of line 1" in page
    assert "Nobody owes anybody anything" in page


def test_what_does_not_fit_an_earlier_evening_is_not_written(
    app: Flask, client: FlaskClient
) -> None:
    """As at the live table: the log holds nothing that its own rules refuse."""
    earlier = open_evening(app, "Ann", "Bea")
    table: LiveTable = app.extensions["table"]
    assert table.state is not None
    begun = Round(1, written(fresh_record(table.state, cards(POT))))
    table.store.append(earlier, begun, "test")
    open_evening(app, "Ann", "Bea")
    before = table.store.events(earlier)
    page = client.post(
        f"/ledger/{earlier}/do", data={"do": "settle", "round": "1"}, follow_redirects=True
    ).get_data(as_text=True)
    assert "round 1 cannot be settled: it is not over yet" in page
    assert table.store.events(earlier) == before


def test_a_turn_is_corrected_where_the_round_is_explained(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    assert "Correct" in text(client, f"/ledger/{evening}/1")
    assert "It was rather" in text(client, f"/ledger/{evening}/1/3")
    assert client.get(f"/ledger/{evening}/1/4").status_code == 404
    said = {"do": "turn", "round": "1", "turn": "3", "text": "08-bright / 09-junk; go"}
    answer = client.post(f"/ledger/{evening}/do", data=said)
    assert answer.location == f"/ledger/{evening}/1"
    assert app.extensions["table"].state.ledger.balances() == {"Ann": 0, "Bea": 0}
    client.post(f"/ledger/{evening}/do", data={"do": "undo", "round": "1"})
    assert app.extensions["table"].state.ledger.balances() == {"Ann": 6, "Bea": -6}


def test_a_line_is_written_by_hand(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    form = {"do": "book", "gets.Ann": "\u22124", "gets.Bea": "+4", "note": "forgotten"}
    client.post(f"/ledger/{evening}/do", data=form)
    assert app.extensions["table"].state.ledger.balances() == {"Ann": -4, "Bea": 4}
    for spoilt in ({"gets.Ann": "4"}, {"gets.Ann": "x", "gets.Bea": "1"}, {}):
        client.post(f"/ledger/{evening}/do", data={"do": "book", **spoilt})
        assert app.extensions["table"].state.ledger.balances() == {"Ann": -4, "Bea": 4}
    assert "not to zero" in text(client, f"/ledger/{evening}")


def test_chips_are_counted_from_those_at_the_start(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea", start_chips=50)
    play(app, "Ann")
    page = text(client, f"/ledger/{evening}")
    assert "Chips over the rounds" in page
    assert "Ann +56" in page


def test_exports(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    told = client.get(f"/ledger/{evening}/evening.csv")
    assert told.headers["Content-Disposition"].endswith(f'hwatu-{evening}.csv"')
    rows = list(csv.reader(io.StringIO(told.get_data(as_text=True).lstrip("\ufeff"))))
    assert rows[1][-2:] == ["6", "-6"]
    assert client.get(f"/ledger/{evening}/evening.json").get_json()["balances"]["points"] == {
        "Ann": 6,
        "Bea": -6,
    }
    assert client.get(f"/ledger/{evening}/evening.exe").status_code == 404
    assert "Friday" in text(client, f"/ledger/{evening}/print")


@pytest.mark.parametrize(("language", "kwang"), [("ko", "광박"), ("fr", "kwang-bak")])
def test_the_pages_speak_other_languages(
    app: Flask, client: FlaskClient, language: str, kwang: str
) -> None:
    evening = open_evening(app, "민준", "Bea")
    play(app, "민준")
    assert kwang in text(client, f"/ledger/{evening}/1?language={language}")


def test_a_correction_says_why_in_the_readers_language(app: Flask, client: FlaskClient) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    said = {"do": "turn", "round": "1", "turn": "3", "text": "08-bright / 09-junk; go"}
    client.post(f"/ledger/{evening}/do", data=said)
    client.post(f"/ledger/{evening}/do", data={"do": "undo", "round": "1"})
    for language, reasons in (
        ("en", ("turn 3", "undo", "the page Ledger")),
        ("ko", ("3번째 차례", "되돌림", "장부 페이지")),
        ("fr", ("tour 3", "annulé", "la page Comptes")),
    ):
        lines = text(client, f"/ledger/{evening}?language={language}")
        versions = text(client, f"/ledger/{evening}/1?language={language}")
        assert all(each in lines for each in reasons[:2])
        assert all(each in versions for each in reasons)
    exported = client.get(f"/ledger/{evening}/evening.json").get_json()
    assert [each["note"] for each in exported["ledger"]] == ["", "turn 3", "undo"]


def test_a_reason_that_an_older_program_kept_is_shown_as_it_is(
    app: Flask, client: FlaskClient
) -> None:
    evening = open_evening(app, "Ann", "Bea")
    play(app, "Ann", why=Remark("a turn before turn {5"))
    client.post(f"/ledger/{evening}/do", data={"do": "confirm", "round": "1"})
    assert "a turn before turn {5" in text(client, f"/ledger/{evening}/1?language=ko")


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", 1234567, "+1,234,567"),
        ("fr", -1234, "\u22121\u202f234"),
        ("fr", Decimal("0.5"), "+0,5"),
        ("ko", 0, "0"),
        ("en", Decimal("-10.25"), "\u221210.25"),
    ],
)
def test_amounts_as_people_write_them(app: Flask, language: str, value: Amount, text: str) -> None:
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        assert amount(value) == text


def test_the_chart_is_a_line_for_each_and_counts_corrections_where_they_belong() -> None:
    ledger = Ledger()
    ledger = ledger.add("payout", {"Ann": 6, "Bea": -6}, round=1)
    ledger = ledger.add("payout", {"Ann": -2, "Bea": 2}, round=2)
    ledger = ledger.correct(1, {"Ann": 4, "Bea": -4})
    rows = standings(ledger, ("Ann", "Bea"), 2)
    assert rows == [[0, 0], [4, -4], [2, -2]]
    drawn = ElementTree.fromstring(chart("Points", ("Ann", "<Bea>"), rows, ("+2", "-2")))
    lines = [each for each in drawn if str(each.get("class")).startswith("line")]
    assert [len(str(each.get("points")).split()) for each in lines] == [3, 3]
    names = [each.text for each in drawn if str(each.get("class")).startswith("name")]
    assert names == ["Ann +2", "<Bea> -2"]
    assert "style=" not in chart("Points", ("Ann", "<Bea>"), rows, ("+2", "-2"))


@pytest.mark.parametrize("most", [0, 1, 7, 42, 999, 123456])
def test_figures_of_the_chart_are_round_and_few(most: int) -> None:
    drawn = ElementTree.fromstring(chart("Points", ("A", "B"), [[0, 0], [most, -most]], ("", "")))
    figures = [
        float(str(each.text).replace(MINUS, "-"))
        for each in drawn
        if each.get("text-anchor") == "end"
    ]
    assert 0.0 in figures
    assert 2 <= len(figures) <= 14
    assert max(figures) >= most
    assert min(figures) <= -most
