"""Belief: what is seen under the hand that lays it."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import Card
from tests.vision.table_seen import CRANE, FAR, JUNK, MOON, POT, box, laid, look, quad
from vision.evidence import Detection
from vision.held import HELD_MM
from vision.looks import Look, Reaching
from vision.setup import Point

OVER_IT = (POT[0] + 4.0, POT[1])


@pytest.mark.parametrize(
    ("glimpsed", "visible", "face", "times"),
    [
        (box(CRANE), 0.4, CRANE, (1.0, 2.0)),
        (box(CRANE, OVER_IT), 0.4, CRANE, (1.0, 2.0)),  # the hand put it down a little aside
        (box(CRANE, (POT[0] + 8.0, POT[1])), 0.4, MOON, (1.0, 3.0)),  # it passed by
        (box(CRANE), 0.9, MOON, (1.0, 3.0)),  # what shows so well is another card
        (box(CRANE, visible=0.5), 0.4, MOON, (1.0, 3.0)),  # and was no better seen then
        (box(MOON), 0.9, MOON, (1.0, 2.0)),
    ],
)
def test_a_card_seen_under_the_hand_that_laid_it_is_that_card(
    glimpsed: Detection, visible: float, face: Card, times: tuple[float, float]
) -> None:
    hand = [quad(POT, (90.0, 90.0))]
    later = box(MOON, chance=0.8, visible=visible)
    looks = [look(1.0), look(2.0, glimpsed, hands=hand, glance=True), look(3.0, later)]
    assert laid(*looks) == {face: (times,)}


def test_a_card_under_a_hand_is_rather_one_that_lies_there_than_its_twin_beside_it() -> None:
    beside = (POT[0] + 16.0, POT[1])
    hand = [quad(POT, (90.0, 90.0))]
    for at, seen_s in ((POT, 3.0), (beside, 2.0)):
        looks = [
            look(1.0, box(JUNK)),
            look(2.0, box(JUNK, at), hands=hand, glance=True),
            look(3.0, box(JUNK), box(JUNK, beside)),
        ]
        assert laid(*looks)[JUNK][-1] == (1.0, seen_s)


@pytest.mark.parametrize(
    ("first", "tip_mm", "times"),
    [
        (box(CRANE), FAR, ((1.0, 2.0),)),
        (box(CRANE, OVER_IT), FAR, ((1.0, 2.0),)),
        (box(CRANE), POT, ()),  # it may be what the hand holds
        (box(CRANE), None, ()),  # the hand may be anywhere
        (box(CRANE, (POT[0] + 8.0, POT[1])), FAR, ()),  # the hand carries it
        (box(MOON), FAR, ()),
    ],
)
def test_a_card_seen_twice_at_one_place_under_a_hand_lies_there_if_the_tip_is_elsewhere(
    first: Detection, tip_mm: Point | None, times: tuple[tuple[float, float], ...]
) -> None:
    hand = [quad(POT, (90.0, 90.0))]
    again = look(2.3, box(CRANE), hands=hand, glance=True)
    if tip_mm is not None:
        foot = np.array((tip_mm[0], 600.0))
        tip = Reaching(2.25, np.array(tip_mm) - (0.0, HELD_MM), foot)
        again = replace(again, reaches=(tip,))
    seen = laid(look(1.0), look(2.0, first, hands=hand, glance=True), again, look(3.0))
    assert seen.get(CRANE, ()) == times


@pytest.mark.parametrize(("first_tip", "times"), [(FAR, ((1.0, 2.0),)), (POT, ())])
def test_a_card_seen_under_an_arm_lies_there_when_a_hand_comes_to_take_it(
    first_tip: Point, times: tuple[tuple[float, float], ...]
) -> None:
    hand = [quad(POT, (90.0, 90.0))]

    def under(time_s: float, tip_mm: Point) -> Look:
        tip = np.array(tip_mm) - (0.0, HELD_MM)
        reach = Reaching(time_s - 0.05, tip, np.array((tip_mm[0], 600.0)))
        seen = look(time_s, box(CRANE), hands=hand, glance=True)
        return replace(seen, reaches=(reach,))

    seen = laid(look(1.0), under(2.0, first_tip), under(3.0, POT), look(4.0))
    assert seen.get(CRANE, ()) == times


def test_a_card_that_seemed_carried_lies_where_it_is_seen_again_under_the_hand() -> None:
    foot = np.array((POT[0], 600.0))
    at_it = np.array(POT) - (0.0, HELD_MM)
    fast = (Reaching(1.95, at_it - (60.0, 0.0), foot), Reaching(2.0, at_it, foot))
    first = replace(look(2.0, box(CRANE), glance=True), reaches=fast)
    away = Reaching(2.25, np.array(FAR), np.array((FAR[0], 600.0)))
    again = look(2.3, box(CRANE), hands=[quad(POT, (90.0, 90.0))], glance=True)
    assert laid(look(1.0), first, look(3.0)) == {}
    assert laid(look(1.0), first, replace(again, reaches=(away,)), look(3.0)) == {
        CRANE: ((1.0, 2.0),)
    }
