"""Looks read by another process as they pass: what they come to, and when nothing comes of it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from scorer.presets import house_rules
from tests.webui.filmed_games import ONE, filmed
from vision.looks import Look
from vision.setup import Setup
from webui import reading_along
from webui.reading_along import Along, pays
from webui.seen_evening import seen_evening

RULES = house_rules("matgo", 2)


@pytest.fixture
def setup() -> Setup:
    return filmed(*ONE).setup


def test_looks_that_pass_come_to_the_same_evening_each_time(setup: Setup) -> None:
    looks = filmed(*ONE).looks
    expected = seen_evening(setup, RULES, lambda: looks)
    with closing(Along(setup, RULES)) as along:
        for _ in range(2):  # as where the file of looks could not be written at first
            assert tuple(along.passing(looks)) == looks
        found = along.evening()
    assert found is not None
    assert found.review == expected.review
    assert found.balances == expected.balances


def test_where_nothing_passed_nothing_was_read(setup: Setup) -> None:
    with closing(Along(setup, RULES)) as along:
        assert along.evening() is None


def test_a_process_that_ends_stops_no_look(setup: Setup) -> None:
    looks = filmed(*ONE).looks

    def ending(along: Along) -> Iterator[Look]:
        yield looks[0]
        assert along._process is not None
        along._process.kill()
        along._process.join()
        yield from looks[1:]

    with closing(Along(setup, RULES)) as along:
        assert tuple(along.passing(ending(along))) == looks
        assert along.evening() is None


def test_looks_that_cannot_be_read_come_to_nothing(setup: Setup) -> None:
    sideways = [replace(look, size_px=(1080, 1920)) for look in filmed(*ONE).looks[:3]]
    with closing(Along(setup, RULES)) as along:
        assert len(tuple(along.passing(sideways))) == 3
        assert along.evening() is None


@pytest.mark.parametrize(
    ("threads", "cores", "seats", "paid"),
    [(None, 2, 2, True), (1, 2, 2, False), (None, 1, 2, False), (None, 2, 4, False)],
)
def test_it_pays_with_a_free_core_where_everybody_plays(
    setup: Setup,
    monkeypatch: pytest.MonkeyPatch,
    threads: int | None,
    cores: int,
    seats: int,
    paid: bool,
) -> None:
    monkeypatch.setattr(reading_along, "default_threads", lambda: cores)
    assert pays(replace(setup, seats=("A", "B", "C", "D")[:seats]), threads) is paid
