"""Properties of random rounds under every preset.

In CI a sample; `pytest -m long` plays at least 20,000 rounds of every preset.
"""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from scorer.actions import Action, Call, Give, Show, Turn
from scorer.benchmark import random_deal, random_round
from scorer.cards import BACK, DECK, Card, in_order
from scorer.combinations import points, score
from scorer.deal import start
from scorer.ending import Terms, settlement, side_payments
from scorer.errors import IllegalTurn
from scorer.house_rules import HouseRules
from scorer.notation import parse
from scorer.payout import amount_of
from scorer.play import apply, play
from scorer.presets import house_rules, presets
from scorer.record import Entry, Record, written
from scorer.replay import replay, result_of
from scorer.table import Position, deck
from scorer.turns import legal, turns
from scorer.verify import verify

PRESETS = sorted(presets())
NAMES = ("Ann", "Bea", "Cho")
EXOTIC = {
    "jokers": ["joker-double", "joker-triple", "joker-other"],
    "joker_other": "boss",
    "joker_steals": 1,
    "two_card_bomb": "double",
    "bomb_flips": 3,
    "baek_hwa_jeom": True,
    "shodang": True,
    "chongtong_play_on": 4,
    "giver_chooses": True,
    "heundeum": "any_turn",
    "heundeum_off_table": False,
    "exhausted": "most_points",
}
"""House rules that no preset turns on, all at once."""


def check_round(rules: HouseRules, seats: int, rng: random.Random) -> None:
    """Everything that must hold in every round."""
    dealer = rng.randrange(seats)
    dealt, played, end = random_round(rules, seats, rng, dealer)
    whole = Counter(deck(rules))
    for position, action in played:
        assert Counter(position.cards()) == whole
        listed = legal(position)
        assert len(set(map(repr, listed))) == len(listed)
        verify(position, action)
    assert Counter(end.cards()) == whole
    if played:
        check_legality(*rng.choice(played), rng)

    terms = Terms(carry=rng.choice([1, 2, 4]), per_point=100, named_month=rng.randrange(13))
    payout = settlement(end, terms)
    assert sum(payout.transfers) == 0
    assert sum(side_payments(end, terms)) == 0
    for steps, receives in zip(payout.explain, payout.transfers, strict=True):
        assert receives > 0 or amount_of(steps) == -receives
    for seat in end.seats:
        shuffled = tuple(rng.sample(seat.captures, len(seat.captures)))
        assert points(shuffled, rules) == points(seat.captures, rules)
        assert score(shuffled, rules).total == points(seat.captures, rules)

    entries = tuple(Entry(action) for _, action in played)
    record = Record(rules, NAMES[:seats], dealer, dealt, terms, (), entries)
    replayed = replay(record)
    assert replayed.position == end
    record = replace(record, result=result_of(replayed))
    again = parse(written(record))
    assert again == record
    assert written(again) == written(record)


def check_legality(position: Position, action: Action, rng: random.Random) -> None:
    """Every action listed verifies, and nothing near one does that is not listed."""
    listed = legal(position)
    for each in listed if len(listed) < 40 else rng.sample(listed, 20):
        verify(position, each)
    for _ in range(8):
        other = altered(position, rng.choice([action, rng.choice(listed)]), rng)
        if other not in listed:
            with pytest.raises(IllegalTurn):
                verify(position, other)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_random_rounds(preset: str, seats: int) -> None:
    rules, rng = house_rules(preset, seats), random.Random(f"{preset} {seats}")
    for _ in range(30):
        check_round(rules, seats, rng)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("preset", ["gostop-3p", "fr-gostop", "gamerules", "godori-pd49"])
def test_random_rounds_of_exotic_house_rules(preset: str, seats: int) -> None:
    rules = house_rules(preset, seats, EXOTIC)
    rng = random.Random(f"{preset} exotic {seats}")
    for _ in range(40):
        check_round(rules, seats, rng)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("preset", PRESETS)
def test_many_random_rounds(preset: str, seats: int) -> None:
    rules, rng = house_rules(preset, seats), random.Random(f"{preset} {seats} long")
    for _ in range(int(os.environ.get("HWATU_ROUNDS", "10000"))):
        check_round(rules, seats, rng)


