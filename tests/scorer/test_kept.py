"""What a line remembers of those that came to the same place and were forgotten."""

from dataclasses import replace

import pytest

from scorer.laying import SENSE
from scorer.notation import parse
from scorer.referee import Referee
from scorer.sighting import Sighting
from tests.scorer.told_rounds import after, story

CHOK = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-ribbon 06-junk 07-junk 11-bright

Ann: 02-junk / 04-junk
Bea: {chok}; Ann gives 04-junk
Ann: 01-junk / 03-junk
"""


def seen_without_order(chok: str) -> Referee:
    """A round in which nobody saw in which order the cards of the chok were laid."""
    record = parse(CHOK.format(chok=chok))
    told: list[Sighting] = [replace(each, laid={}) for each in story(record)]
    return after(record, told)


@pytest.mark.parametrize(
    ("chok", "doubt"), [("12-ribbon / 12-animal", 0.0), ("09-junk / 09-animal", SENSE)]
)
def test_a_turn_whose_order_nobody_saw_stays_in_doubt(chok: str, doubt: float) -> None:
    line = seen_without_order(chok).lines[0]
    assert len(line.actions) == 4
    assert line.doubts[1] == pytest.approx(doubt, abs=0.01)


def test_a_turn_whose_order_was_seen_is_in_no_doubt() -> None:
    record = parse(CHOK.format(chok="12-ribbon / 12-animal"))
    line = after(record, story(record)).lines[0]
    assert all(much < -2 for much in line.doubts.values())
