"""Who sits where: a setup with the zones of those who play."""

from collections.abc import Sequence
from dataclasses import replace

from vision.setup import Setup

MOST_ACTIVE = 3
"""Of more people at the table, so many play a round."""


def with_players(setup: Setup, playing: Sequence[str]) -> Setup:
    """The setup with those seats alone, in its turn order; who sits out has no zone."""
    zones = (zone for zone in setup.zones if zone.name != "captures" or zone.seat in playing)
    seats = tuple(name for name in setup.seats if name in playing)
    return replace(setup, seats=seats, zones=tuple(zones))
