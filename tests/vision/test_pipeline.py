"""Pictures in, looks out."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice

import cv2
import numpy as np
import pytest

from scorer.cards import card
from vision.boxes import Array
from vision.brightness import PAPER
from vision.evidence import Detection, open_quads
from vision.faces import OUTPUTS
from vision.history import Since
from vision.looks import Look, look_json, look_of
from vision.motion import Gate, GateSettings
from vision.pipeline import ahead, gated, glanced, looks_of, usual_card_px
from vision.pointing import Pointed
from vision.small_pictures import small_of
from vision.video import Frame

SIZE = (640, 360)


def detection(x: float, confidence: float = 0.9, visible: float = 1.0) -> Detection:
    quad = np.array([[x, 20.123], [x + 30, 20.123], [x + 30, 70.0], [x, 70.0]])
    return Detection(card("01-bright"), confidence, quad, visible, np.full(OUTPUTS, 1 / OUTPUTS))


@dataclass
class Fake:
    """Sees this many cards, and remembers what it was asked of whole pictures."""

    cards: int = 5
    asked: list[tuple[float | None, bool]] = field(default_factory=list)

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        if frame_bgr.shape[1] == SIZE[0]:
            self.asked.append((card_px, unsure))
        return tuple(detection(40.0 * k) for k in range(self.cards))


def frame(time_s: float, moving: bool, seen: list[float]) -> Frame:
    """A picture of a table, over whose left border a hand may move; it notes when it is decoded."""
    small = np.full((3, 180, 320), 128, np.uint8)
    small[0] = np.arange(320, dtype=np.uint8) // 2 + 40
    if moving:
        small[0, 40:140, : 60 + int(time_s * 100) % 60] = 220

    def bgr() -> Array:
        seen.append(time_s)
        return np.zeros((SIZE[1], SIZE[0], 3), np.uint8)

    return Frame(time_s, 0, lambda: small, bgr)


def film(seconds: float, decoded: list[float]) -> list[Frame]:
    """60 pictures a second; something moves from 2 to 3 s."""
    times = [k / 60 for k in range(int(60 * seconds))]
    return [frame(time_s, 2 <= time_s < 3, decoded) for time_s in times]


@pytest.mark.parametrize(("fps", "gated_fps"), [(15, 15), (20, 20), (25, 12.5), (60, 20)])
def test_the_gate_gets_up_to_20_pictures_a_second(fps: int, gated_fps: float) -> None:
    film = [frame(k / fps, False, []) for k in range(10 * fps)]
    assert len(list(gated(film, Gate()))) == pytest.approx(10 * gated_fps, abs=1)


def test_the_detector_runs_when_it_tells_something() -> None:
    detector, decoded = Fake(), list[float]()
    looks = list(looks_of(film(4.3, decoded), detector, Gate(GateSettings(glance_s=np.inf))))
    assert [look.time_s for look in looks] == pytest.approx([0.3, 1.0, 3.3, 4.0], abs=0.12)
    assert [look.settled_s for look in looks] == pytest.approx([0, 0, 3, 3], abs=0.06)
    assert [look.time_s for look in looks] == pytest.approx(decoded, abs=1e-4)
    assert {look.size_px for look in looks} == {SIZE}
    assert all(unsure for _, unsure in detector.asked)


def test_looks_and_glances_in_a_dim_room_are_taken_in_the_same_light() -> None:
    """Else the part of a picture that a glance is at would have a light of its own."""
    seen: list[tuple[int, int]] = []

    class Lit(Fake):
        def detect(
            self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
        ) -> tuple[Detection, ...]:
            seen.append((frame_bgr.shape[1], int(frame_bgr[-1, 0, 0])))
            return super().detect(frame_bgr, card_px, unsure=unsure)

    dim = np.full((SIZE[1], SIZE[0], 3), 20, np.uint8)
    dim[20:70, :200] = 95
    pictures = [replace(each, bgr=lambda: dim) for each in film(4.3, [])]
    list(looks_of(pictures, Lit(), Gate()))
    assert len({width for width, _ in seen}) == 2
    assert {cloth for _, cloth in seen} == {20 * PAPER // 95}


def test_a_look_is_what_a_file_of_looks_would_give() -> None:
    for look in looks_of(film(2, []), Fake(), Gate()):
        again = look_of(look_json(look))
        assert look.time_s == again.time_s
        for one, other in zip(look.detections, again.detections, strict=True):
            assert np.array_equal(one.quad_px, other.quad_px)
            assert np.array_equal(one.probabilities, other.probabilities)


@pytest.mark.parametrize(
    ("count", "told", "asked"),
    [
        (5, None, [None, 30.0, 30.0, 30.0]),
        (3, None, [None, None, None, None]),
        (5, 44.0, [44.0, 44.0, 44.0, 44.0]),
    ],
)
def test_each_look_learns_from_the_last_how_large_cards_are(
    count: int, told: float | None, asked: list[float | None]
) -> None:
    detector = Fake(count)
    list(looks_of(film(4.3, []), detector, Gate(), told))
    assert [card_px for card_px, _ in detector.asked] == asked


def test_hands_are_told_in_pixels_of_the_picture() -> None:
    def resting(time_s: float) -> Frame:
        return frame(time_s, False, []) if time_s < 1 else frame(2.0, True, [])

    pictures = [resting(k / 20) for k in range(40)]
    timed = [Frame(k / 20, k, each.small, each.bgr) for k, each in enumerate(pictures)]
    hand = list(looks_of(timed, Fake(), Gate()))[-1].hands_px[0]
    assert hand.min(axis=0) == pytest.approx([0, 80], abs=8)
    assert hand.max(axis=0) == pytest.approx([160, 280], abs=8)


def test_the_way_of_a_hand_is_told_with_the_next_look() -> None:
    def from_the_left(shown: Array) -> tuple[Pointed, ...]:
        far = np.flatnonzero((shown[3] > 18).any(axis=0)).max(initial=0)
        return (Pointed(np.array((far, 90.0)), np.array((0.0, 90.0))),) if far else ()

    looks = list(looks_of(film(4.0, []), Fake(), Gate(pointer=from_the_left)))
    told = [(each.time_s, look.time_s) for look in looks for each in look.reaches]
    assert told
    assert all(2 <= when <= 3.3 and when <= told_s for when, told_s in told)
    for reach in (each for look in looks for each in look.reaches):
        assert 110 <= reach.tip_px[0] <= 240
        assert reach.foot_px[0] < 2


def test_only_sure_and_open_cards_tell_how_large_cards_are() -> None:
    sure = [detection(40.0 * k) for k in range(3)]
    assert len(open_quads([*sure, detection(200, 0.4), detection(240, 0.9, 0.5)])) == 3
    assert usual_card_px([*sure, detection(200, 0.4), detection(240, 0.9, 0.5)]) is None
    assert usual_card_px([*sure, detection(200)]) == pytest.approx(30)


def test_items_got_in_advance_keep_their_order_and_their_end() -> None:
    assert list(ahead(iter(range(50)), 4)) == list(range(50))
    assert list(ahead(iter([]), 4)) == []
    assert list(islice(ahead(count(), 4), 3)) == [0, 1, 2]


def test_what_goes_wrong_in_advance_is_raised_in_its_place() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise OSError("the cable")

    got = ahead(failing(), 4)
    assert next(got) == 1
    with pytest.raises(OSError, match="the cable"):
        next(got)


@dataclass
class Seeing:
    """Finds the white things of a picture, and remembers the sizes of what it was shown."""

    sizes: list[tuple[int, int]] = field(default_factory=list)

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        self.sizes.append((frame_bgr.shape[1], frame_bgr.shape[0]))
        _, _, stats, _ = cv2.connectedComponentsWithStats(
            (frame_bgr[..., 0] > 220).astype(np.uint8)
        )
        quads = [
            np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], float)
            for x, y, w, h, _ in stats[1:]
        ]
        chances = np.full(OUTPUTS, 1 / OUTPUTS)
        return tuple(Detection(card("01-bright"), 0.9, quad, 1.0, chances) for quad in quads)


CARDS = [(60, 100), (120, 100), (280, 60), (340, 60), (300, 250)]
NEW = (330, 140)


def played(seconds: float) -> Iterator[Frame]:
    """A table of cards over whose border a hand moves from 2 s on; at 3 s a card is laid."""

    def picture(time_s: float) -> Array:
        table = np.full((360, 640, 3), 110, np.uint8)
        for x, y in [*CARDS, *([NEW] if time_s >= 3 else [])]:
            table[y : y + 30, x : x + 18] = 240
        if time_s >= 2:
            table[300:, 500 + int(time_s * 100) % 40 :] = 60
        return table

    for k in range(int(20 * seconds)):
        bgr = picture(k / 20)
        yield Frame(k / 20, k, partial(small_of, bgr), partial(np.asarray, bgr))


def test_a_glance_tells_the_card_that_came_where_it_lies() -> None:
    detector = Seeing()
    looks = list(looks_of(played(3.6), detector, Gate()))
    glances = [look for look in looks if look.glance]
    assert [look.time_s for look in glances] == pytest.approx([3.15], abs=0.06)
    (glance,) = glances
    centres = {tuple(np.round(each.centre_px)) for each in glance.detections}
    assert (NEW[0] + 9, NEW[1] + 15) in centres
    assert (CARDS[0][0] + 9, CARDS[0][1] + 15) not in centres, "that is far away"
    assert set(detector.sizes) == {SIZE, (288, 120)}
    assert glance.size_px == SIZE
    assert glance.hands_px


def since_of(look: Look, place: tuple[int, int]) -> Since | None:
    (seen,) = (each for each in look.detections if np.allclose(each.quad_px[0], place, atol=1))
    return seen.since


def test_a_card_is_told_with_the_time_since_when_it_lies() -> None:
    looks = list(looks_of(played(3.6), Seeing(), Gate()))
    glance = next(look for look in looks if look.glance)
    assert since_of(glance, NEW) == pytest.approx((2.95, 3.0), abs=0.06)
    assert since_of(looks[0], CARDS[3]) is None, "it lay there from the start"


class Bumped:
    """A watch over a camera that is moved before its third picture."""

    shift: Array | None = None
    lost = False
    pictures = 0

    def step(self, frame_bgr: Array) -> None:
        self.pictures += 1
        self.shift = np.eye(3) if self.pictures >= 3 else None


def test_since_when_cards_lie_is_not_told_by_pictures_of_before_a_bump(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def third() -> Look:
        gate = Gate(GateSettings(glance_s=np.inf))
        _, _, look = looks_of(played(6.0), Seeing(), gate)
        return look

    assert since_of(third(), NEW) is not None
    monkeypatch.setattr("vision.pipeline.CameraWatch", Bumped)
    assert since_of(third(), NEW) is None


@pytest.mark.parametrize(
    ("place", "expected"),
    [((0.5, 0.5), (300, 180)), ((0.0, 0.0), (20, 20)), ((1.0, 1.0), (600, 330))],
)
def test_a_glance_keeps_to_the_picture(
    place: tuple[float, float], expected: tuple[float, float]
) -> None:
    picture = np.full((360, 640, 3), 110, np.uint8)
    for x, y in ((300, 180), (20, 20), (600, 330)):
        picture[y - 15 : y + 15, x - 9 : x + 9] = 240
    found, part = glanced(picture, np.array(place), Seeing(), 18.0)
    assert [each.centre_px for each in found] == [pytest.approx(expected, abs=1)]
    assert (part.min(axis=0) <= expected).all()
    assert (part.max(axis=0) >= expected).all()
    assert (part >= 0).all()
    assert (part <= (640, 360)).all()


def test_cards_that_the_border_of_a_glance_may_cut_are_left_out() -> None:
    picture = np.full((360, 640, 3), 110, np.uint8)
    for x in (180, 320):
        picture[165:195, x - 9 : x + 9] = 240
    found, part = glanced(picture, np.array((0.5, 0.5)), Seeing(), 18.0)
    assert [round(each.centre_px[0]) for each in found] == [320]
    assert part[:, 0].min() > 180
