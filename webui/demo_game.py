"""The recorded game that is shipped, told as it was played; `hwatu demo` and `hwatu doctor`."""

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from vision.looks import Look
from vision.looks_file import BadLooks, Recording, basis, fingerprint, kept, looks_path
from vision.motion import Gate, GateSettings
from vision.pipeline import looks_of
from vision.setup import Setup, read_setup, setup_json
from vision.video import frames
from vision.weights import NAMES, find_weights
from webui.events import Opened
from webui.live_table import LiveTable
from webui.review import detector, rounds_lines
from webui.review_live import told
from webui.review_options import agreed
from webui.session import Session

VIDEO = Path(__file__).parent / "demo" / "demo.mp4"
SETUP = VIDEO.with_suffix(".setup.json")
DEMO = "demo"
"""The source of an evening that plays it."""


def demo_setup() -> Setup:
    """Where the table of the recording lies, who plays and by which rules.

    Raises:
        BadSetup: the file is missing or spoilt.
    """
    return read_setup(SETUP)


def shipped_looks() -> Recording | None:
    """The looks shipped with the recording; None where this machine's detector sees for itself.

    Raises:
        NoWeights: there is no detector.
    """
    weights = find_weights().localizer.parent
    try:
        mark = fingerprint(weights / name for name in NAMES)
        return kept(looks_path(VIDEO), basis(VIDEO, mark, GateSettings()))
    except (BadLooks, OSError):
        return None


def show_demo(table: LiveTable) -> None:
    """Shows a new evening with the recorded game, or goes on with one that was broken off.

    Raises:
        BadSetup: the recording's setup is spoilt. StoreError: nothing can be written.
    """
    setup = demo_setup()
    rules = {"preset": setup.rules} if isinstance(setup.rules, str) else setup.rules
    values = json.loads(json.dumps(setup_json(setup)))
    opened = Opened("Demo", setup.seats, rules, setup.seats[0], 1, values, DEMO)
    table.go_on_or_open(opened, DEMO)
    if table.state is not None and table.state.rounds and table.state.current is None:
        table.do({"do": "close"}, DEMO)
        table.open(opened, DEMO)


def demo_lines(pace: float) -> Iterator[str]:
    """Each thing that happens as it is seen, the score after it, and at last the account.

    `pace`: times as fast as it was played; 0 for as fast as the machine allows.

    Raises:
        BadSetup, BadVideo: the recording is spoilt. NoWeights, NoRuntime: the detector
            cannot run here.
    """
    setup, recording = demo_setup(), shipped_looks()
    looks = recording.looks() if recording else looks_of(frames(VIDEO), detector(None), Gate())
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
