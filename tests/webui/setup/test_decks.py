"""A deck is learned on the page: from photographs, or from what the camera sees of it."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

import webui.setup.camera as camera
import webui.setup.decks as decks
from tests.vision.decks_seen import STRANGE, laid, look
from tests.webui.table_app import served
from vision.boxes import Array
from vision.decks import load_deck
from vision.detector import CardDetector
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD
from vision.localizer import Localizer
from vision.refiner import Refiner
from vision.weights import Confidence, Doubles, Settings
from webui.deck_folder import deck_folder
from webui.setup.desk import Desk

pytestmark = pytest.mark.usefixtures("small_decks")

DOUBLES = Doubles(-3.0, 2.0, 0.0, 5.0, 0.0, 0.0)
SETTINGS = Settings(0.1, DOUBLES, 1.0, 0.5, Confidence(0.0, 1.0, 1.0, 0.0, 0.0, 0.0))


class Sees(CardDetector):
    """Finds the cards of every picture of `laid`, and knows none."""

    def look(self, frame_bgr: Array, card_px: float | None = None) -> Evidence:
        count = (frame_bgr.shape[0] // 130 - 1) * 12
        quads = laid(list(range(count)))[1]
        return look(quads, np.full(count, NO_CARD))


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("vision.deck_teaching.VIEWS", 1)
    sees = Sees(Localizer(lambda _: (), 0.1), Refiner(lambda _: ()), STRANGE, SETTINGS)
    monkeypatch.setattr(decks, "detector", lambda _: sees)
    monkeypatch.setattr(camera, "pictures", lambda *_: [laid(list(range(48)))[0]] * 2)
    with served(tmp_path) as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    found = app.test_client()
    assert found.post("/setup/camera", data={"source": "demo"}).location == "/setup/table"
    return found


def photograph(count: int, name: str = "rows.png") -> tuple[BytesIO, str]:
    return BytesIO(cv2.imencode(".png", laid(list(range(count)))[0])[1].tobytes()), name


def told(client: FlaskClient, **form: object) -> str:
    page = client.post("/setup/decks", data=form, follow_redirects=True)
    assert page.status_code == 200
    return page.get_data(as_text=True)


def deck_on_table(app: Flask) -> str:
    desk: Desk = app.extensions["desk"]
    setup = desk.draft().setup
    assert setup is not None
    return setup.deck


@pytest.mark.parametrize("do", ["photos", "camera"])
def test_a_deck_in_order_is_learned_and_lies_on_the_table(
    app: Flask, client: FlaskClient, do: str
) -> None:
    assert "Teach it your deck" in client.get("/setup/camera").get_data(as_text=True)
    assert "grandma: all its cards were learned." in told(
        client, name=" grandma ", do=do, photos=[photograph(24), photograph(24)]
    )
    assert load_deck("grandma", deck_folder()).pictures.missing == ()
    assert deck_on_table(app) == "grandma"
    assert "selected>grandma" in client.get("/setup/camera").get_data(as_text=True)


def test_photographs_add_to_a_deck_unless_it_is_to_be_forgotten(client: FlaskClient) -> None:
    counts = []
    for more in ({}, {}, {"fresh": "on"}):
        told(client, name="grandma", do="photos", photos=[photograph(48)], **more)
        counts.append(len(load_deck("grandma", deck_folder()).pictures.classes))
    assert counts == [48, 96, 48]


def test_bonus_cards_lie_after_the_others(client: FlaskClient) -> None:
    form = {"joker-double": "1", "joker-other": "11", "joker-triple": "9" * 5000}
    photos = [photograph(36), photograph(24)]
    assert "in order there must be 55" in told(client, name="a", do="photos", photos=photos, **form)
    photos, form = [photograph(36), photograph(24)], {"joker-triple": "6", "joker-other": "6"}
    assert "were learned" in told(client, name="a", do="photos", photos=photos, **form)
    bonus = load_deck("a", deck_folder()).pictures.classes[48:]
    assert [CLASSES[k] for k in bonus] == ["joker-triple"] * 6 + ["joker-other"] * 6


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"name": "a"}, "choose one photograph of the deck or more"),
        ({"name": "a", "photos": [(BytesIO(b"?"), "x.jpg")]}, "x.jpg: not a picture"),
        ({"name": "a", "photos": [photograph(24)]}, "24 open cards in the photographs"),
        ({"name": "../a", "photos": [photograph(48)]}, "expected a name of letters"),
    ],
)
def test_what_cannot_be_learned_is_said_and_keeps_nothing(
    app: Flask, client: FlaskClient, form: dict[str, object], says: str
) -> None:
    assert says in told(client, do="photos", **form)
    assert deck_on_table(app) == ""
    assert not list(deck_folder().glob("*.npz"))


def test_photographs_may_be_larger_than_other_forms(client: FlaskClient) -> None:
    large = (BytesIO(b"x" * 3_000_000), "large.jpg")
    assert "large.jpg: not a picture" in told(client, name="a", do="photos", photos=[large])
