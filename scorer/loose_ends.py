"""Cards whose coming to the table a line of play does not explain."""

from collections.abc import Iterable

from scorer.actions import Action, Turn
from scorer.cards import Card
from scorer.likelihood import Fit, on_table
from scorer.line import Line
from scorer.proposals import CLEARLY_NEW

UNUSED = -2.0
"""For a card that was seen to be laid and is in no turn: it was misread, or taken back."""


def vanished(line: Line, fit: Fit) -> set[Card]:
    """The cards that were seen to be laid after the line's last turn, and lie nowhere now."""
    known = on_table(line.position)
    return {
        each
        for each in fit.laid_since(line.span.done_s)
        if each.copies == 1 and not known[each] and fit.seen.get(each, 0.0) < CLEARLY_NEW
    }


def came_late(line: Line, fit: Fit) -> set[Card]:
    """The cards that lay in the pot unseen as the line says, and were seen to be laid just now.

    Those of its last turn may well have been seen after the others of it.
    """
    unseen = {each for place, each in line.costs if place == "pot" and each in line.position.pot}
    turns = [timed.entry.action for timed in line.actions if isinstance(timed.entry.action, Turn)]
    return (unseen - laid_by(turns[-1:])) & fit.laid_since(line.span.done_s)


def laid_by(actions: Iterable[Action]) -> set[Card]:
    """The cards that were laid into the pot by these."""
    turns = [each for each in actions if isinstance(each, Turn)]
    return {each for turn in turns for each in (*turn.played, *turn.flipped)}
