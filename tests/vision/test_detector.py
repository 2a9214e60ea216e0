"""A picture in, cards out: the networks are functions."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.faked_networks import (
    FRAME,
    NOTHING,
    SETTINGS,
    boxes,
    faces,
    faked,
    moves,
    weights_in,
)
from vision import detector as module
from vision.boxes import Array
from vision.brightness import PAPER
from vision.deck_naming import Naming
from vision.detector import CardDetector, open_detector, with_deck
from vision.evidence import BACK
from vision.faces import CLASSES, OUTPUTS
from vision.localizer import CARD_PX, Localizer
from vision.recogniser import Recogniser
from vision.refiner import Refiner
from vision.runtime import Loaded, NoRuntime, Numbers
from vision.weights import FITTED, JOKERS, NETWORKS


@pytest.fixture
def detector() -> CardDetector:
    return faked()


def test_only_cards_to_act_on_are_detected(detector: CardDetector) -> None:
    (found,) = detector.detect(FRAME)
    assert found.card.face == CLASSES[0]
    assert found.centre_px == pytest.approx((100, 100))
    assert found.confidence >= SETTINGS.act_from
    assert len(detector.detect(FRAME, card_px=CARD_PX)) == 1


def test_a_look_tells_of_unsure_boxes_too(detector: CardDetector) -> None:
    look = detector.look(FRAME)
    assert [CLASSES[k] for k in look.faces] == [CLASSES[0], CLASSES[1]]
    assert look.boxes == pytest.approx([0.9, 0.3])
    assert look.visible == pytest.approx([0.8, 0.8])


def test_an_empty_table_has_no_cards(detector: CardDetector) -> None:
    nothing = Localizer(lambda _: NOTHING, 0.1)
    assert replace(detector, localizer=nothing).detect(FRAME) == ()


def test_the_networks_are_shown_a_dark_picture_brightened(detector: CardDetector) -> None:
    shown: list[int] = []

    def net(picture: Array) -> tuple[Array, ...]:
        shown.append(int(picture.max()))
        return boxes(picture)

    replace(detector, localizer=Localizer(net, 0.1)).detect(np.full_like(FRAME, 60))
    assert set(shown) == {PAPER}


def test_cards_are_named_where_the_refiner_puts_them(detector: CardDetector) -> None:
    def across(shown: Array) -> tuple[Array, ...]:
        return (np.tile(np.array((0.5, 0, 0, 0, 0), np.float32), (len(shown), 1)),)

    (found,) = replace(detector, refiner=Refiner(across)).detect(FRAME)
    assert np.hypot(*np.subtract(found.centre_px, (100, 100))) == pytest.approx(20, abs=0.1)


def test_boxes_that_are_brought_to_one_place_are_one(detector: CardDetector) -> None:
    """The network sees a card twice, half a card apart; the refiner moves one of them only."""

    def twice(shown: Array) -> tuple[Array, ...]:
        rows = np.array(((100, 100, 40, 64, 0.8, 0), (120, 100, 40, 64, 0.9, 0)), np.float32)
        return (rows.T[None],)

    def back(shown: Array) -> tuple[Array, ...]:
        moves = np.zeros((len(shown), 5), np.float32)
        moves[0, 0] = -0.5  # of the surer one, which comes first
        return (moves,)

    localizer = Localizer(twice, 0.1)
    assert len(localizer.locate(FRAME)) == 2
    located = replace(detector, localizer=localizer, refiner=Refiner(back)).ask(FRAME)[0]
    assert located.confidences == pytest.approx([0.9])


@pytest.mark.parametrize(
    ("cards_there", "card_px", "boxes", "cards"),
    [(True, None, 3, 1), (False, None, 2, 0), (True, 2 * CARD_PX, 2, 0)],
    ids=["a small card", "no card", "a known size"],
)
def test_where_most_boxes_hold_no_card_a_nearer_look_counts_if_it_finds_cards(
    detector: CardDetector, cards_there: bool, card_px: float | None, boxes: int, cards: int
) -> None:
    """Two books set the size from afar; only the nearer look sees a third box, a white card."""
    places = (200, 600, 1000)

    def net(shown: Array) -> tuple[Array, ...]:
        share = shown.shape[2] / 1280
        if share < 0.5:
            return NOTHING
        rows = [(x * share, 100 * share, 44, 70, 0.9, 0.1) for x in places[: 2 + (share == 1)]]
        return (np.array(rows, np.float32).T[None],)

    def named(shown: Array) -> tuple[Array, ...]:
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        white = shown[..., :3].mean(axis=(1, 2, 3)) > 0.2 * 255
        logits[white, 0] = logits[~white, -1] = 6
        return logits, np.eye(128, dtype=np.float32)[: len(shown)], np.full(len(shown), 0.8)

    seen = replace(detector, localizer=Localizer(net, 0.1), recogniser=Recogniser(named))
    frame = np.zeros((384, 1280, 3), np.uint8)
    frame[:, 800:] = 255 * cards_there
    assert len(seen.ask(frame, card_px)[0]) == boxes
    assert len(seen.detect(frame, card_px)) == cards


@pytest.mark.parametrize(
    ("paper", "card_px", "centre"),
    [
        (255, None, (320, 176)),
        (0, None, (100, 100)),
        (160, None, (100, 100)),
        (255, CARD_PX, (100, 100)),
    ],
    ids=["a large card", "a book", "a plank like a back", "a known size"],
)
def test_a_card_that_fills_the_picture_counts_more_than_its_parts(
    detector: CardDetector, paper: int, card_px: float | None, centre: tuple[int, int]
) -> None:
    """From nearer its white corner is seen as a small card; a thing that is black is none."""

    def net(shown: Array) -> tuple[Array, ...]:
        if shown.shape[2] == FRAME.shape[1]:
            return boxes(shown)
        return (np.array([(128, 96, 50, 80, 0.9, 0.0)], np.float32).T[None],)

    def named(shown: Array) -> tuple[Array, ...]:
        logits, *others = faces(shown)
        light = shown[..., :3].mean(axis=(1, 2, 3))
        logits[light < 100, -1] = 9
        logits[(light > 100) & (light < 200), BACK] = 9
        return logits, *others

    frame = np.full_like(FRAME, paper)
    frame[:150, :150] = 255
    look = replace(detector, localizer=Localizer(net, 0.1), recogniser=Recogniser(named))
    (found,) = look.detect(frame, card_px)
    assert found.centre_px == pytest.approx(centre, abs=2)


@pytest.mark.parametrize(("wide", "looks"), [(10, 1), (50, 2)], ids=["as found", "larger"])
def test_cards_that_were_found_as_large_are_not_looked_at_again(
    detector: CardDetector, wide: int, looks: int
) -> None:
    """In a picture of a quarter of the size what was found 40 px wide is 10 px wide."""
    asked: list[int] = []

    def net(shown: Array) -> tuple[Array, ...]:
        if shown.shape == (1, 192, 256, 3):
            return (np.array([(128, 96, wide, 80, 0.9, 0.0)], np.float32).T[None],)
        return boxes(shown) if shown.shape[2] == FRAME.shape[1] else NOTHING

    def named(shown: Array) -> tuple[Array, ...]:
        asked.append(len(shown))
        return faces(shown)

    look = replace(detector, localizer=Localizer(net, 0.1), recogniser=Recogniser(named))
    look.detect(FRAME)
    assert len(asked) == looks


def test_a_deck_of_ones_own_goes_into_the_recogniser_of_a_copy(detector: CardDetector) -> None:
    faces = np.array((CLASSES.index("01-bright"), CLASSES.index("12-double")))
    own = Naming(faces, np.zeros((2, 128)), np.array((0, 9)), 0.0, np.eye(128)[:1])
    (found,) = with_deck(detector, own).detect(FRAME)
    assert found.card.face == "12-double"
    assert detector.recogniser.deck is None


@pytest.mark.parametrize(
    ("thorough", "names"), [(False, (*NETWORKS, JOKERS)), (True, (*FITTED, JOKERS))]
)
def test_the_shipped_detector_takes_its_settings_from_its_files(
    monkeypatch: pytest.MonkeyPatch, thorough: bool, names: tuple[str, ...]
) -> None:
    asked = []

    def load(
        weights: Path,
        runtime: str | None,
        threads: int | None,
        numbers: Numbers | None,
        *,
        pictures: bool,
    ) -> Loaded:
        assert pictures
        asked.append((weights.name, runtime, threads, numbers))
        nets = {"localizer.onnx": boxes, "refiner.onnx": moves}
        return Loaded(nets.get(weights.name, faces), "openvino")

    monkeypatch.setattr(module, "load", load)
    files = weights_in(Path())
    opened = open_detector(
        files, runtime="onnxruntime", threads=3, numbers="float", thorough=thorough
    )
    assert sorted(asked) == sorted((name, "onnxruntime", 3, "float") for name in names)
    assert opened.localizer.least_confidence == SETTINGS.least_confidence
    assert opened.recogniser.temperature == SETTINGS.temperature
    assert len(opened.detect(FRAME)) == 1


def test_weights_that_nothing_can_run_are_said_to_be(tmp_path: Path) -> None:
    for name in (*FITTED, JOKERS):
        (tmp_path / name).write_bytes(b"no network")
    with pytest.raises(NoRuntime, match="onnxruntime"):
        open_detector(weights_in(tmp_path))
