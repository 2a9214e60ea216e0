"""The deal as it was seen: every way in which a round may have begun."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import log
from operator import attrgetter
from typing import NamedTuple

from scorer.cards import MONTHS, Card, Cards
from scorer.deal import hidden_deal, sizes, start
from scorer.house_rules import HouseRules
from scorer.laying import Span, was_there
from scorer.likelihood import TRUST
from scorer.line import Line
from scorer.nameless import guesses
from scorer.sighting import Chances, Place, Sighting
from scorer.table import deck
from scorer.way import NEAR_S

MISSED_OF_DEAL = -5.0
"""For a card of the deal that nobody saw, whichever it is."""
GUESSED_OF_DEAL = -1.0
"""The same where one lies in the pot whose face is not known, or the last came late."""
LATE_S, AWAY_S, LATE_OF_DEAL = 8.0, 0.8, -5.0
"""For a last card that came so long after the others, or after no hand had been over the table for
so long: the deal was over, with one out of sight."""
UNDER_OF_DEAL = -2.5
"""For each card of the deal that lies under others of its month: three of a month are laid on one
another, and one deal in ten has such."""
HEAP = 2
"""Where so many cards of a month lie, one more may lie under them."""
DEALT_BY_ANOTHER = -1.5
"""For a dealer whose hand was not there when the pot was laid, while another one's was."""
CLEARLY = 0.9
"""A card of so much chance is there."""
SURELY = 0.5
"""A card of less chance may be none."""


def dealt_lines(sighting: Sighting, rules: HouseRules, seats: int) -> Iterator[Line]:
    """Every way the round may have been dealt, by what lies in the pot; any seat may begin."""
    _, size = sizes(rules)
    pot = sighting.places.get("pot", {})
    whole = Counter(deck(rules))
    ranked = [
        _Seen(each, chance)
        for each, copies in pot.items()
        for chance in copies[: whole[each]]
        if not each.is_joker
    ]
    ranked.sort(key=lambda seen: (-seen.chance, seen.face.order))
    jokers = {
        place: tuple(each for each, copies in chances.items() if each.is_joker and copies[0] > 0.5)
        for place, chances in sighting.places.items()
        if place != "pot"
    }
    taken = {place: some for place, some in jokers.items() if some}
    dealing = _hands(_faces(ranked[:size]), sighting)
    for cards, prior, done_s in _pots(ranked, size, whole, sighting):
        for dealer in range(seats):
            if any(place != dealer for place in taken):
                continue
            weight = prior + (DEALT_BY_ANOTHER if dealing and dealer not in dealing else 0.0)
            mine = taken.get(dealer, ())
            # A joker in the pot went to the dealer, and the stock's top card took its place.
            lying, replaced = cards[: size - len(mine)], cards[size - len(mine) :]
            dealt = hidden_deal(rules, seats, lying + mine, stock=replaced)
            yield Line(
                dealt, dealer, start(rules, dealt, dealer), weight=weight, span=Span(done_s, done_s)
            )


class _Seen(NamedTuple):
    """A card that seems to lie in the pot."""

    face: Card
    chance: float


class _Pot(NamedTuple):
    """Cards that may have been dealt to the pot."""

    cards: Cards
    prior: float
    done_s: float
    """All of them lay there by then."""


def _pots(
    ranked: Sequence[_Seen], size: int, whole: Counter[Card], sighting: Sighting
) -> Iterator[_Pot]:
    """The likeliest pots: the surest cards, or with one of them another, or some out of sight.

    A card that came last may have been played already while one of the deal was not seen, or its
    face is not known.
    """
    lying, now = ranked[:size], sighting.time_s
    late = len(lying) == size and _is_late(_faces(lying), sighting)
    missed = GUESSED_OF_DEAL if late or sighting.nameless.get("pot") else MISSED_OF_DEAL
    if len(lying) == size:
        yield _Pot(_faces(lying), LATE_OF_DEAL if late else 0.0, now)
        for other, chance in dict(ranked[: size - 1 : -1]).items():
            for place, prior in _instead(chance, lying):
                pot = _faces((*lying[:place], _Seen(other, chance), *lying[place + 1 :]))
                if pot.count(other) <= whole[other]:
                    yield _Pot(pot, max(missed, prior), now)
        lying, now = _before_the_last(lying, sighting)
    if len(lying) == size - 1:
        for pot, prior in _with_one_unseen(lying, ranked, whole, sighting, missed):
            yield _Pot(pot, prior, now)
    surely = [each for each in lying if each.chance >= SURELY]
    if len(surely) == size - 2:
        for pot in _with_two_under(_faces(surely), whole):
            yield _Pot(pot, 2 * UNDER_OF_DEAL, now)


