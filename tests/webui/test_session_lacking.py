"""A session whose looks lack something: no deal, no end, no cards, no sense."""

import random
from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import card
from scorer.presets import house_rules
from scorer.table import Phase
from tests.webui.filmed_games import NAMES, ONE, SIZE, filmed, later, paid, told, whole
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.looks import Look
from webui.session import Session
from webui.updates import Attention


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
