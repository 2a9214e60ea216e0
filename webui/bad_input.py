"""How a command says that what it was given cannot be used."""

import click


class BadInput(click.ClickException):
    """Input that cannot be used: one line, exit status 2."""

    exit_code = 2


class NotHere(click.ClickException):
    """Something that the program needs is missing on this machine: one line, exit status 2."""

    exit_code = 2


def no_detector(error: Exception) -> str:
    """What to say where the camera model's weights are missing, or nothing can run them."""
    from scorer.remark import Remark, Told  # `hwatu score` needs this module, and no vision

    why = error.line if isinstance(error, Told) else str(error)
    return Remark("the detector cannot run: {why}; try: hwatu doctor", why=why)
