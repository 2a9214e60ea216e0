"""Settled moments told as the detector would: looks with its mistakes, without any picture.

looks = looks_of(stage, view, FAULTS["middle"], np.random.default_rng(7))
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from game_laid import since
from game_table import Lying, Moment, Stage, inside
from game_view import View
from scene_faces import Array
from scorer.cards import card
from vision.evidence import Detection
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.looks import Look, Reaching
from vision.pointing import border

FIRST_S, EVERY_S, MOST = 0.3, 0.7, 3
"""When a settled table is looked at: so long after it settled, then so often, so many times."""
REACH_JITTER = 4.0
"""Pixels by which the tip of a hand is seen amiss, and as many more for each of a card's corner."""
REACH_S, PAUSED_S = 0.05, 0.3
"""So often it is told how far moving hands reach, and those that rest for longer are not."""
GLANCE_S = 0.4
"""So often the table is glanced at while something moves."""
HARDLY, BARELY = 0.15, 0.35
"""A card that shows less than the first is not seen, and one below the second rarely."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The detector's mistakes; shares are of the cards that show well."""

    missed: float = 0.0
    wrong: float = 0.0
    """Named as another face, and sure of it."""
    unsure: float = 0.0
    """With several likely faces, the right one among them."""
    lasting: float = 0.5
    """Share of these that stay as long as the card lies as it lies."""
    jitter_px: float = 0.0
    """Of each corner, at 1920 wide."""
    spurious: float = 0.0
    """Boxes without a card in a look."""
    bursts: float = 0.0
    """Chance that a hand passes over the table in a look."""
    strange: float = 0.0
    """Share of the faces that this print draws unlike any that the detector knows: each is mostly
    named as one other face, the same all game."""


STRANGELY = 0.7
"""So often a strange face is named as the other."""


FAULTS = {
    "clean": Faults(jitter_px=0.5),
    "middle": Faults(0.008, 0.003, 0.02, 0.5, 1.2, 0.02, 0.01),
    "nasty": Faults(0.03, 0.012, 0.06, 0.6, 2.0, 0.1, 0.04),
}
"""By the difficulty of the game."""


def looks_of(
    stage: Stage, view: View, faults: Faults, rng: np.random.Generator
) -> tuple[Look, ...]:
    """One to three looks at each settled moment of the game, glances between, in order of time."""
    witness = _Witness(stage, view, faults, int(rng.integers(2**62)))
    moments = stage.moments()
    settled = [(time_s, each, False) for each in moments for time_s in look_times(each)]
    passing = [(time_s, stage.moment_at(time_s), True) for time_s in glance_times(stage, moments)]
    ordered = sorted(settled + passing, key=lambda each: each[0])
    looks, way, told = [], _ways(stage, view, faults, rng), 0
    for time_s, moment, glance in ordered:
        until = bisect_right(way, time_s, key=lambda each: each.time_s)
        look = witness.look(moment, time_s, rng)
        looks.append(replace(look, glance=glance, reaches=tuple(way[told:until])))
        told = until
    return tuple(looks)


def _ways(stage: Stage, view: View, faults: Faults, rng: np.random.Generator) -> list[Reaching]:
    """How far each moving hand reaches, moment by moment."""
    dice = rng.spawn(1)[0]
    size = np.array(view.camera.size_px)
    found = []
    for time_s in np.arange(REACH_S, stage.seconds, REACH_S):
        for hand in stage.hands:
            key = hand.at(time_s)
            if key.end_s < time_s - PAUSED_S or not stage.over_table(hand, time_s):
                continue
            ends = np.array((hand.fingers(key.tip_mm), hand.shoulder_mm))
            tip, shoulder = view.px(ends, time_s)
            if ((tip > 0) & (tip < size - 1)).all():
                foot = border(tip, shoulder - tip, *size)
                tip = tip + dice.normal(0, REACH_JITTER * (1 + faults.jitter_px), 2)
                found.append(Reaching(float(time_s), tip, foot))
    return found


def glance_times(stage: Stage, moments: Sequence[Moment]) -> Iterator[float]:
    """When the table is glanced at while something moves."""
    for time_s in np.arange(GLANCE_S, stage.seconds, GLANCE_S):
        if not any(each.start_s <= time_s <= each.end_s for each in moments):
            yield float(time_s)


def look_times(moment: Moment) -> Iterator[float]:
    """When a settled moment is looked at; never where it is over before the first look."""
    for n in range(MOST):
        time_s = moment.start_s + FIRST_S + n * EVERY_S
        if time_s < moment.end_s:
            yield time_s


