"""Turns: what a seat may do, which of it is legal, and why something is not.

`legal(position)` lists every action the rules allow; `verify(position, action)` says why one is
not. Hidden cards (`BACK`) stand for every card not seen yet, so both work on what a camera knows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from scorer.cards import BACK, Card, Cards, in_order, without
from scorer.combinations import points
from scorer.errors import IllegalTurn
from scorer.table import Phase, Position, Seat, months_with, of_month


@dataclass(frozen=True, slots=True)
class Turn:
    """A card from the hand to the pot, and one from the stock (C1)."""

    seat: int
    played: Cards = ()
    """From the hand: one card, the cards of a bomb, or nothing for a flip alone (D11)."""
    drawn: Cards = ()
    """The card drawn for a joker that was played; the seat then plays again (F1)."""
    flipped: Cards = ()
    """From the stock in order: jokers and the cards after them (F3)."""
    takes: Cards = ()
    """The card chosen where two of a month match, at most one a month (C3)."""
    shown: tuple[int, ...] = ()
    """Months of triples shown before playing (E1)."""
    captured: Cards | None = None
    """What was really taken, where that is not what the rules give."""


@dataclass(frozen=True, slots=True)
class Give:
    """A junk card handed over to the seat whose turn it is (D17)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Call:
    """Go or stop; koi-koi is a go (H1, H2)."""

    seat: int
    says: Literal["go", "stop"]


@dataclass(frozen=True, slots=True)
class Quads:
    """Fours of a month in the hand: shown to win at once, or played on (E5, E9, E10)."""

    seat: int
    play_on: bool = False
    months: tuple[int, ...] = ()
    """Which, where the hand is hidden."""


@dataclass(frozen=True, slots=True)
class Shodang:
    """Two cards shown of which either makes an opponent win (D27): a draw where accepted."""

    seat: int
    cards: Cards
    accepted: bool


Action = Turn | Give | Call | Quads | Shodang


def legal(position: Position) -> list[Action]:
    """Every action the rules allow in this position."""
    match position.phase:
        case Phase.PLAY:
            return [*_turns(position), *_quads(position), *_shodangs(position)]
        case Phase.GIVE:
            giver = position.to_act
            return [Give(giver, each) for each in giveable(position.seats[giver].captures, position)]
        case Phase.CALL:
            return [Call(position.to_act, "go"), Call(position.to_act, "stop")]
        case Phase.QUADS:
            return [Quads(position.to_act), Quads(position.to_act, play_on=True)]
    return []


def _turns(position: Position) -> Iterator[Turn]:
    seat, rules = position.to_act, position.rules
    me = position.seats[seat]
    shows = tuple(_subsets(showable(position)))
    unseen = position.unseen() if BACK in me.hand or BACK in position.stock[:1] else ()
    matching = must_match(position)
    for each in _faces(me.hand, unseen):
        if each.is_joker:
            yield from _joker_turns(position, each, unseen)
        elif not matching or of_month(position.pot, each.month):
            for shown in shows:
                if may_show(position, (each,), shown):
                    yield from _completed(position, (each,), shown, unseen)
    for cards in bombs(position, unseen):
        for shown in shows:
            if may_bomb(position, cards, shown):
                yield from _completed(position, cards, shown, unseen)
    if me.flips:
        for shown in shows:
            if may_show(position, (), shown):
                yield from _completed(position, (), shown, unseen)


def _joker_turns(position: Position, joker: Card, unseen: Cards) -> Iterator[Turn]:
    seat = position.to_act
    if joker_refused(position):
        return
    if position.rules.joker_from_hand != "draw":
        yield from _completed(position, (joker,), (), unseen)
        return
    top = position.stock[:1]
    for drawn in [(each,) for each in _distinct(unseen)] if top == (BACK,) else [top]:
        if drawn != (joker,) or top != (BACK,):
            yield Turn(seat, (joker,), drawn)


def _completed(
    position: Position, played: Cards, shown: tuple[int, ...], unseen: Cards
) -> Iterator[Turn]:
    """The turns that these cards from the hand can become by flips and choices."""
    left = _still_unseen(position, played, unseen)
    for flipped in _flips(position.stock, flips_due(position, played), left, position):
        for takes in product(*choices(position, played, flipped)):
            yield Turn(position.to_act, played, (), flipped, takes, shown)


