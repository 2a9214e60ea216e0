"""Words: every sentence and term that a page can show stands in Korean and in French too."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from typing import get_args, get_origin

import pytest
from jinja2 import Environment, nodes
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import HTTP_STATUS_CODES

from scorer.cards import FACES, MONTHS, month_named
from scorer.combinations import COMBINATIONS
from scorer.house_rules import CONVERTIBLES, RULES
from scorer.ledger import Kind as LedgerKind
from scorer.presets import preset, presets
from scorer.remark import Told
from scorer.rows import SECTIONS
from scorer.table import EndKind
from webui.app import PAGES
from webui.ledger.pages import WRITERS
from webui.live.pages import ATTENTIONS
from webui.setup.camera import FOUND_BY
from webui.setup.pages import STEPS
from webui.store import database
from webui.store.event_store import EVENING_CHANGED, ROUND_CHANGED
from webui.store.recovery import ALL_THERE, SOME_LOST
from webui.words import LANGUAGES, chosen, word, words

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "webui" / "templates").glob("*.html"))
PACKAGES = ("webui", "vision", "scorer")
MODULES = sorted(each for package in PACKAGES for each in (ROOT / package).rglob("*.py"))
NO_PAGE = {"BadSheet"}
"""Errors that no page shows: `hwatu score` tells them."""
EVENTS = (
    *("match", "no_match", "ppuk", "ppuk_capture", "own_ppuk_capture", "ttadak", "chok", "sweep"),
    *("bomb", "heundeum", "joker", "go", "stop", "chongtong", "nagari"),
    *("first_ppuk", "next_ppuk", "first_chok", "first_quad", "boar"),
)

ERRORS = (400, 401, 403, 404, 405, 409, 413, 429, 500, 503)
"""Statuses whose names stand on a page."""


def errors() -> set[str]:
    """The names of the errors that can be told in every language, as far as a page shows them."""
    for package in PACKAGES:
        found = import_module(package)
        for module in walk_packages(found.__path__, f"{package}."):
            if not module.name.endswith("__main__") and ".migrations." not in module.name:
                import_module(module.name)
    return {each.__name__ for each in below(Told)} - NO_PAGE


def below(kind: type[Told]) -> Iterator[type[Told]]:
    """Every class that is such a one, itself included."""
    yield kind
    for each in kind.__subclasses__():
        yield from below(each)


ERRORS_TOLD = errors()
ASKED = {"_", "said", "word", "words.said", "words.word", "Remark", *ERRORS_TOLD}
"""What looks a word up."""


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
    yield from (str(month_named(month)) for month in MONTHS)


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
    yield from (name for _, name, _ in PAGES)
    yield from STEPS.values()
    yield from FOUND_BY.values()
    yield from ATTENTIONS.values()
    yield from WRITERS.values()
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


def errors_made(path: Path) -> Iterator[ast.Call]:
    """Where a module makes an error that a page can show."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS_TOLD:
            yield node


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_error_is_made_of_a_finished_sentence(path: Path) -> None:
    """Only a sentence that stands in the code as it is can be looked up in another language."""
    made = (ast.unparse(call) for call in errors_made(path) if not _is_told(call.args[0]))
    assert list(made) == []


def _is_told(line: ast.expr) -> bool:
    """A text that stands there, or something that holds one: the line of an error, a remark."""
    if isinstance(line, ast.Constant | ast.Name | ast.Subscript):
        return True
    if isinstance(line, ast.Attribute):
        return line.attr in ("line", "key")
    return isinstance(line, ast.Call | ast.IfExp) and "f'" not in ast.unparse(line)


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
