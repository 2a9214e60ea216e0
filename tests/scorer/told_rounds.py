"""Rounds that the engine played, told as a camera would see them; for tests of the referee.

A sighting here is a table between two turns, every card where it lies and seen clearly.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from scorer.actions import Call, Quads, Show, Turn
from scorer.benchmark import random_round
from scorer.cards import BACK, DECK, Card, Cards
from scorer.deal import hidden_deal, start
from scorer.likelihood import piles
from scorer.line import Line
from scorer.notation import parse
from scorer.play import apply
from scorer.presets import house_rules
from scorer.record import Entry, Record
from scorer.referee import Referee, opened
from scorer.replay import replay
from scorer.sighting import Chances, Laid, Place, Sighting
from scorer.table import Phase, Position, months_with, of_month

ROUNDS = Path(__file__).parents[1] / "rounds"
CLEAR = 0.97
TURN_S, LAID_S, FLIP_S = 10.0, 8.0, 0.5
"""From turn to turn, from a card laid to the end of its turn, from a card to the one flipped."""
GLANCE_S = 0.4
"""From glance to glance."""
SOMEWHERE = (0.0, 0.0)

AllLaid = dict[Card, tuple[Laid, ...]]


def golden(stem: str) -> Record:
    return parse((ROUNDS / f"{stem}.hwatu").read_text(encoding="utf-8"), stem)


@cache
def at_random(preset: str, seats: int, seed: int) -> Record:
    """A round of choices drawn by lot."""
    rules, rng = house_rules(preset, seats), random.Random(f"{preset} {seed}")
    dealer = rng.randrange(seats)
    dealt, played, _ = random_round(rules, seats, rng, dealer)
    entries = tuple(Entry(action) for _, action in played)
    return Record(rules, ("Ann", "Bea", "Cho")[:seats], dealer, dealt, entries=entries)


def chances(pile: Iterable[Card]) -> Chances:
    return {each: (CLEAR,) * count for each, count in Counter(pile).items()}


def seen(
    position: Position, time_s: float, laid: AllLaid | None = None, shown: Cards = ()
) -> Sighting:
    """The table of a position."""
    places = {place: chances(pile) for place, pile in piles(position)}
    opened = {position.to_act: chances(shown)} if shown else {}
    return Sighting(time_s, time_s, places, opened, laid=dict(laid or {}))


def _lay(laid: AllLaid, each: Card, time_s: float) -> None:
    laid[each] = (*laid.get(each, ()), Laid(time_s - GLANCE_S, time_s, SOMEWHERE))


def story(record: Record) -> list[Sighting]:
    """The table after the deal, after each turn, and while a triple or four lie open."""
    return list(_story(record))


def _story(record: Record) -> Iterator[Sighting]:
    position = start(record.rules, record.deal, record.dealer)
    laid: AllLaid = {}
    time_s = 0.0
    yield seen(position, time_s, laid)
    for action in (entry.action for entry in record.entries):
        before = position
        position = apply(before, action, accept=True).position
        time_s += TURN_S
        if isinstance(action, Turn):
            for place, each in enumerate(action.played + action.flipped):
                flips = place + 1 - len(action.played)
                _lay(laid, each, time_s - LAID_S + max(0, flips) * FLIP_S)
        if isinstance(action, Show | Quads):
            yield seen(before._replace(to_act=action.seat), time_s, laid, _open(before, action))
        elif not isinstance(action, Call) and position.phase is not Phase.GIVE:
            yield seen(position, time_s, laid)


def _open(position: Position, action: Show | Quads) -> Cards:
    """The triple or the four that a hand lays open, as they may be in a hidden one."""
    hand = position.seats[action.seat].hand
    if isinstance(action, Show):
        may_be = of_month(hand, action.month) + of_month(position.unseen(), action.month)
        return tuple(may_be[:3])
    months = action.months or months_with(hand, 4)
    return tuple(each for each in DECK if each.month in months)


def before(record: Record) -> Referee:
    """The referee of the dealt table; it does not know who begins, nor any hand."""
    rules, seats, known = record.rules, len(record.seats), record.deal
    laid = len(known.stock) - len(start(rules, known, record.dealer).stock)
    dealt = hidden_deal(rules, seats, known.pot, stock=known.stock[:laid])
    return opened(Line(dealt, seat, start(rules, dealt, seat)) for seat in range(seats))


def after(record: Record, sightings: Iterable[Sighting]) -> Referee:
    referee = before(record)
    for each in sightings:
        referee = referee.see(each)
    return referee


def read_back(record: Record, referee: Referee) -> Record:
    """The round as the likeliest line has it."""
    line = referee.lines[0]
    entries = tuple(timed.entry for timed in line.actions)
    return replace(record, deal=line.deal, dealer=line.dealer, entries=entries, result=None)


def turns_of(record: Record) -> list[tuple[object, ...]]:
    """What can be seen of each turn: no stop, nor the order of two flips and of junk given."""
    return [
        (
            turn.seat,
            turn.played,
            Counter(turn.flipped),
            Counter(turn.captured),
            Counter(turn.stolen),
            sorted(each for each in turn.events if each != "stop"),
        )
        for turn in replay(record).turns
    ]


def lying(position: Position) -> dict[Place, Counter[Card]]:
    return {place: Counter(pile) for place, pile in piles(position)}


def changed(sighting: Sighting, place: Place, off: Cards = (), on: Cards = ()) -> Sighting:
    """The sighting with other cards at one place, nowhere else."""
    pile = Counter({each: len(copies) for each, copies in sighting.places[place].items()})
    pile.subtract(off)
    pile.update(on)
    return replace(sighting, places={**sighting.places, place: chances(pile.elements())})


def misread(sighting: Sighting, face: Card, wrong: Card) -> Sighting:
    """The sighting with another face wherever this one is seen."""

    def read(pile: Mapping[Card, Any]) -> dict[Card, Any]:
        return {wrong if each is face else each: copies for each, copies in pile.items()}

    places = {place: read(pile) for place, pile in sighting.places.items()}
    return replace(sighting, places=places, laid=read(sighting.laid))


def nameless(sighting: Sighting, face: Card) -> Sighting:
    """The sighting of a print on which this face looks like none that is known."""
    places = {
        place: {each: copies for each, copies in pile.items() if each is not face}
        for place, pile in sighting.places.items()
    }
    unknown = {
        place: (CLEAR,) * len(pile[face]) for place, pile in sighting.places.items() if face in pile
    }
    laid = {BACK if each is face else each: came for each, came in sighting.laid.items()}
    return replace(sighting, places=places, nameless=unknown, laid=laid)


def read_turns(record: Record, referee: Referee) -> list[tuple[object, ...]]:
    """The turns of the likeliest line, to be compared with `turns_of` the round that was played."""
    return turns_of(read_back(record, referee))
