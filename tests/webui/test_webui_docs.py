"""The examples in the modules of the store and the log tell the truth."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "amounts",
        "evening.chosen_rules",
        "evening.corrections",
        "evening.events",
        "evening.log",
        "store.event_store",
        "words",
    ],
)
def test_the_examples_of_a_module(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"webui.{name}"))
    assert found.attempted
    assert not found.failed
