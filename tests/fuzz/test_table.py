"""The table of what was thrown: printed from what was counted, and a fault is told."""

from collections import Counter

import pytest

from fuzz_table import Found, Row, lines, main


def found(*faults: str) -> Found:
    told = Found({"sheets": Row(Counter(answered=3, refused=1), 12.4)}, {"/": Row()}, [*faults])
    told.routes["/"].add("4xx", 0.6)
    return told


def test_a_row_tells_how_often_and_how_slowly() -> None:
    printed = list(lines(found()))
    assert "| sheets | 4 | 3 | 1 |  | 12 |" in printed
    assert "| `/` | 1 |  |  | 1 |  |  |  |  | 1 |" in printed


def test_a_fault_is_an_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], lambda seconds, seed: found()) == 0
    assert main([], lambda seconds, seed: found("it crashed")) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 faults"


def test_everything_is_thrown_at_even_in_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0", "--seed", "3"]) == 0
    assert "| `/do` |" in capsys.readouterr().out
