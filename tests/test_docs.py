"""The docs tell the truth: every row of the matrix, every house rule, every command runs."""

import contextlib
import doctest
import importlib.util
import json
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from scorer import rows
from scorer.house_rules import RULES
from scorer.notation import parse
from scorer.presets import preset, presets
from scorer.replay import replay
from scorer.sheet import KEYS, answers
from webui.cli import hwatu

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(ROOT / folder / "README.md" for folder in ("models", "datasets")),
    ROOT / "models" / "HISTORY.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
COUNTS = {"A": 12, "B": 18, "C": 7, "D": 27, "E": 10, "F": 5, "G": 19, "H": 16}
MATRIX = [f"{section}{row}" for section, count in COUNTS.items() for row in range(1, count + 1)]
MATRIX.append("I")


@cache
def text_of_tests() -> str:
    found = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.json")]
    found += (ROOT / "tests").rglob("*.hwatu")
    return "\n".join(path.read_text() for path in found if path != Path(__file__))


def test_every_row_is_a_house_rule_or_a_behaviour() -> None:
    assert list(rows.ROWS) == MATRIX
    for row, (title, behaviour) in rows.ROWS.items():
        assert title
        assert behaviour or rows.rules_of(row), f"row {row} has neither"


def test_every_house_rule_answers_rows_of_the_matrix() -> None:
    for name, rule in RULES.items():
        assert set(rule.metadata["rows"].split()) <= set(MATRIX), name
        assert rule.metadata["says"], name


@pytest.mark.parametrize("row", MATRIX)
def test_every_row_is_cited_by_a_test(row: str) -> None:
    assert re.search(rf"\b{row}\b", text_of_tests()), f"no test cites row {row}"


def test_the_docs_name_every_row_and_rule() -> None:
    """Run `python -m scorer.rows > docs/RULES.md` after a change."""
    assert (ROOT / "docs/RULES.md").read_text() == rows.markdown()


def code_blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("text", code_blocks(ROOT / "docs/NOTATION.md", "text"))
def test_the_examples_of_the_notation_play(text: str) -> None:
    replay(parse(text))


@pytest.mark.parametrize("text", code_blocks(ROOT / "docs/HOUSE_RULES.md", "toml"))
def test_the_examples_of_house_rules_are_read(text: str, tmp_path: Path) -> None:
    from scorer.presets import house_rules

    (tmp_path / "ours.toml").write_text(text)
    house_rules("ours", folders=[tmp_path])


def test_the_example_of_the_sheets_is_answered_as_shown() -> None:
    sheet, found = map(json.loads, code_blocks(ROOT / "docs/SHEETS.md", "json"))
    assert answers(sheet) == found


def test_the_docs_name_every_key_of_a_sheet() -> None:
    text = (ROOT / "docs/SHEETS.md").read_text()
    assert all(f"`{key}`" in text or f'"{key}"' in text for key in KEYS)


MODULES = ("", ".cards", ".combinations", ".ledger", ".presets", ".replay")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"scorer{name}"))
    assert found.attempted
    assert not found.failed


def commands(*paths: Path) -> list[str]:
    """Every command in the `sh` blocks of these pages, as its line says it."""
    lines = "\n".join(text for path in paths for text in code_blocks(path, "sh")).splitlines()
    parts = [part.strip() for line in lines for part in line.split("#")[0].split("&&")]
    return [part for part in parts if part]


QUICK = ("rules", "score", "replay")


def run_here() -> list[str]:
    """Those of `hwatu` that need no camera and serve nothing; of other pages the quick ones."""
    lines = [line for line in commands(*PAGES) if line.startswith("hwatu ")]
    alone = [
        line for line in commands(ROOT / "README.md") if line in lines and line != "hwatu demo"
    ]
    return list(dict.fromkeys([*alone, *(line for line in lines if line.split()[1] in QUICK)]))


@pytest.mark.parametrize("line", run_here())
def test_the_commands_of_the_readme_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(line, comments=True)
    done = CliRunner().invoke(hwatu, words[1:], standalone_mode=False)
    assert done.exception is None, done.output
    assert done.output


