"""The wizard's pages: every step, skipped and come back to, and what it refuses in words."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

import webui.setup.camera as steps
from tests.vision.decks_seen import empty_deck
from tests.webui.table_app import open_evening, play, served
from vision.boxes import Array
from vision.decks import save_deck
from vision.pictures import read_picture
from vision.runtime import NoRuntime
from vision.setup import read_setup
from vision.sheet import printed_sheet
from vision.video import stills
from vision.weights import NoWeights
from webui.deck_folder import deck_folder, model_hash
from webui.recordings.demo import VIDEO
from webui.review import detector
from webui.security import Door, Role
from webui.setup.desk import Desk
from webui.setup.draft import with_people
from webui.setup.source import BURST, BadSource, Source, pictures, seen_setup, source_of


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@cache
def still() -> Array:
    """A picture of the demo."""
    return next(stills(VIDEO, [32.0]))


@pytest.fixture
def filmed(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The wizard after the demo was chosen."""
    monkeypatch.setattr(steps, "pictures", lambda *_: [still()] * 5)
    assert client.post("/setup/camera", data={"source": "demo"}).location == "/setup/table"
    desk: Desk = app.extensions["desk"]
    return desk


def said(client: FlaskClient, path: str, **form: object) -> str:
    """The page to which a form leads."""
    return client.post(path, data=form, follow_redirects=True).get_data(as_text=True)


def test_without_a_camera_three_steps_are_left(app: Flask, client: FlaskClient) -> None:
    assert client.get("/setup").location == "/setup/camera"
    assert client.post("/setup/camera", data={"source": "hand"}).location == "/setup/people"
    for name, status in {
        "people": 200,
        "rules": 200,
        "checks": 200,
        "table": 404,
        "zones": 404,
    }.items():
        assert client.get(f"/setup/{name}").status_code == status
    assert client.get("/setup/none").status_code == 404
    assert client.get("/setup/picture.jpg").status_code == 404


def test_the_demo_is_set_up_as_it_was_filmed(client: FlaskClient, filmed: Desk) -> None:
    for name in ("camera", "table", "people", "zones", "rules", "checks"):
        assert client.get(f"/setup/{name}").status_code == 200
    draft = filmed.draft()
    assert draft.setup is not None
    assert draft.setup.seats == ("A", "B")
    assert draft.rules == {"preset": "matgo"}
    assert read_setup(filmed.setups / "demo.json").zones == draft.setup.zones


def test_corners_are_moved_and_shown_straightened(client: FlaskClient, filmed: Desk) -> None:
    corners = "100 50, 1200 40, 1200 700, 90 690"
    shown = client.get(f"/setup/straight.jpg?corners={corners}&width=1000&height=500")
    straight = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)
    assert straight is not None
    assert straight.shape[:2] == (500, 1000)
    form = {"corners": corners, "width": "1000", "height": "500"}
    assert client.post("/setup/table", data={**form, "do": "save"}).location == "/setup/people"
    setup = filmed.draft().setup
    assert setup is not None
    assert setup.table_corners == ((100, 50), (1200, 40), (1200, 700), (90, 690))
    assert setup.table_size_mm == (1000, 500)


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"corners": "1 2, 3 4"}, "expected four of them"),
        ({"corners": "1 2, 3 4, x"}, "expected points such as"),
        ({"corners": "0 0, 0 9, 9 9, 9 0"}, "clockwise"),
        ({"corners": "0 0, 900 0, 900 600, 0 600", "width": "wide"}, "expected millimetres"),
        ({"corners": "0 0, 900 0, 900 600, 0 600", "width": "nan"}, "a number 100 to 10000"),
        ({}, "expected points such as"),
    ],
)
def test_corners_that_are_none(
    client: FlaskClient, filmed: Desk, form: dict[str, str], says: str
) -> None:
    before = filmed.draft()
    assert says in said(client, "/setup/table", **{"width": "900", "height": "600", **form})
    assert filmed.draft() == before
    assert client.get("/setup/straight.jpg", query_string={"width": "1", **form}).status_code in (
        200,
        400,
    )


def test_zones_are_moved_and_reset(client: FlaskClient, filmed: Desk) -> None:
    setup = filmed.draft().setup
    assert setup is not None
    form = {f"zone{k}": f"{k} 0, 200 0, 200 {100 + k}, {k} 100" for k in range(len(setup.zones))}
    assert client.post("/setup/zones", data={**form, "do": "save"}).location == "/setup/rules"
    moved = filmed.draft().setup
    assert moved is not None
    assert moved.zones[2].polygon_mm == ((2, 0), (200, 0), (200, 102), (2, 100))
    client.post("/setup/zones", data={"do": "template"})
    reset = filmed.draft().setup
    assert reset is not None
    assert reset.zones != moved.zones
    assert "expected points" in said(client, "/setup/zones", **{**form, "zone1": "here"})


