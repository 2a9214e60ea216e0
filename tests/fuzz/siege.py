"""A dashboard under hostile requests, and what must hold after each of them.

- It answers, in time, with no 5xx; a page is whole, JSON is JSON, an error is one line.
- A request that is refused has written nothing; who may not write, writes nothing.
- The log only grows, can always be folded, and every page of it can still be shown.
- Nothing outside of the data folder is read or written, and nothing of it comes back.
"""

import json
import sqlite3
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from tests.conftest import write_film
from tests.fuzz.hostile import Lot
from tests.fuzz.limits import LIMIT_S, in_time
from tests.fuzz.routes import POT, Thrower
from tests.fuzz.watch import strayed, watched
from tests.fuzz.wire import Answer, Sent, asked
from tests.webui.reviews.test_pages import found, round_won
from webui.app import create_app
from webui.evening.events import Opened
from webui.evening.log import folded
from webui.live.table import LiveTable
from webui.recordings.demo import SETUP
from webui.reviews.jobs import Jobs
from webui.reviews.pages import studies
from webui.security import Door, Role
from webui.store.event_store import Store

PINS = {Role.TABLE: "111111", Role.PLAYER: "222222", Role.VIEWER: "333333"}
SECRET = "4f6e6c79206f757473696465"
ALIKE = 2
"""So many pages of a route are looked at to learn what they offer."""
STORES = ("games.db", "studies.db")
MAY_CHANGE = ("table", "player")
SEEN = (
    *("/", "/ledger/1", "/statistics/", "/snapshot.json", "/ledger/1/evening.json"),
    *("/ledger/1/evening.csv", "/review/demo", "/setup/rules", "/setup/people"),
)
"""Pages that must be shown whatever was accepted."""


class Broken(AssertionError):
    """Something that must hold does not."""


@dataclass(slots=True)
class Camera:
    """Stands for the camera's thread: watches nothing."""

    asked: list[str] = field(default_factory=list)

    def watch(self, source: str) -> None:
        """Notes what was to be watched."""
        self.asked.append(source)


@dataclass(slots=True)
class Blind:
    """Stands for the detector, which is slow: sees no card."""

    def detect(self, picture: Any) -> tuple[()]:
        """Nothing."""
        return ()


def _no_process(jobs: Jobs, name: str, task: Any) -> dict[str, Any]:
    """Stands for a review's process: none is started."""
    return {"fault": f"{name}: not reviewed here"}


