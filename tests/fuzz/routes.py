"""Every route of the dashboard, taken from the app itself, and hostile requests to it.

Names of fields and commands are gathered from the pages that the app shows, so that a new form or
button is thrown at without being named here.
"""

import json
import re
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect, Rule

from scorer.cards import FACES
from scorer.presets import presets
from tests.fuzz.hostile import Lot
from tests.fuzz.pages import Form, Offered, offered
from tests.fuzz.wire import Sent, quoted
from webui.evening.commands import COMMANDS

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "get", "X")
TURNS = (
    *("01-bright / 05-junk", "02-junk / 04-junk", "05-junk / 07-junk", "go", "stop", "stop"),
    *("04-junk / 05-junk", "08-bright / 09-junk", "01-bright / 03-bright", "pass /", "/ 09-animal"),
)
POT = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon 02-junk 07-junk"
USUAL: dict[str, tuple[Any, ...]] = {
    "do": (*COMMANDS, "save", "find", "measure", "template", "preset", "look", "change", "deal", "act"),
    "round": (1, 2, 3, "1", "2"),
    "turn": (0, 1, 2, 3, "1"),
    "text": TURNS,
    "pot": (POT, POT.rpartition(" 02")[0], POT.split()),
    "card": tuple(FACES),
    "old": tuple(FACES),
    "new": tuple(FACES),
    "picked": ("01-junk", "01-junk 05-junk", POT),
    "to": ("pot", "Ann", "Bea"),
    "seat": ("Ann", "Bea", "Cho"),
    "dealer": ("Ann", "Bea", "Cho"),
    "month": (1, 3, 11, "12"),
    "accept": (True, False),
    "people": (["Ann", "Bea"], ["Ann", "Bea", "Cho", "Dan"], ["Cho", "Ann", "Bea"]),
    "waiting": ([], ["Cho"]),
    "rules": ({"preset": "matgo"}, {"preset": "gostop-3p", "threshold": 3}, "matgo", ""),
    "preset": tuple(presets()),
    "per_point": (1, 100, "0.5", "0"),
    "transfers": ({"Ann": 1, "Bea": -1}, {"Ann": 5, "Bea": -5}),
    "cards": ("01-bright 03-bright",),
    "seller": ("Cho", "Dan"),
    "source": ("hand", "demo", "file:game.mp4", "other", "7"),
    "address": ("http://127.0.0.1:9/x", "rtsp://127.0.0.1:9/"),
    "corners": ("200 100, 1700 100, 1700 1000, 200 1000", "0 0, 1 0, 1 1, 0 1"),
    "width": ("900", "600"),
    "height": ("600", "400"),
    "person": ("Ann", "Bea", "Cho"),
    "names": ("Ann, Bea", "A, B, C"),
    "setup": ("", "demo", "camera-0"),
    "into": ("own", "live"),
    "name": ("game.mp4", "x.webm"),
    "t": ("0", "3.5"),
    "begins": ("card", "bomb", "flip"),
    "language": ("ko", "fr", "en"),
    "theme": ("dark", "auto"),
    "parts": ("",),
    "again": ("1",),
    "gets.Ann": ("3", "-3"),
    "gets.Bea": ("-3", "3"),
}  # fmt: skip
NAMES = (
    *(
        "demo",
        "game.mp4",
        "camera",
        "table",
        "people",
        "zones",
        "rules",
        "checks",
        "picture",
        "start",
    ),
    *("table.css", "htmx.min.js", "cards/back.svg", "csv", "json", "nothing.mp4"),
)
INTS = (
    "0",
    "1",
    "1",
    "1",
    "2",
    "2",
    "3",
    "4",
    "17",
    f"{2**31}",
    f"{2**63}",
    f"{2**64}",
    "9" * 5000,
)
HEADERS = (
    ("Accept", ("text/html", "application/json", "*/*", "", "x" * 9000, "text/html;q=nan")),
    ("Accept-Language", ("ko", "fr;q=2", "xx-YY;q=-1, *", "en" * 5000, "\ud800")),
    ("Range", ("bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1,2-2", "x", f"bytes={2**70}-")),
    ("If-None-Match", ('"x"', "W/", "*")),
    ("If-Modified-Since", ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "9" * 400)),
    ("Host", ("evil.example", "localhost:99999", "[::1", "", "127.0.0.1")),
    ("Origin", ("http://evil.example", "null")),
    ("Referer", ("http://evil.example/", "x")),
    ("X-Forwarded-For", ("1.2.3.4",)),
    ("X-HTTP-Method-Override", ("DELETE",)),
    ("Content-Encoding", ("gzip", "br")),
    ("Transfer-Encoding", ("chunked",)),
    ("X-CSRFToken", ("x", "")),
    ("Cookie", ("language=xx; theme=<x>", "hwatu=x.y.z", "hwatu=", ";;;===", "a" * 9000)),
    ("Content-Length", ("-1", "x", "99999999999", "")),
)  # fmt: skip
IN_JSON = ("/do",)
"""Routes that take JSON where the others take forms."""
MOST_KEPT = 60
OFTEN = 5
"""Times as often as a page, a request that may change something."""
CONVERTED = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>")


