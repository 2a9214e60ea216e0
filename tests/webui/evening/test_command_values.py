"""What a command's values may be."""

from decimal import Decimal

import pytest

from webui.evening.command_values import BadAmount, amount_of


@pytest.mark.parametrize(
    ("text", "amount"),
    [("100", 100), ("0,10", Decimal("0.1")), (" 2.50 ", Decimal("2.5")), ("1000000", 1_000_000)],
)
def test_stakes_as_people_type_them(text: str, amount: object) -> None:
    assert amount_of(text) == amount


@pytest.mark.parametrize("text", ["", "a", "0", "-1", "1e9", "0.001", "nan", "inf", "1 000"])
def test_stakes_that_are_none(text: str) -> None:
    with pytest.raises(BadAmount, match="a point"):
        amount_of(text)
