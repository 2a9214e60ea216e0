"""The referee where a turn is done and the next is under way, both between two sightings."""

from dataclasses import replace

from scorer.cards import cards
from scorer.notation import parse
from scorer.record import Record
from scorer.sighting import Sighting
from tests.scorer.told_rounds import after, changed, read_turns, story, turns_of

ROUND = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk

Ann: 01-junk / 02-junk
"""


def at(sighting: Sighting, time_s: float) -> Sighting:
    """The sighting at another time."""
    return replace(sighting, time_s=time_s, settled_s=time_s)


def laid_so_far(record: Record, turn: int, laid: str) -> Sighting:
    """The table after the turn before, and these cards of the next in the pot."""
    told = story(record)
    now = changed(told[turn - 1], "pot", on=cards(laid))
    return at(replace(now, laid=told[turn].laid), told[turn].time_s - 5)


def test_a_bomb_may_be_under_way_where_the_turn_before_was_not_seen_either() -> None:
    record = parse(ROUND + "Bea: bomb 03-ribbon 03-junk 03-junk / 09-junk; Ann gives 02-junk\n")
    told = story(record)
    bomb = laid_so_far(record, 2, "03-ribbon 03-junk 03-junk")
    referee = after(record, [told[0], bomb])
    assert read_turns(record, referee) == turns_of(record)[:1]
    line = referee.lines[0]
    assert line.weight > -4
    assert read_turns(record, referee.see(told[2])) == turns_of(record)