class Thrower:
    """Draws requests to the routes of an app."""

    def __init__(self, app: Flask) -> None:
        self.rules: list[Rule] = sorted(app.url_map.iter_rules(), key=lambda each: each.rule)
        self.weights = [OFTEN if "POST" in (each.methods or ()) else 1 for each in self.rules]
        self.matching = app.url_map.bind("localhost")
        self.fields: dict[str, list[Any]] = {key: list(values) for key, values in USUAL.items()}
        self.paths: dict[str, list[str]] = {}
        """Addresses that the pages show, by their route."""
        self.forms: dict[str, list[Form]] = {}
        """Forms that the pages show, by where they are sent to."""
        self.commands: list[dict[str, Any]] = []

    def learn(self, page: str, path: str) -> Offered:
        """What a page at a path offers is thrown from now on too."""
        found = offered(page)
        for form in found.forms:
            for name, value in form.fields:
                _keep(self.fields.setdefault(name, []), value)
            _keep(self.forms.setdefault(form.action or path, []), form)
        for each in (*found.paths, path):
            rule = self.rule_of(each)
            if rule is not None:
                _keep(self.paths.setdefault(rule.rule, []), each)
        for command in found.commands:
            _keep(self.commands, command)
        return found

    def rule_of(self, path: str) -> Rule | None:
        """The route of a path; None where there is none to read from."""
        with suppress(NotFound, MethodNotAllowed, RequestRedirect):
            return self.matching.match(path, return_rule=True)[0]
        return None

    def request(self, lot: Lot) -> tuple[Rule, Sent]:
        """The route, and a request that is more or less to it."""
        rule = lot.choices(self.rules, self.weights)[0]
        own = [each for each in ("POST", "GET") if each in (rule.methods or ())]
        method = lot.choice(METHODS) if lot.often(0.15) else lot.choice(own)
        path = self._path(rule, lot)
        query = self._query(lot) if lot.often(0.35) else ""
        sent = Sent(method, path, query)
        if method not in ("GET", "HEAD", "OPTIONS") or lot.often(0.03):
            sent = self._with_body(sent, lot)
        if lot.often(0.25):
            headers = dict(sent.headers)
            for name, values in lot.sample(HEADERS, lot.choice((1, 1, 2, 4))):
                headers[name] = lot.choice(values)
            sent = replace(sent, headers=headers)
        return rule, sent

    def _path(self, rule: Rule, lot: Lot) -> str:
        def value(found: "re.Match[str]") -> str:
            kind = found.group(1) or "string"
            if lot.often(0.2):
                return quoted(lot.text()[:9000])
            if kind == "int":
                return lot.choice(INTS)
            return "/".join(map(quoted, lot.choice(NAMES).split("/")))

        shown = self.paths.get(rule.rule)
        path = lot.choice(shown) if shown and lot.often(0.6) else CONVERTED.sub(value, rule.rule)
        if lot.often(0.05):
            path = lot.choice((f"{path}/", f"/{path}", f"{path}%00", f"{path}/..", f"{path}%ff%fe"))
        return path

    def _query(self, lot: Lot) -> str:
        if lot.often(0.1):
            return lot.choice(("&&&==", "a=%ff%00", "%", "a[]=1&a[]=2", "=" * 3000, "x=1;y=2"))
        return self._encoded(self._some(lot, lot.randrange(1, 4)))

    def _some(self, lot: Lot, count: int) -> list[tuple[str, str]]:
        keys = lot.choices(list(self.fields), k=count)
        return [(key, _plain(self._value(key, lot))) for key in keys]

    def _value(self, key: str, lot: Lot) -> Any:
        known = self.fields.get(key)
        return lot.choice(known) if known and lot.often(0.7) else lot.text()

    def _encoded(self, pairs: list[tuple[str, str]]) -> str:
        return urlencode([(_raw(key), _raw(value)) for key, value in pairs])

    def command(self, lot: Lot) -> dict[str, Any]:
        """A command as the pages send it, whole or with a slip."""
        if self.commands and lot.often(0.5):
            whole = dict(lot.choice(self.commands))
        else:
            keys = lot.sample(list(USUAL), lot.randrange(1, 7))
            whole = {
                "do": lot.choice(list(COMMANDS)),
                **{key: lot.choice(USUAL[key]) for key in keys if key != "do"},
            }
        return lot.slipped(whole) if lot.often(0.4) else whole

    def _with_body(self, sent: Sent, lot: Lot) -> Sent:
        kind, body = "", b""
        kinds = ("json", "form", "multipart", "film", "bytes", "huge", "none")
        shares = (70, 8, 4, 2, 10, 2, 4) if sent.path in IN_JSON else (8, 65, 8, 4, 6, 2, 7)
        match lot.choices(kinds, shares)[0]:
            case "json":
                value = self.command(lot) if lot.often(0.85) else lot.json()
                kind, body = "application/json", lot.json_text(value)
            case "form":
                told = self._form(sent.path, lot)
                kind, body = "application/x-www-form-urlencoded", self._encoded(told).encode()
            case "multipart":
                kind, body = self._multipart(lot)
            case "film":
                kind, body = "video/mp4", lot.spoilt(b"\0\0\0\x18ftypmp42" + lot.randbytes(500))
            case "bytes":
                kind, body = "application/json", lot.rubbish()
            case "huge":
                kind, body = "application/x-www-form-urlencoded", b"text=" + b"x" * 2_000_000
        if lot.often(0.1):
            kind = lot.choice(
                (
                    "text/plain",
                    "application/json; charset=utf-7",
                    "",
                    "x",
                    "multipart/form-data",
                    "text/html",
                )
            )
        return replace(sent, headers={**sent.headers, "Content-Type": kind}, body=body)

    def _form(self, path: str, lot: Lot) -> list[tuple[str, str]]:
        """What a form of the page says, or a command as a form, with or without a slip."""
        forms = self.forms.get(path)
        if forms and lot.often(0.6):
            told = list(lot.choice(forms).fields)
            for _ in range(lot.choice((0, 0, 1, 2))):
                at = lot.randrange(len(told) + 1)
                told[at : at + 1] = self._some(lot, 1)
            return told
        found = self.command(lot)
        told = (
            [(str(key), _plain(value)) for key, value in found.items()]
            if isinstance(found, dict)
            else []
        )
        return [*told, *self._some(lot, lot.randrange(4))]

    def _multipart(self, lot: Lot) -> tuple[str, bytes]:
        border = lot.choice(("xx", "xx", "", "x" * 300, '"'))
        parts = b"".join(
            b'--xx\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n'
            % (_raw(key), _raw(value))
            for key, value in self._some(lot, 4)
        )
        body = parts + b"--xx--\r\n"
        return f"multipart/form-data; boundary={border}", lot.spoilt(body) if lot.often(
            0.6
        ) else body


def _keep(known: list[Any], new: Any) -> None:
    if new not in known:
        known.append(new)
        del known[:-MOST_KEPT]


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
