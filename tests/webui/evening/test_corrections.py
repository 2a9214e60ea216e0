"""Corrections of a round: each a record that the rules play, or one line that says why not."""

from collections.abc import Callable

import pytest

from scorer.cards import DECK
from scorer.notation import parse
from scorer.record import Record, written
from scorer.replay import replay
from tests.webui.evenings import drawn_by_lot
from webui.evening.corrections import (
    BadCorrection,
    with_call,
    with_captured,
    with_card_renamed,
    with_deal,
    with_declared,
    with_turn,
    with_turn_added,
    without_turn,
)
from webui.evening.suggestions import likely_turns, ways
from webui.evening.turn_text import lines_of

HEADER = """rules: matgo
rule threshold: 3
seats: Ann, Bea
pot: 01-junk 03-junk 08-junk 10-junk 12-animal 06-ribbon 06-junk 09-junk
"""
TURNS = """
Ann: 01-bright / 03-bright
Bea: 06-animal x06-junk / 04-junk
Ann: 08-bright / 11-junk; go
Bea: 02-junk / 09-animal
Ann: 05-junk / 10-animal
"""


@pytest.fixture
def told() -> Record:
    return parse(HEADER + TURNS)


def turns(record: Record) -> list[str]:
    """The record's lines; that the rules play them is what every correction promises."""
    replay(record)
    assert parse(written(record)) == record
    return list(lines_of(record.entries, record.seats))


LINES = TURNS.strip().splitlines()


def changed(*lines: tuple[int, str]) -> list[str]:
    """The lines with some of them others."""
    found = list(LINES)
    for place, line in lines:
        found[place] = line
    return found


def test_a_turn_told_otherwise(told: Record) -> None:
    want = changed((1, "Bea: 06-animal x06-ribbon / 04-junk"))
    assert turns(with_turn(told, 1, "06-animal x06-ribbon / 04-junk")) == want
    assert turns(with_turn(told, 1, "Bea: 06-animal x06-ribbon / 04-junk # really")) == want


def test_a_go_is_left_out_where_nobody_can_have_said_it(told: Record) -> None:
    found = turns(with_turn(told, 0, "01-bright / 03-ribbon"))
    assert found == changed((0, "Ann: 01-bright / 03-ribbon"), (2, "Ann: 08-bright / 11-junk"))


def test_a_go_is_put_in_where_somebody_must_have_said_it() -> None:
    weak = parse(HEADER + TURNS.replace("; go", "").replace("03-bright", "03-ribbon"))
    found = turns(with_turn(weak, 0, "01-bright / 03-bright"))
    assert found == LINES


def test_the_choice_of_a_match_is_made_anew(told: Record) -> None:
    """With another 10 in the pot, the 10 flipped later has to choose."""
    found = turns(with_turn(told, 1, "02-ribbon / 10-ribbon"))
    assert found[1] == "Bea: 02-ribbon / 10-ribbon"
    assert found[3:] == ["Bea: 02-junk / 09-animal", "Ann: 05-junk / 10-animal"]


def test_a_turn_that_no_longer_fits_is_accepted(told: Record) -> None:
    found = turns(without_turn(told, 1))
    assert found[0] == LINES[0]
    assert found[1] == "Ann: ! 08-bright / 11-junk; go"
    assert len(found) == 4


def test_a_turn_that_was_missed(told: Record) -> None:
    without = without_turn(told, 4)
    assert turns(with_turn_added(without, 4, "05-junk / 10-animal")) == LINES
    assert turns(with_turn_added(told, 0, "Ann: 02-animal / 04-ribbon"))[:2] == [
        "Ann: 02-animal / 04-ribbon",
        "Ann: ! 01-bright / 03-bright",
    ]


def test_go_and_stop_are_said_now_or_corrected() -> None:
    asked = parse(HEADER + "\n".join(LINES[:3]).replace("; go", ""))
    gone = with_call(asked, "go")
    assert turns(gone) == LINES[:3]
    stopped = with_call(gone, "stop")
    assert turns(stopped)[2] == LINES[2].replace("go", "stop")
    assert replay(stopped).payout is not None
    assert with_call(stopped, "go") == gone


