"""The rooms of the dashboard stand one above the other: each imports from those below it only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

WEBUI = Path(__file__).parents[2] / "webui"
MODULES = {
    ".".join(path.relative_to(WEBUI).with_suffix("").parts): path
    for path in WEBUI.rglob("*.py")
    if path.name != "__init__.py"
}
ROOMS = (
    *("words", "amounts", "bad_input", "data_folder", "deck_folder", "kept_files"),
    *("kept_lines", "security"),
    *("jpegs", "chart_labels", "seating", "account", "dealing", "readings"),
    *("updates", "questions", "gathering", "round_watch", "session", "learning_session"),
    *("who_played", "seen_evening"),
    *("reading_along", "review"),
    *("evening", "store", "recordings", "live", "setup", "reviews", "ledger"),
    *("app", "dashboard", "doctor", "command_line", "cli", "__main__"),
)
"""From the ground up: folders, and the modules that lie beside them."""


def room_of(module: str) -> str:
    """The folder of a module, or the module itself where it lies beside the folders."""
    return module.partition(".")[0]


def imported(path: Path) -> Iterator[str]:
    """The modules of the dashboard that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.partition(".")[2] for name in names if name.startswith("webui."))


def test_every_module_has_its_room() -> None:
    assert {room_of(module) for module in MODULES} == set(ROOMS)
    assert len(set(ROOMS)) == len(ROOMS)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_point_down(module: str) -> None:
    above = ROOMS[ROOMS.index(room_of(module)) + 1 :]
    upward = {each for each in imported(MODULES[module]) if room_of(each) in above}
    assert not upward, f"{module} imports {', '.join(sorted(upward))}"
