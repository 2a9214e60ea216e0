"""One round as looks tell it, from the cards that are dealt to those that are gathered.

Belief turns looks into sightings, the referee sightings into turns; the watch knows where the round
begins and ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from scorer.actions import Call
from scorer.deal import sizes
from scorer.house_rules import HouseRules
from scorer.likelihood import on_table
from scorer.line import Line, Timed, pinned
from scorer.play import Report
from scorer.record import Record
from scorer.referee import Referee, opened
from scorer.replay import Replay, replay
from scorer.sighting import Sighting
from scorer.table import Position, deck
from vision.belief import Belief
from vision.calibration import Calibration
from vision.looks import Look
from vision.setup import Setup
from vision.zones import Zones
from webui.account import turn_line
from webui.dealing import amounts, captured, dealt_lines, is_held, pot_size
from webui.gathering import ended
from webui.readings import Doubt, Readings, certain, effect, exact
from webui.updates import Attention, SeenRound, Update

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


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known of a round before the first look."""

    belief: Belief
    cleared: bool = True
    """Whether the cards of the round before have left the table."""
    time_s: float = 0.0
    said: Line | None = None
    """The round until then, as a person says it is."""
    start_s: float = 0.0
    """When that had begun."""


@dataclass(slots=True)
class _Playing:
    """The round under way."""

    start_s: float
    referee: Referee
    sighting: Sighting
    """The last one."""
    told: list[Report] = field(default_factory=list)
    """The turns that were told."""
    doubts: dict[int, Doubt] = field(default_factory=dict)
    """Of each turn, while it was the last."""


class RoundWatch:
    """See the module."""

    def __init__(self, setup: Setup, rules: HouseRules, begins: Beginning) -> None:
        self.setup, self.rules = setup, rules
        self._begins = begins
        self._readings = Readings(setup.seats, rules)
        self._belief, self._time_s = begins.belief, begins.time_s
        self._playing = self._said()
        self._dealing: Sighting | None = None
        self._cleared = begins.cleared
        self._glance = False
        self.over = False
        """Whether the cards were gathered; then it sees nothing any more."""

    @classmethod
    def of(
        cls, setup: Setup, rules: HouseRules, *, cleared: bool = True, time_s: float = 0.0
    ) -> "RoundWatch":
        """A watch for a round that is yet to be dealt."""
        belief = Belief(Zones(setup.zones), setup.seats, frozenset(deck(rules)))
        return cls(setup, rules, Beginning(belief, cleared, time_s))

    @property
    def said(self) -> bool:
        """Whether it goes on from what a person said."""
        return self._begins.said is not None

    def anew(self, setup: Setup) -> "RoundWatch":
        """A watch that begins as this one did, by this setup, and has seen nothing yet."""
        if self.said:
            return RoundWatch(self.setup, self.rules, self._begins)
        begins = self._begins
        return RoundWatch.of(setup, self.rules, cleared=begins.cleared, time_s=begins.time_s)

    def after(self) -> "RoundWatch":
        """A watch for the next round."""
        return RoundWatch.of(self.setup, self.rules, cleared=False, time_s=self._time_s)

    def dropped(self) -> "RoundWatch":
        """A watch to which the cards are dealt again."""
        return RoundWatch.of(self.setup, self.rules, time_s=self._time_s)

    def pinned(self, record: Record) -> "RoundWatch":
        """A watch that goes on from the round as a person says it is.

        Raises:
            BadRecord: the round is not possible.
        """
        actions = tuple(Timed(entry, self._time_s) for entry in record.entries)
        seen, stands = self._belief.sighting(), replay(record).position
        line = pinned(record.deal, record.dealer, stands, actions, seen)
        start_s = self._time_s if self._playing is None else self._playing.start_s
        begins = Beginning(self._belief, self._cleared, self._time_s, line, start_s)
        return RoundWatch(self.setup, self.rules, begins)

    @property
    def cleared(self) -> bool:
        """Whether the cards of the round before have left the table."""
        return self._cleared and not self.over

    @property
    def position(self) -> Position | None:
        """Where the round most likely stands; None where none has begun."""
        return None if self._playing is None else self._playing.referee.lines[0].position

    @property
    def told(self) -> tuple[Report, ...]:
        """The turns that were told."""
        return () if self._playing is None else tuple(self._playing.told)

    @property
    def most_seen(self) -> float:
        """So many open cards lay in the pot at most, where no round has begun."""
        return 0.0 if self._dealing is None else pot_size(self._dealing)

    def record(self) -> Record | None:
        """The round as it most likely is; None where there is none."""
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
        """The round with other readings of a turn, the likeliest first."""
        if self._playing is None:
            return ()
        return self._readings.others(self._playing.referee, turn)

    def attention(self) -> Attention:
        """What the camera is busy with."""
        places = self._belief.sighting().places
        lying = sum(sum(amounts(each).values()) for each in places.values())
        if self._playing is None:
            return Attention.DEALING if lying >= 1 else Attention.EMPTY
        if self._glance or self._belief.dim:
            return Attention.HAND_OVER
        referee = self._playing.referee
        if sum(referee.lines[0].costs.values()) > OFF:
            return Attention.OUT_OF_STEP
        played = self._readings.turns(referee.lines[0])
        if played and self._readings.shares(referee, played, effect)[-1] < ASK:
            return Attention.NEEDS_YOU
        changed = len(self._playing.told) < len(played)
        return Attention.CHANGED if changed else Attention.SETTLED

    def see(self, look: Look, calibration: Calibration) -> tuple[Update, ...]:
        """What one more look tells; `calibration` is of its picture."""
        self._belief = self._belief.after(look, calibration)
        self._time_s, self._glance = look.time_s, look.glance
        sighting = self._belief.sighting()
        if self._playing is None:
            return tuple(self._await_deal(sighting))
        if look.glance:
            return ()
        if self._gathered(self._playing, sighting):
            # Under hands they are still being swept together: what lies in the heap tells no turn.
            self.over = not sighting.dim
            return ()
        return tuple(self._go_on(self._playing, sighting))

    def _said(self) -> _Playing | None:
        line = self._begins.said
        if line is None:
            return None
        playing = _Playing(self._begins.start_s, opened([line]), self._belief.sighting())
        playing.told = list(self._readings.turns(line))
        return playing

    # Dealing

    def _await_deal(self, sighting: Sighting) -> Iterator[Update]:
        _, size = sizes(self.rules)
        lying, taken = pot_size(sighting), captured(sighting)
        self._cleared = self._cleared or lying + taken < CLEARED
        if not self._cleared or (self._glance and is_held(sighting)):
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

    def seen(self) -> tuple[SeenRound, tuple[Doubt, ...]] | None:
        """The round as if it ended here, and how certain each turn is; None where there is none."""
        if self._playing is None:
            return None
        playing = self._playing
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
        sure_of = tuple(each.sure for each in found)
        times = _times(lines[0], best)
        return SeenRound(playing.start_s, self._time_s, best, times, sure_of), tuple(found)


def _times(line: Line, played: Replay) -> tuple[float, ...]:
    """When each turn of the replayed line was seen done; a call is not seen, and tells nothing."""
    done = [0.0] * len(played.turns)
    for timed, turn in zip(line.actions, played.turn_of, strict=True):
        if not isinstance(timed.entry.action, Call) or not done[turn]:
            done[turn] = timed.time_s
    return tuple(done)
