"""The same game by other house rules: what each round would have paid."""

from dataclasses import dataclass, replace

from scorer.errors import ScorerError
from scorer.house_rules import HouseRules
from scorer.payout import Amount
from scorer.record import Record
from scorer.replay import Replay, replay


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A round by other rules than those it was played by."""

    replay: Replay | None
    """None where it cannot be played by them at all."""
    why: str = ""
    """What speaks against it, where something does."""

    @property
    def received(self) -> tuple[Amount, ...]:
        """What each seat receives; empty while nobody does."""
        if self.replay is None or self.replay.payout is None:
            return ()
        paid = zip(self.replay.payout.transfers, self.replay.side_payments, strict=True)
        return tuple(payout + side for payout, side in paid)


def by_rules(record: Record, rules: HouseRules) -> Otherwise:
    """The round of a record by these rules.

    What the table did is what it did: a turn that these rules do not allow is taken as it was.
    """
    asked = replace(record, rules=rules, result=None)
    try:
        return Otherwise(replay(asked))
    except ScorerError as error:
        why = error.line
    entries = tuple(replace(each, accepted=True) for each in asked.entries)
    try:
        return Otherwise(replay(replace(asked, entries=entries)), why)
    except ScorerError as error:
        return Otherwise(None, error.line)
