"""The end of a round: from a position that is over to its payout, and what a stop would pay now."""

from dataclasses import dataclass

from scorer.cards import Card, Cards
from scorer.house_rules import HouseRules
from scorer.payout import Amount, Payout, Showdown, Standing, Step, amount_of, settle
from scorer.table import Outcome, Position, Seat


@dataclass(frozen=True, slots=True)
class Mission:
    """Cards whose capture multiplies the winner's win (D26)."""

    times: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Terms:
    """What one round is played for."""

    carry: int = 1
    """Multiplier carried over from drawn rounds (H8)."""
    multiplier: int = 1
    """Any other multiplier agreed for the round."""
    per_point: Amount = 1
    named_month: int = 0
    """The month drawn before the deal (D22); 0 for none."""
    mission: Mission | None = None


def standing(seat: Seat) -> Standing:
    """What counts of a seat in a settlement."""
    return Standing(seat.captures, seat.gos, seat.shown, seat.bombs)


def settlement(position: Position, terms: Terms) -> Payout:
    """The payout of a round that is over.

    Raises:
        ValueError: the round is not over.
    """
    outcome = position.outcome
    if outcome is None:
        raise ValueError("the round is not over: it has no payout yet")
    if outcome.drawn:
        return _drawn(position, terms, outcome)
    if len(outcome.winners) > 1:
        return _shared(position, terms, outcome)
    won = outcome.winners[0]
    fixed = sum(outcome.points) if outcome.points else None
    return settle(_showdown(position, terms, won, outcome, fixed), position.rules, terms.per_point)


def stopped_now(position: Position, seat: int, terms: Terms) -> Payout:
    """What the seat would be paid if it stopped in this position."""
    outcome = Outcome("stop", (seat,))
    return settle(_showdown(position, terms, seat, outcome, None), position.rules, terms.per_point)


def _showdown(
    position: Position, terms: Terms, winner: int, outcome: Outcome, fixed: int | None
) -> Showdown:
    me = position.seats[winner]
    return Showdown(
        tuple(standing(each) for each in position.seats),
        winner,
        base_points=fixed,
        fixed=fixed is not None,
        stopped=outcome.kind == "stop",
        carry=terms.carry,
        multiplier=_multiplier(me, terms, position.rules),
        named_month=terms.named_month,
        weol_yak=frozenset({"first_turn"} if me.first_quad else ()),
    )


def _multiplier(winner: Seat, terms: Terms, rules: HouseRules) -> int:
    """What was agreed for the round, a mission fulfilled (D26), a chongtong played on (E10)."""
    times = terms.multiplier
    if terms.mission and all(each in winner.captures for each in terms.mission.cards):
        times *= terms.mission.times
    if winner.played_on:
        times *= rules.chongtong_play_on
    return times


def _drawn(position: Position, terms: Terms, outcome: Outcome) -> Payout:
    """H8, B17, E8: nobody pays; the next round pays more, except after a deal that was void."""
    showdown = Showdown(tuple(standing(each) for each in position.seats), None, carry=terms.carry)
    payout = settle(showdown, position.rules)
    if outcome.kind != "void":
        return payout
    return Payout(None, payout.transfers, payout.explain, payout.uses, terms.carry)


def _shared(position: Position, terms: Terms, outcome: Outcome) -> Payout:
    """E7: two show four of a month, and each collects from the third what his is worth."""
    rules, seats = position.rules, range(len(position.seats))
    carry = terms.carry if rules.fixed_win_carry else 1
    times = carry * terms.multiplier
    won = dict(zip(outcome.winners, outcome.points, strict=True))
    steps = [Step("points", points=0), *(Step("chongtong", add=each) for each in won.values())]
    multipliers = (
        ("carry", carry),
        ("multiplier", terms.multiplier),
        ("per_point", terms.per_point),
    )
    steps += [Step(name, times=each) for name, each in multipliers if each != 1]
    (loser,) = (seat for seat in seats if seat not in won)
    transfers = tuple(won.get(seat, 0) * times * terms.per_point for seat in seats)
    paid = amount_of(steps)
    return Payout(
        outcome.winners[0],
        tuple(-paid if seat == loser else each for seat, each in enumerate(transfers)),
        tuple(tuple(steps) if seat == loser else () for seat in seats),
        tuple(None for _ in seats),
        next_multiplier=1,
    )


def side_payments(position: Position, terms: Terms) -> tuple[Amount, ...]:
    """What each seat receives of the chips paid at once, outside the payout (D2, D3, D20, D25)."""
    received: list[Amount] = [0 for _ in position.seats]
    for payment in position.payments:
        for seat in range(len(received)):
            if seat != payment.to:
                received[seat] -= payment.chips * terms.per_point
                received[payment.to] += payment.chips * terms.per_point
    return tuple(received)


def bright_sale(
    sold: Cards, seller: str, players: tuple[str, ...], dealer: str, rules: HouseRules
) -> dict[str, int]:
    """What somebody who sits out receives for the brights of his hand, and who pays it (B3).

    Points by name, summing to zero; nothing where the table sells no brights.
    """
    brights = sum(_sells(each, rules) for each in sold)
    months = [each.month for each in sold if each.month]
    price = rules.bright_sale_price * brights
    if any(months.count(month) >= 3 for month in months):
        price *= rules.bright_sale_triple
    payers = [each for each in players if rules.bright_sale_payers == "all" or each != dealer]
    return {seller: price * len(payers), **dict.fromkeys(payers, -price)}


def _sells(each: Card, rules: HouseRules) -> bool:
    return each.kind == "bright" or (rules.bright_sale_jokers and each.is_joker)
