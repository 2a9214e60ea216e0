"""What the rules say against a turn, in the language of the page."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from scorer.verify import _DUE, _WANTED
from webui.live.breach_words import BREACHES, breach_words

SCORER = Path(__file__).parents[3] / "scorer"
NAMES = ("Ann", "Bea", "Cho")
FACES = ("01-junk 02-junk",)
PUT_IN: dict[str, tuple[str, ...]] = {
    "position.to_act + 1": ("2",),
    "position.mover + 1": ("2",),
    "position.showing": ("02",),
    "action.month": ("02",),
    "_DUE[position.phase]": tuple(_DUE.values()),
    "kind": ("", ", on a triple shown before", ", on one not shown"),
    "asked": ("nothing", "one of 01-junk 01-ribbon", "one of 01-junk and one of 02-junk 02-ribbon"),
    "_named(turn.takes) or 'nothing'": ("nothing", "01-junk"),
    "_named(turn.flipped) or 'none'": ("none", "01-junk"),
}
"""What may stand for an expression in a line of the rules; faces for any other."""


def lines_of_the_rules() -> Iterator[str]:
    """Every line with which the rules refuse a turn, with something put in."""
    for node in ast.walk(ast.parse((SCORER / "verify.py").read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "IllegalTurn":
            yield from _put_in(node.args[0])
    for node in ast.walk(ast.parse((SCORER / "turns.py").read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name == "joker_refused":
            returned = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
            yield from (line for each in returned if each for line in _put_in(each) if line)


def _put_in(said: ast.expr) -> Iterator[str]:
    match said:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Subscript():
            yield from _WANTED.values()
        case ast.JoinedStr(values=values):
            parts = [
                PUT_IN.get(ast.unparse(each.value), FACES)
                if isinstance(each, ast.FormattedValue)
                else (str(ast.literal_eval(each)),)
                for each in values
            ]
            yield from map("".join, product(*parts))


LINES = sorted(set(lines_of_the_rules()) - {"to choose is nothing, not nothing"})


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_rules_has_words(app: Flask, line: str) -> None:
    assert line not in spoken(app, "ko", line)


def test_no_line_has_words_that_the_rules_do_not_say(app: Flask) -> None:
    known = [re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(key))) for key in BREACHES]
    assert [key.pattern for key in known if not any(map(key.fullmatch, LINES))] == []


@pytest.mark.parametrize(
    ("language", "line", "says"),
    [
        ("en", "junk goes to seat 2, whose turn it is", "junk goes to Bea, whose turn it is"),
        ("fr", "the hand does not hold 01-bright", "lumière de janvier, la grue"),
        ("ko", "a triple of 02 cannot be shown now", "지금은 2월 세 장을 흔들 수 없습니다"),
        ("ko", "to choose is one of 01-junk 01-ribbon, not nothing", "골라야 합니다"),
        ("fr", "junk goes to seat 9, whose turn it is", "junk goes to seat 9, whose turn it is"),
        ("ko", "something new", "something new"),
    ],
)
def test_a_line_in_a_language(app: Flask, language: str, line: str, says: str) -> None:
    assert says in spoken(app, language, line)


@pytest.fixture
def app() -> Flask:
    return Flask("spoken")


def spoken(app: Flask, language: str, line: str) -> str:
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        return breach_words(line, NAMES)
