"""What is told of a table that is watched: what happens, and each round once it is over."""

from dataclasses import dataclass
from enum import StrEnum

from scorer.replay import Replay


class Attention(StrEnum):
    """What the camera is busy with."""

    EMPTY = "empty"
    """No cards lie on the table."""
    DEALING = "dealing"
    """Cards lie there, and no round has begun that could be told."""
    SETTLED = "settled"
    HAND_OVER = "hand_over"
    """A hand is over the table, or something moves."""
    CHANGED = "changed"
    """The table has changed, and no turn is sure to have been played."""
    NEEDS_YOU = "needs_you"
    """A turn is not certain, and it matters."""
    OUT_OF_STEP = "out_of_step"
    """What lies there is not where the round stands."""


@dataclass(frozen=True, slots=True)
class Update:
    """Something that happened, as it is told."""

    time_s: float
    kind: str
    """dealt, turn, revised, question, round_over, warning."""
    says: str


@dataclass(frozen=True, slots=True)
class SeenRound:
    """A round as it was seen."""

    start_s: float
    end_s: float
    replay: Replay
    times_s: tuple[float, ...]
    """Of each turn, when it was seen done."""
    confidences: tuple[float, ...]
    """Of each turn."""
