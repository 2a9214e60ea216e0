"""Rounds played by the engine for the films."""

import random
from collections import Counter
from collections.abc import MutableSequence
from itertools import chain, pairwise
from typing import Any

import pytest

from game_play import RARE, Begun, Game, play_game, play_round
from scorer.actions import Quads
from scorer.deal import deal, start
from scorer.notation import parse
from scorer.presets import house_rules
from scorer.record import written
from scorer.replay import replay
from scorer.table import deck


def played(preset: str, seats: int, seed: int, *, lucky: bool) -> Game:
    names = ("A", "B", "C")[:seats]
    return play_game(house_rules(preset, seats), names, random.Random(seed), lucky=lucky)


def events(preset: str, seats: int, count: int, *, lucky: bool) -> Counter[str]:
    games = [played(preset, seats, seed, lucky=lucky) for seed in range(count)]
    return Counter(name for game in games for turn in game.replay.turns for name in turn.events)


@pytest.mark.parametrize("lucky", [False, True])
@pytest.mark.parametrize(
    ("preset", "seats"), [("matgo", 2), ("gostop-3p", 3), ("fr-gostop", 3), ("koikoi", 2)]
)
def test_a_round_is_played_to_its_end(preset: str, seats: int, lucky: bool) -> None:
    for seed in range(4):
        game = played(preset, seats, seed, lucky=lucky)
        assert game.replay.position.outcome is not None
        assert game.replay.turns
        held = [*game.deal.pot, *game.deal.stock, *(c for hand in game.deal.hands for c in hand)]
        assert Counter(held) == Counter(deck(game.replay.record.rules))
        assert replay(game.replay.record).position == game.replay.position


def test_steps_lead_from_the_deal_to_the_end() -> None:
    game = played("gostop-3p", 3, 2, lucky=True)
    assert [step.action for step in game.steps] == [e.action for e in game.replay.record.entries]
    assert game.steps[0].before == game.replay.positions[0]
    assert game.steps[-1].after == game.replay.position
    for step, following in pairwise(game.steps):
        assert step.after == following.before
        assert following.turn - step.turn in (0, 1)
    for k, position in enumerate(game.replay.positions[1:]):
        assert [step.after for step in game.steps if step.turn == k][-1] == position


def test_the_same_seed_plays_the_same_round() -> None:
    assert played("matgo", 2, 5, lucky=True) == played("matgo", 2, 5, lucky=True)
    assert played("matgo", 2, 5, lucky=True) != played("matgo", 2, 6, lucky=True)


def test_every_rare_event_happens_to_lucky_players() -> None:
    told = events("fr-gostop", 2, 25, lucky=True)
    assert [name for name in RARE if not told[name]] == []


def test_luck_brings_more_than_chance() -> None:
    lucky, plain = (events("matgo", 2, 15, lucky=each) for each in (True, False))
    assert sum(lucky[name] for name in RARE) > 1.5 * sum(plain[name] for name in RARE)


def test_four_of_a_month_in_a_hand_end_the_round_at_once() -> None:
    games = (played("matgo", 2, seed, lucky=False) for seed in range(400))
    game = next(each for each in games if "chongtong" in each.replay.turns[0].events)
    (turn,), action = game.replay.turns, game.steps[0].action
    assert isinstance(action, Quads)
    assert sum(card.month in action.months for card in game.deal.hands[turn.seat]) == 4


class TwoFours(random.Random):
    """Deals four of a month to each of the first two seats, and from then on by chance."""

    dealt = 0

    def shuffle(self, x: MutableSequence[Any]) -> None:
        self.dealt += 1
        if self.dealt > 1:
            super().shuffle(x)
            return
        fours, rest = range(8), (range(first, 48, 4) for first in range(8, 12))
        order = [*fours, *chain.from_iterable(rest)]
        x[:] = [x[place] for place in order]


def test_two_who_hold_four_of_a_month_are_dealt_again() -> None:
    """E7: the third pays both at once, which leaves nothing to film."""
    rules, rng = house_rules("gostop-3p", 3), TwoFours(1)
    dealt = [*deck(rules)]
    rng.shuffle(dealt)
    first = start(rules, deal(tuple(dealt), rules, 3, 0), 0).outcome
    assert first is not None
    assert len(first.winners) == 2
    rng.dealt = 0
    game = play_round(Begun(rules, ("A", "B", "C"), 0), rng, lucky=False)
    assert rng.dealt > 1
    assert game.replay.position.outcome is not None


def test_a_played_round_can_be_written_and_read_again() -> None:
    game = played("matgo", 2, 9, lucky=True)
    assert replay(parse(written(game.replay.record))).turns == game.replay.turns
