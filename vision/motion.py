"""When a look at the table tells something: what moves, what is still, and what reaches over it.

The gate works on small pictures. Every pixel remembers what it last showed and since when; it has
moved where it shows something else, beyond the noise of the sensor, a change of the light over the
picture and a shake of one pixel. All of it is a function of pictures and times, whatever the frame
rate is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.boxes import Array
from vision.pointing import Pointed, planes
from vision.small_pictures import (
    beyond_a_pixel,
    brightness,
    closed,
    exposed,
    fineness,
    grown,
    labelled,
    large_spots,
    levels,
    median,
    outlines,
    relit,
)

AROUND_PX = 25
"""Across, around the tip of an arm: where nothing moves there, the hand rests."""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """What the gate goes by; times in seconds, areas as shares of the picture."""

    settle_s: float = 0.25
    """So long nothing has moved when the table counts as settled."""
    again_s: tuple[float, ...] = (0.7, 2.0, 5.0)
    """After each look at a still table, how long until the next; the last one repeats."""
    least_gap_s: float = 0.4
    """No two looks are nearer: what stops and goes costs no more than that."""
    restless_s: float = 4.0
    """So long without a look, one is due although something moves."""
    glance_s: float = 0.25
    """While something moves, two glances are no nearer; inf for none."""
    rest_s: float = 0.1
    """So long a spot has not moved for a glance to tell what lies there."""
    beside: tuple[float, float] = (0.08, 0.2)
    """Of the picture's width and height, at each side, where nothing is glanced at: nobody plays
    into the captures, and what pauses there is an arm."""
    quiet: float = 0.6
    """As much of the picture as must be still for that."""
    least_moved: float = 0.0004
    """A spot smaller than this is noise; the smallest card covers three times as much."""
    most_noise: float = 4.0
    """Levels in the blurred small picture; no camera is noisier."""
    much_moved: float = 0.2
    """Where more than this has moved, the noise of the sensor is not learned."""
    least_hand: float = 0.008
    """What reaches in is no hand where it is smaller: a card that lies at the border."""
    absorb_s: float = 8.0
    """So long perfectly still as a whole, what reached in belongs to the table."""
    absorb_moving_s: float = 30.0
    """So long there at every look, it does too, moving or not: hands lay there at the start."""
    noise_times: float = 6.0
    """A change counts from so many times the noise of the sensor."""
    least_change: float = 7.0
    """And from so many levels."""
    reach_s: float = 0.049
    """While something moves, how far arms reach is told so often: 20 times a second at most."""
    reaching_s: float = 0.3
    """An arm that rests for longer is not told of."""
    most_hands: float = 0.7
    """Where more of the picture is strange, it is another picture and no hand."""
    hand_change: float = 18.0
    """As many levels must a hand differ from the table without it."""
    drift_s: float = 2.0
    """What a still pixel showed is forgotten at this pace: slow light is no movement."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What one picture told."""

    moved: float
    """Share of the picture that moved within the last settle_s."""
    settled_s: float
    """Since when nothing has moved but what moves now."""
    due: bool
    """Whether a look tells something."""
    hands: tuple[Array, ...] = ()
    """(k, 2) outlines x, y in the small picture of what moves or, for a look, reaches in."""
    came: tuple[float, float] | None = None
    """x, y of what came to rest while something else moves: a glance there tells something."""
    reaches: tuple[Pointed, ...] = ()
    """The arms that move, in px of the small picture."""


@dataclass(slots=True)
class _Memory:
    """What the gate knows of every pixel: (3, h, w) float32 levels, and times (h, w)."""

    shown: Array
    """What it last showed."""
    since_s: Array
    """When it last moved."""
    table: Array
    """What it showed without a hand over it."""
    before: Array
    """(h, w) how bright that was before the last look."""
    strange_s: Array
    """Since when every look has found something else than that."""


