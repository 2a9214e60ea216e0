"""What the detector would have seen of a game, without pictures."""

import random
from functools import cache

import numpy as np
import pytest

from game_looks import BARELY, FAULTS, Faults, looks_of
from game_manner import DIFFICULTIES
from game_play import play_game
from game_stage import staged
from game_table import Moment, Stage
from game_view import View, draw_view, setup_of_view
from scorer.presets import house_rules
from vision.evidence import Detection
from vision.faces import OUTPUTS
from vision.looks import Look, look_json, look_of
from vision.setup import setup_json, setup_of

SIZE = (1920, 1080)


@cache
def filmed(difficulty: str) -> tuple[Stage, View]:
    game = play_game(house_rules("matgo", 2), ("A", "B"), random.Random(3))
    rng = np.random.default_rng(3)
    stage = staged(game, DIFFICULTIES[difficulty], rng)
    return stage, draw_view(stage.layout, SIZE, stage.seconds, DIFFICULTIES[difficulty], rng)


@cache
def looks(difficulty: str, faults: Faults, seed: int = 1) -> tuple[Look, ...]:
    stage, view = filmed(difficulty)
    return looks_of(stage, view, faults, np.random.default_rng(seed))


def settled(difficulty: str, faults: Faults) -> list[tuple[Moment, Look]]:
    """Each look at a still table, with the moment that it shows."""
    stage, _ = filmed(difficulty)
    moments = {moment.start_s: moment for moment in stage.moments()}
    return [
        (moments[look.settled_s], look) for look in looks(difficulty, faults) if not look.glance
    ]


def nearest(look: Look, middle: np.ndarray) -> Detection | None:
    return min(
        look.detections,
        key=lambda each: float(np.hypot(*(np.array(each.centre_px) - middle))),
        default=None,
    )


def test_without_faults_every_open_card_is_seen_where_it_lies() -> None:
    _, view = filmed("clean")
    seen = 0
    for moment, look in settled("clean", Faults()):
        for lying in moment.cards:
            middle = view.px(lying.quad_mm, look.time_s, lying.lift_mm).mean(axis=0)
            if lying.visible < BARELY or not ((middle > 0) & (middle < SIZE)).all():
                continue
            found = nearest(look, middle)
            assert found is not None
            assert np.hypot(*(np.array(found.centre_px) - middle)) < 0.01
            assert found.card.face == (lying.face if lying.face_up else "back")
            assert found.confidence > 0.5
            seen += 1
    assert seen > 500


def test_the_way_of_a_hand_passes_where_it_lays_cards() -> None:
    stage, view = filmed("clean")
    way = [each for look in looks("clean", Faults()) for each in look.reaches]
    for track in stage.cards:
        laid = [key for key in track.keys if key.place == "pot"]
        for key in (key for key in laid if stage.start_s + 20 < key.end_s < stage.end_s):
            (there,) = view.px(np.array([key.pose.centre_mm]), key.end_s)
            near = [each for each in way if abs(each.time_s - key.end_s) < 0.15]
            assert min(float(np.hypot(*(each.tip_px - there))) for each in near) < 60


@pytest.mark.parametrize("difficulty", FAULTS)
def test_looks_keep_to_the_form_that_is_kept(difficulty: str) -> None:
    times = [look.time_s for look in looks(difficulty, FAULTS[difficulty])]
    assert times == sorted(times)
    for look in looks(difficulty, FAULTS[difficulty]):
        assert look.settled_s <= look.time_s
        assert look_json(look_of(look_json(look))) == look_json(look)
        for each in look.detections:
            assert each.probabilities.shape == (OUTPUTS,)
            assert each.probabilities.sum() == pytest.approx(1)
            assert 0 < each.confidence <= 1
            assert 0 < each.visible <= 1


def test_faults_are_about_as_many_as_they_say() -> None:
    faults = Faults(missed=0.1, wrong=0.1, lasting=0.5)
    _, view = filmed("clean")
    well, missed, wrong = 0, 0, 0
    for moment, look in settled("clean", faults):
        for lying in moment.cards:
            middle = view.px(lying.quad_mm, look.time_s, lying.lift_mm).mean(axis=0)
            if lying.visible < 0.9 or not lying.face_up:
                continue
            well += 1
            found = nearest(look, middle)
            if found is None or np.hypot(*(np.array(found.centre_px) - middle)) > 1:
                missed += 1
            else:
                wrong += found.card.face != lying.face
    assert well > 300
    assert 0.04 < missed / well < 0.18
    assert 0.04 < wrong / well < 0.18


def test_a_mistake_lasts_as_long_as_the_card_lies() -> None:
    faults = Faults(wrong=0.15, lasting=1.0)
    told: dict[tuple[float, ...], set[str]] = {}
    for _, look in settled("clean", faults):
        for each in look.detections:
            if each.card.face != "back" and each.visible > 0.85:
                told.setdefault(tuple(np.round(sorted(each.quad_px[:, 0]), 2)), set()).add(
                    each.card.face
                )
    assert len(told) > 30
    assert sum(len(names) > 1 for names in told.values()) <= 0.05 * len(told)


def test_the_same_seed_sees_the_same() -> None:
    stage, view = filmed("nasty")
    again = looks_of(stage, view, FAULTS["nasty"], np.random.default_rng(1))
    first = looks("nasty", FAULTS["nasty"])
    assert [look_json(look) for look in again] == [look_json(look) for look in first]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_setup_has_the_table_in_the_picture(difficulty: str) -> None:
    stage, view = filmed(difficulty)
    setup = setup_of_view(view, stage.layout, ("A", "B"), "matgo")
    corners = np.array(setup.table_corners)
    assert ((corners > 0) & (corners < SIZE)).all()
    assert np.ptp(corners[:, 1]) > 0.75 * SIZE[1]
    assert setup_of(setup_json(setup)) == setup


def test_a_knock_moves_the_picture_a_little() -> None:
    game = play_game(house_rules("matgo", 2), ("A", "B"), random.Random(3))
    stage = staged(game, DIFFICULTIES["nasty"], np.random.default_rng(3))
    views = [
        draw_view(stage.layout, SIZE, 100.0, DIFFICULTIES["nasty"], np.random.default_rng(seed))
        for seed in range(8)
    ]
    bumped = [view for view in views if view.bumped_s < 100]
    assert bumped
    for view in bumped:
        corners = np.array(((0, 0), (800, 0), (800, 500), (0, 500)), float)
        moved = np.abs(view.px(corners, 99.0) - view.px(corners, 0.0)).max()
        assert 1 < moved < 80
