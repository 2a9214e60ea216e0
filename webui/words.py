"""The words of the pages in English, Korean and French.

The key of a sentence is the sentence in English; the key of a term of the game is its code name
(`kwang_bak`), which the files say in each language as its players do.

>>> word("kwang_bak", "ko")
'광박'
>>> word("{name} plays", "fr", name="Ann")
'Ann joue'
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Flask, has_request_context, request
from werkzeug.datastructures import LanguageAccept

from scorer.remark import Remark, Told, with_names

LANGUAGES = {"en": "English", "ko": "한국어", "fr": "Français"}
"""Each language in its own words; the first where nobody asks for another."""
DEFAULT = "en"
COOKIE = "language"


def word(key: str, language: str = DEFAULT, /, **values: object) -> str:
    """The word or sentence in a language, with the values put in; the key where it is not known."""
    text = words(language).get(key) or words(DEFAULT).get(key, key)
    return text.format(**values) if values else text


@cache
def words(language: str) -> dict[str, str]:
    """Every word of a language by its key; none for a language that has no file."""
    if language not in LANGUAGES:
        return {}
    path = files("webui").joinpath("word_files", f"{language}.json")
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def chosen(cookie: str | None, accepted: LanguageAccept) -> str:
    """The language a browser is answered in: what was chosen on the page, else what it prefers."""
    if cookie in LANGUAGES:
        return str(cookie)
    return accepted.best_match(LANGUAGES, DEFAULT) or DEFAULT


def current() -> str:
    """The language of the request that is being answered."""
    if not has_request_context():
        return DEFAULT
    return chosen(request.cookies.get(COOKIE), request.accept_languages)


def said(key: str, /, **values: object) -> str:
    """`word` in the language of the request; `_` in templates."""
    return word(key, current(), **values)


def line_of(error: Exception) -> str:
    """The line of an error, a `Remark` where it has words."""
    return error.line if isinstance(error, Told) else str(error)


def said_line(line: str, names: Sequence[str] = ()) -> str:
    """A line in the language of the request, where it has words; `names` of who sits where."""
    line = with_names(line, names)
    if not isinstance(line, Remark):
        return said(line)
    return said(line.key, **{name: _said_value(value) for name, value in line.values.items()})


def _said_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return ", ".join(map(said_line, value))
    return said_line(value) if isinstance(value, Remark) else value


def told(error: Exception) -> str:
    """The line of an error, in the language of the request where it has words."""
    return said_line(line_of(error))


def use(app: Flask) -> None:
    """Gives the templates of an app `_`, `said_line`, `language` and `LANGUAGES`."""
    app.jinja_env.filters["said_line"] = said_line
    app.jinja_env.globals.update(_=said, language=current, LANGUAGES=LANGUAGES)
