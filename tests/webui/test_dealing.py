"""The deal as it was seen."""

from typing import Any

from scorer.cards import Cards, card, cards
from scorer.laying import Span
from scorer.line import Line
from scorer.presets import house_rules
from scorer.sighting import Chances, Laid, Place, Sighting
from webui.dealing import dealt_lines

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


def test_the_card_of_the_deal_that_nobody_saw_may_be_any_of_a_month_that_lies_on_a_heap() -> None:
    guessed = {each for line in dealt(HEAP, 20.0) for each in line.deal.pot} - set(HEAP)
    assert guessed >= set(cards("07-junk"))
    assert {each.month for each in guessed} == set(range(1, 13))
    heap = cards("07-animal 02-junk 12-bright 12-double 04-junk 05-junk 06-junk 08-bright")
    guessed = {each for line in dealt(heap, 20.0) for each in line.deal.pot} - set(heap)
    assert guessed >= set(cards("12-animal 12-ribbon"))
