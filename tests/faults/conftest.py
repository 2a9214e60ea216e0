"""A table that is watched: what it showed of the camera, and what came of the film."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.faults.filmed import RULES, SETUP, Reader
from tests.faults.watched import Watched
from vision.video import Frame
from webui.evening.events import Opened
from webui.live import camera_thread
from webui.live.table import LiveTable
from webui.store.event_store import Store


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """An evening of A and B whose camera is a film of marked cards."""
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": Reader())
    pictures: list[Iterable[Frame]] = []

    def taken(source: str, lost: Callable[[str], None], wait: object) -> Iterable[Frame]:
        return pictures.pop()

    table = LiveTable(Store(tmp_path / "games.db", wait_s=0.1), tmp_path)
    table.open(Opened("Friday", ("A", "B"), RULES, "A", 1, SETUP, "0"), "test")
    found = Watched(table, pictures)
    with monkeypatch.context() as context:
        context.setattr(camera_thread, "lasting", taken)
        yield found
    found.close()
