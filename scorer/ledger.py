"""The ledger of an evening: an append-only list of payouts, balances, and who owes whom at the end.

Entries are in points or chips; each keeps what a point was worth in money when it was written. A
mistake is mended by an entry of its own, never by changing an old one. Every entry sums to zero:
what is put into the boar pot is held by the account `POT`.

>>> evening = Ledger().add("payout", {"Ann": 6, "Bea": -6}, per_point=100)
>>> evening.balances()
{'Ann': 6, 'Bea': -6}
>>> fewest_transfers(evening.balances(money=True))
[Transfer(payer='Bea', payee='Ann', amount=600)]
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from scorer.errors import BadLedger
from scorer.payout import Amount

POT = "(pot)"
"""The account that holds the boar pot (D24)."""

Kind = Literal["payout", "side_payment", "bright_sale", "ante", "pot", "correction"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger."""

    number: int
    """Its place, from 1."""
    kind: Kind
    transfers: tuple[tuple[str, Amount], ...]
    """Points each account receives, negative for what it pays; they sum to zero."""
    per_point: Amount = 1
    """Money per point."""
    round: int = 0
    """The round it belongs to; 0 for none."""
    note: str = ""
    corrects: int = 0
    """The number of the entry that this one mends; 0 for none."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries so far; adding one gives a new ledger that begins with the same entries."""

    entries: tuple[Entry, ...] = ()

    def add(
        self,
        kind: Kind,
        transfers: Mapping[str, Amount],
        *,
        per_point: Amount = 1,
        round: int = 0,
        note: str = "",
        corrects: int = 0,
    ) -> "Ledger":
        """The ledger with one more entry.

        Raises:
            BadLedger: the transfers do not sum to zero, name nobody, or correct no entry.
        """
        if not all(name.strip() for name in transfers):
            raise BadLedger(
                "entry {number}: an account without a name", number=len(self.entries) + 1
            )
        if sum(transfers.values()) != 0:
            listed = ", ".join(f"{name} {amount:+}" for name, amount in transfers.items())
            total = sum(transfers.values())
            raise BadLedger(
                "entry {number}: {listed} sum to {total}, not to zero",
                number=len(self.entries) + 1,
                listed=listed,
                total=f"{total:+}",
            )
        if corrects and not 1 <= corrects <= len(self.entries):
            raise self._no_entry(corrects)
        entry = Entry(
            len(self.entries) + 1, kind, tuple(transfers.items()), per_point, round, note, corrects
        )
        return replace(self, entries=(*self.entries, entry))

    def correct(self, number: int, right: Mapping[str, Amount], note: str = "") -> "Ledger":
        """The ledger with an entry that makes up for what entry `number` says wrongly.

        The correction is the difference between `right` and what the entry and its earlier
        corrections come to; an entry that never should have been is corrected to `{}`.

        Raises:
            BadLedger: there is no such entry, or `right` does not sum to zero.
        """
        if not 1 <= number <= len(self.entries):
            raise self._no_entry(number)
        wrong = self.entries[number - 1]
        difference: dict[str, Amount] = dict(right)
        for entry in self.entries:
            if number in (entry.number, entry.corrects):
                for name, amount in entry.transfers:
                    difference[name] = difference.get(name, 0) - amount
        changed = {name: amount for name, amount in difference.items() if amount}
        return self.add(
            "correction",
            changed,
            per_point=wrong.per_point,
            round=wrong.round,
            note=note,
            corrects=number,
        )

    def _no_entry(self, number: int) -> BadLedger:
        return BadLedger(
            "correction of entry {number}: there are {count} entries",
            number=number,
            count=len(self.entries),
        )

    def balances(self, *, money: bool = False) -> dict[str, Amount]:
        """What every account has won or lost so far, in points or in money; they sum to zero."""
        found: dict[str, Amount] = {}
        for entry in self.entries:
            times = entry.per_point if money else 1
            for name, amount in entry.transfers:
                found[name] = found.get(name, 0) + amount * times
        return found


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment that settles debts."""

    payer: str
    payee: str
    amount: Amount


def fewest_transfers(balances: Mapping[str, Amount]) -> list[Transfer]:
    """The fewest payments that bring every balance to zero.

    People who among themselves sum to zero settle in one payment less than they are, so the
    fewest payments come from the most such groups; for a table's dozen accounts all are tried.

    Raises:
        BadLedger: the balances do not sum to zero.
    """
    if sum(balances.values()) != 0:
        raise BadLedger("balances sum to {total}, not to zero", total=f"{sum(balances.values()):+}")
    names = [name for name, amount in balances.items() if amount]
    sums = [
        sum(balances[name] for place, name in enumerate(names) if group >> place & 1)
        for group in range(1 << len(names))
    ]

    @cache
    def most_groups(people: int) -> tuple[int, ...]:
        """The most groups summing to zero into which these people fall."""
        best: tuple[int, ...] = (people,) if people else ()
        first = people & -people
        group = (people - 1) & people
        while group:
            if group & first and sums[group] == 0:
                best = max(best, (group, *most_groups(people & ~group)), key=len)
            group = (group - 1) & people
        return best

    transfers: list[Transfer] = []
    for group in most_groups((1 << len(names)) - 1):
        inside = [name for place, name in enumerate(names) if group >> place & 1]
        transfers += _settled({name: balances[name] for name in inside})
    return transfers


def _settled(balances: dict[str, Amount]) -> list[Transfer]:
    """Payments within one group: the largest debtor pays the largest creditor, again and again."""
    left, found = dict(balances), list[Transfer]()
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        found.append(Transfer(payer, payee, amount))
    return found