def _flips(stock: Cards, due: int, unseen: Cards, position: Position) -> Iterator[Cards]:
    """The cards that may come from the stock, so many of them beside jokers (F3)."""
    if not due or not stock:
        yield ()
        return
    tops = _distinct(unseen) if stock[0] is BACK else stock[:1]
    for top in tops:
        still = due if top.is_joker and position.rules.joker_flip_again else due - 1
        rest = without(unseen, top) if stock[0] is BACK else unseen
        for more in _flips(stock[1:], still, rest, position):
            yield (top, *more)


def flips_due(position: Position, played: Cards) -> int:
    """How many cards beside jokers the turn takes from the stock (C1, D12, F1)."""
    if len(played) == 3:
        return position.rules.bomb_flips
    alone = bool(played) and played[0].is_joker
    return 2 if alone and position.rules.joker_from_hand == "flip" else 1


def choices(position: Position, played: Cards, flipped: Cards) -> list[Cards]:
    """The pot cards to choose among, wherever two different ones match (C3).

    The first card of a month that is laid chooses; a second one of the same month takes the rest.
    """
    bomb = len(played) > 1
    asked = {played[0].month} if bomb else set()
    found: list[Cards] = []
    for each in flipped if bomb else (*played, *flipped):
        if each.month not in asked:
            asked.add(each.month)
            same = of_month(position.pot, each.month)
            if len(same) == 2 and same[0] is not same[1]:
                found.append(tuple(same))
    return found


def _faces(hand: Cards, unseen: Cards) -> Iterable[Card]:
    """The different faces a hand may hold."""
    return _distinct((*hand, *unseen) if BACK in hand else hand)


