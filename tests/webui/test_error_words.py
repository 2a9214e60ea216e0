"""What a person typed wrong is told in the language of the page, whoever found the fault."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.ctx import RequestContext
from flask.testing import FlaskClient

from scorer.cards import card
from scorer.errors import IllegalTurn
from scorer.ledger import Ledger
from scorer.notation import parse
from scorer.presets import house_rules
from scorer.record import Entry
from scorer.remark import Remark, Told, seat_at
from scorer.replay import replay
from tests.webui.table_app import open_evening, play, served
from vision.decks import load_deck
from vision.pictures import decode_picture, read_picture
from vision.setup import read_setup, setup_json, setup_of
from vision.weights import find_weights
from webui.kept_lines import kept_line, line_kept
from webui.recordings.demo import SETUP
from webui.words import COOKIE, line_of, said_line, told, word

ROUND = "seats: Ann, Bea\npot: 01-junk 01-ribbon 03-junk 04-junk 05-junk 06-junk 07-junk 08-junk\n"


def played(*lines: str) -> object:
    return replay(parse("\n".join([ROUND, *lines])))


def setup_with(**changes: object) -> object:
    return setup_of({**setup_json(read_setup(SETUP)), **changes})


SMALL = cv2.imencode(".png", np.zeros((2, 3, 3), np.uint8))[1].tobytes()
CASES: list[tuple[Callable[[], object], str, str]] = [
    (lambda: card("01-brigth"), "ko", "01-bright 또는 12-bright"),
    (lambda: played("Ann: 01-brigth / 03-ribbon"), "ko", "째 줄: '01-brigth'"),
    (lambda: played("Bea: 01-bright / 03-ribbon"), "ko", "Ann 님이 칠 차례"),
    (lambda: played("Bea: 01-bright / 03-ribbon"), "fr", "à Ann de jouer"),
    (lambda: played("Ann: 01-bright / 03-ribbon"), "ko", "고를 것: 1월 피, 1월 홍단 가운데 한 장"),
    (lambda: played("Ann: 01-bright / 03-ribbon"), "fr", "une de pi de janvier, ruban"),
    (lambda: played("Ann: shows 05", "Ann: 01-bright / 03-ribbon"), "ko", "5월"),
    (lambda: played("Zoe: go"), "fr", "ligne inconnue 'Zoe'"),
    (
        lambda: played("Ann: 09-junk / 09-ribbon", "result: stop Ann"),
        "ko",
        "판이 끝나지 않았습니다",
    ),
    (lambda: played("Ann: 02-junk / 10-junk", "Ann gives: 02-junk"), "ko", "그런 사람은 없습니다"),
    (lambda: house_rules("matgo", 2, {"threshold": "many"}), "ko", "1에서 1000000"),
    (lambda: house_rules("matgo", 2, {"treshold": 3}), "fr", "vouliez-vous dire threshold\xa0?"),
    (lambda: Ledger().add("correction", {"Ann": 3}), "fr", "font +3, et non zéro"),
    (lambda: setup_with(seats=["Ann"]), "ko", "2에서 7개의 목록"),
    (lambda: setup_with(zones=[{"name": "pot", "seat": "Ann", "polygon_mm": []}]), "fr", "null"),
    (lambda: read_setup(Path("nowhere.json")), "ko", "nowhere.json: 읽을 수 없습니다"),
    (lambda: read_picture(Path("nowhere.jpg")), "ko", "nowhere.jpg: 그런 파일이 없습니다"),
    (lambda: decode_picture(b"", "x.jpg"), "fr", "x.jpg\xa0: le fichier est vide"),
    (lambda: decode_picture(b"text", "x.jpg"), "ko", "읽을 수 있는 사진이 아닙니다"),
    (lambda: decode_picture(SMALL, "x.png"), "fr", "3x2 px\xa0; il en faut au moins 16"),
    (lambda: find_weights(Path("nowhere")), "ko", "nowhere: localizer.onnx, refiner.onnx"),
    (lambda: load_deck("grandma", Path("nowhere")), "ko", "(있는 것: 없음)"),
]


@pytest.mark.parametrize(("wrong", "language", "says"), CASES)
def test_an_error_in_a_language(wrong: Callable[[], object], language: str, says: str) -> None:
    with pytest.raises(Told) as found, in_language(language):
        wrong()
    with in_language(language):
        assert says in told(found.value)
        english = str(found.value)
        kept = line_kept(json.loads(json.dumps(kept_line(line_of(found.value)))))
        assert (str(kept), said_line(kept)) == (english, told(found.value))
        assert english != told(found.value)
    assert re.match(r"^[ -~]*$", english)


def test_a_seat_without_a_name_is_a_number() -> None:
    line = IllegalTurn("junk goes to {seat}, whose turn it is", seat=seat_at(8)).line
    with in_language("ko"):
        assert said_line(line, ("Ann", "Bea")) == "피는 차례인 9번 자리 님에게 갑니다"
        assert said_line(line, "ABCDEFGHI") == "피는 차례인 I 님에게 갑니다"
        assert said_line(Remark("something new")) == "something new"


COMMANDS = [
    {"do": "line", "text": "01-brigth / 03-junk"},
    {"do": "turn", "turn": 99, "text": "01-bright / 03-junk"},
    {"do": "turn", "turn": 1, "text": ""},
    {"do": "turn", "turn": 1, "text": "Zoe: 01-bright / 03-junk"},
    {"do": "act", "text": "go"},
    {"do": "act", "text": "01-bright 02-bright / 03-junk"},
    {"do": "rename", "turn": 1, "old": "12-double", "new": "11-double"},
    {"do": "rename", "turn": 1, "old": "pine", "new": "11-double"},
    {"do": "belongs", "turn": 1, "card": "12-double", "to": "pot"},
    {"do": "declare", "seat": "Zoe", "month": 3},
    {"do": "pot", "pot": "01-junk 01-junk 01-junk"},
    {"do": "record", "text": "seats: Ann"},
    {"do": "record", "text": "seats: Ann, Bea\nAnn plays"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "settle"},
    {"do": "change", "rules": {"preset": "poker"}},
    {"do": "change", "rules": 3},
    {"do": "change", "people": ["Ann"]},
    {"do": "change", "people": ["Ann", "a: b"]},
    {"do": "change", "waiting": ["Ann"]},
    {"do": "sell", "seller": "Ann", "cards": "01-bright"},
    {"do": "book", "transfers": {"Ann": 3}},
    {"do": "book", "transfers": {"Ann": 3, "Bea": -3}, "corrects": 77},
    {"do": "dance"},
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(map(str, command)))
@pytest.mark.parametrize("language", ["ko", "fr"])
def test_a_command_that_cannot_be_followed(
    tmp_path: Path, command: dict[str, object], language: str
) -> None:
    def answered(chosen: str) -> str:
        answer = browser(app, chosen).post("/do", json=command)
        assert answer.status_code == 400, answer.get_data(as_text=True)
        says: str = answer.get_json()["error"]
        return says

    with served(tmp_path) as app:
        open_evening(app, "Ann", "Bea")
        play(app, "Ann")
        assert answered(language) != answered("en")
        if language == "ko":
            assert re.search("[가-힣]", answered(language))


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nothing", "찾을 수 없습니다"),
        ("/ledger/99", "99"),
        ("/ledger/1/9", "9판은 없습니다"),
        ("/ledger/1/1/9", "1판에는 9번째 차례가 없습니다"),
        ("/live/turn/9/9", "9판은 없습니다"),
        ("/review/no%0Afilm", "그런 녹화가 없습니다"),
        ("/review/demo/1/1", "아직"),
    ],
)
def test_what_is_not_found_is_named_in_the_language_of_the_page(
    tmp_path: Path, path: str, says: str
) -> None:
    with served(tmp_path) as app:
        open_evening(app, "Ann", "Bea")
        play(app, "Ann")
        told_to_script = browser(app, "ko").get(path)
        page = browser(app, "ko").get(path, headers={"Accept": "text/html"})
        english = browser(app, "en").get(path).get_json()["error"]
    assert (told_to_script.status_code, page.status_code) == (404, 404)
    assert says in told_to_script.get_json()["error"]
    assert told_to_script.get_json()["error"] in page.get_data(as_text=True)
    assert re.match(r"^[ -~]+$", english)


def test_a_round_that_cannot_be_read_is_told_so(tmp_path: Path) -> None:
    with served(tmp_path) as app:
        open_evening(app, "Ann", "Bea")
        play(app, "Ann", settled=False, record=ROUND + "Ann: 01-brigth / 03-junk\n")
        for page in ("/", "/live/text/1", "/ledger/1/1"):
            text = browser(app, "ko").get(page).get_data(as_text=True)
            assert "모르는 패입니다" in text


def test_a_breach_stands_in_the_account_of_a_round_by_its_words() -> None:
    there = parse(ROUND)
    entries = parse(ROUND + "Bea: ! 01-bright x01-junk / 02-ribbon\n").entries
    (turn,) = replay(replace(there, entries=tuple(map(_accepted, entries)))).turns
    (breach,) = turn.breaches
    assert isinstance(breach, Remark)
    with in_language("fr"):
        assert said_line(breach, there.seats) == word(breach.key, "fr", seat="Ann")
    assert breach == "out of turn: seat 1 is to play a card"


def _accepted(entry: Entry) -> Entry:
    return replace(entry, accepted=True)


def browser(app: Flask, language: str) -> FlaskClient:
    found = app.test_client()
    found.set_cookie(COOKIE, language)
    return found


def in_language(language: str) -> RequestContext:
    return Flask("spoken").test_request_context(headers={"Cookie": f"{COOKIE}={language}"})
