"""Review: the demo looked at by a process of its own, seeking, corrections, the ledger."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.deal import hidden_deal
from scorer.house_rules import HouseRules
from scorer.presets import house_rules
from scorer.record import Record, written
from scorer.remark import Remark
from tests.webui.evenings import won
from tests.webui.table_app import keep_a_setup_of_four, open_evening, play, served
from webui.evening.events import Opened
from webui.evening.log import folded
from webui.evening.turn_text import entries_of
from webui.kept_lines import kept_line
from webui.recordings.demo import VIDEO
from webui.reviews.pages import studies
from webui.reviews.rule_compare import by_rules
from webui.reviews.studies import Studies, Study
from webui.reviews.view import parts_of, rounds_of, timeline

PATIENCE_S = 90.0


def round_won(winner: str = "Ann", names: tuple[str, ...] = ("Ann", "Bea")) -> Record:
    rules = house_rules("matgo", 2, {"threshold": 3})
    return won(Record(rules, names, 0, hidden_deal(rules, 2, ())), winner)


def found(*records: Record) -> dict[str, object]:
    """What a review of a film of these rounds tells."""
    rounds = [
        {
            "record": written(each),
            "start_s": 10.0 * k,
            "end_s": 10.0 * k + 8,
            "times_s": [10.0 * k + 2, 10.0 * k + 4, 10.0 * k + 6],
            "certainties": [1.0, 0.6, 0.9],
        }
        for k, each in enumerate(records)
    ]
    reading = {"seat": 1, "played": ["01-bright"], "flipped": ["08-junk"], "captured": []}
    reading |= {"stolen": [{"from": 0, "face": "02-junk"}], "events": ["ppuk"], "breaches": []}
    asked = {"time_s": 4.0, "round": 1, "turn": 2, "names": ["Ann", "Bea"], "readings": [reading]}
    remark = kept_line(
        Remark("the camera was moved at {time} s; the setup was moved with it", time=9)
    )
    return {"seconds": 60.0, "remarks": [remark], "questions": [asked], "rounds": rounds}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with served(tmp_path) as made:
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def kept(app: Flask) -> Studies:
    """Studies with one of the demo, of two rounds."""
    with app.app_context():
        made = studies()
    agreed = Opened("demo", ("Ann", "Bea"), {"preset": "matgo", "threshold": 3}, "Ann")
    made.keep("demo", agreed, found(round_won("Ann"), round_won("Bea")))
    return made


def study(kept: Studies) -> Study:
    there = kept.of("demo")
    assert there is not None
    return there


def test_the_demo_is_reviewed_in_the_background(client: FlaskClient, app: Flask) -> None:
    assert "not reviewed yet" in client.get("/review").get_data(as_text=True)
    assert client.get("/review/demo").status_code == 200
    client.post("/review/demo/begin", data={"setup": "demo", "rules": ""})
    until_s = time.monotonic() + PATIENCE_S
    while not client.get("/review/demo/progress").get_json()["done"]:
        assert time.monotonic() < until_s
        time.sleep(0.2)
    page = client.get("/review/demo").get_data(as_text=True)
    assert page.count('class="seek"') == 15
    assert "+12" in page
    assert "rounds: 1" in client.get("/review").get_data(as_text=True)


def test_a_review_that_fails_says_why(
    client: FlaskClient, app: Flask, film: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "recordings").mkdir()
    film([0.0], name="recordings/empty.mp4").write_bytes(b"no film")
    client.post("/review/empty.mp4/begin", data={"setup": "", "names": "Ann, Bea"})
    until_s = time.monotonic() + PATIENCE_S
    while not client.get("/review/empty.mp4/progress").get_json()["done"]:
        assert time.monotonic() < until_s
        time.sleep(0.2)
    assert "not a video" in client.get("/review/empty.mp4").get_data(as_text=True)


def test_the_page_shows_rounds_turns_and_questions(client: FlaskClient, kept: Studies) -> None:
    page = client.get("/review/demo").get_data(as_text=True)
    assert page.count('class="seek"') == 3 + 4 + 1
    assert "not sure" in page
    assert "turn 2: <strong>Was it so?</strong>" in page
    assert "the camera was moved at 9 s" in page
    assert 'data-seek="12.00"' in page
    assert "style=" not in page


def test_what_is_asked_and_told_is_said_in_the_language_of_the_page(
    client: FlaskClient, kept: Studies
) -> None:
    client.set_cookie("language", "ko")
    asked = client.get("/review/demo").get_data(as_text=True).partition('<ul class="asked">')[2]
    for says in ("이랬나요?", "2번째 차례", "뻑", "9초에 카메라가 움직여"):
        assert says in asked


def test_a_turn_that_was_put_right_is_asked_about_no_more(
    client: FlaskClient, kept: Studies
) -> None:
    client.post("/review/demo/do", data={"do": "confirm", "round": "1"})
    assert "Was it so?" not in client.get("/review/demo").get_data(as_text=True)


@pytest.mark.parametrize("spoilt", [{"questions": [{}]}, {"remarks": [3]}, {"remarks": ["text"]}])
def test_notes_that_are_spoilt_are_no_study(kept: Studies, spoilt: dict[str, object]) -> None:
    path = kept.folder / "studies" / "demo.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **spoilt}))
    assert kept.of("demo") is None


def test_the_film_is_served_in_parts(client: FlaskClient) -> None:
    whole = VIDEO.stat().st_size
    part = client.get("/review/demo/film", headers={"Range": "bytes=100-199"})
    assert (part.status_code, len(part.data)) == (206, 100)
    assert part.headers["Content-Range"] == f"bytes 100-199/{whole}"
    assert part.data == VIDEO.read_bytes()[100:200]
    part.close()
    beyond = client.get("/review/demo/film", headers={"Range": f"bytes={whole}-"})
    assert beyond.status_code == 416
    beyond.close()
    for path in ("/review/../games.db/film", "/review/games.db/film", "/review/none.mp4"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("asked", "status"), [("30.5", 200), ("1e5", 200), ("-1", 404), ("x", 404), ("nan", 404)]
)
def test_stills(client: FlaskClient, asked: str, status: int) -> None:
    assert client.get(f"/review/demo/still.jpg?t={asked}").status_code == status


def test_a_turn_is_corrected_and_the_correction_taken_back(
    client: FlaskClient, kept: Studies
) -> None:
    page = client.get("/review/demo/1/2").get_data(as_text=True)
    assert "It was rather" in page
    assert 'name="text" value="' in page
    said = {"do": "turn", "round": "1", "turn": "3", "text": "08-bright / 09-junk; go"}
    assert client.post("/review/demo/do", data=said).location == "/review/demo#round-1"
    assert not study(kept).state.rounds[0].over
    client.post("/review/demo/do", data={"do": "act", "round": "1", "text": "05-junk / 07-junk"})
    client.post("/review/demo/do", data={"do": "undo", "round": "1"})
    client.post("/review/demo/do", data={"do": "undo", "round": "1"})
    assert study(kept).state.rounds[0].over
    client.post("/review/demo/do", data={"do": "redo", "round": "1"})
    assert not study(kept).state.rounds[0].over


def test_a_correction_that_is_none_says_why(client: FlaskClient, kept: Studies) -> None:
    said = {"do": "turn", "round": "1", "turn": "3", "text": "99-junk"}
    answer = client.post("/review/demo/do", data=said, follow_redirects=True)
    assert "99-junk" in answer.get_data(as_text=True)
    assert answer.request.path == "/review/demo/1/3"
    assert client.get("/review/demo/1/9").status_code == 404
    assert client.get("/review/demo/7/1").status_code == 404


def test_a_study_is_no_part_of_the_ledger_until_it_is_accepted(
    app: Flask, client: FlaskClient, kept: Studies
) -> None:
    assert app.extensions["table"].store.evenings() == ()
    answer = client.post("/review/demo/accept", data={"into": "own"})
    state = kept.of("demo")
    assert state is not None
    assert answer.location == f"/ledger/{state.accepted}"
    page = client.get(answer.location).get_data(as_text=True)
    assert "closed" in page
    assert "Nobody owes anybody" not in page or "Bea" in page
    assert "in the ledger" in client.get("/review").get_data(as_text=True)


def test_a_study_joins_the_open_evening(app: Flask, client: FlaskClient, kept: Studies) -> None:
    evening = open_evening(app, "Bea", "Ann", "Cho")
    play(app, "Cho")
    assert "Take into the evening" in client.get("/review/demo").get_data(as_text=True)
    assert (
        client.post("/review/demo/accept", data={"into": "open"}).location == f"/ledger/{evening}"
    )
    state = app.extensions["table"].state
    assert len(state.rounds) == 3
    assert state.remarks == ()
    assert sum(state.ledger.balances().values()) == 0
    assert [(each.per_point, dict(each.transfers)["Ann"]) for each in state.ledger.entries[1:]] == [
        (100, 6),
        (100, -6),
    ]


def test_who_sits_out_is_shown_and_what_he_sold_is_told(
    app: Flask, client: FlaskClient, kept: Studies
) -> None:
    four, sale = ("Ann", "Bea", "Cho", "Dan"), {"preset": "gostop-3p", "bright_sale_price": 2}
    dealt = hidden_deal(rules := house_rules("gostop-3p", 3, {"bright_sale_price": 2}), 3, ())
    first, second = (won(Record(rules, who, 0, dealt), who[0]) for who in (four[:3], four[1:]))
    played = replace(first, waiting=("Dan",)), replace(second, waiting=("Ann",))
    kept.keep("demo", Opened("demo", four, sale, "Ann"), found(*played))
    assert "Sits out: Ann" in client.get("/review/demo").get_data(as_text=True)
    form = {"do": "sell", "round": "1", "seller": "Dan", "cards": ["08-bright", "12-bright"]}
    wrong = client.post("/review/demo/do", data={**form, "seller": "Bea"}, follow_redirects=True)
    assert "Bea&#39; does not sit out" in wrong.get_data(as_text=True)
    assert client.post("/review/demo/do", data=form).location.endswith("#round-1")
    page = client.get("/review/demo").get_data(as_text=True)
    assert "Sits out: Dan · Dan sold brights: +12<" in page
    balances = re.findall(r'(\w+) <strong class="number[^>]*>(.+?)</strong>', page)[:4]
    assert dict(balances) == {"Ann": "+8", "Bea": "+2", "Cho": "\N{MINUS SIGN}16", "Dan": "+6"}
    assert re.findall("<option>(\\w+)</option>", page) == ["Ann"]
    client.post("/review/demo/do", data={"do": "unsell", "round": "1", "seller": "Dan"})
    page = client.get("/review/demo").get_data(as_text=True)
    assert ("sold brights" in page, re.findall("<option>(\\w+)<", page)) == (False, ["Dan", "Ann"])
    client.post("/review/demo/do", data=form)
    client.post("/review/demo/accept", data={"into": "own"})
    state = folded(app.extensions["table"].store.events(study(kept).accepted))
    (entry,) = (each for each in state.ledger.entries if each.kind == "bright_sale")
    assert (entry.round, dict(entry.transfers)["Dan"]) == (1, 12)
    assert [each.record.waiting for each in state.rounds if each.record] == [("Dan",), ("Ann",)]
    assert "Brights sold</summary>" not in client.get("/review/demo").get_data(as_text=True)


def test_a_study_is_accepted_once(app: Flask, client: FlaskClient, kept: Studies) -> None:
    client.post("/review/demo/accept", data={"into": "own"})
    answer = client.post("/review/demo/accept", data={"into": "own"}, follow_redirects=True)
    assert "is in the ledger already" in answer.get_data(as_text=True)
    assert len(app.extensions["table"].store.evenings()) == 1


def test_other_people_are_not_offered_the_evening(
    app: Flask, client: FlaskClient, kept: Studies
) -> None:
    open_evening(app, "Kim", "Lee")
    assert "Take into the evening" not in client.get("/review/demo").get_data(as_text=True)


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"setup": "none"}, "there is no such setup"),
        ({"setup": "../games"}, "there is no such setup"),
        ({"setup": "", "names": "Ann, Ann"}, "stands twice"),
        ({"setup": "", "names": "A, B, C, D"}, "4 names"),
        ({"setup": "", "names": "A, B", "rules": "none"}, "unknown preset"),
    ],
)
def test_what_cannot_be_reviewed_says_why(
    client: FlaskClient, form: dict[str, str], says: str
) -> None:
    answer = client.post("/review/demo/begin", data=form, follow_redirects=True)
    assert says in answer.get_data(as_text=True)


def test_of_four_who_sat_out_is_seen_or_said(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[tuple[tuple[str, ...], set[str | None]]] = []

    def review(self: Studies, *what: Any) -> bool:
        begun.append((what[4], {zone.seat for zone in what[5].zones}))
        return True

    monkeypatch.setattr(Studies, "review", review)
    keep_a_setup_of_four(tmp_path)
    (tmp_path / "setups" / "spoilt.json").write_text("no setup")
    page = client.get("/review/demo").get_data(as_text=True)
    assert re.findall(r'name="sits_out four" value="(\w+)"', page) == ["A", "B", "Cho", "Dan"]
    assert "sits_out spoilt" not in page
    for out in ([], ["Dan"], ["Cho", "Dan"]):
        form = {"setup": "four", "sits_out four": out, "sits_out three": ["A", "B"]}
        client.post("/review/demo/begin", data=form)
    assert begun == [
        (("A", "B", "Cho", "Dan"), {None, "A", "B", "Cho", "Dan"}),
        (("A", "B", "Cho"), {None, "A", "B", "Cho"}),
        (("A", "B"), {None, "A", "B"}),
    ]


@pytest.mark.parametrize(
    ("out", "says"),
    [
        (["A", "B", "Cho"], "칠 사람이 둘이 안 됩니다. 쉬는 사람: A, B, Cho"),
        (["Eve"], "그런 사람은 없습니다. 치는 사람: A, B, Cho, Dan"),
    ],
)
def test_who_cannot_have_sat_out(
    client: FlaskClient, tmp_path: Path, out: list[str], says: str
) -> None:
    keep_a_setup_of_four(tmp_path)
    client.set_cookie("language", "ko")
    form = {"setup": "four", "sits_out four": out}
    answer = client.post("/review/demo/begin", data=form, follow_redirects=True)
    assert says in answer.get_data(as_text=True)


def test_a_film_is_uploaded(client: FlaskClient, film: Callable[..., Path]) -> None:
    data = film([k / 10 for k in range(5)]).read_bytes()
    answer = client.post(
        "/review/upload?name=Friday.mp4", data=data, content_type="application/octet-stream"
    )
    assert answer.status_code == 201
    assert client.get(answer.get_json()["goes_to"]).status_code == 200
    bad = client.post(
        "/review/upload?name=x.mp4", data=b"x" * 2_000_000, content_type="application/octet-stream"
    )
    assert (bad.status_code, "not a video" in bad.get_json()["error"]) == (400, True)


def test_the_same_game_by_other_rules(client: FlaskClient, kept: Studies) -> None:
    page = client.get("/review/demo?rules=gostop-3p").get_data(as_text=True)
    assert "as it was played" in page
    assert client.get("/review/demo?rules=none").status_code == 200


@pytest.mark.parametrize(
    ("rules", "received", "why"),
    [
        (house_rules("matgo", 2, {"threshold": 3}), (6, -6), ""),
        (house_rules("matgo", 2, {"threshold": 3, "kwang_bak": "none"}), (3, -3), ""),
        (house_rules("matgo", 2), (6, -6), "not legal"),
        (house_rules("matgo", 2, {"threshold": 3, "brights_3": 30}), (60, -60), ""),
    ],
)
def test_a_round_by_other_rules(rules: HouseRules, received: tuple[int, ...], why: str) -> None:
    found = by_rules(round_won(), rules)
    assert found.received == received
    assert why in found.why


def test_a_round_that_nobody_can_have_played() -> None:
    twice = entries_of("12-animal / 09-junk", ("Ann", "Bea"), 0)
    found = by_rules(replace(round_won(), entries=twice), house_rules("matgo", 2))
    assert (found.replay, found.received) == (None, ())
    assert "12-animal" in found.why


def test_the_timeline_has_a_tick_for_each_turn(kept: Studies) -> None:
    rounds = rounds_of(study(kept))
    drawn = timeline(rounds, [4.0], 60.0, "Turns & more")
    assert drawn.count('class="turn') == sum(len(each.turns) for each in rounds)
    assert drawn.count('class="asked"') == 1
    assert "Turns &amp; more" in drawn
    assert "style=" not in drawn


def test_a_line_of_the_notation_as_cards() -> None:
    told = parts_of("Ann: 03-junk x03-bright / 08-junk; go")
    assert told == (
        *(("face", "03-junk"), ("word", "x"), ("face", "03-bright"), ("word", "/")),
        *(("face", "08-junk"), ("word", ";"), ("word", "go")),
    )


def test_notes_that_cannot_be_read_are_no_study(kept: Studies, tmp_path: Path) -> None:
    (tmp_path / "studies" / "demo.json").write_text('{"evening": 99}')
    assert kept.of("demo") is None


def test_statistics_count_what_was_settled(app: Flask, client: FlaskClient) -> None:
    assert "No round has been played yet" in client.get("/statistics").get_data(as_text=True)
    open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    play(app, "Bea", settled=False)
    page = client.get("/statistics").get_data(as_text=True)
    assert "rounds: 1" in page
    assert "100 %" in page
    assert "rounds: 0" in client.get("/statistics?rules=koikoi").get_data(as_text=True)
