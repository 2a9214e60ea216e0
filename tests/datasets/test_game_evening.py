"""Evenings: who plays, deals and sells, and that every round lies on the table as it was played."""

import json
import random
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from game_evening import Seated, play_evening
from game_manner import DIFFICULTIES
from game_piles import numbered
from game_stage import staged_evening
from game_table import Stage
from game_tracks import Place
from restyle_deck import main as restyle
from scorer.cards import Cards, Kind
from scorer.evening import Evening
from scorer.presets import house_rules
from scorer.table import deck
from simulate_game import main

RULES = house_rules("gostop-3p", 3, {"bright_sale_price": 2, "boar_ante": 1})
PEOPLE = ("A", "B", "C", "D")
SEED = 20
"""Somebody sells a bright in each of its first two rounds."""


@cache
def evening(rounds: int, people: int = 4) -> tuple[tuple[Seated, ...], Evening]:
    return play_evening(RULES, PEOPLE[:people], rounds, random.Random(SEED))


@cache
def filmed(rounds: int) -> Stage:
    seated, _ = evening(rounds)
    return staged_evening(seated, 4, DIFFICULTIES["middle"], np.random.default_rng(SEED))


@pytest.mark.parametrize("people", [3, 4])
def test_the_winner_deals_the_next_round(people: int) -> None:
    rounds, after = evening(4, people)
    assert after.round == 5
    for before, following in pairwise(rounds):
        replay = before.game.replay
        winners = replay.position.outcome.winners if replay.position.outcome else ()
        dealt = before.dealer if not winners else before.places[winners[0]]
        assert following.dealer == dealt


def test_of_four_the_one_before_the_dealer_sits_out() -> None:
    for seated in evening(4)[0]:
        record = seated.game.replay.record
        (waits,) = record.waiting
        assert PEOPLE.index(waits) == (seated.dealer - 1) % 4
        assert record.seats == tuple(PEOPLE[place] for place in seated.places)


def test_what_was_sold_is_in_the_ledger() -> None:
    rounds, after = evening(4)
    told = [e for e in after.ledger.entries if e.kind == "bright_sale"]
    sold = [sale for seated in rounds for sale in seated.sales if sale.brights]
    assert len(sold) == len(told) >= 2
    for sale, entry in zip(sold, told, strict=True):
        assert {card.kind for card in sale.brights} == {Kind.BRIGHT}
        assert dict(sale.paid) == dict(entry.transfers)
    assert sum(after.ledger.balances().values()) == 0


def test_three_play_without_anybody_who_sells() -> None:
    assert not any(seated.sales for seated in evening(2, 3)[0])


def test_a_deck_in_another_order_is_the_same_cards() -> None:
    whole = deck(RULES)
    order = tuple(random.Random(1).sample(whole, len(whole)))
    found = numbered(order, whole)
    assert sorted(found) == list(range(len(whole)))
    assert tuple(whole[place] for place in found) == order


def faces(pile: Cards) -> Counter[str]:
    return Counter(each.face for each in pile)


def lying(stage: Stage, time_s: float) -> dict[Place, Counter[str]]:
    found: dict[Place, Counter[str]] = defaultdict(Counter)
    for card, key in stage.at(time_s):
        found[key.place][stage.cards[card].printed[0]] += 1
    return found


def test_every_round_lies_on_the_table_as_it_was_played() -> None:
    rounds, _ = evening(2)
    stage = filmed(2)
    for seated, times in zip(rounds, stage.rounds, strict=True):
        for position, time_s in zip(seated.game.replay.positions[1:], times.turns_s, strict=True):
            found = lying(stage, time_s + 1e-6)
            assert found["pot"] == faces(position.pot)
            assert found["stock"] == faces(position.stock)
            for place, seat in zip(seated.places, position.seats, strict=True):
                assert found[place] == faces(seat.captures)


def test_between_two_rounds_the_table_is_empty_and_then_the_deck_lies_there() -> None:
    stage = filmed(2)
    first, second = stage.rounds
    places = [
        {key.place for _, key in stage.at(float(time_s))}
        for time_s in np.arange(first.end_s, second.start_s, 0.25)
    ]
    assert {"hand"} in places
    assert places[-1] == {"stock"}


def test_brights_are_shown_before_the_first_turn_and_go_back() -> None:
    rounds, _ = evening(2)
    for seated, times in zip(rounds, filmed(2).rounds, strict=True):
        (sale,) = seated.sales
        shown: Counter[str] = Counter()
        for time_s in np.arange(times.start_s, times.turns_s[0], 0.25):
            shown |= lying(filmed(2), float(time_s))["shown"]
        assert shown >= faces(sale.brights)


def test_the_command_writes_an_evening(tmp_path: Path) -> None:
    rules = tmp_path / "table.json"
    rules.write_text(json.dumps({"preset": "gostop-3p", "bright_sale_price": 2}))
    argv = ["--players", "4", "--rounds", "2", "--rules", str(rules), "--looks-only"]
    assert main([*argv, "--seed", str(SEED), "--out", str(tmp_path)]) == 0
    told = json.loads((tmp_path / "truth.json").read_text())
    one, two = told["rounds"]
    assert one["end_s"] < two["start_s"]
    assert two["dealer"] == one["winner"]
    (sold,) = one["sold"]
    assert sold["seller"] == one["waiting"][0]
    assert sum(sold["transfers"].values()) == 0
    setup = json.loads((tmp_path / "setup.json").read_text())
    assert setup["seats"] == list(PEOPLE)
    assert setup["rules"]["bright_sale_price"] == 2


def test_a_deck_is_restyled(art_folder: Path, tmp_path: Path) -> None:
    for out in ("one", "again"):
        argv = ["--art", str(art_folder), "--seed", "5", "--out", str(tmp_path / out)]
        assert restyle(argv) == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert "01-bright.png" in names
    for name in names:
        one, again = ((tmp_path / out / name).read_bytes() for out in ("one", "again"))
        assert one == again
    was, now = (
        np.asarray(cv2.imread(str(folder / "01-bright.png")), float)
        for folder in (art_folder, tmp_path / "one")
    )
    assert np.abs(was - now).mean() > 5


def test_a_deck_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restyle(["--art", "/nowhere", "--out", str(tmp_path)]) == 2
    assert "/nowhere" in capsys.readouterr().err
