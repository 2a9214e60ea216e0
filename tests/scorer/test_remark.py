"""Sentences that name seats, told with the names of who sits there."""

import pytest

from scorer.remark import Remark, seat_at, with_names


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), "junk goes to seat 2"),  # nobody is named: it stays as it is
        (("Ann", "Bea"), "junk goes to Bea"),
        (("Ann",), "junk goes to seat 2"),
    ],
)
def test_seats_are_told_by_their_names(names: tuple[str, ...], told: str) -> None:
    assert with_names(Remark("junk goes to {seat}", seat=seat_at(1)), names) == told


def test_a_plain_text_names_no_seat() -> None:
    assert with_names("junk goes to seat 2", ("Ann", "Bea")) == "junk goes to seat 2"