@dataclass(slots=True)
class Gate:
    """Says of each picture, in order, what moved and whether to look."""

    settings: GateSettings = field(default_factory=GateSettings)
    pointer: Callable[[Array], Sequence[Pointed]] | None = None
    """Tells the arms in `vision.pointing.planes`; without one no arm is told of."""
    _memory: _Memory | None = None
    _noise: Array | None = None
    """(3, 1, 1)."""
    _time_s: float = 0.0
    _look_s: float = -np.inf
    _glance_s: float = -np.inf
    """Of the last look or glance."""
    _stretch_s: float = -np.inf
    """settled_s of the still stretch that the last look was at."""
    _looks: int = 0
    """Looks at that stretch."""
    _reach_s: float = -np.inf
    """When it was last told how far arms reach."""

    def step(self, small: Array, time_s: float) -> Motion:
        """What the next small picture (3, h, w) uint8 tells; time_s rises from call to call."""
        now = levels(small)
        if self._memory is None or self._memory.shown.shape != now.shape:
            since_s = np.full(now.shape[1:], time_s)
            self._memory = _Memory(now, since_s, now, brightness(now), since_s.copy())
            self._time_s = self._look_s = time_s
            return Motion(1.0, time_s, False)
        memory, rules = self._memory, self.settings
        lit = relit(now, memory.shown)
        moved = self._moved(now, lit)
        memory.since_s[moved] = time_s
        pace = min(1.0, (time_s - self._time_s) / rules.drift_s)
        memory.shown = lit + pace * (now - lit)
        np.copyto(memory.shown, now, where=moved)
        self._time_s = time_s
        restless = memory.since_s > time_s - rules.settle_s
        settled_s = float(np.max(memory.since_s, where=~restless, initial=self._stretch_s))
        share = float(restless.mean())
        reaches = self._reaches(small, now, time_s) if share else ()
        if self._due(share, settled_s, time_s):
            self._glance_s = time_s
            hands = self._hands(now, restless, time_s)
            return Motion(share, settled_s, True, hands, None, reaches)
        if share and self._looks and time_s - self._glance_s >= rules.glance_s:
            moving = memory.since_s > time_s - rules.rest_s
            came = self._came(now, moving)
            if came is not None:
                self._glance_s = time_s
                return Motion(share, settled_s, False, outlines(moving), came, reaches)
        return Motion(share, settled_s, False, reaches=reaches)

    @property
    def before(self) -> Array:
        """(h, w) how bright the table without hands was before the last look, after a picture."""
        assert self._memory is not None
        return self._memory.before

    def _moved(self, now: Array, lit: Array) -> Array:
        """(h, w) bool: where the picture shows what it did not, in spots worth the name."""
        rules = self.settings
        finer = fineness(lit[0])
        off = np.abs(now[:, ::3, ::3] - lit[:, ::3, ::3]) / finer[::3, ::3]
        off = off.reshape(len(now), -1)
        noise = np.minimum(1.4826 * median(off, 1), rules.most_noise)[..., None]
        known = noise if self._noise is None else self._noise
        limits = np.maximum(rules.least_change, rules.noise_times * known * finer)
        moved = closed(np.any(beyond_a_pixel(now, lit) > limits, axis=0), 3)
        moved = large_spots(moved, rules.least_moved)
        # The noise is that of still pictures: where much of a picture moves it tells nothing.
        grows = float(moved.mean()) < rules.much_moved
        self._noise = np.clip(noise, 0.9 * known, 1.03 * known + 0.01 if grows else known)
        return moved

    def _due(self, share: float, settled_s: float, time_s: float) -> bool:
        rules, waited = self.settings, time_s - self._look_s
        if waited < rules.least_gap_s and self._looks:
            return False
        if share:
            due = waited >= rules.restless_s and 1 - share >= rules.quiet
        elif settled_s != self._stretch_s or not self._looks:
            due = True
        else:
            due = waited >= rules.again_s[min(self._looks, len(rules.again_s)) - 1]
        if due:
            self._looks = self._looks + 1 if settled_s == self._stretch_s else 1
            self._look_s, self._stretch_s = time_s, settled_s
        return due

    def _came(self, now: Array, moving: Array) -> tuple[float, float] | None:
        """The middle of the largest thing that lies since the last look or glance, if any does."""
        memory, rules = self._memory, self.settings
        assert memory is not None
        lies = (memory.since_s > self._glance_s - rules.rest_s) & ~moving
        height, width = lies.shape
        across, down = rules.beside
        lies[:, : round(across * width)] = lies[:, round((1 - across) * width) :] = False
        lies[: round(down * height)] = lies[round((1 - down) * height) :] = False
        if lies.mean() < rules.least_moved:
            return None
        lies &= beyond_a_pixel(now, relit(now, memory.table)).max(axis=0) > rules.hand_change
        spots = closed(lies, 3)
        _, _, stats, middles = cv2.connectedComponentsWithStats(spots.astype(np.uint8))
        areas = stats[1:, cv2.CC_STAT_AREA]
        if areas.max(initial=0) < rules.least_moved * spots.size:
            return None
        x, y = middles[1 + int(areas.argmax())]
        return float(x), float(y)

    def _reaches(self, small: Array, now: Array, time_s: float) -> tuple[Pointed, ...]:
        """Tip and foot of each arm that moves."""
        memory, rules = self._memory, self.settings
        assert memory is not None
        if self.pointer is None or time_s - self._reach_s < rules.reach_s:
            return ()
        self._reach_s = time_s
        table = relit(now, memory.table)
        change = beyond_a_pixel(now, table).max(axis=0)
        arms = large_spots(self._strange(change, 5), rules.least_moved, at_border=True)
        if not arms.any():
            return ()
        lately = memory.since_s > time_s - rules.reaching_s
        # What does not reach in from the border is no arm, whatever it looks like.
        there = grown(lately, AROUND_PX) & grown(arms, AROUND_PX)
        shown = planes(small, change, memory.since_s, brightness(table), time_s)
        height, width = there.shape
        return tuple(
            each
            for each in self.pointer(shown)
            if there[_within(each.tip[1], height), _within(each.tip[0], width)]
        )

    def _strange(self, change: Array, gap: int) -> Array:
        """(h, w) bool: what differs by such levels from the table, gaps of so many pixels closed.

        An arm may be nearly as bright as the cloth in parts: what differs less counts where it
        hangs together with what differs enough.
        """
        rules = self.settings
        less = closed(change > rules.hand_change / 2, gap)
        count, spots = cv2.connectedComponents(less.astype(np.uint8))
        enough = np.bincount(spots[change > rules.hand_change], minlength=count)
        return less & labelled(spots, enough >= rules.least_moved * spots.size)

    def _hands(self, now: Array, restless: Array, time_s: float) -> tuple[Array, ...]:
        """Outlines of what moves or reaches in from the border; all else is the table now."""
        memory, rules = self._memory, self.settings
        assert memory is not None
        change = beyond_a_pixel(now, relit(now, memory.table)).max(axis=0)
        strange = self._strange(change, 7)
        memory.strange_s[~strange] = time_s
        strange &= memory.strange_s > time_s - rules.absorb_moving_s
        count, spots = cv2.connectedComponents(strange.astype(np.uint8))
        lately = np.zeros(count, bool)
        lately[spots[memory.since_s > time_s - rules.absorb_s]] = True
        strange &= labelled(spots, lately)
        reaching = large_spots(strange, rules.least_moved, at_border=True)
        reaching &= reaching.mean() <= rules.most_hands
        # What has just begun to reach in is not of the table either, or a slow hand became it.
        memory.before = brightness(memory.table)
        memory.table = np.where(restless | reaching, exposed(now, memory.table), now)
        return outlines(restless | large_spots(reaching, rules.least_hand))


def _within(at: float, size: int) -> int:
    """The pixel at a place, the nearest one where it lies outside."""
    return min(max(round(float(at)), 0), size - 1)
