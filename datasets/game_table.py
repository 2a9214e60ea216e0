"""A whole game on the table, and the moments in which nothing moves: what a camera could see.

Millimetres of the table: x to the right, y down from its upper left corner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from game_layout import Layout
from game_tracks import HandKey, HandTrack, Key, Place, Track, quad_of
from scene_faces import Array

GRID = (12, 20)
"""Points across a card by which is told how much of it shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """One card of a settled table."""

    card: int
    """Which of the deck's cards; a face may be there twice."""
    face: str
    quad_mm: Array
    """(4, 2) corners clockwise from its own top left."""
    lift_mm: float
    angle_deg: float
    order: int
    visible: float
    """Share that neither cards nor hands cover; the picture's edge is not its matter."""
    face_up: bool
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A time in which nothing moves."""

    start_s: float
    end_s: float
    cards: tuple[Lying, ...]
    """Lowest first."""
    hands_mm: tuple[Array, ...]
    """(k, 2) outlines of what rests over the table."""


@dataclass(frozen=True, slots=True)
class Times:
    """When a round was played."""

    turns_s: tuple[float, ...]
    """When the last card of each of the replay's turns had come to rest."""
    start_s: float
    """Its first card is dealt."""
    end_s: float
    """Its last turn is over."""


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """All that happens on the table in a film, of one round or of several."""

    layout: Layout
    cards: tuple[Track, ...]
    hands: tuple[HandTrack, ...]
    """By seat."""
    rounds: tuple[Times, ...]
    seconds: float
    """Of the film."""

    @property
    def turn_times_s(self) -> tuple[float, ...]:
        """When the turns of all rounds had come to rest."""
        return tuple(time_s for each in self.rounds for time_s in each.turns_s)

    @property
    def start_s(self) -> float:
        """When the first card is dealt."""
        return self.rounds[0].start_s

    @property
    def end_s(self) -> float:
        """When the last turn is over."""
        return self.rounds[-1].end_s

    def at(self, time_s: float) -> list[tuple[int, Key]]:
        """Every card of the deck at that time, lowest first."""
        keys = [(card, track.at(time_s)) for card, track in enumerate(self.cards)]
        return sorted(keys, key=lambda each: (each[1].pose.carried, each[1].pose.order))

    def still(self, least_s: float = 0.3) -> list[tuple[float, float]]:
        """The times, at least so long, in which no card and no hand moves."""
        tracks: list[Sequence[Key] | Sequence[HandKey]] = [track.keys[1:] for track in self.cards]
        tracks += [hand.keys[1:] for hand in self.hands]
        busy = sorted((key.start_s, key.end_s) for keys in tracks for key in keys)
        found, since = [], 0.0
        for start_s, end_s in [*busy, (self.seconds, self.seconds)]:
            if start_s - since >= least_s:
                found.append((since, start_s))
            since = max(since, end_s)
        return found

    def moments(self, least_s: float = 0.3) -> list[Moment]:
        """The settled tables of the film, in order."""
        return [
            replace(self.moment_at((start_s + end_s) / 2), start_s=start_s, end_s=end_s)
            for start_s, end_s in self.still(least_s)
        ]

    def moment_at(self, time_s: float) -> Moment:
        """The table at one time, the cards that a hand moves over it left out."""
        there = [
            (card, key)
            for card, key in self.at(time_s)
            if not (key.pose.carried and key.moves(time_s))
        ]
        hands = tuple(outline for track in self.hands for outline in self.over_table(track, time_s))
        quads = [quad_of(key.pose) for _, key in there]
        shares = shown_shares(quads, hands)
        cards = tuple(
            Lying(
                card,
                self.cards[card].printed[0],
                quads[i],
                key.pose.lift_mm,
                key.pose.angle_deg,
                i,
                shares[i],
                key.pose.face_up,
                key.place,
            )
            for i, (card, key) in enumerate(there)
        )
        return Moment(time_s, time_s, cards, hands)

    def over_table(self, track: HandTrack, time_s: float) -> tuple[Array, ...]:
        """(k, 2) outlines of a hand and its arm, none where it is not over the table."""
        tip = track.at(time_s).tip_mm
        width, height = self.layout.size_mm
        if not (-60 < tip[0] < width + 60 and -60 < tip[1] < height + 60):
            return ()
        return track.outlines(tip)


def shown_shares(quads_mm: Sequence[Array], over_mm: Sequence[Array]) -> list[float]:
    """How much of each card shows, told by points across it.

    The cards (4, 2) lie over one another, lowest first, and convex outlines (k, 2) over them all.
    """
    outlines = [*quads_mm, *over_mm]
    lows = np.array([each.min(axis=0) for each in outlines]).reshape(-1, 2)
    highs = np.array([each.max(axis=0) for each in outlines]).reshape(-1, 2)
    near = (highs > lows[:, None]).all(axis=2) & (lows < highs[:, None]).all(axis=2)
    over = np.triu(near, 1)
    shares = []
    for quad, some in zip(quads_mm, over, strict=False):
        points = points_across(quad, GRID)
        for k in np.flatnonzero(some):
            points = points[~inside(points, outlines[k])]
            if not len(points):
                break
        shares.append(len(points) / (GRID[0] * GRID[1]))
    return shares


def points_across(quad_mm: Array, grid: tuple[int, int]) -> Array:
    """(n, 2) so many points across a card (4, 2) and down it, row by row."""
    u, v = _shares(grid)
    points: Array = quad_mm[0] + u * (quad_mm[1] - quad_mm[0]) + v * (quad_mm[3] - quad_mm[0])
    return points


@cache
def _shares(grid: tuple[int, int]) -> tuple[Array, Array]:
    """(n, 1) how far each of the points lies across and down."""
    across, down = np.meshgrid(*((np.arange(n) + 0.5) / n for n in grid))
    return across.reshape(-1, 1), down.reshape(-1, 1)


def inside(points: Array, outline: Array) -> Array:
    """(n,) whether each of the points (n, 2) lies within a convex outline, either way round."""
    edges = np.concatenate((outline[1:], outline[:1])) - outline  # np.roll takes ten times as long
    away = points[:, None] - outline
    sides = edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0]
    within: Array = (sides >= 0).all(axis=1) | (sides <= 0).all(axis=1)
    return within
