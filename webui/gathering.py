"""How a round ends when the cards are gathered: what was due then and was not seen."""

from dataclasses import replace

from scorer.actions import Action, Call, Give
from scorer.line import Line, Timed
from scorer.play import play
from scorer.record import Entry
from scorer.sighting import Sighting
from scorer.table import Phase, Position
from scorer.turns import giveable

UNFINISHED = -5.0
"""For a line in which the round is not over when the cards are gathered."""


def ended(line: Line, sighting: Sighting) -> Line:
    """The line when the cards are gathered: what was due is given, who could stop has stopped."""
    while line.position.phase is Phase.GIVE:
        line = _with(line, _unseen_gift(line.position, sighting))
    position = line.position
    if position.phase is Phase.OVER:
        return line
    if position.phase is not Phase.CALL:
        return replace(line, weight=line.weight + UNFINISHED)
    return _with(line, Call(position.to_act, "stop"))


def _with(line: Line, action: Action) -> Line:
    """The line and one action that was not seen."""
    done = Timed(Entry(action), line.actions[-1].time_s)
    position = play(line.position, action).position
    return replace(line, position=position, actions=(*line.actions, done))


def _unseen_gift(position: Position, sighting: Sighting) -> Give:
    """The junk card handed over when the cards were gathered before it was seen to be."""
    giver = position.gives[0]
    lying, captures = sighting.places.get(giver, {}), position.seats[giver].captures
    junk = giveable(captures, position)
    given = min(junk, key=lambda each: sum(lying.get(each, ())) - captures.count(each))
    return Give(giver, position.mover, given)
