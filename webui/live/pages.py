"""The live table's pages: the table itself, its messages, what people say, the camera's picture."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    stream_with_context,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from scorer.cards import FACES
from scorer.remark import Remark
from webui import words
from webui.amounts import amount, figure, step_text
from webui.evening.commands import BadCommand
from webui.live import table as live_table
from webui.live.follower import TROUBLES
from webui.live.hub import Message, TooMany, sent
from webui.live.table import LiveTable, NotAllowed
from webui.security import Role, needs
from webui.store.database import StoreError
from webui.store.event_store import Conflict

blueprint = Blueprint("live", __name__)
blueprint.add_app_template_filter(amount)
blueprint.add_app_template_filter(figure)
blueprint.add_app_template_global(step_text)
Json = dict[str, Any]
ATTENTIONS = {
    "by_hand": "Cards are tapped in by hand",
    "off": "Nothing watches the table",
    "starting": "The camera starts",
    "searching": "Waiting for open cards, to see where the table lies",
    "ended": "The film is over",
    "failed": "The camera has failed",
    "lost": "The camera is gone: trying again",
    "unwritten": "What is seen cannot be written: trying again",
    "blank": "The picture shows nothing: is the lens covered, or the light out?",
    "surplus": "A card lies there more often than the deck has it",
    "frozen": "The picture stands still: does the camera hang?",
    "empty": "The table is empty",
    "dealing": "Cards are being dealt",
    "settled": "All is seen",
    "hand_over": "A hand is over the table",
    "changed": "Something was played",
    "needs_you": "Needs you",
    "out_of_step": "Out of step: is the round right?",
}
"""What the states of attention are called."""
ALARMS = (*TROUBLES, "failed")
"""Those that a person has to know of before any question."""
Kept = TypeVar("Kept")
_MAKING = Lock()
KEPT_PAGES = 12
"""Languages times roles, and some more."""


def table() -> LiveTable:
    """The live table of this app."""
    found: LiveTable = current_app.extensions["table"]
    return found


def one_of(kind: Callable[[], Kept], name: str) -> Kept:
    """What this app keeps under a name: made when it is first asked for, by one thread alone."""
    found = current_app.extensions
    with _MAKING:
        if name not in found:
            found[name] = kind()
        kept: Kept = found[name]
        return kept


@blueprint.get("/")
def index() -> str | AnyResponse:
    """The live table; before anything was set up, the wizard."""
    if table().state is None and g.role is Role.TABLE:
        return redirect("/setup/")
    view = table().snapshot()
    return render_template("live.html", **shown(view))


def _with_parts(messages: Iterator[Message | None]) -> Iterator[Message | None]:
    """The messages, and before each what the page then shows, unless it was sent already."""
    have = -1
    for message in messages:
        if message is not None and message.number > have:
            view = table().snapshot()
            have = int(view["number"])
            yield Message(have, "parts", {"number": have, "html": _parts(view)})
        yield message


def _parts(view: Json) -> str:
    """Everything on the page that changes, for its script to swap in."""
    made = one_of(_Made, "live parts")
    key = (view["number"], words.current(), str(g.role))
    return made.once(key, lambda: render_template("live_parts.html", **shown(view)))


class _Made:
    """Pages made once for all who look: they all ask at the same moment."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[object, str] = {}

    def once(self, key: object, make: Callable[[], str]) -> str:
        """What is kept under a key, made first where it is not there."""
        with self._lock:
            if key not in self._kept:
                while len(self._kept) >= KEPT_PAGES:
                    self._kept.pop(next(iter(self._kept)))
                self._kept[key] = make()
            return self._kept[key]


@blueprint.get("/events")
def events() -> Response:
    """Server-Sent Events: first the whole table, then each change; `?parts` to be shown as well."""
    try:
        messages = table().listen()
    except TooMany as error:
        abort(503, words.line_of(error))
    stream = sent(_with_parts(messages) if "parts" in request.args else messages)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(stream_with_context(stream), mimetype="text/event-stream", headers=headers)