def altered(position: Position, action: Action, rng: random.Random) -> Action:
    """Nearly the same action: one thing of it changed."""
    seat = rng.randrange(len(position.seats))
    if not isinstance(action, Turn):
        show = Show(seat, rng.randrange(1, 13))
        call = Call(seat, rng.choice(["go", "stop"]))
        return rng.choice([action._replace(seat=seat), call, show])
    cards = tuple(rng.sample(position.cards(), rng.randrange(4)))
    some = in_order(cards) if rng.random() < 0.5 else cards
    return rng.choice(
        [
            action._replace(seat=seat),
            action._replace(played=some),
            action._replace(drawn=some),
            action._replace(flipped=some),
            action._replace(takes=some),
        ]
    )


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_listed_verifies_and_nothing_else(preset: str, hidden: bool) -> None:
    """Also where a camera sees neither the other hands nor the stock."""
    rng = random.Random(f"{preset} {hidden}")
    seats = rng.choice([2, 3])
    changes = EXOTIC if rng.random() < 0.5 else {}
    if hidden:  # three hidden flips are tens of thousands of turns
        changes = {**changes, "bomb_flips": 1}
    rules = house_rules(preset, seats, changes)
    for _ in range(2 if hidden else 12):
        _, played, _ = random_round(rules, seats, rng)
        for known, action in played[:: 5 if hidden else 1]:
            check_legality(as_seen(known) if hidden else known, action, rng)


def as_seen(position: Position) -> Position:
    """The position as a camera knows it: hands and stock hidden."""
    seats = tuple(seat._replace(hand=(BACK,) * len(seat.hand)) for seat in position.seats)
    return position._replace(
        seats=seats, stock=(BACK,) * len(position.stock), drawn=position.drawn and BACK
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_turns_among_some_faces_are_those_of_all_that_bring_only_these(preset: str) -> None:
    """What a hidden card may be is narrowed; cards that are known are never left out."""
    rng = random.Random(f"{preset} among")
    changes = {**(EXOTIC if rng.random() < 0.5 else {}), "bomb_flips": 1}
    rules = house_rules(preset, 2, changes)
    for _ in range(4):
        _, played, _ = random_round(rules, 2, rng)
        for position in (as_seen(known) for known, _ in played[::4]):
            for some in (set[Card](), {*rng.sample(DECK, 3)}, {*rng.sample(deck(rules), 12)}):
                wanted = [
                    turn for turn in turns(position) if some.issuperset(turn.played + turn.flipped)
                ]
                assert turns(position, some) == wanted
        for known, _ in played[::4]:
            assert turns(known, set()) == turns(known)


@pytest.mark.parametrize("preset", ["matgo", "fr-gostop", "koikoi"])
def test_a_camera_follows_a_round_it_knows_only_in_part(preset: str) -> None:
    """What is legal with all cards known is legal with hands and stock hidden, to the end."""
    rules, rng = house_rules(preset, 2), random.Random(preset)
    for _ in range(20):
        dealt, played, end = random_round(rules, 2, rng)
        seen = as_seen(start(rules, dealt, 0))
        if end.outcome and end.outcome.kind in ("chongtong", "void", "void_doubled"):
            continue
        for position, action in played:
            if isinstance(action, Turn) and action.drawn:
                action = action._replace(drawn=seen.stock[:1])
            verify(seen, action)
            assert seen.phase == position.phase
            seen = play(seen, action).position
        assert seen.outcome == end.outcome
        assert [s.captures for s in seen.seats] == [s.captures for s in end.seats]


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_the_table_does_is_accepted(preset: str, hidden: bool) -> None:
    """Rounds in which every third action breaks a rule: no card is lost, and the round ends."""
    rng = random.Random(f"{preset} {hidden} broken")
    rules = house_rules(preset, 3, {**EXOTIC, "bomb_flips": 1})
    whole, accepted = Counter(deck(rules)), 0
    for _ in range(4 if hidden else 12):
        position = start(rules, random_deal(rules, 3, rng), 0)
        position = as_seen(position) if hidden else position
        for _ in range(60):
            if position.outcome is not None:
                break
            listed = legal(position)
            assert listed, position
            action = rng.choice(listed)
            if rng.random() < 1 / 3:
                action = broken(position, action, rng)
            try:
                position, report = apply(position, action, accept=True)
            except IllegalTurn:
                continue  # it cannot have happened: a card lies open elsewhere
            accepted += bool(report.breaches)
            assert len(position.cards()) == sum(whole.values())
            held = Counter(each for each in position.cards() if each is not BACK)
            assert held <= whole if hidden else held == whole
            legal(position)
    assert accepted > 5


def broken(position: Position, action: Action, rng: random.Random) -> Action:
    """An action as somebody may really do it: another card, another seat, a pair forgotten."""
    known = [each for each in position.cards() if each is not BACK] or [*position.unseen()]
    other = altered(position, action, rng)
    if isinstance(action, Turn) and rng.random() < 0.3:
        return action._replace(captured=tuple(rng.sample(position.pot, min(2, len(position.pot)))))
    if rng.random() < 0.2:
        return Give(rng.randrange(3), rng.randrange(3), rng.choice(known))
    return other
