"""Review: recordings with what was seen in them, corrected, compared, taken into the ledger."""

from typing import Any, NamedTuple

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
)
from flask import url_for as url
from werkzeug.wrappers import Response as AnyResponse

from scorer.errors import ScorerError
from scorer.ledger import POT
from scorer.remark import Remark
from vision.video import BadVideo, stills
from webui.evening.commands import BadCommand
from webui.evening.events import BadEvent
from webui.jpegs import jpeg
from webui.live.pages import one_of, table
from webui.recordings.demo import DEMO
from webui.recordings.films import MOST_BYTES, BadFilm, film, films, kept
from webui.review import clock
from webui.reviews.form import asked, choices, compared
from webui.reviews.jobs import Job
from webui.reviews.studies import OWN, Studies, Study, balances
from webui.reviews.view import likely_of, open_questions, round_of, rounds_of, timeline
from webui.setup.draft import BadDraft
from webui.store.database import StoreError
from webui.words import said, told

blueprint = Blueprint("review", __name__, url_prefix="/review")
blueprint.add_app_template_filter(clock)
TYPES = {".mp4": "video/mp4", ".m4v": "video/mp4", ".mov": "video/mp4", ".webm": "video/webm"}
OTHER_TYPE = "application/octet-stream"


class Row(NamedTuple):
    """A recording in the list."""

    name: str
    megabytes: float
    study: Study | None
    job: Job | None


def studies() -> Studies:
    """The studies of this app."""
    return one_of(lambda: Studies(table().folder, table().folders), "studies")


