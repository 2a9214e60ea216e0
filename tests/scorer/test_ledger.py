"""The ledger: append-only, zero-sum, settled by the fewest payments."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import BadLedger
from scorer.ledger import Ledger, Transfer, fewest_transfers
from scorer.payout import Amount


def test_entries_are_only_ever_added() -> None:
    first = Ledger().add("payout", {"Ann": 6, "Bea": -6}, per_point=100, round=1)
    assert first.add("payout", {"Ann": 1, "Bea": -1}).correct(2, {}).balances()["Ann"] == 6
    second = first.add("side_payment", {"Bea": 3, "Ann": -3}, per_point=50, round=2, note="ppuk")
    assert second.entries[:1] == first.entries
    assert [entry.number for entry in second.entries] == [1, 2]
    assert second.balances() == {"Ann": 3, "Bea": -3}
    assert second.balances(money=True) == {"Ann": 450, "Bea": -450}


def test_a_correction_is_an_entry_of_its_own() -> None:
    wrong = Ledger().add("payout", {"Ann": 6, "Bea": -6}, per_point=100, round=1)
    right = wrong.correct(1, {"Ann": 12, "Bea": -6, "Cho": -6}, note="Cho was forgotten")
    assert right.entries[:1] == wrong.entries
    assert right.entries[1].corrects == 1
    assert right.balances() == {"Ann": 12, "Bea": -6, "Cho": -6}
    again = right.correct(1, {"Ann": 6, "Bea": -6})
    assert again.balances() == {"Ann": 6, "Bea": -6, "Cho": 0}
    gone = again.correct(1, {})
    assert set(gone.balances().values()) == {0}


@pytest.mark.parametrize(
    ("transfers", "says"),
    [
        ({"Ann": 6, "Bea": -5}, "entry 1: Ann +6, Bea -5 sum to +1, not to zero"),
        ({" ": 0}, "entry 1: an account without a name"),
    ],
)
def test_bad_entries(transfers: dict[str, int], says: str) -> None:
    with pytest.raises(BadLedger) as caught:
        Ledger().add("payout", transfers)
    assert str(caught.value) == says


def test_there_is_nothing_to_correct() -> None:
    with pytest.raises(BadLedger, match="correction of entry 1: there are 0 entries"):
        Ledger().correct(1, {})
    with pytest.raises(BadLedger, match="correction of entry 3: there are 0 entries"):
        Ledger().add("correction", {}, corrects=3)


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, 0),
        ({"A": 0, "B": 0}, 0),
        ({"A": 6, "B": -6}, 1),
        ({"A": 6, "B": -2, "C": -4}, 2),
        ({"A": 5, "B": -5, "C": 3, "D": -3}, 2),  # two pairs, not three payments
        ({"A": 7, "B": -3, "C": -4, "D": 2, "E": 5, "F": -7}, 4),
        ({"A": Decimal("0.5"), "B": Decimal("-0.5")}, 1),
    ],
)
def test_fewest_transfers(balances: dict[str, int], payments: int) -> None:
    assert len(fewest_transfers(balances)) == payments


def test_balances_that_do_not_sum_to_zero() -> None:
    with pytest.raises(BadLedger, match=r"balances sum to \+1, not to zero"):
        fewest_transfers({"A": 1})


def groups(names: list[str], balances: dict[str, int]) -> Iterator[int]:
    """How many groups summing to zero each way of splitting the people gives: brute force."""
    if not names:
        yield 0
        return
    first, *rest = names
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            if balances[first] + sum(balances[each] for each in others) == 0:
                left = [each for each in rest if each not in others]
                yield from (1 + count for count in groups(left, balances))


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
def test_no_fewer_payments_would_do(amounts: list[int]) -> None:
    balances = dict(zip("ABCDEF", [*amounts, -sum(amounts)], strict=False))
    payments = fewest_transfers(balances)
    left: dict[str, Amount] = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    owing = [name for name, amount in balances.items() if amount]
    assert len(payments) == len(owing) - max(groups(owing, balances))


def test_a_transfer_names_who_pays() -> None:
    assert fewest_transfers({"Ann": 6, "Bea": -6}) == [Transfer("Bea", "Ann", 6)]
