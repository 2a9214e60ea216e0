"""The camera's side of the table: what the session makes of looks becomes rounds of the evening."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorer.notation import parse
from scorer.record import Record, written
from scorer.replay import replay
from tests.vision.table_seen import CALIBRATION, CRANE, box
from tests.webui.tables import POT, WON
from vision.looks import Look
from vision.setup import setup_json
from webui.evening.events import Opened, Stored
from webui.evening.table_state import TableState
from webui.live import follower
from webui.live.camera_thread import left_at
from webui.live.follower import Follower, seated
from webui.live.table import LiveTable
from webui.recordings.demo import demo_setup
from webui.store.database import StoreError
from webui.store.event_store import Store
from webui.updates import Attention, SeenRound, Update

HEAD = f"rules: matgo\nrule threshold: 3\nseats: A, B\ndealer: A\npot: {POT}\n\n"
LINES = [f"{name}: {turn}\n" for name, turn in zip("ABA", WON, strict=True)]


def told(turns: int, stop: bool = False) -> Record:
    """The round after so many turns."""
    text = HEAD + "".join(LINES[:turns])
    return parse(text.rstrip("\n") + "; stop\n" if stop else text)


class FakeSession:
    """A session that says what the test has put into it."""

    def __init__(
        self,
        setup: object,
        rules: object,
        *,
        cleared: bool = True,
        prints: object = None,
        guessed: bool = False,
    ) -> None:
        self.setup, self.cleared = setup, cleared
        self.camera = SimpleNamespace(setup=setup, calibration=CALIBRATION)
        self.prints = prints or object()
        self.rounds: tuple[SeenRound, ...] = ()
        self.now: Record | None = None
        self.sure: tuple[float, ...] = ()
        self.updates: tuple[Update, ...] = ()
        self.attending = Attention.SETTLED
        self.pins: list[Record] = []
        self.dropped = 0
        self.looks: list[float] = []
        """When those were that it has seen."""
        SESSIONS.append(self)

    def see(self, look: Look) -> tuple[Update, ...]:
        self.looks.append(look.time_s)
        found, self.updates = self.updates, ()
        return found

    def record(self) -> Record | None:
        return self.now

    def certainties(self) -> tuple[float, ...]:
        return self.sure

    def answers(self, turn: int) -> tuple[Record, ...]:
        return (told(1),)

    def attention(self) -> Attention:
        return self.attending

    def pin(self, record: Record) -> None:
        self.pins.append(record)
        self.now = record

    def drop(self) -> None:
        self.dropped += 1
        self.now = None

    def end(self, record: Record, asked_s: float | None = None) -> None:
        """The next look ends the round."""
        played = replay(record)
        times = tuple(float(n) for n in range(1, len(played.turns) + 1))
        sure = tuple(0.4 if each == asked_s else 0.9 for each in times)
        self.rounds = (*self.rounds, SeenRound(0.0, 9.0, played, times, sure))
        self.updates = (Update(9.0, "round_over", "stop: A"),)
        if asked_s is not None:
            self.updates += (Update(asked_s, "question", "was it so?"),)
        self.now = None


SESSIONS: list[FakeSession] = []


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    SESSIONS.clear()
    monkeypatch.setattr(follower, "LearningSession", FakeSession)
    table = LiveTable(Store(tmp_path / "games.db"), tmp_path)
    rules = {"preset": "matgo", "threshold": 3}
    setup = setup_json(demo_setup())
    table.open(Opened("Demo", ("A", "B"), rules, "A", 1, setup, "film"), "test")
    yield table
    table.store.close()


@pytest.fixture
def camera(table: LiveTable) -> Follower:
    found = Follower(table, "film", "film")
    look(found)
    return found


def look(camera: Follower, time_s: float = 1.0) -> FakeSession:
    camera.see(Look(time_s, time_s, (1280, 720), ()))
    return SESSIONS[-1]


def sees(camera: Follower, record: Record, *sure: float, time_s: float = 1.0) -> FakeSession:
    """One more look, after which the session tells this."""
    session = SESSIONS[-1]
    session.now, session.sure = record, sure or (0.9,) * len(replay(record).turns)
    return look(camera, time_s)


def state_of(table: LiveTable) -> TableState:
    assert table.state is not None
    return table.state


def test_without_a_setup_what_was_seen_before_the_table_was_known_counts_too(
    table: LiveTable,
) -> None:
    table.open(Opened("Sunday", ("A", "B"), {"preset": "matgo"}, "A", 1, None, "film"), "test")
    camera = Follower(table, "film", "film")
    cards = [box(CRANE, (150.0 + 80 * k, 200.0)) for k in range(8)]
    for time_s, there in ((1.0, 0), (2.0, 7), (3.0, 8), (4.0, 2)):
        camera.see(Look(time_s, time_s, (900, 600), tuple(cards[:there])))
    (session,) = SESSIONS
    assert session.looks == [1.0, 2.0, 3.0, 4.0]


def test_looks_that_waited_are_read_after_a_fault_between_them(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.open(Opened("Sunday", ("A", "B"), {"preset": "matgo"}, "A", 1, None, "film"), "test")
    camera, faults = Follower(table, "film", "film"), [StoreError("the disk is full")]

    def full(self: Follower, session: object, time_s: float) -> None:
        if faults:
            raise faults.pop()

    monkeypatch.setattr(Follower, "_go_on", full)
    cards = tuple(box(CRANE, (150.0 + 80 * k, 200.0)) for k in range(8))
    camera.see(Look(1.0, 1.0, (900, 600), ()))
    with pytest.raises(StoreError):
        camera.see(Look(2.0, 2.0, (900, 600), cards))
    camera.see(Look(3.0, 3.0, (900, 600), cards))
    assert SESSIONS[-1].looks == [1.0, 2.0, 3.0]


def test_a_round_is_written_as_it_is_played(table: LiveTable, camera: Follower) -> None:
    for turns in (0, 1, 1, 2):
        sees(camera, told(turns), time_s=10.0 * turns + 1)
    (there,) = state_of(table).rounds
    assert [len(parse(v.event.record).entries) for v in there.versions] == [0, 1, 2]
    assert there.text == written(told(2))
    assert there.event.by_camera
    assert (there.times_s, there.certainties) == ((11.0, 21.0), (0.9, 0.9))
    assert left_at(state_of(table), "film") == 21.0
    assert left_at(state_of(table), "another") == 0.0


def test_a_round_that_ends_without_a_question_is_settled(
    table: LiveTable, camera: Follower
) -> None:
    sees(camera, told(3)).end(told(3, stop=True))
    look(camera)
    assert state_of(table).rounds[0].settled
    assert state_of(table).ledger.balances() == {"A": 6, "B": -6}


@pytest.fixture
def full(table: LiveTable) -> Iterator[Callable[[bool], None]]:
    """Says whether the store can be written."""
    append = table.store.append

    def refused(*said: object, **more: object) -> Stored:
        raise StoreError("the disk is full")

    def fill(is_full: bool) -> None:
        table.store.append = refused if is_full else append  # type: ignore[method-assign]

    yield fill
    fill(False)


def test_an_end_that_could_not_be_written_is_written_later(
    table: LiveTable, camera: Follower, full: Callable[[bool], None]
) -> None:
    sees(camera, told(3)).end(told(3, stop=True))
    full(True)
    for _ in range(2):
        with pytest.raises(StoreError):
            look(camera)
    full(False)
    look(camera)
    look(camera)
    assert len(state_of(table).rounds) == 1
    assert state_of(table).ledger.balances() == {"A": 6, "B": -6}


def test_an_end_that_could_not_be_written_yields_to_what_a_person_says(
    table: LiveTable, camera: Follower, full: Callable[[bool], None]
) -> None:
    session = sees(camera, told(3))
    session.end(told(3, stop=True))
    full(True)
    with pytest.raises(StoreError):
        look(camera)
    full(False)
    table.do({"do": "turn", "turn": 1, "text": "01-ribbon / 03-bright"}, "Ann")
    look(camera)
    assert not state_of(table).rounds[0].over
    assert "01-ribbon / 03-bright" in state_of(table).rounds[0].text
    assert len(session.pins) == 1


def test_a_round_with_a_question_waits_until_the_next_deal(
    table: LiveTable, camera: Follower
) -> None:
    sees(camera, told(3)).end(told(3, stop=True), asked_s=2.0)
    look(camera)
    assert not state_of(table).rounds[0].settled
    (question,) = table.snapshot()["questions"]
    assert (question["kind"], question["turn"]) == ("turn", 2)
    sees(camera, told(0))
    assert [each.settled for each in state_of(table).rounds] == [True, False]


def test_what_a_person_says_is_pinned(table: LiveTable, camera: Follower) -> None:
    session = sees(camera, told(1))
    table.do({"do": "turn", "turn": 1, "text": "01-ribbon / 03-bright"}, "Ann")
    look(camera)
    assert ["A: 01-ribbon / 03-bright" in written(each) for each in session.pins] == [True]
    assert state_of(table).rounds[0].pinned == 1
    look(camera)
    assert len(session.pins) == 1


def test_a_redeal_is_forgotten(table: LiveTable, camera: Follower) -> None:
    session = sees(camera, told(1))
    table.do({"do": "drop"}, "Ann")
    look(camera)
    assert session.dropped == 1
    sees(camera, told(0))
    assert state_of(table).rounds[0].text == written(told(0))
    assert not state_of(table).rounds[0].dropped


def test_after_a_restart_the_round_goes_on(table: LiveTable, camera: Follower) -> None:
    sees(camera, told(2))
    before = state_of(table)
    look(Follower(table, "film", "film"))
    assert [written(each) for each in SESSIONS[-1].pins] == [before.rounds[0].text]
    assert state_of(table) is before


def test_after_a_restart_the_same_is_asked(table: LiveTable, camera: Follower) -> None:
    sees(camera, told(1), 0.4)
    SESSIONS[-1].attending = Attention.NEEDS_YOU
    sees(camera, told(2), 0.4, 0.4)
    table.show(state_of(table).id)
    assert [each["turn"] for each in table.snapshot()["questions"]] == [2]
    again = Follower(table, "film", "film")
    look(again)
    sees(again, told(3), 1.0, 1.0, 0.9)
    assert state_of(table).rounds[0].certainties == (0.4, 0.4, 0.9)
    assert [each["turn"] for each in table.snapshot()["questions"]] == [2]


def test_the_end_of_a_round_keeps_when_its_turns_were_seen(
    table: LiveTable, camera: Follower
) -> None:
    for turns in (0, 1, 2):
        sees(camera, told(turns), time_s=10.0 * turns + 1)
    again = Follower(table, "film", "film")
    look(again)
    sees(again, told(3), time_s=31.0).end(told(3, stop=True))
    look(again, 32.0)
    assert state_of(table).rounds[0].times_s == (11.0, 21.0, 3.0)


def test_only_what_matters_is_asked(table: LiveTable, camera: Follower) -> None:
    sees(camera, told(1), 0.4)
    assert table.snapshot()["questions"] == []
    SESSIONS[-1].attending = Attention.NEEDS_YOU
    sees(camera, told(2), 0.4, 0.4)
    assert [each["turn"] for each in table.snapshot()["questions"]] == [2]
    table.do({"do": "confirm"}, "Ann")
    assert table.snapshot()["questions"] == []


def test_other_readings_are_those_of_the_round_under_way(
    table: LiveTable, camera: Follower
) -> None:
    sees(camera, told(2))
    assert len(camera.answers(1, 1)) == 1
    assert camera.answers(2, 1) == ()


def test_warnings_and_attention_are_told(table: LiveTable, camera: Follower) -> None:
    SESSIONS[-1].updates = (Update(1.0, "warning", "the camera was moved"),)
    SESSIONS[-1].attending = Attention.OUT_OF_STEP
    look(camera)
    assert table.watching.attention == "out_of_step"
    assert table.watching.remarks == ("the camera was moved",)


def test_who_sits_where(table: LiveTable) -> None:
    table.do({"do": "change", "people": ["B", "A"]}, "Ann")
    setup = seated(state_of(table), demo_setup())
    before = {zone.polygon_mm: zone.seat for zone in demo_setup().zones}
    after = {zone.polygon_mm: zone.seat for zone in setup.zones}
    other = {"A": "B", "B": "A", None: None}
    assert after == {polygon: other[seat] for polygon, seat in before.items()}
    look(Follower(table, "film"))
    assert SESSIONS[-1].setup == setup


@pytest.mark.parametrize("cleared", [False, True])
def test_who_plays_next_waits_until_the_cards_of_the_round_before_are_away(
    table: LiveTable, camera: Follower, cleared: bool
) -> None:
    """Of four another one sits out in each round: a heap of swept cards is no deal of theirs."""
    SESSIONS[-1].cleared = cleared
    table.do({"do": "change", "people": ["B", "A"]}, "Ann")
    look(camera)
    assert len(SESSIONS) == 2
    assert SESSIONS[-1].cleared == cleared
    assert SESSIONS[-1].prints is SESSIONS[0].prints, "the same deck lies there"
