"""The examples in the docstrings."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["boxes", "localizer"])
def test_the_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(f"vision.{name}")
    found = doctest.testmod(module, extraglobs={"np": importlib.import_module("numpy")})
    assert found.attempted
    assert not found.failed
