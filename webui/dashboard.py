"""The dashboard as it runs: the server, the app, the camera, around one live table."""

import socket
from contextlib import suppress
from threading import Event
from types import TracebackType

from waitress.server import create_server

from webui.app import create_app
from webui.live.camera_thread import Camera
from webui.live.table import LiveTable
from webui.security import Door

THREADS = 64
"""Each page that is open holds one for its messages."""
CLOSE_S = 5.0
MOST_BODY = 8_200_000_000
"""Of a request: a film; the app takes far less where none is expected."""


class Dashboard:
    """A table served at an address; a context in which the address is held.

    Raises:
        OSError: the address cannot be had.
    """

    def __init__(
        self,
        table: LiveTable,
        host: str = "127.0.0.1",
        port: int = 0,
        door: Door | None = None,
        pace: float = 1.0,
    ) -> None:
        self.table = table
        listening = _socket(host, port)
        self.port: int = listening.getsockname()[1]
        self.camera = Camera(table, pace)
        self.app = create_app(table, door)
        self.app.extensions["camera"] = self.camera
        self._server = create_server(
            self.app,
            sockets=[listening],
            threads=THREADS,
            max_request_body_size=MOST_BODY,
            ident=None,
            clear_untrusted_proxy_headers=True,
        )
        self._running, self._ended = Event(), Event()
        table.on_evening = self.camera.watch
        if table.state is not None and not table.state.closed:
            self.camera.watch(table.state.opened.source)

    def run(self) -> None:
        """Serves until it is interrupted, or closed by another thread."""
        self._running.set()
        try:
            self._server.run()
        finally:
            self._running.clear()
            self._ended.set()

    def close(self) -> None:
        """Lets everybody go: who listens, the camera, the address, the store."""
        self.table.close()
        self.camera.stop()
        self._server.task_dispatcher.shutdown()  # while the connections of its threads are there
        if self._running.is_set():
            with suppress(OSError):  # it may have been woken by another, and hung up already
                self._server.trigger.pull_trigger(self._hang_up)  # its thread alone may do it
            self._ended.wait(CLOSE_S)
        else:
            self._hang_up()
        self._close_pages()
        self.table.store.close()

    def _close_pages(self) -> None:
        """Closes what pages have opened: the studies, the wizard's camera."""
        if "studies" in self.app.extensions:
            self.app.extensions["studies"].close()
        if "desk" in self.app.extensions:
            self.app.extensions["desk"].preview.close()

    def _hang_up(self) -> None:
        """Closes every connection; the server ends when there are none."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()  # with the files of what it had still to send
        for each in list(self._server._map.values()):
            each.close()

    def __enter__(self) -> "Dashboard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


def _socket(host: str, port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found
