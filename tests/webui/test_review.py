"""The review of one video: what is kept, what is told, what goes wrong."""

import gzip
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from scorer.cards import Card, card
from scorer.notation import parse
from scorer.presets import house_rules
from scorer.replay import replay
from vision.boxes import Array
from vision.confusions import Confusions, PrintWatch
from vision.deck_naming import Naming
from vision.evidence import Detection
from vision.faces import CLASSES, OUTPUTS
from vision.learning_detector import LearningDetector
from vision.looks import Look
from vision.looks_file import keep, looks_path
from vision.setup import BadSetup, Setup, Zone
from vision.video import BadVideo
from webui import review, seen_evening
from webui.questions import Question
from webui.review import STRANGE, Task, clock, review_json, review_lines, reviewed
from webui.session import Review
from webui.updates import SeenRound
from webui.who_played import Sitting

Film = Callable[..., Path]
ROUND = "rules: matgo\nseats: A, B\npot: 01-junk 02-junk\nA: 01-bright / 03-junk\nB: 02-animal / 04-junk\n"
TURNS = [
    "A: plays 01-bright; flips 03-junk; takes 01-bright 01-junk",
    "B: plays 02-animal; flips 04-junk; takes 02-animal 02-junk",
]
TIMES = [k / 10 for k in range(25)]
SQUARE = ((0.0, 0.0), (500.0, 0.0), (500.0, 300.0), (0.0, 300.0))
SETUP = Setup(
    "home",
    (96, 64),
    ((0.0, 0.0), (95.0, 0.0), (95.0, 63.0), (0.0, 63.0)),
    (900.0, 600.0),
    (
        Zone("pot", None, SQUARE),
        Zone("captures", "A", SQUARE),
        Zone("captures", "B", SQUARE),
    ),
    ("A", "B"),
    "matgo",
)


@dataclass
class FakeDetector:
    """Sees this many open cards, and counts how often it was asked."""

    cards: int = 9
    asked: int = 0

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        self.asked += 1
        return tuple(self._card(8.0 * k) for k in range(self.cards))

    def _card(self, x: float) -> Detection:
        quad = np.array([[x, 20], [x + 5, 20], [x + 5, 28.2], [x, 28.2]])
        return Detection(card("01-junk"), 0.9, quad, 1.0, np.full(OUTPUTS, 1 / OUTPUTS))


@dataclass
class FakeSession:
    """A round of two turns at the times of the looks; it remembers the setup."""

    setup: Setup
    rules: object
    times: list[float] = field(default_factory=list)
    setups: ClassVar[list[Setup]] = []
    looks: ClassVar[list[Look]] = []

    def see(self, look: Look) -> tuple[()]:
        self.times.append(look.time_s)
        self.looks.append(look)
        return ()

    def finish(self) -> Review:
        self.setups.append(self.setup)
        seen = SeenRound(
            0.1, self.times[-1], replay(parse(ROUND)), tuple(self.times[:2]), (0.97, 0.5)
        )
        readings = seen.replay.turns
        asked = (Question(1.5, 1, ("A", "B"), 2, readings), Question(2.0, 1, ("A", "B")))
        return Review((seen,), asked, ("fast play",))


@pytest.fixture(autouse=True)
def detector(monkeypatch: pytest.MonkeyPatch) -> FakeDetector:
    fake = FakeDetector()
    monkeypatch.setattr(review, "detector", lambda threads, deck="": fake)
    monkeypatch.setattr(review, "pays", lambda setup, threads: False)  # another would be read
    monkeypatch.setattr(seen_evening, "Session", FakeSession)
    return fake


