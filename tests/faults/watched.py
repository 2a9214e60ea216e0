"""What tests of cameras go by: a table, its camera, and everything the page was told of it."""

import time
from collections.abc import Callable, Iterable

from vision.video import Frame
from webui.evening.table_state import RoundState, TableState
from webui.live.camera_thread import Camera
from webui.live.table import LiveTable, Watching

PATIENCE_S = 180.0


def until(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Waits until it is so."""
    deadline = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.02)


def lines_of(round_: RoundState) -> list[str]:
    """The turns of a round, in the notation."""
    return [each for each in round_.text.splitlines() if each.startswith(("A: ", "B: "))]


class Watched:
    """A table whose camera shows what the test gives it."""

    def __init__(self, table: LiveTable, pictures: list[Iterable[Frame]]) -> None:
        self.table, self._pictures = table, pictures
        self.camera = Camera(table)
        self.told: list[Watching] = []
        """All that was told of the camera, in order."""
        self._watch = table.watch
        table.watch = self._note  # type: ignore[method-assign]

    def _note(self, watching: Watching) -> None:
        self.told.append(watching)
        self._watch(watching)

    def film(self, *pictures: Iterable[Frame], patience_s: float = PATIENCE_S) -> None:
        """Watches these until they are over."""
        self._pictures.append(frame for film in pictures for frame in film)
        self.camera.watch("0")
        until(lambda: self.told[-1].attention in ("ended", "failed"), patience_s)
        assert self.told[-1].fault == ""

    def attentions(self) -> list[str]:
        """What the page showed of the camera, each change once."""
        found = [each.attention for each in self.told]
        return [each for n, each in enumerate(found) if n == 0 or found[n - 1] != each]

    @property
    def state(self) -> TableState:
        """The evening as the table has it."""
        assert self.table.state is not None
        return self.table.state

    @property
    def round(self) -> RoundState:
        """The last round."""
        return self.state.rounds[-1]

    def lines(self) -> list[str]:
        """The turns of the last round, in the notation."""
        return lines_of(self.round)

    def close(self) -> None:
        """Lets the camera and the store go."""
        self.camera.stop()
        self.table.close()
        self.table.store.close()
