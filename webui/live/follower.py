"""The camera's side of the live table: looks in, rounds of the evening out.

The session reads looks. What it makes of them is written as the round's newest version, unless a
person has spoken: then the session goes on from what the person said.
"""

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from scorer.record import Record, written
from scorer.remark import Remark
from scorer.replay import replay
from vision.first_looks import first_looks, table_of
from vision.looks import Look
from vision.setup import Setup, setup_of
from vision.surplus import Surplus
from vision.zones import Zones
from webui.evening.commands import BadCommand
from webui.evening.events import Round, Settled
from webui.evening.table_state import RoundState, TableState
from webui.learning_session import LearningSession
from webui.live.table import CAMERA, LiveTable, Watching
from webui.recordings.stop_picture import keep_picture
from webui.round_watch import ASK
from webui.seating import with_players
from webui.updates import Attention, SeenRound

MOST_SEATS = 4
"""Around a table that is guessed."""
TROUBLES = ("lost", "unwritten", "blank", "frozen", "surplus")
"""What may be wrong with a camera that is still watched, the worst first."""
ANSWER_S = 0.5
"""So long a person waits for the camera's other readings while it is busy."""


class Follower:
    """What a camera sees of the evening that a table shows."""

    def __init__(self, table: LiveTable, source: str, recording: str | None = None) -> None:
        self.table = table
        self.source = source
        self.recording = recording
        self._lock = Lock()
        self._setup: Setup | None = None
        self._waiting = first_looks()
        """Looks that are not taken in yet: until the table is known, or after a fault."""
        self._session: LearningSession | None = None
        self._surplus = Surplus()
        self._agreed: object = None
        """What the session was made for: the evening, its people and rules."""
        self._round = 0
        """The number of the round under way; 0 between rounds."""
        self._known = 0
        """The number of the last event taken into account."""
        self._times: list[float] = []
        """When each turn of the round was first seen."""
        self._doubtful: set[int] = set()
        """Turns of the round that were not certain, and mattered."""
        self._given: tuple[float, ...] = ()
        """How certain the turns were that the session was given: it takes them for certain."""
        self._remarks: list[str] = []
        self._attention = "starting"
        self._troubles: dict[str, str] = {}
        """What is wrong now, of TROUBLES, and a line about each."""
        self._ended: list[tuple[SeenRound, frozenset[float]]] = []
        """Rounds that have ended and are not written yet, and when what was asked of them."""

    # What is told of the camera

    def trouble(self, name: str, says: str = "") -> None:
        """Tells that something is wrong with the camera (TROUBLES), and that it is still tried."""
        if self._troubles.get(name) != says:
            self._troubles = {**self._troubles, name: says}
            self._tell()

    def well(self, name: str) -> None:
        """Tells that this is not wrong any more."""
        if name in self._troubles:
            self._troubles = {each: says for each, says in self._troubles.items() if each != name}
            self._tell()

    def remark(self, says: str) -> None:
        """Tells something about the camera that is not wrong."""
        self._remarks.append(says)
        self._tell()

    def end(self, fault: str = "") -> None:
        """Tells that the source is watched no more, and why, where that is a fault."""
        attention = "failed" if fault else "ended"
        self.table.watch(Watching(self.source, attention, fault, tuple(self._remarks[-3:])))

    def _tell(self, attention: str | None = None) -> None:
        self._attention = attention or self._attention
        worst = next((each for each in TROUBLES if each in self._troubles), None)
        fault, remarks = self._troubles.get(worst or "", ""), tuple(self._remarks[-3:])
        self.table.watch(Watching(self.source, worst or self._attention, fault, remarks))

    def see(self, look: Look) -> None:
        """Takes one more look.

        Raises:
            BadSetup: the setup does not fit the pictures. StoreError: nothing can be written.
        """
        state = self.table.state
        if state is None or state.closed:
            return
        with self._lock:
            self._waiting.append(look)
            if self._setup is None:
                self._setup = _setup_of(state, look)
            if self._setup is None:
                self._tell("searching")
                return
            while self._waiting:
                session = self._up_to_date(self._state(), self._setup)
                self._take(self._waiting.popleft(), session)

    def _take(self, look: Look, session: LearningSession) -> None:
        """Takes one more look at a table that is known."""
        updates = session.see(look)
        self._remarks += [each.says for each in updates if each.kind == "warning"]
        self.table.picture.see(look, session.camera.setup, session.camera.calibration)
        self._check(look, session)
        self._tell(str(session.attention()))
        over = any(each.kind == "round_over" for each in updates)
        if over:
            asked = frozenset(each.time_s for each in updates if each.kind == "question")
            self._ended.append((session.rounds[-1], asked))
        try:
            while self._ended:
                self._end()
            if not over:
                self._go_on(session, look.time_s)
        except BadCommand:
            self._round = 0  # what was seen does not fit: the next look begins anew
            self._ended.clear()

    def answers(self, number: int, turn: int) -> tuple[Record, ...]:
        """The round with other likely readings of a turn (from 1), the likeliest first."""
        if not self._lock.acquire(timeout=ANSWER_S):
            return ()
        try:
            if self._session is None or number != self._round:
                return ()
            return self._session.answers(turn - 1)
        finally:
            self._lock.release()

    # What people said

    def _up_to_date(self, state: TableState, setup: Setup) -> LearningSession:
        """The session, after it was told what people have said since the last look."""
        there = state.current
        agreed = (state.id, state.people, state.players, state.rules)
        between = there is None or self._round == 0
        if self._session is None or (between and agreed != self._agreed):
            before, cleared = self._session, self._session is None or self._session.cleared
            prints = None if before is None else before.prints
            self._session = LearningSession(
                seated(state, setup),
                state.rules,
                cleared=cleared,
                prints=prints,
                guessed=state.opened.setup is None,
            )
            self._round = 0
            self._surplus = Surplus()
            self._agreed = agreed
        if state.number != self._known:
            self._listen(state, self._session, there)
            self._known = state.number
        return self._session

    def _listen(
        self, state: TableState, session: LearningSession, there: RoundState | None
    ) -> None:
        if self._round and state.round(self._round).dropped:
            session.drop()
            self._forget()
            self._ended.clear()
        if there is None or there.record is None or there.replay is None:
            return  # nothing to go on from
        last = there.versions[-1]
        spoken = last.by != CAMERA and last.number > self._known
        played_on = bool(self._round) or not there.over
        if played_on and (spoken or there.number != self._round):
            session.pin(there.record)
            self._ended.clear()
            self._round, self._times = there.number, list(there.times_s)
            self._given = there.certainties
            self._doubtful = set(_unsure(there)) - set(there.event.immaterial)

    def _check(self, look: Look, session: LearningSession) -> None:
        """Tells of a card that lies there more often than a deck has it."""
        self._surplus.see(look, session.camera.calibration, Zones(session.setup.zones))
        if self._surplus.says:
            self.trouble("surplus", self._surplus.says)
        else:
            self.well("surplus")

    def _forget(self) -> None:
        """No round is under way."""
        self._round, self._times, self._doubtful, self._given = 0, [], set(), ()

    # What the camera saw

    def _go_on(self, session: LearningSession, time_s: float) -> None:
        """Writes the round under way where it is another than before."""
        record = session.record()
        if record is None:
            return
        there = self._under_way()
        record = self._agreed_on(record, there)
        turns = len(replay(record).turns)
        if session.attention() is Attention.NEEDS_YOU:
            self._doubtful.add(turns)
        self._times = [*self._times, *(time_s for _ in range(turns))][:turns]
        self._write(record, session.certainties(), self._times)

    def _end(self) -> None:
        """Writes how a round ended, and settles it where nobody needs to be asked."""
        seen, asked_s = self._ended[0]
        there = self._under_way()
        given = len(self._given)
        asked = {n for n, time_s in enumerate(seen.times_s, 1) if time_s in asked_s}
        self._doubtful = {n for n in self._doubtful if n <= given} | {n for n in asked if n > given}
        times = (*self._times[:given], *seen.times_s[given:])
        self._write(self._agreed_on(seen.replay.record, there), seen.confidences, times)
        number = self._round
        self._ended.pop(0)  # written: if it cannot be settled now, the next deal does it
        self._forget()
        waits = any(each["round"] == number for each in self.table.snapshot()["questions"])
        state = self._state()
        if number and state.round(number).over and not waits and not state.rules.push:
            self._settle(number)

    def _state(self) -> TableState:
        state = self.table.state
        assert state is not None
        return state

    def _under_way(self) -> RoundState | None:
        """The round under way as the table has it; before a new one, the last one is settled."""
        state = self._state()
        if self._round:
            return state.round(self._round)
        if state.current is not None and state.current.over:
            self._settle(state.current.number)
        return None

    def _settle(self, number: int) -> None:
        state = self.table.seen(Settled(number), "settled", self._known)
        if state is not None:
            self._known = state.number

    def _agreed_on(self, record: Record, there: RoundState | None) -> Record:
        """What was seen, with what the table agreed on for this round."""
        if there is not None and there.record is not None:
            return replace(record, terms=there.record.terms, waiting=there.record.waiting)
        state = self._state()
        return replace(record, terms=state.evening.terms(), waiting=state.waiting)

    def _write(
        self, record: Record, certainties: Sequence[float], times_s: Sequence[float]
    ) -> None:
        """Writes a round where it is another than the table has."""
        state = self._state()
        there = state.round(self._round) if self._round else None
        text = written(replace(record, result=None), state.folders)
        certainties = (*self._given, *certainties[len(self._given) :])
        unsure = frozenset(n for n, sure in enumerate(certainties, 1) if sure < ASK)
        immaterial = tuple(sorted(unsure - self._doubtful))
        now = (text, unsure, immaterial)
        if there is not None and now == (there.text, _unsure(there), there.event.immaterial):
            return
        event = Round(
            self._round or state.next_round,
            text,
            by_camera=True,
            certainties=tuple(round(each, 4) for each in certainties),
            times_s=tuple(round(each, 3) for each in times_s),
            why=Remark("seen"),
            pinned=there.pinned if there is not None else 0,
            recording=self.recording,
            immaterial=immaterial,
        )
        following = self.table.seen(event, "seen", self._known)
        if following is not None:
            self._round, self._known = event.round, following.number
            self._keep_picture(following)

    def _keep_picture(self, state: TableState) -> None:
        """Keeps the table as a live camera shows it now: of a film it can be had later."""
        jpeg = self.table.picture.jpeg() if self.recording is None else None
        if jpeg is None:
            return
        try:
            keep_picture(self.table.folder, state.id, self._round, jpeg)
        except OSError as error:
            self._remarks.append(
                Remark(
                    "the picture of round {round} was not kept: {why}",
                    round=self._round,
                    why=error.strerror,
                )
            )


def _unsure(there: RoundState) -> frozenset[int]:
    return frozenset(n for n, sure in enumerate(there.certainties, 1) if sure < ASK)


def _setup_of(state: TableState, look: Look) -> Setup | None:
    """The evening's setup; where it has none, one guessed from a look with enough open cards.

    Raises:
        BadSetup: the evening's setup cannot be used.
    """
    if state.opened.setup is not None:
        return setup_of(dict(state.opened.setup))
    return table_of(look, state.people[:MOST_SEATS])


def seated(state: TableState, setup: Setup) -> Setup:
    """The setup with who sits where now, and the zones of those who play."""
    playing = tuple(each for each in state.people if each in state.players)
    sitting = state.people if len(state.people) == len(setup.seats) else playing
    names = dict(zip(setup.seats, sitting, strict=False))
    zones = tuple(
        replace(zone, seat=names.get(zone.seat)) if zone.seat else zone for zone in setup.zones
    )
    return with_players(replace(setup, seats=state.people, zones=zones), playing)
