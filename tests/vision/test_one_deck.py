"""All boxes of a picture named at once, by the cards that one deck holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from scorer.cards import FACES
from vision.boxes import Array
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.one_deck import dealt


def chances(*rows: dict[str, float]) -> Array:
    """(n, OUTPUTS) of the chances named, the rest of each spread over all classes."""
    table = np.zeros((len(rows), OUTPUTS))
    for row, named in zip(table, rows, strict=True):
        row += (1 - sum(named.values())) / OUTPUTS
        for face, chance in named.items():
            row[NO_CARD if face == "no card" else CLASSES.index(face)] += chance
    return table


def faces(table: Array) -> list[str]:
    return [CLASSES[k] if k < NO_CARD else "no card" for k in dealt(table)[0]]


def test_boxes_that_do_not_compete_are_what_each_says() -> None:
    table = chances({"01-bright": 0.9}, {"02-junk": 0.8}, {"no card": 0.9}, {"back": 0.7})
    assert faces(table) == ["01-bright", "02-junk", "no card", "back"]


def test_of_two_boxes_that_say_crane_the_weaker_becomes_its_second_choice() -> None:
    table = chances({"01-bright": 0.9, "01-ribbon": 0.05}, {"01-bright": 0.6, "01-ribbon": 0.3})
    assert faces(table) == ["01-bright", "01-ribbon"]
    assert faces(table[::-1]) == ["01-ribbon", "01-bright"]


def test_a_face_that_others_hold_is_counted_out_of_a_chance() -> None:
    table = chances({"01-bright": 0.9, "01-ribbon": 0.05}, {"01-bright": 0.6, "01-ribbon": 0.3})
    _, sure = dealt(table)
    assert sure[0] == pytest.approx(table[0].max(), abs=0.05)
    assert sure[1] > 2 * 0.3


def test_two_boxes_that_are_sure_of_the_crane_stay_cranes_and_less_sure() -> None:
    table = chances({"01-bright": 0.97}, {"01-bright": 0.98})
    assert faces(table) == ["01-bright", "01-bright"]
    assert (dealt(table)[1] < 0.9).all()


def test_what_comes_more_often_than_two_decks_hold_it_is_a_pattern() -> None:
    table = chances(*[{"01-bright": 0.95, "no card": 0.01}] * 30)
    assert sorted(faces(table)) == ["01-bright"] * 2 + ["no card"] * 28
    two_decks = chances(*[{"05-junk": 0.9}] * 4, *[{"05-ribbon": 0.9}] * 2)
    assert faces(two_decks) == ["05-junk"] * 4 + ["05-ribbon"] * 2


def test_two_plain_junks_of_a_month_are_fine_and_a_third_is_not() -> None:
    junk = {"05-junk": 0.7, "05-ribbon": 0.25}
    assert faces(chances(junk, junk)) == ["05-junk", "05-junk"]
    assert sorted(faces(chances(junk, junk, junk))) == ["05-junk", "05-junk", "05-ribbon"]


def test_backs_and_places_without_a_card_are_never_used_up() -> None:
    table = chances(*[{"back": 0.6, "06-junk": 0.3}] * 60, *[{"no card": 0.6, "06-junk": 0.3}] * 60)
    assert faces(table) == ["back"] * 60 + ["no card"] * 60
    assert dealt(table)[1] == pytest.approx(table.max(axis=1), abs=0.05)


def test_no_boxes_are_no_cards() -> None:
    named, sure = dealt(np.zeros((0, OUTPUTS)))
    assert len(named) == len(sure) == 0


@settings(max_examples=60)
@given(
    arrays(
        np.float64,
        array_shapes(min_dims=1, max_dims=1, max_side=70).map(lambda shape: (*shape, OUTPUTS)),
        elements=st.floats(0, 1),
        fill=st.just(0.0),
    )
)
def test_any_chances_are_dealt(table: Array) -> None:
    table = (table + 1e-12) / (table + 1e-12).sum(axis=1, keepdims=True)
    named, sure = dealt(table)
    assert named.shape == sure.shape == table.shape[:1]
    assert ((named >= 0) & (named < OUTPUTS)).all()
    assert ((sure >= 0) & (sure <= 1 + 1e-9)).all()


@settings(max_examples=20)
@given(st.permutations(list(FACES)[:-1]))
def test_a_whole_deck_is_dealt_whole_in_any_order(order: list[str]) -> None:
    table = chances(*[{face: 0.3, "01-bright": 0.35} for face in order])
    assert faces(table) == order
