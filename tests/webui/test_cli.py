"""The command line: `hwatu score`, `hwatu replay`, `hwatu rules`."""

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from webui import cli

ROOT = Path(__file__).parents[2]
SHEET = (
    '{"id": 1, "captures": {"A": ["01-bright", "03-bright", "08-bright"], "B": []}, "winner": "A"}'
)
ROUND = "seats: Ann, Bea\npot: 01-junk\nAnn: 01-bright / 02-junk\nBea: ! stop\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hwatu-table"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    return int(caught.value.code or 0)


def test_score_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheet.json"
    path.write_text("\ufeff" + SHEET)
    assert run("score", str(path)) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["rules"] == "matgo"
    assert found["payout"]["transfers"] == {"A": 6, "B": -6}


def test_score_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in ([], ["-"]):
        stdin = SimpleNamespace(buffer=io.BytesIO(f"[{SHEET}, {SHEET}]".encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        assert run("score", *arguments) == 0
        assert len(json.loads(capsys.readouterr().out)) == 2


def test_score_says_no_where_a_sheet_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(f'[{SHEET}, {{"id": 2, "captures": {{"A": ["1-bright"], "B": []}}}}]')
    assert run("score", str(path)) == 1
    good, bad = json.loads(capsys.readouterr().out)
    assert good["payout"]
    assert bad["error"].startswith("captures: A: card 1: unknown face '1-bright'")


def test_score_by_house_rules_of_ones_own(
    tmp_path: Path, data_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data_folder / "rules").mkdir(parents=True)
    (data_folder / "rules" / "ours.toml").write_text("[rules]\nbrights_3 = 9\n")
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps({**json.loads(SHEET), "rules": "ours"}))
    assert run("score", str(path)) == 0
    assert json.loads(capsys.readouterr().out)[0]["points"]["A"]["total"] == 9


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1 column 1: not JSON: Expecting value: expected sheets"),
        (b'{"id": 1,\n "winner" "A"}', "line 2 column 11: not JSON: Expecting ':' delimiter"),
        (b"3", "expected one sheet or a list of sheets, not 3"),
        (b"NaN", "expected one sheet or a list of sheets, not nan"),
        (b"\xff", "byte 0: not UTF-8: expected text"),
        (b"[" * 100_000, "JSON nested too deep or a number too long"),
        (b"9" * 5_000, "JSON nested too deep or a number too long"),
        (b" " * 20_000_001, "larger than 20 MB: expected a smaller file"),
    ],
)
def test_score_of_rubbish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    path = tmp_path / "sheet.json"
    path.write_bytes(content)
    assert run("score", str(path)) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith(f"hwatu: {path}: {says}")
    assert found.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["score", "nowhere.json"],
            "hwatu: nowhere.json: cannot be read: No such file or directory",
        ),
        (["replay", "nowhere.hwatu"], "hwatu: nowhere.hwatu: cannot be read: No such file"),
        (["replay"], "hwatu: Missing argument 'RECORD'."),
        (["scoer"], "hwatu: No such command 'scoer'."),
        (["demo", "--pace", "fast"], "hwatu: Invalid value for '--pace': 'fast' is not a valid"),
        (["rules", "nobody"], "hwatu: unknown preset 'nobody': expected one of fr-gostop, "),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    assert run(*arguments) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith(says)
    assert found.err.count("\n") == 1


def test_help_tells_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    found = capsys.readouterr().out
    assert all(each in found for each in ("demo", "watch", "review", "replay", "--data"))


def test_a_group_without_a_command_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("deck") == 2
    assert "enrol" in capsys.readouterr().out


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.hwatu"
    path.write_text(ROUND)
    assert run("replay", str(path)) == 0
    found = capsys.readouterr().out
    assert "1. Ann: plays 01-bright; flips 02-junk; takes 01-bright 01-junk" in found
    assert "against the rules, and accepted: out of turn" not in found
    assert "against the rules, and accepted: no go or stop here" in found
    assert "stop: Bea" in found


def test_replay_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.hwatu"
    path.write_text(ROUND)
    assert run("replay", str(path), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["winner"] == "Bea"
    assert [turn["seat"] for turn in found["turns"]] == ["Ann", "Bea"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seats Ann", "line 1: expected"),
        ("seats: Ann, Bea\nAnn: 01-bright /", "line 2: Ann: not legal: not enough cards flipped"),
    ],
)
def test_replay_of_a_bad_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    path = tmp_path / "round.hwatu"
    path.write_text(text)
    assert run("replay", str(path)) == 2
    assert capsys.readouterr().err.startswith(f"hwatu: {path}: {says}")


@pytest.mark.parametrize("name", sorted(p.name for p in (ROOT / "tests/rounds").glob("*.hwatu")))
def test_every_golden_round_has_an_account(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", str(ROOT / "tests/rounds" / name)) == 0
    assert capsys.readouterr().out.count("\n") > 5
    assert run("replay", str(ROOT / "tests/rounds" / name), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["payout"] is None or sum(found["payout"]["transfers"].values()) == 0


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "matgo", "--seats", "2") == 0
    found = capsys.readouterr().out
    assert "threshold = 7\n    points needed to say go or stop (H1)" in found


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 0)])
def test_stopped_by_the_user(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.hwatu, "main", stopped)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert run("demo") == status


def test_score_loads_neither_vision_nor_the_web() -> None:
    """A sheet is answered in well under half a second: nothing heavy is imported for it."""
    code = (
        "import sys, webui.cli\n"
        "try:\n    webui.cli.main(['score'])\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'flask', 'cv2', 'numpy', 'vision', 'jinja2', 'werkzeug'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=SHEET,
        text=True,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr


def test_python_m_webui() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webui", "score"], input="[]", text=True, capture_output=True,
        check=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == "[]\n"
