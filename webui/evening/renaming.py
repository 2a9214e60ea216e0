"""A card that was taken for another one: the ways in which a record can say so.

A card is named again where a choice or a gift mentions it, and the card it really is may have been
taken for this one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.actions import Action, Give, Shodang, Turn, laid_as
from scorer.cards import Card, Cards, exchanged, in_order
from scorer.deal import Deal
from scorer.record import Entry, Record
from webui.evening.refit import replayed, split


def renamings(
    record: Record, turn: int | None, old: Card, new: Card
) -> Iterator[tuple[Record, int]]:
    """Ways in which the card may be another one, and how many entries each leaves as they are."""
    entries, named = record.entries, {old: new}
    if turn is None:
        if old not in record.deal.pot:
            return
        deal = record.deal._replace(pot=exchanged(record.deal.pot, old, new))
        yield replace(record, deal=deal, entries=_mentioned(entries, named)), 0
        yield replace(record, deal=deal), 0
    else:
        before, this, later = split(replayed(record), turn)
        there = _laid(this, old, new)
        if there == this:
            return
        everywhere = _mentioned((*there, *later), named)
        yield replace(record, entries=(*before, *everywhere)), len(before)
        yield replace(record, entries=(*before, *there, *later)), len(before)
    swap = {old: new, new: old}
    deal = Deal(
        tuple(_swapped(hand, swap) for hand in record.deal.hands),
        _swapped(record.deal.pot, swap),
        _swapped(record.deal.stock, swap),
    )
    others = tuple(replace(each, action=_exchanged(each.action, swap)) for each in entries)
    yield replace(record, deal=deal, entries=others), 0


def _swapped(pile: Cards, swap: Mapping[Card, Card]) -> Cards:
    return tuple(swap.get(each, each) for each in pile)


def _laid(entries: Sequence[Entry], old: Card, new: Card) -> tuple[Entry, ...]:
    """The entries with the last such card that came from the stock or the hand another one."""
    for place in reversed(range(len(entries))):
        action = entries[place].action
        if isinstance(action, Turn) and old in (*action.flipped, *action.drawn, *action.played):
            changed = replace(entries[place], action=laid_as(action, old, new))
            return (*entries[:place], changed, *entries[place + 1 :])
    return tuple(entries)


def _mentioned(entries: Sequence[Entry], swap: Mapping[Card, Card]) -> tuple[Entry, ...]:
    """The entries with a card named anew wherever it lay on the table already."""
    return tuple(replace(each, action=_named(each.action, swap)) for each in entries)


def _named(action: Action, swap: Mapping[Card, Card]) -> Action:
    match action:
        case Turn():
            taken = action.captured
            return action._replace(
                takes=_swapped(action.takes, swap),
                captured=None if taken is None else _swapped(taken, swap),
            )
        case Give():
            return action._replace(card=swap.get(action.card, action.card))
    return action


def _exchanged(action: Action, swap: Mapping[Card, Card]) -> Action:
    """The action with two cards exchanged everywhere."""
    match _named(action, swap):
        case Turn() as turn:
            return turn._replace(
                played=in_order(_swapped(turn.played, swap)),
                drawn=_swapped(turn.drawn, swap),
                flipped=_swapped(turn.flipped, swap),
            )
        case Shodang() as shown:
            return shown._replace(cards=_swapped(shown.cards, swap))
        case other:
            return other
