"""Words: every sentence and term that a page can show stands in Korean and in French too."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args, get_origin

import pytest
from jinja2 import Environment, nodes
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import HTTP_STATUS_CODES

from scorer.cards import FACES
from scorer.combinations import COMBINATIONS
from scorer.house_rules import CONVERTIBLES, RULES
from scorer.ledger import Kind as LedgerKind
from scorer.presets import preset, presets
from scorer.rows import SECTIONS
from scorer.table import EndKind
from webui.app import PAGES
from webui.live.breach_words import BREACHES
from webui.live.pages import ATTENTIONS
from webui.setup.camera import FOUND_BY
from webui.setup.pages import STEPS
from webui.store import database
from webui.store.event_store import EVENING_CHANGED, ROUND_CHANGED
from webui.store.recovery import ALL_THERE, SOME_LOST
from webui.words import LANGUAGES, chosen, word, words

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "webui" / "templates").glob("*.html"))
MODULES = sorted(each for package in ("webui", "vision") for each in (ROOT / package).rglob("*.py"))
ASKED = {
    *("_", "said", "word", "words.said", "words.word", "BadDraft", "BadSource", "BadFilm"),
    *("BadAmount", "StoreError", "Remark"),
}
"""What looks a word up."""
EVENTS = (
    *("match", "no_match", "ppuk", "ppuk_capture", "own_ppuk_capture", "ttadak", "chok", "sweep"),
    *("bomb", "heundeum", "joker", "go", "stop", "chongtong", "nagari"),
    *("first_ppuk", "next_ppuk", "first_chok", "first_quad", "boar"),
)

ERRORS = (400, 401, 403, 404, 405, 409, 413, 429, 500, 503)
"""Statuses whose names stand on a page."""


def template_keys(path: Path) -> Iterator[str]:
    tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "_" and call.args:
            yield from _written(call.args[0])


def _written(node: nodes.Node) -> Iterator[str]:
    """The texts that an expression of a template may be, as far as they stand in it."""
    match node:
        case nodes.Const(value=str(text)):
            yield text
        case nodes.Getitem(node=nodes.Dict(items=pairs)):
            for pair in pairs:
                yield from _written(pair.value)
        case nodes.CondExpr(expr1=one, expr2=other):
            yield from _written(one)
            yield from _written(other) if other else ()


def module_keys(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKED and node.args:
            yield from _texts(node.args[0])
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Finding":
            for arg in node.args:
                yield from (text for text in _texts(arg) if text not in ("ok", "warn", "fail"))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as they stand in it."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
        case ast.BoolOp():
            for each in node.values:
                yield from _texts(each)


def term_keys() -> Iterator[str]:
    """What is looked up by the names that the rules give things."""
    yield from (each.name for each in COMBINATIONS)
    yield from get_args(EndKind)
    yield from get_args(LedgerKind)
    yield from EVENTS
    yield from FACES
    for path in (ROOT / "scorer").glob("*.py"):
        yield from re.findall(r'Step\(\s*"(\w+)"', path.read_text("utf-8"))
    yield from ("bright", "animal", "ribbon", "junk")


def rule_keys() -> Iterator[str]:
    """What the form of the house rules says."""
    yield from SECTIONS.values()
    yield from CONVERTIBLES
    for name in presets():
        yield from (preset(name).says, f"preset {name}")
    for name, rule in RULES.items():
        yield rule.metadata["says"]
        if get_origin(rule.type) is not None and name not in ("jokers", "deal"):
            yield from (f"{name}={value}" for value in get_args(rule.type))


def page_keys() -> Iterator[str]:
    """Keys that stand in tables of the code."""
    yield from (name for _, name in PAGES)
    yield from STEPS.values()
    yield from FOUND_BY.values()
    yield from ATTENTIONS.values()
    yield from BREACHES
    yield from (*database.WORDS.values(), *database.STATES.values())
    yield from (ROUND_CHANGED, EVENING_CHANGED, ALL_THERE, SOME_LOST)
    yield from (HTTP_STATUS_CODES[status] for status in ERRORS)


def all_keys() -> dict[str, str]:
    """Every key, and where it is from."""
    found: dict[str, str] = {}
    for path in TEMPLATES:
        found |= dict.fromkeys(template_keys(path), path.name)
    for path in MODULES:
        found |= dict.fromkeys(module_keys(path), path.name)
    for name, keys in (("terms", term_keys()), ("rules", rule_keys()), ("pages", page_keys())):
        found |= dict.fromkeys(keys, name)
    return found


@pytest.mark.parametrize("language", ["ko", "fr"])
def test_every_key_is_translated(language: str) -> None:
    known = words(language)
    assert {key: place for key, place in all_keys().items() if key not in known} == {}


def test_code_names_have_english_words() -> None:
    plain = words("en")
    names = [
        key
        for key in (*term_keys(), *rule_keys())
        if re.search(r"_|^\w+=|^\d\d-\w+$|^preset ", key)
    ]
    assert [key for key in names if key not in plain] == []


@pytest.mark.parametrize("language", ["ko", "fr"])
def test_a_translation_takes_the_values_of_its_key(language: str) -> None:
    def values(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    known = words(language)
    assert [key for key, text in known.items() if not values(text) <= values(key)] == []
    assert all(text.strip() for text in known.values())


def test_the_files_know_the_same_keys_and_none_that_nobody_asks_for() -> None:
    assert words("ko").keys() == words("fr").keys()
    assert words("en").keys() <= words("ko").keys()
    assert words("ko").keys() - all_keys().keys() == set()


def test_korean_terms_are_in_hangul() -> None:
    shown = [word(key, "ko") for key in term_keys()]
    assert [text for text in shown if not re.search("[가-힣]", text)] == []


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, [], "en"),
        ("ko", [("fr", 1.0)], "ko"),
        ("xx", [("fr-CA", 1.0)], "fr"),
        (None, [("de", 1.0), ("ko-KR", 0.5)], "ko"),
        (None, [("de", 1.0)], "en"),
    ],
)
def test_a_choice_comes_before_what_the_browser_prefers(
    cookie: str | None, accepted: list[tuple[str, float]], language: str
) -> None:
    assert chosen(cookie, LanguageAccept(accepted)) == language
    assert language in LANGUAGES


def test_a_word_that_nobody_knows_is_its_key() -> None:
    assert word("no such {thing}", "ko", thing="word") == "no such word"
    assert word("kwang_bak", "xx") == "kwang-bak"
