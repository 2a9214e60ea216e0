"""What opens over the live table when something on it is tapped: corrections, calls, cards by hand.

Each answer is a part of a page; its buttons send commands (`webui.evening.commands`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from flask import Blueprint, abort, render_template, request

from scorer.cards import Cards, cards
from scorer.errors import ScorerError
from scorer.play import apply
from scorer.record import Record, written
from scorer.remark import Remark, with_names
from scorer.replay import Replay, replay
from scorer.table import Phase, deck
from scorer.turns import giveable
from webui.evening.by_hand import Begins, bombs, left, left_of_deck, pot_size, tapped
from webui.evening.refit import BadCorrection, split
from webui.evening.suggestions import likely_turns
from webui.evening.table_state import RoundState, TableState, fresh_record, shown_round
from webui.evening.turn_text import entries_of, text_of
from webui.live.pages import as_json, shown, table
from webui.live.views import DEALT, brights_sold, round_view, turn_view
from webui.security import Role, needs

blueprint = Blueprint("dialogs", __name__, url_prefix="/live")
Json = dict[str, Any]
MOST_LIKELY = 8
"""Faces that are offered before the whole deck."""
BEGINS = ("card", "bomb", "flip")


def _state() -> TableState:
    state = table().state
    if state is None:
        abort(409, Remark("no evening is open"))
    return state


def _round(number: int) -> tuple[RoundState, Replay]:
    """A round that can be played by the rules, and its replay."""
    state = _state()
    if not 1 <= number <= len(state.rounds):
        abort(404, Remark("there is no round {round}", round=number))
    there = state.round(number)
    if there.replay is None:
        abort(409, there.error)
    return there, there.replay


def _answer(template: str, **values: Any) -> str:
    return render_template(template, **shown(table().snapshot()), as_json=as_json, **values)


def _picked(name: str = "picked") -> Cards:
    try:
        return cards(request.args.get(name, "")[:600])
    except ScorerError as error:
        abort(400, error.line)


# Corrections


@blueprint.get("/turn/<int:number>/<int:turn>")
@needs(Role.PLAYER)
def turn(number: int, turn: int) -> str:
    """A turn of a round, or its deal (turn 0): what it may have been, and every card of it."""
    there, played = _round(number)
    if turn > len(played.turns):
        abort(404, Remark("round {round} has no turn {turn}", round=number, turn=turn))
    record = played.record
    chosen = _picked("card")[:1]
    owner = request.args.get("owner", "")
    return _answer(
        "dialog_turn.html",
        number=number,
        turn=turn,
        names=list(record.seats),
        did=turn_view(played.turns[turn - 1]) if turn else None,
        text=_text(played, turn),
        pot=[each.face for each in record.deal.pot],
        dealer=record.dealer,
        chosen=chosen[0].face if chosen else "",
        owner=owner if owner in record.seats else "",
        likely_faces=_likely_faces(played, chosen),
        deck=_by_month(deck(record.rules)),
        likely=_likely(there, played, turn) if turn and not chosen else [],
        pinned=there.pinned,
    )


def _text(played: Replay, turn: int) -> str:
    """The turn as a line of the notation, without its name."""
    if turn == DEALT:
        return ""
    line = text_of(split(played, turn - 1)[1], played.record.seats)
    return line.partition(": ")[2]


def _likely(there: RoundState, played: Replay, turn: int) -> list[Json]:
    """Other readings of a turn: the camera's first, then those of the fewest other cards."""
    found: dict[str, Json] = {}
    for record in table().answers(there.number, turn):
        record = replace(record, terms=played.record.terms, waiting=played.record.waiting)
        other = replay(record)
        seat = played.turns[turn - 1].seat
        if turn <= len(other.turns) and other.turns[turn - 1].seat == seat:
            text = text_of(split(other, turn - 1)[1], record.seats)
            whole = written(record, _state().folders)
            command = {"do": "record", "round": there.number, "text": whole}
            found[text] = {**turn_view(other.turns[turn - 1]), "command": command}
    try:
        texts: Sequence[str] = likely_turns(played.record, turn - 1)
    except BadCorrection:
        texts = ()
    for text in texts:
        if text not in found:
            command = {"do": "turn", "round": there.number, "turn": turn, "text": text}
            found[text] = {**_as_turn(played, turn, text), "command": command}
    return list(found.values())


def _as_turn(played: Replay, turn: int, text: str) -> Json:
    """What a turn would do, had it been so."""
    record = played.record
    before, _, _ = split(played, turn - 1)
    entries = entries_of(text, record.seats, played.turns[turn - 1].seat)
    there = replay(replace(record, entries=(*before, *entries), result=None))
    return turn_view(there.turns[-1])


