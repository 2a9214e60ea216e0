"""Arbitrary JSON and text at every reader: an answer or one clear line, never a crash."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scorer.cards import FACES
from scorer.errors import ScorerError
from scorer.house_rules import RULES
from scorer.notation import parse
from scorer.presets import house_rules, presets, read_preset
from scorer.replay import replay
from scorer.sheet import KEYS, answers, object_of

ROUNDS = [
    path.read_text() for path in sorted((Path(__file__).parents[1] / "rounds").glob("*.hwatu"))
]

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
seat = st.sampled_from(["A", "B", "C"])
near = st.one_of(
    anything,
    st.sampled_from(
        [*presets(), "nagari", "A", "B", "first_turn", "named_month", "animal", "junk"]
    ),
    st.lists(st.sampled_from([*FACES]), max_size=12),
    st.dictionaries(seat, st.lists(st.sampled_from([*FACES]), max_size=9)),
    st.dictionaries(seat, st.integers(-1, 120)),
    st.dictionaries(st.sampled_from([*RULES, "preset"]), anything | st.sampled_from([*presets()])),
)
sheets = st.dictionaries(st.sampled_from(KEYS), near, max_size=9)


def one_line(error: object) -> bool:
    return isinstance(error, str) and bool(error) and "\n" not in error


@settings(max_examples=600)
@given(anything | st.lists(sheets, max_size=2) | sheets)
@example([[[]]])
def test_any_json_as_sheets(value: object) -> None:
    for found in answers(value):
        if "error" in found:
            assert one_line(found["error"])
        else:
            transfers = (found["payout"] or {"transfers": {}})["transfers"]
            assert abs(sum(transfers.values())) < 1e-6
        json.dumps(found)


@given(st.text())
@example('{"a": 1e999}')
def test_any_text_as_json(text: str) -> None:
    try:
        value = json.loads(text, object_pairs_hook=object_of)
    except (ValueError, RecursionError):
        return
    answers(value)


@given(st.dictionaries(st.sampled_from([*RULES]) | st.text(max_size=9), anything, max_size=4))
def test_any_values_as_house_rules(changes: dict[str, Any]) -> None:
    try:
        house_rules("matgo", 2, changes)
    except ScorerError as error:
        assert one_line(str(error))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(alphabet="[]rulestwo_a=\"'\n1.", max_size=40))
def test_any_bytes_as_a_preset(tmp_path: Path, content: bytes | str) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    try:
        read_preset(path)
    except ScorerError as error:
        assert one_line(str(error))


words = st.sampled_from(
    [*FACES, *["seats:", "Ann,", "Bea", "pot:", "stock:", "Ann:", "Bea:", "/", "x01-junk", ";", "!", "took", "go", "stop", "shows", "03"],
     *["gives", "bomb", "pass", "draws", "chongtong", "plays", "on", "shodang", "accepted", "result:", "hand", "rule", "rules:"],
     "\n", "\n", "\n"]
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(words, max_size=40))
def test_any_words_as_a_record(found: list[str]) -> None:
    for start in ("", "seats: Ann, Bea\npot: 01-junk 02-junk\nAnn: "):
        try:
            replay(parse(start + " ".join(found)))
        except ScorerError as error:
            assert one_line(str(error))


@settings(max_examples=400)
@given(st.data())
def test_golden_rounds_with_a_slip(data: st.DataObject) -> None:
    """A real record with one word lost, doubled or exchanged is read, or refused in one line."""
    lines = data.draw(st.sampled_from(ROUNDS)).splitlines()
    row = data.draw(st.integers(0, len(lines) - 1))
    found = lines[row].split(" ")
    place = data.draw(st.integers(0, len(found) - 1))
    found[place : place + 1] = data.draw(st.lists(words, max_size=2))
    lines[row] = " ".join(found)
    try:
        replay(parse("\n".join(lines)))
    except ScorerError as error:
        assert one_line(str(error))


@pytest.mark.parametrize("reader", [parse, answers])
def test_fifty_megabytes(reader: Any) -> None:
    try:
        assert reader("x" * 50_000_000)[0]["error"]
    except ScorerError as error:
        assert one_line(str(error))
        assert len(str(error)) < 200
