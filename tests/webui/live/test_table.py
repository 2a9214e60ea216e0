"""The live table: commands in, events written, everybody told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webui.tables import POT, WON, dealt, table_of
from webui.evening.commands import BadCommand
from webui.evening.events import Opened, Round
from webui.evening.table_state import TableState
from webui.live.table import LiveTable, NotAllowed
from webui.security import Role

THREE = "01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = table_of(tmp_path)
    yield table
    table.store.close()


def state_of(table: LiveTable) -> TableState:
    assert table.state is not None
    return table.state


def test_a_round_by_hand_to_the_ledger(table: LiveTable) -> None:
    dealt(table, *WON)
    shown = table.snapshot()["round"]
    assert (shown["phase"], shown["to_act"]) == ("call", 0)
    table.do({"do": "act", "text": "stop"}, "Ann")
    assert table.snapshot()["round"]["payout"]["transfers"] == [6, -6]
    assert not state_of(table).ledger.entries
    table.do({"do": "settle"}, "Ann")
    assert table.snapshot()["balances"] == {"Ann": 6, "Bea": -6}


def test_the_next_deal_settles_what_is_over(table: LiveTable) -> None:
    dealt(table, *WON, "stop")
    table.do({"do": "deal", "pot": POT}, "Ann")
    assert state_of(table).ledger.balances() == {"Ann": 6, "Bea": -6}
    assert table.snapshot()["round"]["number"] == 2


def test_a_correction_after_settlement_is_a_new_line(table: LiveTable) -> None:
    dealt(table, *WON, "stop")
    table.do({"do": "settle"}, "Ann")
    table.do({"do": "rename", "turn": 2, "old": "04-junk", "new": "12-bright"}, "Bea")
    first, second = state_of(table).ledger.entries
    assert dict(first.transfers) == {"Ann": 6, "Bea": -6}
    assert (second.kind, dict(second.transfers)) == ("correction", {"Ann": -3, "Bea": 3})
    table.do({"do": "undo"}, "Bea")
    assert state_of(table).ledger.balances() == {"Ann": 6, "Bea": -6}


def test_undo_and_redo_go_back_and_forth(table: LiveTable) -> None:
    dealt(table, *WON[:2])
    texts = [each.event.record for each in state_of(table).rounds[0].versions]
    for text in (texts[1], texts[0]):
        table.do({"do": "undo"}, "Ann")
        assert state_of(table).rounds[0].text == text
    with pytest.raises(BadCommand, match="nothing to undo"):
        table.do({"do": "undo"}, "Ann")
    for text in texts[1:]:
        table.do({"do": "redo"}, "Ann")
        assert state_of(table).rounds[0].text == text
    with pytest.raises(BadCommand, match="nothing to redo"):
        table.do({"do": "redo"}, "Ann")
    table.do({"do": "undo"}, "Ann")
    table.do({"do": "act", "text": "04-junk / 11-junk"}, "Ann")
    assert not table.snapshot()["round"]["can_redo"]


def test_undo_keeps_what_the_camera_saw_since(table: LiveTable) -> None:
    dealt(table, WON[0])
    table.do({"do": "turn", "turn": 1, "text": "01-ribbon / 03-bright"}, "Ann")
    state = state_of(table)
    seen = Round(1, state.rounds[0].text + "Bea: 04-junk / 05-junk\n", by_camera=True, pinned=1)
    assert table.seen(seen, "seen", state.number) is not None
    table.do({"do": "undo"}, "Ann")
    text = state_of(table).rounds[0].text
    assert "Ann: 01-bright / 03-bright\nBea: 04-junk / 05-junk" in text


def test_the_camera_does_not_write_over_what_somebody_said(table: LiveTable) -> None:
    dealt(table)
    known = state_of(table).number
    table.do({"do": "act", "text": WON[0]}, "Ann")
    seen = Round(1, state_of(table).rounds[0].text, by_camera=True)
    assert table.seen(seen, "seen", known) is None


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ({}, "unknown command None"),
        ({"do": ["act"]}, "unknown command"),
        ({"do": "fly"}, "expected one of act, "),
        ({"do": "act", "text": ""}, "text: expected"),
        ({"do": "act", "text": "stop"}, "not legal"),
        ({"do": "act", "text": "99-junk / 01-junk"}, "unknown face"),
        ({"do": "turn", "turn": 7, "text": "01-junk / 02-junk"}, "turn 7"),
        ({"do": "turn", "turn": "x", "text": "01-junk / 02-junk"}, "turn: expected a whole number"),
        ({"do": "remove", "turn": 0}, "turn 0"),
        ({"do": "rename", "turn": 1, "old": "05-junk", "new": "06-junk"}, ""),
        ({"do": "rename", "turn": 1, "old": "01-bright", "new": "13-junk"}, "unknown face"),
        ({"do": "belongs", "turn": 1, "card": "09-junk", "to": "Bea"}, "took no 09-junk"),
        ({"do": "deal", "pot": POT}, "round 1 is not over"),
        ({"do": "settle"}, "not over"),
        ({"do": "act", "round": 9, "text": "go"}, "round 9"),
        ({"do": "change", "waiting": "Ann"}, "waiting: expected a list"),
        ({"do": "change", "people": ["Ann"]}, "2 to 7"),
        ({"do": "change", "rules": {"threshold": "many"}}, "threshold"),
        ({"do": "sell", "seller": "Ann", "cards": "01-bright"}, ""),
        ({"do": "book", "transfers": {"Ann": 3}}, "zero"),
        ({"do": "record", "text": "nonsense"}, "line 1"),
        ({"do": "chongtong", "seat": "Cho", "month": 3}, "seat: expected one of Ann, Bea"),
        ({"do": "declare", "seat": "Ann", "month": 99}, "99"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    table: LiveTable, command: dict[str, Any], says: str
) -> None:
    dealt(table, WON[0])
    before = state_of(table)
    with pytest.raises(BadCommand) as caught:
        table.do(command, "Ann")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert state_of(table) is before


def test_what_the_rules_forbid_can_be_accepted(table: LiveTable) -> None:
    dealt(table, WON[0])
    table.do({"do": "act", "text": "02-ribbon / 05-junk took 07-junk", "accept": True}, "Ann")
    turns = table.snapshot()["round"]["turns"]
    assert turns[-1]["breaches"]


def test_a_card_that_lies_elsewhere(table: LiveTable) -> None:
    dealt(table, *WON[:2])
    table.do({"do": "belongs", "turn": 1, "card": "03-junk", "to": "Bea"}, "Ann")
    ann, bea = table.snapshot()["round"]["seats"]
    faces = [[c["face"] for g in seat["groups"] for c in g["cards"]] for seat in (ann, bea)]
    assert "03-junk" not in faces[0]
    assert "03-junk" in faces[1]


def test_a_redeal_gives_its_number_to_the_next_round(table: LiveTable) -> None:
    dealt(table, WON[0])
    table.do({"do": "drop", "why": "redeal"}, "Ann")
    assert table.snapshot()["round"] is None
    assert dealt(table).snapshot()["round"]["number"] == 1


def test_changes_hold_from_the_next_round_on(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Ann", "Bea", "Cho", "Dan")
    table.do({"do": "deal", "pot": THREE}, "Ann")
    table.do({"do": "change", "waiting": ["Bea"], "dealer": "Cho"}, "Ann")
    assert table.snapshot()["evening"]["players"] == ["Ann", "Bea", "Cho"]
    table.do({"do": "drop"}, "Ann")
    assert table.snapshot()["evening"]["players"] == ["Cho", "Dan", "Ann"]
    table.store.close()


def test_roles(table: LiveTable) -> None:
    dealt(table)
    table.do({"do": "act", "text": WON[0]}, "phone", Role.PLAYER)
    with pytest.raises(NotAllowed):
        table.do({"do": "drop"}, "phone", Role.PLAYER)
    with pytest.raises(NotAllowed):
        table.do({"do": "act", "text": "go"}, "phone", Role.VIEWER)


def test_listeners_are_told_the_whole_table_and_then_each_change(table: LiveTable) -> None:
    messages = table.listen()
    whole = next(messages)
    assert whole is not None
    assert whole.event == "table"
    assert whole.data["evening"]["people"] == ["Ann", "Bea"]
    dealt(table)
    change = next(messages)
    assert change is not None
    assert (change.event, change.data["kind"]) == ("change", "deal")
    assert change.number == whole.number + 1
    assert set(change.data["parts"]) == {"event", "round", "evening"}
    table.close()
    assert list(messages) == []


def test_a_table_opened_again_shows_what_was_written(tmp_path: Path) -> None:
    table = dealt(table_of(tmp_path), *WON)
    before = table.snapshot()
    evening = state_of(table).id
    table.store.close()
    again = table_of(tmp_path, opened=False)
    again.show(evening)
    after = again.snapshot()
    own = {"number": 0, "begun": ""}
    assert {**after, **own} == {**before, **own}
    again.store.close()


def test_an_evening_with_impossible_rules_is_not_opened(table: LiveTable) -> None:
    before = table.store.evenings()
    with pytest.raises(BadCommand, match="threshold"):
        table.open(Opened("No", ("Ann", "Bea"), {"threshold": "x"}, "Ann"), "test")
    assert table.store.evenings() == before


def test_without_an_evening_nothing_can_be_said(tmp_path: Path) -> None:
    table = table_of(tmp_path, opened=False)
    with pytest.raises(BadCommand, match="no evening"):
        table.do({"do": "undo"}, "Ann")
    table.store.close()
