"""What the live page shows of a table, as plain JSON values in no language.

One value feeds everything: the page, the messages to browsers, and whoever reads `/events`. Words
are made of its code names where it is shown.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scorer.cards import Card, Kind, in_order
from scorer.combinations import points
from scorer.outlook import Outlook, outlooks
from scorer.payout import Payout
from scorer.play import Report
from scorer.replay import Replay
from scorer.sheet import number
from scorer.table import Phase, Position
from webui.account import notable
from webui.evening.missing import missing
from webui.evening.table_state import TableState, shown_round
from webui.evening.undoing import can_redo, can_undo
from webui.live.flags import flags
from webui.round_watch import ASK

Json = dict[str, Any]
KINDS = (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.JUNK)
DEALT = 0
"""The turn that laid a card which was dealt; turns count from 1."""


def table_view(state: TableState | None) -> Json:
    """The whole table but for the camera: the evening, the round, questions, balances."""
    if state is None:
        return {"event": 0, "evening": None, "round": None, "questions": [], "balances": {}}
    return {
        "event": state.number,
        "evening": _evening(state),
        "round": _shown(state),
        "questions": list(questions(state)),
        "balances": {name: number(much) for name, much in state.ledger.balances().items()},
    }


def questions(state: TableState) -> Iterator[Json]:
    """What a person should look at: unsure turns that matter, rounds not seen to end."""
    for there in state.rounds:
        if there.dropped or there.replay is None:
            continue
        for turn, sure in enumerate(there.certainties[: len(there.replay.turns)], 1):
            if turn > there.pinned and sure < ASK and turn not in there.event.immaterial:
                asked = turn_view(there.replay.turns[turn - 1])
                names = list(there.replay.record.seats)
                yield {"kind": "turn", "round": there.number, "turn": turn, "names": names, **asked}
        if not there.over and there.number < len(state.rounds):
            yield {"kind": "unfinished", "round": there.number}


def brights_sold(state: TableState) -> Json:
    """What each who sits out has got for brights, for the round that is played or dealt next."""
    return {
        entry.transfers[0][0]: number(entry.transfers[0][1])
        for entry in state.ledger.entries
        if entry.kind == "bright_sale" and entry.round == state.evening.round
    }


def _evening(state: TableState) -> Json:
    sold, sells = brights_sold(state), bool(state.rules.bright_sale_price) and not state.closed
    return {
        "id": state.id,
        "name": state.name,
        "people": list(state.people),
        "players": list(state.players),
        "waiting": list(state.waiting),
        "dealer": state.dealer,
        "carry": state.carry,
        "per_point": number(state.per_point),
        "rules": state.rules.name,
        "push": state.rules.push,
        "boar_pot": number(state.evening.boar_pot),
        "sold": sold,
        "sellers": [name for name in state.waiting if sells and name not in sold],
        "next_round": state.next_round,
        "source": state.opened.source,
        "closed": state.closed,
        "remarks": [*state.remarks, *missing(state)],
    }


def _shown(state: TableState) -> Json | None:
    there = shown_round(state)
    if there is None:
        return None
    shown = {
        "number": there.number,
        "settled": there.settled,
        "over": there.over,
        "can_undo": can_undo(there),
        "can_redo": can_redo(there),
        "error": there.error,
        "pinned": there.pinned,
        "text": there.text,
    }
    if there.replay is None:
        return {**shown, "playable": False}
    return {**shown, "playable": True, **round_view(there.replay, there.certainties, there.times_s)}


def round_view(
    replayed: Replay, certainties: Sequence[float] = (), times_s: Sequence[float] = ()
) -> Json:
    """A round as it stands: its pot, seats, flags, turns, and its payout once it is over."""
    record, position = replayed.record, replayed.position
    found = outlooks(position, record.terms)
    origins = Origins(replayed)
    return {
        "phase": str(position.phase),
        "to_act": position.to_act,
        "dealer": record.dealer,
        "names": list(record.seats),
        "waiting": list(record.waiting),
        "terms": {
            "carry": record.terms.carry,
            "multiplier": record.terms.multiplier,
            "per_point": number(record.terms.per_point),
        },
        "threshold": position.rules.threshold,
        "pot": _pot(position, origins),
        "stock_left": len(position.stock),
        "seats": [
            _seat(position, seat, each, origins, record.seats[seat])
            for seat, each in enumerate(found)
        ],
        "flags": list(flags(position, found)),
        "turns": list(_turns(replayed, certainties, times_s)),
        "payout": _payout(replayed),
    }


class Origins:
    """Which turn laid each card where it lies."""

    def __init__(self, replayed: Replay) -> None:
        self._laid: dict[Card, list[int]] = {}
        for turn, report in enumerate(replayed.turns, 1):
            stolen = (each for _, each in report.stolen)
            for each in (*report.played, *report.flipped, *report.captured, *stolen):
                self._laid.setdefault(each, []).append(turn)

    def of(self, each: Card) -> int:
        """The last turn that moved a card of this face; DEALT for none."""
        return self._laid.get(each, [DEALT])[-1]


def _faces(pile: Sequence[Card], origins: Origins) -> list[Json]:
    """The cards in order, each with its turn, and whether it is the second of its face."""
    seen: Counter[Card] = Counter()
    found = []
    for each in in_order(pile):
        found.append({"face": each.face, "second": bool(seen[each]), "turn": origins.of(each)})
        seen[each] += 1
    return found


def _pot(position: Position, origins: Origins) -> list[Json]:
    """The pot by month: single cards, those that lie as one stack, with whose ppuk it is."""
    months: dict[int, list[Card]] = {}
    for each in position.pot:
        months.setdefault(each.month, []).append(each)
    found: list[Json] = []
    for month, pile in months.items():
        stack = position.stack_of(month)
        jokers = stack.jokers if stack else ()
        found.append(
            {
                "month": month,
                "cards": _faces((*pile, *jokers), origins),
                "stack": stack is not None,
                "maker": stack.maker if stack else None,
            }
        )
    return found


def _seat(position: Position, seat: int, outlook: Outlook, origins: Origins, name: str) -> Json:
    me = position.seats[seat]
    values = position.rules.junk_values
    junk = sum(values[each.order] for each in me.captures if each.kind is Kind.JUNK)
    return {
        "name": name,
        "points": outlook.score.total,
        "sake_as": outlook.score.use,
        "lines": [
            {"name": line.name, "points": line.points, "cards": [c.face for c in line.cards]}
            for line in outlook.score.lines
        ],
        "groups": [
            {
                "kind": str(kind),
                "count": junk if kind is Kind.JUNK else len(pile),
                "cards": _faces(pile, origins),
            }
            for kind in KINDS
            for pile in [[each for each in me.captures if each.kind is kind]]
        ],
        "hand_left": len(me.hand),
        "gos": me.gos,
        "shown": list(me.shown),
        "bombs": me.bombs,
        "ppuks": me.ppuks,
        "to_go": outlook.to_go,
        "may_call": position.phase is Phase.CALL and position.to_act == seat,
        "reaches": [
            {
                "name": each.name,
                "have": each.have,
                "need": each.need,
                "missing": [card.face for card in each.missing],
                "possible": each.possible,
            }
            for each in outlook.reaches
        ],
        "stop": [number(much) for much in outlook.stop.transfers],
        "baks": [list(each) for each in outlook.baks],
    }


def _turns(
    replayed: Replay, certainties: Sequence[float], times_s: Sequence[float]
) -> Iterator[Json]:
    for place, turn in enumerate(replayed.turns):
        position = replayed.positions[place + 1]
        yield {
            "turn": place + 1,
            **turn_view(turn),
            "points": [points(seat.captures, position.rules) for seat in position.seats],
            "certainty": round(certainties[place], 3) if place < len(certainties) else None,
            "time_s": round(times_s[place], 2) if place < len(times_s) else None,
        }


def turn_view(turn: Report) -> Json:
    """One turn: who did what."""
    return {
        "seat": turn.seat,
        "played": [each.face for each in turn.played],
        "flipped": [each.face for each in turn.flipped],
        "captured": [each.face for each in turn.captured],
        "stolen": [{"from": seat, "face": each.face} for seat, each in turn.stolen],
        "events": list(notable(turn)),
        "breaches": list(turn.breaches),
    }


def _payout(replayed: Replay) -> Json | None:
    outcome, payout = replayed.position.outcome, replayed.payout
    if outcome is None or payout is None:
        return None
    return {
        "kind": outcome.kind,
        "winners": list(outcome.winners),
        "transfers": [number(much) for much in payout.transfers],
        "side_payments": [number(much) for much in replayed.side_payments],
        "next_multiplier": payout.next_multiplier,
        "explain": explained(payout),
    }


def explained(payout: Payout) -> list[list[Json]]:
    """For each seat the steps of what it pays."""
    return [
        [
            {
                "name": step.name,
                "points": None if step.points is None else number(step.points),
                "add": None if step.add is None else number(step.add),
                "times": None if step.times is None else number(step.times),
            }
            for step in steps
        ]
        for steps in payout.explain
    ]
