"""Rounds one after the other at one table: who plays, who sits out, who deals, what carries over.

>>> from scorer.presets import house_rules
>>> rounds, evening = play_evening(house_rules(), ("A", "B", "C", "D"), 2, random.Random(1))
>>> [each.game.replay.record.waiting for each in rounds], evening.round
([('B',), ('B',)], 3)
"""

import random
from dataclasses import dataclass

from game_play import Begun, Game, play_round
from scorer.cards import Cards, Kind
from scorer.deal import sizes
from scorer.ending import bright_sale
from scorer.evening import Evening
from scorer.house_rules import HouseRules

LUCKY_SHARE = 0.6
"""How many rounds are played by lucky players."""


@dataclass(frozen=True, slots=True)
class Sale:
    """What somebody who sits out shows before the first turn, and sells (B3)."""

    seller: str
    place: int
    """Where he sits."""
    hand: int
    """So many cards he was dealt; they come from below the stock, and go back there."""
    brights: Cards
    paid: tuple[tuple[str, int], ...]
    """Points that he and each payer receive for them."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A round, and who sits where while it is played."""

    game: Game
    places: tuple[int, ...]
    """The place at the table of each of its seats."""
    sales: tuple[Sale, ...] = ()

    @property
    def dealer(self) -> int:
        """The dealer's place at the table."""
        return self.places[self.game.replay.record.dealer]


def play_evening(
    rules: HouseRules, people: tuple[str, ...], rounds: int, rng: random.Random
) -> tuple[tuple[Seated, ...], Evening]:
    """So many rounds, and the evening after them; fewer where the match is over before."""
    lucky = rng.random() < LUCKY_SHARE
    evening = Evening(rules, people, people[rng.randrange(len(people))])
    found: list[Seated] = []
    while len(found) < rounds and not evening.over():
        evening = evening.anted()
        playing = evening.players()
        seats = tuple(name for name in people if name in playing)
        waiting = tuple(name for name in people if name not in playing)
        dealer, terms = seats.index(evening.dealer), evening.terms()
        game = play_round(Begun(rules, seats, dealer, terms, waiting), rng, lucky=lucky)
        sales = tuple(_sale(evening, game, name) for name in waiting if rules.bright_sale_price)
        for sale in sales:
            evening = evening.sold(sale.seller, sale.brights, seats)
        evening = evening.after(game.replay.position, seats, terms)
        found.append(Seated(game, tuple(people.index(name) for name in seats), sales))
        lucky = rng.random() < LUCKY_SHARE
    return tuple(found), evening


def _sale(evening: Evening, game: Game, seller: str) -> Sale:
    """The brights in the hand of somebody who waits: he is dealt what lies below in the stock."""
    hand, _ = sizes(evening.rules)
    seats = game.replay.record.seats
    brights = tuple(card for card in game.deal.stock[-hand:] if card.kind is Kind.BRIGHT)
    paid = bright_sale(brights, seller, seats, evening.dealer, evening.rules)
    return Sale(seller, evening.people.index(seller), hand, brights, tuple(paid.items()))
