"""An evening: rounds one after the other, with 2 to 7 people at the table.

Who plays and who waits, who deals next, what a drawn round carries over, the boar pot, brights
sold by those who wait, chips, elimination, the end of the match (sections B, D24, H8, H16 and I).
"""

from dataclasses import dataclass, field, replace

from scorer.cards import Cards
from scorer.ending import Mission, Terms, bright_sale, settlement, side_payments
from scorer.errors import BadLedger, short
from scorer.house_rules import HouseRules
from scorer.ledger import POT, Kind, Ledger
from scorer.payout import Amount, Payout, limited, pushed
from scorer.table import Position


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that outlasts a round."""

    rules: HouseRules
    people: tuple[str, ...]
    """Everybody at the table, 2 to 7, in turn order (B2)."""
    dealer: str
    per_point: Amount = 1
    ledger: Ledger = field(default_factory=Ledger)
    carry: int = 1
    round: int = 1
    """The number of the round to be played."""
    refills: tuple[str, ...] = ()
    """Who has started again with new chips, once for each time (B6)."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.people) <= 7 or len(set(self.people)) != len(self.people):
            raise BadLedger(
                "expected 2 to 7 different people, not {found}", found=", ".join(self.people)
            )
        if self.dealer not in self.people:
            raise BadLedger(
                "dealer {name} is none of {names}",
                name=short(self.dealer),
                names=", ".join(self.people),
            )

    @property
    def boar_pot(self) -> Amount:
        """Chips in the boar pot, carried over until somebody captures the boar (D24)."""
        return self.ledger.balances().get(POT, 0)

    def chips(self) -> dict[str, Amount]:
        """What everybody holds: the chips he started with, and what he won since (B5, B6)."""
        won, start = self.ledger.balances(), self.rules.start_chips
        return {
            name: start * (1 + self.refills.count(name)) + won.get(name, 0) for name in self.people
        }

    def out(self) -> tuple[str, ...]:
        """Who is eliminated: no chips are left where that ends the match for a player (B6)."""
        if self.rules.elimination != "out" or not self.rules.start_chips:
            return ()
        return tuple(name for name, held in self.chips().items() if held <= 0)

    def over(self) -> bool:
        """Whether the match is over: its rounds are played, or one player is left (B4, B6)."""
        played = self.rules.match_rounds and self.round > self.rules.match_rounds
        return bool(played) or len(self.people) - len(self.out()) < 2

    def leaders(self) -> tuple[str, ...]:
        """Who holds most; the winners of the match once it is over (B7)."""
        held = self.chips()
        return tuple(name for name in self.people if held[name] == max(held.values()))

    def players(self, waiting: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Who plays the next round, in turn order from the dealer (B1, B2).

        At most three: the dealer and those after him who do not wait of their own will.
        """
        there = [name for name in self.people if name not in self.out() and name not in waiting]
        start = self.people.index(self.dealer)
        order = [*self.people[start:], *self.people[:start]]
        return tuple(name for name in order if name in there)[:3]

    def terms(self, named_month: int = 0, mission: Mission | None = None) -> Terms:
        """What the next round is played for: carry (H8) and a jackpot round's multiplier (H16)."""
        every = self.rules.jackpot_every
        jackpot = self.rules.jackpot_times if every and self.round % every == 0 else 1
        return Terms(self.carry, jackpot, self.per_point, named_month, mission)

    def anted(self) -> "Evening":
        """The evening with everybody's chips in the boar pot, before a deal (D24)."""
        ante = self.rules.boar_ante
        if not ante:
            return self
        playing = [name for name in self.people if name not in self.out()]
        paid = {**dict.fromkeys(playing, -ante), POT: ante * len(playing)}
        ledger = self.ledger.add("ante", paid, per_point=self.per_point, round=self.round)
        return replace(self, ledger=ledger)

    def sold(self, seller: str, hand: Cards, players: tuple[str, ...]) -> "Evening":
        """The evening after somebody who waits has sold the brights of his hand (B3)."""
        paid = bright_sale(hand, seller, players, self.dealer, self.rules)
        if not any(paid.values()):
            return self
        return replace(
            self,
            ledger=self.ledger.add("bright_sale", paid, per_point=self.per_point, round=self.round),
        )

    def after(
        self,
        position: Position,
        players: tuple[str, ...],
        terms: Terms,
        *,
        push: bool = False,
    ) -> "Evening":
        """The evening after a round: its payout in the ledger, dealer and carry of the next one.

        The winner deals next, and after a drawn round the same dealer again (B9, B10). With
        `push` the winner leaves his win for a doubled next round (H16).
        """
        inner = replace(terms, per_point=1)
        sides = self._booked(side_payments(position, inner), players, "side_payment")
        paid = replace(self, ledger=sides)
        payout = paid._payout(settlement(position, inner), players, push=push)
        ledger = paid._booked(payout.transfers, players, "payout")
        if position.boar is not None:
            ledger = self._pot_won(ledger, players[position.boar])
        return replace(
            self,
            ledger=ledger,
            dealer=self.dealer if payout.winner is None else players[payout.winner],
            carry=payout.next_multiplier,
            round=self.round + 1,
        )._refilled()

    def _pot_won(self, ledger: Ledger, winner: str) -> Ledger:
        """The ledger with the boar pot paid out, each chip at the stake it was put in for."""
        held: dict[Amount, Amount] = {}
        for entry in ledger.entries:
            chips = dict(entry.transfers).get(POT, 0)
            held[entry.per_point] = held.get(entry.per_point, 0) + chips
        for per_point, chips in held.items():
            if chips:
                won = {winner: chips, POT: -chips}
                ledger = ledger.add("pot", won, per_point=per_point, round=self.round)
        return ledger

    def _booked(self, amounts: tuple[Amount, ...], players: tuple[str, ...], kind: Kind) -> Ledger:
        """The ledger with what the players receive, unless nobody receives anything."""
        if not any(amounts):
            return self.ledger
        paid = dict(zip(players, amounts, strict=True))
        return self.ledger.add(kind, paid, per_point=self.per_point, round=self.round)

    def _payout(self, payout: Payout, players: tuple[str, ...], *, push: bool) -> Payout:
        if push and self.rules.push and payout.winner is not None:
            return pushed(payout, self.carry)
        if self.rules.pay_at_most_held and self.rules.start_chips:
            held = self.chips()
            return limited(payout, tuple(held[name] for name in players))
        return payout

    def _refilled(self) -> "Evening":
        """Whose chips are gone starts again with as many as at first (B6)."""
        if self.rules.elimination != "refill" or not self.rules.start_chips:
            return self
        broke = tuple(name for name, held in self.chips().items() if held <= 0)
        return replace(self, refills=self.refills + broke)
