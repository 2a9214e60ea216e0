"""A machine on which nothing is set up: what works, and words that help with what does not."""

import contextlib
import json
import os
import pwd
import shutil
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from webui import cli
from webui.doctor import LIBRARIES

ROOT = Path(__file__).parents[1]
ROUND = ROOT / "tests" / "rounds" / "go_bak_pays_for_both_7_to_28.hwatu"
SHEET = (
    '{"captures": {"안나": ["01-bright", "03-bright", "08-bright"], "Bea": []}, "winner": "안나"}'
)
NO_LIBGL = "libGL.so.1: cannot open shared object file: No such file or directory"
START_S, LONG_S = 60.0, 600.0
LEFT_OUT = (".git", "build", "*.egg-info", ".*_cache", ".hypothesis", "__pycache__", ".venv")
IN_WHEEL = (
    *("localizer.onnx", "recogniser.onnx", "detector.json", "demo.mp4", "demo.mp4.looks.jsonl.gz"),
    *(f"{name}_int8.{end}" for name in ("localizer", "recogniser") for end in ("xml", "bin")),
    *(
        "detector_int8.json",
        "table.jpg",
        "live.html",
        "live.js",
        "ko.json",
        "matgo.toml",
        "env.py",
        "py.typed",
    ),
)

WITH_PICTURES = (
    *((), ("demo",), ("demo", "--terminal"), ("watch",), ("watch", "--terminal"), ("deck", "list")),
    *(("detect", "x.png"), ("review", "x.mp4"), ("deck", "enrol", "ours", "x.png")),
)


