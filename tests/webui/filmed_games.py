"""Games of the simulator as a camera without mistakes sees them, and what a session makes of them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from game_looks import FAULTS, looks_of
from game_manner import DIFFICULTIES
from game_play import Game, play_game
from game_stage import staged
from game_table import Stage
from game_view import draw_view, setup_of_view
from scorer.payout import Payout
from scorer.presets import house_rules
from scorer.replay import Replay, replay
from vision.history import Since
from vision.looks import Look
from vision.setup import Setup
from webui.session import Review, Session
from webui.updates import Attention, Update

SIZE = (1920, 1080)
NAMES = ("A", "B", "C")
TABLE = 3
"""Seed of the table and its camera: the same for every game, so that games can follow each other."""
GAMES = ((2, 2), (2, 6), (3, 1), (3, 6))
"""Players and seed."""
ONE, OTHER = GAMES[0], GAMES[1]


@dataclass(frozen=True, slots=True, eq=False)
class Filmed:
    """A game, and what a camera saw of it."""

    game: Game
    stage: Stage
    setup: Setup
    looks: tuple[Look, ...]


@cache
def filmed(players: int, seed: int) -> Filmed:
    preset = {2: "matgo", 3: "gostop-3p"}[players]
    names, manner = NAMES[:players], DIFFICULTIES["clean"]
    game = play_game(house_rules(preset, players), names, random.Random(seed), lucky=seed % 2 == 1)
    stage = staged(game, manner, np.random.default_rng(TABLE))
    view = draw_view(stage.layout, SIZE, 1000.0, manner, np.random.default_rng(TABLE))
    looks = looks_of(stage, view, FAULTS["clean"], np.random.default_rng(seed))
    return Filmed(game, stage, setup_of_view(view, stage.layout, names, preset), looks)


@dataclass(frozen=True, slots=True)
class Told:
    """What a session made of looks."""

    updates: tuple[Update, ...]
    review: Review

    def kinds(self) -> list[str]:
        return [each.kind for each in self.updates]


def told(setup: Setup, looks: Iterable[Look]) -> Told:
    session = Session(setup, house_rules(str(setup.rules), len(setup.seats)))
    updates = tuple(update for look in looks for update in session.see(look))
    return Told(updates, session.finish())


@cache
def whole(players: int, seed: int) -> Told:
    """The session of all looks of a game."""
    each = filmed(players, seed)
    return told(each.setup, each.looks)


def paid(replay: Replay) -> tuple[object, ...]:
    payout = replay.payout
    assert isinstance(payout, Payout)
    return replay.record.dealer, payout.winner, payout.transfers


def until(seen: Filmed, turns: int) -> tuple[Session, list[Look]]:
    """A session that has told so many turns, and the looks that come after."""
    session = Session(seen.setup, house_rules(str(seen.setup.rules), len(seen.setup.seats)))
    looks = iter(seen.looks)
    for each in looks:
        session.see(each)
        record = session.record()
        settled = session.attention() is Attention.SETTLED
        if settled and record and len(replay(record).turns) == turns:
            break
    return session, list(looks)


def later(look: Look, by_s: float) -> Look:
    """The look so much later, with every time that it tells."""
    return replace(
        look,
        time_s=look.time_s + by_s,
        settled_s=look.settled_s + by_s,
        detections=tuple(
            replace(each, since=each.since and Since(*(time_s + by_s for time_s in each.since)))
            for each in look.detections
        ),
        reaches=tuple(replace(each, time_s=each.time_s + by_s) for each in look.reaches),
    )
