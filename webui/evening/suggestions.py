"""What a turn may have been: what a person is offered before he has to spell it out."""

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.actions import Call, Give, Turn
from scorer.cards import Card, card
from scorer.errors import BadCard
from scorer.play import apply
from scorer.record import Entry, Record
from scorer.table import Phase, Position
from scorer.turns import giveable, turns
from webui.evening.refit import BadCorrection, accepted, refitted, replayed, split
from webui.evening.turn_text import text_of

MOST = 12
"""So many answers are offered."""
TRIED = 60
"""So many are tried for whether the rest of the round fits."""


def likely_turns(record: Record, turn: int) -> tuple[str, ...]:
    """Other turns that this one may have been, likeliest first: the fewest cards are others.

    Each is a line of the notation for `corrections.with_turn`; after it the rest of the round
    fits as well as it does now. The last one is that nothing was taken, where something was.

    Raises:
        BadCorrection: there is no such turn.
    """
    played = replayed(record)
    before, this, later = split(played, turn)
    place = max((n for n, each in enumerate(this) if isinstance(each.action, Turn)), default=-1)
    if place < 0:
        return ()
    told = this[place].action
    assert isinstance(told, Turn)
    position = _at(played.positions[turn], this[:place])
    if told.seat != position.to_act or position.phase is not Phase.PLAY:
        return ()
    said = [each for each in this[place + 1 :] if isinstance(each.action, Call)]
    found: dict[str, None] = {}
    for each in sorted(turns(position), key=lambda other: _distance(told, other))[:TRIED]:
        for gifts in _gifts(position, each):
            entries = [*this[:place], Entry(each), *map(Entry, gifts)]
            text = _fitting(record, [*before, *entries], said, later, len(before))
            if text and text != text_of(this, record.seats):
                found[text] = None
        if len(found) >= MOST:
            break
    nothing = Entry(told._replace(takes=(), captured=()), accepted=True)
    if told.captured is None and played.turns[turn].captured:
        text = _fitting(record, [*before, *this[:place], nothing], [], later, len(before), more=1)
        found |= {text: None} if text else {}
    return tuple(found)


def ways(record: Record, played: Sequence[str], flipped: Sequence[str]) -> tuple[str, ...]:
    """Every legal turn now with these faces from the hand and the stock, as lines of the notation.

    One for each choice of a match and of junk handed over; none where the rules allow no such turn.

    Raises:
        BadCorrection: an unknown face.
    """
    position = replayed(record).position
    try:
        hand, stock = tuple(map(card, played)), tuple(map(card, flipped))
    except BadCard as error:
        raise BadCorrection(error.line) from error
    if position.phase is not Phase.PLAY:
        return ()
    fitting = [
        each
        for each in turns(position, among={*hand, *stock})
        if Counter(each.played) == Counter(hand) and each.flipped == stock
    ]
    return tuple(
        text_of([Entry(each), *map(Entry, gifts)], record.seats)
        for each in fitting
        for gifts in _gifts(position, each)
    )


def _at(position: Position, entries: Sequence[Entry]) -> Position:
    for each in entries:
        position = apply(position, each.action, accept=each.accepted).position
    return position


def _distance(told: Turn, other: Turn) -> tuple[float, ...]:
    """How different another turn is: in its cards, in where they came from, in what they took."""
    cards, others = Counter(told.played + told.flipped), Counter(other.played + other.flipped)
    new = list((others - cards).elements())
    months = Counter(each.month for each in (cards - others).elements())
    strange = sum((Counter(each.month for each in new) - months).values())
    count = max(len(new), (cards - others).total())
    moved = told.played != other.played or told.flipped != other.flipped
    return (count, strange, moved, told.takes != other.takes, *(each.order for each in new))


def _gifts(position: Position, turn: Turn) -> Iterator[tuple[Give, ...]]:
    """Every way in which junk that is owed after a turn may be handed over."""

    def rest(there: Position) -> Iterator[tuple[Give, ...]]:
        if there.phase is not Phase.GIVE:
            yield ()
            return
        giver = there.gives[0]
        options: tuple[Card, ...] = giveable(there.seats[giver].captures, there)
        for each in options:
            gift = Give(giver, there.mover, each)
            for more in rest(apply(there, gift).position):
                yield (gift, *more)

    yield from rest(apply(position, turn).position)


def _fitting(
    record: Record,
    sure: Sequence[Entry],
    said: Sequence[Entry],
    later: Sequence[Entry],
    start: int,
    more: int = 0,
) -> str:
    """The turn that begins at that entry as text, where the round fits with it; else nothing."""
    try:
        fitted = refitted(record, sure, [*said, *later])
    except BadCorrection:
        return ""
    if accepted(fitted) > accepted(record) + more:
        return ""
    played = replayed(fitted)
    own = [e for e, of in zip(fitted.entries, played.turn_of, strict=True)
           if of == played.turn_of[start]]  # fmt: skip
    return text_of(own, record.seats)
