"""Since when cards lie, by small pictures in which places change at known times under an arm."""

from collections.abc import Callable, Sequence
from math import inf

import cv2
import numpy as np
import pytest

from vision.boxes import Array
from vision.history import History, Since
from vision.motion import Gate
from vision.small_pictures import smoothed

SIZE = (180, 320)
CLOTH = 120 + np.random.default_rng(5).normal(0, 2, SIZE)
FACES = np.random.default_rng(6).uniform(20, 240, (3, 12, 7))
PLACES = ((100, 60), (140, 60), (180, 90))
"""x, y of the upper left corners of the places for cards."""
STEP_S = 0.05
Light = Callable[[float], float]


def quad(place: int) -> Array:
    x, y = PLACES[place]
    return np.array(((x, y), (x + 6, y), (x + 6, y + 11), (x, y + 11)), float)


def table(lying: dict[int, int], arm_x: float | None = None) -> Array:
    """(h, w) float: a cloth, faces at places, and an arm from below that ends at this x."""
    picture = CLOTH.copy()
    for place, face in lying.items():
        x, y = PLACES[place]
        picture[y : y + 12, x : x + 7] = FACES[face]
    if arm_x is not None:
        cv2.line(picture, (round(arm_x), 200), (round(arm_x), 65), 60.0, 22)
    return picture


def told(
    film: Callable[[float], Array],
    until_s: float,
    *cards: int,
    light: Light = lambda _: 1.0,
    resting: Sequence[Array] = (),
    moving: Sequence[Array] = (),
) -> tuple[Since | None, ...]:
    """What the history of a film says at its end of cards at these places."""
    history, dice = History(), np.random.default_rng(0)
    for k in range(round(until_s / STEP_S) + 1):
        picture = film(k * STEP_S) * light(k * STEP_S) + dice.normal(0, 1, SIZE)
        history.add(np.clip(picture, 0, 255).astype(np.uint8), k * STEP_S)
    return history.since([quad(each) for each in cards], CLOTH, resting, moving)


def playing(time_s: float) -> Array:
    """A hand lays a card under itself at 1.0 s, goes on at 1.2 s, lays another at 1.6 s, goes."""
    lying = {0: 0} if time_s >= 1.0 else {}
    if time_s >= 1.6:
        lying |= {1: 1}
    way = ((0.8, None), (1.2, PLACES[0][0]), (1.8, PLACES[1][0] + 8.0))
    arm_x = next((x for until_s, x in way if time_s < until_s - 1e-6), None)
    return table(lying, arm_x)


def near(since: Since | None) -> object:
    assert since is not None
    return pytest.approx(tuple(since), abs=0.001)


LIGHTS: dict[str, Light] = {
    "steady": lambda _: 1.0,
    "drifting": lambda time_s: 0.85 + 0.15 * time_s,
    "a jump": lambda time_s: 0.8 if time_s < 1.3 else 1.0,
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS.keys())
def test_cards_that_a_look_sees_together_were_laid_one_after_the_other(light: Light) -> None:
    first, second = told(playing, 2.5, 0, 1, light=light)
    assert near(first) == (0.75, 1.2), "under the hand from 0.8 to 1.2 s"
    assert near(second) == (1.15, 1.8), "under the hand from 1.2 to 1.8 s"


def test_a_card_laid_in_the_open_is_known_to_a_twentieth_of_a_second() -> None:
    (since,) = told(lambda time_s: table({0: 0} if time_s >= 1.0 else {}), 2.0, 0)
    assert near(since) == (0.95, 1.0)


def test_a_place_that_changed_from_card_to_card_changed_when_the_second_came() -> None:
    def film(time_s: float) -> Array:
        return table({0: 0} if time_s < 1.5 else {0: 1})

    history = History()
    for k in range(51):
        history.add(film(k * STEP_S).clip(0, 255).astype(np.uint8), k * STEP_S)
    (since,) = history.since([quad(0)], table({0: 0}))
    assert near(since) == (1.45, 1.5)


