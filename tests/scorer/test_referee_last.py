"""The referee and what is seen of a turn after it was told: its order, and junk handed over."""

from dataclasses import replace

import pytest

from scorer.cards import Card, card
from scorer.hindsight import UNSEEN
from scorer.likelihood import GIVING
from scorer.notation import parse
from scorer.referee import TWICE
from scorer.sighting import Laid, Point, Reach, Sighting
from tests.scorer.told_rounds import after, changed, read_turns, story, turns_of

DUE_FROM_TWO = """
rules: gostop-3p
seats: Ann, Bea, Cho
dealer: Ann
pot: 04-junk 03-junk 06-junk 09-junk 10-ribbon 12-ribbon

Ann: 01-bright / 02-animal
Bea: 04-junk / 03-junk
Cho: 06-junk / 09-junk
Ann: 11-junk / 11-double; Cho gives 06-junk; Bea gives 03-junk
"""
ROUND = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk

"""
DUE = (
    ROUND
    + """Ann: 04-junk / 12-ribbon
Bea: 11-junk / 11-double
Ann: 09-ribbon / 10-ribbon
"""
)


def not_yet(sighting: Sighting, face: Card, giver: int, to: int, by_s: float = 0.0) -> Sighting:
    """The sighting, so much earlier, where a junk card still lies with who has to give it."""
    before = changed(changed(sighting, to, off=(face,)), giver, on=(face,))
    time_s = sighting.time_s - by_s
    return replace(before, time_s=time_s, settled_s=time_s)


@pytest.mark.parametrize("first", [1, 2])
def test_of_two_who_owe_junk_either_may_give_first(first: int) -> None:
    record = parse(DUE_FROM_TWO)
    told = story(record)
    given = {1: card("03-junk"), 2: card("06-junk")}
    last = 3 - first
    told[4:4] = [not_yet(told[4], given[last], last, 0, by_s=2.0)]
    line = after(record, told[:5]).lines[0]
    assert line.position.gives == (last,)
    assert line.weight > -2
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_junk_that_nobody_chooses_may_be_handed_over_a_little_later() -> None:
    record, junk = parse(DUE), card("04-junk")
    told = story(record)
    late = not_yet(told[2], junk, 0, 1, by_s=2.0)
    referee = after(record, [*told[:2], late])
    assert read_turns(record, referee) == turns_of(record)[:2]
    charge = referee.lines[0].weight - after(record, told[:3]).lines[0].weight
    assert charge == pytest.approx(-GIVING, abs=0.1)
    referee = referee.see(told[2]).see(told[3])
    assert read_turns(record, referee) == turns_of(record)


def test_junk_that_is_not_handed_over_before_the_next_turn_speaks_against_the_turn() -> None:
    record, junk = parse(DUE), card("04-junk")
    told = story(record)
    late = [not_yet(each, junk, 0, 1) for each in told[2:]]
    at_once, next_turn = (
        max(
            line.weight
            for line in after(record, [*told[:2], *late[:count]]).lines
            if len(line.actions) == count + 1
        )
        for count in (1, 2)
    )
    assert at_once > -GIVING - 1
    assert next_turn < at_once - 3


@pytest.mark.parametrize("order", ["01-junk / 02-junk", "02-junk / 01-junk"])
def test_the_order_of_the_last_turn_is_weighed_anew_by_what_is_seen_later(order: str) -> None:
    record = parse(ROUND + f"Ann: {order}\n")
    told = story(record)
    at_once = dict.fromkeys(told[1].laid, (Laid(1.0, 3.0, (0.0, 0.0)),))
    soon = replace(told[1], laid=at_once)
    later = replace(told[1], time_s=15.0, settled_s=15.0)
    first, second, *_ = after(record, [told[0], soon]).lines
    assert first.weight == pytest.approx(second.weight, abs=0.01)
    referee = after(record, [told[0], soon, later])
    assert read_turns(record, referee) == turns_of(record)
    assert referee.lines[0].weight > referee.lines[1].weight + 2


def test_what_is_laid_after_the_last_turn_was_told_does_not_speak_for_its_order() -> None:
    """The card played was not seen to come; its twin comes when the turn has been told."""
    record, twin = parse(ROUND + "Ann: 01-junk / 02-junk\n"), card("01-junk")
    dealt, told = story(record)
    unseen = {face: laid for face, laid in told.laid.items() if face is not twin}
    hardly = replace(told, laid=unseen)
    later = replace(hardly, time_s=told.time_s + 3, settled_s=told.time_s + 3)
    came = Laid(told.time_s + 2, told.time_s + 2.2, (0.0, 0.0))
    alone, beside = (
        after(record, [dealt, hardly, replace(later, laid=laid)]).lines[:2]
        for laid in (unseen, {**unseen, twin: (came,)})
    )
    assert [line.actions for line in alone] == [line.actions for line in beside]
    assert alone[0].weight - alone[1].weight == pytest.approx(beside[0].weight - beside[1].weight)


@pytest.mark.parametrize(
    ("second", "more"),
    [((2.5, (6.0, 6.0)), TWICE - UNSEEN), ((3.0, (6.0, 6.0)), 0.0)],
    ids=["at once", "where it was moved"],
)
def test_two_of_a_face_seen_under_a_hand_at_once_are_two(
    second: tuple[float, Point], more: float
) -> None:
    record, twin = parse(ROUND + "Ann: 05-junk / 05-junk\n"), card("05-junk")
    dealt, played = story(record)
    one = changed(played, "pot", off=(twin,))
    pot = after(record, [dealt, played]).lines[0].position.pot
    once, twice = (
        next(
            line.weight
            for line in after(
                record,
                [dealt, replace(one, laid={twin: one.laid[twin][:1]}, held={twin: held})],
            ).lines
            if line.position.pot == pot
        )
        for held in ((Reach(2.5, (0.0, 0.0)),), (Reach(2.5, (0.0, 0.0)), Reach(*second)))
    )
    assert twice - once == pytest.approx(more)
