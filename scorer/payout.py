"""Payouts: who pays the winner how much, explained step by step.

A settlement looks at the `Showdown` (what every seat holds and called when somebody stops) and
gives a `Payout`: a transfer a seat, always summing to zero, and for each payer the steps that lead
to his amount. Sections D13, D21, D22 and H of the rules matrix.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from scorer.cards import Cards, Kind
from scorer.combinations import ANIMALS, BRIGHTS, Tally, Use, score, tally, uses
from scorer.house_rules import HouseRules

Amount = int | Decimal
"""Points, chips or money: whole, or exact decimals."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a payer's amount: start at `points`, or `add`, or take it `times`."""

    name: str
    points: Amount | None = None
    add: Amount | None = None
    times: Amount | None = None

    def after(self, amount: Amount) -> Amount:
        """The amount when this step is taken."""
        if self.points is not None:
            return self.points
        return amount + (self.add or 0) if self.times is None else amount * self.times


Steps = tuple[Step, ...]


def amount_of(steps: Iterable[Step]) -> Amount:
    """What the steps come to."""
    amount: Amount = 0
    for step in steps:
        amount = step.after(amount)
    return amount


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat holds and has called when the round ends."""

    captures: Cards = ()
    gos: int = 0
    heundeum: tuple[int, ...] = ()
    """A month for each triple shown; 0 where the month was not written down."""
    bombs: int = 0
    jokers: frozenset[str] = frozenset()
    """Special jokers beside the captures: `boss`, `double`, `bright_protection` (A9 to A11)."""
    use: Use | None = None
    """Forces the convertible card; None leaves it at its best use."""
    plays: bool = True
    """False for somebody who sits this round out: he neither wins nor pays (B2)."""

    def has_joker(self, power: str, rules: HouseRules) -> bool:
        """Whether a special joker works for this seat (A9 to A11)."""
        held = rules.joker_other == power and any(c.face == "joker-other" for c in self.captures)
        return held or power in self.jokers


@dataclass(frozen=True, slots=True)
class Showdown:
    """Everything a settlement looks at."""

    seats: tuple[Standing, ...]
    winner: int | None
    """The seat that stopped; None for a drawn round."""
    base_points: int | None = None
    """The winner's points where his cards are not known, or a win of fixed points."""
    fixed: bool = False
    """A win of fixed points (chongtong, three ppuk): only what the round carries multiplies it."""
    stopped: bool = True
    """Somebody said stop; False where the cards ran out and the most points win (H10)."""
    carry: int = 1
    multiplier: int = 1
    named_month: int = 0
    weol_yak: frozenset[str] = frozenset()
    """`first_turn`, `named_month`: which of the two the winner made (D21, D22)."""


@dataclass(frozen=True, slots=True)
class Payout:
    """Who gets what."""

    winner: int | None
    transfers: tuple[Amount, ...]
    """A seat's receipts, negative for a payer; they sum to zero."""
    explain: tuple[Steps, ...]
    """For each seat the steps of what it pays; empty for who pays nothing by any step."""
    uses: tuple[Use | None, ...]
    """How each seat's convertible card counted."""
    next_multiplier: int


def settle(showdown: Showdown, rules: HouseRules, per_point: Amount = 1) -> Payout:
    """The payout of a round.

    The winner's convertible card takes the use that brings him most, a loser's the use that costs
    him least; an animal where both are equal (A5).
    """
    if showdown.winner is None:
        return _drawn(showdown, rules)
    choices = _choices(showdown.seats[showdown.winner], rules)
    payouts = (_settle(showdown, rules, per_point, showdown.winner, use) for use in choices)
    winner = showdown.winner
    return max(payouts, key=lambda payout: payout.transfers[winner])


def _choices(standing: Standing, rules: HouseRules) -> tuple[Use | None, ...]:
    found = uses(standing.captures, rules)
    return (standing.use,) if standing.use in found else found


def _drawn(showdown: Showdown, rules: HouseRules) -> Payout:
    """H8: nobody pays, and the next round pays more."""
    best = tuple(score(each.captures, rules, each.use).use for each in showdown.seats)
    nobody = tuple(0 for _ in showdown.seats)
    following = carried(showdown.carry, rules)
    return Payout(None, nobody, tuple(() for _ in showdown.seats), best, following)


def carried(carry: int, rules: HouseRules) -> int:
    """The multiplier of the round after a drawn one that was played at `carry` (H8)."""
    following = carry * rules.nagari_times
    return min(following, max(carry, rules.carry_cap)) if rules.carry_cap else following


