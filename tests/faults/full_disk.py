"""A table on a small disk that is full for a while: `python -m tests.faults.full_disk FOLDER`.

Prints as JSON what its people were told, and what was kept in the end.
"""

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask.testing import FlaskClient

from tests.faults.filmed import EMPTY, ROUND, RULES, SETUP, Reader, dealt, filmed, seconds, turns
from tests.faults.watched import Watched, lines_of
from tests.webui.tables import client_of
from vision.boxes import Array
from webui.evening.events import Opened
from webui.evening.log import folded
from webui.live import camera_thread
from webui.live.table import LiveTable
from webui.store.event_store import Store

FULL_S = (seconds((*dealt(), *turns(1, 1))), seconds((*ROUND, EMPTY)))
"""So long the disk is full: from after the first turn until after the round."""
STEP = b"x" * 512
Json = dict[str, Any]


class Disk:
    """A disk that another program fills."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Takes all the room there is."""
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while file.write(STEP):
                pass

    def free(self) -> None:
        """Gives it back."""
        with suppress(FileNotFoundError):
            self._ballast.unlink()

    def at(self, picture: Array, time_s: float) -> Array:
        """Full at its times; a `filmed.Fault`."""
        if FULL_S[0] <= time_s < FULL_S[1]:
            self.fill()
        else:
            self.free()
        return picture


FORMS: tuple[tuple[str, Json], ...] = (
    ("/setup/camera", {"source": "hand"}),
    ("/setup/people", {"person": ["Ann", "Bea"], "per_point": "1", "do": "save"}),
    ("/setup/start", {}),
    ("/ledger/1/do", {"do": "close"}),
    ("/review/demo/begin", {}),
    ("/review/upload?name=game.mp4", {"film": "x" * 20_000}),
)
"""What would write to the disk."""


def filmed_on(disk: Disk, table: LiveTable) -> Json:
    """A round that is filmed while the disk is full: what was told, and what came of it."""
    watched = Watched(table, [])
    films = [filmed((*ROUND, EMPTY, EMPTY), disk.at)]
    with (
        patch.object(camera_thread, "lasting", lambda source, lost, wait: films.pop()),
        patch.object(camera_thread, "detector", lambda threads, deck="": Reader()),
    ):
        watched.film()
    watched.camera.stop()
    log = table.store.events(1)
    state = folded(log)
    return {
        "events": len(log),
        "logged": {"lines": lines_of(state.rounds[-1]), "balances": state.ledger.balances()},
        "attentions": watched.attentions(),
        "faults": sorted({each.fault for each in watched.told}),
        "lines": watched.lines(),
        "balances": watched.state.ledger.balances(),
    }


def said(client: FlaskClient) -> tuple[int, Json]:
    """The status and the answer, in Korean, to a line of the ledger."""
    line = {"do": "book", "transfers": {"A": 1, "B": -1}, "note": "x" * 500}
    answer = client.post("/do", json=line, headers={"Accept-Language": "ko"})
    return answer.status_code, answer.json or {}


def main(folder: Path) -> None:
    """See the module."""
    disk, table = Disk(folder), LiveTable(Store(folder / "games.db"), folder)
    table.open(Opened("Friday", ("A", "B"), RULES, "A", 1, SETUP, "0"), "test")
    told = filmed_on(disk, table)
    client = client_of(table)
    disk.fill()
    answers = [said(client)]
    while answers[-1][0] == 200:  # in what room the log has left
        answers.append(said(client))
    pages = {path: client.get(path).status_code for path in ("/", "/ledger/", "/review/")}
    forms = {path: client.post(path, data=form).status_code for path, form in FORMS}
    kept = len(table.store.events(1))
    disk.free()
    answers.append(said(client))
    found = {"answers": answers, "pages": pages, "forms": forms, "kept": kept}
    json.dump({**told, **found}, sys.stdout)
    if "studies" in client.application.extensions:
        client.application.extensions["studies"].close()
    table.store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
