"""A whole recording read: its rounds, each with who played it, and what they come to together.

>>> from scorer.presets import house_rules
>>> SeenEvening(house_rules("gostop-3p", 3), ("A", "B", "C", "D")).balances
{}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.evening import Evening
from scorer.house_rules import HouseRules
from scorer.payout import Amount
from scorer.remark import Remark
from scorer.replay import Replay, replay
from vision.looks import Look
from vision.setup import Setup
from webui.questions import Question
from webui.seating import MOST_ACTIVE, with_players
from webui.session import Review, Session
from webui.updates import SeenRound
from webui.who_played import Sitting, sittings


class SeenEvening:
    """Rounds put together as they are read: who waits, what is carried over, the accounts."""

    def __init__(self, rules: HouseRules, people: tuple[str, ...]) -> None:
        self.rules, self.people = rules, people
        self.rounds: tuple[SeenRound, ...] = ()
        self.questions: tuple[Question, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self._evening: Evening | None = None

    @property
    def balances(self) -> Mapping[str, Amount]:
        """What every account has won or lost in the rounds that were seen to end."""
        return {} if self._evening is None else self._evening.ledger.balances()

    @property
    def review(self) -> Review:
        """Everything that was seen."""
        return Review(self.rounds, self.questions, self.remarks)

    def players(self) -> tuple[str, ...]:
        """Who plays next by the rounds before; nobody where there is none."""
        playing = () if self._evening is None else self._evening.players()
        return tuple(name for name in self.people if name in playing)

    def take(self, found: Review) -> None:
        """Adds what was seen of some rounds more."""
        before = len(self.rounds)
        self.questions += tuple(
            replace(each, round=each.round + before) for each in found.questions
        )
        self.remarks += found.remarks
        for seen in found.rounds:
            self.rounds += (replace(seen, replay=self._settled(seen.replay)),)

    def _settled(self, seen: Replay) -> Replay:
        """The round for what the rounds before left it; the evening goes on from it."""
        seats, dealer = seen.record.seats, seen.record.seats[seen.record.dealer]
        if self._evening is None:
            self._evening = Evening(self.rules, self.people, dealer)
        evening = replace(self._evening, dealer=dealer).anted()
        terms = evening.terms()
        waiting = tuple(name for name in self.people if name not in seats)
        played = replay(replace(seen.record, terms=terms, waiting=waiting))
        if played.payout is None:
            self._evening = replace(evening, round=evening.round + 1)
        else:
            self._evening = evening.after(played.position, seats, terms)
        return played


def seen_evening(
    setup: Setup, rules: HouseRules, looks: Callable[[], Iterable[Look]]
) -> SeenEvening:
    """What the looks at a recording come to; they are gone through twice where some sit out.

    Raises:
        BadSetup: the looks are of pictures of another shape than the setup's.
    """
    found, parts = SeenEvening(rules, setup.seats), sittings(setup, rules, looks())
    found.remarks = tuple(_who_sits_out(setup.seats, parts, rules))
    session, place = Session(_seated(setup, found, parts, 0), rules), 0
    for look in looks():
        if parts[place + 1 :] and look.time_s >= parts[place + 1].from_s:
            _end(found, parts[place], session)
            before, place = session, place + 1
            session = Session(_seated(setup, found, parts, place), rules)
            session.camera = before.camera  # it is told once that it was moved
        session.see(look)
    _end(found, parts[place], session)
    return found


def _seated(setup: Setup, found: SeenEvening, parts: Sequence[Sitting], place: int) -> Setup:
    """The setup of those who play a part: as their cards tell, the rounds before, or the others."""
    playing = parts[place].playing
    if not playing:
        told = (each.playing for each in (*parts[place:], *parts) if each.playing)
        playing = found.players() or next(told)
        out = ", ".join(name for name in setup.seats if name not in playing)
        found.remarks += (
            Remark(
                "round {round}: who sat out is not certain: taken to be {names}",
                round=len(found.rounds) + 1,
                names=out,
            ),
        )
    return with_players(setup, playing)


def _end(found: SeenEvening, part: Sitting, session: Session) -> None:
    """Takes what was seen of a part; that there was no round in it is told with its time."""
    review = session.finish()
    if not review.rounds and part.from_s:
        told = (
            Remark("from {time} s on: {why}", time=f"{part.from_s:.0f}", why=each)
            for each in review.remarks
        )
        review = replace(review, remarks=tuple(told))
    found.take(review)


def _who_sits_out(
    seats: Sequence[str], parts: Sequence[Sitting], rules: HouseRules
) -> Iterator[str]:
    """What is taken for granted where more people have seats than play."""
    if len(seats) <= MOST_ACTIVE:
        return
    if parts[0].playing == tuple(seats):
        yield Remark(
            "read as if all of them played, for who sat out is not certain: {names}",
            names=", ".join(seats),
        )
        return
    if len(parts) == 1:
        out = (name for name in seats if name not in parts[0].playing)
        yield Remark("taken to sit out, for no card was seen there: {names}", names=", ".join(out))
    if rules.bright_sale_price:
        yield Remark("brights that were sold are not seen: who sits out shows them in no zone")