def _distinct(pile: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(each for each in dict.fromkeys(pile) if each is not BACK)


def _still_unseen(position: Position, played: Cards, unseen: Cards) -> Cards:
    """The unseen cards that are left once these have come out of the hand to act."""
    known = list(position.seats[position.to_act].hand)
    left = list(unseen)
    for each in played:
        if each in known:
            known.remove(each)
        elif each in left:
            left.remove(each)
    return tuple(left)


def _subsets(months: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(len(months) + 1):
        yield from combinations(months, size)


def holds(position: Position, seat: int, wanted: Cards) -> bool:
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


def must_match(position: Position) -> bool:
    """Whether the seat to act must play a card that matches the pot (C2)."""
    if not position.rules.must_match:
        return False
    months = {each.month for each in position.pot}
    return any(each.month in months for each in position.seats[position.to_act].hand if each.month)


def joker_refused(position: Position) -> str:
    """Why the seat to act may not play a joker from the hand; empty where it may (F1, F2)."""
    if not position.rules.joker_first_turn and not position.seats[position.to_act].turns:
        return "a joker is not played on the first turn"
    if position.rules.joker_from_hand == "draw" and not position.stock:
        return "no card is left to draw for a joker"
    return ""


def showable(position: Position) -> tuple[int, ...]:
    """The months of triples the seat to act may show now (E1)."""
    rules, me = position.rules, position.seats[position.to_act]
    if rules.heundeum == "none" or rules.heundeum == "first_turn" and me.turns:
        return ()
    months = months_with(me.hand, 3)
    if me.hand.count(BACK):
        months = _hidden_months(position, 3)
    on_table = {each.month for each in position.pot} if rules.heundeum_off_table else set()
    return tuple(each for each in months if each not in me.shown and each not in on_table)


def _hidden_months(position: Position, count: int) -> tuple[int, ...]:
    """The months of which a partly hidden hand may hold that many cards."""
    hand = position.seats[position.to_act].hand
    unseen, backs = position.unseen(), hand.count(BACK)
    found = []
    for month in range(1, 13):
        known = len(of_month(hand, month))
        missing = count - known
        if 0 <= missing <= min(backs, len(of_month(unseen, month))):
            found.append(month)
    return tuple(found)


def may_show(position: Position, played: Cards, shown: tuple[int, ...]) -> bool:
    """Whether triples may be shown with this play: where played at once, it is of them (E3)."""
    if position.rules.heundeum != "when_played":
        return True
    return all(played and played[0].month == month for month in shown)


def bombs(position: Position, unseen: Cards) -> Iterator[Cards]:
    """The cards of every bomb in the hand of the seat to act (D10, D14)."""
    hand, rules = position.seats[position.to_act].hand, position.rules
    held = [each for each in hand if each is not BACK]
    backs = len(hand) - len(held)
    for size in (3, 2):
        if rules.bomb == "none" if size == 3 else rules.two_card_bomb == "none":
            continue
        for month in months_with(position.pot, 4 - size):
            cards = of_month((*held, *unseen) if backs else held, month)
            if len(cards) == size and len(cards) - len(of_month(held, month)) <= backs:
                yield in_order(cards)


def may_bomb(position: Position, cards: Cards, shown: tuple[int, ...]) -> bool:
    """Whether a bomb agrees with what was shown: on a shown triple only, or an unshown (D10)."""
    month = cards[0].month
    declared = month in shown or month in position.seats[position.to_act].shown
    if not may_show(position, cards, shown):
        return False
    if len(cards) == 2 or position.rules.bomb == "any":
        return True
    return declared == (position.rules.bomb == "declared")


def giveable(captures: Cards, position: Position) -> Cards:
    """The different junk faces a seat may hand over: of the lowest value, or any (D17)."""
    junk = [each for each in captures if each.junk]
    if junk and not position.rules.giver_chooses:
        values = position.rules.junk_values
        lowest = min(values[each.order] for each in junk)
        junk = [each for each in junk if values[each.order] == lowest]
    return _distinct(junk)


def _quads(position: Position) -> Iterator[Quads]:
    """E9: a fourth card drawn for a joker; E5 with a hidden hand: any the hand may hold."""
    me = position.seats[position.to_act]
    if position.rules.joker_quad and _drew_quad(position, me):
        yield Quads(position.to_act)
    if BACK in me.hand and position.rules.chongtong_points and not me.turns:
        for month in _hidden_months(position, 4):
            yield Quads(position.to_act, months=(month,))


def _drew_quad(position: Position, me: Seat) -> bool:
    drawn = position.drawn
    return drawn is not None and len(of_month(me.hand, drawn.month)) == 4


def _shodangs(position: Position) -> Iterator[Shodang]:
    me = position.seats[position.to_act]
    if position.rules.shodang and len(position.seats) == 3 and not me.shodang:
        hand = _distinct(position.seats[position.to_act].hand)
        for pair in combinations([each for each in hand if each.month], 2):
            if _is_shodang(position, pair):
                yield Shodang(position.to_act, pair, accepted=True)
                yield Shodang(position.to_act, pair, accepted=False)


def _is_shodang(position: Position, pair: Cards) -> bool:
    """Whether each card would bring another opponent to the threshold."""
    rules = position.rules
    others = [each for seat, each in enumerate(position.seats) if seat != position.to_act]

    def wins(seat: Seat, each: Card) -> bool:
        before, after = points(seat.captures, rules), points((*seat.captures, each), rules)
        return before < rules.threshold <= after

    first, second = pair
    a, b = others
    return (wins(a, first) and wins(b, second)) or (wins(a, second) and wins(b, first))


def verify(position: Position, action: Action) -> None:
    """Nothing, where the action is legal.

    Raises:
        IllegalTurn: it is not; the message says why.
    """
    if position.phase is Phase.OVER:
        raise IllegalTurn("the round is over")
    if action.seat != position.to_act:
        raise IllegalTurn(f"out of turn: it is for seat {position.to_act + 1} to act")
    wanted = {Phase.GIVE: Give, Phase.CALL: Call, Phase.QUADS: Quads}.get(position.phase)
    if wanted is not None and not isinstance(action, wanted):
        raise IllegalTurn(_WANTED[position.phase])
    match action:
        case Turn():
            _verify_turn(position, action)
        case Give():
            _verify_give(position, action)
        case Call() if position.phase is not Phase.CALL:
            raise IllegalTurn("no go or stop here: the points have not reached a new threshold")
        case Quads() if action not in legal(position):
            raise IllegalTurn("no four of a month to show")
        case Shodang() if action not in legal(position):
            raise IllegalTurn("no shodang: the two cards do not make two opponents win")


_WANTED = {
    Phase.GIVE: "a junk card has to be handed over first",
    Phase.CALL: "go or stop has to be said first",
    Phase.QUADS: "four of a month is to be shown, or played on, first",
}


def _verify_give(position: Position, give: Give) -> None:
    if position.phase is not Phase.GIVE:
        raise IllegalTurn("no junk is to be handed over")
    options = giveable(position.seats[give.seat].captures, position)
    if give.card not in options:
        raise IllegalTurn(f"{give.card} is not to be given: one of {_named(options)} is")


def _verify_turn(position: Position, turn: Turn) -> None:
    if turn.captured is not None:
        raise IllegalTurn("the cards taken are not what the rules give")
    _verify_played(position, turn)
    if any(each.is_joker for each in turn.played):
        reason = joker_refused(position)
        if reason:
            raise IllegalTurn(reason)
        if turn.shown:
            raise IllegalTurn("a triple is shown with a card of the hand, not with a joker")
        if position.rules.joker_from_hand == "draw":
            _verify_drawn(position, turn)
            return
    if turn.drawn:
        raise IllegalTurn("a card is drawn only for a joker from the hand")
    for month in turn.shown:
        if month not in showable(position) or turn.shown.count(month) > 1:
            raise IllegalTurn(f"a triple of {month:02} cannot be shown now")
    if list(turn.shown) != sorted(turn.shown):
        raise IllegalTurn("the months shown are not in order")
    if not may_show(position, turn.played, turn.shown):
        raise IllegalTurn("one of the triple shown has to be played at once")
    _verify_flipped(position, turn)
    _verify_takes(position, turn)


def _verify_played(position: Position, turn: Turn) -> None:
    me, played = position.seats[turn.seat], turn.played
    if not played:
        if not me.flips:
            raise IllegalTurn("a card has to be played: a flip alone is for after a bomb")
        return
    if not holds(position, turn.seat, played):
        raise IllegalTurn(f"the hand does not hold {_named(played)}")
    if len(played) > 1:
        unseen = position.unseen() if BACK in me.hand else ()
        if played not in bombs(position, unseen):
            raise IllegalTurn(f"{_named(played)} are no bomb here: one card is played")
        if not may_bomb(position, played, turn.shown):
            raise IllegalTurn(
                f"a bomb is made on {'a shown' if position.rules.bomb == 'declared' else 'an unshown'} triple"
            )
    elif must_match(position) and played[0].month and not of_month(position.pot, played[0].month):
        raise IllegalTurn(f"{played[0]} matches nothing, and another card of the hand does")


def _verify_drawn(position: Position, turn: Turn) -> None:
    if turn.flipped or turn.takes:
        raise IllegalTurn("after a joker the seat draws a card and plays again before it flips")
    if len(turn.drawn) != 1 or not _from_stock(position, turn.drawn):
        raise IllegalTurn(f"the card drawn is not the top of the stock: {_named(turn.drawn)}")


def _verify_flipped(position: Position, turn: Turn) -> None:
    due, count = flips_due(position, turn.played), 0
    for each in turn.flipped:
        if count == due:
            raise IllegalTurn(f"too many cards flipped: {_named(turn.flipped)}")
        count += not (each.is_joker and position.rules.joker_flip_again)
    if count < due and len(turn.flipped) < len(position.stock):
        raise IllegalTurn(f"not enough cards flipped: {_named(turn.flipped) or 'none'}")
    if not _from_stock(position, turn.flipped, turn.played):
        raise IllegalTurn(f"{_named(turn.flipped)} is not what lies on the stock")


def _from_stock(position: Position, taken: Cards, played: Cards = ()) -> bool:
    """Whether these cards are the top of the stock, or may be where it is hidden."""
    if len(taken) > len(position.stock) or BACK in taken:
        return False
    top = position.stock[: len(taken)]
    left = list(_still_unseen(position, played, position.unseen())) if BACK in top else []
    for lies, each in zip(top, taken, strict=True):
        if lies is BACK and each in left:
            left.remove(each)
        elif lies is not each:
            return False
    return True


def _verify_takes(position: Position, turn: Turn) -> None:
    options = choices(position, turn.played, turn.flipped)
    if len(turn.takes) != len(options):
        asked = " and ".join(f"one of {_named(pair)}" for pair in options) or "nothing"
        raise IllegalTurn(f"to choose is {asked}, not {_named(turn.takes) or 'nothing'}")
    for chosen, pair in zip(turn.takes, options, strict=True):
        if chosen not in pair:
            raise IllegalTurn(f"{chosen} is not to choose: one of {_named(pair)} is")


def _named(cards: Iterable[Card]) -> str:
    return " ".join(each.face for each in cards)
