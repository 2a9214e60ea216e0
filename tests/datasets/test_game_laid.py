"""Since when cards of a filmed game would show, beside what its script says."""

import random
from math import inf

import numpy as np

from game_laid import since
from game_manner import DIFFICULTIES
from game_play import play_game
from game_stage import staged
from game_table import Moment, Stage
from scorer.presets import house_rules


def filmed() -> Stage:
    game = play_game(house_rules("matgo", 2), ("A", "B"), random.Random(3))
    return staged(game, DIFFICULTIES["middle"], np.random.default_rng(3))


def lately(stage: Stage, moment: Moment) -> list[tuple[float, float, float]]:
    """When each open card of the pot was laid and between which times that is told."""
    found = []
    for lying in moment.cards:
        told = since(stage, lying, moment.start_s) if lying.place == "pot" else None
        if told is not None:
            laid_s = stage.cards[lying.card].at(moment.start_s).end_s
            found.append((laid_s, told.after_s, told.seen_s))
    return found


def test_a_card_was_laid_between_the_two_times() -> None:
    stage = filmed()
    told = [each for moment in stage.moments() for each in lately(stage, moment)]
    assert len(told) > 30
    assert all(after_s < laid_s <= seen_s for laid_s, after_s, seen_s in told)
    widths = [seen_s - after_s for _, after_s, seen_s in told if after_s != -inf]
    assert np.median(widths) < 0.6, "the hand leaves what it has laid soon"


def test_what_has_lain_there_for_long_is_not_told() -> None:
    stage = filmed()
    last = stage.moments()[-1]
    assert all(since(stage, lying, last.start_s + 60.0) is None for lying in last.cards)
