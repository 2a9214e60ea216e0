"""The docs tell the truth: every row of the matrix, every house rule, every command runs."""

import doctest
import importlib
import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer import rows
from scorer.house_rules import RULES
from scorer.notation import parse
from scorer.replay import replay
from scorer.sheet import KEYS, answers
from webui.cli import hwatu

ROOT = Path(__file__).parents[1]
COUNTS = {"A": 12, "B": 18, "C": 7, "D": 27, "E": 10, "F": 5, "G": 19, "H": 16}
MATRIX = [f"{section}{row}" for section, count in COUNTS.items() for row in range(1, count + 1)]
MATRIX.append("I")


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


def commands() -> list[str]:
    lines = "\n".join(code_blocks(ROOT / "README.md", "sh")).splitlines()
    return [line for line in lines if line.startswith("hwatu ")]


@pytest.mark.parametrize("line", commands())
def test_the_commands_of_the_readme_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(line, comments=True)
    done = CliRunner().invoke(hwatu, words[1:], standalone_mode=False)
    assert done.exception is None, done.output
    assert done.output


def test_the_readme_has_commands_and_an_answer() -> None:
    assert len(commands()) >= 3