def task(video: Path, setup: Setup | None = SETUP) -> Task:
    return Task(video, house_rules("matgo", 2), ("A", "B"), setup)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_recording_is_read_by_what_all_of_its_looks_tell_of_the_print(
    film: Film, monkeypatch: pytest.MonkeyPatch, hidden: bool
) -> None:
    shares = np.eye(OUTPUTS)
    if hidden:
        plum, cherry = CLASSES.index("02-junk"), CLASSES.index("03-junk")
        shares[cherry, [cherry, plum]] = 0.1, 0.9
    known = Confusions(shares)
    seen = list[int]()
    FakeSession.looks.clear()

    def watched(looks: Iterable[Look], deck: frozenset[Card]) -> PrintWatch:
        seen.append(len(list(looks)))
        watch = PrintWatch(deck)
        watch.known = known
        return watch

    monkeypatch.setattr(review, "watched", watched)
    found = reviewed(task(film(TIMES)))
    assert seen[0] > 0
    (first, *_) = (each for look in FakeSession.looks for each in look.detections)
    assert (first.card == card("01-junk")) == (not hidden), "all faces are alike to this model"
    told = [each for each in found.review.remarks if "03-junk of this print looks like" in each]
    assert len(told) == hidden


def test_the_json_has_the_form_of_the_contract(film: Film) -> None:
    told = review_json(reviewed(task(film(TIMES))))
    assert {key: told[key] for key in ("video", "seconds", "frames", "rules")} == {
        "video": "game.mp4",
        "seconds": pytest.approx(2.5, abs=0.1),
        "frames": 25,
        "rules": "matgo",
    }
    assert told["questions"] == [
        {"time_s": 1.5, "asks": f"turn 2: was it {TURNS[0]}?", "answers": TURNS},
        {
            "time_s": 2.0,
            "asks": "the round was not seen to end: who won?",
            "answers": ["A", "B", "nobody"],
        },
    ]
    assert told["remarks"] == ["fast play"]
    (seen,) = told["rounds"]
    assert {
        "start_s",
        "end_s",
        "seats",
        "dealer",
        "winner",
        "captures",
        "points",
        "payout",
    } < seen.keys()
    first, second = seen["turns"]
    assert first["played"] == ["01-bright"]
    assert first["captured"] == ["01-bright", "01-junk"]
    assert (first["time_s"], first["confidence"]) == (0.3, 0.97)
    assert second["confidence"] == 0.5
    assert first["events"] == ["match"]
    assert first["breaches"] == []


def test_the_account_is_readable(film: Film) -> None:
    lines = list(review_lines(reviewed(task(film(TIMES)))))
    assert lines[0] == "game.mp4: 25 pictures, 0:02, 1 round"
    assert "note: fast play" in lines
    assert "round 1, 0:00 to 0:01" in lines
    assert lines[-2] == f"look at 0:01: turn 2: was it {TURNS[0]}? ({' / '.join(TURNS)})"
    assert lines[-1].endswith("who won? (A / B / nobody)")


def test_a_second_run_needs_no_detector_and_tells_the_same(
    film: Film, detector: FakeDetector
) -> None:
    video = film(TIMES)
    first = reviewed(task(video))
    kept, asked = looks_path(video).read_bytes(), detector.asked
    second = reviewed(task(video))
    assert asked == detector.asked > 0
    assert json.dumps(review_json(first)) == json.dumps(review_json(second))
    fresh = reviewed(replace(task(video), fresh=True))
    assert detector.asked == 2 * asked
    assert json.dumps(review_json(fresh)) == json.dumps(review_json(first))
    assert looks_path(video).read_bytes() == kept


class Learns(LearningDetector):
    """Has learned the deck by the end of the film."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        return self.detector.detect(frame_bgr, card_px, unsure=unsure)

    def learned(self) -> Naming:
        return Naming(np.zeros(0, int), np.zeros((0, 128)), np.zeros(0), 1.0, np.zeros((0, 128)))


def test_a_film_of_a_strange_deck_is_looked_at_once_more(
    film: Film, detector: FakeDetector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As before, but by a detector that knows the deck; its looks are the ones that are kept."""
    knows = FakeDetector(cards=10)
    monkeypatch.setattr(review, "learning", lambda any_print, at_once: Learns(any_print, at_once))
    monkeypatch.setattr(review, "with_deck", lambda any_print, naming: knows)
    video = film(TIMES)
    found = reviewed(task(video))
    assert found.notes == (STRANGE,)
    assert detector.asked == knows.asked > 0
    header, *looks, end = gzip.decompress(looks_path(video).read_bytes()).splitlines()
    assert json.loads(header)["looks"]
    assert {len(json.loads(each)["cards"]) for each in looks} == {10}
    assert json.loads(end)["frames"] == len(TIMES)
    again = reviewed(task(video))
    assert again.notes == ()
    assert json.dumps(review_json(again)) == json.dumps(review_json(found))
    assert detector.asked == knows.asked


