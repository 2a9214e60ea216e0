"""A camera in the network: pictures over HTTP, and a plug that can be pulled."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from vision.boxes import Array

HEAD = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"


class NetworkCamera:
    """Sends its picture as a JPEG again and again, as network cameras do."""

    def __init__(self, picture: Array, fps: float = 20.0) -> None:
        self._picture, self._step_s = b"", 1 / fps
        self.show(picture)
        self._server = self._served(0)
        self._port = self._server.server_port

    @property
    def address(self) -> str:
        """What the program is told to watch."""
        return f"http://127.0.0.1:{self._port}/camera.mjpg"

    def show(self, picture: Array) -> None:
        """Sends this from now on."""
        self._picture = cv2.imencode(".jpg", picture)[1].tobytes()

    def unplug(self) -> None:
        """Cuts every connection, and refuses new ones."""
        self._server.unplugged.set()
        self._server.shutdown()
        self._server.server_close()

    def plug_in(self) -> None:
        """Serves again, at the same address."""
        self._server = self._served(self._port)

    def _served(self, port: int) -> "_Server":
        server = _Server(self, port)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return server

    def parts(self) -> Iterator[bytes]:
        """The stream, part by part."""
        while not self._server.unplugged.wait(self._step_s):
            yield HEAD % len(self._picture) + self._picture + b"\r\n"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, camera: NetworkCamera, port: int) -> None:
        self.camera, self.unplugged = camera, threading.Event()
        super().__init__(("127.0.0.1", port), _Sender)


class _Sender(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with suppress(OSError):
            for part in self.server.camera.parts():
                self.wfile.write(part)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *what: object) -> None:
        """Says nothing."""


@contextmanager
def network_camera(picture: Array) -> Iterator[NetworkCamera]:
    """A camera that is plugged in, and unplugged in the end."""
    camera = NetworkCamera(picture)
    try:
        yield camera
    finally:
        camera.unplug()
