"""A session: looks of simulated games in, rounds out, and what a person says of them."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import card
from scorer.presets import house_rules
from scorer.replay import replay
from tests.webui.filmed_games import GAMES, ONE, OTHER, filmed, later, paid, told, until, whole
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.looks import Look
from webui.session import Session
from webui.updates import Attention

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


# What a person says


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
