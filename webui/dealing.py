"""The deal as it was seen: every way in which a round may have begun."""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from scorer.cards import MONTHS, Card, Cards
from scorer.deal import hidden_deal, sizes, start
from scorer.house_rules import HouseRules
from scorer.laying import Span
from scorer.line import Line
from scorer.nameless import guesses
from scorer.sighting import Chances, Sighting
from scorer.table import deck

MISSED_OF_DEAL = -5.0
"""For a card of the deal that nobody saw, whichever it is."""
GUESSED_OF_DEAL = -1.0
"""The same where one lies in the pot whose face is not known, or the last came late."""
LATE_S, LATE_OF_DEAL = 8.0, -2.5
"""For a last card that came so long after the others: the deal was over, with one out of sight."""
HEAP = 2
"""Where so many cards of a month lie, one more may lie under them."""


def dealt_lines(sighting: Sighting, rules: HouseRules, seats: int) -> Iterator[Line]:
    """Every way the round may have been dealt, by what lies in the pot; any seat may begin."""
    _, size = sizes(rules)
    pot = sighting.places.get("pot", {})
    single = [(chance, each) for each, copies in pot.items() for chance in copies]
    ranked = [each for _, each in sorted(single, key=lambda pair: (-pair[0], pair[1].order))]
    whole = Counter(deck(rules))
    ranked = [each for k, each in enumerate(ranked) if ranked[:k].count(each) < whole[each]]
    ranked = [each for each in ranked if not each.is_joker]
    jokers = {
        place: tuple(each for each, copies in chances.items() if each.is_joker and copies[0] > 0.5)
        for place, chances in sighting.places.items()
        if place != "pot"
    }
    taken = {place: some for place, some in jokers.items() if some}
    for cards, prior, done_s in _pots(tuple(ranked), size, deck(rules), sighting):
        for dealer in range(seats):
            if any(place != dealer for place in taken):
                continue
            mine = taken.get(dealer, ())
            # A joker in the pot went to the dealer, and the stock's top card took its place.
            lying, replaced = cards[: size - len(mine)], cards[size - len(mine) :]
            dealt = hidden_deal(rules, seats, lying + mine, stock=replaced)
            yield Line(
                dealt, dealer, start(rules, dealt, dealer), weight=prior, span=Span(done_s, done_s)
            )


class _Pot(NamedTuple):
    """Cards that may have been dealt to the pot."""

    cards: Cards
    prior: float
    done_s: float
    """All of them lay there by then."""


def _pots(ranked: Cards, size: int, whole: Cards, sighting: Sighting) -> Iterator[_Pot]:
    """The likeliest pots: the surest cards, or with one of them another.

    A card that came last may have been played already while one of the deal was not seen, or its
    face is not known.
    """
    base, now = ranked[:size], sighting.time_s
    late = len(base) == size and _is_late(base, sighting)
    missed = GUESSED_OF_DEAL if late or sighting.nameless.get("pot") else MISSED_OF_DEAL
    if len(base) == size:
        yield _Pot(base, LATE_OF_DEAL if late else 0.0, now)
        for other in dict.fromkeys(ranked[size:]):
            for place in range(size):
                pot = (*base[:place], other, *base[place + 1 :])
                if Counter(pot)[other] <= whole.count(other):
                    yield _Pot(pot, 0.0, now)
        laid = {each: sighting.laid[each][-1] for each in base if each in sighting.laid}
        last = max(base, key=lambda each: laid[each].seen_s if each in laid else 0.0)
        place = base.index(last)
        base = (*base[:place], *base[place + 1 :])
        now = laid[last].after_s if last in laid else now
    if len(base) == size - 1:
        left = [each for each in Counter(whole) - Counter(base) if each not in ranked]
        # Where it lies in sight, what is taken with it will tell: one of another month will do.
        months = {each.month for each in base} if sighting.nameless.get("pot") else set()
        free = [each for each in left if each.month not in months]
        heaps = Counter(each.month for each in base)
        under = () if months else tuple(each for each in free if heaps[each.month] >= HEAP)
        for each in dict.fromkeys((*under, *guesses(free, () if months else MONTHS))):
            yield _Pot((*base, each), missed, now)


def _is_late(base: Cards, sighting: Sighting) -> bool:
    """Whether the last of these cards came long after all the others."""
    laid = sorted(
        (sighting.laid[each][-1] for each in set(base) if each in sighting.laid),
        key=attrgetter("seen_s"),
    )
    return len(laid) > 1 and laid[-1].after_s - laid[-2].seen_s > LATE_S


def pot_size(sighting: Sighting) -> float:
    """How many open cards lie in the pot, as far as that can be told."""
    return sum(amounts(sighting.places.get("pot", {})).values())


def captured(sighting: Sighting) -> float:
    """How many open cards lie elsewhere, as far as that can be told; jokers do not count."""
    return sum(
        much
        for place, chances in sighting.places.items()
        if place != "pot"
        for each, much in amounts(chances).items()
        if not each.is_joker
    )


def amounts(chances: Chances) -> dict[Card, float]:
    """How many of each face, as far as that can be told."""
    return {each: sum(copies) for each, copies in chances.items()}
