"""Bytes that are hardly HTTP, at the server itself."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fuzz.hostile import Lot
from tests.webui.tables import dealt, table_of
from webui.dashboard import Dashboard

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = (
    GET + b"\r\n",
    b"POST /do HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"do\":\"undo\"}",
    b"POST /do HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    GET + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /events HTTP/1.1\r\n\r\n",
    GET + b"X: " + b"a" * 300_000 + b"\r\n\r\n",
    GET + b"X: y\r\n" * 3000 + b"\r\n",
    b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /%ff%00/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\n\r\n",
    b"POST /review/upload?name=x.mp4 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999\r\n\r\nx",
    b"POST /do HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"GET /events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\r\n" * 500,
)  # fmt: skip
NOT_KNOWN = "501"
"""What a server says to a way of sending that it does not know: no fault of its own."""
SHORT_S, LONG_S = 0.3, 20.0


@contextmanager
def serving(folder: Path) -> Iterator[Dashboard]:
    """A dashboard as `hwatu` serves it, at a port of its own."""
    with Dashboard(dealt(table_of(folder))) as found:
        thread = threading.Thread(target=found.run, daemon=True)
        thread.start()
        yield found
    thread.join(LONG_S)


def sent_raw(served: Dashboard, lot: Lot) -> str:
    """What the server says to hostile bytes: its status, `closed` or `waits`."""
    whole = lot.choice(WHOLE)
    data = whole if lot.often(0.3) else lot.spoilt(whole)
    with socket.create_connection(("127.0.0.1", served.port), LONG_S) as line:
        line.settimeout(SHORT_S)
        try:
            line.sendall(data)
            if lot.often(0.5):
                line.shutdown(socket.SHUT_WR)
            came = line.recv(4096)
        except TimeoutError:
            return "waits"
        except OSError:
            return "closed"
    status = came.split(b" ")[1:2]
    if not status:
        return "closed"
    told = status[0].decode("ascii", "replace")
    return told if told == NOT_KNOWN else f"{told[:1]}xx"


def still_serves(served: Dashboard) -> bool:
    """Whether a page comes to somebody who means no harm."""
    with socket.create_connection(("127.0.0.1", served.port), LONG_S) as line:
        line.settimeout(LONG_S)
        line.sendall(b"GET /ledger/1 HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return line.recv(64).startswith(b"HTTP/1.0 200")
