"""Hostile requests to every route: no 5xx, no hang, nothing lost, nothing written that was refused."""

from pathlib import Path

import pytest

from tests.fuzz.hostile import Lot
from tests.fuzz.raw import sent_raw, serving, still_serves
from tests.fuzz.siege import Broken, Siege, besieged, rows_of
from tests.fuzz.wire import Sent, asked
from webui.live.hub import MOST_LISTENERS

SHORT, LONG = 500, 1000
BATCHES = 40


def thrown(folder: Path, seed: int, count: int) -> Siege:
    lot = Lot(seed)
    with besieged(folder) as siege:
        for _ in range(count):
            siege.throw(lot)
    return siege


def test_a_siege_leaves_the_dashboard_as_it_should_be(tmp_path: Path) -> None:
    siege = thrown(tmp_path, 1, SHORT)
    answered = {name for name, _ in siege.outcomes}
    assert len(answered) > 0.8 * len(siege.thrower.rules)
    assert {how for _, how in siege.outcomes} <= {"2xx", "3xx", "4xx"}
    assert len(siege.rows["games.db"]) > 3, "nothing was ever accepted: the requests are too wild"


def throw_much(siege: Siege) -> None:
    for seed in range(400):
        siege.throw(Lot(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 100 + BATCHES))
def test_a_long_siege(tmp_path: Path, seed: int) -> None:
    thrown(tmp_path, seed, LONG)


def test_a_fault_is_told_with_the_request_that_made_it(tmp_path: Path) -> None:
    """The siege itself: a page that fails, one that hangs on to a row, one that reads elsewhere."""
    with besieged(tmp_path) as siege:

        def wrong() -> str:
            raise ZeroDivisionError

        siege.app.view_functions["live.index"] = wrong
        with pytest.raises(Broken, match=r"ZeroDivisionError(.|\n)*GET /"):
            throw_much(siege)
    with besieged(tmp_path / "other") as siege:
        outside = siege.base / "outside" / "secret"
        siege.app.view_functions["live.index"] = outside.read_text
        with pytest.raises(Broken, match="outside of the data folder"):
            throw_much(siege)


def test_what_is_refused_with_a_post_changes_no_row(tmp_path: Path) -> None:
    with besieged(tmp_path) as siege:
        before = rows_of(siege.data)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        siege.app.config["WTF_CSRF_ENABLED"] = True
        for path in (
            "/do",
            "/ledger/1/do",
            "/review/demo/do",
            "/review/demo/accept",
            "/setup/start",
        ):
            answer = asked(
                siege.app,
                Sent("POST", path, headers=form, body=b"do=close"),
                siege.cookies["table"],
            )
            assert answer.status == 400, path
        assert rows_of(siege.data) == before


JSON = {"Content-Type": "application/json"}
FOUND = (
    (Sent("GET", f"/ledger/{2**64}"), 404),
    (Sent("GET", "/", headers={"Host": "evil.example", "Accept": "text/html"}), 400),
    (Sent("POST", "/do", headers=JSON, body=b'{"do":' * 20_000), 400),
    (Sent("POST", "/do", headers=JSON, body=b'{"do": "change", "people": ["\\ud800", "B"]}'), 400),
)


def test_what_a_siege_has_found_stays_mended(tmp_path: Path) -> None:
    with besieged(tmp_path) as siege:
        for sent, status in FOUND:
            assert asked(siege.app, sent, siege.cookies["table"]).status == status, sent
            assert asked(siege.app, sent).status in (400, 401), sent


def test_who_only_asks_whether_there_are_messages_takes_nobodys_place(tmp_path: Path) -> None:
    with besieged(tmp_path) as siege:
        for _ in range(MOST_LISTENERS + 2):
            assert asked(siege.app, Sent("HEAD", "/events"), siege.cookies["table"]).status == 200
        assert asked(siege.app, Sent("GET", "/events"), siege.cookies["table"]).status == 200


def test_bytes_that_are_hardly_http(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        found = {sent_raw(served, Lot(seed)) for seed in range(60)}
        assert found <= {"2xx", "3xx", "4xx", "501", "closed", "waits"}
        assert still_serves(served)