def test_a_triple_shown_now_or_before_a_turn(told: Record) -> None:
    assert turns(with_declared(told, 1, 7))[-1] == "Bea: shows 07"
    early = turns(with_declared(told, 0, 5))
    assert early == changed((4, "Ann: shows 05; 05-junk / 10-animal"))
    assert turns(with_declared(told, 0, 4))[0] == "Ann: shows 04; ! 01-bright / 03-bright"


def test_another_pot_and_another_dealer(told: Record) -> None:
    pot = "01-junk 03-junk 08-junk 10-junk 12-animal 06-junk 06-junk 09-junk"
    dealt = with_deal(told, pot=pot)
    assert turns(dealt) == changed((1, "Bea: 06-animal / 04-junk"))
    assert " ".join(map(str, dealt.deal.pot)) == pot
    other = with_deal(told, dealer=1)
    assert other.dealer == 1
    assert turns(other)[0] == f"Ann: ! {LINES[0].removeprefix('Ann: ')}"


def test_a_card_that_was_taken_for_another(told: Record) -> None:
    found = turns(with_card_renamed(told, 3, "09-animal", "09-ribbon"))
    assert found == changed((3, "Bea: 02-junk / 09-ribbon"))
    pot = with_card_renamed(told, None, "09-junk", "09-ribbon")
    assert turns(pot) == LINES
    assert str(pot.deal.pot[-1]) == "09-ribbon"


def test_two_cards_that_were_taken_for_each_other(told: Record) -> None:
    found = with_card_renamed(told, 1, "06-animal", "06-ribbon")
    assert turns(found)[1] == "Bea: 06-ribbon x06-junk / 04-junk"
    assert "06-animal" in map(str, found.deal.pot)
    again = with_card_renamed(found, 1, "06-ribbon", "06-animal")
    assert again == told


def test_a_card_named_anew_is_named_so_where_it_is_taken() -> None:
    pot = HEADER.replace("09-junk", "12-ribbon")
    record = parse(f"{pot}Ann: 02-animal / 04-junk\nBea: 12-bright x12-ribbon / 02-junk\n")
    found = with_card_renamed(record, None, "12-ribbon", "12-double")
    assert turns(found)[1] == "Bea: 12-bright x12-double / 02-junk"


def test_a_card_that_everybody_saw_otherwise() -> None:
    """Hands and stock are known: the two cards lay in each other's place from the deal on."""
    fresh = parse("rules: matgo\nseats: Ann, Bea\n")
    record = drawn_by_lot(fresh, 3)
    turn = replay(record).turns[2]
    old, new = str(turn.played[0]), str(record.deal.hands[1 - turn.seat][-1])
    found = with_card_renamed(record, 2, old, new)
    assert str(replay(found).turns[2].played[0]) == new
    assert sorted(map(str, replay(found).position.cards())) == sorted(map(str, DECK))


def test_what_was_really_taken(told: Record) -> None:
    found = with_captured(told, 0, "01-bright 01-junk")
    assert turns(found)[0] == "Ann: ! 01-bright / 03-bright took 01-bright 01-junk"
    assert turns(found)[2] == "Ann: 08-bright / 11-junk"
    right = with_captured(found, 0, "01-bright 01-junk 03-bright 03-junk")
    assert turns(right)[0] == LINES[0]


