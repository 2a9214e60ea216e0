"""What the review pages show of a study, as plain values and a drawing of its time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate

from scorer.cards import FACES, Cards
from scorer.combinations import points
from scorer.payout import Amount
from scorer.play import Report
from scorer.record import Entry, Record
from scorer.replay import Replay
from webui.account import notable
from webui.evening.refit import BadCorrection
from webui.evening.suggestions import likely_turns
from webui.evening.table_state import RoundState, TableState
from webui.evening.turn_text import text_of
from webui.readings import UNSURE
from webui.review import clock
from webui.reviews.chart import chart
from webui.reviews.studies import Asked, Study

WIDTH, HEIGHT = 1000.0, 44.0
Parts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn of a round."""

    number: int
    seat: int
    name: str
    time_s: float
    clock: str
    played: tuple[str, ...]
    """Faces, as flipped and captured are."""
    flipped: tuple[str, ...]
    captured: tuple[str, ...]
    gifts: tuple[tuple[str, str], ...]
    """Who handed over which face."""
    events: tuple[str, ...]
    breaches: tuple[str, ...]
    totals: tuple[int, ...]
    """Everybody's points after it."""
    text: str
    """In the notation of records."""
    sure: float
    unsure: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round of a study."""

    number: int
    start_s: float
    end_s: float
    names: tuple[str, ...]
    kind: str
    """How it ended; empty where it was not seen to end."""
    winners: tuple[str, ...]
    received: tuple[tuple[str, Amount], ...]
    turns: tuple[TurnRow, ...]
    chart: str
    """SVG of everybody's points over time."""
    error: str
    waiting: tuple[str, ...] = ()
    """Who sat out."""
    sold: tuple[tuple[str, Amount], ...] = ()
    """Who of them sold brights, and what he got."""
    sellers: tuple[str, ...] = ()
    """Who may still have sold some."""


def rounds_of(study: Study) -> tuple[RoundView, ...]:
    """The rounds of a study that count."""
    spans = study.spans
    return tuple(
        _with_sales(round_of(each, *spans[each.number - 1]), study.state)
        for each in study.state.rounds
        if not each.dropped
    )


def _with_sales(shown: RoundView, state: TableState) -> RoundView:
    """The round with what who sat out of it sold; at the table nobody books it for a review."""
    sold = tuple(
        entry.transfers[0]
        for entry in state.going.evening.ledger.entries
        if entry.kind == "bright_sale" and entry.round == shown.number
    )
    sellers = tuple(name for name in shown.waiting if name not in dict(sold))
    return replace(shown, sold=sold, sellers=sellers if state.rules.bright_sale_price else ())


def open_questions(study: Study) -> tuple[Asked, ...]:
    """What was asked in a study and nobody has answered by a correction."""
    rounds = {each.number: each for each in study.state.rounds if not each.dropped}
    return tuple(
        each for each in study.questions if each.round in rounds and _open(rounds[each.round], each)
    )


def _open(there: RoundState, asked: Asked) -> bool:
    if there.replay is None:
        return False
    if not asked.turn:
        return not there.over
    return there.pinned < asked.turn <= len(there.replay.turns)


def round_of(there: RoundState, start_s: float, end_s: float) -> RoundView:
    """One round, and when the film shows it."""
    replayed, record = there.replay, there.record
    if replayed is None or record is None:
        return RoundView(there.number, start_s, end_s, (), "", (), (), (), "", there.error)
    names, outcome, payout = record.seats, replayed.position.outcome, replayed.payout
    paid = payout.transfers if payout else (0,) * len(names)
    rows = tuple(_turns(there, replayed, end_s))
    totals = [[0] * len(names), *(row.totals for row in rows)]
    times = list(accumulate((start_s, *(row.time_s for row in rows)), max))
    return RoundView(
        there.number,
        start_s,
        end_s,
        names,
        outcome.kind if outcome else "",
        tuple(names[seat] for seat in outcome.winners) if outcome else (),
        tuple(
            (name, a + b) for name, a, b in zip(names, paid, replayed.side_payments, strict=True)
        ),
        rows,
        chart(names, times, totals, end_s) if rows else "",
        "",
        record.waiting,
    )


