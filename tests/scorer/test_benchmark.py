"""The benchmark measures what it says it does."""

import random

import pytest

from scorer import benchmark
from scorer.combinations import points
from scorer.presets import house_rules


def test_the_naive_baseline_gives_the_same_points() -> None:
    rules, rng = house_rules("matgo", 2), random.Random(11)
    for _ in range(60):
        _, _, end = benchmark.random_round(rules, 2, rng)
        for seat in end.seats:
            assert benchmark.naive_points(seat.captures, rules) == points(seat.captures, rules)


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(seconds=0.01, rounds=20)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 5
    assert "x naive" in printed[0]
    assert printed[3].endswith("on one core")
