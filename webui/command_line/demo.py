"""`hwatu demo`: a recorded game scored as it was played; no camera needed."""

import sys

import click

from webui.bad_input import NotHere
from webui.command_line.camera import told_plainly
from webui.command_line.serve import Serving, serving_options


@click.command()
@serving_options
@click.option("--terminal", is_flag=True, help="Tell the game in the terminal, open no table.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 100),
    metavar="TIMES",
    help="Times as fast as it was played; 0 for all at once.",
)
def demo(there: Serving, terminal: bool, pace: float | None) -> int:
    """Watch a recorded game being scored; no camera needed."""
    with told_plainly():
        from vision.runtime import NoRuntime
        from vision.setup import BadSetup
        from vision.video import BadVideo
        from vision.weights import NoWeights

    try:
        if terminal:
            _in_terminal(pace)
            return 0
        return _served(there, 1.0 if pace is None else pace)
    except (BadSetup, BadVideo, NoWeights, NoRuntime) as error:
        raise NotHere(f"the demo cannot be shown: {error}; try: hwatu doctor") from error


def _in_terminal(pace: float | None) -> None:
    from webui.command_line.following import demo_lines

    usual = 1.0 if sys.stdout.isatty() else 0.0
    for line in demo_lines(usual if pace is None else pace):
        click.echo(line)


def _served(there: Serving, pace: float) -> int:
    from webui.command_line.serve import serve
    from webui.live.demo_evening import show_demo

    return serve(there, show_demo, pace)
