"""A played round on the table: every card is somewhere, and lies where the rules have it."""

import random
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest

from game_evening import Seated
from game_layout import draw_layout
from game_manner import DIFFICULTIES
from game_play import Game, play_game
from game_stage import staged
from game_table import Stage, inside, shown_shares
from game_tracks import Place
from game_truth import truth
from scorer.cards import DECK, Cards, Kind
from scorer.presets import house_rules
from scorer.table import Position
from vision.setup import Zone

ROUNDS = [
    ("matgo", 2, 1, "clean"),
    ("matgo", 2, 2, "nasty"),
    ("gostop-3p", 3, 3, "middle"),
    ("gostop-3p", 3, 5, "nasty"),
    ("fr-gostop", 2, 4, "middle"),
    ("koikoi", 2, 6, "middle"),
]


@cache
def filmed(preset: str, seats: int, seed: int, difficulty: str) -> tuple[Game, Stage]:
    names = ("A", "B", "C")[:seats]
    game = play_game(house_rules(preset, seats), names, random.Random(seed), lucky=seed % 2 == 0)
    return game, staged(game, DIFFICULTIES[difficulty], np.random.default_rng(seed))


def faces(pile: Cards) -> Counter[str]:
    return Counter(each.face for each in pile)


def pot_of(position: Position) -> Counter[str]:
    trapped = tuple(each for stack in position.stacks for each in stack.jokers)
    return faces((*position.pot, *trapped))


@pytest.mark.parametrize("case", ROUNDS)
def test_after_every_turn_the_table_is_as_the_rules_have_it(
    case: tuple[str, int, int, str],
) -> None:
    game, stage = filmed(*case)
    positions = game.replay.positions[1:]
    for position, time_s in zip(positions, stage.turn_times_s, strict=True):
        found: dict[Place, Counter[str]] = defaultdict(Counter)
        for card, key in stage.at(time_s + 1e-6):
            found[key.place][stage.cards[card].printed[0]] += 1
        assert found["pot"] == pot_of(position)
        assert found["stock"] == faces(position.stock)
        assert not found["shown"]
        for seat, held in enumerate(position.seats):
            assert found[seat] == faces(held.captures)


@pytest.mark.parametrize("case", ROUNDS)
def test_the_film_runs_from_the_deal_to_the_end(case: tuple[str, int, int, str]) -> None:
    game, stage = filmed(*case)
    times = [stage.start_s, *stage.turn_times_s, stage.end_s, stage.seconds]
    assert times == sorted(times)
    assert stage.start_s > 0.5
    for track in stage.cards:
        spans = [t for key in track.keys for t in (key.start_s, key.end_s)]
        assert spans == sorted(spans)
    assert len(stage.cards) == len(DECK) + len(game.replay.record.rules.jokers)


def test_cards_go_smoothly_from_place_to_place() -> None:
    _, stage = filmed(*ROUNDS[1])
    for track in stage.cards:
        for key in track.keys[1:]:
            before, begin = track.at(key.start_s - 1e-4), track.at(key.start_s + 1e-4)
            assert np.allclose(before.pose.centre_mm, begin.pose.centre_mm, atol=0.5)
            assert np.allclose(track.at(key.end_s).pose.centre_mm, key.pose.centre_mm)


@pytest.mark.parametrize("case", ROUNDS)
def test_cards_lie_within_the_zones_of_their_places(case: tuple[str, int, int, str]) -> None:
    _, stage = filmed(*case)
    zones = {each.seat or each.name: each for each in stage.layout.zones("ABC"[: case[1]])}

    def middle_in(zone: Zone, middle: tuple[float, float]) -> bool:
        return bool(inside(np.array([middle]), np.array(zone.polygon_mm))[0])

    misplaced = 0
    for time_s in stage.turn_times_s:
        for _, key in stage.at(time_s + 1e-6):
            if key.place in ("pot", "stock") or isinstance(key.place, int):
                name = "ABC"[key.place] if isinstance(key.place, int) else key.place
                misplaced += not middle_in(zones[name], key.pose.centre_mm)
                on_stock = middle_in(zones["stock"], key.pose.centre_mm)
                misplaced += on_stock != (key.place == "stock")
    assert misplaced == 0


