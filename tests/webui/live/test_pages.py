"""The live page and what opens over it, as a browser is given them."""

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from scorer.cards import card
from tests.webui.tables import WON, client_of, dealt, table_of
from vision.calibration import calibration_of
from vision.evidence import Detection
from vision.looks import Look
from vision.video import Frame
from webui.app import create_app
from webui.evening.events import Opened
from webui.live.pages import one_of
from webui.live.table import LiveTable, Watching
from webui.recordings.demo import demo_setup
from webui.store.event_store import Store

ADDRESS = re.compile(r'data-dialog="([^"]+)"')


class Checked(HTMLParser):
    """Counts what a screen reader needs: names of buttons, words of pictures, one of each id."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.nameless: list[str] = []
        self._button: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        if tag == "img" and "alt" not in found:
            self.nameless.append(str(found.get("src")))
        if tag == "button":
            self._button = [found.get("aria-label") or ""]

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            if not "".join(self._button).strip():
                self.nameless.append("button")
            self._button = None


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = table_of(tmp_path)
    yield table
    table.store.close()


@pytest.fixture
def client(table: LiveTable) -> FlaskClient:
    return client_of(table)


def text(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == status, path
    return answer.get_data(as_text=True)


def messages(client: FlaskClient, path: str, count: int) -> list[dict[str, Any]]:
    """The data of the first messages of a stream."""
    with client.get(path) as answer:
        data = (each for each in answer.iter_encoded() if b"\ndata: " in each)
        return [json.loads(each.partition(b"\ndata: ")[2]) for each in islice(data, count)]


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4])
def test_everything_that_can_be_tapped_opens(
    table: LiveTable, client: FlaskClient, turns: int
) -> None:
    dealt(table, *(*WON, "stop")[:turns])
    todo, seen = ["/"], set[str]()
    while todo and len(seen) < 60:
        path = todo.pop(0)
        seen.add(path)
        page = text(client, path)
        checked = Checked()
        checked.feed(page)
        assert not checked.nameless, path
        assert len(checked.ids) == len(set(checked.ids)), path
        found = {each.replace("&amp;", "&") for each in ADDRESS.findall(page)}
        todo += sorted(found - seen - set(todo))
    assert len(seen) > 10


def test_a_stop_is_flagged_with_what_it_pays_and_why(table: LiveTable, client: FlaskClient) -> None:
    dealt(table, *WON)
    page = text(client, "/")
    flag = page.partition("flag-call")[2].partition("</div>")[0]
    assert "Ann" in flag
    assert "+6" in flag
    assert "kwang-bak" in flag


def test_a_ppuk_is_flagged_with_who_may_take_it(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Ann", "Bea", "Cho")
    pot = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon"
    table.do({"do": "deal", "pot": pot}, "Ann")
    table.do({"do": "act", "text": "06-junk / 06-junk"}, "Ann")
    (flag,) = table.snapshot()["round"]["flags"]
    assert flag == {
        "kind": "ppuk",
        "month": 6,
        "maker": 0,
        "missing": ["06-animal"],
        "seat": 1,
        "steals": [2, 1, 1],
    }
    assert "flag-ppuk" in text(client_of(table), "/")
    table.store.close()


def test_a_page_is_made_once_for_all_who_look(
    table: LiveTable, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt(table)
    first = messages(client, "/events?parts", 2)
    assert first[1]["begun"] == table.snapshot()["begun"]
    monkeypatch.setattr("webui.live.pages.render_template", None)
    assert messages(client, "/events?parts", 2) == first
    table.watch(Watching("film", "settled"))
    with pytest.raises(TypeError):
        messages(client, "/events?parts", 2)


def test_what_the_app_keeps_is_made_once(table: LiveTable) -> None:
    """Two browsers that ask at the same moment get the same one, and none is left open."""
    app, made, both = create_app(table), list[int](), Barrier(2)

    def asked() -> list[int]:
        with app.app_context():
            both.wait(10)
            return one_of(slowly, "counted")

    def slowly() -> list[int]:
        made.append(len(made))
        time.sleep(0.05)
        return list(made)

    with ThreadPoolExecutor(2) as pool:
        first, second = (pool.submit(asked) for _ in range(2))
        assert first.result(10) is second.result(10)
    assert made == [0]


def test_why_a_turn_is_not_legal_is_told_by_rules_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text('source = "us"\nsays = "ours"\nbase = "matgo"\n')
    table = LiveTable(Store(tmp_path / "games.db"), tmp_path, [folder])
    table.open(Opened("Friday", ("Ann", "Bea"), {"preset": "ours"}, "Ann"), "test")
    dealt(table)
    page = client_of(table).get("/live/hand?begins=flip&picked=05-animal").text
    assert "a flip alone is for after a bomb" in page
    table.store.close()


def test_what_a_page_shows_comes_with_its_messages(table: LiveTable, client: FlaskClient) -> None:
    dealt(table)
    (parts, _) = messages(client, "/events?parts", 2)
    assert parts["number"] == table.number
    assert parts["html"] in text(client, "/")
    assert "html" not in messages(client, "/events", 1)[0]


@pytest.mark.parametrize("language", ["en", "ko", "fr"])
def test_every_language_has_its_page(table: LiveTable, client: FlaskClient, language: str) -> None:
    dealt(table, *WON)
    answer = client.get(f"/?language={language}")
    assert answer.status_code == 302
    assert f'<html lang="{language}"' in text(client, "/")


@pytest.mark.parametrize(
    ("path", "command", "says"),
    [
        ("/nothing", None, "찾을 수 없습니다"),
        ("/live/text/9", None, "9판은 없습니다"),
        ("/do", {"do": "act", "text": "stop"}, "아직 돌린 판이 없습니다"),
        ("/do", {"do": "deal", "pot": "01-junk"}, "바닥에 1장: 8장이어야 합니다"),
        ("/do", {"do": "confirm", "round": 1}, "1판은 없습니다"),
    ],
)
def test_what_is_refused_is_said_in_the_language_of_the_page(
    client: FlaskClient, path: str, command: dict[str, object] | None, says: str
) -> None:
    client.set_cookie("language", "ko")
    answer = client.get(path) if command is None else client.post(path, json=command)
    assert answer.status_code in (400, 404)
    assert says in answer.get_json()["error"]


def test_another_host_is_not_redirected_to(client: FlaskClient) -> None:
    answer = client.get("//evil.example/?language=ko")
    assert not answer.headers.get("Location", "/").startswith("//")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/live/turn/1/99", 404),
        ("/live/turn/9/1", 404),
        ("/live/turn/0/0", 404),
        ("/live/turn/1/1?card=99-junk", 400),
        ("/live/text/9", 404),
        ("/live/hand?picked=rubbish", 400),
        ("/live/hand?begins=rubbish", 200),
        ("/live/hand?picked=01-bright+02-junk&begins=bomb", 200),
        ("/live/hand?picked=joker-double", 200),
        ("/live/deal?picked=01-bright+01-bright+01-bright", 200),
    ],
)
def test_what_is_asked_wrongly(
    table: LiveTable, client: FlaskClient, path: str, status: int
) -> None:
    dealt(table, WON[0])
    text(client, path, status)


@pytest.mark.parametrize("body", [b"", b"[]", b"nonsense", b'"text"', b'{"do": 3}'])
def test_a_command_that_is_none(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/do", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["error"]


def test_without_an_evening_the_wizard_is_shown(tmp_path: Path) -> None:
    table = table_of(tmp_path, opened=False)
    client = client_of(table)
    assert client.get("/").headers["Location"] == "/setup/"
    assert client.get("/live/say").status_code == 409
    assert messages(client, "/events?parts", 1)[0]["html"]
    table.store.close()


def test_the_picture_of_the_camera(table: LiveTable, client: FlaskClient) -> None:
    assert client.get("/frame.jpg").status_code == 204
    picture = np.full((72, 128, 3), 90, np.uint8)
    table.picture.show(Frame(0.0, 0, lambda: picture[..., 0], lambda: picture))
    assert client.get("/frame.jpg").data.startswith(b"\xff\xd8")
    setup = demo_setup()
    quad = np.array(((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0)))
    seen = Detection(card("01-bright"), 0.9, quad, 1.0, np.zeros(42))
    table.picture.see(Look(0.0, 0.0, (1280, 720), (seen,)), setup, calibration_of(setup))
    outlines = text(client, "/outlines.svg")
    assert outlines.count("<polygon") == len(setup.zones) + 1
    assert "01-bright" in outlines
    table.picture.forget()
    assert client.get("/frame.jpg").status_code == 204