class _Witness:
    """A detector with its faults."""

    def __init__(self, stage: Stage, view: View, faults: Faults, key: int) -> None:
        self.stage, self.view, self.faults, self.key = stage, view, faults, key
        self.strange = dict(_strange(faults.strange, np.random.default_rng(key)))

    def look(self, moment: Moment, time_s: float, rng: np.random.Generator) -> Look:
        size_px = self.view.camera.size_px
        hands = [self.view.px(outline, time_s, 20.0) for outline in moment.hands_mm]
        passing = [_passing_hand(size_px, rng)] if rng.random() < self.faults.bursts else []
        seen = [self._seen(lying, time_s, passing, rng) for lying in moment.cards]
        found = [each for each in seen if each is not None]
        found += [_nothing(size_px, rng) for _ in range(int(rng.poisson(self.faults.spurious)))]
        found.sort(key=lambda each: -each.confidence)
        return Look(time_s, moment.start_s, size_px, tuple(found), (*hands, *passing))

    def _seen(
        self, lying: Lying, time_s: float, passing: list[Array], rng: np.random.Generator
    ) -> Detection | None:
        size_px = self.view.camera.size_px
        quad = self.view.px(lying.quad_mm, time_s, lying.lift_mm)
        middle = quad.mean(axis=0)
        if not ((middle > 0) & (middle < size_px)).all() or lying.visible < HARDLY:
            return None
        if any(inside(quad, outline).any() for outline in passing):
            return None
        # The same card lying the same way is mistaken the same way again.
        where = [int(v) + 10_000 for v in np.round(lying.quad_mm.ravel())]
        before = np.random.default_rng((self.key, lying.card, *where))
        fate = before if before.random() < self.faults.lasting else rng
        if fate.random() < self._missed(lying.visible):
            return None
        face = lying.face if lying.face_up else "back"
        chances = self._chances(face, lying.visible, fate, rng)
        best = int(np.argmax(chances[:NO_CARD]))
        jitter = self.faults.jitter_px * size_px[0] / 1920
        quad = quad + rng.normal(0, jitter / 2, 2) + rng.normal(0, jitter, (4, 2))
        sure = float(chances[best] * (0.97 + 0.03 * rng.random()) * (1 - chances[NO_CARD]))
        return Detection(
            card(CLASSES[best]),
            sure * min(1.0, 0.55 + lying.visible),
            np.roll(quad, 2, axis=0) if rng.random() < 0.5 else quad,
            float(np.clip(lying.visible + rng.normal(0, 0.05), 0.05, 1)),
            chances,
            since(self.stage, lying, time_s),
        )

    def _missed(self, visible: float) -> float:
        if visible < BARELY:
            return 0.8
        return self.faults.missed * (3.0 if visible < 0.5 else 1.0)

    def _chances(
        self, face: str, visible: float, fate: np.random.Generator, rng: np.random.Generator
    ) -> Array:
        """(OUTPUTS,) of a box that holds this face."""
        hides = 3.0 if visible < 0.5 else 1.0
        others = _alike(face)
        shown, named = fate.random(), face
        if face in self.strange and fate.random() < STRANGELY:
            named, main = self.strange[face], fate.uniform(0.5, 0.9)
        elif shown < self.faults.wrong * hides and face != "back":
            named, main = str(fate.choice(CLASSES, p=others)), fate.uniform(0.75, 0.97)
        elif shown < (self.faults.wrong + self.faults.unsure) * hides or visible < BARELY:
            main = fate.uniform(0.3, 0.75)
        else:
            main = 1 - rng.beta(1, 60) - 0.002
        chances = np.zeros(OUTPUTS)
        spread = fate.dirichlet(0.05 + 6 * others)
        chances[: len(CLASSES)] = spread * (1 - main) * 0.9
        chances[NO_CARD] = (1 - main) * 0.1
        chances[CLASSES.index(named)] += main
        result: Array = chances / chances.sum()
        return result


def _strange(share: float, dice: np.random.Generator) -> Iterator[tuple[str, str]]:
    """The faces that are mostly taken for another, and that other."""
    for face in CLASSES:
        if face != "back" and dice.random() < share:
            yield face, str(dice.choice(CLASSES, p=_alike(face)))


@cache
def _alike(face: str) -> Array:
    """(CLASSES,) how often a face is taken for others, mostly of its month or kind; read only."""
    month, _, kind = face.partition("-")
    weights = np.array(
        [
            0.0
            if each in (face, "back")
            else 1.0 + 12.0 * each.startswith(month) + 4.0 * each.endswith(kind)
            for each in CLASSES
        ]
    )
    shares: Array = weights / weights.sum()
    return shares


def _nothing(size_px: tuple[int, int], rng: np.random.Generator) -> Detection:
    """A box where no card is: a coin, a pattern of the cloth."""
    width = 0.03 * size_px[0]
    middle = rng.uniform((0.1, 0.1), (0.9, 0.9)) * size_px
    quad = np.array(((-1, -1.6), (1, -1.6), (1, 1.6), (-1, 1.6))) * width / 2 + middle
    chances = np.zeros(OUTPUTS)
    chances[: len(CLASSES)] = rng.dirichlet(np.full(len(CLASSES), 0.1)) * 0.5
    chances[NO_CARD] = 0.5
    best = int(np.argmax(chances[:NO_CARD]))
    sure = float(chances[best] * rng.uniform(0.3, 1))
    return Detection(card(CLASSES[best]), sure, quad, float(rng.uniform(0.3, 1)), chances)


def _passing_hand(size_px: tuple[int, int], rng: np.random.Generator) -> Array:
    """(4, 2) px of an arm from the upper or lower edge of the picture."""
    width, height = size_px
    x, reach = rng.uniform(0.15, 0.85) * width, rng.uniform(0.3, 0.7) * height
    half = 0.03 * width
    foot, tip = (0.0, reach) if rng.random() < 0.5 else (float(height), height - reach)
    return np.array(((x - half, tip), (x + half, tip), (x + half, foot), (x - half, foot)))
