"""The zones of a table, guessed from where cards lay in a game played there."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import vision.guess_zones as guess_zones
from game_looks import FAULTS, looks_of
from game_view import setup_of_view
from scorer.presets import usual_preset
from simulate_game import SEATS, Job, set_up
from vision.calibration import calibration_of
from vision.evidence import open_quads
from vision.guess import guessed_setup
from vision.guess_zones import DEALT, with_zones
from vision.looks import Look
from vision.setup import Setup, Zone
from vision.zones import Zones


@cache
def game(players: int, seed: int) -> tuple[Setup, list[Look]]:
    """The true setup of a played round, and looks at it."""
    rules = usual_preset(players)
    job = Job(None, Path(), players, seed, rules, "middle", (1920, 1080), 15.0, varies=False)
    table = set_up(job)
    setup = setup_of_view(table.view, table.stage.layout, SEATS[:players], rules)
    return setup, list(looks_of(table.stage, table.view, FAULTS["middle"], job.rng(5)))


def by_template(setup: Setup, looks: list[Look]) -> Setup:
    """The table as it is guessed from one look: the whole picture."""
    quads = next(quads for look in looks if len(quads := open_quads(look.detections)) >= DEALT)
    return guessed_setup(quads, setup.frame_size, setup.seats)


def guessed(setup: Setup, looks: list[Look]) -> Setup:
    """The same, with its zones by all looks."""
    return with_zones(by_template(setup, looks), looks)


def belongs(zone: Zone | None) -> str | None:
    """Whose captures a zone is, or that it lies between them; cards beside the stock do."""
    return None if zone is None else zone.seat or "pot"


def agreed(one: Setup, other: Setup, looks: list[Look]) -> float:
    """The share of all cards seen to lie in a zone of the one that lie in the same of the other."""
    same = list[bool]()
    for look in (each for each in looks if not each.glance):
        points = np.array([each.quad_px.mean(axis=0) for each in look.detections])
        there, guess = (
            [
                belongs(Zones(each.zones).place_of((x, y)))
                for x, y in calibration_of(each).to_mm(points, look.size_px)
            ]
            for each in (one, other)
        )
        same += [a == b for a, b in zip(there, guess, strict=True) if a is not None]
    return float(np.mean(same))


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 5)])
def test_cards_lie_in_their_zones(players: int, seed: int) -> None:
    setup, looks = game(players, seed)
    assert (
        agreed(setup, guessed(setup, looks), looks)
        > 0.985
        > agreed(setup, by_template(setup, looks), looks)
    )


@pytest.mark.parametrize("players", [2, 3])
def test_the_stock_is_where_a_card_lies_face_down(players: int) -> None:
    setup, looks = game(players, 3)
    there, guess = (
        calibration_of(each).to_px(np.array(zone.polygon_mm), (1920, 1080)).mean(axis=0)
        for each in (setup, guessed(setup, looks))
        for zone in each.zones
        if zone.name == "stock"
    )
    assert np.linalg.norm(there - guess) < 15


def test_a_table_of_which_nothing_was_seen_keeps_its_zones() -> None:
    setup, looks = game(2, 3)
    before = by_template(setup, looks)
    assert with_zones(before, [replace(look, detections=()) for look in looks]) == before


def test_of_a_long_recording_the_beginning_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, looks = game(2, 3)
    monkeypatch.setattr(guess_zones, "MOST_LOOKS", 30)
    still = [look for look in looks if not look.glance]
    before = by_template(setup, looks)
    assert with_zones(before, looks) == with_zones(before, still[:30])
