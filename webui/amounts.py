"""Points and money as the pages write them."""

from scorer.payout import Amount
from webui.words import current

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
FRENCH = str.maketrans(",.", "\u202f,")
"""Thousands apart by a narrow space, decimals by a comma."""


def figure(value: Amount | float) -> str:
    """A number as people of the language write it.

    >>> figure(-12000)
    '\u221212,000'
    """
    text = f"{value:,}".replace("-", MINUS)
    return text.translate(FRENCH) if current() == "fr" else text


def amount(value: Amount | float) -> str:
    """What somebody gets or gives, with its sign.

    >>> amount(5), amount(0)
    ('+5', '0')
    """
    return f"+{figure(value)}" if value > 0 else figure(value)


def step_text(
    points: Amount | float | None, add: Amount | float | None, times: Amount | float | None
) -> str:
    """What a step of a payout does, in signs: the points it begins with, or what it adds or times.

    >>> step_text(7, None, None), step_text(None, 2, None), step_text(None, None, 4)
    ('7', '+2', '\u00d74')
    """
    if points is not None:
        return figure(points)
    return f"+{figure(add or 0)}" if times is None else f"{TIMES}{figure(times)}"
