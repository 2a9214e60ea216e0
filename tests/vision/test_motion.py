"""The motion gate: when it looks, what fools it not, and what it takes for a hand."""

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
import pytest

from vision.boxes import Array
from vision.motion import Gate, GateSettings, Motion
from vision.pointing import Pointed

WIDTH, HEIGHT = 320, 180
Film = Callable[[float, np.random.Generator], Array]


def table() -> Array:
    """(h, w) float: cloth with a print, and cards on it."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    picture: Array = 140 + 12 * np.sin(rows / 5) * np.cos(columns / 7)
    for k in range(12):
        x, y = 60 + 17 * k, 60 + 7 * (k % 3)
        picture[y : y + 14, x : x + 9] = 225 - 10 * (k % 4)
    return picture


TABLE = table()
CLOTH = np.full((HEIGHT, WIDTH), 140.0)


def grey(bright: Array) -> Array:
    """(3, h, w) uint8 the small picture without colours that is so bright (h, w)."""
    planes = np.full((3, *bright.shape), 128, np.uint8)
    planes[0] = np.clip(bright, 0, 255)
    return planes


def steady(fps: float, seconds: float) -> list[float]:
    return [k / fps for k in range(int(seconds * fps))]


def uneven(seconds: float) -> list[float]:
    steps = np.random.default_rng(3).choice([0.033, 0.05, 0.12, 0.2], 1000)
    times = np.cumsum(steps)
    return [float(each) for each in times[times < seconds]]


def looked(film: Film, times: Sequence[float], noise: float = 1.5) -> list[tuple[float, Motion]]:
    """The looks at a film, whose sensor is as noisy as that."""
    return list(_looked(film, times, noise))


def _looked(film: Film, times: Sequence[float], noise: float) -> Iterator[tuple[float, Motion]]:
    rng, gate = np.random.default_rng(0), Gate()
    for time_s in times:
        picture = film(time_s, rng) + rng.normal(0, noise, TABLE.shape)
        motion = gate.step(grey(picture), time_s)
        if motion.due:
            yield time_s, motion


def arm(picture: Array, reach: float) -> Array:
    """An arm from the lower border, this many pixels deep."""
    picture = picture.copy()
    if reach > 0:
        cv2.line(picture, (150, HEIGHT + 40), (150, int(HEIGHT - reach)), 80.0, 26)
    return picture


def from_below(shown: Array) -> tuple[Pointed, ...]:
    """Stands in for the network: the drawn arm, as far up as the table is covered."""
    rows, columns = np.nonzero(cv2.erode((shown[3] > 18).astype(np.uint8), np.ones((3, 15))))
    if rows.max(initial=0) < HEIGHT - 2:
        return ()
    foot = float(columns[rows == rows.max()].mean())
    return (Pointed(np.array((foot, rows.min())), np.array((foot, rows.max()))),)


def still(time_s: float, rng: np.random.Generator) -> Array:
    return TABLE


def exposure(time_s: float, rng: np.random.Generator) -> Array:
    brighter: Array = TABLE * (0.9 + 0.2 * np.sin(time_s / 2))
    return brighter


def lamp(time_s: float, rng: np.random.Generator) -> Array:
    return TABLE * (1.0 if time_s < 5 else 1.1)


def flicker(time_s: float, rng: np.random.Generator) -> Array:
    rows = np.arange(HEIGHT)[:, None] / HEIGHT
    banded: Array = TABLE + 5 * np.sin(15 * rows + rng.uniform(0, 6.28))
    return banded


def shadow(time_s: float, rng: np.random.Generator) -> Array:
    darker: Array = TABLE * (1 - 0.3 / (1 + np.exp((np.arange(WIDTH) - 15 * time_s) / 30)))
    return darker


def shaking(time_s: float, rng: np.random.Generator) -> Array:
    across, down = rng.uniform(-0.7, 0.7, 2)
    shift = np.array([[1, 0, across], [0, 1, down]])
    return cv2.warpAffine(TABLE, shift, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize("times", [steady(5, 10), steady(20, 10), uneven(10)])
def test_a_still_table_is_looked_at_ever_more_rarely(times: list[float]) -> None:
    seen = looked(still, times)
    assert [when for when, _ in seen] == pytest.approx([0.3, 1.0, 3.1, 8.1], abs=0.45)
    assert {motion.settled_s for _, motion in seen} == {times[0]}


@pytest.mark.parametrize(
    ("film", "noise"),
    [
        (still, 5.0),
        (still, 10.0),
        (exposure, 1.5),
        (lamp, 1.5),
        (flicker, 1.5),
        (shadow, 1.5),
        (shaking, 1.5),
    ],
)
def test_light_and_noise_are_no_movement(film: Film, noise: float) -> None:
    seen = looked(film, steady(10, 10), noise)
    assert len(seen) == 4
    assert not any(motion.hands for _, motion in seen)


@pytest.mark.parametrize("times", [steady(5, 10), steady(20, 10), uneven(10)])
def test_a_hand_that_comes_and_goes(times: list[float]) -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        return arm(TABLE, 200 * min(time_s - 4, 4.5 - time_s))

    seen = looked(film, times)
    assert next(when for when, _ in seen if when > 4.4) == pytest.approx(4.8, abs=0.3)
    assert seen[-1][1].settled_s == pytest.approx(4.5, abs=0.25)


def test_a_card_that_is_laid_is_a_new_still_stretch() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        picture = TABLE.copy()
        if time_s >= 4:
            picture[120:134, 100:109] = 230
        return picture

    settled = [motion.settled_s for _, motion in looked(film, steady(20, 8))]
    assert settled == pytest.approx([0, 0, 0, 4, 4, 4])


def resting(since: float, until: float) -> Film:
    return lambda time_s, rng: arm(TABLE, 100 * (since <= time_s < until))


def covers(motion: Motion, x: float, y: float) -> bool:
    outlines = [each.astype(np.float32) for each in motion.hands]
    return any(cv2.pointPolygonTest(each, (x, y), False) >= 0 for each in outlines)


def test_a_resting_hand_is_outlined_until_it_goes() -> None:
    seen = looked(resting(3, 9), steady(15, 12))
    there = [motion for when, motion in seen if 3 <= when < 9]
    assert len(there) >= 3
    for motion in there:
        assert covers(motion, 150, 150)
        assert not covers(motion, 60, 150)
        assert not covers(motion, 150, 40)
    assert not any(motion.hands for when, motion in seen if not 3 <= when < 9)


def test_a_sleeve_hardly_darker_than_the_cloth_belongs_to_its_hand() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        if time_s < 3:
            return CLOTH
        picture = CLOTH.copy()
        cv2.line(picture, (150, HEIGHT + 40), (150, HEIGHT - 60), 140.0 - 19, 26)
        cv2.line(picture, (150, HEIGHT - 60), (150, HEIGHT - 80), 80.0, 26)
        return picture

    seen = [motion for when, motion in looked(film, steady(20, 6)) if when > 3.2]
    assert seen
    assert all(covers(motion, 150, HEIGHT - 70) for motion in seen), "the hand is no card"


def test_where_a_hand_lay_from_the_start_is_table_after_a_while() -> None:
    seen = looked(resting(0, 5), steady(8, 25))
    assert covers(next(motion for when, motion in seen if when > 5), 150, 150)
    assert seen[-1][1].hands == ()


def test_a_table_that_never_settles_is_looked_at_with_the_unrest_outlined() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        return arm(TABLE, (60 + 30 * np.sin(9 * time_s)) * (time_s > 1))

    seen = looked(film, steady(12, 20))
    assert 5 <= len(seen) <= 9
    for _, motion in seen[2:]:
        assert motion.moved > 0
        assert covers(motion, 150, HEIGHT - 60)


def test_where_most_of_the_picture_moves_nothing_is_looked_at() -> None:
    dice = np.random.default_rng(1)
    blocks = dice.choice((20.0, 110.0, 240.0), (30, 40)).repeat(6, 0).repeat(8, 1)

    def film(time_s: float, rng: np.random.Generator) -> Array:
        return np.roll(blocks, int(time_s * 60), axis=1)

    assert looked(film, steady(15, 8)) == []


def test_stop_and_go_costs_no_more_than_a_look_every_moment() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        return arm(TABLE, 10 + 12 * int(time_s / 0.3))

    times = [when for when, _ in looked(film, steady(30, 4))]
    assert np.diff(times).min() >= 0.4


def test_the_same_pictures_give_the_same_looks() -> None:
    first, second = (looked(resting(3, 6), uneven(9)) for _ in range(2))
    assert [when for when, _ in first] == [when for when, _ in second]
    for (_, one), (_, other) in zip(first, second, strict=True):
        assert all(map(np.array_equal, one.hands, other.hands))


def test_pictures_of_another_size_begin_anew() -> None:
    gate = Gate()
    for time_s in steady(10, 1):
        gate.step(grey(np.full((180, 320), 90.0)), time_s)
    assert not gate.step(grey(np.full((320, 180), 90.0)), 1.0).due
    assert gate.step(grey(np.full((320, 180), 90.0)), 1.5).due


def laying(time_s: float, rng: np.random.Generator) -> Array:
    """From 3 s on a hand waves over the lower border; at 4 s a card comes to lie, at 5 s another."""
    picture = TABLE.copy()
    for since, x, y in ((4, 100, 110), (5, 220, 100)):
        if time_s >= since:
            picture[y : y + 14, x : x + 9] = 235
    return arm(picture, 10 + 8 * np.sin(11 * time_s)) if time_s > 3 else picture


def test_what_came_to_rest_beside_a_moving_hand_is_glanced_at() -> None:
    rng, gate, glances = np.random.default_rng(0), Gate(), []
    for time_s in steady(20, 6):
        picture = laying(time_s, rng) + rng.normal(0, 1.5, TABLE.shape)
        motion = gate.step(grey(picture), time_s)
        assert not (motion.due and motion.came)
        if motion.came is not None:
            glances.append((time_s, motion))
    assert [when for when, _ in glances] == pytest.approx([4.15, 5.15], abs=0.12)
    for (_, motion), place in zip(glances, ((104, 117), (224, 107)), strict=True):
        assert motion.came == pytest.approx(place, abs=1.5)
        assert not covers(motion, *place)
    assert any(outline[:, 1].min() > 140 for outline in glances[0][1].hands), "the hand is told"


def test_nothing_is_glanced_at_before_the_first_look_nor_where_it_is_not_wanted() -> None:
    for settings, seconds in ((GateSettings(), 0.25), (GateSettings(glance_s=np.inf), 6.0)):
        rng, gate = np.random.default_rng(0), Gate(settings)
        times = steady(20, seconds)
        pictures = (grey(laying(time_s + 3.9, rng)) for time_s in times)
        assert all(gate.step(*each).came is None for each in zip(pictures, times, strict=True))


def ways(bare: Array, arm_yuv: tuple[int, int, int]) -> list[float]:
    """How far an arm is told to reach while it comes in, 100 pixels, over a bare table (3, h, w)."""
    rng, gate, told = np.random.default_rng(0), Gate(pointer=from_below), []
    for time_s in steady(20, 5):
        picture = bare + rng.normal(0, 0.7, bare.shape)
        reach = 100 * min(1, time_s - 3.5)
        if reach > 0:
            for plane, level in zip(picture, arm_yuv, strict=True):
                cv2.line(plane, (150, HEIGHT + 40), (150, int(HEIGHT - reach)), level, 26)
        motion = gate.step(np.clip(picture, 0, 255).astype(np.uint8), time_s)
        told += [HEIGHT - float(tip[1]) for tip, _ in motion.reaches]
    return told


@pytest.mark.parametrize(
    ("cloth", "arm_yuv"),
    [
        ((140, 118, 120), (140, 112, 142)),
        ((55, 118, 136), (66, 118, 136)),
    ],
    ids=["an arm as bright as the cloth", "a dark arm in a dim light"],
)
def test_the_way_of_an_arm_that_is_hard_to_see(
    cloth: tuple[int, int, int], arm_yuv: tuple[int, int, int]
) -> None:
    bare = np.empty((3, HEIGHT, WIDTH))
    bare[:] = np.array(cloth)[:, None, None]
    told = ways(bare, arm_yuv)
    assert len(told) >= 15
    assert told[-1] == pytest.approx(100, abs=25)
    assert np.diff(told).min() > -1


def test_what_a_hand_covered_is_kept_in_the_light_of_its_day() -> None:
    """A hand rests while a lamp is turned up; when it goes, nothing strange is left of it."""

    def film(time_s: float, rng: np.random.Generator) -> Array:
        light = 0.8 if time_s < 3.5 else 1.0
        return light * arm(TABLE, 100 * (3 <= time_s < 6) + 60 * (time_s >= 7) * (time_s - 7))

    rng, gate, told = np.random.default_rng(0), Gate(pointer=from_below), []
    for time_s in steady(20, 8):
        motion = gate.step(grey(film(time_s, rng) + rng.normal(0, 1.0, TABLE.shape)), time_s)
        if time_s >= 7.3:
            told += [HEIGHT - float(tip[1]) for tip, _ in motion.reaches]
    assert len(told) >= 8
    assert max(told) < 90


def test_the_way_of_an_arm_is_told_while_it_moves() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        return arm(TABLE, np.clip(100 * (time_s - 3), 0, 100))  # from 4 s on it rests

    rng, gate, way = np.random.default_rng(0), Gate(pointer=from_below), []
    for time_s in steady(20, 6):
        picture = film(time_s, rng) + rng.normal(0, 1.5, TABLE.shape)
        motion = gate.step(grey(picture), time_s)
        way += [(time_s, tip, foot) for tip, foot in motion.reaches]
    assert way[0][0] == pytest.approx(3.1, abs=0.1), "as soon as it comes in"
    assert way[-1][0] == pytest.approx(4.2, abs=0.15), "while it has moved lately"
    for time_s, tip, foot in way:
        assert foot == pytest.approx((150, HEIGHT - 1), abs=2)
        reach = min(100.0, 100 * (time_s - 3)) + 13  # the end of a thick line is round
        assert tip == pytest.approx((150, HEIGHT - reach), abs=6)


def test_what_moves_in_an_arm_that_rests_is_not_its_tip() -> None:
    def film(time_s: float, rng: np.random.Generator) -> Array:
        picture = arm(TABLE, 100 if time_s > 3 else 0)
        if time_s > 4:  # the sleeve moves
            cv2.circle(picture, (150 + int(30 * np.sin(9 * time_s)), HEIGHT - 8), 14, 60.0, -1)
        return picture

    rng, gate = np.random.default_rng(0), Gate(pointer=from_below)
    for time_s in steady(20, 6):
        picture = film(time_s, rng) + rng.normal(0, 1.5, TABLE.shape)
        motion = gate.step(grey(picture), time_s)
        assert not (time_s > 4.5 and motion.reaches)