def hwatu(
    *arguments: object, where: Path, python: str = sys.executable, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """The program in another folder, as a user starts it."""
    return subprocess.run(
        [python, "-m", "webui", *map(str, arguments)],
        cwd=where,
        env={**os.environ, "PYTHONPATH": "", "XDG_DATA_HOME": str(where / "data"), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=LONG_S,
    )


# A slim image lacks libraries that OpenCV needs


@pytest.fixture
def slim(tmp_path: Path) -> dict[str, str]:
    """An environment in which OpenCV cannot be loaded, in the words of the system's loader."""
    (tmp_path / "cv2.py").write_text(f"raise ImportError({NO_LIBGL!r})\n")
    return {"PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize("command", WITH_PICTURES, ids=" ".join)
def test_without_libgl_a_line_says_what_to_install(
    command: tuple[str, ...], tmp_path: Path, slim: dict[str, str]
) -> None:
    found = hwatu(*command, where=tmp_path, **slim)
    assert (found.returncode, found.stdout) == (2, "")
    (line,) = found.stderr.splitlines()
    assert line.endswith(LIBRARIES)
    assert "libGL.so.1" in line


def test_without_libgl_the_doctor_fails_and_says_what_to_install(
    tmp_path: Path, slim: dict[str, str]
) -> None:
    found = hwatu("doctor", "--json", where=tmp_path, **slim)
    assert (found.returncode, found.stderr) == (1, "")
    checks = {each["name"]: each for each in json.loads(found.stdout)["checks"]}
    assert checks["disk"]["status"] == "ok"
    for name in ("model", "speed", "camera"):
        assert (checks[name]["status"], checks[name]["do"]) == ("fail", LIBRARIES)


def test_without_libgl_the_rules_and_points_work(tmp_path: Path, slim: dict[str, str]) -> None:
    (tmp_path / "sheet.json").write_text(SHEET)
    for command in (("score", "sheet.json"), ("rules", "matgo"), ("replay", ROUND), ("--help",)):
        found = hwatu(*command, where=tmp_path, **slim)
        assert (found.returncode, found.stderr) == (0, ""), command


# Nothing is known of the user


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user of whom the system knows no home, as in a container under another user's number."""

    def unknown(number: int) -> object:
        raise KeyError(number)

    for name in ("HOME", "XDG_DATA_HOME", "HWATU_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("homeless")
def test_without_a_home_only_what_keeps_something_asks_for_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("rules", "matgo") == 0
    capsys.readouterr()
    for command in ((), ("demo",), ("watch", "--setup", "home"), ("deck", "list")):
        assert run(*command) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "--data FOLDER" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("homeless")
def test_without_a_home_the_doctor_says_so() -> None:
    from webui import doctor

    assert (doctor.disk().status, doctor.disk().do) == ("fail", "set HOME")


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    return int(caught.value.code or 0)


def test_in_a_terminal_without_a_language_names_come_through(tmp_path: Path) -> None:
    (tmp_path / "sheet.json").write_text(SHEET, encoding="utf-8")
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    found = hwatu("score", "sheet.json", where=tmp_path, **plain)
    assert json.loads(found.stdout)[0]["payout"]["winner"] == "안나"


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    found = hwatu("--no-browser", "--port", "0", "--data", "data/ours", where=tmp_path)
    assert found.returncode == 2
    (line,) = found.stderr.splitlines()
    assert "data/ours: cannot be made" in line


# The wheel, alone


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built elsewhere."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "tree", ignore=shutil.ignore_patterns(*LEFT_OUT))
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), "."]
    made = subprocess.run(build, cwd=folder / "tree", capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no wheel can be built here: {made.stderr[-500:]}")
    shutil.rmtree(folder / "tree")
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an empty environment with the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("alone") / "venv"
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    made = subprocess.run(
        [python, "-m", "pip", "install", "-q", str(wheel)], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"the wheel cannot be installed here: {made.stderr[-500:]}")
    return python


@pytest.mark.long
def test_the_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    files = {name.rpartition("/")[2] for name in names}
    assert set(IN_WHEEL) <= files
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if "." not in top} == {"scorer", "vision", "webui"}


@pytest.mark.long
def test_every_command_of_the_wheel_works(alone: str, tmp_path: Path) -> None:
    (tmp_path / "sheet.json").write_text(SHEET, encoding="utf-8")
    shutil.copy(ROUND, tmp_path)
    where = "import webui, pathlib; print(pathlib.Path(webui.__file__).parent / 'demo')"
    told = subprocess.run([alone, "-c", where], cwd=tmp_path, capture_output=True, text=True)
    demo = Path(told.stdout.strip())
    assert ROOT not in demo.parents
    for each in demo.glob("demo.mp4*"):
        shutil.copy(each, tmp_path / each.name.replace("demo", "game", 1))
    review = ("review", "game.mp4", "--setup", demo / "demo.setup.json", "--json", "-")
    for command, says in (
        (("doctor",), "cards found in the picture"),
        (("--version",), "hwatu, version"),
        (("rules", "matgo", "--seats", 2), "double_junk"),
        (("score", "sheet.json"), '"winner": "안나"'),
        (("replay", ROUND.name), "go-bak"),
        (("detect", "--json", demo / "table.jpg"), '"confidence"'),
        (("demo", "--terminal", "--pace", 0), "points"),
        (review, '"rounds": [{'),
    ):
        found = hwatu(*command, where=tmp_path, python=alone)
        assert found.returncode == 0, (command, found.stdout, found.stderr)
        assert says in found.stdout, command


@pytest.mark.long
def test_the_demo_of_the_wheel_is_served(alone: str, tmp_path: Path) -> None:
    with _served(alone, tmp_path) as address:
        page = urllib.request.urlopen(address, timeout=START_S).read().decode()
        assert page.rstrip().endswith("</html>")
        with urllib.request.urlopen(f"{address}snapshot.json", timeout=START_S) as told:
            assert json.load(told)["evening"]["source"] == "demo"
        with urllib.request.urlopen(f"{address}static/cards/01-bright.svg", timeout=START_S) as art:
            assert art.status == 200


@contextlib.contextmanager
def _served(python: str, folder: Path) -> Iterator[str]:
    command = [python, "-m", "webui", "demo", "--no-browser", "--port", "0", "--data", str(folder)]
    program = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None
        yield program.stdout.readline().split(" at ")[1].split()[0]
    finally:
        program.terminate()
        program.communicate(timeout=START_S)


NAMESPACE = """
mount -t tmpfs none "$1" && mkdir "$1/up" "$1/work" || exit 77
mount -t overlay none -o "lowerdir=$2,upperdir=$1/up,workdir=$1/work" "$2" || exit 77
rm -f "$2"/libGL.so*
shift 2
exec "$@"
"""
"""Hides the library itself from the commands that follow, and from nobody else."""


@pytest.mark.long
def test_the_wheel_on_a_system_without_libgl(alone: str, tmp_path: Path) -> None:
    """As in a slim image: the library is gone, and it is the loader that says so."""
    libraries = Path("/usr/lib/x86_64-linux-gnu")
    if os.geteuid() or not (libraries / "libGL.so.1").exists() or not shutil.which("unshare"):
        pytest.skip("libGL can be hidden only as root on a Linux that has it")
    (tmp_path / "over").mkdir()

    def slim_hwatu(*arguments: str) -> "subprocess.CompletedProcess[str]":
        inside = ["unshare", "-m", "sh", "-c", NAMESPACE, "sh", tmp_path / "over", libraries]
        command = [*map(str, inside), alone, "-m", "webui", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    found = slim_hwatu("rules", "matgo")
    if found.returncode == 77:
        pytest.skip(f"no folder can be laid over another here: {found.stderr}")
    assert found.returncode == 0, found.stderr
    for command in WITH_PICTURES:
        found = slim_hwatu(*command)
        assert found.returncode == 2, command
        (line,) = found.stderr.splitlines()
        assert line.endswith(LIBRARIES), command
    found = slim_hwatu("doctor")
    assert found.returncode == 1
    assert LIBRARIES in found.stdout
