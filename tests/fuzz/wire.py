"""Requests as a server hands them to the app, byte by byte, and what the app answers."""

import io
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from flask import Flask

STREAM = "text/event-stream"
FEW = 1
"""Parts after the first that are read of an answer that never ends."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request."""

    method: str
    path: str
    """Quoted, without the query."""
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def __str__(self) -> str:
        query = f"?{self.query[:300]}" if self.query else ""
        return f"{self.method} {self.path[:300]}{query} {self.headers} {self.body[:600]!r}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    ms: float

    def header(self, name: str) -> str:
        """A header; empty where it is not there."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def kind(self) -> str:
        """The media type."""
        return self.header("Content-Type").partition(";")[0]

    @property
    def flashed(self) -> bool:
        """Whether the next page tells something."""
        cookie = self.header("Set-Cookie")
        return cookie.startswith("hwatu=") and "hwatu=;" not in cookie and self.status in (302, 303)


def asked(app: Flask, sent: Sent, cookie: str = "") -> Answer:
    """The answer of an app; whatever the app raises comes through."""
    begun = time.perf_counter()
    told: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:
        told.append((status, headers))
        return lambda data: None

    came: Iterable[bytes] = app.wsgi_app(_environ(sent, cookie), start)
    body = b"".join(_some(came, lambda: told[-1][1], sent.method))
    status, headers = told[-1]
    return Answer(int(status[:3]), tuple(headers), body, 1000 * (time.perf_counter() - begun))


def _some(came: Iterable[bytes], headers: Any, method: str) -> Iterator[bytes]:
    """All of an answer, or the beginning of one that does not end."""
    parts = iter(came)
    with ExitStack() as ended:
        if hasattr(came, "close"):
            ended.callback(came.close)
        if method == "HEAD":
            return  # as a server does, which has nothing to send
        first = next(parts, b"")
        yield first
        endless = any(key == "Content-Type" and STREAM in value for key, value in headers())
        for count, part in enumerate(parts, 1):
            yield part
            if endless and count >= FEW:
                return


def _environ(sent: Sent, cookie: str) -> dict[str, Any]:
    path = bytes_of(sent.path).decode("latin-1")
    environ = {
        "REQUEST_METHOD": sent.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": sent.query,
        "CONTENT_LENGTH": str(len(sent.body)),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost:8000",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(sent.body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in sent.headers.items():
        key = name.upper().replace("-", "_")
        plain = value.encode("utf-8", "replace").decode("latin-1")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = plain
    if cookie and "HTTP_COOKIE" not in environ:
        environ["HTTP_COOKIE"] = cookie
    return environ


def bytes_of(path: str) -> bytes:
    """The bytes that a quoted path stands for."""
    return unquote_to_bytes(path)


def quoted(text: str) -> str:
    """A text in an address; `/` too, and what UTF-8 cannot say by its bytes."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="")
