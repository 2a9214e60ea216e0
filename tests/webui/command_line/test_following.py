"""A game followed live: what is told after a turn."""

import pytest

from scorer.cards import cards
from scorer.notation import parse
from scorer.presets import house_rules
from scorer.replay import replay
from scorer.table import Phase, Position
from tests.vision.table_seen import CRANE, box
from vision.boxes import Array
from vision.evidence import Detection
from vision.looks import Look
from vision.setup import Setup, Zone
from webui.command_line import following as review_live
from webui.command_line.following import score_line, watched
from webui.session import Review
from webui.updates import Update

ROUND = "rules: matgo\nseats: Ann, Bea\npot: 01-junk 02-junk\nAnn: 01-bright / 03-junk\n"
BRIGHTS = cards("01-bright 03-bright 08-bright 11-bright")
SQUARE = ((0.0, 0.0), (500.0, 0.0), (500.0, 300.0), (0.0, 300.0))
SETUP = Setup(
    "home",
    (640, 360),
    ((0.0, 0.0), (640.0, 0.0), (640.0, 360.0), (0.0, 360.0)),
    (900.0, 600.0),
    (Zone("pot", None, SQUARE), Zone("captures", "A", SQUARE), Zone("captures", "B", SQUARE)),
    ("Ann", "Bea"),
    "matgo",
)


def position(phase: Phase, mine: str = "", theirs: str = "") -> Position:
    """Ann is to act, with these cards and four brights before her."""
    there = replay(parse(ROUND)).position
    seats = (
        there.seats[0]._replace(captures=(*BRIGHTS, *cards(mine))),
        there.seats[1]._replace(captures=cards(theirs)),
    )
    return there._replace(seats=seats, to_act=0, phase=phase)


@pytest.mark.parametrize(
    ("there", "line"),
    [
        (position(Phase.PLAY), "points: Ann 4, Bea 0"),
        (
            position(Phase.CALL, "06-ribbon 09-ribbon 10-ribbon", "12-bright"),
            "points: Ann 7, Bea 0; Ann may stop: Ann +7, Bea -7",
        ),
        (
            position(Phase.CALL, "06-ribbon 09-ribbon 10-ribbon", "01-junk"),
            "points: Ann 7, Bea 0; Ann may stop: Ann +14, Bea -14; Bea: kwang-bak",
        ),
    ],
    ids=["before", "may stop", "with a bak"],
)
def test_the_score_and_what_a_stop_would_pay(there: Position, line: str) -> None:
    assert score_line(there, ("Ann", "Bea")) == line


class FakeSession:
    """A turn at the second look, nothing at the others."""

    def __init__(self, setup: Setup, rules: object, guessed: bool = False) -> None:
        self.setup, self.looks = setup, 0

    @property
    def position(self) -> Position | None:
        return position(Phase.PLAY)

    def see(self, look: Look) -> tuple[Update, ...]:
        self.looks += 1
        return (Update(look.time_s, "turn", "Ann: plays"),) if self.looks == 2 else ()

    def finish(self) -> Review:
        return Review((), (), ("over",))


def test_after_a_turn_the_score_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [Look(float(k), 0.0, (640, 360), ()) for k in range(1, 4)]
    monkeypatch.setattr(review_live, "LearningSession", FakeSession)
    monkeypatch.setattr(review_live, "source_frames", lambda source: iter(()))
    monkeypatch.setattr(review_live, "looks_of", lambda *asked: iter(looks))
    lines = list(watched("0", Blind(), SETUP, SETUP.seats, house_rules("matgo", 2)))
    assert lines == ["0:02  Ann: plays", "      points: Ann 4, Bea 0", "note: over"]


def test_without_a_setup_what_was_seen_before_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = tuple(box(CRANE, (150.0 + 80 * k, 200.0)) for k in range(8))
    looks = [Look(float(k), 0.0, (900, 600), dealt[: 4 * k]) for k in range(3)]
    monkeypatch.setattr(review_live, "LearningSession", FakeSession)
    monkeypatch.setattr(review_live, "source_frames", lambda source: iter(()))
    monkeypatch.setattr(review_live, "looks_of", lambda *asked: iter(looks))
    lines = list(watched("0", Blind(), None, ("Ann", "Bea"), house_rules("matgo", 2)))
    assert lines == [
        "waiting for 8 open cards, to see where the table lies",
        "0:02  the table is seen",
        "0:01  Ann: plays",
        "      points: Ann 4, Bea 0",
        "note: over",
    ]


class Blind:
    """A detector that sees nothing."""

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        return ()
