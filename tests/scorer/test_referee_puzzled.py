"""The referee where no legal turn explains what is seen: breaches, old mistakes, nonsense."""

from dataclasses import replace

import pytest

from scorer.actions import Action
from scorer.cards import DECK, card
from scorer.deal import start
from scorer.errors import IllegalTurn
from scorer.notation import parse
from scorer.referee import CONFUSED, opened
from scorer.replay import replay
from scorer.sighting import Chances, Place, Sighting
from scorer.table import Position
from tests.scorer.told_rounds import (
    CLEAR,
    after,
    at_random,
    before,
    changed,
    golden,
    lying,
    misread,
    nameless,
    read_back,
    read_turns,
    story,
    turns_of,
)

BEFORE = """
rules: gostop-3p
seats: Ann, Bea, Cho
dealer: Ann
pot: 06-animal 09-ribbon 10-ribbon 04-junk 01-bright 03-junk

Ann: 01-junk / 05-junk
Bea: 05-ribbon / 07-junk
Cho: 03-ribbon / 12-double
Ann: 06-junk / 11-junk
"""


@pytest.mark.uncounted
@pytest.mark.parametrize(
    "rest",
    [
        "Bea: ! 09-animal / 12-animal took 09-animal 09-ribbon 10-ribbon 04-junk\nCho: 11-bright / 08-junk\n",
        "Cho: ! 09-animal / 10-junk\nAnn: 04-ribbon / 08-junk\n",
        "Cho: ! 09-animal / 12-ribbon\nAnn: 04-ribbon / 08-junk\n",
    ],
    ids=["takes too many", "skips a seat", "skips a seat and takes less"],
)
def test_what_the_rules_forbid_is_accepted_and_the_round_goes_on(rest: str) -> None:
    record = parse(BEFORE + rest)
    told, wanted = replay(read_back(record, after(record, story(record)))), replay(record)
    assert [turn.seat for turn in told.turns] == [turn.seat for turn in wanted.turns]
    assert [bool(turn.breaches) for turn in told.turns] == [False] * 4 + [True, False]
    assert lying(told.position) == lying(wanted.position)


def test_a_breach_that_cannot_have_happened_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    record = parse(BEFORE + "Cho: ! 09-animal / 10-junk\nAnn: 04-ribbon / 08-junk\n")
    told = story(record)

    def impossible(position: Position, action: Action, *, accept: bool) -> None:
        raise IllegalTurn("it cannot have happened")

    monkeypatch.setattr("scorer.referee.apply", impossible)
    assert not any(turn.breaches for turn in replay(read_back(record, after(record, told))).turns)


def test_a_legal_turn_is_weighed_where_nothing_explains_the_rest_either() -> None:
    record = parse(BEFORE + "Bea: 10-junk / 10-animal\n")  # a ppuk
    told, moved = story(record), (card("06-junk"),)
    odd = changed(changed(told[-1], 0, off=moved), 2, on=moved)
    laid = {each: came for each, came in odd.laid.items() if each.month != 10}
    over = frozenset({(card("10-animal"), card("10-junk"))})
    told[-1] = replace(odd, laid=laid, over=over)
    assert read_turns(record, after(record, told)) == turns_of(record)


# What was misread for long

LONG = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 02-ribbon 04-animal 05-animal 06-junk 07-junk 08-junk

Ann: 09-junk / 10-junk
Bea: 06-ribbon / 12-ribbon
Ann: 02-junk x02-animal / 01-junk
Bea: 04-junk / 03-junk
Ann: 07-animal / 03-ribbon
"""


@pytest.mark.uncounted
@pytest.mark.parametrize("face", ["09-junk", "10-junk", "08-junk"], ids=["hand", "stock", "deal"])
@pytest.mark.parametrize("first_right", [3, 4, 5])
def test_a_card_misread_for_long_is_put_right_in_hindsight(face: str, first_right: int) -> None:
    record, wrong = parse(LONG), card("11-junk")
    told = story(record)
    told[:first_right] = [misread(each, card(face), wrong) for each in told[:first_right]]
    seen_pot = tuple(wrong if each is card(face) else each for each in record.deal.pot)
    referee = after(replace(record, deal=record.deal._replace(pot=seen_pot)), told)
    assert referee.lines[0].deal.pot == record.deal.pot
    assert read_turns(record, referee) == turns_of(record)


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("record", "face"),
    [
        (LONG, "02-junk"),  # what it took then says that it was one
        (LONG.replace("matgo", "fr-gostop").replace("pot: 01-bright", "pot: joker-double")
         .replace("08-junk\n", "08-junk\nstock: 01-bright 10-junk\n"), "01-bright"),
    ],
    ids=["taken with it", "laid for a joker"],
)  # fmt: skip
def test_what_cannot_have_been_another_card_was_none(record: str, face: str) -> None:
    round_ = parse(record)
    told = story(round_)
    told[4:] = [misread(each, card(face), card("11-junk")) for each in told[4:]]
    assert read_turns(round_, after(round_, told)) == turns_of(round_)


HANDED_OVER = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-ribbon 04-animal 05-animal 06-junk 07-junk 08-junk

Ann: 02-junk / 06-ribbon
Bea: 09-junk / 09-ribbon; Ann gives 06-junk
Ann: 05-junk / 07-junk
"""


def test_a_card_that_nobody_sees_may_come_right_after_junk_was_handed_over() -> None:
    record, twin = parse(HANDED_OVER), (card("07-junk"),)
    told, given = story(record), (card("06-junk"),)
    told[2] = changed(changed(told[2], 0, on=given), 1, off=given)  # not yet
    told[3] = changed(told[3], 0, off=twin)  # it lies under the other one
    laid = {each: came for each, came in told[3].laid.items() if each not in twin}
    told[3] = replace(told[3], laid=laid)
    found = [lying(line.position) for line in after(record, told).lines]
    assert lying(replay(record).position) in found


