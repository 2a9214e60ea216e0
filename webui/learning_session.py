"""A session at a table that is watched: it learns the print and, without a setup, the table.

A recording is read when all its looks are known (webui/review.py). At a table it shows only in the
middle of a round that a face was taken for another one from the first turn on
(vision/confusions.py). Then the looks at this round are read anew by who knows, a few for each that
comes, until that has caught up with the table and takes over. So they are when it shows where
captures lie at a table that was guessed from the deal.
"""

from collections.abc import Iterator
from itertools import chain
from math import dist
from typing import NamedTuple

from scorer.house_rules import HouseRules
from scorer.table import deck
from vision.calibration import Calibration
from vision.confusions import PrintWatch
from vision.guess_zones import with_zones
from vision.looks import Look
from vision.setup import Setup
from webui.account import turn_line
from webui.readings import exact
from webui.round_watch import RoundWatch
from webui.session import Review, Session
from webui.updates import Update

LEARNS_FROM, LEARNS_EACH = 30, 10
"""Still looks before it first learns, and until it learns again: seven turns, and two or three."""
ZONES_FROM = 20
"""Before it first asks where captures lie: both players have some."""
ELSEWHERE_MM = 20.0
"""A zone's corner is put right where it is off by so much: a third of a card."""
AGAIN = 4
"""Looks that are read anew for each that comes: more would keep the table waiting."""
MOST_LOOKS = 4000
"""Of a round; a longer one is not read again: a round has 200 to 400."""


class _Placed(NamedTuple):
    """A look, and where the camera hung then."""

    look: Look
    calibration: Calibration


class LearningSession(Session):
    """See the module."""

    def __init__(
        self,
        setup: Setup,
        rules: HouseRules,
        *,
        cleared: bool = True,
        prints: PrintWatch | None = None,
        guessed: bool = False,
    ) -> None:
        super().__init__(setup, rules, cleared=cleared)
        self._guessed = guessed
        """Whether nobody said where the table's zones are."""
        whole = frozenset(deck(rules))
        same = prints is not None and prints.deck == whole
        self.prints = prints if prints is not None and same else PrintWatch(whole)
        """What the print's faces are taken for."""
        self._looks: list[_Placed] = []
        """At the round under way."""
        self._anew: RoundWatch | None = None
        """Reads them again."""
        self._read = 0
        """So many of them it has read."""
        self._learned = self.prints.seen
        """Looks that the print was learned from when it last was."""

    def finish(self) -> Review:
        """Everything that was seen; a round under way ends here."""
        self._learn(last=True)
        if self._anew is not None:
            list(self._catch_up(self._anew, len(self._looks)))
        return super().finish()

    def _begin(self, watch: RoundWatch) -> None:
        super()._begin(watch)
        self._looks, self._anew = [], None

    def _see(self, look: Look, calibration: Calibration) -> Iterator[Update]:
        self.prints.see(look)
        since = self.prints.seen - self._learned
        if since >= LEARNS_EACH:
            self._learn()
        yield from self._pass(_Placed(look, calibration))

    def _pass(self, placed: _Placed) -> Iterator[Update]:
        """Reads one more look at the round, and some of it anew."""
        if len(self._looks) <= MOST_LOOKS:
            self._looks.append(placed)
        else:
            self._anew = None
        yield from self._watch.see(self.prints.known.corrected(placed.look), placed.calibration)
        if self._watch.over:
            self._learn(last=True)
        if self._anew is not None:
            most = len(self._looks) if self._watch.over else AGAIN
            yield from self._catch_up(self._anew, most)
        elif self._watch.over:
            yield from self._end()

    def _learn(self, *, last: bool = False) -> None:
        """Learns the print and the table; where they are others than was known the round is read
        anew. `last`: no more will be known of this round."""
        before, zones = self.prints.known.misread(), self.setup.zones
        self._learned = self.prints.seen
        if self._learned >= LEARNS_FROM or last:
            self.prints.learn()
        if self._guessed and not (self.rounds or self._watch.said):
            self._draw_zones()
        other = self.prints.known.misread() != before or self.setup.zones is not zones
        if other and len(self._looks) <= MOST_LOOKS:
            self._anew, self._read = self._watch.anew(self.setup), 0

    def _draw_zones(self) -> None:
        """The zones by where cards lay in this round, where that is elsewhere."""
        if sum(not each.look.glance for each in self._looks) < ZONES_FROM:
            return
        found = with_zones(self.setup, (each.look for each in self._looks))
        if _apart_mm(found, self.setup) >= ELSEWHERE_MM:
            self.setup = self.camera.setup = found

    def _catch_up(self, anew: RoundWatch, most: int) -> Iterator[Update]:
        """Reads so many looks anew; with the last of them, or where the round is over, it leads."""
        while most and self._read < len(self._looks) and not anew.over:
            look, calibration = self._looks[self._read]
            anew.see(self.prints.known.corrected(look), calibration)
            self._read += 1
            most -= 1
        if self._read < len(self._looks) and not anew.over:
            return
        yield from _revised(self._looks[-1].look.time_s, self._watch, anew)
        rest = self._looks[self._read :]
        self._watch, self._anew = anew, None
        if anew.over:
            yield from self._end()
            for each in rest:
                yield from self._pass(each)

    def _end(self) -> Iterator[Update]:
        time_s = self._looks[-1].look.time_s if self._looks else 0.0
        yield from super()._end()
        for says in self.prints.news():
            yield self._warned(time_s, says)


def _apart_mm(one: Setup, other: Setup) -> float:
    """How far the corner of a zone is off that is off most."""
    mine, theirs = ({(z.name, z.seat): z.polygon_mm for z in each.zones} for each in (one, other))
    corners = (zip(mine[zone], theirs[zone], strict=False) for zone in mine.keys() & theirs.keys())
    return max((dist(a, b) for a, b in chain.from_iterable(corners)), default=0.0)


def _revised(time_s: float, before: RoundWatch, after: RoundWatch) -> Iterator[Update]:
    """Each turn that is another than was told, or was not told yet."""
    told = before.told
    for place, turn in enumerate(after.told):
        new = place >= len(told)
        if new or exact(told[place]) != exact(turn):
            says = turn_line(turn, after.setup.seats)
            yield Update(time_s, "turn" if new else "revised", says)
