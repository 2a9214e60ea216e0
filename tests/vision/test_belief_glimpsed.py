"""Belief: what a glance seems to show, and was not laid."""

from dataclasses import replace

import pytest

from scorer.sighting import Reach
from tests.vision.table_seen import (
    CRANE,
    FAR,
    ITS,
    JUNK,
    MINE,
    POT,
    after,
    box,
    glance_at,
    laid,
    look,
    quad,
    still,
)
from vision.history import Since


def test_a_card_believed_to_lie_elsewhere_is_not_laid_by_a_glimpse_of_it() -> None:
    """The hand that gathers it was glanced at, and its own place was not."""
    glimpse = glance_at(3.0, box(CRANE, FAR, confidence=0.8), part=quad(FAR, (150.0, 150.0)))
    looks = [look(1.0), look(2.0, box(CRANE)), glimpse]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),)}
    assert CRANE in after(*looks).sighting().faint
    other = glance_at(3.0, box(JUNK, FAR, confidence=0.8), part=quad(FAR, (150.0, 150.0)))
    assert len(laid(look(1.0), look(2.0, box(JUNK)), other)[JUNK]) == 2


@pytest.mark.parametrize(
    ("away", "visible", "glance", "count"),
    [
        (10.0, 0.3, True, 1),
        (10.0, 0.3, False, 2),  # one may lie under it that was not seen before
        (10.0, 1.0, True, 2),  # it lies on top
        (30.0, 0.3, True, 2),
    ],
)
def test_nothing_is_laid_under_a_card_that_lies_where_it_lay(
    away: float, visible: float, glance: bool, count: int
) -> None:
    upper = 1.0 if visible < 1.0 else 0.6
    second = box(JUNK, (POT[0] + away, POT[1]), visible=visible)
    seen = look(2.0, box(JUNK, visible=upper), second, glance=glance)
    assert len(laid(look(1.0, box(JUNK)), seen)[JUNK]) == count


def test_a_face_of_which_all_lie_elsewhere_was_not_laid() -> None:
    both = [box(JUNK, MINE), box(JUNK)]
    doubtful = box(JUNK, FAR, chance=0.6, others={CRANE: 0.3})
    looks = [look(1.0, *both), look(2.0, *both), look(3.0, *both, doubtful)]
    assert len(laid(*looks)[JUNK]) == 1
    assert CRANE in after(*looks).sighting().faint
    gone = [look(1.0, both[1]), look(2.0, both[1]), look(3.0, both[1], doubtful)]
    assert len(laid(*gone)[JUNK]) == 2


@pytest.mark.parametrize(
    ("confidence", "away", "mine"), [(0.6, 10.0, 1), (0.98, 10.0, 2), (0.6, 30.0, 2)]
)
def test_of_a_face_seen_too_often_one_seen_twice_is_none(
    confidence: float, away: float, mine: int
) -> None:
    twice = box(JUNK, (MINE[0] + away, MINE[1]), confidence=confidence)
    seen = [box(JUNK, MINE), twice, box(JUNK, ITS, confidence=0.9)]
    belief = after(*still(*seen))
    assert len([spot for spot in belief.spots if spot.zone and spot.zone.seat == "A"]) == mine
    assert len(after(*still(*seen[:2])).spots) == 2


def test_two_of_a_face_under_a_hand_are_seen_at_one_time() -> None:
    hand = quad(POT, (200.0, 200.0))
    there = (POT[0] + 30.0, POT[1])
    seen = [
        replace(box(face, at), since=Since(1.0, since_s))
        for face, at, since_s in ((JUNK, POT, 1.2), (JUNK, there, 1.6), (CRANE, there, 1.4))
    ]
    held = after(look(1.0), look(2.0, *seen, hands=[hand], glance=True)).sighting().held
    assert held[JUNK] == (Reach(2.0, POT), Reach(2.0, there))
    assert held[CRANE] == (Reach(1.4, there),)


@pytest.mark.parametrize(("visible", "seen_s"), [(0.4, 2.0), (0.8, 3.0)])
def test_a_card_that_showed_less_under_the_hand_that_laid_it_may_have_seemed_another(
    visible: float, seen_s: float
) -> None:
    hand = quad(POT, (90.0, 90.0))
    under = look(2.0, box(JUNK, visible=visible), hands=[hand], glance=True)
    assert laid(look(1.0), under, look(3.0, box(CRANE, visible=0.8))) == {CRANE: ((1.0, seen_s),)}
