"""Checks of a camera: good pictures are green, spoilt ones are not, and each says what to do."""

import cv2
import numpy as np
import pytest

from scorer.cards import DECK, Card, card
from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import CLASSES, OUTPUTS
from vision.setup import Setup
from webui.setup.checks import faces, findings, flicker, focus, glare, pixels, speed
from webui.setup.draft import plain_setup
from webui.words import words

SIZE = (640, 360)
SETUP = plain_setup(SIZE, ("A", "B"))


def picture(blur: float = 0.0, light: int = 0) -> Array:
    """A table with a striped card at its middle, and a blown out corner of so many pixels."""
    found = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    found[130:180, 290:350] = 230
    found[180:230:4, 290:350] = 230
    blurred: Array = cv2.GaussianBlur(found, (0, 0), blur) if blur else found
    blurred[100 : 100 + light, 100 : 100 + light] = 255
    return blurred


def seen(face: Card, left: float = 290, top: float = 130) -> Detection:
    quad = np.array([(left, top), (left + 60, top), (left + 60, top + 98), (left, top + 98)], float)
    chances = np.zeros(OUTPUTS)
    chances[CLASSES.index(face.face)] = 1.0
    return Detection(face, 0.9, quad, 1.0, chances)


ONE = seen(card("01-bright"))


@pytest.mark.parametrize(("width", "status"), [(40, "ok"), (27, "ok"), (22, "warn"), (12, "fail")])
def test_pixels(width: float, status: str) -> None:
    assert pixels(width).status == status


@pytest.mark.parametrize(("blur", "status"), [(0, "ok"), (4, "warn"), (12, "fail")])
def test_focus(blur: float, status: str) -> None:
    assert focus(picture(blur), [ONE]).status == status


def test_without_cards_nothing_is_known_of_the_focus() -> None:
    assert focus(picture(), []).says == "No card was found."


@pytest.mark.parametrize(("light", "status"), [(0, "ok"), (60, "warn"), (150, "fail")])
def test_glare(light: int, status: str) -> None:
    assert glare(picture(light=light), SETUP).status == status


@pytest.mark.parametrize(("swing", "status"), [(0, "ok"), (4, "warn"), (12, "fail")])
def test_flicker(swing: int, status: str) -> None:
    table = np.full((90, 160, 3), 100, np.uint8)
    assert flicker([table + swing * (k % 2) for k in range(12)]).status == status


def test_a_hand_that_moves_is_no_flicker() -> None:
    tables = [np.full((90, 160, 3), 100, np.uint8) for _ in range(12)]
    for k, table in enumerate(tables):
        table[3 * k : 3 * k + 12, 40:120] = 30
    assert flicker(tables).status == "ok"
    assert flicker(tables[:2]).status == "warn"


@pytest.mark.parametrize(("ms", "status"), [(80, "ok"), (700, "warn"), (2000, "fail")])
def test_speed(ms: float, status: str) -> None:
    assert speed(ms).status == status


def test_the_whole_deck() -> None:
    assert faces(map(seen, DECK)).status == "ok"
    found = faces(map(seen, DECK[2:]))
    assert found.values == {"count": 46, "missing": ["01-bright", "01-ribbon"]}
    twice = faces([seen(card("01-junk"))] * 3)
    assert twice.values["count"] == 2


class OneCard:
    """A camera model that sees one card."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        return (ONE,)


def test_every_finding_has_words() -> None:
    found = findings([picture()] * 5, SETUP, OneCard())
    assert [each.name for each in found] == [
        "Card size",
        "Focus",
        "Glare",
        "Flicker",
        "Speed",
        "The whole deck",
    ]
    for each in found:
        assert {each.name, each.says, each.do} - {""} <= words("ko").keys()


def test_the_setup_is_the_one_of_the_pictures() -> None:
    assert isinstance(SETUP, Setup)
    assert SETUP.frame_size == SIZE


def test_a_last_picture_of_another_moment_is_no_flicker() -> None:
    """Of a film the one with most open cards comes last, and it may be brighter than the first."""
    brighter = np.clip(picture().astype(int) + 60, 0, 255).astype(np.uint8)
    found = {each.name: each for each in findings([*[picture()] * 5, brighter], SETUP, OneCard())}
    assert found["Flicker"].status == "ok"
