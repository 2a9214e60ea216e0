"""The table of faults tells the truth: each row names tests that are there, and they cover the list."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DOC = HERE.parents[1] / "docs" / "FAULTS.md"
FAULTS = (
    *("camera unplugged and back", "camera frozen", "picture black", "exposure jumping"),
    *("camera bumped", "two faces that cannot both be", "deck with a card missing"),
    *("table cleared in mid-round", "clock set back", "disk full", "store locked"),
    *("corrupt store", "two dashboards correcting at once", "network gone for a phone and back"),
    *("a recording of three hours", "kill -9 anywhere"),
)
ROWS = re.findall(r"^\| (?!fault|---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", DOC.read_text(), re.M)


def names_in(path: Path) -> set[str]:
    """The names of the tests in a module."""
    tree = ast.parse(path.read_text())
    return {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_a_row(fault: str) -> None:
    assert [row for row in ROWS if row[0].startswith(fault)]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_row_names_tests_that_are_there(row: tuple[str, ...]) -> None:
    named = re.findall(r"`([\w./]+\.py)::(test_\w+)`", row[3])
    assert named
    assert len(named) == row[3].count("::")
    for path, test in named:
        assert test in names_in(HERE / path)


def test_every_test_of_a_fault_is_in_a_row_or_beside_one() -> None:
    named = set(re.findall(r"`([\w./]+\.py)::test_", DOC.read_text()))
    modules = {each.name for each in HERE.glob("test_*.py")} - {Path(__file__).name}
    assert modules <= named


def test_the_words_of_the_doc_are_those_of_the_page() -> None:
    """What stands in italics is said so by the program, numbers and names apart."""
    code = "".join(
        each.read_text()
        for folder in ("webui", "vision")
        for each in (HERE.parents[1] / folder).rglob("*.*")
        if each.suffix in (".py", ".html")
    )
    plain = re.sub(r'"\s*\n\s*f?"', "", code)
    for said in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", DOC.read_text()):
        parts = [part.strip(" ,.") for part in re.split(r"\b\d+(?:-\w+)?\b", said)]
        assert all(part in plain for part in parts), said