@dataclass(slots=True)
class Siege:
    """The app and who asks it."""

    app: Flask
    table: LiveTable
    base: Path
    thrower: Thrower
    cookies: dict[str, str]
    rows: dict[str, list[Any]] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest_ms: dict[str, float] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.base / "data"

    def look_around(self) -> None:
        """Learns what the pages offer to somebody who may do everything."""
        left, seen = list(SEEN), Counter[str]()
        while left:
            path = left.pop(0)
            rule = self.thrower.rule_of(path)
            if rule is not None and seen[rule.rule] < ALIKE:
                seen[rule.rule] += 1
                answer = self._asked(Sent("GET", path, headers={"Accept": "text/html"}), "table")
                if answer.kind == "text/html" and answer.status == 200:
                    left += self.thrower.learn(answer.body.decode(), path).paths

    def throw(self, lot: Lot) -> None:
        """One request, and everything that must hold after it.

        Raises:
            Broken: something does not hold; the message has the requests before it.
        """
        state = self.table.state
        if state is None or state.closed or not state.rounds:
            begin(self.table)
            self.rows = rows_of(self.data)
        role = lot.choices(("table", "player", "viewer", "nobody", "forged"), (14, 3, 1, 1, 1))[0]
        csrf = lot.often(0.06)
        rule, sent = self.thrower.request(lot)
        self.history = [*self.history[-7:], f"{role}{' csrf' if csrf else ''}: {sent}"]
        try:
            answer = self._asked(sent, role, csrf)
            self._hold(answer, sent, role, csrf)
        except Broken:
            raise
        except Exception as error:
            raise Broken(self._told(f"raised {error!r}\n{traceback.format_exc()}")) from error
        name = str(rule.rule)
        self.outcomes[name, f"{answer.status // 100}xx"] += 1
        self.slowest_ms[name] = max(answer.ms, self.slowest_ms.get(name, 0.0))

    def _asked(self, sent: Sent, role: str, csrf: bool = False) -> Answer:
        self.app.config["WTF_CSRF_ENABLED"] = csrf
        with in_time(f"{sent}"), watched() as done:
            answer = asked(self.app, sent, self.cookies[role])
        outside = strayed(done, self.data)
        if outside:
            raise Broken(self._told(f"outside of the data folder: {outside}"))
        return answer

    def _hold(self, answer: Answer, sent: Sent, role: str, csrf: bool) -> None:
        if answer.status >= 500:
            raise Broken(self._told(f"{answer.status}: {answer.body[:500]!r}"))
        if answer.ms > 1000 * LIMIT_S:
            raise Broken(self._told(f"took {answer.ms:.0f} ms"))
        self._well_formed(answer, sent.path)
        before, self.rows = self.rows, rows_of(self.data)
        if before == self.rows:
            return
        unsafe = sent.method in ("POST", "PUT", "PATCH", "DELETE")
        if any(self.rows.get(name, [])[: len(rows)] != rows for name, rows in before.items()):
            raise Broken(self._told("an event that was written has changed"))
        if answer.status >= 400 or answer.flashed or not unsafe or csrf or role not in MAY_CHANGE:
            raise Broken(
                self._told(
                    f"{answer.status}, and yet something was written: {_new(before, self.rows)}"
                )
            )
        self._still_shown()

    def _well_formed(self, answer: Answer, path: str) -> None:
        if SECRET.encode() in answer.body:
            raise Broken(self._told("the content of a file outside came back"))
        if any("\n" in value or "\r" in value for _, value in answer.headers):
            raise Broken(self._told(f"a header of two lines: {answer.headers}"))
        if answer.kind == "application/json" and answer.body:
            told = json.loads(answer.body, parse_constant=_no_constant)
            if answer.status >= 400 and "evening.json" not in self.history[-1]:
                says = told.get("error")
                if (
                    not isinstance(says, str)
                    or not says
                    or len(says.splitlines()) > 1
                    or len(says) > 1500
                ):
                    raise Broken(self._told(f"no line for a person: {says!r:.600}"))
        elif answer.kind == "text/html" and answer.body:
            page = answer.body.decode("utf-8")
            if self.thrower.learn(page, path).marked:
                raise Broken(self._told("a text became an element of the page"))
            if (
                "<html" in page
                and answer.status // 100 != 3
                and not page.rstrip().endswith("</html>")
            ):
                raise Broken(self._told("half a page"))

    def _still_shown(self) -> None:
        """After a change: every evening can be folded, every page shown."""
        for listed in self.table.store.evenings():
            folded(self.table.store.events(listed.evening))
        for path in SEEN:
            answer = self._asked(Sent("GET", path, headers={"Accept": "text/html"}), "table")
            if answer.status >= 400:
                raise Broken(
                    self._told(f"and then {path} is {answer.status}: {answer.body[:300]!r}")
                )
            self._well_formed(answer, path)

    def _told(self, says: str) -> str:
        return "\n".join([says, "after:", *self.history])


