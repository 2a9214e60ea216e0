"""The referee: which legal turns explain what was seen.

The rules propose, the camera weighs. The referee keeps a few dozen lines of play, each a legal
round so far. Every sighting is compared with where each line stands and where its legal turns
would lead; what explains the sightings best so far is kept. Nothing is final: a line that looked
worse comes back when later evidence speaks for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import log
from typing import NamedTuple

from scorer.actions import Action, Call, Give, Quads, Show, Turn
from scorer.cards import Cards, in_order
from scorer.deal import Deal
from scorer.errors import IllegalTurn
from scorer.likelihood import Fit, on_table
from scorer.play import apply, play
from scorer.record import Entry
from scorer.sighting import Chances, Sighting
from scorer.table import Phase, Position
from scorer.turns import giveable, turns

MOST_LINES = 64
"""Kept after each sighting."""
WORST = 18.0
"""A line this much less likely than the best is dropped."""
MOST_AT_ONCE = 3
"""Turns between two sightings, when play is fast."""
WIDTH = 10
"""Of the ways to explain a part of what changed, so many are followed further."""
NEW = 0.15
"""A face of which so much more is seen than lies on the table may have come to it."""
CLEARLY_NEW = 0.5
"""So much more, and another turn may have been played as well."""
RARE = {"ppuk": -1.5, "bomb": -1.5, "ttadak": -0.7, "chok": -0.7, "sweep": -0.7}
"""What seldom happens needs more to be believed."""
ANOTHER = -1.5
"""For each turn more than one between two sightings."""
UNSEEN = log(1 / 30)
"""For a card that a line says was played and nobody saw: it may be any of so many."""
PAST = 0.6
"""How much a settled sighting counts once it is past: its errors repeat those of others."""
DISORDER = -3.0
"""For a card said to have come to the table after another that was seen there later."""
SOONER_S = 0.15
SENSE = -0.7
"""For a card played that takes nothing while the one flipped does: people play what takes."""
PUZZLED = 4.0
"""A sighting explained worse than this makes the referee think of cards that nobody saw."""
STUCK = 9.0
"""Worse than this, and it thinks of turns against the rules."""
LIKELY = 6
"""Of so many lines."""
AGAINST = -10.0
"""For a turn against the rules."""
SHOWN, SHOWN_QUAD = 2.4, 3.4
"""So many cards of a month seen laid open are a triple or four that is shown."""
DECLARED = 4.0
"""For saying so: they would not lie open by chance."""


class Timed(NamedTuple):
    """One action, and the sighting that showed it."""

    entry: Entry
    time_s: float


@dataclass(frozen=True, slots=True)
class Line:
    """One way the round may have gone."""

    deal: Deal
    dealer: int
    position: Position
    actions: tuple[Timed, ...] = ()
    past: float = 0.0
    """Logarithm of how likely it is, the last sighting left out."""
    fit: float = 0.0
    """How well it explains the last sighting."""
    latest_s: float = 0.0
    """When the last card of its last turn was first seen on the table."""

    @property
    def weight(self) -> float:
        return self.past + self.fit


class Step(NamedTuple):
    """A line on its way to explain a sighting."""

    position: Position
    actions: tuple[Entry, ...]
    prior: float
    fit: float
    latest_s: float
    """When the last card of its last turn was first seen on the table."""

    @property
    def weight(self) -> float:
        return self.prior + self.fit


@dataclass(frozen=True, slots=True)
class Referee:
    """What is believed of a round after some sightings."""

    lines: tuple[Line, ...]
    """The likeliest first."""
    before: tuple[Line, ...]
    """As they were before the table last moved."""
    settled_s: float = -1.0

    def see(self, sighting: Sighting) -> "Referee":
        """What is believed after one more sighting.

        A second sighting of the same still table knows more than the first and replaces it.
        """
        if sighting.settled_s == self.settled_s:
            before = self.before
        else:
            before = tuple(replace(each, past=each.past + PAST * each.fit) for each in self.lines)
        fit = Fit(sighting, len(before[0].position.seats))
        found = [each for line in before for each in _explained(line, fit)]
        top = sorted(before, key=lambda line: -line.past)[:LIKELY]
        if max(each.fit for each in found) < fit.best - PUZZLED:
            found += [each for line in top for each in _explained(line, fit, missed=True)]
        if max(each.fit for each in found) < fit.best - STUCK:
            found += [each for line in top for each in _explained_anyhow(line, fit)]
        return Referee(_kept(found), before, sighting.settled_s)


def opened(lines: Iterable[Line]) -> Referee:
    """The referee of a round that was just dealt, from every way it may have been dealt."""
    some = tuple(lines)
    return Referee(some, some)


def _kept(found: Iterable[Line]) -> tuple[Line, ...]:
    """The likeliest of each position, the likeliest first, no more than MOST_LINES."""
    ordered = sorted(found, key=lambda line: -line.weight)
    best = ordered[0].weight
    seen: set[object] = set()
    kept: list[Line] = []
    for line in ordered:
        if line.weight < best - WORST or len(kept) == MOST_LINES:
            break
        key = _key(line)
        if key not in seen:
            seen.add(key)
            kept.append(line)
    return tuple(kept)


def _key(line: Line) -> object:
    """Equal for lines that stand at the same place of the same round."""
    position = line.position
    seats = tuple((len(each.hand), in_order(each.captures), *each[2:]) for each in position.seats)
    last = line.actions[-1].entry.action if line.actions else None
    return (
        seats, in_order(position.pot), position.stacks, len(position.stock), position.dealer,
        position.to_act, position.phase, position.gives, position.payments, last,
    )  # fmt: skip


def _explained(line: Line, fit: Fit, *, missed: bool = False) -> list[Line]:
    """The line as it stands, and with the legal turns that may explain the sighting.

    With `missed`, the first of them plays or flips a card that nobody saw.
    """
    still = fit.of(line.position)
    stay = Step(line.position, (), 0.0, still, line.latest_s)
    steps = [stay._replace(fit=max(still, fit.underway(line.position)))]
    edge = [stay]
    for place in range(MOST_AT_ONCE):
        unseen = missed and not place
        found = [each for step in edge for each in _with_a_turn(step, fit, missed=unseen)]
        found.sort(key=lambda step: -step.weight)
        steps += found[:WIDTH]
        edge = [
            step._replace(prior=step.prior + ANOTHER)
            for step in found[:WIDTH]
            if fit.newcomers(step.position, CLEARLY_NEW)
        ]
    return [_advanced(line, step, fit.sighting.time_s) for step in steps]


def _advanced(line: Line, step: Step, time_s: float) -> Line:
    more = tuple(Timed(entry, time_s) for entry in step.actions)
    return replace(
        line,
        position=step.position,
        actions=line.actions + more,
        past=line.past + step.prior,
        fit=step.fit,
        latest_s=step.latest_s,
    )


def _with_a_turn(step: Step, fit: Fit, *, missed: bool) -> Iterator[Step]:
    """The steps with one turn more, its declarations and junk handed over included."""
    position = step.position
    if position.phase is Phase.GIVE:
        yield from _with_gifts(step, fit)
        return
    if position.phase is Phase.CALL:
        step = _with(step, Call(position.to_act, "go"), fit)
        position = step.position
    if position.phase is not Phase.PLAY:
        return
    for shown in _declared(step, fit):
        if shown.position.phase is Phase.OVER:
            yield shown
            continue
        if shown is not step:
            yield shown
        for turn, prior, latest in _likely(shown.position, fit, step.latest_s, missed=missed):
            played = _with(shown, turn, fit, prior)._replace(latest_s=latest)
            yield from _with_gifts(played, fit)


def _with(step: Step, action: Action, fit: Fit, prior: float = 0.0) -> Step:
    following, report = play(step.position, action)
    prior += sum(RARE.get(event, 0.0) for event in report.events)
    return step._replace(
        position=following,
        actions=(*step.actions, Entry(action)),
        prior=step.prior + prior,
        fit=fit.of(following),
    )


def _with_gifts(step: Step, fit: Fit) -> Iterator[Step]:
    """The step, and with each way to hand over the junk that is due."""
    yield step
    if step.position.phase is Phase.GIVE:
        giver, mover = step.position.gives[0], step.position.mover
        for each in giveable(step.position.seats[giver].captures, step.position):
            yield from _with_gifts(_with(step, Give(giver, mover, each), fit), fit)


def _declared(step: Step, fit: Fit) -> Iterator[Step]:
    """The step, and with what a seat has laid open to be seen: a triple, or four of a month."""
    yield step
    position = step.position
    for seat, chances in fit.sighting.shown.items():
        for month, much in _months(chances).items():
            if much >= SHOWN_QUAD and position.opening:
                quads: list[Action] = [Quads(seat, months=(month,))]
            elif much >= SHOWN and seat == position.to_act:
                quads = [Show(seat, month)]
            else:
                continue
            for action in quads:
                try:
                    following = apply(position, action).position
                except IllegalTurn:
                    continue
                entries = (*step.actions, Entry(action))
                prior = step.prior + DECLARED
                yield Step(following, entries, prior, fit.of(following), step.latest_s)


def _months(chances: Chances) -> dict[int, float]:
    """Of each month how many cards lie open."""
    found: Counter[int] = Counter()
    for each, copies in chances.items():
        if each.month:
            found[each.month] += sum(copies)  # type: ignore[assignment]
    return dict(found)


def _likely(
    position: Position, fit: Fit, after_s: float, *, missed: bool
) -> Iterator[tuple[Turn, float, float]]:
    """The turns whose cards are to be seen, or all but one of them.

    Each with its prior, and when the last of its cards was first seen.
    """
    new = fit.newcomers(position, NEW)
    if not missed:
        for turn in turns(position, new):
            yield turn, *_order(position, turn, fit, after_s)
        return
    for turn in turns(position):
        if sum(each not in new for each in (*turn.played, *turn.flipped)) == 1:
            prior, latest = _order(position, turn, fit, after_s)
            yield turn, UNSEEN + prior, latest


def _order(position: Position, turn: Turn, fit: Fit, after_s: float) -> tuple[float, float]:
    """What the order speaks for in which cards were first seen, and when the last of them was.

    Cards played were there before those flipped, and all of them after those of the turn before,
    the last of which was seen at `after_s`.
    """
    there = on_table(position)
    prior, latest = 0.0, after_s
    for pile in (turn.played, turn.flipped):
        times = []
        for each in pile:
            seen = fit.sighting.since.get(each, ())
            if there[each] < len(seen):
                times.append(seen[there[each]])
            there[each] += 1
        prior += sum(DISORDER for time_s in times if time_s < latest - SOONER_S)
        latest = max(times, default=latest)
    if turn.played and turn.flipped:
        months = {each.month for each in position.pot}
        played, flipped = turn.played[0].month, turn.flipped[0].month
        if played != flipped and flipped in months and played not in months:
            prior += SENSE
    return prior, latest


def _explained_anyhow(line: Line, fit: Fit) -> Iterator[Line]:
    """The line with a turn that breaks a rule: any seat's, taking what was seen to be taken."""
    position = line.position
    if position.phase is Phase.OVER:
        return
    new = tuple(fit.newcomers(position, CLEARLY_NEW))
    for seat in range(len(position.seats)):
        for action in _against(position, seat, new, fit):
            try:
                following = apply(position, action, accept=True)
            except IllegalTurn:
                continue
            accepted = bool(following.report.breaches)
            step = Step(
                following.position,
                (Entry(action, accepted=accepted),),
                AGAINST if accepted else 0.0,
                fit.of(following.position),
                line.latest_s,
            )
            yield _advanced(line, step, fit.sighting.time_s)


def _against(position: Position, seat: int, new: Cards, fit: Fit) -> Iterator[Action]:
    """Turns of a seat by what was seen alone, and junk that changed hands."""
    mine = fit.sighting.places.get(seat, {})
    here = [*position.pot, *new]
    held = Counter(position.seats[seat].captures)
    taken = tuple(
        each for each in dict.fromkeys(here) if sum(mine.get(each, ())) - held[each] > 0.5
    )
    since = fit.sighting.since
    laid = sorted(new, key=lambda each: (since.get(each, (0.0,))[-1], each.order))
    if 1 <= len(laid) <= 4:
        for count in range(min(2, len(laid) + 1)):
            played, flipped = tuple(laid[:count]), tuple(laid[count:])
            yield Turn(seat, played, (), flipped)
            yield Turn(seat, played, (), flipped, captured=taken)
    for other, each in enumerate(position.seats):
        for junk in dict.fromkeys(each.captures):
            if other != seat and junk.junk and sum(mine.get(junk, ())) - held[junk] > 0.5:
                yield Give(other, seat, junk)
