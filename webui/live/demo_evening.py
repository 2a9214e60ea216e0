"""The evening in which the shipped recording is played, and scored as it was played."""

import json

from vision.setup import setup_json
from webui.evening.events import Opened
from webui.live.table import LiveTable
from webui.recordings.demo import DEMO, demo_setup


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