UNDER = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-ribbon 04-animal 05-animal 06-junk 07-junk 12-animal

Ann: 12-double / 12-bright
Bea: 02-junk / 08-junk
Ann: 12-ribbon / 03-junk
"""


@pytest.mark.uncounted
@pytest.mark.parametrize("guess", ["12-double", "10-junk", "12-animal"])
def test_a_card_of_the_deal_that_nobody_ever_sees_lies_under_what_comes(guess: str) -> None:
    record, hidden = parse(UNDER), card("12-animal")
    told = [changed(each, "pot", off=(hidden,)) for each in story(record)[:-1]]
    told.append(story(record)[-1])
    pot = tuple(card(guess) if each is hidden else each for each in record.deal.pot)
    referee = after(replace(record, deal=record.deal._replace(pot=pot)), told)
    assert read_turns(record, referee) == turns_of(record)


def test_of_each_deal_a_line_is_kept_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorer.kept.MOST_LINES", 4)
    record = parse(LONG)
    lines = before(record).lines
    others = [each for each in DECK if each.month > 10 and not each.is_joker]
    deals = [record.deal._replace(pot=(*record.deal.pot[:-1], each)) for each in others]
    odd = [
        replace(line, deal=deal, position=start(record.rules, deal, 0), weight=-1.0)
        for line in lines
        for deal in deals
    ]
    referee = opened((*lines, *odd)).see(Sighting(1.0, 1.0, {}, dim=frozenset({"pot"})))
    assert len({line.deal for line in referee.lines}) == 5


def test_a_card_that_stays_missed_is_missed_once_whatever_hand_comes_and_goes() -> None:
    record = parse(UNDER)
    table = changed(story(record)[0], "pot", off=(card("02-animal"),))
    referee = before(record).see(table)
    paid = referee.lines[0].weight
    assert paid < 0
    for k in range(1, 6):
        dim: frozenset[Place] = frozenset({"pot"} if k % 2 else ())
        referee = referee.see(replace(table, time_s=9.0 * k, settled_s=9.0 * k, dim=dim))
    assert referee.lines[0].weight == paid


# Tables that make no sense


def test_cards_that_change_hands_undo_no_turn() -> None:
    record = parse(BEFORE)
    told = story(record)
    taken = tuple(told[-1].places[0])
    moved = changed(changed(told[-1], 0, off=taken), 1, on=taken)
    later = replace(moved, time_s=99.0, settled_s=99.0)
    turns = read_turns(record, after(record, [*told, later]))
    assert [turn[:3] for turn in turns] == [turn[:3] for turn in turns_of(record)]


def test_cards_seen_in_two_places_at_once_are_no_turn() -> None:
    record = parse(LONG)
    told = story(record)[:3]
    twice = tuple(map(card, ("04-animal", "05-animal", "12-ribbon")))
    odd = replace(changed(told[-1], 0, on=twice), time_s=99.0, settled_s=99.0)
    assert read_turns(record, after(record, [*told, odd])) == turns_of(record)[:2]


def test_a_joker_on_its_way_declares_nothing() -> None:
    record = golden("jokers_from_the_stock_in_a_chain")
    told = story(record)
    told[0] = replace(told[0], shown={0: {card("joker-double"): (CLEAR,)}})
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_a_line_that_cannot_catch_up_is_dropped() -> None:
    record = parse(LONG)
    (mine, its), told = before(record).lines, story(record)
    referee = opened((mine, replace(its, weight=-40.0)))
    for each in told[:2]:
        referee = referee.see(each)
    assert {line.dealer for line in referee.lines} == {mine.dealer}


# The end of a round


def test_nothing_follows_when_the_round_is_over() -> None:
    record = golden("chongtong_after_a_drawn_round_in_matgo")
    told = story(record)
    others: Chances = {each: (CLEAR,) for each in DECK if each.month > 10}
    later: list[dict[Place, Chances]] = [{}, {"pot": others}, {"pot": others, 0: others}]
    for places in later:
        assert read_turns(record, after(record, [*told, Sighting(99.0, 99.0, places)])) == turns_of(
            record
        )


def test_an_empty_table_ends_nothing_and_breaks_nothing() -> None:
    record = at_random("matgo", 2, 0)
    empty = Sighting(500.0, 500.0, {})
    referee = after(record, [*story(record)[:4], empty])
    assert read_turns(record, referee)[:2] == turns_of(record)[:2]


# What has no known face


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("face", "seed"), [("12-double", 0), ("12-double", 2), ("11-double", 5), ("03-bright", 9)]
)
def test_a_card_of_no_known_face_is_told_by_what_it_takes_or_is_taken_with(
    face: str, seed: int
) -> None:
    record = at_random("gostop-3p", 3, seed)
    told = [nameless(each, card(face)) for each in story(record)]
    assert any(each.nameless for each in told)
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_what_a_sighting_did_not_charge_is_charged_by_the_next_that_shows_the_same() -> None:
    record = parse(LONG)
    told = story(record)[0]
    nonsense = changed(told, 0, on=tuple(each for each in DECK if each.month > 8))
    referee = before(record)
    weights = []
    for k in range(1, 4):
        referee = referee.see(replace(nonsense, time_s=9.0 * k, settled_s=9.0 * k))
        weights.append(max(line.weight for line in referee.lines if not line.actions))
    assert weights == pytest.approx([-CONFUSED, -2 * CONFUSED, -3 * CONFUSED])
