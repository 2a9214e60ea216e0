"""Who may do what: the PIN at the door, roles, guesses counted, headers that keep others out.

A table that only this machine reaches has no PIN, and whoever sits at it may do everything. One
that others reach has a PIN for each role. A request that changes something is for the role TABLE,
unless its view says otherwise (`needs`).
"""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hmac import compare_digest
from threading import Lock
from typing import TypeVar

from flask import (
    Blueprint,
    Flask,
    Request,
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError
from werkzeug.wrappers import Response as AnyResponse

from scorer.remark import Remark

COOKIE = "hwatu"
MOST_BYTES = 1_000_000
"""Of a request's body; a view that takes more sets `request.max_content_length` itself."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
FREE_GUESSES = 5
"""Wrong PINs from one address before it has to wait."""
WAIT_S = 30.0
"""How long, doubled with each more."""
MOST_WAIT_S = 3600.0
ALL_GUESSES = 100
"""Wrong PINs from all addresses together before all have to wait: there are many addresses."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "media-src 'self' blob:; connect-src 'self'; font-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


FOR_TABLE = Remark("this is for who keeps the table: enter with the PIN for it")
FOR_PLAYERS = Remark("this is for who sits at the table")
"""What somebody with another role is told."""


class Role(StrEnum):
    """What somebody may do, the most first."""

    TABLE = "table"
    """Everything."""
    PLAYER = "player"
    """Say and correct what happens in the round."""
    VIEWER = "viewer"
    """Look on."""

    def may(self, needed: "Role") -> bool:
        """Whether this role is enough."""
        return list(Role).index(self) <= list(Role).index(needed)


@dataclass(slots=True)
class _Wrong:
    count: int = 0
    until_s: float = 0.0


@dataclass(slots=True)
class Guesses:
    """Wrong PINs by address: after a few, each makes the next wait longer."""

    clock: Callable[[], float] = time.monotonic
    _wrong: dict[str, _Wrong] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def wait_s(self, address: str) -> float:
        """How long this address has to wait before it may try again."""
        with self._lock:
            until = [self._wrong[each].until_s for each in (address, "") if each in self._wrong]
            return max(0.0, max(until, default=0.0) - self.clock())

    def wrong(self, address: str) -> None:
        """Counts a wrong PIN."""
        with self._lock:
            for each, free in ((address, FREE_GUESSES), ("", ALL_GUESSES)):
                one = self._wrong.setdefault(each, _Wrong())
                one.count += 1
                if one.count >= free:
                    wait_s = min(MOST_WAIT_S, WAIT_S * 2 ** min(20, one.count - free))
                    one.until_s = self.clock() + wait_s

    def right(self, address: str) -> None:
        """Forgets the wrong PINs of an address that knew the right one."""
        with self._lock:
            self._wrong.pop(address, None)


@dataclass(frozen=True, slots=True)
class Door:
    """Who is let in: by a PIN for each role, or everybody of this machine where there is none."""

    pins: Mapping[Role, str] = field(default_factory=dict)
    hosts: tuple[str, ...] = LOOPBACK
    """The names by which the table is called; empty for any."""
    guesses: Guesses = field(default_factory=Guesses)

    def role_of(self, pin: str) -> Role | None:
        """The role that a PIN opens; None for a wrong one."""
        found = None
        for role, right in self.pins.items():
            if compare_digest(pin.encode(), right.encode()):
                found = role
        return found


def new_pins() -> dict[Role, str]:
    """A new PIN for each role, all different."""
    found: dict[Role, str] = {}
    for role in Role:
        while role not in found:
            pin = f"{secrets.randbelow(10**6):06}"
            if pin not in found.values():
                found[role] = pin
    return found


blueprint = Blueprint("door", __name__)
csrf = CSRFProtect()
View = TypeVar("View", bound=Callable[..., object])


def needs(role: Role) -> Callable[[View], View]:
    """Marks a view as open to a role: `Role.PLAYER` may then send to it too."""

    def marked(view: View) -> View:
        view.needs = role  # type: ignore[attr-defined]
        return view

    return marked


def guard(app: Flask, door: Door) -> None:
    """Puts the door before every page of an app, and the headers on every answer."""
    app.config.update(
        SECRET_KEY=secrets.token_bytes(32),
        SESSION_COOKIE_NAME=COOKIE,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        TRUSTED_HOSTS=[f"[{each}]" if ":" in each else each for each in door.hosts] or None,
    )
    app.session_interface = _Sessions()
    app.extensions["door"] = door
    app.before_request(_refuse_nameless)
    csrf.init_app(app)
    app.register_blueprint(blueprint)
    app.before_request(_let_in)
    app.after_request(_with_headers)


class _Sessions(SecureCookieSessionInterface):
    """Cookies that hold as long as the program runs, also where the clock is set back meanwhile."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the browser's cookie holds; nothing where it is not of this program."""
        signer, kept = self.get_signing_serializer(app), request.cookies.get(COOKIE)
        try:
            return self.session_class(signer.loads(kept) if signer and kept else None)
        except BadSignature:
            return self.session_class()


def _refuse_nameless() -> None:
    """Ends a request with a form of which a field has no name, before its token is looked for."""
    if None in request.form:
        abort(400)


def _let_in() -> AnyResponse | None:
    """Nothing where the request may go on; else the door, or an error."""
    door: Door = current_app.extensions["door"]
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception  # called by another's name: there is no address to go to
    pin = str(session.get("pin", ""))
    g.role = door.role_of(pin) if door.pins else Role.TABLE
    if request.endpoint in ("static", "door.enter"):
        return None
    if g.role is None:
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return redirect(url_for("door.enter"))
        abort(401)
    view = current_app.view_functions.get(request.endpoint or "")
    reading = request.method in ("GET", "HEAD", "OPTIONS")
    needed = getattr(view, "needs", Role.VIEWER if reading else Role.TABLE)
    if not g.role.may(needed):
        abort(403, FOR_TABLE if needed is Role.TABLE else FOR_PLAYERS)
    return None


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint == "static":
        response.cache_control.no_cache = None
        response.cache_control.max_age = 3600
    else:
        response.headers.setdefault("Cache-Control", "no-store")
    return response


@blueprint.get("/door")
@blueprint.post("/door")
def enter() -> tuple[str, int] | AnyResponse:
    """The page that asks for the PIN; with the right one, the table."""
    door: Door = current_app.extensions["door"]
    address = request.remote_addr or ""
    if request.method == "GET":
        return render_template("door.html", pin=request.args.get("pin", "")[:20]), 200
    wait_s = door.guesses.wait_s(address)
    if wait_s:
        return render_template("door.html", wait_s=round(wait_s) or 1), 429
    pin = request.form.get("pin", "")[:20].replace(" ", "")
    if door.role_of(pin) is None:
        door.guesses.wrong(address)
        return render_template("door.html", wrong=True), 403
    door.guesses.right(address)
    session["pin"] = pin
    return redirect("/")