@pytest.mark.parametrize(
    ("correct", "says"),
    [
        (lambda r: with_turn(r, 9, "pass / 01-junk"), "turn 10: the round has 5 turns"),
        (lambda r: with_turn(r, -1, "pass / 01-junk"), "turn 0: the round has 5 turns"),
        (lambda r: with_turn(r, 0, "99-bright /"), "unknown face '99-bright'"),
        (lambda r: with_turn(r, 0, ""), "expected one turn in one line"),
        (lambda r: with_turn(r, 0, "go\nBea: go"), "expected one turn in one line"),
        (lambda r: with_turn(r, 0, "pot: 01-junk"), "expected the name of a seat before the colon"),
        (lambda r: with_turn(r, 0, "01-bright 03-bright"), "a turn is written"),
        (lambda r: with_turn(r, 0, "Bea: 02-junk / 04-ribbon"), "Bea: 02-junk / 04-ribbon does not fit: out of turn: Ann is to play a card"),
        (lambda r: with_turn(r, 0, "01-junk / 01-junk"), "Ann: 01-junk / 01-junk does not fit"),
        (lambda r: with_turn(r, 0, "08-bright / 03-bright"), "Ann: ! 08-bright / 11-junk does not fit: 08-bright cannot have been played: it lies on the table already"),
        (lambda r: with_turn_added(r, 7, "pass /"), "turn 8: the round has 5 turns"),
        (lambda r: with_call(r, "stop"), "stop cannot be said now"),
        (lambda r: with_call(r, "wait"), "'wait' cannot be said: expected go or stop"),
        (lambda r: with_declared(r, 0, 1), "Ann cannot have shown a triple of 01"),
        (lambda r: with_declared(r, 5, 2), "seat 6 cannot have shown"),
        (lambda r: with_deal(r, pot="01-junk 01-bright"), "Ann: ! 01-bright / 03-bright does not"),
        (lambda r: with_deal(r, pot="01-bright 01-bright"), "the deal: the deal holds 01-bright 2 times"),
        (lambda r: with_deal(r, pot="1"), "unknown face '1'"),
        (lambda r: with_deal(r, dealer=2), "dealer: expected a seat 0 to 1, not 2"),
        (lambda r: with_card_renamed(r, 0, "04-junk", "04-ribbon"), "04-junk does not lie there"),
        (lambda r: with_card_renamed(r, None, "04-junk", "04-ribbon"), "04-junk does not lie there"),
        (lambda r: with_card_renamed(r, 0, "01-bright", "x"), "unknown face 'x'"),
        (lambda r: with_captured(r, 0, "12-bright"), "Ann: ! 01-bright / 03-bright took 12-bright does not fit: 12-bright cannot have been taken"),
    ],
)  # fmt: skip
def test_what_cannot_be_corrected(
    told: Record, correct: Callable[[Record], Record], says: str
) -> None:
    with pytest.raises(BadCorrection) as refused:
        correct(told)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


def test_likely_turns_change_the_fewest_cards_first(told: Record) -> None:
    found = likely_turns(told, 1)
    assert found[0] == "Bea: 06-animal x06-ribbon / 04-junk"
    assert found[-1] == "Bea: ! 06-animal / 04-junk took nothing"
    assert len(set(found)) == len(found) > 5
    for text in found:
        record = with_turn(told, 1, text)
        assert replay(record).turns[1].seat == 1


def test_likely_turns_keep_the_rest_of_the_round_legal(told: Record) -> None:
    for turn in range(5):
        for text in likely_turns(told, turn)[:-1]:
            found = with_turn(told, turn, text)
            assert not any(each.accepted for each in found.entries), text


def test_the_ways_to_play_two_cards() -> None:
    """By hand: the cards are tapped, and the rules say what can be chosen."""
    record = parse(HEADER)
    assert ways(record, ["06-animal"], ["04-junk"]) == (
        "Ann: 06-animal x06-ribbon / 04-junk",
        "Ann: 06-animal x06-junk / 04-junk",
    )
    assert ways(record, ["01-junk"], ["01-junk"]) == ()
    assert ways(record, ["02-junk"], []) == ()
    with pytest.raises(BadCorrection, match="unknown face 'x'"):
        ways(record, ["x"], [])


def test_the_ways_include_the_junk_that_is_handed_over() -> None:
    record = parse(
        """rules: matgo
rule giver_chooses: true
seats: Ann, Bea
pot: 01-junk 03-junk 08-junk 10-junk 12-animal 11-double 06-junk 09-junk
Ann: 01-junk / 02-junk
Bea: 11-junk / 04-junk
"""
    )
    chok = ways(with_turn(record, 0, "04-ribbon / 02-junk"), ["07-junk"], ["07-ribbon"])
    assert sorted(chok) == [
        "Ann: 07-junk / 07-ribbon; Bea gives 04-junk",
        "Ann: 07-junk / 07-ribbon; Bea gives 11-double",
        "Ann: 07-junk / 07-ribbon; Bea gives 11-junk",
    ]


def test_a_bomb_with_a_card_taken_for_another_is_written_in_order() -> None:
    record = parse(f"{HEADER}Ann: ! bomb 02-junk 02-junk 03-junk / 05-ribbon\n")
    found = with_card_renamed(record, 0, "03-junk", "01-bright")
    assert turns(found)[0] == "Ann: ! bomb 01-bright 02-junk 02-junk / 05-ribbon"
    assert parse(written(found)) == found
