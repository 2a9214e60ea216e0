"""Statistics over evenings, on rounds whose story is written in their names."""

from pathlib import Path

from scorer.notation import parse
from scorer.record import written
from tests.webui.evenings import Log, won
from webui.evening.events import Booked, Dropped, Round, Settled
from webui.evening.table_state import TableState, fresh_record
from webui.ledger.statistics import Tries, statistics

ROUNDS = Path(__file__).parents[2] / "rounds"


def golden(*stems: str, seats: tuple[str, ...] = ("Ann", "Bea")) -> TableState:
    """An evening of rounds of the golden files, each settled."""
    log = Log(*seats)
    for number, stem in enumerate(stems, 1):
        record = parse((ROUNDS / f"{stem}.hwatu").read_text(encoding="utf-8"))
        log.add(Round(number, written(record)))
        log.add(Settled(number))
    assert not log.state.remarks
    return log.state


def test_wins_points_and_how_rounds_were_won() -> None:
    log = Log("Ann", "Bea", "Cho", per_point=100)
    for winner in ("Ann", "Bea", "Ann"):
        log.won_by(winner)
    log.add(Booked("correction", {"Ann": -1, "Cho": 1}))
    log.add(Round(4, written(won(fresh_record(log.state), "Cho"))))
    log.add(Dropped(4))
    log.add(Round(4, written(fresh_record(log.state))))
    found = statistics([log.state, log.state])
    assert (found.evenings, found.rounds, found.turns) == (2, 6, 30)
    assert found.endings == {"stop": 6}
    assert found.won_by == {"brights": 6}
    assert found.baks == {
        "kwang_bak": 6,
        "pi_bak": 0,
        "mong_bak": 0,
        "go_bak": 0,
        "go_bak_share": 0,
    }
    ann, bea, cho = found.people
    assert [each.name for each in found.people] == ["Ann", "Bea", "Cho"]
    assert (ann.rounds, ann.wins, ann.points, ann.money, ann.best) == (6, 4, 34, 3400, 12)
    assert (bea.wins, bea.points, cho.wins, cho.points) == (2, 0, 0, -34)
    assert (ann.baks_received, ann.baks_paid) == ({"kwang_bak": 4}, {"kwang_bak": 2})
    assert found.go == Tries(0, 0)
    assert found.go.share == 0.0


def test_whether_go_pays() -> None:
    """A win with two gos and a go that ended in go-bak."""
    found = statistics([golden("fr_whole_round_20_to_44", "matgo_whole_round_with_go_bak")])
    caller = {name: each.go for each in found.people for name in [each.name]}
    assert found.go == Tries(2, 1)
    assert found.go.share == 0.5
    assert sum(each.tried for each in caller.values()) == 2
    assert found.go_by_count[2] == Tries(1, 1)
    assert found.baks["go_bak"] == 1
    assert {"ribbons", "animals", "brights", "junk"} & set(found.won_by)


def test_only_rounds_by_some_rules() -> None:
    state = golden("fr_whole_round_20_to_44", "matgo_whole_round_with_go_bak")
    assert statistics([state], "fr-gostop").rounds == 1
    assert statistics([state], "pagat").rounds == 0


def test_ends_that_no_cards_were_counted_for() -> None:
    found = statistics(
        [
            golden("chongtong_after_a_drawn_round_in_matgo"),
            golden("pagat_whole_round_to_the_last_turn"),
        ]
    )
    assert found.endings["chongtong"] == 1
    assert found.rounds == 2


def test_no_evenings() -> None:
    found = statistics([])
    assert (found.rounds, found.people, found.endings, found.go_by_count) == (0, (), {}, {})
