"""A picture in, cards out: the networks are functions."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import detector as module
from vision.boxes import Array
from vision.brightness import PAPER
from vision.crops import outline_of
from vision.deck_naming import Naming
from vision.detector import CardDetector, open_detector, with_deck
from vision.faces import CLASSES, OUTPUTS
from vision.localizer import CARD_PX, Localizer
from vision.recogniser import Recogniser
from vision.refiner import Refiner
from vision.runtime import Loaded, NoRuntime, Numbers
from vision.views import View
from vision.weights import NETWORKS, POINTER, Confidence, Doubles, Settings, Weights

DOUBLES = Doubles(-3.0, 2.0, 0.0, 5.0, 0.0, 0.0)
SETTINGS = Settings(0.1, DOUBLES, 1.0, 0.5, Confidence(-3.0, 1.0, 1.0, 0.0, 0.0, 0.0))
BOXES = ((100, 100, 40, 66, 0.9, 0.1), (200, 100, 40, 66, 0.3, 0.1), (300, 100, 40, 66, 0.05, 0))


NOTHING = (np.zeros((1, 6, 0), np.float32),)


def boxes(shown: Array) -> tuple[Array, ...]:
    """Two boxes to be looked at, and one that is not; no card that fills the picture."""
    if shown.shape == (1, 192, 256, 3):
        return NOTHING
    assert shown.shape == (1, 352, 640, 3)
    return (np.array(BOXES, np.float32).T[None],)


def faces(shown: Array) -> tuple[Array, ...]:
    """The first crop is the crane, everything else the second card of the deck."""
    logits = np.zeros((len(shown), OUTPUTS), np.float32)
    logits[0, 0] = logits[1:, 1] = 6
    return logits, np.eye(128, dtype=np.float32)[: len(shown)], np.full(len(shown), 0.8)


@pytest.fixture
def one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are looked at as they are."""
    monkeypatch.setattr(CardDetector, "_shaped", lambda *_: None)


def moves(shown: Array) -> tuple[Array, ...]:
    """Every box is where its card lies."""
    return (np.zeros((len(shown), 5), np.float32),)


@pytest.fixture
def detector() -> CardDetector:
    return CardDetector(Localizer(boxes, 0.1), Refiner(moves), Recogniser(faces), SETTINGS)


FRAME = np.zeros((352, 640, 3), np.uint8)


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
    [(255, None, (320, 176)), (0, None, (100, 100)), (255, CARD_PX, (100, 100))],
    ids=["a large card", "a book", "a known size"],
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
        black = shown[..., :3].mean(axis=(1, 2, 3)) < 100
        logits[black, -1] = 9
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


@pytest.mark.parametrize(
    ("thorough", "long", "others_long", "centre"),
    [
        (True, 110, 66, (150, 50)),
        (True, 66, 66, (100, 100)),
        (True, 110, 110, (100, 100)),
        (False, 110, 66, (100, 100)),
    ],
    ids=["too long", "as it was taken", "no better", "in a film"],
)
def test_what_is_shaped_like_cards_in_another_shape_counts(
    detector: CardDetector,
    monkeypatch: pytest.MonkeyPatch,
    thorough: bool,
    long: float,
    others_long: float,
    centre: tuple[int, int],
) -> None:
    """What is seen in the white picture lies aside in the black one, which is as it was taken."""
    shapes = []

    def net(picture: Array) -> tuple[Array, ...]:
        if picture.shape == (1, 192, 256, 3):
            return NOTHING
        row = (100, 100, 40, others_long if picture.max() else long, 0.9, 0.0)
        return (np.array([row], np.float32).T[None],)

    def surely(shown: Array) -> tuple[Array, ...]:
        logits, *others = faces(shown)
        return 3 * logits, *others

    aside = np.array(((1, 0, 50), (0, 1, -50), (0, 0, 1)), float)

    def white(frame: Array, times: float, most_px: int = 0) -> View:
        shapes.append(times)
        return View(np.full_like(FRAME, 255), aside, outline_of(FRAME.shape))

    monkeypatch.setattr(module, "stretched", white)
    monkeypatch.setattr(module, "levelled", lambda *_: None)
    monkeypatch.setattr(module, "brightened", lambda frame: frame)
    monkeypatch.setattr(module, "places", lambda net, refiner, frame, *_: net.locate(frame))
    localizer, recogniser = Localizer(net, 0.1), Recogniser(surely)
    look = replace(detector, localizer=localizer, recogniser=recogniser, thorough=thorough)
    (first,) = look.detect(FRAME)
    assert first.centre_px == pytest.approx(centre, abs=1)
    assert bool(shapes) == (thorough and long == 110)


