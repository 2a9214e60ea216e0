"""A table over time: looks in, rounds out. The one core of reviewing, watching and the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.house_rules import HouseRules
from scorer.record import Record
from scorer.remark import Remark
from scorer.table import Phase, Position
from vision.calibration import Calibration
from vision.followed_setup import FollowedSetup
from vision.looks import Look
from vision.setup import Setup
from webui.account import result_line
from webui.questions import Question
from webui.readings import Doubt
from webui.round_watch import ASK, RoundWatch
from webui.updates import Attention, SeenRound, Update


@dataclass(frozen=True, slots=True)
class Review:
    """Everything that was made of a recording."""

    rounds: tuple[SeenRound, ...]
    questions: tuple[Question, ...]
    remarks: tuple[str, ...]


class Session:
    """See the module."""

    def __init__(self, setup: Setup, rules: HouseRules, *, cleared: bool = True) -> None:
        self.setup, self.rules = setup, rules
        self.camera = FollowedSetup(setup)
        self.rounds: tuple[SeenRound, ...] = ()
        """Those that are over."""
        self._watch = RoundWatch.of(setup, rules, cleared=cleared)
        self._questions: list[Question] = []
        self._remarks: list[str] = []

    @property
    def cleared(self) -> bool:
        """Whether the cards of the round before have left the table."""
        return self._watch.cleared

    @property
    def position(self) -> Position | None:
        """Where the round under way most likely stands."""
        return self._watch.position

    def record(self) -> Record | None:
        """The round under way as it most likely is; None where there is none."""
        return self._watch.record()

    def certainties(self) -> tuple[float, ...]:
        """How certain each turn of that record is, 0 to 1."""
        return self._watch.certainties()

    def answers(self, turn: int) -> tuple[Record, ...]:
        """The round under way with other readings of a turn, the likeliest first."""
        return self._watch.answers(turn)

    def attention(self) -> Attention:
        """What the camera is busy with."""
        return self._watch.attention()

    def pin(self, record: Record) -> None:
        """Goes on from a round as a person says it is; the camera changes nothing in it any more.

        Raises:
            BadRecord: the round is not possible.
        """
        self._begin(self._watch.pinned(record))

    def drop(self) -> None:
        """Forgets the round under way: the cards are dealt again."""
        self._begin(self._watch.dropped())

    def see(self, look: Look) -> tuple[Update, ...]:
        """What one more look tells."""
        warnings = tuple(self._warned(look.time_s, each) for each in self.camera.see(look))
        return (*warnings, *self._see(look, self.camera.calibration))

    def finish(self) -> Review:
        """Everything that was seen; a round under way ends here."""
        list(self._end())
        if not self.rounds:
            self._remarks.append(self._why_no_round())
        return Review(self.rounds, tuple(self._questions), tuple(self._remarks))

    def _begin(self, watch: RoundWatch) -> None:
        """Looks are taken in by this from now on."""
        self._watch = watch

    def _see(self, look: Look, calibration: Calibration) -> Iterator[Update]:
        yield from self._watch.see(look, calibration)
        if self._watch.over:
            yield from self._end()

    def _end(self) -> Iterator[Update]:
        """The round under way is over, if there is one."""
        found = self._watch.seen()
        if found is None:
            return
        seen, doubts = found
        self.rounds += (seen,)
        self._begin(self._watch.after())
        yield Update(seen.end_s, "round_over", result_line(seen.replay))
        for question in self._doubtful(seen, doubts):
            self._questions.append(question)
            yield Update(question.time_s, "question", question.asks)

    def _warned(self, time_s: float, says: str) -> Update:
        self._remarks.append(says)
        return Update(time_s, "warning", says)

    def _doubtful(self, seen: SeenRound, doubts: Sequence[Doubt]) -> Iterator[Question]:
        names, number = self.setup.seats, len(self.rounds)
        for place, doubt in enumerate(doubts):
            if doubt.matters < ASK:
                yield Question(seen.times_s[place], number, names, place + 1, doubt.answers)
        if seen.replay.position.phase is not Phase.OVER:
            yield Question(seen.end_s, number, names)

    def _why_no_round(self) -> str:
        most = self._watch.most_seen
        if not most:
            return Remark(
                "no deal was seen: the pot never showed open cards with no captures beside it"
            )
        return Remark(
            "no deal was seen: at most {count} open cards lay in the pot", count=round(most)
        )
