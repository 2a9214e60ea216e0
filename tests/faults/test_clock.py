"""A clock that is set back: the machine's, and that of a camera in the network."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import av
import pytest

from tests.webui.tables import WON, client_of, dealt, table_of
from vision.video import frames
from webui.command_line.serve import show_latest
from webui.evening.events import Opened
from webui.security import Door, Role
from webui.store import event_store as store_module

DAY = timedelta(days=1)


class Yesterday(datetime):
    """A clock that was set back by a day."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime.now(UTC) - DAY


def test_the_evening_opened_last_is_the_last_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dealt(table_of(tmp_path), WON[0])
    monkeypatch.setattr(store_module, "datetime", Yesterday)
    table.open(Opened("later", ("Cho", "Dan"), {}, "Cho"), "test")
    table.store.close()
    again = table_of(tmp_path, opened=False)
    show_latest(again)
    assert again.state is not None
    assert again.state.name == "later"
    again.show(1)
    again.do({"do": "act", "text": WON[1]}, "Ann")
    again.show(1)
    assert [each["turn"] for each in again.snapshot()["round"]["turns"]] == [1, 2]
    again.store.close()


def test_who_is_let_in_stays_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt(table_of(tmp_path))
    client = client_of(table, Door({Role.PLAYER: "123456"}, ()))
    client.application.config["WTF_CSRF_ENABLED"] = True

    def token() -> str:
        page = client.get("/", headers={"Accept": "text/html"})
        assert page.status_code == 200
        (found,) = re.findall(r'name="csrf-token" content="([^"]+)"', page.get_data(as_text=True))
        return str(found)

    door = client.get("/door").get_data(as_text=True)
    (form,) = re.findall(r'name="csrf_token" value="([^"]+)"', door)
    assert client.post("/door", data={"pin": "123456", "csrf_token": form}).status_code == 302
    before, now = token(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - DAY.total_seconds())
    for each in (before, token()):
        command = {"do": "act", "text": WON[0]} if each == before else {"do": "undo"}
        answer = client.post("/do", json=command, headers={"X-CSRFToken": each})
        assert answer.status_code == 200, answer.get_data(as_text=True)
    table.store.close()


class _Sender(BaseHTTPRequestHandler):
    """Sends a stream that does not say how long it is."""

    parts: tuple[bytes, ...] = ()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "video/mp2t")
        self.end_headers()
        for part in self.parts:
            self.wfile.write(part)

    def log_message(self, *what: object) -> None:
        """Says nothing."""


@contextmanager
def streamed(*parts: bytes) -> Iterator[str]:
    """The address of a stream of these parts."""
    sender = type("Sender", (_Sender,), {"parts": parts})
    with ThreadingHTTPServer(("127.0.0.1", 0), sender) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/camera.ts"
        server.shutdown()


def as_stream(film: Path, later_s: float) -> bytes:
    """A film as a camera sends it, its clock later by so much."""
    path = film.with_suffix(".ts")
    with av.open(str(film)) as source, av.open(str(path), "w", format="mpegts") as target:
        stream = target.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None and packet.time_base:
                later = round(later_s / packet.time_base)
                packet.pts, packet.dts = (packet.pts or 0) + later, packet.dts + later
                packet.stream = stream
                target.mux(packet)
    return path.read_bytes()


def test_a_camera_whose_clock_is_set_back_is_watched_on(film: Callable[..., Path]) -> None:
    made = film([n / 10 for n in range(40)])
    with streamed(as_stream(made, 7200.0), as_stream(made, 0.0)) as address:
        times = [each.time_s for each in frames(address)]
    assert len(times) >= 70
    assert times == sorted(set(times))
    assert 7.0 < times[-1] < 9.0
