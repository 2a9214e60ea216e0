"""Belief: what is kept, what fades and what is told of a table, look by look."""

import random
from dataclasses import replace

import pytest

from scorer.cards import Card, card
from scorer.presets import house_rules
from scorer.sighting import Place
from scorer.table import deck
from tests.vision.table_seen import (
    CALIBRATION,
    CRANE,
    EMPTY,
    FAR,
    ITS,
    JOKER,
    JUNK,
    MINE,
    MOON,
    POT,
    SEATS,
    STOCK,
    ZONES,
    after,
    box,
    chance,
    look,
    quad,
    still,
)
from vision.belief import Belief
from vision.evidence import Detection
from vision.faces import CLASSES
from vision.looks import Look
from vision.setup import Point
from vision.zones import Zones

# Where cards lie


@pytest.mark.parametrize(
    ("centre", "place"), [(POT, "pot"), (STOCK, "pot"), (MINE, 0), (ITS, 1)]
)  # fmt: skip
def test_a_card_lies_in_its_zone(centre: Point, place: Place) -> None:
    told = after(look(3.0, box(CRANE, centre))).sighting()
    assert chance(told, CRANE, place) > 0.8
    assert set(told.places) == {place}
    assert (told.time_s, told.settled_s, told.shown) == (3.0, 3.0, {})


@pytest.mark.parametrize(("y", "seat"), [(423.0, 0), (177.0, 1)])
def test_a_card_between_the_zones_is_shown_by_the_nearest_seat(y: float, seat: int) -> None:
    told = after(look(0.0, box(CRANE, (400.0, y)))).sighting()
    assert told.places == {}
    assert told.shown[seat][CRANE][0] > 0.8


def test_a_card_that_trembles_at_a_border_stays_in_its_place() -> None:
    belief = after(look(0.0, box(CRANE, (400.0, 408.0))))
    for k, y in enumerate((416.0, 422.0, 411.0, 414.0, 425.0), 1):
        belief = after(look(float(k), box(CRANE, (400.0, y))), since=belief)
        assert set(belief.sighting().places) == {"pot"}
    belief = after(look(9.0, box(CRANE, (400.0, 437.0))), since=belief)
    moved = after(look(10.0, box(CRANE, (400.0, 446.0))), since=belief)
    assert set(moved.sighting().places) == {0}


@pytest.mark.parametrize("centre", [STOCK, (400.0, 423.0)])
def test_backs_at_the_stock_or_in_no_place_and_boxes_hardly_believed_tell_nothing(
    centre: Point,
) -> None:
    seen = look(0.0, box(card("back"), centre), box(CRANE, FAR, confidence=0.05))
    told = after(seen).sighting()
    assert not any(told.places.values())
    assert (told.laid, told.nameless) == ({}, {})


@pytest.mark.parametrize(("centre", "place"), [(POT, "pot"), (MINE, 0)])
def test_a_back_where_no_card_lies_face_down_is_a_card_of_no_known_face(
    centre: Point, place: Place
) -> None:
    back = box(card("back"), centre)
    told = after(look(0.0, back), look(1.0, back)).sighting()
    assert not any(told.places.values())
    assert set(told.nameless) == {place}
    assert told.nameless[place][0] > 0.8
    assert {face.face for face in told.laid} == ({"back"} if place == "pot" else set())


def test_a_back_that_was_only_glanced_at_may_be_in_a_hand() -> None:
    glance = replace(look(0.0, box(card("back"))), glance=True)
    assert after(glance).sighting().nameless == {}


# What is no longer seen


def test_a_card_whose_place_is_seen_empty_fades_away() -> None:
    belief = after(*still(box(CRANE), box(MOON, FAR)))
    told = [chance(belief, CRANE)]
    for k in range(5):
        belief = after(look(10.0 + k, box(MOON, FAR)), since=belief)
        told.append(chance(belief, CRANE))
    assert told[0] > 0.9
    assert 0 < told[1] < 0.5
    assert told == sorted(told, reverse=True)
    assert told[-1] == 0
    assert chance(belief, MOON) > 0.9


