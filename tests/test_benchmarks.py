"""The benchmark of whole rounds: how a reading is judged, and one round of its own."""

import json
from pathlib import Path

import pytest

import rounds_right
from judge_rounds import Verdict, judged, summed
from rounds_right import main
from scorer.notation import parse
from scorer.replay import Replay, replay
from webui.questions import Question
from webui.session import Review
from webui.updates import SeenRound

FIRST = "rules: matgo\nseats: A, B\npot: 01-junk 02-junk 07-animal\n"
TURN = "A: 01-bright / 03-junk\n"
OTHER = "A: 01-ribbon / 03-junk\n"
SWAPPED = "A: 03-junk / 01-bright\n"
NEXT = "B: 02-animal / 04-junk\n"
STOP = "B: ! stop\n"
SHORT = 166
"""The seed of a round that three ppuk end."""


def game(text: str) -> Replay:
    return replay(parse(FIRST + text))


def seen(*texts: str, questions: int = 0) -> Review:
    rounds = [SeenRound(0.0, 9.0, found, (1.0,) * len(found.turns), (1.0,) * len(found.turns))
              for found in map(game, texts)]  # fmt: skip
    return Review(tuple(rounds), (Question(1.0, 1, ("A", "B")),) * questions, ())


WHOLE = TURN + NEXT + STOP


@pytest.mark.parametrize(
    ("review", "right", "turns", "unordered"),
    [
        (seen(WHOLE), True, 2, 2),
        (seen(SWAPPED + NEXT + STOP), True, 1, 2),
        (seen(OTHER + NEXT + STOP), True, 1, 1),
        (seen(TURN + NEXT), False, 2, 2),
        (seen(WHOLE, TURN), False, 2, 2),
        (seen(TURN + "A: ! stop\n"), False, 1, 1),
        (seen(), False, 0, 0),
    ],
    ids=["same", "swapped", "another card", "no end", "two rounds", "another winner", "nothing"],
)
def test_a_reading_is_held_against_what_was_played(
    review: Review, right: bool, turns: int, unordered: int
) -> None:
    found = judged(3, game(WHOLE), review)
    assert (found.right, found.turns_right, found.unordered_right) == (right, turns, unordered)
    assert (found.seed, found.turns) == (3, 2)


def test_questions_are_counted() -> None:
    assert judged(0, game(WHOLE), seen(WHOLE, questions=2)).questions == 2


def test_a_row_sums_its_rounds_and_names_what_went_wrong() -> None:
    row = summed(
        "clean 2p",
        [
            Verdict(1, True, 10, 10, 10, 0, 1.25),
            Verdict(2, True, 12, 9, 12, 1, 0.75),
            Verdict(3, False, 14, 2, 2, 4, 1.0),
        ],
    )
    assert (row.rounds, row.rounds_right, row.turns, row.turns_right) == (3, 2, 36, 21)
    assert (row.unordered_right, row.questions, row.cpu_s) == (24, 5, 3.0)
    assert (row.wrong_rounds, row.wrong_turns) == ((3,), (2,))


def test_a_clean_round_is_read_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["--rounds", "1", "--first-seed", str(SHORT), "--players", "2"]
    assert main([*argv, "--difficulty", "clean", "--json", str(tmp_path / "out.json")]) == 0
    _, printed = capsys.readouterr().out.splitlines()
    (row,) = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert (row["what"], row["rounds_right"], row["wrong_rounds"]) == ("clean 2p", 1, [])
    assert row["unordered_right"] == row["turns"] == 8
    assert printed.split()[:3] == ["clean", "2p", "1/1"]


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--films"], "--films and --art go together"),
        (["--art", "x"], "--films and --art go together"),
        (["--films", "--faults"], "not allowed with argument"),
        (["--rounds", "0"], "1 or more"),
        (["--players", "4"], "invalid choice"),
        (["--fps", "0"], "--fps of 1 to 60"),
    ],
)
def test_wrong_usage(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(argv)
    assert exit_.value.code == 2
    assert says in capsys.readouterr().err


def test_films_are_in_one_deck_after_the_other() -> None:
    argv = ["--films", "--art", "a", "--art", "b", "--rounds", "3", "--players", "2"]
    ((_, cases),) = rounds_right.table_cases(rounds_right.parse([*argv, "--difficulty", "middle"]))
    assert [str(each.art) for each in cases] == ["a", "b", "a"]


def test_art_that_cannot_be_used_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--films", "--art", "/nowhere"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("rounds_right: /nowhere")
