"""Cards whose coming to the table a line of play does not explain."""

from collections.abc import Iterable

from scorer.actions import Action, Turn
from scorer.cards import Card
from scorer.laying import was_there
from scorer.likelihood import Costs, Fit, on_table
from scorer.line import Line
from scorer.proposals import CLEARLY_NEW
from scorer.sighting import Sighting
from scorer.way import NEAR_S

UNUSED = -2.0
"""For a card that was seen to be laid and is in no turn: it was misread, or taken back."""


def vanished(line: Line, fit: Fit) -> set[Card]:
    """The cards that were seen to be laid after the line's last turn, and need one of their own.

    They lie nowhere now; or one lay in the pot before, seen or not, as the line says: either a deck
    has another, or that one was misread.
    """
    known = on_table(line.position)
    came = fit.laid_since(line.span.done_s)
    gone = {
        each
        for each in came
        if each.copies == 1 and not known[each] and fit.seen.get(each, 0.0) < CLEARLY_NEW
    }
    return gone | twice_laid(line, fit) | {each for _, each in still_unseen(line, fit)}


def twice_laid(line: Line, fit: Fit) -> set[Card]:
    """The cards that lay in the pot as the line says, seen there, and came to it just now."""
    came = fit.laid_since(line.span.done_s) & set(line.position.pot)
    return {each for each in came if each.copies == 1 and ("pot", each) not in line.costs}


def guesses_of(line: Line, fit: Fit) -> set[Card]:
    """The cards that lie in the pot as the line says and nobody saw: others are as likely."""
    laid, pot = fit.sighting.laid, line.position.pot
    unseen = {each for place, each in line.costs if place == "pot"}
    return {
        each
        for each in unseen
        if len(laid.get(each, ())) < pot.count(each) and not line.saw_laid(each)
    }


def came_late(line: Line, fit: Fit) -> set[Card]:
    """The cards that lay in the pot unseen as the line says, and were seen to be laid just now.

    None that was seen to be laid there: it is moved, or gathered, under another one. Those of its
    last turn may well be seen after the others of it, while that hand is there.
    """
    known = on_table(line.position)
    late = (each for each in _seen_late(line, fit) if known[each] == each.copies)
    return {each for each in late if not line.saw_laid(each)}


def still_unseen(line: Line, fit: Fit) -> Costs:
    """What such cards cost of which there is one more: it was that one that was laid."""
    known = on_table(line.position)
    others = (each for each in _seen_late(line, fit) if known[each] < each.copies)
    return {("pot", each): line.costs["pot", each] for each in others}


def _seen_late(line: Line, fit: Fit) -> set[Card]:
    unseen = {each for place, each in line.costs if place == "pot" and each in line.position.pot}
    late = unseen & fit.laid_since(line.span.done_s)
    turns = [timed.entry.action for timed in line.actions if isinstance(timed.entry.action, Turn)]
    last = late & laid_by(turns[-1:])
    return late - {each for each in last if _may_have_laid(turns[-1].seat, each, fit.sighting)}


def _may_have_laid(seat: int, card: Card, sighting: Sighting) -> bool:
    """Whether a seat's hand was over the table when the card was last laid."""
    laid = sighting.laid[card][-1]
    way = sighting.reaches.get(seat, ())
    return not sighting.reaches or was_there(way, (laid.after_s - NEAR_S, laid.seen_s + NEAR_S))


def laid_by(actions: Iterable[Action]) -> set[Card]:
    """The cards that were laid into the pot by these."""
    turns = [each for each in actions if isinstance(each, Turn)]
    return {each for turn in turns for each in (*turn.played, *turn.flipped)}
