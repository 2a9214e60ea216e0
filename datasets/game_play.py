"""A round played out by the rules: by players with sense, and by lucky ones to whom things happen.

>>> from scorer.presets import house_rules
>>> game = play_game(house_rules("matgo", 2), ("A", "B"), random.Random(1))
>>> game.replay.position.outcome.kind
'stop'
"""

import random
from collections import Counter
from dataclasses import dataclass, field, replace

from scorer.actions import Action, Call, Quads, Shodang, Show, Turn
from scorer.cards import Card, Cards, Kind
from scorer.combinations import points
from scorer.deal import Deal, deal, hidden_deal, start
from scorer.ending import Terms
from scorer.house_rules import HouseRules
from scorer.play import Report, apply, play
from scorer.record import Entry, Record
from scorer.replay import Replay, replay
from scorer.table import Position, deck, months_with, of_month
from scorer.turns import legal

WORTH = {Kind.BRIGHT: 5.0, Kind.ANIMAL: 3.0, Kind.RIBBON: 2.5, Kind.JUNK: 1.0}
"""What a card is worth to a player who does not count combinations."""

RARE = {
    "ppuk": 4.0,
    "ppuk_capture": 4.0,
    "own_ppuk_capture": 6.0,
    "bomb": 6.0,
    "joker": 2.0,
    "heundeum": 4.0,
    "sweep": 6.0,
    "ttadak": 8.0,
    "chok": 4.0,
    "go": 2.0,
}
"""Events that luck brings, and how much it prefers them."""

LUCKY_TRIES = 8
"""Rounds that luck may choose among."""

SHOWS, SAYS_GO = 0.8, 0.4
"""How often a triple is shown and a go called."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a round, with what it did."""

    before: Position
    action: Action
    report: Report
    after: Position
    turn: int
    """Which of the replay's turns it belongs to."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A round before its deal."""

    rules: HouseRules
    seats: tuple[str, ...]
    """Who plays, in turn order."""
    dealer: int
    terms: Terms = field(default_factory=Terms)
    waiting: tuple[str, ...] = ()
    """Who sits out."""


@dataclass(frozen=True, slots=True)
class Game:
    """A round that was played to its end."""

    deal: Deal
    """Every card known; the record hides the hands of a chongtong, whose round ends as dealt."""
    replay: Replay
    steps: tuple[Step, ...]


def play_game(
    rules: HouseRules, seats: tuple[str, ...], rng: random.Random, *, lucky: bool = False
) -> Game:
    """A round of these seats; with `lucky` the one of several in which the most happens."""
    return play_round(Begun(rules, seats, rng.randrange(len(seats))), rng, lucky=lucky)


def play_round(begun: Begun, rng: random.Random, *, lucky: bool) -> Game:
    """The same of a round of which is known who deals it and what it is played for."""
    tries = LUCKY_TRIES if lucky else 1
    return max((_round(begun, rng, lucky) for _ in range(tries)), key=_eventful)


def _eventful(game: Game) -> float:
    """How much happens in a round; the second event of a name counts half, the third a third."""
    told = Counter(name for turn in game.replay.turns for name in turn.events)
    return sum(
        RARE.get(name, 0.0) * sum(1 / (k + 1) for k in range(count)) for name, count in told.items()
    )


def _round(begun: Begun, rng: random.Random, lucky: bool) -> Game:
    rules, seats, dealer = begun.rules, begun.seats, begun.dealer
    while True:
        cards = list(deck(rules))
        rng.shuffle(cards)
        dealt = deal(tuple(cards), rules, len(seats), dealer)
        position = start(rules, dealt, dealer)
        record = Record(rules, seats, dealer, dealt, begun.terms, begun.waiting)
        if position.outcome is None:
            return _played(record, position, rng, lucky)
        winners = position.outcome.winners
        one = position.outcome.kind == "chongtong" and len(winners) == 1
        if one and not any(c.is_joker for c in dealt.pot):
            return _shown_at_once(record, winners[0])


def _shown_at_once(record: Record, winner: int) -> Game:
    """Four of a month dealt to a hand: as a camera knows it, hands hidden until they are shown."""
    dealt, rules, seats = record.deal, record.rules, len(record.seats)
    action = Quads(winner, months=months_with(dealt.hands[winner], 4))
    hidden = replace(record, deal=hidden_deal(rules, seats, dealt.pot), entries=(Entry(action),))
    before = start(rules, hidden.deal, record.dealer)
    after, report = apply(before, action)
    return Game(dealt, replay(hidden), (Step(before, action, report, after, 0),))


def _played(record: Record, position: Position, rng: random.Random, lucky: bool) -> Game:
    done: list[tuple[Position, Action, Report, Position]] = []
    while position.outcome is None:
        action = _choice(position, rng, lucky)
        after, report = apply(position, action)
        done.append((position, action, report, after))
        position = after
    entries = tuple(Entry(action) for _, action, _, _ in done)
    steps = tuple(
        Step(*each, turn=len(replay(replace(record, entries=entries[: k + 1])).turns) - 1)
        for k, each in enumerate(done)
    )
    return Game(record.deal, replay(replace(record, entries=entries)), steps)


def _choice(position: Position, rng: random.Random, lucky: bool) -> Action:
    actions = [each for each in legal(position) if not isinstance(each, Shodang)]
    return max(actions, key=lambda each: _liking(position, each, rng, lucky))


def _liking(position: Position, action: Action, rng: random.Random, lucky: bool) -> float:
    """How much the player to act likes an action; the highest is done."""
    match action:
        case Turn():
            liking = _sense(position, action) + rng.gauss(0, 0.7)
            return liking + _luck(position, action) if lucky else liking
        case Show():
            return 100.0 if rng.random() < SHOWS else -100.0
        case Call(says=says):
            often = SAYS_GO * (1.5 if lucky else 1.0) if len(position.stock) > 5 else 0.1
            if not position.seats[action.seat].hand:
                often = 0.0  # who cannot play on cannot gain by it
            return often - rng.random() if says == "go" else 0.0
        case Quads(play_on=play_on):
            return 50.0 - 100.0 * play_on
    return rng.random()


def _sense(position: Position, turn: Turn) -> float:
    """What a player expects of a turn who does not know the card he will flip."""
    chosen = sum((_worth(each) for each in turn.takes), 0.0)
    if not turn.played:
        return chosen
    mine = sum((_worth(each) for each in turn.played), 0.0)
    same = of_month(position.pot, turn.played[0].month)
    if turn.played[0].is_joker or (not same and len(turn.played) > 1):
        return 2.0
    if not same:
        return chosen - 0.6 * mine
    if len(same) == 2:
        return mine + chosen
    return (
        mine + sum(_worth(each) for each in same) + 3.0 * (len(same) == 3 or len(turn.played) > 1)
    )


def _worth(card: Card) -> float:
    return WORTH[card.kind] + 1.5 * (card.junk > 1)


def _luck(position: Position, turn: Turn) -> float:
    """What a turn really brings: points, and events that are worth seeing."""
    after, report = play(position, turn)
    return _gained(position, after, turn.seat) + sum(RARE.get(each, 0.0) for each in report.events)


def _gained(before: Position, after: Position, seat: int) -> float:
    piles: tuple[Cards, Cards] = (before.seats[seat].captures, after.seats[seat].captures)
    old, new = (points(pile, before.rules) for pile in piles)
    return 1.5 * (new - old)