@pytest.mark.parametrize("count", [2, 3, 4])
def test_zones_do_not_overlap_but_for_the_stock(count: int) -> None:
    for seed in range(20):
        layout = draw_layout(count, np.random.default_rng(seed))
        zones = [z for z in layout.zones("ABCD"[:count]) if z.name != "stock"]
        boxes = [np.array(zone.polygon_mm) for zone in zones]
        for i, a in enumerate(boxes):
            assert (a.min(axis=0) >= 0).all()
            assert (a.max(axis=0) <= layout.size_mm).all()
            for b in boxes[:i]:
                apart = (a.max(axis=0) < b.min(axis=0)) | (b.max(axis=0) < a.min(axis=0))
                assert apart.any()


def test_every_capture_has_a_place_of_its_own() -> None:
    layout = draw_layout(3, np.random.default_rng(3))
    for seat in layout.seats:
        counts = ((Kind.BRIGHT, 5), (Kind.ANIMAL, 9), (Kind.RIBBON, 10), (Kind.JUNK, 27))
        slots = [seat.slot(kind, n) for kind, count in counts for n in range(count)]
        assert len(set(slots)) == len(slots)
        zone = np.array(seat.polygon_mm)
        assert inside(np.array(slots), zone).all()


def test_nothing_moves_in_a_settled_moment() -> None:
    _, stage = filmed(*ROUNDS[0])
    moments = stage.moments()
    assert len(moments) > 15
    for moment in moments:
        first, last = stage.at(moment.start_s + 1e-6), stage.at(moment.end_s - 1e-6)
        assert first == last


def test_a_moment_tells_every_card() -> None:
    _, stage = filmed(*ROUNDS[0])
    for moment in stage.moments():
        assert len(moment.cards) == len(DECK)
        orders = [each.order for each in moment.cards]
        assert orders == sorted(set(orders))
        tops = [each for each in moment.cards if each.place == "stock" and each.visible > 0.3]
        assert len(tops) == any(each.place == "stock" for each in moment.cards)
        assert not any(each.face_up for each in tops)


@pytest.mark.parametrize(
    ("above", "share"),
    [
        ([], 1.0),
        ([((0, 0), (20, 0), (20, 54), (0, 54))], 13 / 33),
        ([((0, 0), (33, 0), (33, 27), (0, 27)), ((0, 27), (33, 27), (33, 54), (0, 54))], 0.0),
        ([((100, 0), (120, 0), (120, 54), (100, 54))], 1.0),
    ],
)
def test_the_share_that_shows(above: list[tuple[tuple[float, float], ...]], share: float) -> None:
    quad = np.array(((0, 0), (33, 0), (33, 54), (0, 54)), float)
    (found,) = shown_shares([quad], [np.array(each, float) for each in above])
    assert found == pytest.approx(share, abs=0.06)


def test_the_same_seed_stages_the_same_film() -> None:
    game, stage = filmed(*ROUNDS[1])
    again = staged(game, DIFFICULTIES["nasty"], np.random.default_rng(2))
    assert again.cards == stage.cards


def test_the_truth_has_the_form_of_a_review() -> None:
    game, stage = filmed(*ROUNDS[0])
    told = truth((Seated(game, (0, 1)),), stage, "game.mp4", 100)
    (one,) = told["rounds"]
    assert set(told) == {"video", "seconds", "frames", "rules", "rounds"}
    assert [turn["time_s"] for turn in one["turns"]] == [round(t, 3) for t in stage.turn_times_s]
    assert one["seats"] == ["A", "B"]
    assert one["winner"] in ("A", "B")
    assert one["turns"][0]["seat"] == one["dealer"]
