"""The live table: the one object that the pages and the camera talk to.

It holds the evening that is shown, writes every change to the store before it shows it, hands what
a person says to the camera's session, and tells everybody who listens. May be used by many threads.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from secrets import token_hex
from threading import RLock
from typing import Any

from scorer.record import Record
from webui.evening.commands import BadCommand, Command, events_of, needed
from webui.evening.events import BadEvent, Event, Opened, Round, Stored, kind_of
from webui.evening.log import NOT_YET, folded, more, tried
from webui.evening.table_state import TableState, shown_round
from webui.live.camera_picture import CameraPicture
from webui.live.hub import Hub, Message
from webui.live.views import table_view
from webui.security import Role
from webui.store.database import StoreError
from webui.store.event_store import ROUND_CHANGED, Conflict, Store

PING_S = 15.0
"""So often a listener is told that the line is open."""
CAMERA = "camera"
"""Who wrote what the camera saw."""
Json = dict[str, Any]


class NotAllowed(BadCommand):
    """A command that is not for the role of who gave it."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What is known of the camera at this moment."""

    source: str = ""
    """A camera's number, an address or a file's name; empty where nothing watches."""
    attention: str = "off"
    """As `session.Attention`, or off, starting, ended, failed, or one of `follower.TROUBLES`."""
    fault: str = ""
    """Why it failed, in one line."""
    remarks: tuple[str, ...] = ()