def test_the_readme_has_commands_and_an_answer() -> None:
    assert len(run_here()) >= 3


def inline_commands() -> set[str]:
    """Those that stand in a sentence, a table, or a block of no language."""
    pattern = re.compile(r"(?<!`)`((?:hwatu|python) [^`\n]+)`|^(hwatu [^#\n]+)", re.MULTILINE)
    found = (pattern.findall(path.read_text()) for path in PAGES)
    return {(a or b).strip() for lines in found for a, b in lines}


@pytest.mark.parametrize("line", sorted({*commands(*PAGES), *inline_commands()}))
def test_every_command_of_the_docs_is_one(line: str) -> None:
    """Programs, files and options exist; `hwatu` reads its own as if it were called so."""
    words = [word.strip("[]") for word in shlex.split(line)]
    match words:
        case ["hwatu", *told]:
            read_by_hwatu(told)
        case ["python" | "python3", "-m", module, *_]:
            assert importlib.util.find_spec(module), line
        case ["python", script, *told]:
            source = read_with_arguments(ROOT / script)
            for option in (word for word in told if word.startswith("--")):
                assert f'"{option}"' in source, f"{script} knows no {option}"
        case ["pytest", *told]:
            for path in (word for word in told if "/" in word):
                assert (ROOT / path).exists(), line
        case ["pip", "install", *told]:
            extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
            asked = re.findall(r"\[(\w+)\]", " ".join(told))
            assert set(asked) <= extras["optional-dependencies"].keys(), line
        case ["cp", *_, target]:
            assert (ROOT / target).exists(), line
        case [".", ".venv/bin/activate"] | ["createdb", _]:
            pass
        case _:
            pytest.fail(f"nobody checks: {line}")


def read_with_arguments(script: Path) -> str:
    """A script's text, and those of the modules it takes its arguments from, if from others."""
    source = script.read_text()
    shared = re.findall(r"^from (\w+) import .*\b(?:\w*arguments|FRESH)\b", source, re.MULTILINE)
    return "\n".join((source, *((script.parent / f"{name}.py").read_text() for name in shared)))


def read_by_hwatu(words: list[str]) -> None:
    """What click says to these words; what follows may be left out where a page only names it."""
    command: click.Command = hwatu
    rest = ["1" if word == "N" else word for word in words]
    with contextlib.suppress(click.MissingParameter, click.BadOptionUsage):
        while rest:
            rest = click.Command.parse_args(command, click.Context(command), rest)
            if isinstance(command, click.Group) and rest:
                assert rest[0] in command.commands, f"{words}: there is no {rest[0]}"
                command = command.commands[rest.pop(0)]


@pytest.mark.parametrize("name", RULES)
def test_every_house_rule_stands_at_a_row_of_the_matrix(name: str) -> None:
    lines = (ROOT / "docs/RULES.md").read_text().splitlines()
    told = [line for line in lines if f"`{name}`: **" in line]
    assert [line.split(" | ")[0].strip("| ") for line in told] == RULES[name].metadata[
        "rows"
    ].split()


@pytest.mark.parametrize("name", sorted(presets()))
def test_every_preset_is_named_with_its_source(name: str) -> None:
    lines = (ROOT / "docs/HOUSE_RULES.md").read_text().splitlines()
    short = name.replace("godori", "") if name != "godori-arcade" else name
    (line,) = [line for line in lines if line.startswith("|") and f"`{short}`" in line]
    source = preset(name).source
    assert f"({source})" in line or source in line or f"({source})," in line


def test_the_page_of_the_referee_names_what_there_is() -> None:
    text = (ROOT / "docs/REFEREE.md").read_text()
    modules = re.findall(r"`((?:scorer|vision|webui)/\w+\.py)`", text)
    sources = "\n".join((ROOT / module).read_text() for module in {*modules, "webui/dealing.py"})
    constants = set(re.findall(r"`([A-Z][A-Z_]{2,})`", text)) - {"BACK"}
    assert len(modules) >= 8
    assert len(constants) >= 20
    known = set(re.findall(r"\b[A-Z_]{3,}\b", "\n".join(re.findall(r"^[A-Z].*=", sources, re.M))))
    assert constants - known == set()