def _settle(
    showdown: Showdown, rules: HouseRules, per_point: Amount, winner: int, use: Use | None
) -> Payout:
    standing = showdown.seats[winner]
    held = tally(standing.captures, rules, use)
    base = score(standing.captures, rules, use).total
    points = base if showdown.base_points is None else showdown.base_points
    common = (Step("points", points=points), *_multipliers(showdown, winner, rules))

    chosen: list[Use | None] = [None] * len(showdown.seats)
    chosen[winner] = use
    owed: dict[int, Steps] = {}
    for seat, loser in enumerate(showdown.seats):
        if seat == winner or not loser.plays:
            continue
        options = {
            choice: (*common, *_baks(showdown, winner, held, loser, choice, rules))
            for choice in _choices(loser, rules)
        }
        chosen[seat], owed[seat] = min(options.items(), key=lambda option: amount_of(option[1]))

    paid = _capped(_go_bak(owed, showdown, rules), rules)
    if per_point != 1:
        paid = {seat: (*steps, Step("per_point", times=per_point)) for seat, steps in paid.items()}
    transfers: list[Amount] = [-amount_of(paid.get(seat, ())) for seat in range(len(chosen))]
    transfers[winner] = -sum(transfers)
    explain = tuple(paid.get(seat, ()) for seat in range(len(chosen)))
    return Payout(winner, tuple(transfers), explain, tuple(chosen), next_multiplier=1)


def _multipliers(showdown: Showdown, winner: int, rules: HouseRules) -> Iterator[Step]:
    """What every payer's share is made of beside the points."""
    if not showdown.fixed:
        yield from _go_bonus(showdown, winner, rules)
        yield from _winner_doubles(showdown, winner, rules)
    if showdown.carry != 1 and (rules.fixed_win_carry or not showdown.fixed):
        yield Step("carry", times=showdown.carry)
    if showdown.multiplier != 1:
        yield Step("multiplier", times=showdown.multiplier)


def _go_bonus(showdown: Showdown, winner: int, rules: HouseRules) -> Iterator[Step]:
    """H3, by the formula of each source; added before anything doubles.

    It is for who stops: where the cards ran out and the most points win (002), there is none.
    """
    if not showdown.stopped:
        return
    gos = showdown.seats[winner].gos
    add, times = 0, 1
    match rules.go_bonus:
        case "add_each_then_double":
            add, times = gos, 2 ** max(0, gos - 2)
        case "add_two_then_double":
            add, times = min(gos, 2), 2 ** max(0, gos - 2)
        case "add_each_double_past_three":
            add, times = gos, 2 if gos > 3 else 1
        case "add_one_then_times":
            add, times = (1, 1) if gos == 1 else (0, max(1, gos))
        case _:
            times = 1 + sum(each.gos for each in showdown.seats)
    if add:
        yield Step("go", add=add)
    if times != 1:
        yield Step("go", times=times)


def _winner_doubles(showdown: Showdown, winner: int, rules: HouseRules) -> Iterator[Step]:
    """What the winner himself has done to double his win: E1 to E4, D13, A10, D21, D22, H15."""
    standing = showdown.seats[winner]
    for month in standing.heundeum:
        times = rules.heundeum_nov_dec if month in (11, 12) else rules.heundeum_times
        if times != 1:
            yield Step("heundeum", times=times)
    if rules.bomb_doubles == "own" and standing.bombs:
        yield Step("bomb", times=2**standing.bombs)
    undeclared = standing.bombs - len(standing.heundeum)
    if rules.bomb_doubles == "through_heundeum" and undeclared > 0:
        yield Step("bomb", times=rules.heundeum_times**undeclared)
    if standing.has_joker("double", rules):
        yield Step("joker_double", times=2)
    if rules.weol_yak_first_turn != 1 and "first_turn" in showdown.weol_yak:
        yield Step("weol_yak", times=rules.weol_yak_first_turn)
    month = showdown.named_month
    whole = month and sum(each.month == month for each in standing.captures) == 4
    if rules.weol_yak_named_month != 1 and (whole or "named_month" in showdown.weol_yak):
        yield Step("weol_yak", times=rules.weol_yak_named_month)
    others = any(each.gos for seat, each in enumerate(showdown.seats) if seat != winner)
    if rules.reverse_go_times != 1 and standing.gos and others:
        yield Step("reverse_go", times=rules.reverse_go_times)