def test_damaged_looks_are_told_and_made_anew(film: Film) -> None:
    video = film(TIMES)
    looks_path(video).write_bytes(b"spoilt")
    found = reviewed(task(video))
    assert len(found.notes) == 1
    assert "damaged" in found.notes[0]
    assert found.review.remarks == ("fast play",)
    assert reviewed(task(video)).notes == ()


def test_a_folder_that_cannot_be_written_is_told(
    film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    video = film(TIMES)

    def refused(path: Path, *more: object) -> object:
        if path.parent == video.parent:
            raise PermissionError(13, "Permission denied")
        return keep(path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(review, "keep", refused)
    found = reviewed(task(video))
    assert found.notes == (f"{looks_path(video)}: the looks cannot be kept: Permission denied",)
    assert len(found.review.rounds) == 1


def test_without_a_setup_the_table_is_guessed(film: Film) -> None:
    reviewed(task(film(TIMES), None))
    assert FakeSession.setups[-1].seats == ("A", "B")
    assert FakeSession.setups[-1].frame_size == (96, 64)


@pytest.mark.parametrize("cards", [0, 3])
def test_an_empty_table_or_a_cat_is_no_table(
    film: Film, detector: FakeDetector, cards: int
) -> None:
    detector.cards = cards
    found = reviewed(task(film(TIMES), None))
    assert found.review.rounds == ()
    assert found.review.remarks == ("no table was found: too few open cards at any time",)


def test_a_cut_off_video_is_told(film: Film, tmp_path: Path) -> None:
    whole, cut = film(TIMES), tmp_path / "cut.mp4"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 7 // 10])
    remarks = reviewed(task(cut)).review.remarks
    assert any("cut off" in each and "of 25 pictures" in each for each in remarks)


def test_a_setup_for_another_shape_is_refused_before_the_work(
    film: Film, detector: FakeDetector
) -> None:
    with pytest.raises(BadSetup, match="frame_size: the setup is for pictures of 640x640"):
        reviewed(task(film(TIMES), replace(SETUP, frame_size=(640, 640))))
    assert detector.asked == 0


@pytest.mark.parametrize(
    ("playing", "remark"),
    [
        (("A", "B", "D"), "taken to sit out, for no card was seen there: C"),
        (("A", "B", "C", "D"), "read as if all of them played, for who sat out is not certain"),
    ],
)
def test_who_of_four_is_read_as_playing_is_told(
    film: Film, monkeypatch: pytest.MonkeyPatch, playing: tuple[str, ...], remark: str
) -> None:
    parts = (Sitting(0.0, playing),)
    monkeypatch.setattr(seen_evening, "sittings", lambda setup, rules, looks: parts)
    zones = tuple(Zone("captures", seat, SQUARE) for seat in "ABCD")
    four = replace(SETUP, seats=tuple("ABCD"), zones=(SETUP.zones[0], *zones))
    found = reviewed(task(film(TIMES), four))
    assert found.review.remarks[0].startswith(remark)
    assert FakeSession.setups[-1].seats == playing


def test_what_is_no_video_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadVideo, match="there is no such file"):
        reviewed(task(tmp_path / "no.mp4"))


def test_the_progress_rises(film: Film) -> None:
    shares: list[float] = []
    reviewed(task(film(TIMES)), shares.append)
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.9 < shares[-1] <= 1


@pytest.mark.parametrize(
    ("time_s", "says"), [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (3725.4, "1:02:05")]
)
def test_times_as_people_write_them(time_s: float, says: str) -> None:
    assert clock(time_s) == says
