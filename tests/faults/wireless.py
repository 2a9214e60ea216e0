"""The network between a phone and the table, which can fail in the two ways that networks do."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65536


class Wireless:
    """Carries what a browser and a server say to each other, as long as it is up."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._up = threading.Event()
        self._up.set()
        self._open: list[socket.socket] = []
        self._door = self._opened(0)
        self.port: int = self._door.getsockname()[1]

    def cut(self) -> None:
        """Every connection breaks, and none can be made."""
        with suppress(OSError):  # without that, who waits in `accept` lets one more in
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def back(self) -> None:
        """Connections can be made again."""
        self._up.set()
        if self._door.fileno() < 0:
            self._door = self._opened(self.port)

    def silence(self) -> None:
        """Nothing comes through any more, and nobody is told: the phone has left the house."""
        self._up.clear()

    def _opened(self, port: int) -> socket.socket:
        door = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._let_in, args=(door,), daemon=True).start()
        return door

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                here, _ = door.accept()
                self._up.wait()
                there = socket.create_connection(("127.0.0.1", self._to))
                self._open += [here, there]
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                self._up.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)


@contextmanager
def wireless(port: int) -> Iterator[Wireless]:
    """A network before a server, torn down in the end."""
    network = Wireless(port)
    try:
        yield network
    finally:
        network.back()
        network.cut()
