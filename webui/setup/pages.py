"""The setup wizard: camera, table, people, zones, house rules, checks; each step can be skipped."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import (
    Blueprint,
    abort,
    flash,
    g,
    redirect,
    render_template,
    request,
)
from flask import url_for as url
from werkzeug.wrappers import Response as AnyResponse

from scorer.errors import ScorerError
from webui.evening.command_values import BadAmount
from webui.evening.commands import BadCommand
from webui.evening.events import Opened
from webui.live.pages import table
from webui.review import detector
from webui.security import FOR_TABLE, Role
from webui.setup.camera import desk, looked_at, taken
from webui.setup.checks import findings
from webui.setup.decks import blueprint as decks
from webui.setup.desk import small
from webui.setup.draft import HAND, BadDraft, Draft, placed, with_deck
from webui.setup.pictures import blueprint as pictures
from webui.setup.source import BadSource, cameras, source_of
from webui.setup.steps import (
    SAVES,
    VALUES,
    said_preset,
    setup_of_draft,
)
from webui.store.database import StoreError
from webui.words import said, told

blueprint = Blueprint("setup", __name__, url_prefix="/setup")
blueprint.add_app_template_filter(said_preset)
blueprint.register_blueprint(pictures)
blueprint.register_blueprint(decks)
STEPS = {
    "camera": "Camera",
    "table": "Corners",
    "people": "People",
    "zones": "Zones",
    "rules": "House rules",
    "checks": "Checks",
}
CAMERA_STEPS = ("table", "zones")
"""Not for a table without a camera."""
BY = "setup"
"""Who writes what is decided on these pages."""


@blueprint.before_request
def _for_the_table() -> None:
    """The wizard shows what a camera sees, and its address: it is for who keeps the table."""
    if g.role is not Role.TABLE:
        abort(403, FOR_TABLE)


@dataclass(frozen=True, slots=True)
class Step:
    """A step as the page lists it."""

    name: str
    title: str
    """A key of words."""
    note: str


def _steps(draft: Draft) -> list[Step]:
    named = {HAND: said("by hand"), "demo": said("the demo")}
    notes = {
        "camera": named.get(draft.source, draft.source),
        "people": ", ".join(draft.people),
        "rules": said_preset(draft.chosen_rules["preset"]),
    }
    return [
        Step(name, title, notes.get(name, ""))
        for name, title in STEPS.items()
        if draft.setup is not None or name not in CAMERA_STEPS
    ]


@blueprint.get("/", strict_slashes=False)
def first() -> AnyResponse:
    """The wizard from its beginning."""
    return redirect(url("setup.step", name="camera"))


@blueprint.get("/<name>")
def step(name: str) -> str:
    """One step of the wizard."""
    draft = desk().draft()
    if name not in [each.name for each in _steps(draft)]:
        abort(404)
    return _shown(name, draft)


def _shown(name: str, draft: Draft, **more: Any) -> str:
    names = [each.name for each in _steps(draft)]
    place = names.index(name)
    values = VALUES[name](draft) if name in VALUES else {}
    return render_template(
        f"setup_{name}.html",
        step=name,
        title=STEPS[name],
        steps=_steps(draft),
        before=names[place - 1] if place else None,
        after=names[place + 1] if place + 1 < len(names) else None,
        draft=draft,
        mark=desk().picture_mark(),
        **{**values, **more},
    )


@blueprint.post("/<name>")
def save(name: str) -> AnyResponse:
    """Takes what a step was told and goes on; what cannot be used is said on the same page."""
    draft, do = desk().draft(), request.form.get("do", "save")
    if name not in SAVES:
        abort(404)
    here = redirect(url("setup.step", name=name))
    try:
        draft = desk().keep(SAVES[name](draft, do))
    except (BadAmount, BadDraft, BadSource) as error:
        flash(told(error))
        return here
    except OSError as error:
        flash(_unkept(error))
        return here
    names = [each.name for each in _steps(draft)]
    return redirect(url("setup.step", name=names[names.index(name) + 1])) if do == "save" else here


@blueprint.post("/camera")
def choose() -> AnyResponse:
    """Chooses where pictures come from, or looks which cameras there are."""
    here = redirect(url("setup.step", name="camera"))
    if request.form.get("do") == "look":
        with desk().lock:
            desk().preview.close()
            desk().previews = {number: small(picture) for number, picture in cameras()}
        flash(said("Cameras found: {count}", count=len(desk().previews)))
        return here
    asked = request.form.get("source", "")
    try:
        source = source_of(request.form.get("address", "") if asked == "other" else asked)
        draft = looked_at(source, desk().draft())
        if "deck" in request.form:
            draft = with_deck(draft, request.form["deck"])
        draft = desk().keep(draft)
    except (BadSource, BadDraft) as error:
        flash(told(error))
        return here
    except OSError as error:
        flash(_unkept(error))
        return here
    return redirect(url("setup.step", name="people" if draft.setup is None else "table"))


def _unkept(error: OSError) -> str:
    return said("The setup cannot be kept: {why}", why=error.strerror or error)


@blueprint.post("/picture")
def take() -> AnyResponse:
    """A new picture of the draft's source."""
    try:
        taken(source_of(desk().draft().source))
    except (BadSource, OSError) as error:
        flash(told(error))
    return redirect(url("setup.step", name="camera"))


@blueprint.post("/checks")
def check() -> str:
    """Looks at the camera's pictures and says what is good and what is not."""
    draft = desk().draft()
    setup = setup_of_draft(draft)
    try:
        found = findings(taken(source_of(draft.source)), setup, detector(None, setup.deck))
    except (BadSource, ValueError, OSError) as error:
        flash(told(error))
        found = ()
    return _shown("checks", draft, found=found)


@blueprint.post("/start")
def start() -> AnyResponse:
    """Opens an evening with the draft, or changes the one that is open from the next round on."""
    draft = desk().draft()
    try:
        if request.form.get("do") == "change":
            table().do(_change(draft), BY)
        else:
            desk().preview.close()
            table().open(_opened(draft), BY)
    except (BadCommand, StoreError, ScorerError) as error:
        flash(told(error))
        return redirect(url("setup.step", name="checks"))
    return redirect("/")


def _opened(draft: Draft) -> Opened:
    """The evening that a draft begins."""
    return Opened(
        f"{datetime.now():%Y-%m-%d %H:%M}",
        draft.people,
        draft.chosen_rules,
        draft.people[0],
        draft.per_point,
        None if draft.setup is None else placed(draft.setup, draft, draft.setup.name),
        "" if draft.source == HAND else draft.source,
    )


def _change(draft: Draft) -> dict[str, Any]:
    """What of a draft an evening can take over while it goes on."""
    return {
        "do": "change",
        "people": list(draft.people),
        "rules": draft.chosen_rules,
        "per_point": draft.per_point,
    }
