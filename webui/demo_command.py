"""`hwatu demo`: a recorded game scored as it was played; no camera needed."""

import sys

import click

from webui.bad_input import NotHere
from webui.camera_commands import told_plainly


@click.command()
@click.option(
    "--pace",
    type=click.FloatRange(0, 100),
    metavar="TIMES",
    help="Times as fast as it was played; 0 for all at once, as where no terminal shows it.",
)
def demo(pace: float | None) -> int:
    """Watch a recorded game being scored; no camera needed."""
    with told_plainly():
        from vision.runtime import NoRuntime
        from vision.setup import BadSetup
        from vision.video import BadVideo
        from vision.weights import NoWeights
        from webui.demo_game import demo_lines

    usual = 1.0 if sys.stdout.isatty() else 0.0
    try:
        for line in demo_lines(usual if pace is None else pace):
            click.echo(line)
    except (BadSetup, BadVideo, NoWeights, NoRuntime) as error:
        raise NotHere(f"the demo cannot be shown: {error}; try: hwatu doctor") from error
    return 0
