"""A single picture looked at in all ways: both ways up, in other shapes, from above, on a table."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import card
from tests.vision.faked_networks import FRAME, NOTHING, boxes, faces, faked
from vision import detector as module
from vision.boxes import Array
from vision.crops import outline_of
from vision.detector import CardDetector
from vision.faces import CLASSES, OUTPUTS
from vision.localizer import CARD_PX, Localizer
from vision.recogniser import Recogniser
from vision.refiner import Refiner
from vision.seen import Seen
from vision.views import View


@pytest.fixture
def detector() -> CardDetector:
    return faked()


@pytest.fixture
def one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are looked at as they are."""
    monkeypatch.setattr(CardDetector, "_shaped", lambda *_: None)


@pytest.mark.parametrize(
    ("thorough", "long", "others_long", "cards", "centre"),
    [
        (True, 110, 66, ("01-bright",), (150, 50)),
        (True, 66, 66, ("01-bright",), (100, 100)),
        (True, 110, 110, ("01-bright",), (100, 100)),
        (True, 110, 66, ("back", "back", "back"), (100, 100)),
        (True, 110, 66, ("01-bright", "back", "back"), (150, 50)),
        (False, 110, 66, ("01-bright",), (100, 100)),
    ],
    ids=[
        "too long",
        "as it was taken",
        "no better",
        "backs alone",
        "backs and a face",
        "in a film",
    ],
)
def test_what_is_shaped_like_cards_in_another_shape_counts(
    detector: CardDetector,
    monkeypatch: pytest.MonkeyPatch,
    thorough: bool,
    long: float,
    others_long: float,
    cards: tuple[str, ...],
    centre: tuple[int, int],
) -> None:
    """What is seen in the white picture lies aside in the black one, which is as it was taken."""
    shapes = []

    def net(picture: Array) -> tuple[Array, ...]:
        if picture.shape == (1, 192, 256, 3):
            return NOTHING
        row = (40, others_long if picture.max() else long, 0.9, 0.0)
        rows = [(100 + 100 * k, 100, *row) for k in range(len(cards))]
        return (np.array(rows, np.float32).T[None],)

    def surely(shown: Array) -> tuple[Array, ...]:
        logits, *others = faces(shown)
        logits[:] = 0
        first, *_, last = map(CLASSES.index, (cards[0], *cards))
        logits[0, first] = logits[1:, last] = 24
        return logits, *others

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
    found = look.detect(FRAME, unsure=True)
    assert len(found) == len(cards)
    first = min(found, key=lambda each: each.centre_px)
    assert first.centre_px == pytest.approx(centre, abs=1)
    assert bool(shapes) == (thorough and long == 110)


def test_a_picture_in_which_nothing_is_like_a_card_is_looked_at_in_no_other_shape(
    detector: CardDetector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "stretched", lambda *_: pytest.fail("looked at in another shape"))
    look = replace(detector, localizer=Localizer(lambda _: NOTHING, 0.1), thorough=True)
    assert not look.detect(FRAME)


@pytest.mark.parametrize(("boxes_a_card", "closer"), [(100, True), (400, False)])
def test_hundreds_of_boxes_that_are_no_cards_are_not_looked_at_more_closely(
    detector: CardDetector, monkeypatch: pytest.MonkeyPatch, boxes_a_card: int, closer: bool
) -> None:
    looks = []

    def looked(of: CardDetector, *_: object) -> Seen:
        looks.append(of.thorough)
        return replace(seen, located=seen.located.some(np.zeros(boxes_a_card, int)))

    seen = replace(detector, thorough=False)._sized(FRAME, None)
    sure = replace(seen.found[0], confidence=1.0, card=card("01-bright"))
    seen = replace(seen, found=(sure,))
    monkeypatch.setattr(CardDetector, "_sized", looked)
    replace(detector, thorough=True).detect(FRAME)
    assert (True in looks) == closer


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

    Upside down, where the bright corner is elsewhere, nothing is seen. That backs alone must be
    surer to be acted on is another matter.
    """
    monkeypatch.setattr("vision.evidence.LONE_BACK", 0.0)
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
            row[CLASSES.index("back") if backs else i] = 7
        return logits, np.eye(128, dtype=np.float32)[: len(shown)], np.full(len(shown), 0.8)

    look = replace(detector, localizer=Localizer(net, 0.1), recogniser=Recogniser(named))
    cards = replace(look, thorough=True).detect(frame)
    assert {tuple(round(x) for x in each.centre_px) for each in cards} == found
    plain = replace(look, thorough=True).detect(frame, CARD_PX)
    assert {tuple(round(x) for x in each.centre_px) for each in plain} == {(100, 100)}
