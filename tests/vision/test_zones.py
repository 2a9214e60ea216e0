"""Zones: where a card lies, what happens at a border, and the templates."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.setup import Point, Zone
from vision.zones import BORDER_MM, Zones, template


def square(left: float, top: float, side: float) -> tuple[Point, ...]:
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


POT = Zone("pot", None, square(0, 0, 100))
MINE = Zone("captures", "A", square(100, 0, 100))
FAR = Zone("captures", "B", square(300, 0, 100))
TABLE = Zones((POT, MINE, FAR))


@pytest.mark.parametrize(
    ("centre", "before", "place"),
    [
        ((50, 50), None, POT),
        ((101, 50), None, MINE),
        ((250, 50), None, None),
        ((-1, 50), None, None),
        ((101, 50), POT, POT),  # hardly across
        ((111, 50), POT, POT),
        ((113, 50), POT, MINE),  # well in another zone
        ((-11, 50), POT, POT),  # hardly outside
        ((-13, 50), POT, None),
        ((211, 50), MINE, MINE),
        ((213, 50), MINE, None),
        ((289, 50), None, None),
        ((301, 50), MINE, FAR),  # far from where it lay
        ((50, 50), Zone("stock", None, square(0, 0, 100)), POT),  # a zone that is none of these
    ],
)  # fmt: skip
def test_a_card_stays_at_its_zone_until_it_is_well_across(
    centre: Point, before: Zone | None, place: Zone | None
) -> None:
    assert TABLE.place_of(centre, before) == place


def test_a_card_that_trembles_at_a_border_changes_once_at_most() -> None:
    place, changes = TABLE.place_of((95.0, 50.0)), 0
    for x in 100 + 0.9 * BORDER_MM * np.sin(np.arange(60)):
        now = TABLE.place_of((float(x), 50.0), place)
        place, changes = now, changes + (now != place)
    assert changes == 0


def test_where_zones_overlap_a_card_is_where_it_lies_deeper() -> None:
    stock = Zone("stock", None, square(40, 40, 20))
    assert Zones((stock, POT)).place_of((50.0, 50.0)) == POT
    assert Zones((stock, POT)).place_of((50.0, 50.0), stock) is not None


def test_without_zones_a_card_lies_in_none() -> None:
    assert Zones(()).place_of((1.0, 1.0), POT) is None


@given(st.integers(2, 4), st.floats(400, 2000), st.floats(400, 2000))
def test_templates_lie_on_the_table_apart(seats: int, width: float, height: float) -> None:
    zones = template(tuple("ABCD"[:seats]), (width, height))
    outlines = [np.array(zone.polygon_mm, np.float32) for zone in zones]
    for outline in outlines:
        assert (outline >= 0).all()
        assert (outline <= np.array((width, height)) + 0.06).all()
        assert cv2.contourArea(outline) > 33 * 54
    for one, other in combinations(outlines, 2):
        assert cv2.intersectConvexConvex(one, other)[0] == 0


@pytest.mark.parametrize(
    ("seats", "around"),
    [
        ("AB", {"A": (450, 590), "B": (450, 10)}),
        ("ABC", {"A": (300, 590), "B": (890, 300), "C": (300, 10)}),
        ("ABCD", {"A": (450, 590), "B": (890, 300), "C": (450, 10), "D": (10, 300)}),
    ],
)
def test_seats_follow_each_other_against_the_clock(seats: str, around: dict[str, Point]) -> None:
    zones = template(tuple(seats), (900.0, 600.0))
    assert [zone.name for zone in zones[:2]] == ["pot", "stock"]
    assert len(zones) == len(seats) + 2
    for seat, before_him in around.items():
        place = Zones(zones).place_of(before_him)
        assert place is not None
        assert (place.name, place.seat) == ("captures", seat)


def test_the_middle_of_the_table_is_the_pot() -> None:
    for seats in ("AB", "ABC", "ABCD"):
        place = Zones(template(tuple(seats), (900.0, 600.0))).place_of((450.0, 300.0))
        assert place is not None
        assert place.name == "pot"


@pytest.mark.parametrize("seats", ["", "A", "ABCDE"])
def test_there_are_templates_for_two_to_four(seats: str) -> None:
    with pytest.raises(ValueError, match="a template is for 2 to 4"):
        template(tuple(seats), (900.0, 600.0))