def _likely_faces(played: Replay, chosen: Cards) -> list[str]:
    """What a card may be instead: cards that were not seen, of its month or kind first."""
    if not chosen:
        return []
    was = chosen[0]
    unseen = dict.fromkeys(played.position.unseen())
    ranked = sorted(
        (each for each in unseen if each is not was),
        key=lambda each: (each.month != was.month, each.kind != was.kind, each.order),
    )
    return [each.face for each in ranked[:MOST_LIKELY]]


def _by_month(pile: Cards) -> list[list[Json]]:
    """The cards by month, jokers last; each with whether it is the second of its face."""
    months: dict[int, list[Json]] = {}
    seen: Counter[str] = Counter()
    for each in pile:
        one = {"face": each.face, "second": bool(seen[each.face])}
        months.setdefault(each.month or 13, []).append(one)
        seen[each.face] += 1
    return [months[month] for month in sorted(months)]


@blueprint.get("/text/<int:number>")
@needs(Role.PLAYER)
def text(number: int) -> str:
    """A whole round in the notation, to be written otherwise."""
    state = _state()
    if not 1 <= number <= len(state.rounds):
        abort(404, Remark("there is no round {round}", round=number))
    there = state.round(number)
    return _answer("dialog_text.html", number=number, text=there.text, error=there.error)


# Cards by hand


@blueprint.get("/deal")
@needs(Role.PLAYER)
def deal() -> str:
    """The pot of the next round, tapped card by card."""
    record, picked = fresh_record(_state()), _picked()
    size = pot_size(record)
    return _answer(
        "dialog_deal.html",
        names=list(record.seats),
        dealer=record.seats[record.dealer],
        picked=[each.face for each in picked],
        size=size,
        left=Counter(each.face for each in left_of_deck(record, picked)),
        deck=_by_month(deck(record.rules)),
    )


@blueprint.get("/hand")
@needs(Role.PLAYER)
def hand() -> str:
    """The next turn of the round, tapped card by card."""
    there = shown_round(_state())
    if there is None or there.replay is None:
        abort(409, Remark("no round is being played"))
    record, position = there.replay.record, there.replay.position
    begins = request.args.get("begins", "card")
    begins = begins if begins in BEGINS else "card"
    found = None
    if position.phase is Phase.PLAY:
        found = tapped(record, _picked(), cast(Begins, begins))
    return _answer(
        "dialog_hand.html",
        names=list(record.seats),
        phase=str(position.phase),
        name=record.seats[position.to_act],
        tapped=found,
        choices=[_choice(record, each) for each in found.choices] if found else [],
        why=_why_not(record, found.text) if found and found.complete else "",
        bombs={m: [c.face for c in pile] for m, pile in bombs(position).items()},
        flip=bool(position.seats[position.to_act].flips),
        gives=_gives(there.replay),
        left=Counter(each.face for each in left(position, found.picked if found else ())),
        deck=_by_month(deck(record.rules)),
        begins=begins,
    )


def _choice(record: Record, line: str) -> Json:
    """One way the turn may have gone."""
    entries = entries_of(line, record.seats, 0)
    played = replay(replace(record, entries=(*record.entries, *entries), result=None))
    return {
        **turn_view(played.turns[-1]),
        "takes": [str(card) for e in entries for card in getattr(e.action, "takes", ())],
        "command": {"do": "line", "text": line},
    }


def _why_not(record: Record, text: str) -> str:
    """Why the rules do not allow a turn; empty where they do."""
    position = replay(record).position
    try:
        for entry in entries_of(text, record.seats, position.to_act):
            apply(position, entry.action)
    except ScorerError as error:
        return with_names(error.line, record.seats)
    return ""


def _gives(played: Replay) -> list[Json]:
    """The junk that may be handed over now."""
    position, names = played.position, played.record.seats
    return [
        {"name": names[giver], "face": each.face, "text": f"{names[giver]} gives {each.face}"}
        for giver in dict.fromkeys(position.gives)
        for each in giveable(position.seats[giver].captures, position)
    ]


# Everything else that is said


@blueprint.get("/say")
@needs(Role.PLAYER)
def say() -> str:
    """Heundeum, chongtong, who deals, sits where and sits out, a redeal."""
    state = _state()
    there = shown_round(state)
    view = round_view(there.replay) if there and there.replay else None
    return _answer("dialog_say.html", state=state, said_round=view, swapped=_swapped)


@blueprint.get("/sell")
@needs(Role.TABLE)
def sell() -> str:
    """The brights that somebody who sits out has sold."""
    state = _state()
    rules, sold = state.rules, brights_sold(state)
    return _answer(
        "dialog_sell.html",
        sellers=[name for name in state.waiting if name not in sold],
        price=rules.bright_sale_price,
        payers=rules.bright_sale_payers,
    )


def _swapped(people: Sequence[str], first: int, second: int) -> list[str]:
    """The people with two of them in each other's seat."""
    found = list(people)
    found[first], found[second] = found[second], found[first]
    return found