def test_a_card_that_another_lies_over_stays_believed() -> None:
    belief = after(*still(box(CRANE), times=3))
    belief = after(*still(box(MOON, (POT[0] + 10, POT[1] + 15)), times=4), since=belief)
    assert chance(belief, CRANE) > 0.5
    assert chance(belief, MOON) > 0.9


def test_a_card_that_is_only_touched_is_not_covered() -> None:
    belief = after(*still(box(CRANE), times=3))
    belief = after(*still(box(MOON, (POT[0] + 30, POT[1] + 48)), times=3), since=belief)
    assert chance(belief, CRANE) < 0.3


def test_a_hand_is_no_evidence() -> None:
    belief = after(*still(box(CRANE)))
    hand = quad(POT, (120.0, 200.0))
    under = after(*still(times=10, hands=[hand]), since=belief)
    assert chance(under, CRANE) == pytest.approx(chance(belief, CRANE))
    assert under.sighting().dim == {"pot"}
    beside = after(*still(times=3, hands=[quad(FAR, (120.0, 200.0))]), since=belief)
    assert chance(beside, CRANE) < 0.3


@pytest.mark.parametrize(
    ("centre", "size", "dim"),
    [
        (POT, (200.0, 200.0), {"pot"}),
        (MINE, (200.0, 100.0), {0}),
        ((400.0, 500.0), (200.0, 300.0), {"pot", 0}),
        (ITS, (300.0, 100.0), {1}),
        ((900.0, 600.0), (40.0, 40.0), set()),  # hardly a corner
        (STOCK, (60.0, 60.0), set()),  # who takes from the stock hides no open card
    ],
)
def test_places_under_a_hand_are_dim(centre: Point, size: Point, dim: set[Place]) -> None:
    belief = after(look(0.0, hands=[quad(centre, size)]))
    assert belief.sighting().dim == dim
    assert after(look(1.0), since=belief).sighting().dim == set()


def test_a_card_that_moved_leaves_its_old_place() -> None:
    belief = after(*still(box(CRANE), times=3))
    belief = after(look(5.0, box(CRANE, MINE)), since=belief)
    assert chance(belief, CRANE, 0) > 0.8
    assert chance(belief, CRANE) < 0.15


# Which face it is


@pytest.mark.parametrize("wrong", range(4))
def test_one_wrong_look_is_outvoted(wrong: int) -> None:
    faces = [MOON if k == wrong else CRANE for k in range(4)]
    belief = after(*(look(float(k), box(face)) for k, face in enumerate(faces)))
    assert chance(belief, CRANE) > 0.5 > chance(belief, MOON)


@pytest.mark.parametrize("order", [1, -1])
def test_an_open_look_counts_more_than_a_covered_one(order: int) -> None:
    looks = [box(CRANE, visible=0.95), box(MOON, visible=0.3)][::order]
    belief = after(*(look(float(k), each) for k, each in enumerate(looks)))
    assert chance(belief, CRANE) > 2 * chance(belief, MOON)


def test_more_looks_make_surer() -> None:
    unsure = box(CRANE, chance=0.6, others={MOON: 0.3})
    told = [chance(after(*still(unsure, times=k)), CRANE) for k in (1, 2, 4)]
    assert told == sorted(told)


def test_a_face_that_lies_elsewhere_is_not_this_one() -> None:
    either = box(CRANE, FAR, chance=0.5, others={MOON: 0.45})
    alone, beside = after(*still(either)), after(*still(either, box(CRANE, MINE)))
    assert chance(alone, CRANE) > chance(alone, MOON)
    assert chance(beside, MOON) > 0.5 > chance(beside, CRANE)