@blueprint.url_value_preprocessor
def _room(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Lets an upload be as large as a film, before anything looks at its body."""
    if endpoint == "review.upload":
        request.max_content_length = MOST_BYTES


def _named(name: str) -> str:
    """The name of a film that is there; not found for any other."""
    try:
        return DEMO if name == DEMO else film(table().folder, name).name
    except BadFilm as error:
        abort(404, error.line)


def _study(name: str) -> Study:
    found = studies().of(_named(name))
    return found if found is not None else abort(404, Remark("not reviewed yet"))


@blueprint.get("/", strict_slashes=False)
def listed() -> str:
    """The recordings, and what has been made of them."""
    names = [DEMO, *(path.name for path in films(table().folder))]
    rows = [
        Row(
            name,
            film(table().folder, name).stat().st_size / 1e6,
            studies().of(name),
            studies().jobs.of(name),
        )
        for name in names
    ]
    return render_template("review_list.html", rows=rows, most_gb=MOST_BYTES // 10**9)


@blueprint.post("/upload")
def upload() -> tuple[Response, int]:
    """Keeps a film that is sent as the request's body; its name is given as `name`."""
    try:
        size = request.content_length or 0
        path = kept(table().folder, request.args.get("name", ""), request.stream, size)
    except BadFilm as error:
        return jsonify(error=told(error)), 400
    return jsonify(goes_to=url("review.one", name=path.name)), 201


@blueprint.get("/<name>")
def one(name: str) -> str:
    """A recording: how its review goes, or what it found."""
    name = _named(name)
    job, study = studies().jobs.of(name), studies().of(name)
    if study is None or (job is not None and not job.done) or "again" in request.args:
        return render_template(
            "review_begin.html", name=name, job=job, study=study, **choices(name, table().folder)
        )
    rounds, live, accounts = rounds_of(study), table().state, balances(study)
    questions = open_questions(study)
    asked_s = [each.time_s for each in questions]
    into = live if live is not None and not live.closed else None
    fits = into is not None and set(study.state.people) <= set(into.people)
    return render_template(
        "review.html",
        name=name,
        study=study,
        rounds=rounds,
        questions=questions,
        balances={who: much for who, much in accounts.items() if who != POT},
        boar_pot=accounts.get(POT, 0),
        fault=job.fault if job else "",
        timeline=timeline(rounds, asked_s, study.seconds, said("The turns of the film"), said),
        into=into if fits else None,
        compared=compared(study, request.args.get("rules", "")),
        **choices(name, table().folder),
    )


@blueprint.post("/<name>/begin")
def begin(name: str) -> AnyResponse:
    """Begins the review of a recording in the background."""
    name = _named(name)
    try:
        rules, chosen, seats, setup = asked(request.form, name, table().folder)
        path = film(table().folder, name)
        studies().review(name, path, rules, chosen, seats, setup)
    except (BadDraft, BadFilm, ScorerError) as error:
        flash(told(error))
        return redirect(url("review.one", name=name, again=1))
    return redirect(url("review.one", name=name))


@blueprint.get("/<name>/progress")
def progress(name: str) -> Response:
    """How far the review is, for the page's script."""
    job = studies().jobs.of(_named(name))
    return jsonify(share=job.share if job else 0.0, done=job.done if job else True)


@blueprint.get("/<name>/film")
def video(name: str) -> Response:
    """The film; a browser may ask for parts of it."""
    path = film(table().folder, _named(name))
    mimetype = TYPES.get(path.suffix.lower(), OTHER_TYPE)
    return send_file(path, mimetype=mimetype, conditional=True)


@blueprint.get("/<name>/still.jpg")
def still(name: str) -> Response:
    """The picture of the film at a time, where the browser cannot play it."""
    try:
        time_s = float(request.args.get("t", "0"))
        if not 0 <= time_s < 1e6:
            raise ValueError
        path = film(table().folder, _named(name))
        return Response(jpeg(next(stills(path, [time_s]))), mimetype="image/jpeg")
    except (ValueError, BadVideo):
        abort(404)


@blueprint.get("/<name>/<int:round>/<int:turn>")
def turn(name: str, round: int, turn: int) -> str:
    """One turn, with what else it may have been."""
    study = _study(name)
    if not 1 <= round <= len(study.state.rounds):
        abort(404, Remark("there is no round {round}", round=round))
    there = study.state.rounds[round - 1]
    shown = round_of(there, *study.spans[round - 1])
    if there.record is None or not 1 <= turn <= len(shown.turns):
        abort(404, Remark("round {round} has no turn {turn}", round=round, turn=turn))
    return render_template(
        "turn.html",
        back=url("review.one", name=study.film, _anchor=f"round-{round}"),
        action=url("review.do", name=study.film),
        picture=url("review.still", name=study.film, t=f"{shown.turns[turn - 1].time_s:.2f}"),
        round=shown,
        row=shown.turns[turn - 1],
        likely=likely_of(there.record, turn),
    )


@blueprint.post("/<name>/do")
def do(name: str) -> AnyResponse:
    """Corrects the study as the live table is corrected."""
    study = _study(name)
    command: dict[str, Any] = request.form.to_dict()
    command.pop("csrf_token", None)
    command |= {"cards": request.form.getlist("cards")} if "cards" in command else {}
    here = url("review.one", name=study.film, _anchor=f"round-{command.get('round', 1)}")
    try:
        studies().correct(study.film, command)
    except (BadCommand, BadEvent, StoreError, ScorerError) as error:
        flash(told(error))
        where = {key: command.get(key, "") for key in ("round", "turn")}
        if all(each.isdecimal() for each in where.values()):
            here = url("review.turn", name=study.film, **where)
    return redirect(here)


@blueprint.post("/<name>/accept")
def accept(name: str) -> AnyResponse:
    """Takes a study's rounds into the ledger: into the open evening, or as one of their own."""
    study = _study(name)
    into = None if request.form.get("into") == OWN else table().state
    try:
        evening = studies().accept(study.film, table().store, into)
        if into is not None:
            table().show(evening)
    except (BadEvent, StoreError, ScorerError) as error:
        flash(told(error))
        return redirect(url("review.one", name=study.film))
    return redirect(url("ledger.evening", number=evening))