@contextmanager
def besieged(base: Path) -> Iterator[Siege]:
    """A dashboard with an evening under way, a study, a film, a wizard's draft, and three PINs."""
    data, outside = base / "data", base / "outside"
    outside.mkdir(parents=True)
    (outside / "secret").write_text(SECRET)
    write_film(outside / "secret.mp4", [0.0, 0.1])
    film = write_film(_folder(data / "recordings") / "game.mp4", [k / 10 for k in range(12)])
    table = LiveTable(Store(data / "games.db"), data)
    begin(table)
    app = create_app(table, Door(PINS, ("localhost",)))
    app.testing = True
    app.extensions["camera"] = Camera()
    cookies = _cookies(app)
    _draft(data)
    before = _tree(base, data)
    stands: list[Any] = [
        patch(f"webui.{name}.detector", lambda *_: Blind()) for name in _WITH_DETECTOR
    ]
    stands.append(patch("webui.recordings.films.VIDEO", film))  # the demo's own is large
    with app.app_context():
        kept = studies()
    try:
        with patch.object(Jobs, "_followed", _no_process):
            for each in stands:
                each.start()
            agreed = Opened("demo", ("Ann", "Bea"), {"preset": "matgo", "threshold": 3}, "Ann")
            kept.keep("demo", agreed, found(round_won("Ann"), round_won("Bea")))
            siege = Siege(app, table, base, Thrower(app), cookies)
            siege.look_around()
            siege.rows = rows_of(data)
            yield siege
            if _tree(base, data) != before:
                raise Broken(
                    f"the files outside of the data folder: {before} -> {_tree(base, data)}"
                )
    finally:
        for each in stands:
            each.stop()
        kept.close()
        if "desk" in app.extensions:
            app.extensions["desk"].preview.close()
        table.close()
        table.store.close()


_WITH_DETECTOR = ("setup.pages", "setup.camera", "setup.steps", "setup.pictures")


def begin(table: LiveTable) -> None:
    """A new evening for three, a round of it under way."""
    rules = {"preset": "gostop-3p", "threshold": 3}
    table.open(Opened("Friday", ("Ann", "Bea", "Cho"), rules, "Ann"), "test")
    table.do({"do": "deal", "pot": " ".join(POT.split()[:6])}, "Ann")
    table.do({"do": "act", "text": "01-bright / 05-junk"}, "Ann")


def rows_of(data: Path) -> dict[str, list[Any]]:
    """Every row of every store, read past the program."""
    found = {}
    for name in STORES:
        if (data / name).exists():
            with closing(sqlite3.connect(data / name)) as connection:
                found[name] = connection.execute("SELECT * FROM events ORDER BY number").fetchall()
    return found


def _new(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> list[Any]:
    return [row for name, rows in after.items() for row in rows[len(before.get(name, [])) :]]


def _cookies(app: Flask) -> dict[str, str]:
    """The cookie of each role, and one signed by somebody else."""
    found = {"nobody": ""}
    for role, pin in PINS.items():
        app.config["WTF_CSRF_ENABLED"] = False
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = asked(app, Sent("POST", "/door", headers=form, body=f"pin={pin}".encode()))
        found[str(role)] = answer.header("Set-Cookie").partition(";")[0]
    other = Flask("other")
    other.secret_key = "guessed"
    signer = SecureCookieSessionInterface().get_signing_serializer(other)
    assert signer is not None
    found["forged"] = f"hwatu={signer.dumps({'pin': PINS[Role.TABLE]})}"
    return found


def _draft(data: Path) -> None:
    setup = json.loads(SETUP.read_text("utf-8"))
    told = {
        "source": "file:game.mp4",
        "people": ["A", "B"],
        "per_point": "1",
        "rules": {"preset": "matgo"},
        "setup": setup,
    }
    (data / "wizard.json").write_text(json.dumps(told))
    table = cv2.imread(str(SETUP.parent / "table.jpg"), cv2.IMREAD_REDUCED_COLOR_4)
    assert table is not None
    cv2.imwrite(str(data / "wizard.jpg"), table)


def _folder(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def _tree(base: Path, data: Path) -> dict[str, int]:
    return {
        str(each): each.stat().st_size
        for each in base.rglob("*")
        if each.is_file() and not each.is_relative_to(data)
    }


def _no_constant(name: str) -> Any:
    raise Broken(f"{name} is no JSON")
