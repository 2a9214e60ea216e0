"""What was due when the cards were gathered."""

from collections.abc import Iterator

from scorer.actions import Give
from scorer.deal import start
from scorer.line import Line, Timed
from scorer.play import apply
from scorer.record import Record
from scorer.sighting import Sighting
from scorer.table import Phase
from scorer.turns import giveable
from tests.scorer.told_rounds import at_random, chances
from webui.gathering import UNFINISHED, ended


def lines(record: Record) -> Iterator[Line]:
    """The round after each of its actions."""
    line = Line(record.deal, record.dealer, start(record.rules, record.deal, record.dealer))
    for entry in record.entries:
        position = apply(line.position, entry.action).position
        line = Line(line.deal, line.dealer, position, (*line.actions, Timed(entry, 1.0)))
        yield line


def test_junk_that_is_due_is_the_card_seen_least() -> None:
    due = [
        (line, junk)
        for seed in range(4)
        for line in lines(at_random("matgo", 2, seed))
        if line.position.phase is Phase.GIVE
        for junk in [giveable(line.position.seats[line.position.gives[0]].captures, line.position)]
        if len(junk) > 1
    ]
    assert due
    for line, junk in due:
        giver, missing = line.position.gives[0], junk[-1]
        left = list(line.position.seats[giver].captures)
        left.remove(missing)
        over = ended(line, Sighting(9.0, 9.0, {giver: chances(left)}))
        assert over.actions[len(line.actions)].entry.action == Give(
            giver, line.position.mover, missing
        )
        assert over.position.phase is not Phase.GIVE


def test_a_line_in_which_nobody_could_stop_has_its_price() -> None:
    line = next(lines(at_random("matgo", 2, 0)))
    assert line.position.phase is Phase.PLAY
    over = ended(line, Sighting(9.0, 9.0, {}))
    assert over.weight == line.weight + UNFINISHED
    assert over.actions == line.actions
