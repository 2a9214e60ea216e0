"""A table that is watched: what is learned of its print in the middle of a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from scorer.cards import Card, card
from scorer.play import Report
from scorer.presets import house_rules
from scorer.replay import replay
from scorer.table import deck
from tests.vision.table_seen import SETUP
from tests.vision.test_confusions import plums_and_cherries
from tests.webui.filmed_games import ONE, OTHER, filmed, later, paid
from vision.confusions import PrintWatch
from vision.evidence import Detection
from vision.faces import CLASSES, OUTPUTS
from vision.looks import Look
from vision.setup import Setup
from webui import learning_session as module
from webui.learning_session import LearningSession
from webui.round_watch import RoundWatch
from webui.session import Review, Session
from webui.updates import Update

RULES = house_rules("matgo", 2)
EXCHANGED = {
    a: b
    for one, other in (("01-junk", "07-junk"), ("01-ribbon", "07-ribbon"))
    for a, b in ((one, other), (other, one))
}
"""Faces of January and July that this print shows the other way."""
NEVER = 10_000


def taken(seen: Detection) -> Detection:
    """A card as who does not know the print takes it."""
    face = EXCHANGED.get(seen.card.face)
    if face is None:
        return seen
    surely = 0.02 / (OUTPUTS - 1) + (0.98 - 0.02 / (OUTPUTS - 1)) * np.eye(OUTPUTS)
    return replace(seen, card=card(face), probabilities=surely[CLASSES.index(face)])


def exchanged(look: Look) -> Look:
    return replace(look, detections=tuple(map(taken, look.detections)))


@dataclass
class Print:
    """What is known of that print: all of it, once it has learned from so many looks."""

    learns_at: int
    deck: frozenset[Card] = frozenset(deck(RULES))
    seen: int = 0
    knows: bool = False
    told: bool = False

    @property
    def known(self) -> "Print":
        return self

    def misread(self) -> tuple[tuple[Card, Card], ...]:
        return ((card("01-junk"), card("07-junk")),) if self.knows else ()

    def corrected(self, look: Look) -> Look:
        return SAW.get(look.time_s, look) if self.knows else look

    def see(self, look: Look) -> None:
        self.seen += not look.glance

    def learn(self) -> "Print":
        self.knows = self.seen >= self.learns_at
        return self

    def news(self) -> tuple[str, ...]:
        told, self.told = self.told, self.knows
        return ("two months are exchanged",) if self.knows and not told else ()


def session(learns_at: int) -> LearningSession:
    prints: Any = Print(learns_at)
    return LearningSession(filmed(*ONE).setup, RULES, prints=prints)


NEXT = tuple(later(look, filmed(*ONE).stage.seconds) for look in filmed(*OTHER).looks)
SAW = {look.time_s: look for look in (*filmed(*ONE).looks, *NEXT)}
"""What the looks show."""
LOOKS = tuple(map(exchanged, filmed(*ONE).looks))
"""As they come to a table with that print."""


def seen(of: Session, looks: Iterable[Look]) -> list[Update]:
    return [update for look in looks for update in of.see(look)]


def turns(review: Review) -> Sequence[Report]:
    (found,) = review.rounds
    return found.replay.turns


def misread() -> Sequence[Report]:
    """The turns where nothing is learned."""
    found = session(NEVER)
    seen(found, LOOKS)
    return turns(found.finish())


TRUE = filmed(*ONE).game.replay


def test_a_round_is_told_anew_once_it_is_known_what_was_misread() -> None:
    assert misread() != TRUE.turns
    at_table = session(40)
    updates = seen(at_table, LOOKS)
    kinds = [each.kind for each in updates]
    assert "revised" in kinds
    assert kinds.count("round_over") == 1
    review = at_table.finish()
    assert turns(review) == TRUE.turns
    assert paid(review.rounds[0].replay) == paid(TRUE)
    assert review.remarks == ("two months are exchanged",)


def test_while_the_looks_are_read_anew_the_table_is_not_kept_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = list[float]()
    see = RoundWatch.see

    def counted(watch: RoundWatch, look: Look, calibration: Any) -> tuple[Update, ...]:
        read.append(look.time_s)
        return see(watch, look, calibration)

    monkeypatch.setattr(RoundWatch, "see", counted)
    at_table, most = session(30), list[int]()
    for look in LOOKS[:180]:
        before = len(read)
        at_table.see(look)
        most.append(len(read) - before)
    assert max(most) == 1 + module.AGAIN
    assert most[-1] == 1, "it has caught up"
    record = at_table.record()
    assert record is not None
    told = replay(record).turns
    assert told[:9] == TRUE.turns[:9]


def test_what_is_learned_as_a_round_ends_counts_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEARNS_FROM", NEVER)
    at_table = session(1)
    seen(at_table, LOOKS)
    assert turns(at_table.finish()) == TRUE.turns


def test_a_round_that_is_still_read_anew_when_all_ends_is_read_to_the_end() -> None:
    at_table = session(30)
    until = [each.time_s for each in LOOKS if not each.glance][31]
    seen(at_table, [each for each in LOOKS if each.time_s <= until])
    found = turns(at_table.finish())
    assert found[:3] == TRUE.turns[:3]


def test_looks_after_a_round_that_is_found_to_be_over_are_those_of_the_next() -> None:
    """The first reading has missed its end; the second may find it, looks ago."""
    at_table = session(40)
    updates = seen(at_table, (*LOOKS, *map(exchanged, NEXT)))
    assert [each.kind for each in updates].count("round_over") == 2
    found = at_table.finish().rounds
    assert found[0].replay.turns == TRUE.turns
    assert [paid(each.replay) for each in found] == [paid(TRUE), paid(filmed(*OTHER).game.replay)]


def test_a_round_that_has_gone_on_for_too_long_is_not_read_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_LOOKS", 20)
    at_table = session(40)
    seen(at_table, LOOKS[:120])
    assert len(turns(at_table.finish())) > 7
    assert at_table.finish().rounds, "what was seen stays"


def test_what_a_person_said_stays_when_the_rest_is_read_anew() -> None:
    at_table = session(NEVER)
    seen(at_table, LOOKS[:60])
    said = at_table.record()
    assert said is not None
    assert said.entries
    at_table.pin(said)
    at_table.prints.learns_at = 1  # type: ignore[attr-defined]
    seen(at_table, LOOKS[60:120])
    now = at_table.record()
    assert now is not None
    assert now.entries[: len(said.entries)] == said.entries


def test_what_is_known_of_a_print_goes_on_with_its_deck() -> None:
    prints = PrintWatch(frozenset(deck(RULES)))
    assert LearningSession(SETUP, RULES, prints=prints).prints is prints
    other = LearningSession(SETUP, house_rules("gostop-3p", 2), prints=prints).prints
    assert (other is prints) == (other.deck == prints.deck)
    assert LearningSession(SETUP, RULES).prints is not prints


def test_a_face_that_is_taken_for_another_is_told_when_the_round_is_over() -> None:
    at_table = LearningSession(filmed(*ONE).setup, RULES)
    seen(at_table, filmed(*ONE).looks[:60])
    for each in plums_and_cherries():
        at_table.prints.see(each)
    remarks = at_table.finish().remarks
    assert [each for each in remarks if "03-junk of this print looks like 02-junk" in each]


# A table that nobody set up


def shifted(setup: Setup, down_mm: float) -> Setup:
    """The setup with all zones too far down the table."""
    zones = tuple(
        replace(zone, polygon_mm=tuple((x, y + down_mm) for x, y in zone.polygon_mm))
        for zone in setup.zones
    )
    return replace(setup, zones=zones)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Setup]:
    """The setups whose zones were drawn anew: as the film's are."""
    asked = list[Setup]()

    def found(setup: Setup, looks: Iterable[Look]) -> Setup:
        assert list(looks)
        asked.append(setup)
        return replace(setup, zones=filmed(*ONE).setup.zones)

    monkeypatch.setattr(module, "with_zones", found)
    return asked


