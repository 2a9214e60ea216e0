"""Who of a setup's seats played in a recording, where more sit there than play.

Whoever plays takes cards, and whoever sits out never has any before him. Where that is somebody
else from round to round, everybody has some at a time: then each round tells it, from one moment at
which the table is cleared to the next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorer.house_rules import HouseRules
from scorer.sighting import Chances
from scorer.table import deck
from vision.belief import Belief
from vision.followed_setup import FollowedSetup
from vision.looks import Look
from vision.setup import Setup
from vision.zones import Zones
from webui.dealing import amounts
from webui.round_watch import CLEARED
from webui.seating import MOST_ACTIVE

NONE = 0.5
"""Fewer open cards than this are none."""
SOME = 1.5
"""Whoever had so many open cards before him has played: a turn takes two at least."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A part of a recording in which the same people played."""

    from_s: float
    playing: tuple[str, ...]
    """In turn order; empty where the cards do not tell it."""


def sittings(setup: Setup, rules: HouseRules, looks: Iterable[Look]) -> tuple[Sitting, ...]:
    """Who played from when on; one part with all seats where nothing is certain.

    Raises:
        BadSetup: the looks are of pictures of another shape than the setup's.
    """
    everybody = (Sitting(0.0, setup.seats),)
    if len(setup.seats) <= MOST_ACTIVE:
        return everybody
    parts = tuple(_parts(setup, rules, looks))
    throughout = _played(setup.seats, [most for _, most in parts])
    if throughout:
        return (Sitting(0.0, throughout),)
    found = tuple(Sitting(from_s, _played(setup.seats, [most])) for from_s, most in parts)
    return found if any(each.playing for each in found) else everybody


def _parts(
    setup: Setup, rules: HouseRules, looks: Iterable[Look]
) -> Iterator[tuple[float, Mapping[int, float]]]:
    """From when on, and how many cards at most lay before each seat until all were cleared."""
    bare = Belief(Zones(setup.zones), setup.seats, frozenset(deck(rules)))
    camera, belief = FollowedSetup(setup), bare
    from_s, used, most = 0.0, False, dict.fromkeys(range(len(setup.seats)), 0.0)
    for look in looks:
        list(camera.see(look))
        belief = belief.after(look, camera.calibration)
        if look.glance:
            continue
        sighting = belief.sighting()
        lying = {place: _open(each) for place, each in sighting.places.items()}
        if sum(lying.values()) >= CLEARED:
            used = True
            most |= {seat: max(most[seat], lying.get(seat, 0.0)) for seat in most}
        elif used and not sighting.dim:
            yield from_s, most
            from_s, used, most = look.time_s, False, dict.fromkeys(most, 0.0)
            belief = bare
    if used:
        yield from_s, most


def _played(seats: Sequence[str], parts: Sequence[Mapping[int, float]]) -> tuple[str, ...]:
    """Who of the seats took cards in these parts; nobody where that is not certain."""
    most = [max((each[seat] for each in parts), default=0.0) for seat in range(len(seats))]
    played = tuple(name for name, much in zip(seats, most, strict=True) if much >= SOME)
    idle = sum(much < NONE for much in most)
    return played if len(played) == MOST_ACTIVE and len(played) + idle == len(seats) else ()


def _open(chances: Chances) -> float:
    return sum(amounts(chances).values())
