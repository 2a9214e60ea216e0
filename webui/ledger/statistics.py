"""What many evenings tell: who wins, by what, how often each bak, whether go pays.

Rounds that are settled count; dropped ones and those still under way do not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.combinations import score
from scorer.ending import settlement
from scorer.ledger import POT
from scorer.outlook import BAKS
from scorer.payout import Amount
from scorer.replay import Replay
from webui.evening.table_state import TableState


@dataclass(frozen=True, slots=True)
class Tries:
    """How often something was tried, and how often it went well."""

    tried: int
    won: int

    @property
    def share(self) -> float:
        """0 to 1; 0 where it was never tried."""
        return self.won / self.tried if self.tried else 0.0


@dataclass(frozen=True, slots=True)
class Person:
    """One player over all the rounds he played."""

    name: str
    rounds: int
    wins: int
    points: Amount
    """Won less lost over the evenings, corrections and sales included."""
    money: Amount
    best: Amount
    """The most points received for one round."""
    go: Tries
    """Rounds in which he said go, and of these the ones that he won."""
    baks_paid: Mapping[str, int]
    """Rounds in which he paid each bak."""
    baks_received: Mapping[str, int]
    """Rounds that he won with each bak against somebody."""
    ppuks: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All evenings together."""

    evenings: int
    rounds: int
    turns: int
    people: tuple[Person, ...]
    """Who has won most first."""
    endings: Mapping[str, int]
    """How many rounds ended in each way, as a record's result names it; the commonest first."""
    won_by: Mapping[str, int]
    """Rounds whose winner scored with each combination; the commonest first."""
    baks: Mapping[str, int]
    """Rounds in which somebody paid each bak; those that never were included."""
    go: Tries
    go_by_count: Mapping[int, Tries]
    """The same by how many times the player had said go when the round ended."""


@dataclass(frozen=True, slots=True)
class _Played:
    """What counts of one round."""

    seats: tuple[str, ...]
    winners: tuple[str, ...]
    ending: str
    won_by: tuple[str, ...]
    """The combinations that the winners scored with, where the cards were counted."""
    received: Mapping[str, Amount]
    """Points of the payout, whatever a point was worth."""
    baks: Mapping[str, frozenset[str]]
    """The baks that each paid."""
    gos: Mapping[str, int]
    """How often each said go, of those who did."""
    ppuks: Mapping[str, int]
    turns: int

    @property
    def any_bak(self) -> frozenset[str]:
        return frozenset(bak for paid in self.baks.values() for bak in paid)


def statistics(states: Iterable[TableState], preset: str = "") -> Statistics:
    """What these evenings tell; with `preset` only rounds played by those rules.

    Points and money of people are those of the whole evenings all the same.
    """
    played: list[_Played] = []
    points, money = dict[str, Amount](), dict[str, Amount]()
    evenings = 0
    for table in states:  # one by one: a table in full is large
        evenings += 1
        played += _counted(table, preset)
        _add(points, table.ledger.balances())
        _add(money, table.ledger.balances(money=True))
    gos = [(name, count, name in each.winners)
           for each in played for name, count in each.gos.items()]  # fmt: skip
    names = {name for each in played for name in each.seats} | points.keys() - {POT}
    people = [_person(name, played, points.get(name, 0), money.get(name, 0)) for name in names]
    return Statistics(
        evenings=evenings,
        rounds=len(played),
        turns=sum(each.turns for each in played),
        people=tuple(sorted(people, key=lambda each: (-each.points, each.name))),
        endings=_most_first(each.ending for each in played),
        won_by=_most_first(name for each in played for name in each.won_by),
        baks={bak: sum(bak in each.any_bak for each in played) for bak in BAKS},
        go=_tries(won for _, _, won in gos),
        go_by_count={
            count: _tries(won for _, said, won in gos if said == count)
            for count in sorted({said for _, said, _ in gos})
        },
    )


def _add(sums: dict[str, Amount], more: Mapping[str, Amount]) -> None:
    for name, amount in more.items():
        sums[name] = sums.get(name, 0) + amount


def _person(name: str, played: list[_Played], points: Amount, money: Amount) -> Person:
    mine = [each for each in played if name in each.seats]
    won = [each for each in mine if name in each.winners]
    return Person(
        name,
        rounds=len(mine),
        wins=len(won),
        points=points,
        money=money,
        best=max((each.received[name] for each in won), default=0),
        go=_tries(name in each.winners for each in mine if name in each.gos),
        baks_paid=_most_first(bak for each in mine for bak in sorted(each.baks[name])),
        baks_received=_most_first(bak for each in won for bak in sorted(each.any_bak)),
        ppuks=sum(each.ppuks[name] for each in mine),
    )


def _counted(table: TableState, preset: str) -> Iterator[_Played]:
    for each in table.rounds:
        replayed = each.replay if each.settled and not each.dropped else None
        if replayed is not None and preset in ("", replayed.record.rules.name):
            yield from _played(replayed)


def _played(replayed: Replay) -> Iterator[_Played]:
    """The round; nothing where it is not over after all."""
    outcome, payout, names = replayed.position.outcome, replayed.payout, replayed.record.seats
    if outcome is None or payout is None:
        return
    seats = replayed.position.seats
    lines = [
        line.name
        for seat in (outcome.winners if not outcome.points else ())
        for line in score(seats[seat].captures, replayed.record.rules, payout.uses[seat]).lines
    ]
    points = settlement(replayed.position, replace(replayed.record.terms, per_point=1))
    paid = (frozenset(step.name for step in steps) & set(BAKS) for steps in payout.explain)
    yield _Played(
        names,
        tuple(names[seat] for seat in outcome.winners),
        outcome.kind,
        tuple(dict.fromkeys(lines)),
        dict(zip(names, points.transfers, strict=True)),
        dict(zip(names, paid, strict=True)),
        {name: seat.gos for name, seat in zip(names, seats, strict=True) if seat.gos},
        {name: seat.ppuks for name, seat in zip(names, seats, strict=True)},
        len(replayed.turns),
    )


def _tries(won: Iterable[bool]) -> Tries:
    each = tuple(won)
    return Tries(len(each), sum(each))


def _most_first(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names).most_common())