@pytest.mark.parametrize(
    ("shape", "seen", "face", "found"),
    [
        ((160, 98), 1.0, 0, [(48.5, 79.5)]),
        ((98, 160), 1.0, 0, [(79.5, 48.5)]),
        ((160, 98), 0.7, 0, []),
        ((160, 98), 1.0, -1, []),
        ((160, 120), 1.0, 0, []),
    ],
    ids=["upright", "lying", "a part of it", "no card", "not in a card's shape"],
)
def test_a_picture_of_nothing_but_a_card_is_that_card(
    detector: CardDetector,
    shape: tuple[int, int],
    seen: float,
    face: int,
    found: list[tuple[float, float]],
) -> None:
    """The network sees what is white, or a share of its height, if there is a table around it."""

    def net(shown: Array) -> tuple[Array, ...]:
        down, across = np.nonzero(shown[0, :, :, 0] == 255)
        if shown[0, 0, 0, 0] == 255:
            return NOTHING
        sides = np.ptp(across) + 1, seen * (np.ptp(down) + 1)
        row = (across.mean() + 0.5, down.mean() + 0.5, *sides, 0.9, 0.0)
        return (np.array([row], np.float32).T[None],)

    def named(shown: Array) -> tuple[Array, ...]:
        logits, *others = faces(shown)
        logits[:, face] = 9
        return logits, *others

    localizer, recogniser = Localizer(net, 0.1), Recogniser(named)
    look = replace(detector, localizer=localizer, recogniser=recogniser, thorough=True)
    cards = look.detect(np.full((*shape, 3), 255, np.uint8))
    assert [card.centre_px for card in cards] == [pytest.approx(each, abs=2) for each in found]


def test_a_deck_of_ones_own_goes_into_the_recogniser_of_a_copy(detector: CardDetector) -> None:
    faces = np.array((CLASSES.index("01-bright"), CLASSES.index("12-double")))
    own = Naming(faces, np.zeros((2, 128)), np.array((0, 9)), 0.0, np.eye(128)[:1])
    (found,) = with_deck(detector, own).detect(FRAME)
    assert found.card.face == "12-double"
    assert detector.recogniser.deck is None


