"""A session: looks of simulated games in, rounds out.

The looks are those of a camera model without mistakes, at a table that the simulator drew.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from game_looks import FAULTS, looks_of
from game_manner import DIFFICULTIES
from game_play import Game, play_game
from game_stage import staged
from game_table import Stage
from game_view import draw_view, setup_of_view
from scorer.cards import card
from scorer.payout import Payout
from scorer.presets import house_rules
from scorer.replay import Replay, replay
from scorer.table import Phase
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.history import Since
from vision.looks import Look
from vision.setup import Setup
from webui.session import Attention, Review, Session, Update

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


# Whole rounds


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_round_gives_its_winner_and_what_is_paid(players: int, seed: int) -> None:
    (seen,) = whole(players, seed).review.rounds
    assert paid(seen.replay) == paid(filmed(players, seed).game.replay)
    assert len(seen.replay.turns) == len(filmed(players, seed).game.replay.turns)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_turns_are_told_at_the_time_they_were_played(players: int, seed: int) -> None:
    (seen,) = whole(players, seed).review.rounds
    stage = filmed(players, seed).stage
    assert stage.start_s - 1 < seen.start_s < seen.end_s
    assert stage.end_s < seen.end_s < stage.seconds
    assert len(seen.times_s) == len(seen.confidences) == len(seen.replay.turns)
    assert list(seen.times_s) == sorted(seen.times_s)
    for mine, its in zip(seen.times_s, stage.turn_times_s, strict=True):
        assert -5 < mine - its < 25
    assert all(0 < each <= 1 for each in seen.confidences)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_updates_come_in_order_from_the_deal_to_the_end(players: int, seed: int) -> None:
    each = whole(players, seed)
    times = [update.time_s for update in each.updates if update.kind != "question"]
    assert times == sorted(times)
    kinds = each.kinds()
    assert kinds[0] == "dealt"
    assert [kind for kind in kinds if kind != "question"][-1] == "round_over"
    assert kinds.count("dealt") == kinds.count("round_over") == 1
    assert kinds.count("turn") >= 0.8 * len(each.review.rounds[0].replay.turns)
    asked = [update.says for update in each.updates if update.kind == "question"]
    assert asked == [question.asks for question in each.review.questions]


@pytest.mark.parametrize(("players", "seed"), [ONE])
def test_the_same_looks_give_the_same_review(players: int, seed: int) -> None:
    each = filmed(players, seed)
    assert told(each.setup, each.looks) == whole(players, seed)


def test_two_rounds_may_follow_each_other() -> None:
    first, second = filmed(*ONE), filmed(*OTHER)
    assert first.setup == second.setup
    rest = tuple(later(look, first.stage.seconds) for look in second.looks)
    each = told(first.setup, first.looks + rest)
    assert [paid(seen.replay) for seen in each.review.rounds] == [
        paid(first.game.replay),
        paid(second.game.replay),
    ]
    kinds = [kind for kind in each.kinds() if kind in ("dealt", "round_over")]
    assert kinds == ["dealt", "round_over"] * 2
    one, other = each.review.rounds
    assert one.end_s < first.stage.seconds < other.start_s


@pytest.mark.parametrize(("cleared", "dealt"), [(False, 1), (True, 2)])
def test_cards_are_dealt_anew_only_on_a_table_that_was_cleared(cleared: bool, dealt: int) -> None:
    each = filmed(*ONE)
    times = {update.kind: update.time_s for update in whole(*ONE).updates}
    looks = [look for look in each.looks if look.time_s <= times["round_over"]]
    (pot,) = [look for look in looks if look.time_s == times["dealt"]]
    heap = later(pot, looks[-1].time_s)
    bare = [replace(later(heap, -0.5), detections=())] if cleared else []
    assert told(each.setup, [*looks, *bare, heap]).kinds().count("dealt") == dealt


@pytest.mark.parametrize(("waits_s", "dealt"), [(1.0, 2), (9.0, 1)])
def test_a_deal_that_is_seen_better_at_once_is_taken_anew(waits_s: float, dealt: int) -> None:
    each = filmed(*ONE)
    (time_s,) = [update.time_s for update in whole(*ONE).updates if update.kind == "dealt"]
    (pot,) = [replace(look, glance=False) for look in each.looks if look.time_s == time_s]
    shown = {seen.card for seen in pot.detections}
    away = next(seen for seen in pot.detections if seen.card.face != "back")
    other = next(k for k in range(NO_CARD) if card(CLASSES[k]) not in shown)
    wrong = replace(away, card=card(CLASSES[other]), probabilities=np.eye(OUTPUTS)[other])
    wrong = replace(wrong, quad_px=away.quad_px + np.array((0.0, 50.0)))
    early = [*(seen for seen in pot.detections if seen is not away), wrong]
    looks = [replace(pot, detections=tuple(early)), later(pot, waits_s)]
    updates = [update for update in told(each.setup, looks).updates if update.kind == "dealt"]
    assert len(updates) == dealt
    assert (away.card.face in updates[-1].says) == (dealt == 2)


def test_a_card_that_was_seen_twice_from_the_first_does_not_hide_the_deal() -> None:
    """A box beside one of the pot, wherever that is seen, and as sure as any."""
    each = filmed(*ONE)
    pot = {str(card) for card in each.game.deal.pot}
    face = next(face for face in sorted(pot) if card(face).copies > 1 and not card(face).is_joker)

    def doubled(look: Look) -> Look:
        surely = [replace(seen, confidence=0.99) for seen in look.detections]
        lying = [seen for seen in surely if seen.card.face == face]
        clear = np.eye(OUTPUTS)[CLASSES.index(face)]
        more = [
            replace(seen, quad_px=seen.quad_px + 45.0, probabilities=clear) for seen in lying[:1]
        ]
        return replace(look, detections=(*surely, *more))

    first_s, _, third_s = each.stage.turn_times_s[:3]
    bare, *dealt = [look for look in each.looks if look.time_s < first_s and not look.glance]
    whole_deal = [look for look in dealt if pot <= {seen.card.face for seen in look.detections}]
    rest = [look for look in each.looks if look.time_s >= first_s]
    played = [doubled(look) if look.time_s < third_s else look for look in rest]
    looks = [bare, *map(doubled, whole_deal), *played]
    assert whole_deal
    (seen,) = told(each.setup, looks).review.rounds
    assert paid(seen.replay) == paid(each.game.replay)


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


# Recordings that lack something


def test_a_deal_that_was_only_glanced_at_is_enough() -> None:
    each = filmed(*ONE)
    first_s = each.stage.turn_times_s[0]
    looks = [replace(look, glance=look.glance or look.time_s < first_s) for look in each.looks]
    (seen,) = told(each.setup, looks).review.rounds
    assert paid(seen.replay) == paid(each.game.replay)


def test_cards_that_are_gathered_end_the_round_before_the_recording_does() -> None:
    each = filmed(*ONE)
    over = next(update for update in whole(*ONE).updates if update.kind == "round_over")
    assert each.stage.end_s < over.time_s < each.looks[-1].time_s
    outcome = each.game.replay.position.outcome
    assert outcome is not None
    assert over.says == f"stop: {NAMES[outcome.winners[0]]}"


def test_what_is_swept_together_under_hands_tells_no_turn() -> None:
    each = filmed(*ONE)
    session = Session(each.setup, house_rules("matgo", 2))
    played = [look for look in each.looks if look.time_s < each.stage.end_s]
    for look in played:
        session.see(look)
    still = next(look for look in reversed(played) if not look.glance)
    captured = max((seen.quad_px.mean(axis=0) for seen in still.detections), key=lambda at: at[1])
    hand = captured + np.array(((-200.0, -200), (200, -200), (200, 200), (-200, 200)))
    middle = np.mean(each.setup.table_corners, axis=0)
    heap = tuple(
        replace(seen, quad_px=seen.quad_px - seen.quad_px.mean(axis=0) + middle + (7.0 * k, 0.0))
        for k, seen in enumerate(still.detections[:12])
    )
    before = session.record(), session.certainties()
    for by_s in (1.0, 2.0, 3.0):
        swept = replace(later(still, by_s), detections=heap, hands_px=(hand,), reaches=())
        assert session.see(swept) == ()
        assert session.attention() is Attention.HAND_OVER
    assert (session.record(), session.certainties()) == before
    (over,) = session.see(replace(later(still, 4.0), detections=heap, hands_px=(), reaches=()))[:1]
    assert over.kind == "round_over"


def test_a_recording_that_ends_early_has_a_round_and_a_question() -> None:
    each = filmed(*ONE)
    half_s = each.stage.turn_times_s[5]
    review = told(each.setup, [look for look in each.looks if look.time_s < half_s]).review
    (seen,) = review.rounds
    assert seen.replay.position.phase is not Phase.OVER
    assert seen.replay.payout is None
    assert 4 <= len(seen.replay.turns) <= 6
    assert review.questions[-1].asks == "the round was not seen to end: who won?"
    assert review.questions[-1].answers == ("A", "B", "nobody")


def test_a_recording_that_begins_in_the_middle_of_a_round_has_a_remark() -> None:
    each = filmed(*ONE)
    middle_s, end_s = each.stage.turn_times_s[5], each.stage.end_s
    looks = [look for look in each.looks if middle_s < look.time_s < end_s]
    told_ = told(each.setup, looks)
    assert told_.updates == ()
    assert told_.review.rounds == ()
    (remark,) = told_.review.remarks
    assert remark.startswith("no deal was seen: ")


@pytest.mark.parametrize("count", [0, 1, 20])
def test_an_empty_table_has_a_remark(count: int) -> None:
    looks = [Look(float(k), float(k), SIZE, ()) for k in range(count)]
    each = told(filmed(*ONE).setup, looks)
    assert each.updates == ()
    assert not each.review.rounds
    assert not each.review.questions
    (remark,) = each.review.remarks
    assert remark.startswith("no deal was seen: ")


def test_cards_that_vanish_after_the_deal_are_no_round_that_was_won() -> None:
    each = filmed(*ONE)
    dealt_s = each.stage.turn_times_s[0] - 3
    looks = [look for look in each.looks if look.time_s < dealt_s]
    looks += [Look(dealt_s + k, dealt_s + k, SIZE, ()) for k in range(8)]
    for seen in told(each.setup, looks).review.rounds:
        assert seen.replay.turns == ()
        assert seen.replay.payout is None


# Whatever is seen


def anything(seed: int) -> list[Look]:
    """Looks at cards that lie anywhere and show anything, hands among them."""
    rng, dice = np.random.default_rng(seed), random.Random(seed)
    looks = []
    for k in range(14):
        seen = []
        for _ in range(dice.randrange(2, 16)):
            centre = rng.uniform((-100, -100), (2020, 1180))
            chances = rng.dirichlet(np.full(OUTPUTS, 0.02))
            best = int(chances[:NO_CARD].argmax())
            quad = centre + np.array(((-30, -50), (30, -50), (30, 50), (-30, 50)))
            sure = dice.random()
            seen.append(Detection(card(CLASSES[best]), sure, quad, dice.random(), chances))
        hands = (rng.uniform((0, 0), SIZE, (3, 2)),) if dice.random() < 0.3 else ()
        looks.append(Look(float(k), float(k), SIZE, tuple(seen), hands, dice.random() < 0.3))
    return looks


@pytest.mark.parametrize("seed", range(4))
def test_random_cards_raise_nothing(seed: int) -> None:
    each = told(filmed(*ONE).setup, anything(seed))
    assert bool(each.review.rounds) != bool(each.review.remarks)


@pytest.mark.parametrize("seed", range(2))
def test_random_cards_in_the_middle_of_a_round_raise_nothing(seed: int) -> None:
    each = filmed(*ONE)
    until_s = each.stage.turn_times_s[2]
    begun = [look for look in each.looks if look.time_s < until_s]
    odd = [later(look, until_s) for look in anything(seed)[:2]]
    assert "dealt" in told(each.setup, begun + odd).kinds()


# What a person says


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


def test_the_record_and_its_certainties_are_of_the_round_under_way() -> None:
    session, _ = until(filmed(*ONE), 4)
    record = session.record()
    assert record is not None
    assert len(session.certainties()) == len(replay(record).turns) == 4
    assert all(0.5 < each <= 1.0 for each in session.certainties())
    assert all(other != record for other in session.answers(3))


def test_what_a_person_says_of_a_turn_stays_whatever_is_seen() -> None:
    seen = filmed(*ONE)
    session, later = until(seen, 4)
    record = session.record()
    assert record is not None
    said = replace(record, entries=record.entries[:-1])
    session.pin(said)
    for each in later:
        session.see(each)
    (found,) = session.finish().rounds
    entries = found.replay.record.entries
    assert entries[: len(said.entries)] == said.entries
    assert len(entries) >= len(said.entries)


def test_a_round_pinned_as_it_was_seen_goes_on_to_the_same_end() -> None:
    seen = filmed(*ONE)
    session, later = until(seen, 4)
    record = session.record()
    assert record is not None
    session.pin(record)
    assert session.record() == record
    for each in later:
        session.see(each)
    (found,) = session.finish().rounds
    assert found.replay.payout == seen.game.replay.payout


def test_the_attention_follows_the_table() -> None:
    seen = filmed(*ONE)
    session = Session(seen.setup, house_rules("matgo", 2))
    assert session.attention() is Attention.EMPTY
    told = []
    for each in seen.looks:
        session.see(each)
        told.append(session.attention())
    assert told.index(Attention.DEALING) < told.index(Attention.SETTLED)
    assert {Attention.HAND_OVER, Attention.SETTLED} <= set(told)
    assert told.count(Attention.OUT_OF_STEP) < 0.05 * len(told)


def test_a_round_that_is_dropped_leaves_an_empty_table() -> None:
    session, _ = until(filmed(*ONE), 2)
    session.drop()
    assert (session.record(), session.certainties(), session.answers(0)) == (None, (), ())
    assert session.attention() is Attention.EMPTY
