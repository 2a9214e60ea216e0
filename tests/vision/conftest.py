"""Decks that are quickly learned."""

import pytest

from vision import deck_teaching, decks, recogniser


@pytest.fixture
def small_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """For networks that tell nothing of places: few views, and few features to learn from."""
    monkeypatch.setattr(deck_teaching, "VIEWS", 12)
    for module in (decks, recogniser):
        monkeypatch.setattr(module, "PLACES", 0)
