"""Two dashboards correct the same round at once: the second is told, and both see both."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest

from scorer.remark import Remark
from tests.webui.tables import WON, client_of, dealt, table_of
from webui.evening.events import Round
from webui.live import table as live_table
from webui.live.table import LiveTable
from webui.store.event_store import Conflict, Store

FIRST = {"do": "turn", "turn": 1, "text": "01-bright / 03-ribbon"}
SECOND = {"do": "turn", "turn": 1, "text": "01-ribbon / 03-bright"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    table = dealt(table_of(tmp_path), *WON[:2])
    yield table
    table.close()
    table.store.close()


@pytest.fixture
def other(table: LiveTable, tmp_path: Path) -> Iterator[LiveTable]:
    """The same evening in another program."""
    with closing(Store(tmp_path / "games.db")) as store:
        other = LiveTable(store, tmp_path)
        other.show(1)
        yield other
        other.close()


def text_of(table: LiveTable) -> str:
    assert table.state is not None
    return table.state.rounds[-1].text


def test_two_pages_of_one_table(table: LiveTable) -> None:
    client, seen = client_of(table), table.snapshot()["event"]
    first = client.post("/do", json={**FIRST, "seen": seen})
    assert first.status_code == 200
    second = client.post("/do", json={**SECOND, "seen": seen}, headers={"Accept-Language": "ko"})
    number = first.json["number"] if first.json else 0
    assert second.status_code == 409
    assert second.json == {"error": f"1판이 그사이 바뀌었습니다(기록 {number}). 다시 보세요"}
    assert "03-ribbon" in text_of(table)
    again = client.post("/do", json={**SECOND, "seen": number})
    assert again.status_code == 200
    assert "01-ribbon / 03-bright" in text_of(table)


def test_what_the_camera_saw_meanwhile_does_not_stop_a_person(table: LiveTable) -> None:
    state = table.state
    assert state is not None
    seen = state.number
    there = state.rounds[-1]
    table.seen(
        Round(1, there.text, by_camera=True, why=Remark("seen"), pinned=there.pinned), "seen", seen
    )
    assert table.do({**FIRST, "seen": seen}, "Ann").number == seen + 2


def test_two_programs_on_one_evening(table: LiveTable, other: LiveTable) -> None:
    listening = other.listen()
    next(listening)
    table.do(FIRST, "Ann")
    with pytest.raises(Conflict, match="round 1 was changed meanwhile"):
        other.do(SECOND, "Bea")
    change = next(listening)
    assert change is not None
    assert "03-ribbon" in change.data["parts"]["round"]["text"], "who is told is shown it too"
    other.do(SECOND, "Bea")
    assert "01-ribbon / 03-bright" in text_of(other)


def test_a_page_follows_another_program(
    table: LiveTable, other: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "PING_S", 0.05)
    listening = other.listen()
    next(listening)
    table.do(FIRST, "Ann")
    assert any(
        each is not None and each.data["kind"] == "elsewhere"
        for _, each in zip(range(9), listening, strict=False)
    )
    assert text_of(other) == text_of(table)


def test_nothing_is_lost_where_two_programs_write_as_fast_as_they_can(
    table: LiveTable, other: LiveTable
) -> None:
    begin, accepted = Barrier(2), list[int]()

    def write(to: LiveTable, who: str) -> None:
        begin.wait()
        for number in range(12):
            line = {"do": "book", "transfers": {"Ann": 1, "Bea": -1}, "note": f"{who} {number}"}
            for _ in range(100):
                try:
                    accepted.append(to.do(line, who).number)
                    break
                except Conflict:
                    continue

    threads = [Thread(target=write, args=pair) for pair in ((table, "Ann"), (other, "Bea"))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(set(accepted)) == 24
    events = {each.number for each in table.store.events(1)}
    assert set(accepted) <= events
    for dashboard in (table, other):
        dashboard.follow()
        assert dashboard.snapshot()["balances"] == {"Ann": 24, "Bea": -24}