def _turns(there: RoundState, replayed: Replay, end_s: float) -> Iterator[TurnRow]:
    names = replayed.record.seats
    told: list[list[Entry]] = [[] for _ in replayed.turns]
    for entry, of in zip(replayed.record.entries, replayed.turn_of, strict=True):
        told[of].append(entry)
    for place, turn in enumerate(replayed.turns):
        position = replayed.positions[place + 1]
        time_s = there.times_s[place] if place < len(there.times_s) else end_s
        sure = there.certainties[place] if place < len(there.certainties) else 1.0
        yield TurnRow(
            place + 1,
            turn.seat,
            names[turn.seat],
            time_s,
            clock(time_s),
            _faces(turn.played),
            _faces(turn.flipped),
            _faces(turn.captured),
            _gifts(turn, names),
            notable(turn),
            turn.breaches,
            tuple(points(seat.captures, position.rules) for seat in position.seats),
            text_of(told[place], names),
            sure,
            sure < UNSURE and place >= there.pinned,
        )


def _faces(pile: Cards) -> tuple[str, ...]:
    return tuple(each.face for each in pile)


def _gifts(turn: Report, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((names[seat], each.face) for seat, each in turn.stolen)


def likely_of(record: Record, turn: int) -> list[tuple[str, Parts]]:
    """What a turn (from 1) may have been instead: as it is written, and as it is shown."""
    try:
        return [(each, parts_of(each)) for each in likely_turns(record, turn - 1)]
    except BadCorrection:  # the round itself cannot be played by the rules
        return []


def parts_of(text: str) -> Parts:
    """A line of the notation as what is shown of it: faces as ("face", FACE), the rest as words.

    >>> parts_of("Ann: 03-junk x03-bright / 08-junk")[1:3]
    (('word', 'x'), ('face', '03-bright'))
    """
    found: list[tuple[str, str]] = []
    for part in text.partition(": ")[2].replace(";", " ;").split():
        taken = part[:1] == "x" and part[1:] in FACES
        if taken:
            found.append(("word", "x"))
        face = part[1:] if taken else part
        found.append(("face" if face in FACES else "word", face))
    return tuple(found)


def timeline(
    rounds: Sequence[RoundView],
    questions: Sequence[float],
    seconds: float,
    title: str,
    said: Callable[[str], str] = str,
) -> str:
    """An SVG of the film's time: rounds as bars, turns as ticks, with events longer; questions.

    `said`: words for the names of events. A tick's `data-seek` is its time in seconds; a script
    seeks the film by them.
    """
    whole = max(seconds, 0.001)

    def x(time_s: float) -> float:
        return min(1.0, max(0.0, time_s / whole)) * WIDTH

    parts = [f'<rect class="film" width="{WIDTH:g}" height="{HEIGHT:g}"/>']
    for each in rounds:
        left, right = x(each.start_s), x(each.end_s)
        size = f'width="{max(2.0, right - left):.1f}" height="32"'
        parts.append(f'<rect class="played" x="{left:.1f}" y="6" {size}/>')
        parts += [_tick(turn, x(turn.time_s), said) for turn in each.turns]
    parts += [
        f'<circle class="asked" cx="{x(each):.1f}" cy="5" r="4" data-seek="{each:.2f}"/>'
        for each in questions
    ]
    parts.append(f'<line class="now" x1="0" x2="0" y1="0" y2="{HEIGHT:g}"/>')
    return (
        f'<svg class="timeline" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" '
        f'data-seconds="{seconds:.2f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def _tick(turn: TurnRow, x: float, said: Callable[[str], str]) -> str:
    kind = f"turn seat-{turn.seat}{' unsure' if turn.unsure else ''}"
    says = escape(" ".join((turn.clock, turn.text, *map(said, turn.events))))
    top, height = (4, 36) if turn.events else (14, 16)
    return (
        f'<rect class="{kind}" x="{x - 2:.1f}" y="{top}" width="4" height="{height}" '
        f'data-seek="{turn.time_s:.2f}"><title>{says}</title></rect>'
    )
