"""What can be wrong with what was given to the scorer.

ScorerError (a ValueError)
├── BadCard        no such face, or a face more often than the deck holds it
├── BadRules       a preset or house rule that does not exist or has an impossible value
├── BadSheet       a sheet for `hwatu score` that cannot be scored
├── BadRecord      a written round that cannot be read
├── BadLedger      a ledger entry that does not sum to zero or names nobody
└── IllegalTurn    a turn that the rules do not allow in this position

Every message is one line: what was wrong, the value, and what was expected. All
but BadSheet, which no page shows, can tell it in every language.
"""

from scorer.remark import Remark, Told


class ScorerError(Told):
    """Base of every error the scorer raises about its input."""


class BadCard(ScorerError):
    """No such face, or a face more often than the deck holds it."""


class BadRules(ScorerError):
    """A preset or house rule that does not exist or has an impossible value."""


class BadSheet(ScorerError):
    """A sheet that cannot be scored."""


class BadRecord(ScorerError):
    """A written round that cannot be read; the message names the line."""


class BadLedger(ScorerError):
    """A ledger entry that does not sum to zero or names nobody."""


class IllegalTurn(ScorerError):
    """A turn that the rules do not allow in this position; the message says why."""


def short(value: object, most: int = 40) -> str:
    """A value as an error message shows it, cut where it is long."""
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def unexpected(where: str, expected: str, value: object) -> Remark:
    """What is said of a value that is not what was expected there."""
    return Remark(
        "{where}: expected {expected}, not {value}",
        where=where,
        expected=expected,
        value=short(value),
    )
