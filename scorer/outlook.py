"""The live outlook: how far each seat is from a stop and from each combination, and what it pays.

What a dashboard shows beside the table while a round is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from scorer.cards import FACES, Cards, Kind
from scorer.combinations import COMBINATIONS, Combination, Score, Tally, points, score, tally
from scorer.ending import Terms, stopped_now
from scorer.house_rules import HouseRules
from scorer.payout import Payout
from scorer.table import Position, deck

COUNTED = {"animals": Kind.ANIMAL, "ribbons": Kind.RIBBON}
BAKS = ("kwang_bak", "pi_bak", "mong_bak", "go_bak", "go_bak_share")


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a seat is from one combination."""

    name: str
    have: int
    need: int
    """Cards (junk by value) for its first point."""
    missing: Cards
    """The cards that would complete a set; empty for a combination that counts cards."""
    possible: bool
    """Whether enough of its cards are not in other seats' captures."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one seat can see of its chances."""

    score: Score
    to_go: int
    """Points missing for a choice of go or stop: 0 where it may choose (H1, H2)."""
    reaches: tuple[Reach, ...]
    """Every combination that counts at this table, made or not."""
    stop: Payout
    """What a stop would pay now."""
    baks: tuple[tuple[str, ...], ...]
    """For each seat the doublings that a stop would make it pay by now."""


def outlooks(position: Position, terms: Terms | None = None) -> tuple[Outlook, ...]:
    """The outlook of every seat in a position."""
    agreed = terms or Terms()
    return tuple(_outlook(position, seat, agreed) for seat in range(len(position.seats)))


def _outlook(position: Position, seat: int, terms: Terms) -> Outlook:
    rules, me = position.rules, position.seats[seat]
    total = points(me.captures, rules)
    wanted = max(rules.threshold, me.go_points + 1) if me.gos else rules.threshold
    stop = stopped_now(position, seat, terms)
    baks = tuple(
        tuple(step.name for step in steps if step.name in BAKS and step.times != 0)
        for steps in stop.explain
    )
    return Outlook(
        score(me.captures, rules),
        max(0, wanted - total),
        tuple(_reaches(position, seat)),
        stop,
        baks,
    )


def _reaches(position: Position, seat: int) -> Iterator[Reach]:
    rules = position.rules
    mine = tally(position.seats[seat].captures, rules, None)
    others = [
        card for place, each in enumerate(position.seats) if place != seat for card in each.captures
    ]
    lost = tally(others, rules, None)
    for combination in COMBINATIONS:
        if combination.name == "junk":
            worth = sum(rules.junk_values[each.order] for each in deck(rules)) - lost.junk
            yield Reach("junk", mine.junk, rules.junk_from, (), worth >= rules.junk_from)
        elif combination.name in COUNTED:
            need = rules.animals_from if combination.name == "animals" else rules.ribbons_from
            left = combination.faces.bit_count() - lost.count(combination.faces)
            have = mine.count(combination.faces)
            yield Reach(combination.name, have, need, (), left >= need)
        elif combination.name == "brights":
            yield _brights(mine, lost, combination, rules)
        elif _worth(combination, rules):
            missing = tuple(
                each for each in FACES.values() if each.bit & combination.faces & ~mine.held
            )
            size = combination.faces.bit_count()
            possible = not lost.held & combination.faces
            yield Reach(combination.name, size - len(missing), size, missing, possible)


def _brights(mine: Tally, lost: Tally, combination: Combination, rules: HouseRules) -> Reach:
    """The fewest more brights that score, the rain man counting for less (G1 to G3)."""
    have = mine.count(combination.faces)
    free = [
        each for each in FACES.values() if each.bit & combination.faces & ~mine.held & ~lost.held
    ]
    for more in range(len(free) + 1):
        for added in combinations(free, more):
            held = mine.held | sum(each.bit for each in added)
            if combination.worth(Tally(held, 0), rules):
                return Reach("brights", have, have + more, (), possible=True)
    return Reach("brights", have, max(3, have + 1), (), possible=False)


def _worth(combination: Combination, rules: HouseRules) -> int:
    """What a set of cards is worth at this table; 0 for one that does not count here."""
    whole = tuple(each for each in FACES.values() if each.bit & combination.faces)
    return combination.worth(tally(whole, rules, None), rules)