def test_a_place_that_an_arm_hid_all_the_time_is_known_from_its_first_sight_only() -> None:
    def film(time_s: float) -> Array:
        return table({0: 0} if time_s >= 0.5 else {}, PLACES[0][0] if time_s < 0.99 else None)

    (since,) = told(film, 1.5, 0)
    assert since is not None
    assert since.after_s == -inf
    assert since.seen_s == pytest.approx(1.0)


@pytest.mark.parametrize("cards", [(0,), (0, 0)])
def test_what_did_not_change_and_what_lies_under_another_card_tells_nothing(
    cards: tuple[int, ...],
) -> None:
    film = table({}) if len(cards) == 1 else table({0: 0})
    assert told(lambda _: film, 1.0, *cards) == (None,) * len(cards)


def test_a_history_without_pictures_knows_nothing() -> None:
    history = History()
    assert history.since([quad(0)], CLOTH) == (None,)
    history.add(CLOTH.astype(np.uint8), 0.0)
    history.clear()
    assert history.since([quad(0)], CLOTH) == (None,)


def told_by_the_gate(until_s: float, *quads: Array) -> tuple[Since | None, ...]:
    """Since when cards lie there after the game above, its camera noisy."""
    dice, gate, history = np.random.default_rng(0), Gate(), History()
    for k in range(round(until_s / STEP_S) + 1):
        noisy = playing(k * STEP_S) + dice.normal(0, 1, SIZE)
        small = np.full((3, *SIZE), 128, np.uint8)
        small[0] = np.clip(noisy, 0, 255)
        gate.step(small, k * STEP_S)
        history.add(smoothed(small[0]), k * STEP_S)
    return history.since(quads, gate.before)


def test_before_is_the_table_at_the_last_look_of_the_gate() -> None:
    assert near(told_by_the_gate(1.5, quad(0))[0]) == (0.75, 1.2)
    first, second = told_by_the_gate(2.2, quad(0), quad(1))
    assert first is None, "it lay there at the look at 1.5 s already"
    assert near(second) == (1.15, 1.8)


def test_a_hand_that_rests_where_it_rested_before_is_not_the_card_under_it() -> None:
    """It waits over the place, goes, lays the card at 1.5 s, and waits over it again."""
    x = PLACES[0][0] + 4.0

    def film(time_s: float) -> Array:
        there = 0.5 <= time_s < 1.0 or time_s >= 1.5
        return table({0: 0} if time_s >= 1.5 else {}, x if there else None)

    arm = np.array(((x - 12, 50), (x + 12, 50), (x + 12, 179), (x - 12, 179)), float)
    assert told(film, 2.0, 0, resting=(arm,)) == (None,)
    (hand,) = told(film, 2.0, 0)
    assert hand is not None
    assert hand.seen_s == pytest.approx(1.5), "the hand, not the card"


def test_an_arm_that_lies_over_half_of_a_card_again_does_not_speak_for_when_the_card_came() -> None:
    """It reaches over the place at 0.5 s; the card is laid at 1.0 s, and it comes back at 1.5 s."""
    x, y = PLACES[0]
    arm = np.array(((x - 3, y - 20), (x + 2, y - 20), (x + 2, 179), (x - 3, 179)), np.int32)

    def film(time_s: float) -> Array:
        picture = table({0: 0} if time_s >= 1.0 else {})
        if 0.5 <= time_s < 0.7 or time_s >= 1.5:
            cv2.fillPoly(picture, [arm], 60.0)
        return picture

    (since,) = told(film, 1.6, 0, moving=(arm + np.array(((-1.0, -1), (1, -1), (1, 1), (-1, 1))),))
    assert since is not None
    assert since == pytest.approx((0.95, 1.0), abs=0.001)


def test_what_is_carried_over_a_card_may_look_like_the_cloth_once() -> None:
    def film(time_s: float) -> Array:
        return table({0: 0} if time_s >= 1.0 and abs(time_s - 1.6) > 0.01 else {})

    (since,) = told(film, 2.0, 0)
    assert near(since) == (0.95, 1.0)
    twice = told(
        lambda time_s: table({0: 0} if 1.0 <= time_s < 1.5 or time_s >= 1.59 else {}), 2, 0
    )
    assert near(twice[0]) == (1.55, 1.6), "it was taken back for two pictures"
