"""Turns: every action the rules allow in a position.

Hidden cards (`BACK`) stand for every card not seen yet, so this works on what a camera knows.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import combinations, product

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.cards import BACK, MONTHS, Card, Cards, in_order, without
from scorer.combinations import points
from scorer.house_rules import HouseRules
from scorer.remark import Remark
from scorer.table import Phase, Position, Seat, by_month, months_with, of_month


def legal(position: Position) -> list[Action]:
    """Every action the rules allow in this position."""
    match position.phase:
        case Phase.PLAY:
            shows = [Show(position.to_act, month) for month in showable(position)]
            return [*turns(position), *shows, *_quads(position), *_shodangs(position)]
        case Phase.GIVE:
            return [
                Give(giver, position.mover, each)
                for giver in dict.fromkeys(position.gives)
                for each in giveable(position.seats[giver].captures, position)
            ]
        case Phase.CALL:
            return [Call(position.to_act, "go"), Call(position.to_act, "stop")]
        case Phase.QUADS:
            return [Quads(position.to_act), Quads(position.to_act, play_on=True)]
    return []


def turns(position: Position, among: Container[Card] | None = None) -> list[Turn]:
    """Every way to play a card and flip from the stock.

    `among`: the faces that hidden cards may turn out to be; every card not seen yet without it.
    """
    options = _Options(position, among)
    me, showing, matching = options.me, position.showing, must_match(position)
    faces = _faces(me.hand, options.unseen)
    if showing:
        faces = tuple(each for each in faces if each.month == showing)
    plays: list[Cards] = [
        (each,)
        for each in faces
        if not each.is_joker and (not matching or each.month in options.pot)
    ]
    if me.flips and not showing:
        plays.append(())
    found = options.completed(plays, 1)
    for cards in bombs(position, options.unseen):
        found += options.completed([cards], flips_due(position, cards))
    for each in faces:
        if each.is_joker:
            found += _joker_turns(options, each)
    return found


def _joker_turns(options: "_Options", joker: Card) -> list[Turn]:
    position = options.position
    if joker_refused(position):
        return []
    if position.rules.joker_from_hand == "draw":
        return [Turn(position.to_act, (joker,), position.stock[:1])]
    return options.completed([(joker,)], flips_due(position, (joker,)))


class _Options:
    """What the turns of a position are made of, looked up once."""

    def __init__(self, position: Position, among: Container[Card] | None) -> None:
        self.position = position
        self.me = position.seats[position.to_act]
        self.pot = by_month(position.pot)
        self.forks = forks_of(self.pot)
        hidden = BACK in self.me.hand or BACK in position.stock
        unseen = position.unseen() if hidden else ()
        self.unseen = unseen if among is None else tuple(each for each in unseen if each in among)
        self.hidden = hidden

    def completed(self, plays: Iterable[Cards], due: int) -> list[Turn]:
        """The turns that these cards from the hand can become by flips and choices."""
        seat, forks = self.position.to_act, self.forks
        known = () if self.hidden else self._flipped((), due)
        if not self.hidden and not forks:
            return [Turn(seat, played, (), flipped) for played in plays for flipped in known]
        return [
            Turn(seat, played, (), flipped, takes)
            for played in plays
            for flipped in (self._flipped(played, due) if self.hidden else known)
            for takes in product(*choices(forks, played, flipped))
        ]

    def _flipped(self, played: Cards, due: int) -> tuple[Cards, ...]:
        """What may be flipped after these cards; the same after any where nothing is hidden."""
        left = still_unseen(self.position, played, self.unseen)
        return tuple(_flips(self.position.stock, due, left, self.position.rules))


def forks_of(pot: Mapping[int, list[Card]]) -> dict[int, Cards]:
    """The months of which two different cards lie in the pot: a third one may choose (C3)."""
    return {
        month: tuple(same)
        for month, same in pot.items()
        if len(same) == 2 and same[0] is not same[1]
    }


def _flips(stock: Cards, due: int, unseen: Cards, rules: HouseRules) -> Iterator[Cards]:
    """The cards that may come from the stock, so many of them beside jokers (F3)."""
    if not due or not stock:
        yield ()
        return
    hidden = stock[0] is BACK
    for top in _distinct(unseen) if hidden else stock[:1]:
        still = due if top.is_joker and rules.joker_flip_again else due - 1
        if not still:
            yield (top,)
            continue
        rest = without(unseen, top) if hidden else unseen
        for more in _flips(stock[1:], still, rest, rules):
            yield (top, *more)


def flips_due(position: Position, played: Cards) -> int:
    """How many cards beside jokers the turn takes from the stock (C1, D12, F1)."""
    if len(played) == 3:
        return position.rules.bomb_flips
    if played and played[0].is_joker and position.rules.joker_from_hand == "flip":
        return 2
    return 1


def choices(forks: Mapping[int, Cards], played: Cards, flipped: Cards) -> list[Cards]:
    """The pot cards to choose among in a turn.

    The first card of a month that is laid chooses; a second one of the same month takes the rest.
    """
    bomb = len(played) > 1
    asked = [played[0].month] if bomb else []
    found: list[Cards] = []
    for each in flipped if bomb else played + flipped:
        if each.month in forks and each.month not in asked:
            asked.append(each.month)
            found.append(forks[each.month])
    return found


def _faces(hand: Cards, unseen: Cards) -> tuple[Card, ...]:
    """The different faces a hand may hold."""
    return _distinct(hand + unseen) if BACK in hand else tuple(dict.fromkeys(hand))


def _distinct(pile: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(each for each in dict.fromkeys(pile) if each is not BACK)


def still_unseen(position: Position, played: Cards, unseen: Cards) -> Cards:
    """The unseen cards that are left once these have come out of the hand to act."""
    known = list(position.seats[position.to_act].hand)
    left = list(unseen)
    for each in played:
        if each in known:
            known.remove(each)
        else:
            left.remove(each)
    return tuple(left)


def must_match(position: Position) -> bool:
    """Whether the seat to act must play a card that matches the pot (C2)."""
    if not position.rules.must_match:
        return False
    months = {each.month for each in position.pot}
    return any(each.month in months for each in position.seats[position.to_act].hand if each.month)


def joker_refused(position: Position) -> str:
    """Why the seat to act may not play a joker from the hand; empty where it may (F1, F2)."""
    if not position.rules.joker_first_turn and not position.seats[position.to_act].turns:
        return Remark("a joker is not played on the first turn")
    if position.rules.joker_from_hand == "draw" and not position.stock:
        return Remark("no card is left to draw for a joker")
    return ""


def showable(position: Position) -> tuple[int, ...]:
    """The months of triples the seat to act may show now (E1)."""
    rules, me = position.rules, position.seats[position.to_act]
    late = rules.heundeum == "first_turn" and me.turns
    if rules.heundeum == "none" or late or position.showing:
        return ()
    months = months_with(me.hand, 3)
    if me.hand.count(BACK):
        months = _hidden_months(position, position.to_act, 3)
    if months and rules.heundeum_off_table:
        months = tuple(month for month in months if not of_month(position.pot, month))
    return tuple(month for month in months if month not in me.shown)


def _hidden_months(position: Position, seat: int, count: int) -> tuple[int, ...]:
    """The months of which a partly hidden hand may hold that many cards."""
    hand = position.seats[seat].hand
    unseen, backs = position.unseen(), hand.count(BACK)
    found = []
    for month in range(1, 13):
        known = len(of_month(hand, month))
        missing = count - known
        if 0 <= missing <= min(backs, len(of_month(unseen, month))):
            found.append(month)
    return tuple(found)


def bombs(position: Position, unseen: Cards) -> Iterator[Cards]:
    """The cards of every bomb the seat to act may play (D10, D14)."""
    me, rules = position.seats[position.to_act], position.rules
    backs = me.hand.count(BACK)
    held, left, pot = by_month(me.hand), by_month(unseen), by_month(position.pot)
    for size in (3, 2):
        if (rules.bomb if size == 3 else rules.two_card_bomb) == "none":
            continue
        for month in MONTHS if backs else months_with(me.hand, size):
            known = held.get(month, [])
            cards = known + left.get(month, []) if backs else known
            there = len(pot.get(month, ()))
            whole = len(cards) == size == 4 - there and size - len(known) <= backs
            free = position.showing in (0, month)
            if whole and free and (size == 2 or may_bomb(position, month)):
                yield in_order(cards)


def may_bomb(position: Position, month: int) -> bool:
    """Whether a triple may be a bomb: one that was shown only, or one that was not (D10)."""
    shown = month in position.seats[position.to_act].shown
    return position.rules.bomb == "any" or shown == (position.rules.bomb == "declared")


def giveable(captures: Cards, position: Position) -> Cards:
    """The different junk faces a seat may hand over: of the lowest value, or any (D17)."""
    junk = [each for each in captures if each.junk]
    if junk and not position.rules.giver_chooses:
        values = position.rules.junk_values
        lowest = min(values[each.order] for each in junk)
        junk = [each for each in junk if values[each.order] == lowest]
    return _distinct(junk)


def _quads(position: Position) -> Iterator[Quads]:
    """E9: a fourth card drawn for a joker; E5, E10: before the first turn, of hidden hands."""
    seat, rules = position.to_act, position.rules
    drawn, hand = position.drawn, position.seats[seat].hand
    if rules.joker_quad and drawn is not None:
        if drawn is not BACK and len(of_month(hand, drawn.month)) == 4:
            yield Quads(seat)
        elif drawn is BACK:
            yield from (Quads(seat, months=(each,)) for each in _hidden_months(position, seat, 4))
    if rules.chongtong_points and position.opening:
        for other, each in enumerate(position.seats):
            if BACK in each.hand and not each.played_on:
                for month in _hidden_months(position, other, 4):
                    yield Quads(other, months=(month,))
                    if rules.chongtong_play_on:
                        yield Quads(other, play_on=True, months=(month,))


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