def _instead(chance: float, lying: Sequence[_Seen]) -> Iterator[tuple[int, float]]:
    """Which of the cards one of this chance may lie there instead of, and what speaks against it.

    Of a card more than was dealt each may be none, the less sure the rather.
    """
    for place, seen in enumerate(lying):
        if seen.chance < CLEARLY:
            yield place, log(chance)
        elif chance >= SURELY:
            yield place, _log_odds(chance) - _log_odds(seen.chance)


def _log_odds(chance: float) -> float:
    kept = min(chance, TRUST)
    return log(kept / (1.0 - kept))


def _hands(lying: Cards, sighting: Sighting) -> set[Place]:
    """The seats whose hands were there when these cards were laid."""
    all_laid = [sighting.laid[each][-1] for each in lying if each in sighting.laid]
    spans = [(laid.after_s - NEAR_S, laid.seen_s + NEAR_S) for laid in all_laid]
    return {
        seat
        for seat, way in sighting.reaches.items()
        if any(was_there(way, span) for span in spans)
    }


def _faces(seen: Iterable[_Seen]) -> Cards:
    return tuple(each.face for each in seen)


def _before_the_last(lying: Sequence[_Seen], sighting: Sighting) -> tuple[list[_Seen], float]:
    """The cards but the one that came last, and when they lay there without it."""
    laid = {face: sighting.laid[face][-1] for face in _faces(lying) if face in sighting.laid}
    last = max(lying, key=lambda each: laid[each.face].seen_s if each.face in laid else 0.0)
    others = list(lying)
    others.remove(last)
    return others, laid[last.face].after_s if last.face in laid else sighting.time_s


def _with_one_unseen(
    seen: Sequence[_Seen],
    ranked: Sequence[_Seen],
    whole: Counter[Card],
    sighting: Sighting,
    missed: float,
) -> Iterator[tuple[Cards, float]]:
    """The cards with any one more that was hardly seen or not, and what speaks against it."""
    lying = _faces(seen)
    left = whole - Counter(lying)
    faint = {each.face: each.chance for each in reversed(ranked) if each.chance < SURELY}
    # Where it lies in sight, what is taken with it will tell: one of another month will do.
    months = {each.month for each in lying} if sighting.nameless.get("pot") else set()
    heaps = {
        month for month, count in Counter(each.month for each in lying).items() if count == HEAP
    }
    free = [each for each in left if each not in _faces(ranked) and each.month not in months]
    priors = dict.fromkeys(guesses(free, () if months else MONTHS), missed)
    priors |= {each: max(missed, log(faint[each])) for each in left if each in faint}
    under = [each for each in left if each.month in heaps - months]
    priors |= {each: max(priors.get(each, missed), UNDER_OF_DEAL) for each in under}
    yield from (((*lying, each), prior) for each, prior in priors.items())


def _with_two_under(lying: Cards, whole: Counter[Card]) -> Iterator[Cards]:
    """The cards with two that lie under a third of their month."""
    left = whole - Counter(lying)
    for month, count in Counter(each.month for each in lying).items():
        if count == 1:
            hidden = [each for each in left.elements() if each.month == month]
            yield from ((*lying, *pair) for pair in dict.fromkeys(combinations(hidden, 2)))


def _is_late(base: Cards, sighting: Sighting) -> bool:
    """Whether the last of these cards came long after all the others."""
    laid = sorted(
        (sighting.laid[each][-1] for each in set(base) if each in sighting.laid),
        key=attrgetter("seen_s"),
    )
    if len(laid) < 2:
        return False
    since_s, until_s = laid[-2].seen_s, laid[-1].after_s
    return until_s - since_s > LATE_S or _without_hands(sighting, since_s, until_s) > AWAY_S


def _without_hands(sighting: Sighting, since_s: float, until_s: float) -> float:
    """For how long no hand was over the table at a time; 0 where that was not looked at."""
    if not sighting.reaches or until_s <= since_s:
        return 0.0
    there = (each.time_s for way in sighting.reaches.values() for each in way)
    times = sorted((since_s, until_s, *(each for each in there if since_s < each < until_s)))
    return max(after - before for before, after in pairwise(times))


def is_held(sighting: Sighting) -> bool:
    """Whether a card that seems to lie in the pot is in a hand that moves: it was not laid yet."""
    pot = sighting.places.get("pot", {})
    return any(chances[0] > SURELY and face not in sighting.laid for face, chances in pot.items())


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
