"""What a person should look at in a recording: a turn that is not certain, a round without an end.

A question is values; pages show it in their language. `asks` and `answers` are its English, for
the terminal and for `hwatu review --json`.
"""

from dataclasses import dataclass

from scorer.play import Report
from webui.account import turn_line


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a round, and at which time of the recording."""

    time_s: float
    round: int
    """From 1."""
    names: tuple[str, ...]
    """Of the round's seats."""
    turn: int = 0
    """From 1; 0 where the round was not seen to end, and it is asked who won."""
    readings: tuple[Report, ...] = ()
    """What the turn may have been, the likeliest first; empty where no turn is asked about."""

    @property
    def asks(self) -> str:
        """The question in English."""
        if not self.turn:
            return "the round was not seen to end: who won?"
        return f"turn {self.turn}: was it {self.answers[0]}?"

    @property
    def answers(self) -> tuple[str, ...]:
        """What may be answered in English, the likeliest first."""
        if not self.turn:
            return (*self.names, "nobody")
        return tuple(turn_line(each, self.names) for each in self.readings)
