"""What an evening's events do to its money, step by step, so that a step can be taken again.

A settled round that is corrected is paid again from the start of the evening, and the ledger gets
the difference as lines of its own: what was written stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scorer.cards import cards, named
from scorer.errors import BadLedger, BadRecord, short
from scorer.evening import Evening
from scorer.ledger import POT, Entry, Ledger
from scorer.notation import parse
from scorer.payout import Amount
from scorer.remark import Remark
from scorer.replay import Replay
from webui.evening.chosen_rules import rules_of
from webui.evening.events import Changed, Opened


@dataclass(frozen=True, slots=True)
class Going:
    """An evening between two steps, and what the table has agreed for its next round."""

    evening: Evening
    rules: Mapping[str, Any]
    """As chosen: a preset and what differs; the evening's rules are these for who plays."""
    waiting: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the next round, the dealer first."""
        return self.evening.players(self.waiting)

    def seated(self) -> "Going":
        """The same with the house rules for as many as play now.

        Raises:
            BadRules: no such preset or house rule.
        """
        seats = max(2, len(self.players))
        return replace(
            self, evening=replace(self.evening, rules=rules_of(self.rules, seats, self.folders))
        )


def opening(opened: Opened, folders: tuple[Path, ...]) -> Going:
    """The evening before its first round.

    Raises:
        BadRules: the house rules cannot be had.
        BadLedger: the people or the stakes are impossible.
        BadRecord: somebody's name cannot be written in a record.
    """
    _check_stakes(opened.per_point)
    _check_names(opened.people)
    rules = rules_of(opened.rules, min(3, len(opened.people)), folders)
    evening = Evening(rules, opened.people, opened.dealer, opened.per_point)
    return Going(evening, opened.rules, folders=folders).seated()


@dataclass(frozen=True, slots=True)
class Changing:
    """The table agrees on something else."""

    change: Changed

    def on(self, going: Going) -> Going:
        """The evening with the change.

        Raises:
            BadRules: the house rules cannot be had.
            BadLedger: the people, dealer or stakes are impossible, or fewer than two would play.
            BadRecord: somebody's name cannot be written in a record.
        """
        change, evening = self.change, going.evening
        people = evening.people if change.people is None else change.people
        _check_names(people)
        dealer = change.dealer or _dealer(evening, people)
        per_point = evening.per_point if change.per_point is None else change.per_point
        _check_stakes(per_point)
        waiting = going.waiting if change.waiting is None else change.waiting
        if change.waiting is not None:
            for name in (each for each in change.waiting if each not in people):
                raise BadLedger(
                    "{name} cannot wait: none of {names}",
                    name=short(name),
                    names=", ".join(people),
                )
        following = Going(
            replace(evening, people=people, dealer=dealer, per_point=per_point),
            going.rules if change.rules is None else change.rules,
            tuple(name for name in waiting if name in people),
            going.folders,
        )
        if len(following.players) < 2:
            raise BadLedger(
                "fewer than two would play: {names} wait", names=", ".join(following.waiting)
            )
        return following.seated()


@dataclass(frozen=True, slots=True)
class Anteing:
    """Everybody puts chips into the boar pot, before a deal (D24)."""

    round: int

    def on(self, going: Going) -> Going:
        """The evening with the ante paid."""
        evening = replace(going.evening, round=self.round).anted()
        return replace(going, evening=replace(evening, round=going.evening.round))


@dataclass(frozen=True, slots=True)
class Selling:
    """Somebody who sits out sells the brights of his hand (B3)."""

    seller: str
    cards: str
    players: tuple[str, ...]
    dealer: str
    round: int = 0
    """The round that he sat out of; 0 for the next one to be settled."""

    def on(self, going: Going) -> Going:
        """The evening with the brights paid.

        Raises:
            BadCard: an unknown face.
            BadLedger: the seller plays or is not at the table, or nothing is sold there.
        """
        evening = going.evening
        if self.seller not in evening.people or self.seller in self.players:
            raise BadLedger(
                "{name} does not sit out: only who waits sells brights", name=short(self.seller)
            )
        before = replace(evening, dealer=self.dealer, round=self.round or evening.round)
        sold = before.sold(self.seller, cards(self.cards), self.players)
        if sold is before:
            raise BadLedger(
                "no bright is sold: {cards} brings nothing here",
                cards=named(cards(self.cards)) or Remark("no card"),
            )
        after = replace(sold, dealer=evening.dealer, round=evening.round)
        return replace(going, evening=after)


@dataclass(frozen=True, slots=True)
class Booking:
    """A line that a person wrote."""

    entry: Entry

    def on(self, going: Going) -> Going:
        """The evening with the line in its ledger."""
        entry, evening = self.entry, going.evening
        ledger = evening.ledger.add(
            entry.kind,
            dict(entry.transfers),
            per_point=entry.per_point,
            round=entry.round,
            note=entry.note,
        )
        return replace(going, evening=replace(evening, ledger=ledger))


@dataclass(frozen=True, slots=True)
class Paying:
    """A round is settled."""

    round: int
    replay: Replay | None
    """None where it does not count any more."""
    push: bool = False

    def on(self, going: Going) -> Going:
        """The evening after the round: its payout, the next dealer and carry.

        An earlier round that is settled after a later one leaves dealer and carry alone.
        """
        if self.replay is None:
            return going
        record, evening = self.replay.record, going.evening
        at_it = replace(
            evening,
            rules=record.rules,
            people=(*evening.people, *(s for s in record.seats if s not in evening.people)),
            dealer=record.seats[record.dealer],
            per_point=record.terms.per_point,
            round=self.round,
        )
        paid = at_it.after(self.replay.position, record.seats, record.terms, push=self.push)
        late = self.round < evening.round
        following = replace(
            paid,
            people=evening.people,
            dealer=evening.dealer if late or paid.dealer not in evening.people else paid.dealer,
            carry=evening.carry if late else paid.carry,
            per_point=evening.per_point,
            round=max(evening.round, paid.round),
        )
        return replace(going, evening=following).seated()


Step = Changing | Anteing | Selling | Booking | Paying


def anted(going: Going, round: int) -> Step | None:
    """The step that pays the ante of a round, where the table plays for a boar pot."""
    return Anteing(round) if going.evening.rules.boar_ante else None


def booked(written: Ledger, before: Ledger, now: Ledger, why: Remark) -> Ledger:
    """The written ledger with lines that make up for what differs between two accounts of it."""
    was, is_ = _sums(before), _sums(now)
    for round_, per_point in dict.fromkeys((*was, *is_)):
        right = is_.get((round_, per_point), {})
        wrong = was.get((round_, per_point), {})
        changed = {
            name: right.get(name, 0) - wrong.get(name, 0)
            for name in dict.fromkeys((*right, *wrong))
            if right.get(name, 0) != wrong.get(name, 0)
        }
        if changed:
            paid = (e.number for e in written.entries if e.round == round_ and e.kind == "payout")
            written = written.add(
                "correction",
                changed,
                per_point=per_point,
                round=round_,
                note=why,
                corrects=next(paid, 0),
            )
    return written


def _sums(ledger: Ledger) -> dict[tuple[int, Amount], dict[str, Amount]]:
    """What each account receives, by round and by what a point is worth."""
    found: dict[tuple[int, Amount], dict[str, Amount]] = {}
    for entry in ledger.entries:
        sums = found.setdefault((entry.round, entry.per_point), {})
        for name, amount in entry.transfers:
            sums[name] = sums.get(name, 0) + amount
    return found


def _dealer(evening: Evening, people: tuple[str, ...]) -> str:
    """Who deals among these people: the same, or who comes after him and is still there."""
    start = evening.people.index(evening.dealer)
    for name in (*evening.people[start:], *evening.people[:start]):
        if name in people:
            return name
    return people[0]


def _check_names(people: tuple[str, ...]) -> None:
    if not 2 <= len(people) <= 7:
        raise BadLedger("expected 2 to 7 different people, not {found}", found=len(people))
    waiting = f"waiting: {', '.join(people[2:])}" if people[2:] else ""
    try:
        read = parse(f"seats: {', '.join(people[:2])}\n{waiting}")
    except BadRecord as error:
        raise BadRecord(error.line.values["why"]) from error  # nobody sees these lines
    for name, found in zip(people, (*read.seats, *read.waiting), strict=False):
        if name != found or name == POT:
            raise BadRecord("{name} cannot be a name here: expected a plain name", name=short(name))


def _check_stakes(per_point: Amount) -> None:
    if not 0 < per_point <= 10**9:
        raise BadLedger("per_point: expected a number above 0, not {value}", value=per_point)
