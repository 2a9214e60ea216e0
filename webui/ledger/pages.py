"""Settlement: the ledger of an evening, who owes whom, why each round paid what it paid."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request
from flask import url_for as url
from werkzeug.wrappers import Response as AnyResponse

from scorer.ledger import POT
from scorer.remark import Remark
from webui.amounts import MINUS, amount
from webui.evening.commands import BadCommand, events_of
from webui.evening.events import BadEvent
from webui.evening.log import folded
from webui.evening.table_state import RoundState, TableState
from webui.ledger.chart import chart, standings
from webui.ledger.exports import csv_text, json_text
from webui.ledger.view import balances, held, payers, round_rows, transfers
from webui.live.pages import table
from webui.recordings.stop_picture import stop_picture
from webui.reviews.view import likely_of, round_of
from webui.store.database import StoreError
from webui.words import line_of, said, told

blueprint = Blueprint("ledger", __name__, url_prefix="/ledger")
BY = "ledger"
"""Who writes what is decided on these pages."""
OF_ROUND = ("turn", "remove", "undo", "redo")
"""Commands after which the round is shown again."""
GETS = "gets."
"""What the names of the fields begin with that say who gets how much."""
WRITERS = {
    "table": "who keeps the table",
    "player": "a player",
    "camera": "the camera",
    "ledger": "the page Ledger",
    "setup": "the page Setup",
    "review": "the page Review",
    "demo": "the demo",
}
"""What the program calls who wrote an event."""
EXPORTS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def _evening_of(number: int) -> TableState:
    """An evening of the store; not found where there is none."""
    try:
        events = table().store.events(number)
        if not events:
            abort(404, Remark("evening {evening}: there is none", evening=number))
        return folded(events, table().folders)
    except BadEvent as error:
        abort(409, line_of(error))


def person(name: str) -> str:
    """A name, or what the account of the boar pot is called."""
    return said("the boar pot") if name == POT else name


def writer(by: str) -> str:
    """Who or what wrote an event, by the name it is kept under."""
    return said(WRITERS[by]) if by in WRITERS else by


blueprint.add_app_template_filter(person)
blueprint.add_app_template_filter(writer)


@blueprint.get("/", strict_slashes=False)
def newest() -> AnyResponse | str:
    """The ledger of the evening that is open, else of the last one."""
    state = table().state
    if state is not None:
        return redirect(url("ledger.evening", number=state.id))
    listed = table().store.evenings()
    if listed:
        return redirect(url("ledger.evening", number=listed[0].evening))
    return render_template("ledger_empty.html")


@blueprint.get("/<int:number>")
def evening(number: int) -> str:
    """The ledger of an evening."""
    return render_template("ledger.html", **_values(_evening_of(number)))


def _values(state: TableState) -> dict[str, Any]:
    names = [each.name for each in balances(state) if each.name != POT]
    played = max((n for n, each in enumerate(state.rounds, 1) if each.settled), default=0)
    rows = standings(state.ledger, names, played, state.rules.start_chips)
    title = said("Chips over the rounds" if state.rules.start_chips else "Points over the rounds")
    return {
        "state": state,
        "people": balances(state),
        "POT": POT,
        "seats": {name: place for place, name in enumerate(names)},
        "transfers": transfers(state),
        "rounds": round_rows(state),
        "chart": chart(title, names, rows, list(map(amount, rows[-1]))) if len(rows) > 1 else "",
        "evenings": table().store.evenings(),
        "chart_title": title,
        "stakes": {1, *(each.per_point for each in state.ledger.entries), state.per_point} != {1},
    }


@blueprint.get("/<int:number>/print")
def printed(number: int) -> str:
    """The ledger on a page to print or send."""
    return render_template("ledger_print.html", **_values(_evening_of(number)))


@blueprint.get("/<int:number>/evening.<form>")
def export(number: int, form: str) -> Response:
    """The evening as CSV or JSON."""
    if form not in EXPORTS:
        abort(404)
    state = _evening_of(number)
    text = csv_text(state) if form == "csv" else json_text(state)
    name = f"hwatu-{number}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=EXPORTS[form], headers=headers)


@blueprint.get("/<int:number>/<int:round>")
def round_page(number: int, round: int) -> str:
    """A round: its payout line by line, what each held, the table at the stop."""
    state = _evening_of(number)
    there = _round(state, round)
    replayed = there.replay
    return render_template(
        "ledger_round.html",
        state=state,
        there=there,
        payers=payers(replayed) if replayed else (),
        held=held(replayed) if replayed else (),
        outcome=replayed.position.outcome if replayed else None,
        pictured=there.over and stop_picture(table().folder, state.id, there) is not None,
        entries=[each for each in state.ledger.entries if each.round == round],
        turns=round_of(there, 0.0, 0.0),
    )


@blueprint.get("/<int:number>/<int:round>/<int:turn>")
def turn(number: int, round: int, turn: int) -> str:
    """One turn of a round, with what else it may have been."""
    there = _round(_evening_of(number), round)
    shown = round_of(there, 0.0, 0.0)
    if there.record is None or not 1 <= turn <= len(shown.turns):
        abort(404, Remark("round {round} has no turn {turn}", round=round, turn=turn))
    return render_template(
        "turn.html",
        back=url("ledger.round_page", number=number, round=round),
        action=url("ledger.do", number=number),
        round=shown,
        row=shown.turns[turn - 1],
        likely=likely_of(there.record, turn),
    )


@blueprint.get("/<int:number>/<int:round>/stop.jpg")
def stop(number: int, round: int) -> Response:
    """The table at the end of a round."""
    found = stop_picture(table().folder, number, _round(_evening_of(number), round))
    return Response(found, mimetype="image/jpeg") if found else abort(404)


@blueprint.post("/<int:number>/do")
def do(number: int) -> AnyResponse:
    """Settles a round, closes the evening, and whatever else a command of the table does."""
    command: dict[str, Any] = request.form.to_dict()
    command.pop("csrf_token", None)
    if command.get("do") == "book":
        command = _booking(command)
    _follow(number, command)
    of_round = command.get("do") in OF_ROUND and str(command.get("round", "")).isdecimal()
    if of_round:
        return redirect(url("ledger.round_page", number=number, round=command["round"]))
    return redirect(url("ledger.evening", number=number))


def _booking(form: Mapping[str, str]) -> dict[str, Any]:
    """The command that writes a line by hand, as the form has a field of points for each."""
    points = {
        key.removeprefix(GETS): _whole(text)
        for key, text in form.items()
        if key.startswith(GETS) and text.strip()
    }
    note = {"note": form["note"]} if form.get("note", "").strip() else {}
    return {"do": "book", "transfers": points, **note}


def _whole(text: str) -> int | str:
    """A whole number with its sign; what is none stays, for the command to refuse."""
    plain = text.strip().replace(MINUS, "-").removeprefix("+")
    return int(plain) if plain.lstrip("-").isdecimal() and len(plain) < 10 else text


def _follow(number: int, command: Mapping[str, Any]) -> None:
    """Follows a command to any evening; what speaks against it is flashed."""
    state = _evening_of(number)
    try:
        live = table().state
        if live is not None and live.id == number:
            table().do(command, BY)
        else:
            events = events_of(state, command)
            table().store.append_all(number, events, BY, expected=state.number)
    except (BadCommand, BadEvent, StoreError) as error:
        flash(told(error))


def _round(state: TableState, number: int) -> RoundState:
    try:
        return state.round(number)
    except BadEvent as error:
        abort(404, error.line)
