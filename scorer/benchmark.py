"""How fast the rules run: `python -m scorer.benchmark`.

Prints rates a second on this machine, all measured in this one run: points of a pile beside a
naive baseline that looks each combination up in the pile card by card, payouts, legal turns, and
whole random two-seat rounds, on one core and on all.
"""

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from scorer.actions import Action
from scorer.cards import Cards
from scorer.combinations import points
from scorer.deal import Deal, deal, start
from scorer.ending import Terms, settlement
from scorer.house_rules import HouseRules
from scorer.play import play
from scorer.presets import house_rules
from scorer.table import Position, deck
from scorer.turns import legal


def random_deal(rules: HouseRules, seats: int, rng: random.Random, dealer: int = 0) -> Deal:
    """A deal of a shuffled deck."""
    cards = list(deck(rules))
    rng.shuffle(cards)
    return deal(tuple(cards), rules, seats, dealer)


def random_round(
    rules: HouseRules, seats: int, rng: random.Random, dealer: int = 0
) -> tuple[Deal, list[tuple[Position, Action]], Position]:
    """A round of choices drawn by lot: its deal, each position and action, its end."""
    dealt = random_deal(rules, seats, rng, dealer)
    position = start(rules, dealt, dealer)
    played: list[tuple[Position, Action]] = []
    while position.outcome is None:
        actions = legal(position)
        action = actions[int(rng.random() * len(actions))]
        played.append((position, action))
        position = play(position, action).position
    return dealt, played, position


def naive_points(pile: Cards, rules: HouseRules) -> int:
    """The baseline: matgo points of a pile by faces, each combination looked up in lists."""
    best = 0
    for cup_is_junk in (False, True):
        faces = [each.face for each in pile]
        junk = sum(2 if "double" in face else 1 for face in faces if "j" in face or "d" in face)
        if cup_is_junk and "09-animal" in faces:
            faces.remove("09-animal")
            junk += 2
        brights = [face for face in faces if face.endswith("bright")]
        animals = [face for face in faces if face.endswith("animal")]
        ribbons = [face for face in faces if face.endswith("ribbon")]
        total = max(0, len(animals) - 4) + max(0, len(ribbons) - 4) + max(0, junk - 9)
        total += {3: 3, 4: 4, 5: 15}.get(len(brights), 0)
        total -= len(brights) == 3 and "12-bright" in brights
        total += 5 * all(f"{month}-animal" in faces for month in ("02", "04", "08"))
        for months in (("04", "05", "07"), ("06", "09", "10"), ("01", "02", "03")):
            total += 3 * all(f"{month}-ribbon" in faces for month in months)
        best = max(best, total)
    return best


def rate(work: Callable[[], int], seconds: float) -> float:
    """How often a second `work` does what it counts: the best of three spells."""
    best = 0.0
    for _ in range(3):
        done, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def _some_rounds(seed: int, rounds: int) -> int:
    rules, rng = house_rules("matgo", 2), random.Random(seed)
    for _ in range(rounds):
        random_round(rules, 2, rng)
    return rounds


def _rounds_on_all_cores(seconds: float, rounds: int) -> tuple[float, int]:
    cores = os.cpu_count() or 1
    some_rounds = partial(_some_rounds, rounds=rounds)
    with ProcessPoolExecutor(cores) as pool:
        list(pool.map(some_rounds, range(cores)))
        begin, done, seed = time.perf_counter(), 0, 0
        while (spent := time.perf_counter() - begin) < seconds:
            done += sum(pool.map(some_rounds, range(seed, seed + 2 * cores)))
            seed += 2 * cores
        return done / spent, cores


def main(seconds: float = 3.0, rounds: int = 500) -> None:
    """Prints the table: each rate for so many seconds, rounds by lot so many at a time."""
    rules, rng = house_rules("matgo", 2), random.Random(7)
    told = [random_round(rules, 2, rng) for _ in range(min(200, rounds))]
    positions = [position for _, played, _ in told for position, _ in played]
    ends = [end for _, _, end in told]
    piles = [seat.captures for position in positions for seat in position.seats]
    terms = Terms()

    def scored(by: Callable[[Cards, HouseRules], int]) -> Callable[[], int]:
        return lambda: len([by(pile, rules) for pile in piles])

    ours, naive = rate(scored(points), seconds), rate(scored(naive_points), seconds)
    listed = rate(lambda: sum(len(legal(each)) for each in positions), seconds)
    looked = rate(lambda: len([legal(each) for each in positions]), seconds)
    paid = rate(lambda: len([settlement(each, terms) for each in ends]), seconds)
    single = rate(lambda: _some_rounds(3, rounds), seconds)
    every, cores = _rounds_on_all_cores(seconds, rounds)
    print(
        f"points of a pile           {ours:>10,.0f} /s   {ours / naive:.1f} x naive ({naive:,.0f})"
    )
    print(f"payouts, explained         {paid:>10,.0f} /s")
    print(f"legal turns listed         {listed:>10,.0f} /s   in {looked:,.0f} positions")
    print(f"random two-seat rounds     {single:>10,.0f} /s   on one core")
    print(f"random two-seat rounds     {every:>10,.0f} /s   on {cores} cores")


if __name__ == "__main__":
    main()
