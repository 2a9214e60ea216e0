"""A table over time: looks in, rounds out. The one core of reviewing, watching and the page.

Belief turns looks into sightings, the referee sightings into turns; the session knows where a
round begins and ends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scorer.actions import Call
from scorer.deal import sizes
from scorer.house_rules import HouseRules
from scorer.likelihood import on_table
from scorer.line import Line, Timed, pinned
from scorer.play import Report
from scorer.record import Record
from scorer.referee import Referee, opened
from scorer.remark import Remark
from scorer.replay import Replay, replay
from scorer.sighting import Sighting
from scorer.table import Phase, Position, deck
from vision.belief import Belief
from vision.confusions import PrintWatch
from vision.followed_setup import FollowedSetup
from vision.looks import Look
from vision.setup import Setup
from vision.zones import Zones
from webui.account import result_line, turn_line
from webui.dealing import amounts, captured, dealt_lines, is_held, pot_size
from webui.gathering import ended
from webui.questions import Question
from webui.readings import Doubt, Readings, certain, effect, exact

CLEARED = 2.0
"""A table with fewer open cards has been cleared: a heap that is swept together is no new deal."""
ABOUT = 0.7
"""A pot that holds the cards of a deal but for so many may be one."""
HIDDEN = 2.5
"""A pot that lacks more of the cards of a deal is none yet."""
TAKEN = 0.8
"""Where more cards than this lie elsewhere, somebody has taken some."""
DEALING_S = 4.0
"""So long after a deal was seen it may still have been under way."""
GATHERED = 0.45
"""Of the cards that should lie there, so many are left when they are being gathered."""
FEW = 5
"""Captures that say nothing yet of being gathered."""
SURE = 0.75
"""A turn is told from so much certainty."""
ASK = 0.6
"""A turn less certain than this is asked about."""
OFF = 12.0
"""What lies there is this much less likely than what should: the round is out of step."""


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


@dataclass(frozen=True, slots=True)
class Review:
    """Everything that was made of a recording."""

    rounds: tuple[SeenRound, ...]
    questions: tuple[Question, ...]
    remarks: tuple[str, ...]


@dataclass(slots=True)
class _Playing:
    """The round under way."""

    start_s: float
    referee: Referee
    sighting: Sighting
    """The last one."""
    told: list[Report] = field(default_factory=list)
    """The turns that were told."""
    doubts: dict[int, "Doubt"] = field(default_factory=dict)
    """Of each turn, while it was the last."""


class Session:
    """See the module."""

    def __init__(self, setup: Setup, rules: HouseRules, *, cleared: bool = True) -> None:
        self.setup, self.rules = setup, rules
        self._readings = Readings(setup.seats, rules)
        self.camera = FollowedSetup(setup)
        self.prints = PrintWatch(frozenset(deck(rules)))
        """What the print's faces are taken for, learned whenever a round is over."""
        self.belief = self._fresh()
        self._playing: _Playing | None = None
        self._dealing: Sighting | None = None
        self.cleared = cleared
        """Whether the cards of the round before have left the table."""
        self.rounds: tuple[SeenRound, ...] = ()
        """Those that are over."""
        self._questions: list[Question] = []
        self._remarks: list[str] = []
        self._time_s = 0.0
        self._glance = False

    @property
    def position(self) -> Position | None:
        """Where the round under way most likely stands."""
        return None if self._playing is None else self._playing.referee.lines[0].position

    def record(self) -> Record | None:
        """The round under way as it most likely is; None where there is none."""
        return (
            None if self._playing is None else self._readings.record(self._playing.referee.lines[0])
        )

    def certainties(self) -> tuple[float, ...]:
        """How certain each turn of that record is, 0 to 1."""
        if self._playing is None:
            return ()
        referee = self._playing.referee
        line = referee.lines[0]
        return tuple(certain(line, self._readings.shares(referee, self._readings.turns(line))))

    def answers(self, turn: int) -> tuple[Record, ...]:
        """The round under way with other readings of a turn, the likeliest first."""
        if self._playing is None:
            return ()
        return self._readings.others(self._playing.referee, turn)

    def pin(self, record: Record) -> None:
        """Goes on from a round as a person says it is; the camera changes nothing in it any more.

        Raises:
            BadRecord: the round is not possible.
        """
        position = replay(record).position
        actions = tuple(Timed(entry, self._time_s) for entry in record.entries)
        sighting = self.belief.sighting()
        if self._playing is None:
            self._playing = _Playing(self._time_s, opened(()), sighting)
        line = pinned(record.deal, record.dealer, position, actions, sighting)
        self._playing.referee = opened([line])
        self._playing.told = list(self._readings.turns(line))
        self._playing.doubts.clear()

    def drop(self) -> None:
        """Forgets the round under way: the cards are dealt again."""
        self._playing, self._dealing, self.belief = None, None, self._fresh()
        self.cleared = True

    def attention(self) -> Attention:
        """What the camera is busy with."""
        lying = sum(sum(amounts(each).values()) for each in self.belief.sighting().places.values())
        if self._playing is None:
            return Attention.DEALING if lying >= 1 else Attention.EMPTY
        if self._glance or self.belief.dim:
            return Attention.HAND_OVER
        referee = self._playing.referee
        if sum(referee.lines[0].costs.values()) > OFF:
            return Attention.OUT_OF_STEP
        played = self._readings.turns(referee.lines[0])
        if played and self._readings.shares(referee, played, effect)[-1] < ASK:
            return Attention.NEEDS_YOU
        changed = len(self._playing.told) < len(played)
        return Attention.CHANGED if changed else Attention.SETTLED

    def see(self, look: Look) -> tuple[Update, ...]:
        """What one more look tells."""
        warnings = tuple(self.camera.see(look))
        self._remarks += warnings
        told = tuple(Update(look.time_s, "warning", says) for says in warnings)
        return told + self._see(look)

    def _see(self, look: Look) -> tuple[Update, ...]:
        look = self.prints.read(look)
        self.belief = self.belief.after(look, self.camera.calibration)
        self._time_s, self._glance = look.time_s, look.glance
        sighting = self.belief.sighting()
        if self._playing is None:
            return tuple(self._await_deal(sighting))
        if look.glance:
            return ()
        if self._gathered(self._playing, sighting):
            # Under hands they are still being swept together: what lies in the heap tells no turn.
            return () if sighting.dim else tuple(self._end_round(self._playing))
        return tuple(self._go_on(self._playing, sighting))

    def finish(self) -> Review:
        """Everything that was seen; a round under way ends here."""
        if self._playing is not None:
            list(self._end_round(self._playing))
        if not self.rounds:
            self._remarks.append(self._why_no_round())
        return Review(self.rounds, tuple(self._questions), tuple(self._remarks))

    def _fresh(self) -> Belief:
        return Belief(Zones(self.setup.zones), self.setup.seats, frozenset(deck(self.rules)))

    # Dealing

    def _await_deal(self, sighting: Sighting) -> Iterator[Update]:
        _, size = sizes(self.rules)
        lying, taken = pot_size(sighting), captured(sighting)
        self.cleared = self.cleared or lying + taken < CLEARED
        if not self.cleared or (self._glance and is_held(sighting)):
            return
        best = 0.0 if self._dealing is None else pot_size(self._dealing)
        # Of a card more than is dealt one is none, or was played; a glance may see one twice.
        most = size + ABOUT + (best < size - HIDDEN and not self._glance)
        if taken < TAKEN and best - 0.3 <= lying <= most:
            self._dealing = sighting
        if self._dealing is None or pot_size(self._dealing) < size - HIDDEN:
            return
        if lying < size - ABOUT and taken < TAKEN:
            return
        referee = self._deal(self._dealing)
        if referee is None:
            return
        self._playing = _Playing(self._dealing.time_s, referee, self._dealing)
        yield self._dealt(self._playing)
        if sighting is not self._dealing:
            yield from self._go_on(self._playing, sighting)

    def _deal(self, sighting: Sighting) -> Referee | None:
        """What is believed of a round whose deal a sighting shows; None where it shows none."""
        lines = list(dealt_lines(sighting, self.rules, len(self.setup.seats)))
        return opened(lines).see(sighting) if lines else None

    def _dealt(self, playing: _Playing) -> Update:
        pot = " ".join(each.face for each in playing.referee.lines[0].deal.pot)
        return Update(playing.start_s, "dealt", f"dealt: {pot}")

    def _dealt_anew(self, playing: _Playing, sighting: Sighting) -> Referee | None:
        """The round with every deal that is seen now, too: before, cards were still laid out."""
        line = playing.referee.lines[0]
        late = sighting.time_s - playing.start_s > DEALING_S
        if line.actions or line.pinned is not None or late or sighting.dim:
            return None
        _, size = sizes(self.rules)
        if abs(pot_size(sighting) - size) > ABOUT or captured(sighting) >= TAKEN:
            return None
        anew = dealt_lines(sighting, self.rules, len(self.setup.seats))
        return opened((*playing.referee.lines, *anew))

    # Playing

    def _go_on(self, playing: _Playing, sighting: Sighting) -> Iterator[Update]:
        dealt = playing.referee.lines[0].deal.pot
        referee = self._dealt_anew(playing, sighting) or playing.referee
        playing.referee, playing.sighting = referee.see(sighting), sighting
        line = playing.referee.lines[0]
        if not line.actions and line.deal.pot != dealt:
            yield self._dealt(playing)
        played = self._readings.turns(playing.referee.lines[0])
        sure = self._readings.shares(playing.referee, played)
        if played:
            last = len(played) - 1
            answers = self._readings.answers(playing.referee, last)
            matters = self._readings.shares(playing.referee, played, effect)[last]
            playing.doubts[last] = Doubt(certain(line, sure)[last], matters, answers)
        for place, turn in enumerate(played):
            if place < len(playing.told):
                if exact(playing.told[place]) != exact(turn):
                    playing.told[place] = turn
                    yield Update(sighting.time_s, "revised", self._line_of(turn))
            elif sure[place] >= SURE:
                playing.told.append(turn)
                yield Update(sighting.time_s, "turn", self._line_of(turn))
            else:
                break
        del playing.told[len(played) :]

    def _line_of(self, turn: Report) -> str:
        return turn_line(turn, self.setup.seats)

    # Ending

    def _gathered(self, playing: _Playing, sighting: Sighting) -> bool:
        """Whether the cards that were captured, or all of them, have left their places."""
        position = playing.referee.lines[0].position
        held = sum(len(seat.captures) for seat in position.seats)
        seen = {place: sum(amounts(each).values()) for place, each in sighting.places.items()}
        captured = sum(much for place, much in seen.items() if place != "pot")
        if held >= FEW:
            return captured < GATHERED * held
        return sum(seen.values()) < GATHERED * sum(on_table(position).values())

    def _end_round(self, playing: _Playing) -> Iterator[Update]:
        over = [ended(line, playing.sighting) for line in playing.referee.lines]
        lines = tuple(sorted(over, key=lambda line: -line.weight))
        referee = Referee(lines, lines)
        best = self._readings.replayed(lines[0])
        played = self._readings.turns(lines[0])
        sure = certain(lines[0], self._readings.shares(referee, played))
        matters = self._readings.shares(referee, played, effect)
        found = [
            Doubt(sure[place], matters[place], self._readings.answers(referee, place))
            for place in range(len(played))
        ]
        for place, turn in enumerate(played):
            earlier = playing.doubts.get(place, found[place])
            if earlier.answers and exact(earlier.answers[0]) == exact(turn):
                found[place] = found[place]._replace(sure=min(found[place].sure, earlier.sure))
        times = _times(lines[0], best)
        sure_of = tuple(each.sure for each in found)
        self.rounds += (SeenRound(playing.start_s, self._time_s, best, times, sure_of),)
        self._playing, self._dealing, self.cleared = None, None, False
        self.belief = self._fresh()
        yield Update(self._time_s, "round_over", result_line(best))
        for question in self._doubtful(best, found, times):
            self._questions.append(question)
            yield Update(question.time_s, "question", question.asks)
        for says in self.prints.news():
            self._remarks.append(says)
            yield Update(self._time_s, "warning", says)

    def _doubtful(
        self, best: Replay, doubts: Sequence[Doubt], times: Sequence[float]
    ) -> Iterator[Question]:
        names, number = self.setup.seats, len(self.rounds)
        for place, doubt in enumerate(doubts):
            if doubt.matters < ASK:
                yield Question(times[place], number, names, place + 1, doubt.answers)
        if best.position.phase is not Phase.OVER:
            yield Question(self._time_s, number, names)

    def _why_no_round(self) -> str:
        if self._dealing is None:
            return Remark(
                "no deal was seen: the pot never showed open cards with no captures beside it"
            )
        seen = pot_size(self._dealing)
        return Remark(
            "no deal was seen: at most {count} open cards lay in the pot", count=round(seen)
        )


def _times(line: Line, played: Replay) -> tuple[float, ...]:
    """When each turn of the replayed line was seen done; a call is not seen, and tells nothing."""
    done = [0.0] * len(played.turns)
    for timed, turn in zip(line.actions, played.turn_of, strict=True):
        if not isinstance(timed.entry.action, Call) or not done[turn]:
            done[turn] = timed.time_s
    return tuple(done)
