"""A replayed round as readable lines: the turns, what each seat scored, who pays what and why."""

from collections.abc import Iterator, Sequence

from scorer.cards import Card
from scorer.combinations import points, score
from scorer.outlook import outlooks
from scorer.payout import Step
from scorer.play import Report
from scorer.replay import Replay
from scorer.table import Position


def account(replayed: Replay) -> Iterator[str]:
    """The lines of a round, from the deal to the payout."""
    record, names = replayed.record, replayed.record.seats
    who = ", ".join(f"{each} (dealer)" if seat == record.dealer else each
                    for seat, each in enumerate(names))  # fmt: skip
    out = f"; {', '.join(record.waiting)} sits out" if record.waiting else ""
    yield f"{record.rules.name}: {who}{out}"
    yield f"pot: {_faces(replayed.positions[0].pot)}"
    for number, turn in enumerate(replayed.turns, 1):
        position = replayed.positions[number]
        totals = _totals(position, names)
        yield f"{number:>3}. {turn_line(turn, names)}   [{totals}]"
        for breach in turn.breaches:
            yield f"     against the rules, and accepted: {breach}"
        yield from _threshold(position, turn, names)
    yield ""
    yield from _scores(replayed)
    yield ""
    yield from payout_lines(replayed)


def notable(turn: Report) -> tuple[str, ...]:
    """The events of a turn that are worth a word: not whether its cards matched."""
    return tuple(each for each in turn.events if each not in ("match", "no_match"))


def turn_line(turn: Report, names: Sequence[str]) -> str:
    """One turn: who, what was played, flipped, taken, handed over, and what that is called."""
    parts = [f"plays {_faces(turn.played)}"] if turn.played else []
    if turn.flipped:
        parts.append(f"flips {_faces(turn.flipped)}")
    if turn.captured:
        parts.append(f"takes {_faces(turn.captured)}")
    parts += [f"{names[seat]} gives {each}" for seat, each in turn.stolen]
    said = [each.replace("_", " ") for each in notable(turn)]
    parts += [", ".join(said).upper()] if said else []
    return f"{names[turn.seat]}: {'; '.join(parts)}"


def _totals(position: Position, names: Sequence[str]) -> str:
    totals = (points(seat.captures, position.rules) for seat in position.seats)
    return ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def _threshold(position: Position, turn: Report, names: Sequence[str]) -> Iterator[str]:
    """When somebody has said go: what his points would pay with that go, and who would pay baks."""
    if "go" not in turn.events:
        return
    outlook = outlooks(position)[turn.seat]
    receives = outlook.stop.transfers[turn.seat]
    baks = [
        f"{name} {', '.join(each).replace('_', '-')}"
        for name, each in zip(names, outlook.baks, strict=True)
        if each
    ]
    yield f"     with this go these points would bring {receives}" + (
        f" ({'; '.join(baks)})" if baks else ""
    )


def _scores(replayed: Replay) -> Iterator[str]:
    uses = replayed.payout.uses if replayed.payout else [None] * len(replayed.record.seats)
    seats = zip(replayed.record.seats, replayed.position.seats, uses, strict=True)
    for name, seat, use in seats:
        found = score(seat.captures, replayed.record.rules, use)
        yield f"{name}: {found.total} point{'s' * (found.total != 1)}"
        for line in found.lines:
            yield f"    {line.name} {line.points}: {_faces(line.cards)}"


def payout_lines(replayed: Replay) -> Iterator[str]:
    """How the round ended, and what each seat pays and why."""
    names, payout = replayed.record.seats, replayed.payout
    outcome = replayed.position.outcome
    if payout is None or outcome is None:
        yield "the round is not over"
        return
    ended = outcome.kind.replace("_", " ")
    yield f"{ended}: {' and '.join(names[seat] for seat in outcome.winners) or 'nobody wins'}"
    for name, steps, amount in zip(names, payout.explain, payout.transfers, strict=True):
        if steps:
            yield f"    {name} pays {-amount or 'nothing'}: {', '.join(map(_step, steps))}"
    for name, amount in zip(names, replayed.side_payments, strict=True):
        if amount:
            yield f"    {name} {amount:+} at once, outside the payout"
    if payout.next_multiplier != 1:
        yield f"    the next round counts times {payout.next_multiplier}"


def _step(step: Step) -> str:
    name = step.name.replace("_", "-")
    if step.times == 0:
        return "all of it falls to who said go"
    if step.points is not None:
        return f"{name} {step.points}"
    return f"{name} +{step.add}" if step.times is None else f"{name} x{step.times}"


def _faces(pile: Sequence[Card]) -> str:
    return " ".join(each.face for each in pile) or "none"


def result_line(played: Replay) -> str:
    """How a round ended, and for whom."""
    outcome = played.position.outcome
    names = played.record.seats
    if outcome is None:
        return "the round was not seen to end"
    if not outcome.winners:
        return f"{outcome.kind}: nobody wins"
    who = " and ".join(names[seat] for seat in outcome.winners)
    return f"{outcome.kind}: {who}"
