"""Bending a position until what really happened fits it: people break rules, and cameras err.

Only what lies face up cannot be bent: a card in the pot or in somebody's captures is not in a hand.
"""

from scorer.actions import Action, Call, Give, Turn
from scorer.cards import BACK, Card, Cards, named
from scorer.errors import IllegalTurn
from scorer.remark import seat_at
from scorer.table import Phase, Position, deck


def bent(position: Position, action: Action) -> Position:
    """The position changed as little as possible so that the action can be played in it.

    Raises:
        IllegalTurn: the action cannot have happened at all.
    """
    if not 0 <= action.seat < len(position.seats):
        raise IllegalTurn("there is no {seat}", seat=seat_at(action.seat))
    if isinstance(action, Give):
        there = action.card in position.seats[action.seat].captures
        if not there or action.to == action.seat:
            raise IllegalTurn(
                "{cards} cannot be handed over: it does not lie there", cards=named([action.card])
            )
        return position
    if not isinstance(action, Turn | Call):
        if position.phase is Phase.OVER:
            raise IllegalTurn("the round is over: what is shown now cannot change it")
        return position
    if isinstance(action, Turn):
        position = _for_turn(position, action)
    phase = Phase.CALL if isinstance(action, Call) else Phase.PLAY
    return position._replace(
        phase=phase, to_act=action.seat, mover=action.seat, gives=(), outcome=None
    )


def _for_turn(position: Position, turn: Turn) -> Position:
    """Hands and stock rearranged so that the cards come from where they did."""
    joker = len(turn.played) == 1 and turn.played[0].is_joker
    if turn.drawn and (not joker or turn.flipped or len(turn.drawn) > 1):
        raise IllegalTurn("a card cannot be drawn but for a joker, and nothing is flipped with it")
    wanted = tuple(each for each in turn.drawn if each is not BACK) + turn.flipped
    out = [*turn.played, *wanted]
    whole = deck(position.rules)
    on_table = [*position.pot, *(each for seat in position.seats for each in seat.captures)]
    for each in out:
        if on_table.count(each) + out.count(each) > max(whole.count(each), each.is_joker):
            raise IllegalTurn(
                "{cards} cannot have been played: it lies on the table already", cards=named([each])
            )
    if turn.captured is not None:
        lying = [*position.pot, *turn.played, *turn.flipped]
        lying += [each for stack in position.stacks for each in stack.jokers]
        for each in turn.captured:
            if each not in lying:
                raise IllegalTurn(
                    "{cards} cannot have been taken: it is not in the pot", cards=named([each])
                )
            lying.remove(each)
    hands = [list(seat.hand) for seat in position.seats]
    stock = list(position.stock)
    mine = hands[turn.seat]
    _bring(mine, turn.played, [stock, *hands])
    for each in turn.played:  # what is played cannot come from the stock too
        mine.remove(each)
    _bring(stock, wanted, [mine, *hands])
    mine += turn.played
    for place, each in enumerate(wanted):
        there = stock.index(each, place)
        stock[place], stock[there] = stock[there], stock[place]
    seats = tuple(
        seat._replace(hand=tuple(hand)) for seat, hand in zip(position.seats, hands, strict=True)
    )
    return position._replace(seats=seats, stock=tuple(stock), showing=0, drawn=None)


def _bring(pile: list[Card], wanted: Cards, others: list[list[Card]]) -> None:
    """Has the pile hold the wanted cards: for a hidden card of its own, or in exchange."""
    for each in wanted:
        if pile.count(each) >= wanted.count(each):
            continue
        spare = [card for card in pile if pile.count(card) > wanted.count(card)]
        source = next((other for other in others if other is not pile and each in other), None)
        if source is not None:
            source.remove(each)
            if spare:
                given = BACK if BACK in spare else spare[-1]
                pile.remove(given)
                source.append(given)
        elif BACK in pile:
            pile.remove(BACK)
        else:
            hidden = next((other for other in others if BACK in other), None)
            if hidden is not None:
                hidden.remove(BACK)
                if spare:
                    pile.remove(spare[-1])
                    hidden.append(spare[-1])
        pile.append(each)
