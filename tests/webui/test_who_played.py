"""Who of four played: told by the cards before them, over a whole recording or round by round."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import card
from scorer.presets import house_rules
from tests.vision.table_seen import SETUP, SIZE, box, look
from vision.looks import Look
from vision.zones import template
from webui.who_played import Sitting, sittings

FOUR = ("A", "B", "C", "D")
PLACES = ((450.0, 520.0), (820.0, 300.0), (450.0, 80.0), (80.0, 300.0))
"""In the captures of each."""
PILES = (("01-bright", "01-junk"), ("02-animal", "02-junk"), ("03-bright", "03-junk"))
ALL_PILES = (*PILES, ("04-animal", "04-junk"))
GOSTOP = house_rules("gostop-3p", 3)


def looks(*piles: Sequence[str], from_s: float = 0.0, glance: bool = False) -> list[Look]:
    """A table at which these cards lie before each seat, seen three times."""
    seen = [
        box(face, (x + 40.0 * k - 20, y))
        for (x, y), pile in zip(PLACES, piles, strict=False)
        for k, face in enumerate(map(card, pile))
    ]
    return [look(from_s + k, *seen, glance=glance) for k in range(3)]


def parts(found: Sequence[Look], seats: tuple[str, ...] = FOUR) -> tuple[Sitting, ...]:
    setup = replace(SETUP, seats=seats, zones=template(seats, SIZE), rules="gostop-3p")
    return sittings(setup, GOSTOP, found)


def played(found: Sequence[Look], seats: tuple[str, ...] = FOUR) -> tuple[str, ...]:
    (only,) = parts(found, seats)
    return only.playing


@pytest.mark.parametrize("out", range(4))
def test_who_never_has_a_card_sits_out(out: int) -> None:
    piles = [() if seat == out else pile for seat, pile in enumerate(ALL_PILES)]
    assert played(looks(*piles)) == tuple(name for name in FOUR if name != FOUR[out])


@pytest.mark.parametrize(
    "found",
    [
        [],
        looks(*ALL_PILES),
        looks(*PILES[:2]),
        looks(*PILES, ("04-animal",)),
        looks(*PILES[:2], ("03-bright",)),
        looks(*PILES, glance=True),
        [*looks(*PILES), *looks((), *ALL_PILES[1:], from_s=9.0)],
    ],
    ids=["nothing", "all four", "two", "one card there", "one card only", "glances", "it changes"],
)
def test_what_is_not_certain_leaves_all_of_them(found: list[Look]) -> None:
    assert played(found) == FOUR


def test_of_three_all_play() -> None:
    assert played(looks(*PILES[:2]), FOUR[:3]) == FOUR[:3]


CLEARED = ((), (), (), ())


@pytest.mark.parametrize("seen_clear", [True, False])
def test_it_changes_only_where_the_table_was_cleared(seen_clear: bool) -> None:
    cleared = looks(*CLEARED, from_s=10.0, glance=not seen_clear)
    found = parts([*looks(*PILES), *cleared, *looks((), *ALL_PILES[1:], from_s=20.0)])
    if seen_clear:
        assert found == (Sitting(0.0, ("A", "B", "C")), Sitting(11.0, ("B", "C", "D")))
    else:
        assert found == (Sitting(0.0, FOUR),)


def test_a_round_that_does_not_tell_is_a_part_without_names() -> None:
    found = parts(
        [
            *looks(*PILES[:2]),
            *looks(*CLEARED, from_s=10.0),
            *looks(*PILES, from_s=20.0),
            *looks(*CLEARED, from_s=30.0),
            *looks((), *ALL_PILES[1:], from_s=40.0),
        ]
    )
    assert [each.playing for each in found] == [(), ("A", "B", "C"), ("B", "C", "D")]


def test_a_hand_over_a_cleared_table_ends_no_round() -> None:
    hand = np.array([[0.0, 0.0], [1280.0, 0.0], [1280.0, 720.0], [0.0, 720.0]])
    covered = [replace(each, hands_px=(hand,)) for each in looks(*CLEARED, from_s=10.0)]
    assert len(parts([*looks(*PILES), *covered, *looks((), *ALL_PILES[1:], from_s=20.0)])) == 1