def test_a_face_of_which_there_is_one_lies_in_one_place() -> None:
    told = after(*still(box(CRANE, chance=0.9), box(CRANE, MINE, chance=0.95))).sighting()
    assert chance(told, CRANE, 0) > 0.8
    assert chance(told, CRANE) < chance(told, CRANE, 0)


def test_of_two_junk_each_lies_where_it_is_seen() -> None:
    together = after(*still(box(JUNK), box(JUNK, FAR))).sighting()
    assert chance(together, JUNK, copy=0) >= chance(together, JUNK, copy=1) > 0.8
    apart = after(*still(box(JUNK), box(JUNK, MINE))).sighting()
    assert chance(apart, JUNK) > 0.8
    assert chance(apart, JUNK, 0) > 0.8


def test_a_second_junk_does_not_take_the_first_from_its_place() -> None:
    belief = after(*still(box(JUNK), times=3))
    one_more = after(look(5.0, box(JUNK), box(JUNK, MINE)), since=belief)
    assert chance(one_more, JUNK) > 0.8
    assert chance(one_more, JUNK, 0) > 0.8


def test_faces_the_table_does_not_play_with_never_appear() -> None:
    seen = box(JOKER, chance=0.8, others={CRANE: 0.15})
    plain = after(*still(seen)).sighting()
    assert JOKER not in plain.places["pot"]
    assert chance(plain, CRANE) > 0.5
    rules = house_rules("fr-gostop", 3)
    joking = Belief(Zones(ZONES), SEATS, frozenset(deck(rules)))
    assert chance(after(*still(seen), since=joking), JOKER) > 0.5


# Glances


def test_a_glance_adds_and_never_removes() -> None:
    belief = after(*still(box(CRANE)))
    glanced = after(look(5.0, box(MOON, FAR), glance=True), since=belief)
    assert chance(glanced, MOON) > 0.8
    assert chance(glanced, CRANE) == pytest.approx(chance(belief, CRANE))


@pytest.mark.parametrize(("seen_again", "stays"), [(True, True), (False, False)])
def test_what_was_only_glanced_at_may_have_passed_by(seen_again: bool, stays: bool) -> None:
    glances = [look(float(k), box(CRANE), glance=True) for k in range(3)]
    settled = look(4.0, *([box(CRANE)] if seen_again else []))
    assert (chance(after(*glances, settled), CRANE) > 0.1) == stays


def test_a_card_in_a_hand_that_moves_is_not_on_the_table() -> None:
    hand = quad(POT, (100.0, 100.0))
    belief = after(look(0.0, box(CRANE), hands=[hand], glance=True))
    assert belief.sighting().places == {}


# Values