def _baks(
    showdown: Showdown,
    winner: int,
    held: Tally,
    loser: Standing,
    use: Use | None,
    rules: HouseRules,
) -> Iterator[Step]:
    """H5, H6, H7: what makes one loser pay double for what he did not capture."""
    if showdown.fixed:
        return
    lost = tally(loser.captures, rules, use)
    if held.count(BRIGHTS) >= 3 and _kwang_bak(showdown, winner, loser, lost, rules):
        yield Step("kwang_bak", times=2)
    if rules.pi_bak and _pi_bak(showdown.seats[winner], held, loser, lost, rules):
        yield Step("pi_bak", times=2)
    if rules.mong_bak_from and held.count(ANIMALS) >= rules.mong_bak_from:
        yield Step("mong_bak", times=2)


def _kwang_bak(
    showdown: Showdown, winner: int, loser: Standing, lost: Tally, rules: HouseRules
) -> bool:
    if rules.kwang_bak == "none" or loser.has_joker("bright_protection", rules):
        return False
    if rules.kwang_bak == "each":
        return not lost.held & BRIGHTS
    losers = (each for seat, each in enumerate(showdown.seats) if seat != winner)
    return not any(card.kind is Kind.BRIGHT for each in losers for card in each.captures)


def _pi_bak(winner: Standing, held: Tally, loser: Standing, lost: Tally, rules: HouseRules) -> bool:
    needed = rules.pi_bak_from or rules.junk_from
    won, kept = held.junk, lost.junk
    if rules.pi_bak_counts == "cards":
        won, kept = _junk_cards(winner, held), _junk_cards(loser, lost)
    spared = rules.pi_bak_zero_exempt and kept == 0
    return won >= needed and kept <= rules.pi_bak_max and not spared


def _junk_cards(standing: Standing, found: Tally) -> int:
    """Junk counted by cards; a convertible card that is junk is missing from the animals held."""
    animals = sum(each.kind is Kind.ANIMAL for each in standing.captures)
    converted = animals - found.count(ANIMALS)
    return sum(each.junk > 0 for each in standing.captures) + converted


def _go_bak(owed: dict[int, Steps], showdown: Showdown, rules: HouseRules) -> dict[int, Steps]:
    """H4: who said go and loses pays double, or for everybody, or both.

    Each share keeps the baks of the seat that owes it. Where several lose after a go, each pays
    his own share, and the first of them after the winner those of the others.
    """
    callers = [seat for seat in owed if showdown.seats[seat].gos]
    if rules.go_bak == "none" or showdown.fixed or not showdown.stopped or not callers:
        return owed
    paid = dict(owed)
    double = rules.go_bak != "pays_all"
    for seat in callers:
        if double:
            paid[seat] = (*paid[seat], Step("go_bak", times=2))
    if rules.go_bak == "double":
        return paid
    winner = showdown.winner or 0
    first = min(callers, key=lambda seat: (seat - winner) % len(showdown.seats))
    for seat, steps in owed.items():
        if seat not in callers:
            share = amount_of(steps) * (2 if double else 1)
            paid[first] = (*paid[first], Step("go_bak_share", add=share))
            paid[seat] = (*steps, Step("go_bak", times=0))
    return paid


def _capped(paid: dict[int, Steps], rules: HouseRules) -> dict[int, Steps]:
    """H16: nobody pays more than the cap."""
    if not rules.cap:
        return paid
    return {
        seat: (*steps, Step("cap", points=rules.cap)) if amount_of(steps) > rules.cap else steps
        for seat, steps in paid.items()
    }


def limited(payout: Payout, held: tuple[Amount, ...]) -> Payout:
    """The payout where nobody pays more chips than he holds, and nothing who is in debt (H16).

    Where one pays two (E7), both get less by what each should have got.
    """
    most = tuple(max(0, each) for each in held)
    short = {seat for seat, got in enumerate(payout.transfers) if -got > most[seat]}
    if not short:
        return payout
    transfers = [-most[seat] if seat in short else got for seat, got in enumerate(payout.transfers)]
    *others, last = (seat for seat, got in enumerate(transfers) if got > 0)
    missing, due = sum(transfers), sum(got for got in transfers if got > 0)
    for seat in others:
        transfers[seat] -= missing * transfers[seat] // due
    transfers[last] -= sum(transfers)
    explain = tuple(
        (*steps, Step("all_he_holds", points=most[seat])) if seat in short else steps
        for seat, steps in enumerate(payout.explain)
    )
    return replace(payout, transfers=tuple(transfers), explain=explain)


def pushed(payout: Payout, carry: int) -> Payout:
    """The payout of a winner who leaves his win of a round at `carry` for a doubled next (H16)."""
    nobody = tuple(0 for _ in payout.transfers)
    following = 2 * carry
    return replace(
        payout, transfers=nobody, explain=tuple(() for _ in nobody), next_multiplier=following
    )
