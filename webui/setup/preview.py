"""What a camera sees now, for as long as somebody looks: it is let go when nobody asks any more."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Event, Lock, Thread

from vision.video import BadVideo, Frame, source_frames
from webui.jpegs import jpeg
from webui.setup.source import Source

IDLE_S = 4.0
"""After so long without being asked the camera is let go."""
STEP_S = 0.4
"""Between two pictures that are kept."""
JOIN_S = 5.0


class Preview:
    """The newest picture of one camera at a time; may be used by many threads."""

    def __init__(self, frames: Callable[[str], Iterator[Frame]] = source_frames) -> None:
        self._frames = frames
        self._lock = Lock()
        self._source: Source | None = None
        self._thread: Thread | None = None
        self._stop = Event()
        self._newest: bytes | None = None
        self._asked_s = 0.0

    def jpeg(self, source: Source) -> bytes | None:
        """The newest picture as JPEG; None until the first has come, or where none comes."""
        with self._lock:
            self._asked_s = time.monotonic()
            running = self._thread is not None and self._thread.is_alive()
            if not running or source != self._source:
                self._let_go()
                self._source, self._stop, self._newest = source, Event(), None
                self._thread = Thread(target=self._watch, args=(source, self._stop), daemon=True)
                self._thread.start()
            return self._newest

    def close(self) -> None:
        """Lets the camera go, so that something else can have it."""
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_S)
        self._thread = None

    def _watch(self, source: Source, stop: Event) -> None:
        kept_s = -STEP_S
        try:
            with closing(self._frames(source.where)) as coming:  # type: ignore[type-var]
                for frame in coming:
                    now_s = time.monotonic()
                    if stop.is_set() or now_s - self._asked_s > IDLE_S:
                        return
                    if now_s - kept_s >= STEP_S:
                        self._newest, kept_s = jpeg(frame.bgr()), now_s
        except BadVideo:
            return  # the page shows the last picture; taking a new one says why none comes
