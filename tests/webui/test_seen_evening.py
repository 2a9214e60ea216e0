"""An evening read from looks: who sits out of which round, what rounds leave to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

import pytest

from scorer.house_rules import HouseRules
from scorer.ledger import POT
from scorer.notation import parse
from scorer.presets import house_rules
from scorer.replay import replay
from tests.vision.table_seen import SETUP, SIZE
from tests.webui.test_who_played import FOUR, PILES, looks
from vision.followed_setup import FollowedSetup
from vision.looks import Look
from vision.setup import Setup
from vision.zones import template
from webui import seen_evening as module
from webui.questions import Question
from webui.seen_evening import SeenEvening, seen_evening
from webui.session import Review
from webui.updates import SeenRound

ROUNDS = Path(__file__).parents[1] / "rounds"
RULES = house_rules("gostop-3p", 3, {"boar_ante": 1, "bright_sale_price": 2})
POT_OF_SIX = "pot: 01-junk 02-junk 03-junk 04-junk 05-junk 06-junk"
STOPS = "A: chongtong 08"
UNFINISHED = "A: 09-junk / 10-junk"


def round_of(seats: str, dealer: str, line: str, start_s: float = 0.0) -> SeenRound:
    text = f"rules: gostop-3p\nseats: {seats}\ndealer: {dealer}\n{POT_OF_SIX}\n\n{line}\n"
    played = replay(parse(text))
    count = len(played.turns)
    return SeenRound(start_s, start_s + 9, played, (start_s,) * count, (1.0,) * count)


@dataclass
class FakeSession:
    """Sees one round from its first look on; the first seat shows four of a month."""

    setup: Setup
    rules: HouseRules
    times: list[float] = field(default_factory=list)
    all: ClassVar[list["FakeSession"]] = []
    empty_from_s: ClassVar[float] = 1e9

    def __post_init__(self) -> None:
        self.camera = FollowedSetup(self.setup)
        self.all.append(self)

    def see(self, look: Look) -> None:
        self.times.append(look.time_s)

    def finish(self) -> Review:
        if self.times[0] >= self.empty_from_s:
            return Review((), (), ("no deal was seen",))
        names = self.setup.seats
        seen = round_of(", ".join(names), names[0], STOPS.replace("A", names[0]), self.times[0])
        return Review((seen,), (Question(self.times[0], 1, names),), ())


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[FakeSession]:
    monkeypatch.setattr(module, "Session", FakeSession)
    monkeypatch.setattr(FakeSession, "all", [])
    return FakeSession.all


def piles(out: Sequence[int]) -> list[Sequence[str]]:
    left = list(PILES)
    return [() if seat in out else left.pop() for seat in range(4)]


def evening(*out: Sequence[int]) -> list[Look]:
    """Rounds in which nobody of these seats has cards, the table cleared between two of them."""
    found: list[Look] = []
    for number, each in enumerate(out):
        found += looks(*piles(each), from_s=20.0 * number)
        found += looks((), (), (), (), from_s=20.0 * number + 10)
    return found


def read(seen: list[Look]) -> SeenEvening:
    setup = replace(SETUP, seats=FOUR, zones=template(FOUR, SIZE), rules="gostop-3p")
    return seen_evening(setup, RULES, lambda: seen)


def test_each_round_is_read_with_those_who_played_it(sessions: list[FakeSession]) -> None:
    found = read(evening((3,), (1,), (1,)))
    assert [each.setup.seats for each in sessions] == [
        ("A", "B", "C"),
        ("A", "C", "D"),
        ("A", "C", "D"),
    ]
    assert [each.replay.record.waiting for each in found.rounds] == [("D",), ("B",), ("B",)]
    assert [each.times[0] for each in sessions] == [0.0, 11.0, 31.0]
    assert [each.round for each in found.questions] == [1, 2, 3]
    assert all(each.camera is sessions[0].camera for each in sessions)
    assert found.remarks == (
        "brights that were sold are not seen: who sits out shows them in no zone",
    )


def test_who_never_plays_sits_out_of_every_round(sessions: list[FakeSession]) -> None:
    found = read(evening((2,), (2,)))
    assert [each.setup.seats for each in sessions] == [("A", "B", "D")]
    assert found.rounds[0].replay.record.waiting == ("C",)
    assert found.remarks[0] == "taken to sit out, for no card was seen there: C"


def test_where_cards_do_not_tell_the_rounds_before_do(sessions: list[FakeSession]) -> None:
    found = read(evening((3,), (1, 3), (1,)))
    assert [each.setup.seats for each in sessions[:2]] == [("A", "B", "C")] * 2
    assert found.remarks[1:] == ("round 2: who sat out is not certain: taken to be D",)


def test_the_first_round_is_taken_to_be_as_the_next(sessions: list[FakeSession]) -> None:
    found = read(evening((1, 3), (1,), (2,)))
    assert sessions[0].setup.seats == ("A", "C", "D")
    assert found.remarks[1:] == ("round 1: who sat out is not certain: taken to be B",)


def test_where_no_round_tells_it_another_part_does(
    sessions: list[FakeSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSession, "empty_from_s", 0.0)
    assert read(evening((3,), (2,), (1, 3))).rounds == ()
    assert [each.setup.seats for each in sessions][-1] == ("A", "B", "C")


def test_a_part_without_a_round_is_told_with_its_time(
    sessions: list[FakeSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeSession, "empty_from_s", 25.0)
    found = read(evening((3,), (1,), (2,)))
    assert len(found.rounds) == 2
    assert found.remarks[1:] == ("from 31 s on: no deal was seen",)


def test_nothing_certain_takes_all_of_them(sessions: list[FakeSession]) -> None:
    found = read(evening((1, 3), (0, 2)))
    assert sessions[0].setup.seats == FOUR
    assert "who sat out is not certain: A, B, C, D" in found.remarks[0]


def test_what_rounds_leave_to_the_next() -> None:
    found = SeenEvening(RULES, FOUR)
    assert (found.balances, found.players()) == ({}, ())
    drawn = round_of("A, B, C", "A", UNFINISHED)
    found.take(Review((round_of("A, B, C", "B", STOPS), drawn), (), ("told",)))
    first, second = (each.replay for each in found.rounds)
    assert first.payout is not None
    assert first.payout.transfers[0] > 0
    assert second.payout is None
    won = first.payout.transfers
    assert found.balances == {"A": won[0] - 2, "B": won[1] - 2, "C": won[2] - 2, "D": -2, POT: 8}
    assert found.remarks == ("told",)
    assert found.players() == ("A", "B", "C")


def test_a_drawn_round_doubles_the_next() -> None:
    nagari = replay(parse((ROUNDS / "go_without_improvement_is_nagari.hwatu").read_text()))
    seats = nagari.record.seats
    found = SeenEvening(nagari.record.rules, seats)
    won = round_of(", ".join(seats), seats[0], STOPS.replace("A", seats[0]))
    drawn = replace(won, replay=replace(nagari, record=replace(nagari.record, result=None)))
    found.take(Review((drawn, won), (), ()))
    doubled = found.rounds[1].replay
    assert doubled.record.terms.carry == 2
    assert doubled.payout is not None
    assert won.replay.payout is not None
    assert doubled.payout.transfers[0] == 2 * won.replay.payout.transfers[0]
    assert found.balances[seats[0]] == doubled.payout.transfers[0]
