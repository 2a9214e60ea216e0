"""Who of a setup's seats played in a recording, where more sit there than play.

Whoever plays takes cards, and whoever sits out never has any before him; so it is told where the
same people played throughout. Where it changes from round to round, everybody has some at a time.
"""

from collections.abc import Iterable

from scorer.house_rules import HouseRules
from scorer.sighting import Chances
from scorer.table import deck
from vision.belief import Belief
from vision.followed_setup import FollowedSetup
from vision.looks import Look
from vision.setup import Setup
from vision.zones import Zones
from webui.dealing import amounts
from webui.seating import MOST_ACTIVE

NONE = 0.5
"""Fewer open cards than this are none."""
SOME = 1.5
"""Whoever had so many open cards before him has played: a turn takes two at least."""


def who_played(setup: Setup, rules: HouseRules, looks: Iterable[Look]) -> tuple[str, ...]:
    """The seats that played, in turn order; all of them where that cannot be told for certain.

    Raises:
        BadSetup: the looks are of pictures of another shape than the setup's.
    """
    if len(setup.seats) <= MOST_ACTIVE:
        return setup.seats
    most = dict.fromkeys(range(len(setup.seats)), 0.0)
    belief = Belief(Zones(setup.zones), setup.seats, frozenset(deck(rules)))
    camera = FollowedSetup(setup)
    for look in looks:
        list(camera.see(look))
        belief = belief.after(look, camera.calibration)
        if not look.glance:
            places = belief.sighting().places
            most |= {seat: max(most[seat], _open(places.get(seat, {}))) for seat in most}
    played = tuple(name for seat, name in enumerate(setup.seats) if most[seat] >= SOME)
    idle = sum(each < NONE for each in most.values())
    certain = len(played) == MOST_ACTIVE and len(played) + idle == len(setup.seats)
    return played if certain else setup.seats


def _open(chances: Chances) -> float:
    return sum(amounts(chances).values())