def some_looks(seed: int) -> list[Look]:
    """Looks at anything anywhere."""
    rng = random.Random(seed)

    def anywhere() -> Point:
        return rng.uniform(-50, 950), rng.uniform(-50, 650)

    return [
        look(
            float(k),
            *(
                box(
                    card(rng.choice(CLASSES)),
                    anywhere(),
                    rng.uniform(0.05, 0.99),
                    rng.random(),
                    rng.random(),
                )
                for _ in range(rng.randrange(25))
            ),
            hands=[quad(anywhere(), (90.0, 300.0)) for _ in range(rng.randrange(3))],
            glance=rng.random() < 0.3,
        )
        for k in range(12)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_seen_the_chances_are_chances_and_the_same_twice(seed: int) -> None:
    belief = EMPTY
    for each in some_looks(seed):
        earlier = belief.sighting()
        following = belief.after(each, CALIBRATION)
        assert belief.sighting() == earlier
        belief = following
        told = belief.sighting()
        assert told == belief.sighting()
        for pile in (*told.places.values(), *told.shown.values()):
            for face, chances in pile.items():
                assert face in EMPTY.deck
                assert list(chances) == sorted(chances, reverse=True)
                assert 0 < chances[-1] <= chances[0] <= 1
        for face, all_laid in told.laid.items():
            assert all(came.after_s < came.seen_s <= each.time_s for came in all_laid)
            assert face in EMPTY.deck


OVER_MINE = box(MOON, (MINE[0] + 20.0, MINE[1]))
"""It lies over a corner of a card of mine."""


@pytest.mark.parametrize(
    ("where", "least", "most"),
    [
        (ITS, 0.2, 0.4),  # it is likely the one that was handed over
        (POT, 0.8, 1.0),  # it is likely the other one
        (FAR, 0.8, 1.0),
    ],
)
def test_a_captured_card_out_of_sight_is_likely_gone_once_one_like_it_is_anothers(
    where: tuple[float, float], least: float, most: float
) -> None:
    looks = [*still(box(JUNK, MINE), OVER_MINE), look(2.0, OVER_MINE, box(JUNK, where))]
    assert least < chance(after(*looks), JUNK, 0) < most
    again = look(3.0, OVER_MINE, box(JUNK, where), box(JUNK, MINE))
    assert chance(after(*looks, again), JUNK, 0) > 0.9


def test_what_hardly_shows_where_a_card_was_given_up_does_not_bring_it_back() -> None:
    belief = after(*still(box(JUNK, MINE), times=4))
    handed = after(look(5.0, box(JUNK, ITS), glance=True), since=belief)
    rest = box(MOON, MINE, chance=0.8, visible=0.2, confidence=0.5)
    told = after(*(look(t, box(JUNK, ITS), rest) for t in (7.0, 8.0, 9.0)), since=handed)
    assert chance(told, JUNK, 0) < 0.1


def test_a_card_that_was_captured_out_of_a_pile_lies_under_it_no_more() -> None:
    over = (POT[0] + 15.0, POT[1] + 10.0)
    belief = after(*still(box(JUNK)))
    (taken, other) = (
        after(look(5.0, box(MOON, over), box(face, MINE)), since=belief) for face in (JUNK, CRANE)
    )
    assert chance(taken, JUNK) < 0.4 < 0.8 < chance(other, JUNK)


def test_a_pile_that_grows_beyond_the_pot_stays_in_it() -> None:
    lower = ZONES[0].polygon_mm[2][1]
    edge, beyond = (400.0, lower - 9.0), (405.0, lower + 9.0)
    pile = look(1.0, box(MOON, edge), box(CRANE, beyond))
    assert chance(after(*still(box(MOON, edge)), pile, replace(pile, time_s=2.0)), CRANE) > 0.8
    alone = look(1.0, box(CRANE, beyond))
    assert chance(after(*still(), alone, replace(alone, time_s=2.0)), CRANE) == 0


@pytest.mark.parametrize(("cover", "stays"), [(box(MOON, (POT[0] + 12.0, POT[1] + 10.0)), True),
                                              (box(MOON, FAR), False)])  # fmt: skip
def test_what_was_glanced_at_and_is_covered_since_stays(cover: Detection, stays: bool) -> None:
    glances = [look(float(k), box(CRANE), glance=True) for k in range(3)]
    assert (chance(after(*glances, look(4.0, cover)), CRANE) > 0.5) == stays


def test_a_row_of_captures_that_is_opened_for_one_more_keeps_its_faces() -> None:
    """Each card comes to lie where its neighbour lay."""
    row = [card(face) for face in ("05-junk", "03-junk", "08-junk", "07-junk")]

    def laid_out(*faces: Card) -> list[Detection]:
        step_mm = 14.0
        return [
            box(face, (MINE[0] + k * step_mm, MINE[1]), visible=0.45 if k else 1.0)
            for k, face in enumerate(faces)
        ]

    before = [look(float(k), *laid_out(*row)) for k in range(4)]
    more = card("08-junk")
    belief = after(*before, look(5.0, *laid_out(more, *row)))
    assert all(chance(belief, face, 0) > 0.9 for face in row)
    assert chance(belief, more, 0, copy=1) > 0.9
