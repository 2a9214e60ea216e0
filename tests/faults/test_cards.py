"""Cards that cannot be: two cranes, a table cleared in mid-round, a deck that lacks a card."""

from dataclasses import replace

from scorer.cards import cards
from scorer.deal import hidden_deal
from scorer.record import written
from scorer.replay import replay
from tests.faults.filmed import EMPTY, Scene, dealt, filmed, lying, turns
from tests.faults.watched import Watched
from tests.webui.evenings import Log, drawn_by_lot
from tests.webui.tables import client_of
from webui.evening.corrections import with_turn
from webui.evening.events import Round, Settled
from webui.evening.table_state import fresh_record
from webui.live.table import Watching
from webui.live.views import table_view

CRANES = Scene(4.0, {**lying(1, 0).places, "B": cards("01-bright 01-ribbon")})
"""A has taken the crane, and another lies at B."""


def test_two_cranes_are_told_and_change_nothing(watched: Watched) -> None:
    watched.film(filmed((*dealt(), *turns(1, 1), CRANES, lying(1, 1.6), *turns(2, 2))))
    assert watched.attentions().count("surplus") == 1
    (says,) = {each.fault for each in watched.told if each.attention == "surplus"}
    assert says.startswith("2 cards are read as 01-bright, and a deck has 1")
    assert watched.lines() == ["A: 01-bright / 03-bright", "B: 04-junk / 05-junk"]


def test_a_card_that_is_moved_is_no_second_one(watched: Watched) -> None:
    moved = Scene(
        1.0, {**lying(1, 0).places, "pot": (*lying(1, 0).places["pot"], *cards("09-junk"))}
    )
    watched.film(filmed((*dealt(), *turns(1, 1), moved)))
    assert "surplus" not in watched.attentions()


def test_a_table_cleared_in_mid_round_asks_and_the_round_can_go_on(watched: Watched) -> None:
    before = ["A: 01-bright / 03-bright", "B: 04-junk / 05-junk"]
    watched.film(filmed((*dealt(), *turns(1, 2), EMPTY)))
    assert watched.lines() == before
    assert not watched.round.settled
    watched.table.watch(Watching("0", "empty"))
    page = client_of(watched.table).get("/").get_data(as_text=True)
    assert "The table was cleared before the round was over." in page
    watched.table.do({"do": "confirm"}, "A")
    watched.film(filmed((lying(2, 1.6), *turns(3, 3), EMPTY)))
    assert watched.lines()[:2] == before
    assert watched.state.ledger.balances() == {"A": 6, "B": -6}


def test_a_card_that_the_deck_lacks_is_told() -> None:
    """Rounds dealt by lot, of which those are kept in which the plum's ribbon never came."""
    log, told = Log("A", "B"), []
    for seed in range(1, 60):
        record = drawn_by_lot(fresh_record(log.state), seed)
        record = replace(record, deal=hidden_deal(record.rules, 2, record.deal.pot))
        played = replay(record)
        never = {each.face for each in played.position.unseen()}
        if "02-ribbon" not in never or played.payout is None:
            continue
        number = log.state.next_round
        log.add(Round(number, written(record)))
        log.add(Settled(number))
        told.append(table_view(log.state)["evening"]["remarks"])
    assert told[:3] == [[], [], []]
    assert set(told[-1]) == {f"02-ribbon has not come in {len(told)} rounds: is it in the deck?"}


def test_a_stock_that_runs_out_one_card_early_is_accepted() -> None:
    """The last flip of a round is not there: what is said of it holds."""
    record = drawn_by_lot(fresh_record(Log("A", "B", threshold=50).state), 1)
    record = replace(record, deal=hidden_deal(record.rules, 2, record.deal.pot))
    last = len(replay(record).turns) - 1
    assert last == 19
    short = replay(with_turn(record, last, "! 10-junk /"))
    assert short.turns[-1].flipped == ()
    assert short.position.outcome is not None
