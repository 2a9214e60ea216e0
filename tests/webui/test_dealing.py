"""The deal as it was seen."""

from collections import Counter
from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pytest

from scorer.cards import Cards, card, cards, in_order
from scorer.laying import Span
from scorer.line import Line
from scorer.presets import house_rules
from scorer.sighting import Chances, Laid, Place, Reach, Sighting
from tests.vision.table_seen import SETUP, box, look
from vision.held import HELD_MM
from vision.looks import Reaching
from webui.dealing import dealt_lines
from webui.session import Session

MATGO = house_rules("matgo", 2)


def test_a_card_that_is_seen_twice_was_dealt_once() -> None:
    seen = cards("07-animal 01-bright 02-junk 03-junk 04-junk 05-junk 06-junk")
    pot = dict.fromkeys(seen, (0.98,)) | {card("07-animal"): (0.98, 0.1)}
    lines = list(dealt_lines(Sighting(1.0, 1.0, {"pot": pot}), MATGO, 2))
    assert lines
    assert all(set(seen) <= set(line.deal.pot) and len(line.deal.pot) == 8 for line in lines)
    assert all(line.deal.pot.count(card("07-animal")) == 1 for line in lines)


def dealt(pot: Cards, last_s: float, **more: Any) -> list[Line]:
    """The deals of a pot whose last card came then, the others in the first second."""
    laid = {each: (Laid(0.5, 0.6, (0.0, 0.0)),) for each in pot[:-1]}
    laid[pot[-1]] = (Laid(last_s - 0.3, last_s, (0.0, 0.0)),)
    places: dict[Place, Chances] = {"pot": dict.fromkeys(pot, (0.98,))}
    return list(dealt_lines(Sighting(last_s, last_s, places, laid=laid, **more), MATGO, 2))


EIGHT = cards("07-animal 01-bright 02-junk 03-junk 04-junk 05-junk 06-junk 08-bright")


def test_the_card_that_came_last_may_be_the_first_one_played() -> None:
    lines = dealt(EIGHT, 4.0)
    others = [line for line in lines if EIGHT[-1] not in line.deal.pot]
    assert {frozenset(EIGHT[:-1]) <= set(line.deal.pot) for line in others} == {True}
    assert {line.span for line in others} == {Span(3.7, 3.7)}  # before it came
    assert {line.span for line in lines if line not in others} == {Span(4.0, 4.0)}


def test_a_card_of_no_known_face_in_the_pot_speaks_for_that() -> None:
    (known, guessed) = (
        max(line.weight for line in dealt(EIGHT, 4.0, **more) if EIGHT[-1] not in line.deal.pot)
        for more in ({}, {"nameless": {"pot": (0.9,)}})
    )
    assert known < guessed < 0


HEAP = cards("07-animal 07-ribbon 02-junk 03-junk 04-junk 05-junk 06-junk 08-bright")


def test_a_card_that_came_long_after_the_others_was_played_and_not_dealt() -> None:
    early, late = (max(dealt(HEAP, last_s), key=lambda line: line.weight) for last_s in (4.0, 20.0))
    assert HEAP[-1] in early.deal.pot
    assert HEAP[-1] not in late.deal.pot


@pytest.mark.parametrize(
    ("there", "dealt_last"),
    [
        ((), True),  # hands are not told in this picture
        ((0.6, 1.2, 1.8, 2.4, 3.0, 3.6), True),
        ((0.6, 3.6), False),  # the dealer was away
    ],
)
def test_a_card_that_came_after_all_hands_were_away_was_played_and_not_dealt(
    there: tuple[float, ...], dealt_last: bool
) -> None:
    reaches = {0: tuple(Reach(time_s, (0.0, 0.0)) for time_s in there)} if there else {}
    likeliest = max(dealt(HEAP, 4.0, reaches=reaches), key=lambda line: line.weight)
    assert (HEAP[-1] in likeliest.deal.pot) == dealt_last


def test_a_card_that_came_among_the_others_was_dealt() -> None:
    laid = {each: (Laid(3.2, 3.4, (0.0, 0.0)),) for each in HEAP[:-1]}
    laid[HEAP[-1]] = (Laid(1.0, 3.6, (0.0, 0.0)),)  # an arm lay over its place
    there = {0: tuple(Reach(0.6 * step, (0.0, 0.0)) for step in range(7))}
    places: dict[Place, Chances] = {"pot": dict.fromkeys(HEAP, (0.98,))}
    sighting = Sighting(4.0, 4.0, places, laid=laid, reaches=there)
    likeliest = max(dealt_lines(sighting, MATGO, 2), key=lambda line: line.weight)
    assert HEAP[-1] in likeliest.deal.pot


def test_the_card_of_the_deal_that_nobody_saw_may_be_any_of_a_month_that_lies_on_a_heap() -> None:
    guessed = {each for line in dealt(HEAP, 20.0) for each in line.deal.pot} - set(HEAP)
    assert guessed >= set(cards("07-junk"))
    assert {each.month for each in guessed} == set(range(1, 13))
    heap = cards("07-animal 02-junk 12-bright 12-double 04-junk 05-junk 06-junk 08-bright")
    guessed = {each for line in dealt(heap, 20.0) for each in line.deal.pot} - set(heap)
    assert guessed >= set(cards("12-animal 12-ribbon"))


