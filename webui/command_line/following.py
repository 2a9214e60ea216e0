"""A game followed live, or the demo as it was played, as lines for a terminal."""

import time
from collections.abc import Iterable, Iterator, Sequence

from scorer.house_rules import HouseRules
from scorer.outlook import outlooks
from scorer.table import Phase, Position
from vision.detector import Detector
from vision.first_looks import ENOUGH_OPEN, first_looks, table_of
from vision.looks import Look
from vision.pipeline import looks_of
from vision.setup import Setup
from vision.video import BadVideo, frames, source_frames
from webui.command_line.options import agreed
from webui.learning_session import LearningSession
from webui.recordings.demo import VIDEO, demo_setup, shipped_looks
from webui.review import clock, detector, gate, rounds_lines
from webui.session import Session

TURNS = ("turn", "revised")
"""The updates after which the score may be another."""


def watched(
    source: str,
    detector: Detector,
    setup: Setup | None,
    seats: tuple[str, ...],
    rules: HouseRules,
) -> Iterator[str]:
    """Each thing that happens as it is seen; at the source's end or Ctrl-C the account.

    Without a setup, the table is guessed from the first look with enough open cards; what was seen
    before is told then.

    Raises:
        BadVideo: the source shows no table at all. BadSetup: the setup is for pictures of another
            shape.
    """
    session, looked = LearningSession(setup, rules) if setup else None, False
    waiting = first_looks()
    if session is None:
        yield f"waiting for {ENOUGH_OPEN} open cards, to see where the table lies"
    try:
        for look in looks_of(source_frames(source), detector, gate()):
            looked = True
            waiting.append(look)
            if session is None and (found := table_of(look, seats)) is not None:
                session = LearningSession(found, rules, guessed=True)
                yield f"{clock(look.time_s)}  the table is seen"
            while session is not None and waiting:
                yield from told(session, waiting.popleft())
    except KeyboardInterrupt:
        yield ""
    except BadVideo as error:
        if session is None or not looked:
            raise
        yield str(error)  # unplugged: what was seen until then is told all the same
    yield from rounds_lines(session.finish()) if session else ["no table was seen"]


def told(session: Session, look: Look) -> Iterator[str]:
    """What one more look tells, and the score where a turn may have changed it."""
    updates = session.see(look)
    for update in updates:
        yield f"{clock(update.time_s)}  {update.says}"
    if session.position is not None and any(each.kind in TURNS for each in updates):
        yield f"{'':6}{score_line(session.position, session.setup.seats)}"


def score_line(position: Position, names: Sequence[str]) -> str:
    """The points of each seat, and what a stop would pay where one may choose it now."""
    found = outlooks(position)
    points = (f"{name} {each.score.total}" for name, each in zip(names, found, strict=True))
    line = f"points: {', '.join(points)}"
    if position.phase is not Phase.CALL:
        return line
    stop = found[position.to_act]
    pays = (f"{name} {much:+}" for name, much in zip(names, stop.stop.transfers, strict=True))
    baks = [
        f"; {name}: {', '.join(each).replace('_', '-')}"
        for name, each in zip(names, stop.baks, strict=True)
        if each
    ]
    return f"{line}; {names[position.to_act]} may stop: {', '.join(pays)}{''.join(baks)}"


def demo_lines(pace: float) -> Iterator[str]:
    """Each thing that happens as it is seen, the score after it, and at last the account.

    `pace`: times as fast as it was played; 0 for as fast as the machine allows.

    Raises:
        BadSetup, BadVideo: the recording is spoilt. NoWeights, NoRuntime: the detector
            cannot run here.
    """
    setup, recording = demo_setup(), shipped_looks()
    looks = recording.looks() if recording else looks_of(frames(VIDEO), detector(None), gate())
    session = Session(setup, agreed(None, setup, len(setup.seats)))
    yield f"a recorded game of {' and '.join(setup.seats)} by the rules {session.rules.name}"
    yield f"the film is {VIDEO}"
    yield ""
    for look in paced(looks, pace):
        yield from told(session, look)
    yield from rounds_lines(session.finish())


def paced(looks: Iterable[Look], pace: float) -> Iterator[Look]:
    """The looks, none sooner than at its time in the recording; all at once where pace is 0."""
    begin_s = time.monotonic()
    for look in looks:
        if pace:
            time.sleep(max(0.0, begin_s + look.time_s / pace - time.monotonic()))
        yield look
