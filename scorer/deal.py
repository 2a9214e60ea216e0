"""Before the first turn: who deals, who cuts, the deal, and deals that end at once.

Sections B and E of the rules matrix.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorer.cards import BACK, Card, Cards, named, too_many
from scorer.errors import BadRecord
from scorer.house_rules import HouseRules
from scorer.table import (
    Outcome,
    Phase,
    Position,
    Seat,
    Stack,
    deck,
    months_with,
)


class Deal(NamedTuple):
    """The cards as dealt: a hand for each active seat, the pot, the stock with its top first."""

    hands: tuple[Cards, ...]
    pot: Cards
    stock: Cards


def sizes(rules: HouseRules) -> tuple[int, int]:
    """Cards dealt to a hand and to the pot (B12, B13)."""
    packets = [packet.split() for packet in rules.deal]
    hand = sum(int(number) for to, number in packets if to == "hand")
    return hand, sum(int(number) for to, number in packets if to == "pot")


def deal(shuffled: Cards, rules: HouseRules, seats: int, dealer: int) -> Deal:
    """The deal of a shuffled deck (top first), packet by packet (B12, B13).

    A packet goes to each hand in turn order, first to the seat after the dealer, last to himself.
    """
    hands: list[list[Card]] = [[] for _ in range(seats)]
    pot: list[Card] = []
    rest = list(shuffled)
    for packet in rules.deal:
        to, number = packet.split()
        order = [(dealer + 1 + place) % seats for place in range(seats)]
        for pile in [hands[seat] for seat in order] if to == "hand" else [pot]:
            pile.extend(rest[: int(number)])
            del rest[: int(number)]
    return Deal(tuple(map(tuple, hands)), tuple(pot), tuple(rest))


def hidden_deal(
    rules: HouseRules,
    seats: int,
    pot: Cards,
    hands: Mapping[int, Cards] | None = None,
    stock: Cards = (),
) -> Deal:
    """The deal as a camera sees it: the pot, and a `BACK` for every card not known."""
    size, _ = sizes(rules)
    known = hands or {}
    filled = tuple(_filled(known.get(seat, ()), size) for seat in range(seats))
    left = len(deck(rules)) - len(pot) - sum(map(len, filled))
    return Deal(filled, pot, _filled(stock, left))


def _filled(known: Cards, size: int) -> Cards:
    return known + (BACK,) * (size - len(known))


def start(rules: HouseRules, dealt: Deal, dealer: int) -> Position:
    """The position before the first turn; already over where the deal ends the round.

    Jokers in the pot go to the dealer, who replaces them from the stock (B15); three of a month
    in the pot are one stack (B16).

    Raises:
        BadRecord: the deal holds more cards than the deck, or one of them more often.
    """
    everything = [*dealt.pot, *dealt.stock, *(each for hand in dealt.hands for each in hand)]
    most = len(deck(rules))
    if len(everything) > most:
        raise BadRecord(
            "the deal holds {count} cards: the deck has {most}", count=len(everything), most=most
        )
    for extra in too_many(each for each in everything if each is not BACK):
        raise BadRecord(
            "the deal holds {cards} {times} times",
            cards=named([extra]),
            times=everything.count(extra),
        )
    pot, stock, taken = list(dealt.pot), list(dealt.stock), []
    _, size = sizes(rules)
    while jokers := [each for each in pot if each.is_joker]:
        taken += jokers
        pot = [each for each in pot if not each.is_joker]
        while len(pot) < size and stock and stock[0] is not BACK:
            pot.append(stock.pop(0))
    seats = tuple(
        Seat(hand, tuple(taken) if seat == dealer else ()) for seat, hand in enumerate(dealt.hands)
    )
    stacks = tuple(Stack(month, None) for month in months_with(pot, 3)) if rules.ppuk else ()
    position = Position(
        rules, seats, dealer, dealer, Phase.PLAY, tuple(pot), stacks, tuple(stock), dealer
    )
    return _opened(position)


def _opened(position: Position) -> Position:
    """B17, B18, E5 to E8: deals that are void, and four of a month in a hand."""
    rules = position.rules
    if months_with(position.pot, 4):
        match rules.four_on_table:
            case "dealer_wins":
                won = Outcome("dealer_wins", (position.dealer,), (rules.chongtong_points,))
                return over(position, won)
            case "redeal_doubled":
                return over(position, Outcome("void_doubled"))
        return over(position, Outcome("void"))
    if rules.redeal_hands and any(_redealt(seat.hand) for seat in position.seats):
        return over(position, Outcome("void"))
    holders = quad_holders(position)
    if not holders or not rules.chongtong_points:
        return position
    if rules.chongtong_play_on and len(holders) == 1:
        holder = next(iter(holders))
        return position._replace(phase=Phase.QUADS, to_act=holder, mover=holder)
    return over(position, quads_won(position, holders))


def _redealt(hand: Cards) -> bool:
    return bool(months_with(hand, 4)) or len(months_with(hand, 2)) >= 4


def quad_holders(position: Position) -> dict[int, int]:
    """The seats with fours of a month in the hand, and how many each has."""
    fours = {seat: len(months_with(each.hand, 4)) for seat, each in enumerate(position.seats)}
    return {seat: count for seat, count in fours.items() if count}


def quads_won(position: Position, fours: Mapping[int, int]) -> Outcome:
    """The outcome of fours of a month shown, so many by each seat (E5 to E8)."""
    rules = position.rules
    if len(fours) == len(position.seats):
        return Outcome("void_doubled" if rules.all_quads_double else "void")
    points = tuple(
        rules.chongtong_points * (rules.chongtong_two_quads if count > 1 else 1)
        for count in fours.values()
    )
    return Outcome("chongtong", tuple(fours), points)


def over(position: Position, outcome: Outcome) -> Position:
    """The position with the round ended."""
    return position._replace(phase=Phase.OVER, outcome=outcome, gives=())


def first_dealer(
    drawn: Sequence[Card], rules: HouseRules, *, night: bool = True
) -> tuple[int, ...]:
    """The seats that the cards drawn for the deal choose; more than one draw again (B8).

    With `night_low_day_high` the lowest month deals at night and the highest by day.
    """
    if rules.first_dealer in ("lot", "chosen"):
        return tuple(range(len(drawn)))
    highest = rules.first_dealer == "highest_month" or (
        rules.first_dealer == "night_low_day_high" and not night
    )
    best = (max if highest else min)(each.month for each in drawn)
    return tuple(seat for seat, each in enumerate(drawn) if each.month == best)


def cutter(seats: int, dealer: int, rules: HouseRules) -> int | None:
    """The seat that cuts: the opponent, or the player at the dealer's left (B11).

    Play goes counter-clockwise, to the right (B14), so the left is the seat before the dealer.
    """
    if rules.cut == "none":
        return None
    step = -1 if rules.direction == "counter_clockwise" else 1
    return (dealer + step) % seats