def test_a_card_on_a_heap_may_be_a_second_junk_of_its_month() -> None:
    heap = cards("07-junk 07-ribbon 02-junk 03-junk 04-junk 05-junk 06-junk 08-bright")
    found = [line.deal.pot for line in dealt(heap, 20.0)]
    assert max(pot.count(card("07-junk")) for pot in found) == 2


def test_two_cards_that_nobody_saw_lie_under_a_third_of_their_month() -> None:
    open_, played, faint = EIGHT[:6], card("10-junk"), card("12-ribbon")
    pot = dict.fromkeys((*open_, played), (0.98,)) | {faint: (0.02,)}
    laid = dict.fromkeys(open_, (Laid(0.5, 0.6, (0.0, 0.0)),))
    laid[played] = (Laid(3.7, 4.0, (0.0, 0.0)),)
    lines = dealt_lines(Sighting(4.0, 4.0, {"pot": pot}, laid=laid), MATGO, 2)
    rest = [Counter(line.deal.pot) - Counter(open_) for line in lines]
    under = {in_order(two.elements()) for two in rest if len({each.month for each in two}) == 1}
    assert {pair[0].month for pair in under} >= {each.month for each in open_}
    assert {pair for pair in under if pair[0].month == 7} == {
        cards("07-ribbon 07-junk"),
        cards("07-junk 07-junk"),
    }


def test_a_card_that_hardly_shows_is_no_likelier_than_it_shows() -> None:
    faint = card("12-ribbon")
    pot = dict.fromkeys(EIGHT, (0.98,)) | {faint: (0.02,)}
    lines = dealt_lines(Sighting(1.0, 1.0, {"pot": pot}), MATGO, 2)
    assert {line.weight for line in lines if faint in line.deal.pot} == {log(0.02)}


@pytest.mark.parametrize(
    ("hands", "lighter"),
    [({}, set()), ({1: 0.55}, {0}), ({0: 0.55, 1: 0.55}, set()), ({1: 9.0}, set())],
    ids=["no hand was seen", "hers", "both", "later"],
)
def test_who_laid_the_pot_deals(hands: dict[int, float], lighter: set[int]) -> None:
    reaches = {seat: (Reach(time_s, (0.0, 0.0)),) for seat, time_s in hands.items()}
    weights = {line.dealer: line.weight for line in dealt(EIGHT, 1.0, reaches=reaches)[:2]}
    assert {dealer for dealer, weight in weights.items() if weight < 0} == lighter


def test_of_a_card_more_than_is_dealt_any_may_be_none_the_least_sure_the_rather() -> None:
    doubtful = card("02-junk")
    nine = (*EIGHT, card("09-animal"))
    pot: Chances = {**dict.fromkeys(nine, (0.98,)), doubtful: (0.8,)}
    lines = list(dealt_lines(Sighting(1.0, 1.0, {"pot": pot}), MATGO, 2))
    without = {
        each: max(line.weight for line in lines if set(line.deal.pot) == {*nine} - {each})
        for each in nine
    }
    assert without.pop(doubtful) == 0.0
    assert all(-5 <= weight < -2 for weight in without.values())


def test_a_card_that_a_moving_hand_holds_over_the_pot_is_not_dealt_yet() -> None:
    """It may be the first card played: when it was laid, which tells that, is not known yet."""
    faces, at = cards("07-animal 01-bright 02-junk 03-junk 04-junk 05-junk 06-junk"), (700.0, 300.0)
    lying = [box(face, (220.0 + 60 * k, 300.0)) for k, face in enumerate(faces)]
    last = box(card("08-bright"), at)
    tip, foot = np.array((at[0], at[1] + HELD_MM)), np.array((at[0], 0.0))
    way = (Reaching(11.95, tip - (60.0, 0.0), foot), Reaching(12.0, tip, foot))
    session = Session(SETUP, MATGO)
    for each in (look(0.0), look(1.0, *lying), look(2.0, *lying)):
        session.see(each)
    session.see(replace(look(12.0, *lying, last, glance=True), reaches=way))
    assert session.position is None
    session.see(look(12.5, *lying, last, glance=True))
    assert session.position is not None


def test_a_session_that_takes_over_waits_until_the_table_is_bare() -> None:
    """At a table of four it begins beside the heap that the round before was swept into."""
    lying = [box(face, (220.0 + 60 * k, 300.0)) for k, face in enumerate(EIGHT)]
    session = Session(SETUP, MATGO, cleared=False)
    for time_s in (1.0, 2.0):
        assert not session.see(look(time_s, *lying))
    for time_s in (3.0, 4.0, 5.0):
        assert not session.see(look(time_s))
    assert session.cleared
    assert [update.kind for update in session.see(look(6.0, *lying))] == ["dealt"]
