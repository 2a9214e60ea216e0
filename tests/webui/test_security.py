"""Who is let in, what each role may do, and what keeps others out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webui.tables import client_of, dealt, table_of
from webui.app import create_app
from webui.live.table import LiveTable
from webui.security import (
    ALL_GUESSES,
    FREE_GUESSES,
    MOST_BYTES,
    WAIT_S,
    Door,
    Guesses,
    Role,
    new_pins,
)

PINS = {Role.TABLE: "111111", Role.PLAYER: "222222", Role.VIEWER: "333333"}
UNDO = {"do": "undo"}
CLOSE = {"do": "close"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = dealt(table_of(tmp_path), "01-bright / 03-bright")
    yield table
    table.store.close()


def entered(table: LiveTable, pin: str, door: Door | None = None) -> FlaskClient:
    client = client_of(table, door or Door(PINS, ()))
    client.post("/door", data={"pin": pin})
    return client


def test_this_machine_alone_needs_no_pin(table: LiveTable) -> None:
    client = client_of(table)
    assert client.get("/").status_code == 200
    assert client.post("/do", json=CLOSE).status_code == 200


def test_without_the_pin_there_is_only_the_door(table: LiveTable) -> None:
    client = client_of(table, Door(PINS, ()))
    assert client.get("/", headers={"Accept": "text/html"}).headers["Location"] == "/door"
    for path in (
        "/events?parts",
        "/events",
        "/frame.jpg",
        "/snapshot.json",
        "/live/turn/1/1",
        "/nowhere",
    ):
        assert client.get(path).status_code == 401, path
    assert client.post("/do", json=UNDO).status_code == 401
    with client.get("/static/table.css") as answer:
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("pin", "path", "command", "status"),
    [
        ("111111", "/do", CLOSE, 200),
        ("222222", "/do", UNDO, 200),
        ("222222", "/do", CLOSE, 403),
        ("333333", "/do", UNDO, 403),
        ("222222", "/live/watch", {}, 403),
        ("333333", "/setup/start", {}, 403),
        ("222222", "/setup/start", {}, 403),
    ],
)
def test_each_role_may_do_its_own(
    table: LiveTable, pin: str, path: str, command: dict[str, str], status: int
) -> None:
    assert entered(table, pin).post(path, json=command).status_code == status


def test_a_viewer_looks_on(table: LiveTable) -> None:
    client = entered(table, "333333")
    assert client.get("/").status_code == 200
    assert client.get("/live/turn/1/1").status_code == 403


@pytest.mark.parametrize(("pin", "setup"), [("111111", 1), ("222222", 0), ("333333", 0), ("", 0)])
def test_the_menu_leads_where_one_may_go(table: LiveTable, pin: str, setup: int) -> None:
    client = entered(table, pin)
    menu = client.get("/ledger" if pin else "/door", follow_redirects=True).get_data(as_text=True)
    assert menu.count('href="/setup"') == setup
    assert menu.count('href="/review"') == bool(pin)


def test_who_may_not_is_told_whose_it_is(table: LiveTable) -> None:
    client = entered(table, "333333")
    client.set_cookie("language", "fr")
    answer = client.get("/setup/people", headers={"Accept": "text/html"})
    page = answer.get_data(as_text=True)
    assert (answer.status_code, "tient la table" in page, 'href="/door"' in page) == (403, 1, 1)


def test_pins_are_all_different() -> None:
    pins = new_pins()
    assert set(pins) == set(Role)
    assert len(set(pins.values())) == len(Role)
    assert all(len(pin) == 6 and pin.isdecimal() for pin in pins.values())


def test_a_wrong_pin_opens_nothing_and_guesses_are_slowed(table: LiveTable) -> None:
    now = [0.0]
    door = Door(PINS, (), Guesses(clock=lambda: now[0]))
    client = client_of(table, door)
    for _ in range(FREE_GUESSES):
        assert client.post("/door", data={"pin": "000000"}).status_code == 403
    assert client.post("/door", data={"pin": "111111"}).status_code == 429
    now[0] = WAIT_S + 1
    assert client.post("/door", data={"pin": "000000"}).status_code == 403
    now[0] += WAIT_S + 1
    assert client.post("/door", data={"pin": "111111"}).status_code == 429
    now[0] += WAIT_S + 1
    assert client.post("/door", data={"pin": "111 111"}).status_code == 302
    assert client.get("/").status_code == 200


def test_guesses_from_many_addresses_are_slowed_too() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    for number in range(ALL_GUESSES):
        guesses.wrong(f"10.0.0.{number}")
    assert guesses.wait_s("10.9.9.9") > 0


def test_a_form_from_elsewhere_is_refused(table: LiveTable) -> None:
    client = create_app(table).test_client()
    assert client.post("/do", json=UNDO).status_code == 400
    assert client.post("/door", data={"pin": "1"}).status_code == 400


def test_a_form_with_a_field_of_no_name_is_refused(table: LiveTable) -> None:
    client = create_app(table).test_client()
    body = b"--xx\r\nContent-Disposition: form-data\r\n\r\n1\r\n--xx--\r\n"
    answer = client.post("/door", data=body, content_type="multipart/form-data; boundary=xx")
    assert answer.status_code == 400


def test_a_script_with_the_token_is_heard(table: LiveTable) -> None:
    client = create_app(table).test_client()
    page = client.get("/").get_data(as_text=True)
    token = page.partition('name="csrf-token" content="')[2].partition('"')[0]
    assert client.post("/do", json=UNDO, headers={"X-CSRFToken": token}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/door", "/nowhere", "/static/table.css"])
def test_every_answer_has_its_headers(table: LiveTable, path: str) -> None:
    with client_of(table).get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_pages_hold_no_script_and_no_style_of_their_own(table: LiveTable) -> None:
    client = client_of(table)
    for path in ("/", "/live", "/live/turn/1/1", "/live/say", "/live/hand", "/live/deal", "/door"):
        page = client.get(path).get_data(as_text=True)
        assert " style=" not in page, path
        assert " onclick=" not in page, path
        assert "<script>" not in page, path


def test_another_name_for_this_machine_is_refused(table: LiveTable) -> None:
    client = client_of(table)
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "localhost:8000"}).status_code == 200


def test_large_requests_are_refused(table: LiveTable) -> None:
    body = b'{"do": "' + b"x" * MOST_BYTES + b'"}'
    answer = client_of(table).post("/do", data=body, content_type="application/json")
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_no_path_leads_out_of_the_pages(table: LiveTable, path: str) -> None:
    client = client_of(table)
    assert client.get(path, follow_redirects=True).status_code in (400, 404)
