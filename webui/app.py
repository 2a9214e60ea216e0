"""The dashboard as a Flask app: the pages put together around one live table."""

from urllib.parse import urlencode

from flask import Flask, Response, g, jsonify, redirect, render_template, request
from werkzeug.exceptions import HTTPException, SecurityError, ServiceUnavailable
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wrappers import Response as AnyResponse

from vision.runtime import NoRuntime
from vision.weights import NoWeights
from webui import words
from webui.bad_input import no_detector
from webui.ledger import pages as ledger_pages
from webui.ledger import statistics_pages
from webui.live import dialogs as dialog_pages
from webui.live import pages as live_pages
from webui.live.table import LiveTable
from webui.reviews import pages as review_pages
from webui.security import Door, Role, guard
from webui.setup import pages as setup_pages
from webui.store.database import StoreError

PAGES = (
    ("/", "Table", Role.VIEWER),
    ("/setup", "Setup", Role.TABLE),
    ("/ledger", "Ledger", Role.VIEWER),
    ("/review", "Review", Role.VIEWER),
    ("/statistics", "Statistics", Role.VIEWER),
)
"""The menu: where each page begins, its name, and whose it is."""
WITH_PAGES = (
    live_pages,
    dialog_pages,
    setup_pages,
    ledger_pages,
    review_pages,
    statistics_pages,
)
THEMES = ("auto", "light", "dark")
YEAR_S = 365 * 24 * 3600


class Number(IntegerConverter):
    """A number in an address: one that every database can hold; any other is not found."""

    def __init__(self, rules: Map) -> None:
        super().__init__(rules, max=2**31 - 1)


def create_app(table: LiveTable, door: Door | None = None) -> Flask:
    """The app that serves a live table to those whom the door lets in."""
    app = Flask("webui")
    app.url_map.converters["int"] = Number
    app.extensions["table"] = table
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    guard(app, door or Door())
    words.use(app)
    for pages in WITH_PAGES:
        app.register_blueprint(pages.blueprint)
    app.context_processor(_page)
    app.before_request(_switch)
    app.register_error_handler(HTTPException, _told)
    app.register_error_handler(StoreError, _unkept)
    app.register_error_handler(OSError, _unkept)
    for kind in (NoWeights, NoRuntime):
        app.register_error_handler(kind, _unseeing)
    return app


def _page() -> dict[str, object]:
    """What every template is given."""
    theme, role = request.cookies.get("theme"), g.get("role")
    return {
        "pages": [(path, name) for path, name, whose in PAGES if role and role.may(whose)],
        "here": next((path for path, *_ in PAGES[::-1] if request.path.startswith(path)), "/"),
        "theme": theme if theme in THEMES else "auto",
        "role": role,
        "switched": _switched,
    }


def _switched(**values: str) -> str:
    """The address of this page with another language or theme."""
    return _here({**request.args.to_dict(), **values})


def _here(arguments: dict[str, str]) -> str:
    """The address of this page, on this host whatever was asked for."""
    path = "/" + request.path.lstrip("/\\")
    return f"{path}?{urlencode(arguments)}" if arguments else path


def _switch() -> AnyResponse | None:
    """Keeps a language or theme that is chosen by `?language=` or `?theme=`."""
    asked = {"language": tuple(words.LANGUAGES), "theme": THEMES}
    chosen = {name: request.args[name] for name in asked if request.args.get(name) in asked[name]}
    if not chosen or request.method != "GET":
        return None
    left = {name: value for name, value in request.args.items() if name not in chosen}
    response = redirect(_here(left))
    for name, value in chosen.items():
        response.set_cookie(name, value, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response


def _told(error: HTTPException) -> tuple[Response | str, int]:
    """An error as JSON to a script, as a page to a person."""
    status = error.code or 500
    own = error.description != type(error).description  # else it is werkzeug's, in English
    says = words.said_line((own and error.description) or error.name)
    # For a host that is not ours no address can be made, and so no page.
    page = not isinstance(error, SecurityError)
    if (
        page
        and request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"
    ):
        return render_template("error.html", name=error.name, says=says), status
    return jsonify(error=says), status


def _unseeing(error: NoWeights | NoRuntime) -> tuple[Response | str, int]:
    """A camera model that cannot run here."""
    return _told(ServiceUnavailable(no_detector(error)))


def _unkept(error: StoreError | OSError) -> tuple[Response | str, int]:
    """A store or a disk that cannot be read or written, where a page has no better words for it."""
    if isinstance(error, OSError):
        why = error.strerror or error
        return _told(ServiceUnavailable(words.said("the disk cannot be used: {why}", why=why)))
    return _told(ServiceUnavailable(words.told(error)))
