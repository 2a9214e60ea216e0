"""The words of the pages in English, Korean and French.

The key of a sentence is the sentence in English; the key of a term of the game is its code name
(`kwang_bak`), which the files say in each language as its players do.

>>> word("kwang_bak", "ko")
'광박'
>>> word("{name} plays", "fr", name="Ann")
'Ann joue'
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Flask, has_request_context, request
from werkzeug.datastructures import LanguageAccept

from vision.remark import Remark

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


class Told(ValueError):
    """An error whose line can be told in every language: a key of words, and its values."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(word(key, **values))
        self.key, self.values = key, values


def line_of(error: Exception) -> str:
    """The line of an error, a `Remark` where it has words."""
    if isinstance(error, Told):
        return Remark(error.key, **error.values)
    return error.args[0] if error.args and isinstance(error.args[0], Remark) else str(error)


def said_line(line: str) -> str:
    """A line in the language of the request, where it has words."""
    if not isinstance(line, Remark):
        return said(line)
    values = line.values.items()
    parts = {name: said_line(part) if isinstance(part, Remark) else part for name, part in values}
    return said(line.key, **parts)


def kept_line(line: str) -> dict[str, Any]:
    """A line as JSON values that keep its words."""
    if not isinstance(line, Remark):
        return {"key": line, "values": {}}
    values = line.values.items()
    parts = {name: kept_line(part) if isinstance(part, Remark) else part for name, part in values}
    return {"key": line.key, "values": parts}


def line_kept(kept: Mapping[str, Any]) -> Remark:
    """The line that was kept so.

    >>> line_kept(kept_line(Remark("round {number}", number=2))).values
    {'number': 2}

    Raises:
        KeyError, TypeError, AttributeError: what is given is no line that was kept.
    """
    values = kept["values"].items()
    parts = {name: line_kept(part) if isinstance(part, dict) else part for name, part in values}
    return Remark(kept["key"], **parts)


def told(error: Exception) -> str:
    """The line of an error, in the language of the request where it has words."""
    return said_line(line_of(error))


def use(app: Flask) -> None:
    """Gives the templates of an app `_`, `said_line`, `language` and `LANGUAGES`."""
    app.jinja_env.filters["said_line"] = said_line
    app.jinja_env.globals.update(_=said, language=current, LANGUAGES=LANGUAGES)
