"""Why an action is not legal.

`verify` and the list of `scorer.turns.legal` agree: every action listed verifies, and no other.
"""

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.cards import BACK, Cards, month_named, named
from scorer.errors import IllegalTurn
from scorer.remark import NOTHING, Remark, both, seat_at
from scorer.table import Phase, Position, by_month, of_month
from scorer.turns import (
    bombs,
    choices,
    flips_due,
    forks_of,
    giveable,
    joker_refused,
    legal,
    must_match,
    showable,
    still_unseen,
)


def verify(position: Position, action: Action) -> None:
    """Nothing, where the action is legal.

    Raises:
        IllegalTurn: it is not; the message says why.
    """
    if position.phase is Phase.OVER:
        raise IllegalTurn("the round is over")
    gives = isinstance(action, Give) and action.seat in position.gives
    if action.seat != position.to_act and not gives and not isinstance(action, Quads):
        raise IllegalTurn(_DUE[position.phase], seat=seat_at(position.to_act))
    wanted = {Phase.GIVE: Give, Phase.CALL: Call, Phase.QUADS: Quads}.get(position.phase)
    if wanted is not None and not isinstance(action, wanted):
        raise IllegalTurn(_WANTED[position.phase])
    match action:
        case Turn():
            _verify_turn(position, action)
        case Show() if action.month not in showable(position):
            raise IllegalTurn(
                "a triple of {month} cannot be shown now", month=month_named(action.month)
            )
        case Give():
            _verify_give(position, action)
        case Call() if position.phase is not Phase.CALL:
            raise IllegalTurn("no go or stop here: the points have not reached a new threshold")
        case Quads() if action not in legal(position):
            raise IllegalTurn("no four of a month to show")
        case Shodang() if action not in legal(position):
            raise IllegalTurn("no shodang: the two cards do not make two opponents win")


_DUE = {
    Phase.PLAY: Remark("out of turn: {seat} is to play a card"),
    Phase.GIVE: Remark("out of turn: {seat} is to hand over junk"),
    Phase.CALL: Remark("out of turn: {seat} is to say go or stop"),
    Phase.QUADS: Remark("out of turn: {seat} is to show four of a month, or play on"),
}
_WANTED = {
    Phase.GIVE: Remark("a junk card has to be handed over first"),
    Phase.CALL: Remark("go or stop has to be said first"),
    Phase.QUADS: Remark("four of a month is to be shown, or played on, first"),
}


_NO_BOMB = {
    "any": Remark("{cards} are no bomb here: three on the fourth"),
    "declared": Remark("{cards} are no bomb here: three on the fourth, on a triple shown before"),
    "undeclared": Remark("{cards} are no bomb here: three on the fourth, on one not shown"),
}


def _verify_give(position: Position, give: Give) -> None:
    if position.phase is not Phase.GIVE:
        raise IllegalTurn("no junk is to be handed over")
    options = giveable(position.seats[give.seat].captures, position)
    if give.to != position.mover:
        raise IllegalTurn("junk goes to {seat}, whose turn it is", seat=seat_at(position.mover))
    if give.card not in options:
        raise IllegalTurn(
            "{cards} is not to be given: one of {others} is",
            cards=named([give.card]),
            others=named(options),
        )


def _verify_turn(position: Position, turn: Turn) -> None:
    if turn.captured is not None:
        raise IllegalTurn("the cards taken are not what the rules give")
    _verify_played(position, turn)
    if any(each.is_joker for each in turn.played):
        reason = joker_refused(position)
        if reason:
            raise IllegalTurn(reason)
        if position.rules.joker_from_hand == "draw":
            _verify_drawn(position, turn)
            return
    if turn.drawn:
        raise IllegalTurn("a card is drawn only for a joker from the hand")
    _verify_flipped(position, turn)
    _verify_takes(position, turn)


def _verify_played(position: Position, turn: Turn) -> None:
    me, played = position.seats[turn.seat], turn.played
    if not played:
        if not me.flips or position.showing:
            raise IllegalTurn("a card has to be played: a flip alone is for after a bomb")
        return
    if not _holds(position, turn.seat, played):
        raise IllegalTurn("the hand does not hold {cards}", cards=named(played))
    if position.showing and played[0].month != position.showing:
        raise IllegalTurn(
            "a card of the triple of {month} has to be played at once",
            month=month_named(position.showing),
        )
    if len(played) > 1:
        unseen = position.unseen() if BACK in me.hand else ()
        if played not in bombs(position, unseen):
            raise IllegalTurn(
                _NO_BOMB.get(position.rules.bomb, _NO_BOMB["any"]), cards=named(played)
            )
    elif must_match(position) and played[0].month and not of_month(position.pot, played[0].month):
        raise IllegalTurn(
            "{cards} matches nothing, and another card of the hand does", cards=named(played)
        )


def _verify_drawn(position: Position, turn: Turn) -> None:
    if turn.flipped or turn.takes:
        raise IllegalTurn("after a joker the seat draws a card and plays again before it flips")
    if turn.drawn != position.stock[:1]:
        raise IllegalTurn(
            "the card drawn is not the top of the stock: {cards}", cards=named(turn.drawn)
        )


def _verify_flipped(position: Position, turn: Turn) -> None:
    due, count = flips_due(position, turn.played), 0
    for each in turn.flipped:
        if count == due:
            raise IllegalTurn("too many cards flipped: {cards}", cards=named(turn.flipped))
        count += not (each.is_joker and position.rules.joker_flip_again)
    if count < due and len(turn.flipped) < len(position.stock):
        raise IllegalTurn(
            "not enough cards flipped: {cards}", cards=named(turn.flipped) or Remark("none")
        )
    if not _from_stock(position, turn.flipped, turn.played):
        raise IllegalTurn("{cards} is not what lies on the stock", cards=named(turn.flipped))


def _from_stock(position: Position, taken: Cards, played: Cards = ()) -> bool:
    """Whether these cards are the top of the stock, or may be where it is hidden."""
    if len(taken) > len(position.stock) or BACK in taken:
        return False
    top = position.stock[: len(taken)]
    left = list(still_unseen(position, played, position.unseen())) if BACK in top else []
    for lies, each in zip(top, taken, strict=True):
        if lies is BACK and each in left:
            left.remove(each)
        elif lies is not each:
            return False
    return True


def _verify_takes(position: Position, turn: Turn) -> None:
    options = choices(forks_of(by_month(position.pot)), turn.played, turn.flipped)
    if len(turn.takes) != len(options):
        raise IllegalTurn(
            "to choose is {asked}, not {cards}",
            asked=both([Remark("one of {cards}", cards=named(pair)) for pair in options]),
            cards=named(turn.takes) or NOTHING,
        )
    for chosen, pair in zip(turn.takes, options, strict=True):
        if chosen not in pair:
            raise IllegalTurn(
                "{cards} is not to choose: one of {others} is",
                cards=named([chosen]),
                others=named(pair),
            )


def _holds(position: Position, seat: int, wanted: Cards) -> bool:
    """Whether a hand holds these cards, or may hold them where it is hidden."""
    hand = list(position.seats[seat].hand)
    unseen = list(position.unseen()) if BACK in hand else []
    for each in wanted:
        if each in hand and each is not BACK:
            hand.remove(each)
        elif BACK in hand and each in unseen:
            hand.remove(BACK)
            unseen.remove(each)
        else:
            return False
    return True
