"""How certain each turn is."""

from dataclasses import replace

import pytest

from scorer.notation import parse
from scorer.referee import opened
from tests.scorer.told_rounds import after, story
from webui.readings import Readings, certain

CHOK = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-ribbon 06-junk 07-junk 11-bright

Ann: 02-junk / 04-junk
Bea: 12-ribbon / 12-animal; Ann gives 04-junk
"""


def test_a_turn_is_less_certain_where_another_came_to_the_same_place_and_was_forgotten() -> None:
    record = parse(CHOK)
    referee = after(record, story(record))
    line = replace(referee.lines[0], doubts={1: 0.0})
    referee = opened((line, *referee.lines[1:]))
    readings = Readings(record.seats, record.rules)
    played = readings.turns(line)
    shares = readings.shares(referee, played)
    assert certain(line, shares) == pytest.approx([shares[0], shares[1] / 2])
