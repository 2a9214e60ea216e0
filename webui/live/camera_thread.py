"""What watches the table: a thread that turns pictures into looks and shows both."""

import time
from collections.abc import Iterable, Iterator
from threading import Event, Lock, Thread

from scorer.remark import Remark
from vision.deck_photos import BadDeck
from vision.detector import Detector
from vision.lasting import lasting
from vision.learning_detector import LearningDetector, learning
from vision.looks import Look
from vision.picture_faults import PictureWatch
from vision.pipeline import looks_of
from vision.runtime import NoRuntime
from vision.setup import BadSetup
from vision.video import BadVideo, Frame, frames, source_frames
from vision.weights import NoWeights
from webui.bad_input import no_detector
from webui.evening.table_state import TableState
from webui.live.follower import Follower
from webui.live.table import LiveTable, Watching, no_answers
from webui.recordings.demo import DEMO, VIDEO, shipped_looks
from webui.recordings.films import FILE, BadFilm, film
from webui.review import detector, gate
from webui.store.database import StoreError
from webui.words import line_of

JOIN_S = 5.0
SAME_S = 1e-3
STRANGE = Remark(
    "this deck is unlike those that the model knows: it was learned from the table; a deck that is"
    " taught (Setup) is read better"
)
CHECK_S = 0.5
"""So often it is asked whether a camera's pictures still show anything."""


class CameraThread:
    """Watches a source and tells the table what it sees, until it ends or is stopped."""

    def __init__(self, table: LiveTable, source: str, pace: float = 1.0) -> None:
        self.source = source
        self._table, self._pace = table, pace
        self._live = source.isdecimal() or "://" in source
        self._follower = Follower(table, source, None if self._live else source)
        self._stop = Event()
        self._thread = Thread(target=self._watch, name=f"camera {source}", daemon=True)

    def start(self) -> None:
        """Begins to watch."""
        self._table.answers = self._follower.answers
        self._table.watch(Watching(self.source, "starting"))
        self._thread.start()

    def stop(self) -> None:
        """Ends watching, and waits until the source is free again."""
        self._stop.set()
        self._thread.join(JOIN_S)

    def _watch(self) -> None:
        fault = ""
        try:
            for look in self._looks():
                if self._stop.is_set():
                    return
                self._see(look)
        except (NoWeights, NoRuntime) as error:
            fault = no_detector(error)
        except (BadVideo, BadFilm, BadSetup, BadDeck) as error:
            fault = line_of(error)
        except Exception as error:  # the page has to say that nothing watches any more
            fault = f"{type(error).__name__}: {error}".splitlines()[0]
        if not self._stop.is_set():
            self._follower.end(fault)

    def _see(self, look: Look) -> None:
        """One more look. What cannot be written now is written at a later one."""
        try:
            self._follower.see(look)
        except StoreError as error:
            self._follower.trouble("unwritten", line_of(error))
        else:
            self._follower.well("unwritten")

    def _looks(self) -> Iterator[Look]:
        if self.source == DEMO:
            known = shipped_looks()
            if known is not None:
                return _beside(known.looks(), self._shown(frames(VIDEO, threads=1)))
            return looks_of(self._shown(frames(VIDEO, threads=1)), detector(None), gate())
        source = self.source
        if source.startswith(FILE):
            source = str(film(self._table.folder, source.removeprefix(FILE)))
        if self._live:
            pictures = self._checked(lasting(source, self._lost, self._stop.wait))
        else:
            pictures = source_frames(source)
        return self._taught(pictures, learning(detector(None, self._deck())))

    def _taught(self, pictures: Iterable[Frame], seeing: Detector) -> Iterator[Look]:
        """The looks; where a strange deck is learned from the table, that is told."""
        told = False
        for look in looks_of(self._shown(pictures), seeing, gate()):
            if isinstance(seeing, LearningDetector) and seeing.strange and not told:
                told = True
                self._follower.remark(STRANGE)
            yield look

    def _deck(self) -> str:
        """The enrolled deck that lies on the table; empty for any print."""
        state = self._table.state
        setup = None if state is None else state.opened.setup
        return str((setup or {}).get("deck", ""))

    def _lost(self, why: str) -> None:
        """Tells that a camera was lost, and that it is back."""
        if self._stop.is_set():
            return
        if why:
            self._follower.trouble("lost", why)
        else:
            self._follower.well("lost")

    def _checked(self, pictures: Iterable[Frame]) -> Iterator[Frame]:
        """The pictures of a camera; it is told when they show nothing, or the same for long."""
        watch, due_s = PictureWatch(), 0.0
        for frame in pictures:
            if frame.time_s >= due_s:
                due_s = frame.time_s + CHECK_S
                wrong = watch.step(frame.small(), frame.time_s)
                for each in ("blank", "frozen"):
                    if each == wrong:
                        self._follower.trouble(each)
                    else:
                        self._follower.well(each)
            yield frame

    def _shown(self, pictures: Iterable[Frame]) -> Iterator[Frame]:
        """The pictures, each shown at its time: those of a film no sooner than they were taken.

        A film goes on from where the round under way was left.
        """
        from_s = 0.0 if self._live else left_at(self._table.state, self.source)
        begin_s = time.monotonic()
        for frame in pictures:
            if frame.time_s < from_s:
                continue
            if not self._live and self._pace:
                due_s = begin_s + (frame.time_s - from_s) / self._pace
                self._stop.wait(max(0.0, due_s - time.monotonic()))
            if self._stop.is_set():
                return
            self._table.picture.show(frame)
            yield frame


def left_at(state: TableState | None, source: str) -> float:
    """The time in a film at which the round under way was left; 0 between rounds."""
    there = None if state is None else state.current
    if there is None or there.event.recording != source or not there.times_s:
        return 0.0
    return there.times_s[-1]


def _beside(looks: Iterable[Look], pictures: Iterable[Frame]) -> Iterator[Look]:
    """Looks known before, each when the pictures have come to its time; earlier ones are over."""
    coming, begun = iter(looks), False
    look = next(coming, None)
    for frame in pictures:
        while look is not None and look.time_s <= frame.time_s + SAME_S:
            if begun or look.time_s >= frame.time_s - SAME_S:
                yield look
            look = next(coming, None)
        begun = True


class Camera:
    """What watches the table now, if anything does: one source at a time."""

    def __init__(self, table: LiveTable, pace: float = 1.0) -> None:
        self._table, self._pace = table, pace
        self._lock = Lock()
        self._thread: CameraThread | None = None

    def watch(self, source: str) -> None:
        """Watches this source from now on, the one before let go; none for an empty name."""
        with self._lock:
            self._let_go()
            if source:
                self._thread = CameraThread(self._table, source, self._pace)
                self._thread.start()
            else:
                self._table.watch(Watching())

    def stop(self) -> None:
        """Watches nothing any more."""
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._thread is not None:
            self._thread.stop()
            self._thread = None
            self._table.picture.forget()
            self._table.answers = no_answers
