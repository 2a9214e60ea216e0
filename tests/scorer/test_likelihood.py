"""How badly a position explains a sighting: small tables, and what holds for every one of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import DECK, Card, Cards, card
from scorer.deal import hidden_deal, start
from scorer.likelihood import (
    MISSED_ALONE,
    MISSED_CAPTURES,
    MISSED_HEAP,
    MISSED_POT,
    UNDERWAY,
    Costs,
    Fit,
    charged,
    on_table,
    piles,
)
from scorer.presets import house_rules
from scorer.sighting import Chances, Place, Sighting
from scorer.table import Position, Stack

MATGO = house_rules("matgo", 2)
PLACES: tuple[Place, ...] = ("pot", 0, 1)


def faces(text: str) -> Cards:
    return tuple(map(card, text.split()))


def position(pot: Cards = (), mine: Cards = (), its: Cards = ()) -> Position:
    """A table of two with these open cards."""
    bare = start(MATGO, hidden_deal(MATGO, 2, ()), 0)
    seats = (bare.seats[0]._replace(captures=mine), bare.seats[1]._replace(captures=its))
    return bare._replace(pot=pot, seats=seats)


def sighting(
    pot: Chances | None = None, mine: Chances | None = None, dim: Iterable[Place] = ()
) -> Sighting:
    return Sighting(1.0, 1.0, {"pot": pot or {}, 0: mine or {}}, dim=frozenset(dim))


def seen(pile: Cards, chance: float) -> Chances:
    return {each: (chance,) * count for each, count in Counter(pile).items()}


def cost(told: Sighting, of: Position) -> float:
    return sum(Fit(told, 2).costs(of).values())


CRANE, RIBBON, JUNK, MOON = faces("01-bright 01-ribbon 01-junk 08-bright")
POT = faces("01-bright 02-animal 01-junk 01-junk")


def test_a_card_half_seen_is_rather_itself_than_one_of_no_known_face() -> None:
    half = sighting(seen((CRANE,), 0.45))
    beside = replace(half, nameless={"pot": (0.95,)})
    assert cost(beside, position((CRANE,))) == cost(half, position((CRANE,))) > 0


def test_of_a_heap_in_the_pot_a_card_is_easily_out_of_sight() -> None:
    heap = faces("01-bright 01-ribbon 01-junk")
    in_pot, captured = sighting(seen(heap[1:], 0.99)), sighting({}, seen(heap[1:], 0.99))
    pair = sighting(seen(heap[1:2], 0.99))
    twins = faces("01-bright 01-junk 01-junk")
    one = sighting(seen(twins[:2], 0.99))
    for told, of, missed in (
        (one, position(twins), MISSED_HEAP),
        (in_pot, position(heap), MISSED_HEAP),
        (pair, position(heap[:2]), MISSED_POT),
        (captured, position((), heap), MISSED_ALONE),
    ):
        assert cost(told, of) == pytest.approx(-log(missed))


def test_what_is_seen_where_it_lies_costs_next_to_nothing() -> None:
    assert cost(sighting(seen(POT, 0.99)), position(POT)) < 0.1


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (position(), position((CRANE,))),  # seen and not there
        (position((), (CRANE,)), position((CRANE,))),  # there, in another place
        (position((CRANE, RIBBON)), position((CRANE,))),  # one more than is seen
        (position((RIBBON,)), position((CRANE,))),  # another face
        (position((CRANE, RIBBON, MOON)), position((CRANE, RIBBON))),  # two unseen, one unseen
        (position((CRANE, RIBBON, JUNK)), position((CRANE,))),  # though they may lie under it
    ],
)
def test_the_table_that_is_seen_explains_it_best(worse: Position, better: Position) -> None:
    told = sighting(seen((CRANE,), 0.95))
    assert cost(told, worse) > cost(told, better)


@given(st.floats(0, 0.99), st.floats(0, 0.99))
def test_the_surer_a_card_is_seen_the_more_its_absence_costs(one: float, other: float) -> None:
    less, more = sorted((one, other))
    low, high = (sighting({CRANE: (chance,)}) for chance in (less, more))
    there, gone = position((CRANE,)), position()
    assert cost(high, gone) >= cost(low, gone)
    assert cost(high, there) <= cost(low, there)


def test_a_card_missed_costs_more_in_the_pot_than_in_captures_and_little_under_a_hand() -> None:
    told = sighting({}, seen((MOON,), 0.99))
    pot = cost(told, position((CRANE,), (MOON,)))
    captures = cost(told, position((), (CRANE, MOON)))
    assert pot > captures > 0
    assert 0 < cost(sighting(dim=("pot",)), position((CRANE,))) < captures
    assert 0 < cost(sighting(dim=(0,)), position((), (CRANE,))) < captures


def test_a_captured_card_is_rather_hidden_by_one_of_its_kind() -> None:
    told = sighting({}, seen((RIBBON, JUNK), 0.99))
    twin, alone = (cost(told, position((), (RIBBON, JUNK, each))) for each in (JUNK, MOON))
    assert (twin, alone) == pytest.approx((-log(MISSED_CAPTURES), -log(MISSED_ALONE)), abs=0.01)


def test_a_hand_over_one_place_says_nothing_of_another() -> None:
    assert cost(sighting(dim=(1,)), position((CRANE,))) == cost(sighting(), position((CRANE,)))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_of_two_copies_as_many_lie_there_as_are_seen(count: int) -> None:
    told = sighting(seen((JUNK,) * count, 0.95))
    costs = [cost(told, position((JUNK,) * lying)) for lying in range(3)]
    assert costs.index(min(costs)) == count
    assert costs[count] < 0.2


def test_each_face_and_place_is_told_apart() -> None:
    told = Fit(sighting(seen((CRANE,), 0.95), seen((JUNK,), 0.95)), 2)
    assert set(told.costs(position((), (), (RIBBON,)))) == {("pot", CRANE), (0, JUNK), (1, RIBBON)}


# What changed since


def test_only_what_was_explained_before_and_is_not_now_is_charged() -> None:
    before: Costs = {("pot", CRANE): 2.0, (0, JUNK): 1.0}
    assert charged({("pot", CRANE): 2.0}, before) == 0
    assert charged({("pot", CRANE): 1.0, (0, JUNK): 1.5}, before) == pytest.approx(0.5)
    assert charged({(1, RIBBON): 3.0}, before) == pytest.approx(3.0)
    assert charged({}, before) == 0


# Turns under way, and newcomers


def test_new_cards_in_the_pot_may_be_a_turn_under_way() -> None:
    told = Fit(sighting(seen((CRANE, RIBBON, JUNK), 0.95)), 2)
    dealt = position((CRANE,))
    costs = told.costs(dealt)
    eased = told.underway(costs, dealt)
    assert 0 < sum(eased.values()) < sum(costs.values())
    assert set(eased) == set(costs)


@pytest.mark.parametrize(
    ("told", "lies"),
    [
        (sighting(seen((CRANE,), 0.95)), position((CRANE, RIBBON))),  # one missing, none new
        (sighting(seen((CRANE,), 0.95)), position((), (CRANE,))),  # not new, but moved
        (sighting(None, seen((CRANE,), 0.95)), position()),  # new, but taken already
        (sighting({RIBBON: (0.3,)}), position()),  # hardly seen
    ],
)
def test_nothing_else_is_a_turn_under_way(told: Sighting, lies: Position) -> None:
    fit = Fit(told, 2)
    assert fit.underway(fit.costs(lies), lies) == fit.costs(lies)


def test_a_turn_lays_down_only_so_many_cards() -> None:
    pot = faces("01-bright 02-animal 03-bright 04-animal 05-animal 06-animal 07-animal 08-bright")
    fit = Fit(sighting(seen(pot, 0.95)), 2)
    few, many = position(pot[4:]), position()
    eased = [sum(fit.underway(fit.costs(each), each).values()) for each in (few, many)]
    assert eased[1] > 2 * eased[0]


def test_the_three_cards_of_a_bomb_are_one_thing_under_way() -> None:
    told = sighting(seen(faces("01-bright 01-ribbon 01-junk 01-junk 02-junk"), 0.95))
    fit, dealt = Fit(told, 2), position((JUNK,))
    assert sum(fit.underway(fit.costs(dealt), dealt).values()) == pytest.approx(UNDERWAY)


def test_two_cards_of_a_month_and_another_are_more_than_a_turn_under_way() -> None:
    told = sighting(seen(faces("01-bright 01-ribbon 02-junk"), 0.95))
    fit, bare = Fit(told, 2), position()
    assert sum(fit.underway(fit.costs(bare), bare).values()) > 2 * UNDERWAY


# Cards whose face is not known


def test_a_card_of_no_known_face_may_be_the_one_that_is_missed() -> None:
    told = replace(sighting(seen((CRANE,), 0.95)), nameless={"pot": (0.95,)})
    both = position((CRANE, RIBBON))
    known = cost(sighting(seen((CRANE, RIBBON), 0.95)), both)
    missed = cost(sighting(seen((CRANE,), 0.95)), both)
    assert known < cost(told, both) < missed / 2
    assert cost(told, both) <= cost(told, position((CRANE,)))  # where it is not explained
    assert cost(told, position((CRANE,), (RIBBON,))) > missed / 2  # it lies elsewhere
    unnamed = [Fit(told, 2).unnamed(each) for each in (position((CRANE,)), both)]
    assert unnamed == [1, 0]


def test_of_a_face_that_is_seen_more_often_than_a_deck_has_it_one_is_another() -> None:
    told = sighting(seen((CRANE,), 0.95), seen((CRANE,), 0.95))
    here, there = position((CRANE,), (RIBBON,)), position((RIBBON,), (CRANE,))
    assert cost(told, here) < cost(told, position((CRANE,))) + 1.2
    assert cost(told, here) + cost(told, there) < 2 * cost(sighting(seen((CRANE,), 0.95)), there)
    assert Fit(told, 2).newcomers(position((CRANE,)), 0.5) == set()


@pytest.mark.parametrize(
    ("pot", "least", "found"),
    [
        ({CRANE: (0.9,)}, 0.5, {CRANE}),
        ({CRANE: (0.3,)}, 0.5, set()),
        ({CRANE: (0.3,)}, 0.2, {CRANE}),
        ({RIBBON: (0.95,)}, 0.2, set()),  # lies there
        ({JUNK: (0.95,)}, 0.5, set()),
        ({JUNK: (0.95, 0.9)}, 0.5, {JUNK}),  # the second of two
    ],
)
def test_newcomers_are_faces_of_which_more_is_seen_than_lies_there(
    pot: Chances, least: float, found: set[Card]
) -> None:
    assert Fit(sighting(pot), 2).newcomers(position((RIBBON,), (JUNK,)), least) == found


def test_a_card_laid_open_to_be_shown_is_not_played_yet() -> None:
    told = Sighting(1.0, 1.0, {}, {1: {CRANE: (0.9,)}})
    assert Fit(told, 2).newcomers(position(), 0.5) == set()


def test_trapped_jokers_lie_in_the_pot() -> None:
    joker = card("joker-double")
    lies = position(POT)._replace(stacks=(Stack(1, 0, (joker,)),))
    assert dict(piles(lies))["pot"] == (*POT, joker)
    assert on_table(lies)[joker] == 1


# For every table


@st.composite
def tables(draw: st.DrawFn) -> tuple[Cards, Cards, Cards]:
    cards = draw(st.permutations(DECK))
    sizes = [draw(st.integers(0, 10)) for _ in PLACES]
    first, second = sizes[0], sizes[0] + sizes[1]
    return tuple(cards[:first]), tuple(cards[first:second]), tuple(cards[second : sum(sizes)])


@given(tables(), st.floats(0.8, 0.99), st.data())
def test_no_table_with_a_card_elsewhere_explains_a_clear_sighting_better(
    table: tuple[Cards, Cards, Cards], chance: float, data: st.DataObject
) -> None:
    told = Sighting(1.0, 1.0, {p: seen(c, chance) for p, c in zip(PLACES, table, strict=True)})
    there = [(k, each) for k, pile in enumerate(table) for each in pile]
    if not there:
        return
    source, moved = data.draw(st.sampled_from(there))
    target = data.draw(st.sampled_from([k for k in (0, 1, 2, None) if k != source]))
    other = [list(pile) for pile in table]
    other[source].remove(moved)
    if target is not None:
        other[target].append(moved)
    costs = cost(told, position(*table)), cost(told, position(*map(tuple, other)))
    assert costs[0] < costs[1]


@given(tables(), tables(), st.floats(0.05, 0.99))
def test_costs_are_never_below_zero(
    one: tuple[Cards, Cards, Cards], other: tuple[Cards, Cards, Cards], chance: float
) -> None:
    told = Sighting(1.0, 1.0, {p: seen(c, chance) for p, c in zip(PLACES, one, strict=True)})
    fit, lies = Fit(told, 2), position(*other)
    costs = fit.costs(lies)
    eased = fit.underway(costs, lies)
    assert all(each > 0 for each in costs.values())
    assert all(eased[what] <= each for what, each in costs.items())
    assert charged(costs, costs) == 0
