"""Belief: when cards came to lie, which lies over which, and the ways of hands."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from scorer.cards import Card
from scorer.sighting import Reach
from tests.vision.table_seen import (
    CRANE,
    FAR,
    JUNK,
    MINE,
    MOON,
    POT,
    SIZE,
    after,
    box,
    chance,
    glance_at,
    laid,
    look,
    quad,
    still,
)
from vision.belief import REACHES_S
from vision.held import HELD_MM
from vision.history import Since
from vision.looks import Look, Reaching


def test_a_card_was_laid_between_its_place_seen_empty_and_itself() -> None:
    looks = [
        look(1.0, box(CRANE)),
        look(2.0, box(CRANE), box(MOON, FAR), glance=True),
        look(3.0, box(CRANE), box(MOON, FAR)),
    ]
    assert laid(*looks) == {CRANE: ((-inf, 1.0),), MOON: ((1.0, 2.0),)}


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (Since(2.4, 2.6), (2.4, 2.6)),
        (Since(-inf, 2.6), (1.0, 2.6)),
        (Since(0.5, 2.6), (1.0, 2.6)),
        (None, (1.0, 3.0)),
    ],
)
def test_the_pictures_before_a_look_tell_more_closely_when_a_card_was_laid(
    since: Since | None, expected: tuple[float, float]
) -> None:
    came = replace(box(MOON, FAR), since=since)
    assert laid(look(1.0, box(CRANE)), look(3.0, box(CRANE), came))[MOON] == (expected,)


def test_a_card_laid_where_another_was_taken_away_was_laid_after_that() -> None:
    looks = [look(1.0, box(CRANE)), look(2.0, box(CRANE)), look(3.0), look(4.0, box(MOON))]
    assert laid(*looks)[MOON] == ((3.0, 4.0),)
    assert chance(after(*looks), CRANE) == 0


def test_a_card_that_is_read_otherwise_where_it_lies_was_laid_when_it_came() -> None:
    looks = [look(1.0, box(CRANE)), *(look(float(k), box(MOON)) for k in range(2, 7))]
    assert laid(*looks)[MOON] == ((-inf, 1.0),)


@pytest.mark.parametrize(
    ("missed_s", "glance", "expected"),
    [
        (2.5, True, (2.4, 2.6)),  # an arm may have rested there
        (2.8, True, (2.4, 2.6)),
        (2.5, False, (2.5, 2.6)),
        (2.8, False, (2.6, 2.6)),  # it lay there, and was not found
    ],
)
def test_the_pictures_know_an_arm_that_rests_and_a_glance_does_not(
    missed_s: float, glance: bool, expected: tuple[float, float]
) -> None:
    came = replace(box(MOON, FAR), since=Since(2.4, 2.6))
    missed = look(missed_s, box(CRANE), glance=glance)
    assert laid(look(1.0, box(CRANE)), missed, look(3.0, box(CRANE), came))[MOON] == (expected,)


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (Since(1.4, 1.6), (1.4, 1.6)),
        (Since(-inf, 1.6), (1.0, 1.6)),
        (Since(-inf, 0.6), (0.6, 0.6)),
        (Since(2.4, 2.6), (1.0, 2.0)),  # something lay over it
    ],
)
def test_pictures_that_are_told_of_later_may_show_a_card_sooner(
    since: Since, expected: tuple[float, float]
) -> None:
    again = replace(box(MOON, FAR), since=since)
    assert laid(look(1.0), look(2.0, box(MOON, FAR)), look(3.0, again)) == {MOON: (expected,)}


def test_a_card_that_was_seen_before_was_laid_then() -> None:
    nudged = replace(box(MOON, FAR), since=Since(2.9, 2.95))
    assert laid(look(1.0), look(2.0, box(MOON, FAR)), look(3.0, nudged))[MOON] == ((1.0, 2.0),)


@pytest.mark.parametrize("glance", [False, True])
def test_a_card_that_was_pushed_and_lies_over_its_own_place_is_the_same(glance: bool) -> None:
    pushed = box(CRANE, (POT[0] + 15.0, POT[1] + 10.0))
    looks = [look(1.0), look(2.0, box(CRANE)), look(3.0, pushed, glance=glance)]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),)}


def test_a_card_laid_over_its_twin_is_another() -> None:
    over = box(JUNK, (POT[0] + 15.0, POT[1] + 10.0))
    looks = [look(1.0), look(2.0, box(JUNK)), look(3.0, over)]
    assert laid(*looks) == {JUNK: ((1.0, 2.0), (2.0, 3.0))}


def test_a_glance_does_not_move_the_copy_that_lies_where_it_did_not_look() -> None:
    glance = glance_at(2.0, box(JUNK, FAR), part=quad(FAR, (150.0, 150.0)))
    assert len(laid(look(1.0, box(JUNK, POT)), glance)[JUNK]) == 2
    everywhere = glance_at(2.0, box(JUNK, FAR), part=quad((450.0, 300.0), SIZE))
    assert len(laid(look(1.0, box(JUNK, POT)), everywhere)[JUNK]) == 1


def test_where_a_glance_did_not_look_no_place_was_seen_empty() -> None:
    looks = [
        look(1.0),
        glance_at(2.0, box(CRANE), part=quad(POT, (150.0, 150.0))),
        look(3.0, box(CRANE), box(MOON, FAR)),
    ]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),), MOON: ((1.0, 3.0),)}


@pytest.mark.parametrize("glance", [False, True])
def test_what_was_captured_does_not_come_back_into_the_pot(glance: bool) -> None:
    looks = [look(1.0, box(CRANE, MINE)), look(2.0, box(CRANE, FAR), glance=glance)]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),)}


def test_where_a_card_was_laid_is_told_with_it() -> None:
    (came,) = after(look(1.0), look(2.0, box(CRANE))).sighting().laid[CRANE]
    assert came.at_mm == pytest.approx(POT, abs=0.5)


def test_the_way_of_a_hand_is_that_of_the_card_it_holds() -> None:
    above, below = np.array((450.0, 0.0)), np.array((450.0, 599.0))
    ways = [
        Reaching(1.0, np.array((450.0, 200.0)), above),
        Reaching(1.1, np.array((450.0, 300.0)), above),
        Reaching(1.2, np.array((450.0, 590.0)), below),
    ]
    seen = after(replace(look(1.5), reaches=tuple(ways))).sighting()
    assert {seat: [each.time_s for each in way] for seat, way in seen.reaches.items()} == {
        1: [1.0, 1.1],
        0: [1.2],
    }
    assert seen.reaches[1][1].at_mm == pytest.approx((450.0, 300.0 - HELD_MM), abs=0.5)


@pytest.mark.parametrize(("pace_mm", "carried"), [(60.0, True), (10.0, False)])
def test_what_a_moving_hand_carries_past_is_not_laid_unless_it_stays(
    pace_mm: float, carried: bool
) -> None:
    foot = np.array((FAR[0], 0.0))
    tip = np.array(FAR) + np.array((0.0, HELD_MM))
    way = (Reaching(1.95, tip - (pace_mm, 0.0), foot), Reaching(2.0, tip, foot))
    passing = replace(look(2.0, box(CRANE), box(MOON, FAR)), reaches=way)
    assert laid(look(1.0, box(CRANE)), passing, look(3.0, box(CRANE))).keys() == (
        {CRANE} if carried else {CRANE, MOON}
    )
    assert laid(look(1.0, box(CRANE)), passing, look(3.0, box(CRANE), box(MOON, FAR)))[MOON] == (
        (1.0, 2.0),
    )


def test_a_card_that_hides_part_of_another_lies_over_it() -> None:
    under = box(CRANE, visible=0.5)
    belief = after(look(1.0, under, box(MOON, (POT[0] + 15.0, POT[1]))))
    assert belief.sighting().over == {(MOON, CRANE)}
    assert after(look(1.0, under, box(MOON, FAR))).sighting().over == frozenset()
    twins = (box(JUNK, visible=0.5), box(JUNK, (POT[0] + 15.0, POT[1])))
    assert after(look(1.0, *twins)).sighting().over == frozenset()  # which is which, is not known


def test_a_card_first_seen_under_another_lay_there_before_it() -> None:
    above = box(MOON, (POT[0] + 10, POT[1] + 15))
    below = box(CRANE, chance=0.7, others={JUNK: 0.2}, visible=0.4, confidence=0.8)
    looks = [look(1.0, box(JUNK, FAR)), look(2.0, box(JUNK, FAR), above)]
    looks += [look(t, box(JUNK, FAR), above, below) for t in (3.0, 4.0)]
    assert laid(*looks)[CRANE] == laid(*looks)[MOON] == ((1.0, 2.0),)
    assert after(*looks).sighting().over == {(MOON, CRANE)}


def test_a_card_laid_over_another_that_was_open_before_came_after_it() -> None:
    below = box(CRANE)
    above = box(MOON, (POT[0] + 10, POT[1] + 15), visible=0.6)
    looks = [look(1.0, box(JUNK, FAR)), look(2.0, box(JUNK, FAR), below)]
    looks += [look(3.0, box(JUNK, FAR), replace(below, visible=0.6), above)]
    assert laid(*looks)[MOON] == ((2.0, 3.0),)


def test_a_place_under_a_hand_was_not_seen_empty() -> None:
    over = [quad(FAR, (80.0, 120.0))]
    looks = [
        look(1.0, box(CRANE)),
        *(look(t, box(CRANE), hands=over, glance=True) for t in (2.0, 3.0)),
    ]
    assert laid(*looks, look(4.0, box(CRANE), box(MOON, FAR)))[MOON] == ((1.0, 4.0),)


def test_each_copy_is_laid_by_itself_and_captures_are_not_laid() -> None:
    looks = [look(1.0, box(JUNK)), look(2.0, box(JUNK), box(JUNK, FAR), box(MOON, MINE))]
    assert laid(*looks) == {JUNK: ((-inf, 1.0), (1.0, 2.0))}


def test_a_card_that_was_moved_was_laid_when_it_came() -> None:
    looks = [
        look(1.0),
        look(2.0, box(CRANE)),
        look(3.0, box(CRANE, FAR)),
        look(4.0, box(CRANE, FAR)),
    ]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),)}


def test_a_card_glanced_at_was_laid_and_one_in_a_hand_was_not() -> None:
    glance = look(2.0, box(CRANE), glance=True)
    assert laid(look(1.0), glance) == {CRANE: ((1.0, 2.0),)}
    assert laid(look(1.0), replace(glance, hands_px=(quad(POT, (90.0, 90.0)),))) == {}


@pytest.mark.parametrize(
    ("glance", "confidence", "since", "held"),
    [
        (True, 0.9, None, {CRANE: (Reach(2.0, POT),)}),
        (True, 0.3, None, {CRANE: (Reach(2.0, POT),)}),  # most of it is under the hand
        (True, 0.9, Since(1.2, 1.6), {CRANE: (Reach(1.6, POT),)}),  # it lay there before the look
        (True, 0.9, Since(1.2, 2.1), {CRANE: (Reach(2.0, POT),)}),
        (True, 0.2, None, {}),
        (False, 0.9, None, {}),
    ],
)
def test_a_card_seen_under_a_hand_that_moves_is_held(
    glance: bool, confidence: float, since: Since | None, held: dict[Card, tuple[Reach, ...]]
) -> None:
    under = replace(box(CRANE, confidence=confidence), since=since)
    seen = look(2.0, under, box(MOON, FAR), hands=[quad(POT, (90.0, 90.0))], glance=glance)
    assert after(look(1.0), seen).sighting().held == held
    assert (
        after(look(1.0), seen, look(2.0 + REACHES_S), look(2.1 + REACHES_S, glance=True))
        .sighting()
        .held
        == {}
    )


def test_a_card_laid_over_another_is_no_new_face_of_it() -> None:
    over = (POT[0] + 8, POT[1] + 6)
    belief = after(*still(box(CRANE)), look(5.0, box(MOON, over)), look(6.0, box(MOON, over)))
    assert chance(belief, MOON) > 0.9
    assert chance(belief, CRANE) > 0.5
    assert belief.sighting().laid[MOON][0].seen_s == 5.0


def test_a_face_hardly_read_was_not_laid_yet() -> None:
    unsure = box(CRANE, chance=0.4, others={MOON: 0.4})
    assert laid(look(1.0, unsure)) == {}
    assert laid(look(1.0, unsure), look(2.0, box(CRANE)), look(3.0, box(CRANE))) != {}


def test_of_a_face_seen_too_often_the_least_sure_was_not_laid() -> None:
    doubtful = box(CRANE, FAR, chance=0.8, others={MOON: 0.15})
    first = laid(look(1.0), look(2.0, doubtful), look(3.0, doubtful))
    assert first == {CRANE: ((1.0, 2.0),)}
    both = [look(t, doubtful, box(CRANE)) for t in (3.0, 4.0)]
    assert laid(look(1.0), look(2.0, doubtful), *both) == {CRANE: ((2.0, 3.0),)}


def test_of_a_face_seen_too_often_the_one_that_never_showed_well_is_misread() -> None:
    covered, twin = box(JUNK, confidence=0.99, visible=0.5), box(JUNK, FAR)
    came = box(JUNK, (500.0, 300.0), confidence=0.9)
    looks = [look(0.0), *(look(float(k), covered, twin) for k in (1, 2))]
    assert laid(*looks)[JUNK] == ((0.0, 1.0), (0.0, 1.0))
    assert laid(*looks, look(3.0, covered, twin, came))[JUNK] == ((0.0, 1.0), (2.0, 3.0))


@pytest.mark.parametrize("glance", [False, True])
def test_a_pile_that_was_pushed_is_the_same_cards(glance: bool) -> None:
    below, above = (POT[0] - 13.0, POT[1] - 12.0), (POT[0] + 12.0, POT[1] + 13.0)
    pile = {CRANE: below, JUNK: POT, MOON: above}
    push = {CRANE: (7.0, -12.0), JUNK: (7.0, -12.0), MOON: (5.0, -9.0)}  # it turned a little
    lay = [box(face, at) for face, at in pile.items()]
    lie = [box(face, (at[0] + push[face][0], at[1] + push[face][1])) for face, at in pile.items()]
    looks = [look(1.0), look(2.0, *lay), look(3.0, *lie, glance=glance)]
    assert laid(*looks) == dict.fromkeys(pile, ((1.0, 2.0),))
    assert len(after(*looks).spots) == 3


def test_what_lies_beside_a_pushed_card_and_is_elsewhere_was_not_pushed() -> None:
    beside = (POT[0] + 20.0, POT[1])
    looks = [
        look(1.0, box(CRANE), box(MOON, beside)),
        look(2.0, box(CRANE, (POT[0] - 10.0, POT[1])), box(MOON, FAR)),
    ]
    assert {face: len(came) for face, came in laid(*looks).items()} == {CRANE: 1, MOON: 1}
    assert len([spot for spot in after(*looks).spots if spot.presence > 0.5]) == 2


@pytest.mark.parametrize(("face", "times"), [(CRANE, 1), (JUNK, 2)])
def test_what_is_carried_from_under_an_arm_was_not_laid_anew(face: Card, times: int) -> None:
    carried = look(3.0, box(face, FAR), hands=[quad(POT, (80.0, 120.0))])
    assert len(laid(look(1.0), look(2.0, box(face)), carried)[face]) == times


def test_a_card_that_was_hardly_seen_to_come_may_have_been_of_some_faces() -> None:
    hardly = box(MOON, FAR, chance=0.55, confidence=0.52, others={CRANE: 0.2})
    looks = [look(1.0, box(JUNK)), look(2.0, hardly, glance=True), look(3.0, box(JUNK))]
    faint = after(*looks).sighting().faint
    assert {face: [each.came.seen_s for each in some] for face, some in faint.items()} == {
        MOON: [2.0],
        CRANE: [2.0],
    }
    assert faint[MOON][0].chance == pytest.approx(0.52 * 0.55, abs=0.01)
    assert MOON not in laid(*looks)


def test_a_card_that_is_well_seen_in_the_end_is_faint_no_more() -> None:
    hardly = box(MOON, FAR, chance=0.55, confidence=0.52)
    clearly = [look(float(k), box(MOON, FAR)) for k in (3, 4)]
    assert not after(look(1.0), look(2.0, hardly, glance=True), *clearly).sighting().faint


def opened(*looks: Look) -> float:
    """Until when nothing was laid on the crane."""
    return after(*looks).sighting().laid[CRANE][-1].open_s


def test_a_card_of_which_less_shows_was_open_until_the_look_before() -> None:
    looks = [look(float(k), box(CRANE), glance=k > 2) for k in range(1, 5)]
    covered = look(5.0, box(CRANE, visible=0.5), glance=True)
    assert opened(*looks) == 4.0
    assert opened(*looks, covered) == 4.0
    assert opened(*looks, covered, replace(covered, time_s=6.0)) == 4.0


def test_a_card_that_lies_half_covered_at_a_still_table_is_open_as_before() -> None:
    covered = [look(float(k), box(CRANE, visible=0.5)) for k in (2, 3)]
    assert opened(look(0.0), look(1.0, box(CRANE)), covered[0]) == -inf
    assert opened(look(0.0), look(1.0, box(CRANE)), *covered) == 3.0


def test_what_shows_less_while_a_hand_rests_was_open_before_the_hand_came() -> None:
    seen = [look(0.0), *(look(k / 2, box(CRANE)) for k in (1, 2))]
    under = box(CRANE, visible=0.5)
    resting = [look(float(k), under, hands=[quad(MINE, (90.0, 90.0))]) for k in (2, 3)]
    assert opened(*seen, *resting) == 1.0
    assert opened(*seen, *resting, *(look(float(k), under) for k in (4, 5))) == 5.0


@pytest.mark.parametrize(
    ("since", "came"),
    [
        (Since(4.2, 4.6), (4.2, 4.6)),
        (Since(0.5, 4.6), (1.0, 2.0)),  # an arm lay over it
        (None, (1.0, 2.0)),
    ],
)
def test_a_card_given_up_and_seen_again_is_another_if_the_pictures_show_one_coming(
    since: Since | None, came: tuple[float, float]
) -> None:
    beside, again = (
        replace(box(CRANE, (POT[0] + moved, POT[1])), since=since) for moved in (3.0, 0.5)
    )
    gone = [look(1.0), look(2.0, box(CRANE)), look(3.0), look(4.0)]
    assert laid(*gone, look(5.0, beside))[CRANE][-1] == came
    assert laid(*gone, look(5.0, again))[CRANE][-1] == (1.0, 2.0)  # it was out of sight
    missed_once = [look(1.0), look(2.0, box(CRANE)), look(3.0, box(CRANE)), look(5.0, again)]
    assert laid(*missed_once)[CRANE] == ((1.0, 2.0),)
