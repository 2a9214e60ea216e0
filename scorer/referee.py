"""The referee: which legal turns explain what was seen.

The rules propose, the camera weighs. The referee keeps a few dozen lines of play, each a legal
round so far. Every sighting is compared with where each line stands and where its legal turns
would lead; what explains the sightings best so far is kept. Nothing is final: a line that looked
worse comes back when later evidence speaks for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log

from scorer.actions import Action, Call, Give, Turn
from scorer.cards import Card, Cards
from scorer.declared import DECLARED, declarations, is_triple
from scorer.errors import IllegalTurn
from scorer.hindsight import UNSEEN, misread_lines
from scorer.kept import WORST, Step, advanced, kept
from scorer.laying import DISORDER, Span, weighed
from scorer.likelihood import UNDERWAY, Costs, Fit, charged, giving, partly
from scorer.line import Last, Line
from scorer.loose_ends import UNUSED, came_late, laid_by, still_unseen, vanished
from scorer.nameless import nameless_turns
from scorer.play import apply, play
from scorer.proposals import CLEARLY_NEW, against, seen_turns
from scorer.record import Entry
from scorer.sighting import Sighting
from scorer.table import Phase, Position
from scorer.turns import giveable

MOST_AT_ONCE = 3
"""Turns between two sightings, when play is fast."""
WIDTH = 12
"""Of the ways to explain a part of what changed, so many are followed further."""
MOST_TURNS = 24
"""So many of the turns that may follow are looked into for the junk handed over."""
NEW = 0.15
"""A face of which so much more is seen than lies on the table may have come to it."""
GIFTS = 2
"""Of the ways to hand over one junk card, so many are followed."""
MOST_NEW = 12
"""A line that leaves more faces unexplained than this cannot catch up."""
RARE = {"ppuk": -1.5, "bomb": -1.5, "ttadak": -0.7, "chok": -0.7, "sweep": -0.7}
"""What seldom happens needs more to be believed."""
ANOTHER = -1.5
"""For each turn more than one between two sightings."""
TWICE = -1.2
"""For the second of a face that was seen beside the first under a hand, and nowhere else."""
NAMELESS = -1.0
"""For a card that a line says was played, where one of no known face came: it may be any."""
EXPLAINED = 0.3
"""A line that leaves less unexplained needs no turn to explain it."""
PUZZLED = 2.4
"""A sighting explained worse than this makes the referee think of cards that nobody saw."""
CONFUSED = 7.0
"""A sighting costs a line no more than this: something goes on that the next one will explain."""
STUCK = 6.5
"""Worse than this, and it thinks of turns against the rules."""
LIKELY = 6
"""Of so many lines."""
AGAINST = -10.0
"""For a turn against the rules."""


_played = lru_cache(maxsize=4096)(play)
"""Lines differ in little, and at a still table the same turns are thought of at every look."""


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
        before = self.before if sighting.settled_s == self.settled_s else self.lines
        fit = Fit(sighting, len(before[0].position.seats))
        looks = [_Explaining(line, fit) for line in before]
        found = list(_explained(looks))
        top, least = looks[:LIKELY], _best(found) - WORST
        puzzled = _loss(before, found) > PUZZLED
        if puzzled:
            found += [each for look in top for each in look.steps_missed(least)]
        misread = [
            other for look in top for other in misread_lines(look.line, fit, puzzled=puzzled)
        ]
        found += [each for line in misread for each in _Explaining(line, fit).steps(least)]
        if _loss(before, found) > STUCK:
            found += [each for look in top for each in look.steps_anyhow()]
        lines = [advanced(*each, sighting) for each in kept(found)]
        return Referee(tuple(lines), before, sighting.settled_s)


def opened(lines: Iterable[Line]) -> Referee:
    """The referee of a round that was just dealt, from every way it may have been dealt."""
    some = tuple(sorted(lines, key=lambda line: -line.weight))
    return Referee(some, some)


def _explained(looks: Iterable["_Explaining"]) -> Iterator[tuple[Line, Step]]:
    """How the lines, the likeliest first, may go on; those that cannot catch up are left out."""
    best = -inf
    for look in looks:
        if look.line.weight + DECLARED < best - WORST:
            break
        for line, step in look.steps(best - WORST):
            best = max(best, line.weight + step.weight)
            yield line, step


def _best(found: Iterable[tuple[Line, Step]]) -> float:
    """How likely the likeliest way on is."""
    return max(line.weight + step.weight for line, step in found)


def _loss(before: Iterable[Line], found: Iterable[tuple[Line, Step]]) -> float:
    """How much less likely the likeliest way on is than the likeliest line was."""
    return max(line.weight for line in before) - _best(found)


class _Explaining:
    """A line before a sighting, and the ways it may go on to explain it."""

    def __init__(self, line: Line, fit: Fit) -> None:
        self.line, self.fit = line, fit
        costs = {**self._costs(line.position, line.last), **still_unseen(line, fit)}
        charge = charged(costs, line.costs)
        late = DISORDER * len(came_late(line, fit))
        last, more = self._weighed_anew(line.last)
        self.stay = Step(line.position, (), late + more, costs, charge, line.span, last)
        self.vanished = vanished(line, fit)
        self.edges = [[self.stay]]
        """The steps with none, one, two turns seen, after which one more may have been played."""

    def steps(self, least: float = -inf) -> Iterator[tuple[Line, Step]]:
        """The line as it stands, and with the legal turns that may explain the sighting.

        What is less likely than `least` is not followed further.
        """
        yield self.line, self._confused(self._underway(self.stay))
        if self.stay.charge < EXPLAINED and not self._something_new(self.stay):
            return
        edge = [self.stay]
        for _ in range(MOST_AT_ONCE):
            found = self._followed(edge, least)
            yield from ((self.line, self._with_all_laid(step)) for step in found)
            edge = self._going_on(found, least)
            self.edges.append(edge)

    def steps_missed(self, least: float) -> Iterator[tuple[Line, Step]]:
        """The line with turns of which one plays or flips a card that nobody saw."""
        edge = list[Step]()
        for seen in self.edges[:MOST_AT_ONCE]:
            found = self._followed(seen, least, missed=True) + self._followed(edge, least)
            found = _likeliest(found)
            yield from ((self.line, self._with_all_laid(step)) for step in found)
            edge = self._going_on(found, least)

    def _followed(self, edge: list[Step], least: float, *, missed: bool = False) -> list[Step]:
        """The likeliest ways on from these steps by one turn each."""
        return _likeliest(
            self._underway(each)
            for step in edge
            for each in self._with_a_turn(step, least, missed=missed)
        )

    def _going_on(self, found: Iterable[Step], least: float) -> list[Step]:
        """Those after which one turn more may have been played, and what that costs."""
        return [
            step._replace(prior=step.prior + ANOTHER)
            for step in found
            if self.line.weight + step.prior + ANOTHER > least and self._something_new(step)
        ]

    def _underway(self, step: Step) -> Step:
        """The step where the next turn may have begun; after one that is new only by a bomb."""
        if step.charge <= UNDERWAY:
            return step
        costs = self.fit.underway(step.costs, step.position, bombs=bool(step.actions))
        return step._replace(costs=costs, charge=charged(costs, self.line.costs))

    def _with_all_laid(self, step: Step) -> Step:
        """The step, less likely where cards were laid that none of its turns laid.

        What those that one did lay cost so far, while the turn was under way, it gets back.
        """
        used = laid_by(each.action for each in step.actions)
        came: Costs = {
            where: cost
            for where, cost in self.line.costs.items()
            if where[0] == "pot" and self._came_with(where[1], used)
        }
        back = charged(came, step.costs)
        return step._replace(prior=step.prior + back + UNUSED * len(self.vanished - used))

    def _weighed_anew(self, last: Last | None) -> tuple[Last | None, float]:
        """The last turn as it is weighed by what was seen of it since, and what more that says.

        Where a card that was seen to be laid is told no more, what was seen then stands.
        """
        if last is None or not last.laid <= (laid := self._laid(last.turn)):
            return last, 0.0
        seen = self.fit.sighting.without_laid_since(last.told_s)
        prior, _ = weighed(last.turn, last.position, last.before, seen)
        return last._replace(laid=laid, prior=prior), prior - last.prior

    def _laid(self, turn: Turn) -> frozenset[Card]:
        """The cards of a turn that were seen to be laid."""
        return frozenset(
            each for each in turn.played + turn.flipped if each in self.fit.sighting.laid
        )

    def _came_with(self, card: Card, used: set[Card]) -> bool:
        """Whether a card that was charged for was first seen when it was laid for these turns."""
        if card not in used or card in self.line.position.pot:
            return False
        laid = self.fit.sighting.laid.get(card)
        if laid is None:
            return True
        last_s = laid[-1].after_s
        return (
            last_s >= self.line.span.done_s and self.line.since_s.get(("pot", card), -inf) > last_s
        )

    def _confused(self, step: Step) -> Step:
        """The step with no more charged than a sighting costs; the rest is charged later."""
        if step.charge <= CONFUSED:
            return step
        costs = partly(step.costs, self.line.costs, CONFUSED / step.charge)
        return step._replace(costs=costs, charge=CONFUSED)

    def _something_new(self, step: Step) -> bool:
        """Whether a card has come to the table, or the seat to act lays cards of a month open."""
        shown = self.fit.sighting.shown
        return is_triple(shown, step.position) or bool(self._new(step, CLEARLY_NEW))

    def _new(self, step: Step, least: float) -> set[Card]:
        """The faces that may have come to the table after the step's last turn."""
        new = self.fit.newcomers(step.position, least) | self.fit.laid_since(step.span.done_s)
        return new if len(new) <= MOST_NEW else set()

    def _moved(self, step: Step, action: Action, position: Position, prior: float) -> Step:
        """The step after an action that led to this position."""
        costs = self._costs(position, step.last)
        return step._replace(
            position=position,
            actions=(*step.actions, Entry(action)),
            prior=step.prior + prior,
            costs=costs,
            charge=charged(costs, self.line.costs),
        )

    def _with(self, step: Step, action: Action, prior: float = 0.0) -> Step:
        following, report = _played(step.position, action)
        rare = sum(RARE.get(event, 0.0) for event in report.events)
        return self._moved(step, action, following, prior + rare)

    def _with_last(self, step: Step, turn: Turn, prior: float, weight: float, span: Span) -> Step:
        """The step with one turn more, which is its last; `weight` may change by what comes."""
        gifts = _played(step.position, turn)[1].stolen
        told_s = self.fit.sighting.time_s
        last = Last(turn, step.position, step.span, self._laid(turn), weight, gifts, told_s)
        return self._with(step._replace(last=last, span=span), turn, prior + weight)

    def _costs(self, position: Position, last: Last | None) -> Costs:
        """What the position does not explain; junk due for the last turn is on its way."""
        costs = self.fit.costs(position)
        return costs if last is None else giving(costs, last.gifts, last.turn.seat)

    def _with_a_turn(self, step: Step, least: float, *, missed: bool) -> Iterator[Step]:
        """The steps with one turn more, its declarations and junk handed over included."""
        position = step.position
        if position.phase is Phase.GIVE:
            yield from self._with_gifts(step)
            return
        if position.phase is Phase.CALL:
            step = self._with(step, Call(position.to_act, "go"))
            position = step.position
        if position.phase is not Phase.PLAY:
            return
        for shown in self._declared(step):
            if shown is not step:
                yield shown
            if shown.position.phase is not Phase.OVER:
                yield from self._with_turns(shown, least, missed=missed)

    def _with_turns(self, step: Step, least: float, *, missed: bool) -> Iterator[Step]:
        """The steps with a turn whose cards are to be seen, or all but one of them."""
        new = self._new(step, NEW)
        seen = [
            (turn, sum(self._unseen(each, step, new) for each in self._not_new(turn, new, step)))
            for turn in seen_turns(step.position, frozenset(new), missed=missed)
        ]
        nameless = 0 if missed else self.fit.unnamed(step.position)
        if nameless:
            seen += [
                (turn, NAMELESS)
                for turn in nameless_turns(step.position, new)
                if self.fit.unnamed(_played(step.position, turn)[0]) < nameless
            ]
        # What speaks for a turn is never more than nothing: one too unlikely need not be weighed.
        spare = self.line.weight + step.prior - least
        weights = dict[tuple[Cards, Cards], tuple[float, Span]]()
        found = list[Step]()
        for turn, prior in (each for each in seen if spare + each[1] >= 0):
            if (cards := (turn.played, turn.flipped)) not in weights:  # what it takes says nothing
                weights[cards] = weighed(turn, step.position, step.span, self.fit.sighting)
            weight, span = weights[cards]
            if spare + prior + weight >= 0:
                found.append(self._with_last(step, turn, prior, weight, span))
        for played in sorted(found, key=lambda each: -each.weight)[:MOST_TURNS]:
            yield from self._with_gifts(played)

    def _not_new(self, turn: Turn, new: Set[Card], step: Step) -> Iterator[Card]:
        """The cards of a turn that are not new on the table; one of a bomb may lie under others."""
        played = turn.played if len(turn.played) == 1 else ()
        yield from (each for each in (*played, *turn.flipped) if each not in new)
        if not played:
            yield from [each for each in turn.played if each not in new][1:]
        twins = (each for each in played if each in turn.flipped and each in new)
        yield from (each for each in twins if not self._came_twice(each, step))

    def _came_twice(self, card: Card, step: Step) -> bool:
        """Whether both cards of a face are new on the table."""
        laid = self.fit.sighting.laid.get(card, ())
        late = [each for each in laid if each.after_s >= step.span.done_s]
        return len(late) > 1 or card in self.fit.newcomers(step.position, 1 + NEW)

    def _unseen(self, card: Card, step: Step, new: Set[Card]) -> float:
        """For a card that is played or flipped and was not seen; or hardly, which speaks for it."""
        faint = self.fit.sighting.faint.get(card, ())
        likely = sorted(each.chance for each in faint if each.came.seen_s > step.span.done_s)
        if card in new:  # its twin is to be seen, and was no surer at first
            likely = likely[:-1]
        unseen = TWICE if self._held_twice(card, step) else UNSEEN
        return max(unseen, log(likely[-1])) if likely else unseen

    def _held_twice(self, card: Card, step: Step) -> bool:
        """Whether two cards of a face were seen under a hand at once: one was laid on its twin."""
        held = self.fit.sighting.held.get(card, ())
        times = Counter(each.time_s for each in held if each.time_s > step.span.done_s)
        return any(count > 1 for count in times.values())

    def _with_gifts(self, step: Step, after: int = 0) -> Iterator[Step]:
        """The step, and with each way to hand over the junk that is due.

        The seats give in any order, but of all that give at once one order is enough: those that
        come `after` so many of who owe junk.
        """
        yield step
        position = step.position
        for place, giver in list(enumerate(position.gives))[after:]:
            if giver in position.gives[after:place]:
                continue
            junk = giveable(position.seats[giver].captures, position)
            given = [self._with(step, Give(giver, position.mover, each)) for each in junk]
            for likely in sorted(given, key=lambda each: -each.weight)[:GIFTS]:
                yield from self._with_gifts(likely, place)

    def _declared(self, step: Step) -> Iterator[Step]:
        """The step, and with what a seat lays open to be seen: a triple, or four of a month."""
        yield step
        for action, prior in declarations(self.fit.sighting.shown, step.position):
            try:
                following = apply(step.position, action).position
            except IllegalTurn:
                continue
            yield self._moved(step, action, following, prior)

    def steps_anyhow(self) -> Iterator[tuple[Line, Step]]:
        """The line with a turn that breaks a rule: any seat's, taking what was seen to be taken."""
        position = self.line.position
        if position.phase is Phase.OVER:
            return
        new = tuple(self.fit.newcomers(position, CLEARLY_NEW))
        for seat in range(len(position.seats)):
            for action in against(position, seat, new, self.fit):
                try:
                    following, report = apply(position, action, accept=True)
                except IllegalTurn:
                    continue
                if report.breaches:  # what is legal is weighed with the other turns
                    before = self.stay._replace(last=None)
                    step = self._moved(before, action, following, AGAINST)
                    accepted = (Entry(action, accepted=True),)
                    yield self.line, step._replace(actions=accepted)


def _likeliest(found: Iterable[Step]) -> list[Step]:
    return sorted(found, key=lambda step: -step.weight)[:WIDTH]