def deck_of(desk: Desk) -> str:
    setup = desk.draft().setup
    return "none" if setup is None else setup.deck


def test_an_enrolled_deck_is_chosen_with_the_camera(
    client: FlaskClient, filmed: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert 'name="deck"' not in client.get("/setup/camera").get_data(as_text=True)
    save_deck(empty_deck("grandma", model_hash()), deck_folder())
    assert ">grandma</option>" in client.get("/setup/camera").get_data(as_text=True)
    client.post("/setup/camera", data={"source": "demo", "deck": "grandma"})
    assert deck_of(filmed) == "grandma"
    assert "selected>grandma" in client.get("/setup/camera").get_data(as_text=True)
    assert "expected one that is enrolled" in said(
        client, "/setup/camera", source="demo", deck="../his"
    )
    client.post("/setup/camera", data={"source": "demo", "deck": ""})
    assert deck_of(filmed) == ""


def test_people_and_stakes(client: FlaskClient, filmed: Desk) -> None:
    form = {"person": ["Ann", "민준", "", "Chloé"], "per_point": "0,50"}
    assert client.post("/setup/people", data=form).location == "/setup/zones"
    draft = filmed.draft()
    assert (draft.people, str(draft.per_point)) == (("Ann", "민준", "Chloé"), "0.5")
    assert "stands twice" in said(client, "/setup/people", person=["Ann", "Ann"])
    assert "a point" in said(client, "/setup/people", person=["Ann", "Bea"], per_point="much")


def test_rules_are_chosen_and_changed(client: FlaskClient, filmed: Desk) -> None:
    page = client.get("/setup/rules").get_data(as_text=True)
    assert "points needed to say go or stop" in page
    client.post("/setup/rules", data={"preset": "fr-gostop", "do": "preset"})
    assert filmed.draft().rules == {"preset": "fr-gostop"}
    client.post("/setup/rules", data={"preset": "fr-gostop", "rule.threshold": "6", "do": "save"})
    assert filmed.draft().rules == {"preset": "fr-gostop", "threshold": 6}
    assert "threshold: expected" in said(
        client, "/setup/rules", preset="matgo", **{"rule.threshold": "-1"}
    )


def test_an_evening_begins(app: Flask, client: FlaskClient, filmed: Desk) -> None:
    assert client.post("/setup/start", data={"do": "start"}).location == "/"
    state = app.extensions["table"].state
    assert (state.people, state.opened.source, state.rules.name) == (("A", "B"), "demo", "matgo")
    assert state.opened.setup["seats"] == ["A", "B"]


def test_an_evening_goes_on_with_other_people(app: Flask, client: FlaskClient) -> None:
    open_evening(app, "Ann", "Bea")
    play(app, "Ann")
    client.post("/setup/camera", data={"source": "hand"})
    client.post("/setup/people", data={"person": ["Ann", "Bea", "Cho"], "per_point": "5"})
    assert "is open" in client.get("/setup/checks").get_data(as_text=True)
    client.post("/setup/start", data={"do": "change"})
    state = app.extensions["table"].state
    assert (state.people, state.per_point) == (("Ann", "Bea", "Cho"), 5)
    assert len(state.rounds) == 1


def test_the_checks_look_at_the_pictures(client: FlaskClient, filmed: Desk) -> None:
    page = client.post("/setup/checks").get_data(as_text=True)
    assert "A card is 3" in page
    assert "of 48 cards are seen" in page
    assert client.get("/setup/seen.jpg").data.startswith(b"\xff\xd8\xff")


@pytest.mark.parametrize(
    "text", ["", "camera", "file:", "ftp://host/x", "http://", "-1", "rtsp://\n", "123", "concat:a"]
)
def test_what_is_no_source(client: FlaskClient, text: str) -> None:
    if text != "file:":
        with pytest.raises(BadSource):
            source_of(text)
    assert "expected" in said(
        client, "/setup/camera", source="other", address=text
    ) or "no such" in said(client, "/setup/camera", source=text)


def test_no_path_of_a_request_is_opened(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "secret.mp4").write_bytes(b"x")
    for name in ("file:../secret.mp4", f"file:{tmp_path}/secret.mp4", "file:secret.mp4"):
        assert "there is no such recording" in said(client, "/setup/camera", source=name)


def test_cameras_are_looked_for(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(2, np.full((90, 160, 3), 80, np.uint8))]
    monkeypatch.setattr("webui.setup.pages.cameras", lambda: iter(found))
    assert "Camera 2" in said(client, "/setup/camera", do="look")
    assert client.get("/setup/preview/2.jpg").data.startswith(b"\xff\xd8\xff")
    assert client.get("/setup/preview/3.jpg").status_code == 404


def test_a_camera_is_known_again(
    app: Flask, client: FlaskClient, filmed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = np.full((720, 1280, 3), 80, np.uint8)
    monkeypatch.setattr(steps, "pictures", lambda *_: [table])
    assert "no sheet and too few open cards" in said(client, "/setup/camera", source="0")
    client.post("/setup/people", data={"person": ["Kim", "Lee"], "per_point": "1"})
    client.post("/setup/camera", data={"source": "demo"})
    client.post("/setup/camera", data={"source": "0"})
    assert filmed.draft().people == ("Kim", "Lee")


def test_the_picture_of_a_camera_goes_on(
    app: Flask, client: FlaskClient, filmed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/setup/now.jpg").status_code == 204
    assert "data-now" not in client.get("/setup/table").get_data(as_text=True)
    client.post("/setup/camera", data={"source": "0"})
    asked: list[Source] = []

    def seen(source: Source) -> bytes:
        asked.append(source)
        return b"\xff\xd8now"

    monkeypatch.setattr(filmed.preview, "jpeg", seen)
    assert "data-now" in client.get("/setup/table").get_data(as_text=True)
    assert client.get("/setup/now.jpg").data == b"\xff\xd8now"
    assert asked == [Source("camera", "0")]


def test_a_picture_with_the_sheet_shows_the_table() -> None:
    sheet = cv2.resize(printed_sheet(), (594, 420), interpolation=cv2.INTER_AREA)
    picture = np.full((720, 1280), 120, np.uint8)
    picture[150:570, 340:934] = sheet
    setup, by = seen_setup(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), ("A", "B"), None)  # type: ignore[arg-type]
    assert by == "sheet"
    assert setup.table_size_mm == pytest.approx((640, 360), rel=0.01)


def test_the_sheet_can_be_printed(client: FlaskClient) -> None:
    assert "100 mm" in client.get("/setup/sheet").get_data(as_text=True)
    assert client.get("/setup/sheet.png").data.startswith(b"\x89PNG")


def test_what_is_wrong_is_said_in_the_readers_language(client: FlaskClient) -> None:
    form = {"person": ["Ann", "Ann"], "per_point": "1"}
    client.get("/setup/people?language=fr")
    assert "figure deux fois" in said(client, "/setup/people", **form)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (NoWeights("{folder}: {names} missing; install hwatu-table again", folder="x", names="y"),
         "y manque\xa0; réinstallez hwatu-table\xa0; essayez"),
        (NoRuntime("openvino: no AVX2"), "openvino: no AVX2\xa0; essayez"),
    ],
)  # fmt: skip
def test_a_camera_model_that_cannot_run_is_told(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(steps, "detector", fails)
    client.get("/setup/camera?language=fr")
    answer = client.post("/setup/camera", data={"source": "demo"}, headers={"Accept": "text/html"})
    assert answer.status_code == 503
    assert says in answer.get_data(as_text=True)


def test_only_who_keeps_the_table_sets_it_up(tmp_path: Path) -> None:
    door = Door({Role.TABLE: "111111", Role.PLAYER: "222222", Role.VIEWER: "333333"})
    with served(tmp_path, door) as app:
        for pin, status in (("111111", 200), ("222222", 403), ("333333", 403)):
            client = app.test_client()
            client.post("/door", data={"pin": pin})
            assert client.get("/setup/camera").status_code == status
            assert (client.post("/setup/start").status_code == 403) == (status == 403)


def test_forms_need_a_token(tmp_path: Path) -> None:
    with served(tmp_path, csrf=True) as app:
        assert app.test_client().post("/setup/camera", data={"source": "hand"}).status_code == 400


def test_a_folder_that_cannot_be_written_is_told(
    app: Flask, client: FlaskClient, filmed: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("webui.setup.desk.write_whole", full)
    assert "No space left" in said(client, "/setup/people", person=["Ann", "Bea"], per_point="1")


def test_drafts_keep_what_the_file_says(filmed: Desk) -> None:
    told = json.loads((filmed.setups / "demo.json").read_text("utf-8"))
    assert told["source"] == "demo"
    assert with_people(filmed.draft(), ("A", "B")) == filmed.draft()
    assert read_picture(filmed.folder / "wizard.jpg").shape == (720, 1280, 3)
    assert len(pictures(Source("demo", ""), filmed.folder, detector(None))) == BURST + 1
    with pytest.raises(BadSource, match="without a camera"):
        pictures(Source("hand", ""), filmed.folder, None)  # type: ignore[arg-type]
