"""`hwatu`, `hwatu demo` and `hwatu watch` as they are started, ended and killed."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from webui import cli
from webui.command_line import serve as serve_command
from webui.command_line.serve import Serving
from webui.recordings.demo import SETUP, VIDEO
from webui.security import Door
from webui.store.event_store import Store

START_S, ROUND_S = 60.0, 120.0
Start = Callable[..., tuple["subprocess.Popen[str]", str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a program that serves a table; gives it and the table's address."""
    running: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> tuple["subprocess.Popen[str]", str]:
        served = ["--no-browser", "--port", "0", "--data", str(tmp_path)]
        program = subprocess.Popen(
            [sys.executable, "-m", "webui", *arguments, *served],
            stdout=subprocess.PIPE,
            text=True,
        )
        running.append(program)
        assert program.stdout is not None
        line = program.stdout.readline()
        assert line.startswith("the table is at http://"), line
        return program, line.split()[4]

    yield started
    for program in running:
        program.kill()
        program.communicate()


def got(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


def test_a_first_start_leads_into_the_setup(start: Start) -> None:
    program, address = start()
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert "/setup" in answer.url
    program.send_signal(signal.SIGINT)
    assert program.wait(30) == 0


def test_messages_begin_with_the_whole_table(start: Start) -> None:
    _, address = start()
    with urllib.request.urlopen(f"{address}events", timeout=30) as stream:
        lines = [stream.readline().decode().strip() for _ in range(5)]
    assert "event: table" in lines
    whole = json.loads(next(each for each in lines if each.startswith("data: "))[6:])
    assert {"number", "evening", "round", "balances", "camera"} <= set(whole)


def test_a_demo_that_was_killed_shows_again_what_it_showed(start: Start) -> None:
    program, address = start("demo", "--pace", "20")
    deadline = time.monotonic() + ROUND_S
    before: Any = None
    while time.monotonic() < deadline:
        before = got(f"{address}snapshot.json")
        if before["round"] and len(before["round"].get("turns", ())) >= 2:
            break
        time.sleep(0.2)
    program.kill()
    program.wait(30)
    _, address = start("demo", "--pace", "0.1")
    after = got(f"{address}snapshot.json")
    assert after["evening"]["id"] == before["evening"]["id"]
    turns = len(before["round"]["turns"])
    assert after["round"]["turns"][: turns - 1] == before["round"]["turns"][: turns - 1]
    assert len(after["round"]["turns"]) >= turns


def test_others_are_let_in_by_pin_only(start: Start) -> None:
    program, address = start("--host", "0.0.0.0")
    assert program.stdout is not None
    lines = [program.stdout.readline() for _ in range(4)]
    assert [line.split()[0] for line in lines[:3]] == ["PIN"] * 3
    assert "/door?pin=" in lines[3]
    port = address.rstrip("/").rpartition(":")[2]
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.url.endswith("/door")


@pytest.mark.parametrize(
    ("screen", "asked", "opened"), [(":0", True, True), ("", True, False), (":0", False, False)]
)
def test_a_browser_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, screen: str, asked: bool, opened: bool
) -> None:
    addresses: list[str] = []
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(
        "threading.Timer",
        lambda wait_s, call, values: SimpleNamespace(start=lambda: addresses.append(values[0])),
    )
    there = Serving("127.0.0.1", 8000, asked)
    serve_command._tell(there, 8000, Door())
    assert addresses == (["http://localhost:8000/"] if opened else [])


def fault(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = fault(capsys, "--port", port, "--data", str(tmp_path), "--no-browser")
    assert f"--port {port}: Address already in use: expected a free port" in line


@pytest.mark.parametrize(
    "what", [["demo"], ["watch", "--source", str(VIDEO), "--setup", str(SETUP)]]
)
def test_where_a_port_is_taken_no_evening_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: list[str]
) -> None:
    """Another one that serves this folder goes on undisturbed."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        fault(capsys, *what, "--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    with closing(Store(tmp_path / "games.db")) as store:
        assert store.evenings() == ()


def test_a_host_that_is_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = fault(capsys, "--host", "nowhere.invalid", "--data", str(tmp_path), "--no-browser")
    assert "expected an address of this machine" in line


def test_a_data_folder_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    line = fault(capsys, "--data", str(tmp_path / "file" / "deep"))
    assert "cannot be made" in line


def test_a_film_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = str(tmp_path / "no.mp4")
    line = fault(capsys, "watch", "--source", film, "--data", str(tmp_path))
    assert line == f"hwatu: {film}: there is no such file"