class LiveTable:
    """See the module."""

    def __init__(self, store: Store, folder: Path, folders: Sequence[Path] = ()) -> None:
        self.store = store
        self.folder = folder
        """Where the data of this program is kept."""
        self.folders = tuple(folders)
        """Where presets of the user's own are kept."""
        self._lock = RLock()
        self._hub = Hub()
        self._number = 0
        self._begun = token_hex(4)
        """Tells a browser that the program was started anew, and counts from 0 again."""
        self._watching = Watching()
        self._state: TableState | None = None
        self._view: Json = self._viewed()
        self.picture = CameraPicture()
        self.on_evening: Callable[[str], None] = _ignored
        """Is told the source of an evening that is shown from now on."""
        self.answers: Callable[[int, int], tuple[Record, ...]] = no_answers
        """The camera's other readings of a turn of a round, the likeliest first."""

    # What there is

    @property
    def state(self) -> TableState | None:
        """The evening that is shown; None before the first is opened."""
        return self._state

    @property
    def number(self) -> int:
        """Rises with every change of what is shown."""
        return self._number

    def snapshot(self) -> Json:
        """Everything that is shown, as JSON values in no language."""
        with self._lock:
            return {"number": self._number, "begun": self._begun, **self._view}

    def listen(self) -> Iterator[Message | None]:
        """The whole table, then each change as it happens; None from time to time.

        Raises:
            TooMany: as many listen as can be held.
        """
        messages = self._messages()
        next(messages)  # begun: so it leaves the hub again, even where nobody reads a message
        return messages

    def _messages(self) -> Iterator[Message | None]:
        self._hub.enter()
        try:
            yield None
            seen = -1
            while not self._hub.closed:
                found = None if seen < 0 else self._hub.after(seen, PING_S)
                if found is None:
                    whole = self.snapshot()
                    seen = int(whole["number"])
                    yield Message(seen, "table", whole)
                elif found:
                    yield from found
                    seen = found[-1].number
                elif not self._hub.closed:
                    self.follow()
                    yield None
        finally:
            self._hub.leave()

    def close(self) -> None:
        """Lets everybody who listens go."""
        self._hub.close()

    # What a person says

    def open(self, opened: Opened, by: str) -> Stored:
        """A new evening, shown from now on; the one before is left as it stands.

        Raises:
            BadCommand: its people or rules are impossible. StoreError: it cannot be written.
        """
        with self._lock:
            try:
                folded([Stored(0, 0, NOT_YET, by, opened)], self.folders)
            except BadEvent as error:
                raise BadCommand(error.line) from error
            stored = self.store.new_evening(opened, by)
        self.show(stored.evening)
        return stored

    def show(self, evening: int) -> None:
        """Shows this evening from now on.

        Raises:
            BadEvent, StoreError: it cannot be read.
        """
        with self._lock:
            self._state = folded(self.store.events(evening), self.folders)
            self._publish("evening", self._state.name)
            source = "" if self._state.closed else self._state.opened.source
        self.on_evening(source)  # outside of the lock, for which the camera before may wait

    def go_on_or_open(self, opened: Opened, by: str) -> None:
        """Shows the open evening that began just so, or a new one.

        Raises:
            BadCommand, BadEvent, StoreError: as for open and show.
        """
        for listed in self.store.evenings():
            begun = self.beginning(listed.evening)
            if not listed.closed and begun and replace(begun, name=opened.name) == opened:
                return self.show(listed.evening)
        self.open(opened, by)
        return None

    def beginning(self, evening: int) -> Opened | None:
        """How an evening began; None where that cannot be read."""
        events = self.store.events(evening)[:1]
        return events[0].event if events and isinstance(events[0].event, Opened) else None

    def do(self, command: Command, by: str, role: Role = Role.TABLE) -> Stored:
        """Follows a command; the last event that came of it.

        `seen` in a command is the last event that its page showed when the person began to say it.

        Raises:
            BadCommand: it does not fit the table as it stands, or is not for this role.
            Conflict: somebody else has spoken about the round since `seen`.
            StoreError: it cannot be written.
        """
        if not role.may(needed(command)):
            raise NotAllowed("this is for who sits at the table")
        with self._lock:
            state = self._state
            if state is None:
                raise BadCommand("no evening is open: set the table up first")
            _check_seen(state, command)
            found = events_of(state, command)
            try:
                for event in found:
                    stored = self._written(event, by)
            finally:  # what was written is shown, also where something else could not be
                if self._state is not state:
                    self._publish(str(command.get("do")), _says(found[-1]))
            return stored

    # What the camera says

    def watch(self, watching: Watching) -> None:
        """Takes what is known of the camera now."""
        with self._lock:
            if watching != self._watching:
                self._watching = watching
                self._publish("camera", watching.attention)

    @property
    def watching(self) -> Watching:
        """What is known of the camera."""
        return self._watching

    def seen(self, event: Event, says: str, known: int) -> TableState | None:
        """Writes what the camera saw; the table then, or None where somebody spoke meanwhile.

        `known`: the number of the last event that the camera has taken into account.

        Raises:
            BadCommand: it does not fit the table. StoreError: it cannot be written.
        """
        with self._lock:
            if self._state is None or self._state.number != known:
                return None
            self._written(event, CAMERA)
            self._publish(kind_of(event), says)
            return self._state

    def _written(self, event: Event, by: str) -> Stored:
        """The event in the store and in the state: first there, then here."""
        state = self._state
        if state is None:
            raise BadCommand("no evening is open")
        try:
            tried(state, event, by)
        except BadEvent as error:
            raise BadCommand(error.line) from error
        try:
            stored = self.store.append(state.id, event, by, expected=state.number)
        finally:
            # Another program may have written to the same evening.
            self._state = more(state, self.store.events(state.id, after=state.number))
        return stored

    def follow(self) -> None:
        """Shows what another program has written to the same evening."""
        with self._lock, suppress(StoreError):  # what cannot be read now is read later
            if (state := self._state) is None:
                return
            self._state = more(state, self.store.events(state.id, after=state.number))
            if self._state is not state:
                self._publish("elsewhere", "written by another program")

    def _publish(self, kind: str, says: str) -> None:
        """Tells everybody what has changed."""
        before, self._view = self._view, self._viewed()
        self._number += 1
        parts = {name: part for name, part in self._view.items() if before.get(name) != part}
        data = {"number": self._number, "kind": kind, "says": says, "parts": parts}
        self._hub.publish(Message(self._number, "change", data))

    def _viewed(self) -> Json:
        return {
            **table_view(self._state),
            "camera": {**asdict(self._watching), "remarks": list(self._watching.remarks)},
            "store": list(self.store.remarks),
        }


def _check_seen(state: TableState, command: Command) -> None:
    """Raises where a person has changed the round that a command is about, and it was not seen."""
    seen, number = command.get("seen"), command.get("round")
    there = shown_round(state)
    if number is not None:
        there = next((each for each in state.rounds if each.number == number), None)
    if not isinstance(seen, int) or there is None:
        return
    spoken = max((each.number for each in there.versions if each.by != CAMERA), default=0)
    if spoken > seen:
        raise Conflict(ROUND_CHANGED, round=there.number, event=spoken)


def _says(event: Event) -> str:
    return event.why if isinstance(event, Round) else kind_of(event)


def _ignored(source: str) -> None:
    """Nothing watches where no camera was given."""


def no_answers(number: int, turn: int) -> tuple[Record, ...]:
    """Nothing watches, and so there are no other readings."""
    return ()