def test_the_shipped_detector_takes_its_settings_from_its_files(
    monkeypatch: pytest.MonkeyPatch,
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
        return Loaded(
            dict(zip(NETWORKS, (boxes, moves, faces), strict=True))[weights.name], "openvino"
        )

    monkeypatch.setattr(module, "load", load)
    localizer, refiner, recogniser = map(Path, NETWORKS)
    weights = Weights(localizer, refiner, recogniser, Path(POINTER), SETTINGS)
    opened = open_detector(weights, runtime="onnxruntime", threads=3, numbers="float")
    assert asked == [(name, "onnxruntime", 3, "float") for name in NETWORKS]
    assert opened.localizer.least_confidence == SETTINGS.least_confidence
    assert opened.recogniser.temperature == SETTINGS.temperature
    assert len(opened.detect(FRAME)) == 1


def test_weights_that_nothing_can_run_are_said_to_be(tmp_path: Path) -> None:
    for name in NETWORKS:
        (tmp_path / name).write_bytes(b"no network")
    localizer, refiner, recogniser = (tmp_path / name for name in NETWORKS)
    weights = Weights(localizer, refiner, recogniser, Path(POINTER), SETTINGS)
    with pytest.raises(NoRuntime, match="onnxruntime"):
        open_detector(weights)


@pytest.mark.usefixtures("one_shape")
def test_a_thorough_look_weighs_both_ways_up_together(detector: CardDetector) -> None:
    both = replace(detector, thorough=True)
    assert len(both.ask(FRAME)[0]) == 2 * len(detector.ask(FRAME)[0])
    places = [each.centre_px for each in both.detect(FRAME, unsure=True)]
    assert (100, 100) in [tuple(round(x) for x in place) for place in places]
    assert (639 - 100, 351 - 100) in [tuple(round(x) for x in place) for place in places]


@pytest.mark.usefixtures("one_shape")
def test_a_thorough_look_refines_twice(detector: CardDetector) -> None:
    def across(shown: Array) -> tuple[Array, ...]:
        return (np.tile(np.array((0.1, 0, 0, 0, 0), np.float32), (len(shown), 1)),)

    plain = replace(detector, refiner=Refiner(across))
    once, twice = plain.ask(FRAME)[0], replace(plain, thorough=True).ask(FRAME)[0]
    off = [np.linalg.norm(each.quads_px[0].mean(axis=0) - (100, 100)) for each in (once, twice)]
    assert off == pytest.approx([4, 8], abs=0.1)


@pytest.mark.usefixtures("one_shape")
@pytest.mark.parametrize(
    ("thorough", "card_px", "shown", "at"),
    [
        (True, None, 255, (90, 80)),
        (True, None, 0, (100, 100)),
        (False, None, 255, (100, 100)),
        (True, CARD_PX, 255, (100, 100)),
    ],
    ids=["from the side", "levelled wrongly", "in a film", "at a table that was set up"],
)
def test_cards_seen_from_the_side_are_looked_at_from_above_and_brought_back(
    detector: CardDetector,
    monkeypatch: pytest.MonkeyPatch,
    thorough: bool,
    card_px: float | None,
    shown: int,
    at: tuple[int, int],
) -> None:
    """The levelled picture lies 10 px to the right and 20 below; where it is black, nothing is."""
    right_below = np.array(((1, 0, -10), (0, 1, -20), (0, 0, 1)), float)
    turns = iter((View(np.full_like(FRAME, shown), right_below, outline_of(FRAME.shape)), None))
    monkeypatch.setattr(module, "levelled", lambda *_: next(turns))

    def net(picture: Array) -> tuple[Array, ...]:
        return boxes(picture) if picture.max() else NOTHING

    lit = np.full_like(FRAME, 255)
    look = replace(detector, localizer=Localizer(net, 0.1), thorough=thorough)
    (first, *_) = look.detect(lit, card_px)
    assert tuple(round(x) for x in first.centre_px) == at


@pytest.mark.parametrize(
    ("backs", "found"),
    [(False, {(100, 100), (200, 100)}), (True, {(100, 100)})],
    ids=["faces", "backs"],
)
def test_what_is_seen_from_above_must_be_borne_out_by_the_picture_as_it_was_taken(
    detector: CardDetector,
    monkeypatch: pytest.MonkeyPatch,
    backs: bool,
    found: set[tuple[int, int]],
) -> None:
    """From above three boxes are sure; as taken one is, the second is unsure, the third is none.

    Upside down, where the bright corner is elsewhere, nothing is seen.
    """
    frame = np.full_like(FRAME, 200)
    frame[:20, :20] = 255
    above = np.where(frame == 255, frame, np.uint8(100))
    level = View(above, np.eye(3), outline_of(FRAME.shape))
    monkeypatch.setattr(module, "levelled", lambda *_: level)

    def net(shown: Array) -> tuple[Array, ...]:
        from_above = np.median(shown) == 100
        rows = [(100, 100, 0.9), (200, 100, 0.9 if from_above else 0.3), (400, 250, 0.9)]
        seen = rows[: 2 + from_above] if shown[0, 5, 5, 0] == 255 else rows[:0]
        boxes = np.array([(x, y, 40, 66, sure, 0) for x, y, sure in seen], np.float32)
        return (boxes.reshape(-1, 6).T[None],)

    def named(shown: Array) -> tuple[Array, ...]:
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        for i, row in enumerate(logits):
            row[CLASSES.index("back") if backs else i] = 6
        return logits, np.eye(128, dtype=np.float32)[: len(shown)], np.full(len(shown), 0.8)

    look = replace(detector, localizer=Localizer(net, 0.1), recogniser=Recogniser(named))
    cards = replace(look, thorough=True).detect(frame)
    assert {tuple(round(x) for x in each.centre_px) for each in cards} == found
    plain = replace(look, thorough=True).detect(frame, CARD_PX)
    assert {tuple(round(x) for x in each.centre_px) for each in plain} == {(100, 100)}