OFF = shifted(filmed(*ONE).setup, 120.0)


def test_where_captures_lie_is_drawn_anew_and_the_round_with_it(drawn: list[Setup]) -> None:
    at_table = LearningSession(OFF, RULES, guessed=True)
    seen(at_table, filmed(*ONE).looks)
    assert drawn[0] is OFF
    assert at_table.setup.zones == at_table.camera.setup.zones == filmed(*ONE).setup.zones
    assert turns(at_table.finish()) == TRUE.turns


def test_zones_that_somebody_drew_stay(drawn: list[Setup]) -> None:
    at_table = LearningSession(OFF, RULES)
    seen(at_table, filmed(*ONE).looks)
    assert not drawn
    assert at_table.setup is OFF


def test_zones_that_are_hardly_off_stay(drawn: list[Setup]) -> None:
    nearly = shifted(filmed(*ONE).setup, 8.0)
    at_table = LearningSession(nearly, RULES, guessed=True)
    seen(at_table, filmed(*ONE).looks)
    assert drawn
    assert at_table.setup is nearly


def test_zones_stay_where_a_person_has_said_what_was_played(drawn: list[Setup]) -> None:
    at_table = LearningSession(filmed(*ONE).setup, RULES, guessed=True)
    looks = filmed(*ONE).looks
    seen(at_table, looks[:60])
    said = at_table.record()
    assert said is not None
    at_table.pin(said)
    asked = len(drawn)
    seen(at_table, looks[60:120])
    assert len(drawn) == asked