@blueprint.post("/do")
@needs(Role.PLAYER)
def do() -> tuple[Response, int] | Response:
    """Follows a command (`webui.evening.commands`): JSON in, the number of what was written out."""
    command = _command()
    if not isinstance(command, dict):
        return jsonify(error="expected a command, a JSON object"), 400
    try:
        stored = table().do(command, str(g.role), g.role)
    except NotAllowed as error:
        return jsonify(error=words.told(error)), 403
    except BadCommand as error:
        return jsonify(error=words.told(error)), 400
    except Conflict as error:
        return jsonify(error=words.told(error)), 409
    except StoreError as error:
        return jsonify(error=words.told(error)), 503
    return jsonify(number=stored.number)


def _command() -> object:
    """The JSON of a request; None where it is none that could be kept."""
    try:
        told = request.get_json(silent=True)
        json.dumps(told, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):  # nested without end; half of a letter
        return None
    return told


@blueprint.post("/live/watch")
def watch_again() -> Response:
    """Watches the evening's source again."""
    state = table().state
    if state is None or not state.opened.source:
        abort(409, Remark("this table has no camera"))
    current_app.extensions["camera"].watch(state.opened.source)
    return jsonify(watching=state.opened.source)


@blueprint.get("/frame.jpg")
def frame() -> Response:
    """The camera's picture; no content before the first."""
    found = table().picture.jpeg()
    return Response(found or b"", status=200 if found else 204, mimetype="image/jpeg")


@blueprint.get("/outlines.svg")
def outlines() -> Response:
    """What was seen, to lie over the camera's picture."""
    names = {"pot": words.said("Pot"), "stock": words.said("Stock")}
    return Response(table().picture.outlines(names), mimetype="image/svg+xml")


@blueprint.get("/snapshot.json")
def snapshot() -> Response:
    """The whole table, as the first message of `/events`."""
    return jsonify(table().snapshot())


# What the templates are given


def shown(view: Json) -> Json:
    """What the live page's templates are given."""
    return {
        "view": view,
        "attention": _attention(view),
        "attentions": ATTENTIONS,
        "alarms": (*ALARMS, "needs_you", "out_of_step"),
        "seats_in_order": _seats_in_order(view),
        "seat_colour": _seat_colour(view),
        "reaches": _reaches,
        "step_words": step_words,
        "role": str(g.role),
        "ping_s": live_table.PING_S,
    }


@blueprint.app_template_global()
def drawing(face: str, second: bool = False) -> str:
    """The address of a card's picture."""
    return url_for("static", filename=f"cards/{_file(face, second)}.svg")


@cache
def _file(face: str, second: bool) -> str:
    known = FACES.get(face)
    if known is not None and known.month and known.copies > 1:
        return f"{face}{2 if second else 1}"
    return face if known is not None else "back"


@blueprint.app_template_global()
def card_words(face: str) -> str:
    """A card's name in words."""
    return words.said(face)


def _attention(view: Json) -> str:
    """The state of attention: the camera's, unless people are waited for."""
    if view["evening"] is None or not view["evening"]["source"]:
        return "by_hand"
    attention = str(view["camera"]["attention"])
    return "needs_you" if view["questions"] and attention not in ALARMS else attention


def _seats_in_order(view: Json) -> Any:
    """Gives a round's seats as people sit, whoever dealt."""
    people = view["evening"]["people"] if view["evening"] else []

    def in_order(round_: Json) -> list[int]:
        names = round_["names"]
        place = {name: people.index(name) if name in people else 99 for name in names}
        return sorted(range(len(names)), key=lambda seat: (place[names[seat]], seat))

    return in_order


def _seat_colour(view: Json) -> Any:
    """Gives each person's colour, the same for the whole evening."""
    people = view["evening"]["people"] if view["evening"] else []
    return lambda name: people.index(name) if name in people else 6


def _reaches(seat: Json) -> list[Json]:
    """The combinations that a seat can still make, the nearest first."""
    made = {line["name"] for line in seat["lines"]}
    open_ = [each for each in seat["reaches"] if each["possible"] and each["name"] not in made]
    return sorted(open_, key=lambda each: each["need"] - each["have"])


def step_words(step: Json) -> str:
    """A step of a payout: what it is, and what it does to the amount."""
    return f"{words.said(step['name'])} {step_text(step['points'], step['add'], step['times'])}"


def as_json(value: Any) -> str:
    """JSON for an attribute of a page."""
    return json.dumps(value, ensure_ascii=False)
