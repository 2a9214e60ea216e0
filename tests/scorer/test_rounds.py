"""Golden rounds: written by hand from the sources, their remarks checked by a replay.

A file of `tests/rounds` is a record in the project's notation. Its remarks say what has to happen:

    # rows: D1, D6                  rows of the rules matrix that it shows
    # source: 001                   where its reading comes from
    # events: 4 match ppuk_capture  all events of a turn, counted from 1, in any order
    # captured: 4 06-junk 06-ribbon all that the turn took, in any order
    # stolen: 4 Bea 04-junk         junk handed over in the turn, a line a card
    # breaches: 4 1                 how much of the turn was against the rules and accepted
    # next: 2                       what the round after it counts times

Every theft of a round stands in its remarks. The result line is checked by the replay itself.
"""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from scorer.notation import parse
from scorer.record import Record, written
from scorer.replay import Replay, replay

FOLDER = Path(__file__).parents[1] / "rounds"
FILES = sorted(FOLDER.glob("*.hwatu"))
ROWS = re.compile(r"[A-H]\d{1,2}(, [A-H]\d{1,2})*")
SOURCES = ("000", "001", "002", "003", "004", "Korean tables")

each_round = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> Record:
    return parse(path.read_text(encoding="utf-8"), path.name)


def remarks(path: Path) -> dict[str, list[list[str]]]:
    """The words of every remark `# name: words`, by name."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        remark = re.fullmatch(r"# ([a-z]+):(.*)", line)
        if remark:
            found[remark[1]].append(remark[2].split())
    return found


def turn_of(played: Replay, words: list[str]) -> int:
    """The place of the turn that a remark speaks of."""
    number = int(words[0])
    assert 1 <= number <= len(played.turns), f"there is no turn {number}"
    return number - 1


def test_there_are_enough_rounds() -> None:
    assert len(FILES) >= 25


@each_round
def test_a_round_says_what_it_shows_and_how_it_ends(path: Path) -> None:
    found = remarks(path)
    assert ROWS.fullmatch(" ".join(found["rows"][0]))
    assert " ".join(found["source"][0]) in SOURCES
    assert read(path).result is not None


@each_round
def test_a_round_ends_as_the_sources_say(path: Path) -> None:
    record = read(path)
    played = replay(record)
    assert record.result is not None
    assert len(record.result.transfers) == len(record.seats)
    assert played.payout is not None
    for (times,) in remarks(path)["next"]:
        assert played.payout.next_multiplier == int(times)


@each_round
def test_turns_are_what_the_remarks_say(path: Path) -> None:
    played, found = replay(read(path)), remarks(path)
    for words in found["events"]:
        turn = turn_of(played, words)
        assert Counter(played.turns[turn].events) == Counter(words[1:]), f"turn {turn + 1}"
    for words in found["captured"]:
        turn = turn_of(played, words)
        faces = [each.face for each in played.turns[turn].captured]
        assert Counter(faces) == Counter(words[1:]), f"turn {turn + 1}"
    accepted = {turn_of(played, words): int(words[1]) for words in found["breaches"]}
    assert [len(turn.breaches) for turn in played.turns] == [
        accepted.get(place, 0) for place in range(len(played.turns))
    ]


@each_round
def test_every_theft_is_told(path: Path) -> None:
    played = replay(read(path))
    names = played.record.seats
    told: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    for words in remarks(path)["stolen"]:
        told[turn_of(played, words)][words[1], words[2]] += 1
    for place, turn in enumerate(played.turns):
        stolen = Counter((names[seat], each.face) for seat, each in turn.stolen)
        assert stolen == told[place], f"turn {place + 1}"


@each_round
def test_no_card_is_lost(path: Path) -> None:
    cards = [Counter(position.cards()) for position in replay(read(path)).positions]
    if all(each.face != "back" for each in cards[0]):
        assert all(each == cards[0] for each in cards)
    assert all(each.total() == cards[0].total() for each in cards)


@each_round
def test_a_written_round_reads_the_same(path: Path) -> None:
    record = read(path)
    assert parse(written(record)) == record
    assert written(parse(written(record))) == written(record)
