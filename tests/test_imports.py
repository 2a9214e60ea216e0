"""The import arrows: webui -> vision, scorer; vision -> scorer; scorer -> standard library only."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {"scorer": set[str](), "vision": {"scorer"}, "webui": {"scorer", "vision"}}
FOLDERS = {"models", "datasets", "tests"}


def imported(path: Path) -> Iterator[str]:
    """The top-level names a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield str(node.module).partition(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_down(package: str) -> None:
    ours = MAY_IMPORT.keys() | FOLDERS
    for path in (ROOT / package).rglob("*.py"):
        upward = set(imported(path)) & (ours - MAY_IMPORT[package] - {package})
        assert not upward, f"{path.relative_to(ROOT)} imports {upward}"


def test_the_rules_need_the_standard_library_only() -> None:
    for path in (ROOT / "scorer").rglob("*.py"):
        foreign = set(imported(path)) - sys.stdlib_module_names - {"scorer"}
        assert not foreign, f"{path.relative_to(ROOT)} imports {foreign}"


def test_working_folders_are_no_packages() -> None:
    for folder in FOLDERS:
        assert not list((ROOT / folder).rglob("__init__.py"))
